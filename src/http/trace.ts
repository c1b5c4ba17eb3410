// Names of a request in the log: its own, and those that the client gave it, so that a line is found from either side.
import type { LogFields } from "../lib/log.ts";
import { stateOf } from "./context.ts";

/** A name that somebody else made is text of a log line: short, and plain. */
const clientNamePattern = /^[\w.:/+=@-]{1,128}$/;
/** W3C Trace Context 3.2: version, trace-id, parent-id, flags. */
const traceparentPattern =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/;

export function requestFields(request: Request): LogFields {
  const named = request.headers.get("x-request-id") ?? "";
  const [, traceId] = traceparentPattern.exec(request.headers.get("traceparent") ?? "") ?? [];
  return {
    request_id: stateOf(request).requestId,
    ...(clientNamePattern.test(named) ? { client_request_id: named } : {}),
    ...(traceId === undefined ? {} : { trace_id: traceId }),
  };
}
