// MCP over HTTP (streamable HTTP, both eras, stateless): who may reach it, and a server for each request.

import {
  type AuthInfo,
  createMcpHandler,
  type McpServerFactory,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server";
import { parseUrl } from "../lib/urls.ts";
import { createMcpServer, type McpCaller } from "./server.ts";

/** @param onError what went wrong outside of any answer */
export function createMcpEndpoint(onError: (error: Error) => void) {
  const mount = mountMcp(({ authInfo }) => {
    if (!authInfo) throw new Error("an MCP request without its caller");
    const { caller, asked } = authInfo.extra as unknown as { caller: McpCaller; asked: unknown };
    return createMcpServer(caller, asked);
  }, onError);
  return (caller: McpCaller, { request, body }: { request: Request; body: unknown }) => {
    const asked = withArguments(body);
    return mount.answer(request, asked, {
      token: "",
      clientId: "",
      scopes: [caller.level],
      extra: { caller, asked },
    });
  };
}

/** The message with its tool's arguments as an object, where they came as the JSON of one. */
export function withArguments(body: unknown): unknown {
  if (typeof body !== "object" || body === null) return body;
  const { method, params } = body as { method?: unknown; params?: { arguments?: unknown } | null };
  if (method !== "tools/call" || typeof params?.arguments !== "string") return body;
  try {
    const given = JSON.parse(params.arguments) as unknown;
    const isObject = typeof given === "object" && given !== null && !Array.isArray(given);
    return isObject ? { ...body, params: { ...params, arguments: given } } : body;
  } catch {
    return body;
  }
}

/**
 * A server of the factory for each request, in both eras, without sessions.
 * @returns `answer`, given a request and its parsed body, if it has one; `notify` reports changes to streams that listen
 */
export function mountMcp(factory: McpServerFactory, onError: (error: Error) => void) {
  const handler = createMcpHandler(factory, { onerror: onError });
  return {
    notify: handler.notify,
    answer: (request: Request, body: unknown, authInfo?: AuthInfo): Promise<Response> =>
      handler.fetch(request, {
        ...(body === undefined || body === null ? {} : { parsedBody: body }),
        ...(authInfo === undefined ? {} : { authInfo }),
      }),
  };
}

/** Names of this machine, which a page elsewhere cannot have for its own. */
const local = ["localhost", "127.0.0.1", "[::1]"];

/** A page of this machine at another port is another program's. */
function isSamePort({ headers }: Request): boolean {
  const [origin, host] = [headers.get("origin") ?? "", headers.get("host") ?? ""];
  const url = parseUrl(origin);
  if (url === null || !local.includes(url.hostname)) return true;
  return url.port === (parseUrl(`${url.protocol}//${host}`)?.port ?? "");
}

/**
 * Refuses a Host that is not ours and an Origin of elsewhere: pages must not reach a server by a name of theirs that leads to it.
 * @param own host name of the service. @returns null: it may pass
 */
export function refusedHost(request: Request, own: string): Response | null {
  const names = [own, ...local];
  const host = validateHostHeader(request.headers.get("host"), names);
  const origin = validateOriginHeader(request.headers.get("origin"), names);
  if (host.ok && origin.ok && isSamePort(request)) return null;
  const message = host.ok
    ? "Requests of pages of another origin are refused. Call from your MCP client."
    : `This server is not called by this name. Call ${own}, which is BASE_URL.`;
  return Response.json({ jsonrpc: "2.0", id: null, error: { code: -32000, message } }, { status: 403 });
}
