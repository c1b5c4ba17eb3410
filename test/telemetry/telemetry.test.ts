// Traces, metrics and logs by OTLP over HTTP, as a collector takes them: a mail's whole way, in and out, requests and tools; nothing of a
// mail or its people.

import { afterAll, expect, test } from "bun:test";
import { newId } from "../../src/lib/ids.ts";
import { createLog } from "../../src/lib/log.ts";
import { eachApp } from "../support/app/app.ts";
import { attributesOf, startCollector } from "../support/fakes/collector.ts";
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

    test("a stranger goes on with no trace, and decides of none", async () => {
      const traceId = newId().replaceAll("-", "");
      const answer = await fetch(`${t.api.base}/api/v1/identities`, {
        headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
      });
      expect(answer.status).toBe(401);
      const span = await collector.spans.find(
        (one) => Number(attributesOf(one)["http.response.status_code"]) === 401,
      );
      expect(span.parentSpanId ?? "").toBe("");
      expect(collector.spans.items.filter((one) => one.traceId === traceId)).toEqual([]);
      expect(collector.logs.items.filter((one) => one.traceId === traceId)).toEqual([]);
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
