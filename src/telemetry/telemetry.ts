// Telemetry: traces, metrics and logs by OTLP over HTTP, where OTEL_EXPORTER_OTLP_ENDPOINT names a collector. Loaded only then.
// OpenTelemetry's serializers make the requests; when they go, and what is dropped, stands in outlet.ts. DECISIONS Settings and command line
import {
  JsonLogsSerializer,
  JsonMetricsSerializer,
  JsonTraceSerializer,
  ProtobufLogsSerializer,
  ProtobufMetricsSerializer,
  ProtobufTraceSerializer,
} from "@opentelemetry/otlp-transformer";
import { resourceFromAttributes } from "@opentelemetry/resources";
import type { ReadableLogRecord } from "@opentelemetry/sdk-logs";
import type { ResourceMetrics } from "@opentelemetry/sdk-metrics";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import { version } from "../../package.json" with { type: "json" };
import type { Config } from "../config/config.ts";
import { systemClock } from "../lib/clock.ts";
import { passingId } from "../lib/ids.ts";
import { type Log, observeLog } from "../lib/log.ts";
import type { Metric } from "../lib/metrics.ts";
import { takeSpans } from "../lib/spans.ts";
import { type About, logForm, metricForms, spanForm } from "./forms.ts";
import { Outlet, type OutletOptions } from "./outlet.ts";
import { samplerOf } from "./sampler.ts";

export interface TelemetryDeps {
  log: Log;
  /** Return all metrics of this process, gauges read anew. */
  metrics(): Promise<readonly Metric[]>;
}

export interface Telemetry {
  stop(graceMs: number): Promise<void>;
}

/** Spans and entries that may wait: some seconds of a busy server, and a few megabytes. */
const maxWaiting = 8192;
const maxBatch = 512;
/** Readings of metrics: each holds all that the ones before it said. */
const maxReadings = 2;
const maxStopMs = 5000;

export function startTelemetry(endpoint: string, config: Config, { log, metrics }: TelemetryDeps): Telemetry {
  const about: About = {
    resource: resourceFromAttributes({
      ...Object.fromEntries(config.otelResource),
      "service.name": config.otelServiceName,
      "service.version": version,
      "service.instance.id": passingId(),
    }),
    scope: { name: "postroom", version },
  };
  const isJson = config.otlpProtocol === "http/json";
  const outletOf = <T>(
    signal: OutletOptions<T>["signal"],
    encode: OutletOptions<T>["encode"],
    bounds: Pick<OutletOptions<T>, "maxWaiting" | "maxBatch"> = { maxWaiting, maxBatch },
  ) =>
    new Outlet<T>({
      signal,
      ...bounds,
      url: `${endpoint.replace(/\/$/, "")}/v1/${signal}`,
      headers: {
        ...Object.fromEntries(config.otlpHeaders),
        "content-type": isJson ? "application/json" : "application/x-protobuf",
        "user-agent": `postroom/${version}`,
      },
      timeoutMs: config.otlpTimeoutMs,
      encode,
      failed: (reason) => log.warn("the OpenTelemetry collector does not take telemetry", { signal, reason }),
    });
  const ends: (() => void)[] = [];
  const outlets: Pick<Outlet<unknown>, "stop">[] = [];
  if (config.tracesExporter === "otlp") {
    const serializer = isJson ? JsonTraceSerializer : ProtobufTraceSerializer;
    const traces = outletOf<ReadableSpan>("traces", (items) => serializer.serializeRequest([...items]));
    const isSampled = samplerOf(config.tracesSampler, config.tracesShare);
    ends.push(takeSpans({ isSampled, take: (span) => traces.push(spanForm(span, about)) }));
    outlets.push(traces);
  }
  if (config.logsExporter === "otlp") {
    const serializer = isJson ? JsonLogsSerializer : ProtobufLogsSerializer;
    const logs = outletOf<ReadableLogRecord>("logs", (items) => serializer.serializeRequest([...items]));
    ends.push(
      observeLog((level, message, fields) =>
        logs.push(logForm(level, { message, fields, atMs: systemClock.now() }, about)),
      ),
    );
    outlets.push(logs);
  }
  if (config.metricsExporter === "otlp") {
    const serializer = isJson ? JsonMetricsSerializer : ProtobufMetricsSerializer;
    const readings = outletOf<ResourceMetrics>(
      "metrics",
      ([reading]) => reading && serializer.serializeRequest(reading),
      { maxWaiting: maxReadings, maxBatch: 1 },
    );
    const startedMs = systemClock.now() - process.uptime() * 1000;
    const read = async () => {
      const found = metricForms(await metrics(), { startedMs, nowMs: systemClock.now() });
      readings.push({ resource: about.resource, scopeMetrics: [{ scope: about.scope, metrics: found }] });
    };
    const timer = setInterval(() => void read().catch(() => undefined), config.metricIntervalMs);
    timer.unref();
    ends.push(() => clearInterval(timer));
    outlets.push(readings);
  }
  return {
    async stop(graceMs) {
      for (const end of ends) end();
      await Promise.all(outlets.map((outlet) => outlet.stop(Math.min(graceMs, maxStopMs))));
    },
  };
}
