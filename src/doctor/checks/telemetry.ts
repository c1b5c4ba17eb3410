// The collector of OTEL_EXPORTER_OTLP_ENDPOINT: it takes an export that has nothing in it.
import { peerMessage, peerRemedy } from "../../lib/peer-trouble.ts";
import type { DoctorContext } from "../context.ts";
import { type CheckResult, fine, warning } from "../finding.ts";

const subject = "OTEL_EXPORTER_OTLP_ENDPOINT";

export async function checkTelemetry({ config, limits }: DoctorContext): Promise<CheckResult[]> {
  const endpoint = config.otlpEndpoint;
  if (endpoint === null) return [];
  const signals = {
    traces: config.tracesExporter,
    metrics: config.metricsExporter,
    logs: config.logsExporter,
  };
  const signal = Object.entries(signals).find(([, exporter]) => exporter === "otlp")?.[0];
  if (signal === undefined) return [];
  const url = `${endpoint.replace(/\/$/, "")}/v1/${signal}`;
  const isJson = config.otlpProtocol === "http/json";
  let status: number;
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        ...Object.fromEntries(config.otlpHeaders),
        "content-type": isJson ? "application/json" : "application/x-protobuf",
      },
      // A message without fields, which says nothing.
      body: isJson ? "{}" : new Uint8Array(),
      redirect: "manual",
      signal: AbortSignal.timeout(limits.connectMs),
    });
    await response.body?.cancel();
    status = response.status;
  } catch (error) {
    return [
      warning("unreachable", `The collector does not answer at ${url}: ${peerMessage(error)}.`, {
        subject,
        remedy: peerRemedy(
          error,
          "The URL names its receiver for OTLP over HTTP, mostly port 4318. Mail goes on without it, and what it misses is dropped.",
          "Start it, or mend the URL.",
        ),
      }),
    ];
  }
  if (status < 300) return [fine(`The collector answers at ${url}.`)];
  return [
    warning("refused", `The collector answers ${status} at ${url}: it takes no telemetry.`, {
      subject,
      remedy:
        status === 401 || status === 403
          ? "Put the key that it wants into OTEL_EXPORTER_OTLP_HEADERS, such as authorization=Bearer%20…"
          : "Name its receiver for OTLP over HTTP, mostly port 4318, without /v1/traces, or set OTEL_EXPORTER_OTLP_PROTOCOL=http/json.",
    }),
  ];
}
