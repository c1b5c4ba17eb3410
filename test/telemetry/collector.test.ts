// The way to a collector: protobuf, what waits, what is dropped; and which traces are taken.

import { describe, expect, test } from "bun:test";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { readConfig } from "../../src/config/config.ts";
import { counts } from "../../src/lib/facts.ts";
import { newId } from "../../src/lib/ids.ts";
import { createLog, silentLog } from "../../src/lib/log.ts";
import { noteSpan, rootOf } from "../../src/lib/spans.ts";
import { logForm, withoutAddresses } from "../../src/telemetry/forms.ts";
import { Outlet } from "../../src/telemetry/outlet.ts";
import { samplerOf } from "../../src/telemetry/sampler.ts";
import { startTelemetry } from "../../src/telemetry/telemetry.ts";
import { eventually } from "../support/app/app.ts";
import { protobufFields, startCollector } from "../support/fakes/collector.ts";

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

  test("what cannot be encoded is dropped and counted, and what comes after it goes", async () => {
    const own = startCollector();
    const before = dropped();
    const failures: string[] = [];
    const outlet = new Outlet<string>({
      signal: "traces",
      url: `${own.url}/v1/traces`,
      headers: { "content-type": "application/json" },
      timeoutMs: 10_000,
      encode([item]) {
        if (item === "bad") throw new Error("it has no form");
        return new TextEncoder().encode("{}");
      },
      failed: (reason) => void failures.push(reason),
      maxWaiting: 10,
      maxBatch: 1,
    });
    outlet.push("bad");
    outlet.push("good");
    await outlet.stop(10_000);
    expect([dropped() - before, failures, own.posts.items.length]).toEqual([1, ["it has no form"], 1]);
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

  test("of an entry go ids, numbers and words of the service: no path, no person, nothing that nobody named here", () => {
    const fields = {
      request_id: "r1",
      status: 503,
      error: "the store did not answer",
      path: "/calendars/a-secret.ics",
      subject: "ada",
      email: "ada@b.example",
      issuer: "https://login.example",
      anything: "a-secret",
    };
    const about = { resource: resourceFromAttributes({}), scope: { name: "postroom", version: "1" } };
    expect(logForm("error", { message: "m", fields, atMs: 1 }, about).attributes).toEqual({
      request_id: "r1",
      status: 503,
      error: "the store did not answer",
    });
  });

  test("texts lose their addresses", () => {
    expect(withoutAddresses("550 <a@b.example> is not here")).toBe("550 … is not here");
    expect(withoutAddresses('"john doe"@b.example is not here')).toBe("…");
    expect(withoutAddresses("GET /addresses/a%40b.example failed")).toBe("GET … failed");
    expect(withoutAddresses("nothing to hide")).toBe("nothing to hide");
  });
});
