// Telemetry: spans, log entries and metrics in the shapes that OpenTelemetry's serializers take.
import {
  type Attributes,
  type HrTime,
  type SpanContext as OtelContext,
  SeverityNumber,
  SpanStatusCode,
  ValueType,
} from "@opentelemetry/api";
import type { Resource } from "@opentelemetry/resources";
import type { ReadableLogRecord } from "@opentelemetry/sdk-logs";
import { AggregationTemporality, DataPointType, type MetricData } from "@opentelemetry/sdk-metrics";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import type { LogFields } from "../lib/log.ts";
import type { Metric, MetricPoint } from "../lib/metrics.ts";
import { type FinishedSpan, rootOf, type SpanContext, spanKinds } from "../lib/spans.ts";

export interface About {
  resource: Resource;
  scope: { name: string; version: string };
}

/** @param ms of `performance.now()` */
function timeOf(ms: number): HrTime {
  return epochTime(performance.timeOrigin + ms);
}

function epochTime(ms: number): HrTime {
  const seconds = Math.floor(ms / 1000);
  return [seconds, Math.floor((ms - seconds * 1000) * 1e6)];
}

const none: never[] = [];

export function spanForm(
  {
    name,
    kind,
    context,
    parentId,
    startMs,
    endMs,
    attributes,
    links = none,
    hasFailed = false,
  }: FinishedSpan,
  { resource, scope }: About,
): ReadableSpan {
  const own = contextForm(context);
  return {
    name,
    kind: spanKinds.indexOf(kind),
    spanContext: () => own,
    ...(parentId === null ? {} : { parentSpanContext: { ...own, spanId: parentId } }),
    startTime: timeOf(startMs),
    endTime: timeOf(endMs),
    status: { code: hasFailed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes: attributesOf(attributes),
    links: links.map((link) => ({ context: contextForm(link) })),
    events: none,
    duration: [0, 0],
    ended: true,
    resource,
    instrumentationScope: scope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

function contextForm({ traceId, spanId, isSampled }: SpanContext): OtelContext {
  return { traceId, spanId, traceFlags: isSampled ? 1 : 0 };
}

function attributesOf(given: FinishedSpan["attributes"]): Attributes {
  const set: Attributes = {};
  for (const name in given) {
    const value = given[name];
    if (value !== undefined && value !== null) set[name] = value;
  }
  return set;
}

const severities = {
  debug: SeverityNumber.DEBUG,
  info: SeverityNumber.INFO,
  warn: SeverityNumber.WARN,
  error: SeverityNumber.ERROR,
};

/** An entry without the people, machines and paths that the log of the machine itself names. */
export function logForm(
  level: keyof typeof severities,
  { message, fields, atMs }: { message: string; fields: LogFields; atMs: number },
  { resource, scope }: About,
): ReadableLogRecord {
  const { message_id: messageId, trace_id: traceId, span_id: spanId } = fields;
  const trace =
    typeof traceId === "string" && typeof spanId === "string"
      ? { traceId, spanId, traceFlags: 1 }
      : typeof messageId === "string"
        ? rootOf(messageId)
        : null;
  const time = epochTime(atMs);
  return {
    hrTime: time,
    hrTimeObserved: time,
    ...(trace === null ? {} : { spanContext: "traceFlags" in trace ? trace : contextForm(trace) }),
    severityText: level.toUpperCase(),
    severityNumber: severities[level],
    body: withoutAddresses(message),
    resource,
    instrumentationScope: scope,
    attributes: publicFields(fields),
    droppedAttributesCount: 0,
  };
}

/** Texts that name no person, no address and no path. Others stay in the log of the machine itself, those of later entries too. */
const publicTexts = new Set(
  "actor channel cipher code command day domain error host kind listener method migration mx needs_a_restart protocol provider reason refused reloaded result role rule server setting settings signal source state status tls type worker".split(
    " ",
  ),
);

function isPublicText(name: string): boolean {
  return publicTexts.has(name) || (name.endsWith("_id") && name !== "trace_id" && name !== "span_id");
}

/** One pass: entries come with every mail. */
function publicFields(fields: LogFields): Attributes {
  const set: Attributes = {};
  for (const name in fields) {
    const value = fields[name];
    if (value === undefined || value === null) continue;
    if (typeof value !== "string") set[name] = value;
    else if (isPublicText(name)) set[name] = withoutAddresses(value);
  }
  return set;
}

/** A text with … for each word that may be an address, as it is or in a URL; whole where a quoted name may have blanks. RFC 5321 4.1.2 */
export function withoutAddresses(text: string): string {
  if (!at.test(text)) return text;
  if (text.includes('"@')) return "…";
  return text
    .split(" ")
    .map((word) => (at.test(word) ? "…" : word))
    .join(" ");
}

const at = /@|%40/;

/** @param startedMs Unix time of the process's start */
export function metricForms(
  metrics: readonly Metric[],
  { startedMs, nowMs }: { startedMs: number; nowMs: number },
): MetricData[] {
  const times = { startTime: epochTime(startedMs), endTime: epochTime(nowMs) };
  return metrics.map((metric) => {
    const { name, help: description, type } = metric;
    const points = metric.points().map(({ labels, value }) => ({ ...times, attributes: labels, value }));
    const unit = name.includes("_seconds") ? "s" : name.includes("_bytes") ? "By" : "";
    const about = {
      descriptor: { name, description, unit, valueType: ValueType.DOUBLE },
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
    };
    if (type === "histogram")
      return { ...about, dataPointType: DataPointType.HISTOGRAM, dataPoints: points.flatMap(histogramPoint) };
    const dataPoints = points.flatMap(({ value, ...point }) =>
      typeof value === "number" ? [{ ...point, value }] : [],
    );
    return type === "counter"
      ? { ...about, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
      : { ...about, dataPointType: DataPointType.GAUGE, dataPoints };
  });
}

function histogramPoint<T extends Pick<MetricPoint, "value">>({ value, ...point }: T) {
  if (typeof value === "number") return [];
  const { bounds, counts, sum, count } = value;
  return [{ ...point, value: { buckets: { boundaries: [...bounds], counts: [...counts] }, sum, count } }];
}
