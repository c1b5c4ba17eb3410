// Names of a request in the log: its own, and those that the client gave it, so that a line is found from either side; and its
// span, which goes on the client's trace. Semantic Conventions for HTTP and MCP
import type { LogFields } from "../lib/log.ts";
import { childOf, continuedBy, noteSpan, readTraceparent, rootOf, type SpanContext } from "../lib/spans.ts";
import { type RequestSpan, stateOf } from "./context.ts";

/** A name that somebody else made is text of a log line: short, and plain. */
const clientNamePattern = /^[\w.:/+=@-]{1,128}$/;

export function requestFields(request: Request): LogFields {
  const named = request.headers.get("x-request-id") ?? "";
  const { requestId, span } = stateOf(request);
  const own = span?.context;
  const traceId = own?.traceId ?? readTraceparent(request.headers.get("traceparent"))?.traceId;
  return {
    request_id: requestId,
    ...(clientNamePattern.test(named) ? { client_request_id: named } : {}),
    ...(traceId === undefined ? {} : { trace_id: traceId }),
    ...(own === undefined ? {} : { span_id: own.spanId }),
  };
}

/** The span of a request from outside, in a trace of its own; null: nobody takes spans. */
export function ownSpan(requestId: string): RequestSpan | null {
  const context = rootOf(requestId);
  return context && { context, parentId: null };
}

/** The span of a request of a caller that is known, who may go on with a trace: strangers decide of none. W3C Trace Context 7.1 */
export function callerSpan(request: Request, requestId: string, own: RequestSpan | null): RequestSpan | null {
  const parent = own && readTraceparent(request.headers.get("traceparent"));
  const context = parent ? continuedBy(parent, requestId) : null;
  return context && parent ? { context, parentId: parent.spanId } : own;
}

/** The span of a request of the service to itself. @param cause the span of what made it */
export function innerSpan(cause: RequestSpan | null | undefined, requestId: string): RequestSpan | null {
  return cause ? { context: childOf(cause.context, requestId), parentId: cause.context.spanId } : null;
}

/** Notes an answered request. The path is left out: it may have a secret or an address, and the route says which call it was. */
export function noteRequestSpan(
  request: Request,
  { route, method, status }: { route: string | undefined; method: string; status: number },
): void {
  const { span, startMs, secure } = stateOf(request);
  if (!span?.context.isSampled) return;
  noteSpan({
    name: route === undefined || route === "" ? method : `${method} ${route}`,
    kind: "server",
    ...span,
    startMs,
    endMs: performance.now(),
    attributes: {
      "http.request.method": method,
      "http.route": route === "" ? undefined : route,
      "http.response.status_code": status,
      "url.scheme": secure ? "https" : "http",
      "error.type": status >= 500 ? String(status) : undefined,
    },
    hasFailed: status >= 500,
  });
}

export interface ToolSpan {
  context: SpanContext;
  end(isError: boolean): void;
}

/** The span of an MCP message; null: nobody takes spans, or the message is not one. @param isKnown whether a tool has this name */
export function mcpSpan(
  request: Request,
  { body, isKnown }: { body: unknown; isKnown: (name: unknown) => boolean },
): ToolSpan | null {
  const { span } = stateOf(request);
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } | null };
  if (!span || typeof method !== "string" || !/^[a-z]{1,40}(?:\/[a-z_]{1,40}){0,2}$/i.test(method))
    return null;
  const startMs = performance.now();
  const context = childOf(span.context);
  const isCall = method === "tools/call";
  const tool = isCall && isKnown(params?.name) ? String(params?.name) : undefined;
  return {
    context,
    end: (isError) =>
      noteSpan({
        name: tool === undefined ? method : `${method} ${tool}`,
        kind: "server",
        context,
        parentId: span.context.spanId,
        startMs,
        endMs: performance.now(),
        attributes: {
          "mcp.method.name": method,
          "gen_ai.operation.name": isCall ? "execute_tool" : undefined,
          "gen_ai.tool.name": tool,
          "network.protocol.name": "http",
          "error.type": isError ? "tool_error" : undefined,
        },
        hasFailed: isError,
      }),
  };
}
