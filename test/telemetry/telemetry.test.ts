// Traces, metrics and logs by OTLP over HTTP, as a collector takes them: a mail's whole way, in and out, requests and tools; nothing of a
// mail or its people; and nothing waits for a collector that is away or slow.

import { afterAll, describe, expect, test } from "bun:test";
import { readConfig } from "../../src/config/config.ts";
import { counts } from "../../src/lib/facts.ts";
import { newId } from "../../src/lib/ids.ts";
import { createLog, silentLog } from "../../src/lib/log.ts";
import { noteSpan, rootOf } from "../../src/lib/spans.ts";
import { withoutAddresses } from "../../src/telemetry/forms.ts";
import { samplerOf } from "../../src/telemetry/sampler.ts";
import { startTelemetry } from "../../src/telemetry/telemetry.ts";
import { eachApp, eventually } from "../support/app/app.ts";
import { attributesOf, protobufFields, startCollector } from "../support/fakes/collector.ts";
import { startReceiver } from "../support/fakes/receivers.ts";

const collector = startCollector();
afterAll(() => collector.stop());

const env = {
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
  OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20a-key",
  OTEL_TRACES_SAMPLER: "parentbased_always_on",
  OTEL_METRIC_EXPORT_INTERVAL: "200",
  OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
  LOG_LEVEL: "debug",
};

const traceOf = (id: string) => id.replaceAll("-", "");
const rootIdOf = (id: string) => traceOf(id).slice(16);

