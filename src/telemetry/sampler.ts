// Telemetry: which traces are taken. The decision follows from the trace's id alone, so all processes decide alike.
import type { Sampler } from "../config/values.ts";
import type { SpanTaker } from "../lib/spans.ts";

/** @param share of traceidratio, from 0 to 1 */
export function samplerOf({ kind, isParentBased }: Sampler, share: number): SpanTaker["isSampled"] {
  const least = kind === "always_on" ? Number.POSITIVE_INFINITY : kind === "always_off" ? 0 : share;
  return (traceId, parent) => {
    if (isParentBased && parent !== null) return parent;
    // The last 56 bits are random. W3C Trace Context Level 2, 3.2.2.5
    return Number.parseInt(traceId.slice(18), 16) < least * 2 ** 56;
  };
}
