// An OpenTelemetry collector on 127.0.0.1: it takes OTLP over HTTP and keeps what it was given. opentelemetry-proto 1.x
import { gunzipSync } from "node:zlib";
import { Inbox } from "./receivers.ts";

interface Value {
  stringValue?: string;
  intValue?: string | number;
  doubleValue?: number;
  boolValue?: boolean;
}

interface KeyValue {
  key: string;
  value: Value;
}

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: KeyValue[];
  links?: { traceId: string; spanId: string }[];
  status?: { code?: number };
}

export interface CollectedLog {
  severityText: string;
  body: Value;
  traceId?: string;
  attributes: KeyValue[];
}

export interface CollectedMetric {
  name: string;
  sum?: { isMonotonic: boolean; dataPoints: { attributes: KeyValue[]; asDouble: number }[] };
  gauge?: { dataPoints: { attributes: KeyValue[]; asDouble: number }[] };
  histogram?: { dataPoints: { count: number; bucketCounts: number[]; explicitBounds: number[] }[] };
}

export interface Posted {
  path: string;
  headers: Record<string, string>;
  body: Uint8Array;
}

export interface Collector {
  readonly url: string;
  /** All requests, taken or not. */
  readonly posts: Inbox<Posted>;
  readonly spans: Inbox<CollectedSpan>;
  readonly logs: Inbox<CollectedLog>;
  readonly metrics: Inbox<CollectedMetric>;
  /** Everything of JSON that was taken, as text. */
  text(): string;
  /** What to answer from now on; 200 at first. */
  answer(reply: (posted: Posted) => Response | Promise<Response>): void;
  stop(): Promise<void>;
}

export function startCollector(): Collector {
  const [posts, spans, logs, metrics] = [
    new Inbox<Posted>(),
    new Inbox<CollectedSpan>(),
    new Inbox<CollectedLog>(),
    new Inbox<CollectedMetric>(),
  ];
  const texts: string[] = [];
  let reply: (posted: Posted) => Response | Promise<Response> = () => Response.json({});
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const headers = Object.fromEntries(request.headers);
      const bytes = await request.bytes();
      const body = headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes;
      const posted = { path: new URL(request.url).pathname, headers, body };
      posts.add(posted);
      const answer = await reply(posted);
      if (answer.ok && headers["content-type"] === "application/json") {
        const text = new TextDecoder().decode(body);
        texts.push(text);
        // biome-ignore lint/suspicious/noExplicitAny: the shape is another project's
        const json = JSON.parse(text) as any;
        for (const { scopeSpans } of json.resourceSpans ?? [])
          for (const { spans: some } of scopeSpans) for (const span of some) spans.add(span);
        for (const { scopeLogs } of json.resourceLogs ?? [])
          for (const { logRecords } of scopeLogs) for (const log of logRecords) logs.add(log);
        for (const { scopeMetrics } of json.resourceMetrics ?? [])
          for (const { metrics: some } of scopeMetrics) for (const metric of some) metrics.add(metric);
      }
      return answer;
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    posts,
    spans,
    logs,
    metrics,
    text: () => texts.join("\n"),
    answer: (next) => {
      reply = next;
    },
    stop: () => server.stop(true),
  };
}

/** Attributes by name. */
export function attributesOf({ attributes }: { attributes: KeyValue[] }): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

/** Fields of a protobuf message by number; those of a length are bytes. Protocol Buffers, Encoding */
export function protobufFields(bytes: Uint8Array): Map<number, (Uint8Array | bigint)[]> {
  const fields = new Map<number, (Uint8Array | bigint)[]>();
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++]!;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const taken = (length: number) => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const type = tag & 7;
    const value =
      type === 0 ? varint() : type === 1 ? taken(8) : type === 5 ? taken(4) : taken(Number(varint()));
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value]);
  }
  return fields;
}