eachApp(
  "telemetry",
  (t) => {
    const spanOf = (traceId: string, name: string) =>
      collector.spans.find((span) => span.traceId === traceId && span.name === name);

    test("a mail that comes in: session, reading, store, event and webhook are one trace, named by the message", async () => {
      const hook = startReceiver();
      try {
        await t.api.must(
          201,
          t.api.post("/webhooks", { url: `${hook.url}/in`, event_types: ["message.received"] }),
        );
        const to = await t.address();
        await t.mail({
          to: to.email,
          from: "marta.quince@elsewhere.example",
          subject: "A medlar",
          text: "marmalade",
        });
        const call = await hook.calls.find(({ event }) => event.data.identity_id === to.id);
        const id = String(call.event.data.message_id);
        const traceId = traceOf(id);
        const root = await spanOf(traceId, "receive smtp");
        expect(root).toMatchObject({ spanId: rootIdOf(id), kind: 2 });
        expect(root.parentSpanId ?? "").toBe("");
        expect(attributesOf(root)).toMatchObject({
          "messaging.message.id": id,
          "messaging.operation.type": "receive",
          "network.protocol.name": "smtp",
        });
        for (const name of ["smtp data", "read", "screen", "store"]) {
          const step = await spanOf(traceId, name);
          expect(step.parentSpanId).toBe(root.spanId);
          expect(BigInt(step.startTimeUnixNano)).toBeLessThanOrEqual(BigInt(step.endTimeUnixNano));
          expect(BigInt(step.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(root.startTimeUnixNano));
          expect(BigInt(step.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(root.endTimeUnixNano));
        }
        const event = await spanOf(traceId, "publish message.received");
        expect(event).toMatchObject({ parentSpanId: root.spanId, spanId: rootIdOf(call.event.id), kind: 4 });
        const post = await spanOf(traceId, "POST");
        expect(post).toMatchObject({ parentSpanId: event.spanId, kind: 3 });
        expect(call.headers.traceparent).toBe(`00-${traceId}-${post.spanId}-01`);
        expect(attributesOf(post)).toMatchObject({
          "http.request.method": "POST",
          "http.response.status_code": expect.anything(),
          "postroom.event.type": "message.received",
        });
        const line = await collector.logs.find(
          (log) => log.traceId === traceId && log.body.stringValue === "a mail was received",
        );
        expect(attributesOf(line)).toMatchObject({ message_id: id, source: "smtp" });
      } finally {
        await hook.stop();
      }
    });

    test("a mail that goes out: its trace names the request that asked, with the client's own trace", async () => {
      const [from, to] = [await t.address(), await t.address()];
      const client = newId().replaceAll("-", "");
      const { id } = await t.api.must<{ id: string }>(
        201,
        t.api.post(
          "/messages",
          { from: from.email, to: [to.email], subject: "A quince", text: "marmalade" },
          { traceparent: `00-${client}-b7ad6b7169203331-01` },
        ),
      );
      const request = await spanOf(client, "POST /api/v1/messages");
      expect(request).toMatchObject({ kind: 2, parentSpanId: "b7ad6b7169203331" });
      const traceId = traceOf(id);
      const root = await spanOf(traceId, "send");
      expect(root).toMatchObject({
        spanId: rootIdOf(id),
        links: [{ traceId: client, spanId: request.spanId }],
      });
      for (const name of ["gate", "queue", "publish message.sent"])
        expect((await spanOf(traceId, name)).parentSpanId).toBe(root.spanId);
      // Its copy at the recipient's is a message of its own, which names it.
      const copy = await collector.spans.find(
        ({ name, links }) => name === "receive internal" && links?.[0]?.traceId === traceId,
      );
      expect(copy.links![0]!.spanId).toBe(root.spanId);
    });

    test("a client that samples no trace is followed", async () => {
      const client = newId().replaceAll("-", "");
      const other = newId().replaceAll("-", "");
      const ask = (traceId: string, flags: string) =>
        t.api.get("/identities", { traceparent: `00-${traceId}-b7ad6b7169203331-${flags}` });
      await ask(client, "00");
      await ask(other, "01");
      await spanOf(other, "GET /api/v1/identities");
      expect(collector.spans.items.filter(({ traceId }) => traceId === client)).toEqual([]);
    });

    test("a tool by MCP is a span below its request, and its calls stand below it", async () => {
      const traceId = newId().replaceAll("-", "");
      const call = (name: string, args: object) =>
        fetch(`${t.api.base}/mcp`, {
          method: "POST",
          headers: {
            authorization: `Bearer ${t.api.key}`,
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
            traceparent: `00-${traceId}-b7ad6b7169203331-01`,
          },
          body: JSON.stringify({
            jsonrpc: "2.0",
            id: 1,
            method: "tools/call",
            params: { name, arguments: args },
          }),
        }).then((response) => response.text());
      expect(await call("list_addresses", {})).toContain("result");
      const tool = await spanOf(traceId, "tools/call list_addresses");
      expect(attributesOf(tool)).toMatchObject({
        "mcp.method.name": "tools/call",
        "gen_ai.tool.name": "list_addresses",
        "gen_ai.operation.name": "execute_tool",
      });
      const outer = await collector.spans.find(
        (span) => span.traceId === traceId && attributesOf(span)["http.route"] === "/mcp",
      );
      expect(tool.parentSpanId).toBe(outer.spanId);
      await collector.spans.find((span) => span.traceId === traceId && span.parentSpanId === tool.spanId);
      await call("read_thread", { thread: newId() });
      const refused = await spanOf(traceId, "tools/call read_thread");
      expect(refused.status?.code).toBe(2);
      expect(attributesOf(refused)["error.type"]).toBe("tool_error");
    });

    test("metrics come as they stand at /metrics, and requests carry the key", async () => {
      const received = await collector.metrics.find(
        ({ name, sum }) => name === "postroom_mails_received_total" && (sum?.dataPoints.length ?? 0) > 0,
      );
      expect(received.sum!.isMonotonic).toBe(true);
      const times = await collector.metrics.find(
        ({ name, histogram }) =>
          name === "postroom_http_request_seconds" && (histogram?.dataPoints.length ?? 0) > 0,
      );
      const [point] = times.histogram!.dataPoints;
      expect(point!.bucketCounts.length).toBe(point!.explicitBounds.length + 1);
      const info = await collector.metrics.find(({ name }) => name === "postroom_build_info");
      expect(info.gauge!.dataPoints[0]!.asDouble).toBe(1);
      const [post] = collector.posts.items;
      expect(post!.headers).toMatchObject({
        authorization: "Bearer a-key",
        "content-type": "application/json",
      });
      expect(collector.text()).toContain('"deployment.environment.name"');
    });

    test("no address, subject or text of a mail leaves", () => {
      const text = collector.text();
      expect(text).toContain("receive smtp");
      expect(text).not.toMatch(/@|quince|medlar|marmalade|elsewhere\.example/i);
    });
  },
  { env, deps: { log: createLog({ level: "debug", format: "json", write: () => {} }) } },
);

describe("a collector", () => {
  const start = (url: string, more: Record<string, string> = {}, log = silentLog) => {
    const config = readConfig({
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_TRACES_SAMPLER: "always_on",
      OTEL_METRICS_EXPORTER: "none",
      OTEL_LOGS_EXPORTER: "none",
      ...more,
    });
    return startTelemetry(url, config, { log, metrics: async () => [] });
  };
  const spans = (count: number) => {
    for (let n = 0; n < count; n++) {
      const context = rootOf(newId())!;
      noteSpan({
        name: `s${n}`,
        kind: "internal",
        context,
        parentId: null,
        startMs: 1,
        endMs: 2,
        attributes: {},
      });
    }
  };
  const dropped = () => counts.telemetryDropped.value(["traces"]);

  test("takes protobuf by default: the trace's id and the name stand where opentelemetry-proto has them", async () => {
    const own = startCollector();
    const telemetry = start(`${own.url}/`);
    const context = rootOf(newId())!;
    noteSpan({
      name: "one",
      kind: "client",
      context,
      parentId: null,
      startMs: 1,
      endMs: 2,
      attributes: { a: 1 },
    });
    await telemetry.stop(10_000);
    const [post] = await own.posts.count(1);
    await own.stop();
    expect(post).toMatchObject({ path: "/v1/traces" });
    expect(post!.headers["content-type"]).toBe("application/x-protobuf");
    const inner = (bytes: Uint8Array | bigint | undefined, field: number) =>
      protobufFields(bytes as Uint8Array).get(field)![0]!;
    // ExportTraceServiceRequest.resource_spans.scope_spans.spans
    const span = protobufFields(inner(inner(inner(post!.body, 1), 2), 2) as Uint8Array);
    expect(Buffer.from(span.get(1)![0] as Uint8Array).toString("hex")).toBe(context.traceId);
    expect(Buffer.from(span.get(2)![0] as Uint8Array).toString("hex")).toBe(context.spanId);
    expect(new TextDecoder().decode(span.get(5)![0] as Uint8Array)).toBe("one");
    expect(span.get(6)![0]).toBe(3n);
  });

  test("that never answers holds up nothing: what has no room is dropped and counted, and a stop ends", async () => {
    const own = startCollector();
    own.answer(() => new Promise<Response>(() => {}));
    const telemetry = start(own.url, { OTEL_EXPORTER_OTLP_TIMEOUT: "600000" });
    const before = dropped();
    spans(512);
    await own.posts.count(1);
    spans(8192 + 100);
    expect(dropped() - before).toBe(100);
    await telemetry.stop(50);
    expect(dropped() - before).toBe(512 + 8192 + 100);
    await own.stop();
  });

  test("that is away is named once in the log, and takes what still waits when it is back", async () => {
    const lines: string[] = [];
    const log = createLog({ level: "warn", format: "json", write: (line) => void lines.push(line) });
    const own = startCollector();
    let isUp = false;
    own.answer(() =>
      isUp ? Response.json({}) : new Response("", { status: 503, headers: { "retry-after": "0" } }),
    );
    const telemetry = start(own.url, { OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" }, log);
    spans(512);
    await own.posts.count(2);
    isUp = true;
    await own.spans.count(512);
    await telemetry.stop(10_000);
    expect(lines.filter((line) => line.includes("collector does not take"))).toHaveLength(1);
    await own.stop();
  });

  test("that refuses a request is not asked the same again", async () => {
    const own = startCollector();
    own.answer(() => new Response("", { status: 400 }));
    const telemetry = start(own.url);
    const before = dropped();
    spans(512);
    await eventually(() => dropped() - before === 512);
    expect(own.posts.items).toHaveLength(1);
    await telemetry.stop(1000);
    await own.stop();
  });
});

describe("what is taken", () => {
  test("a share of traces, the same by every process; a caller's decision is followed where the sampler says so", () => {
    const ids = Array.from({ length: 4000 }, () => newId().replaceAll("-", ""));
    const tenth = samplerOf({ isParentBased: true, kind: "traceidratio" }, 0.1);
    const again = samplerOf({ isParentBased: false, kind: "traceidratio" }, 0.1);
    const taken = ids.filter((id) => tenth(id, null));
    expect(taken.length).toBeGreaterThan(250);
    expect(taken.length).toBeLessThan(600);
    expect(ids.filter((id) => again(id, true))).toEqual(taken);
    expect(ids.every((id) => tenth(id, true) && !tenth(id, false))).toBe(true);
    expect(ids.some((id) => samplerOf({ isParentBased: true, kind: "always_off" }, 1)(id, null))).toBe(false);
    expect(ids.every((id) => samplerOf({ isParentBased: true, kind: "always_on" }, 0)(id, null))).toBe(true);
  });

  test("nothing is made while nobody takes it", () => {
    expect(rootOf(newId())).toBeNull();
  });

  test("texts lose their addresses", () => {
    expect(withoutAddresses("550 <a@b.example> is not here")).toBe("550 … is not here");
    expect(withoutAddresses('"john doe"@b.example is not here')).toBe("…");
    expect(withoutAddresses("nothing to hide")).toBe("nothing to hide");
  });
});
