// /mcp: tools for agents. Each call of a tool is calls of the API in this process, with the caller's key and limits, so MCP
// has no rules of its own. DECISIONS MCP
import { Elysia } from "elysia";
import { includesLevel, type Level } from "../lib/levels.ts";
import { Pauses } from "../lib/pauses.ts";
import { Postroom } from "../sdk/typescript/index.ts";
import { mcpPath } from "./auth.ts";
import { authOf, type HttpDeps, innerRequest } from "./context.ts";
import { insufficientScope, levelText } from "./oauth/challenge.ts";
import { ownBase } from "./oauth/metadata.ts";
import { mcpSpan } from "./trace.ts";

/** The MCP server with its library, loaded by the first request: it takes memory that a server without MCP clients spares. */
async function loadMcp({ log }: HttpDeps) {
  const [{ createMcpEndpoint, refusedHost }, { tools }] = await Promise.all([
    import("../mcp/handler.ts"),
    import("../mcp/server.ts"),
  ]);
  const endpoint = createMcpEndpoint((error) => log.debug("an MCP request", { error: error.message }));
  return { endpoint, refusedHost, tools };
}

type Mcp = Awaited<ReturnType<typeof loadMcp>>;

/** Characters of a call's body from which on it takes milliseconds to write. */
const largeBody = 1024 * 1024;

/** @param handle answers a request to the API */
export function mcpRoutes(deps: HttpDeps, handle: (request: Request) => Promise<Response>) {
  let loading: Promise<Mcp> | null = null;
  return new Elysia({ normalize: false }).all(mcpPath, async ({ request, body }) => {
    loading ??= loadMcp(deps);
    const { endpoint, refusedHost, tools } = await loading;
    const refused = refusedHost(request, new URL(deps.baseUrl()).hostname);
    if (refused) return refused;
    const { level } = authOf(request);
    const beyond = beyondLevel(tools, body, level);
    if (beyond !== null) return refuseTool(deps, request, { body, ...beyond });
    const span = mcpSpan(request, { body, isKnown: (name) => tools.some((one) => one.name === name) });
    let isError = false;
    const client = new Postroom({
      refusals: "server",
      apiKey: "in-process",
      baseUrl: deps.baseUrl(),
      // The calls are answered here: what they refuse is an answer, not a fault of a network.
      retries: 0,
      fetch: async (url, init) => {
        // The client has just written it, and it is read again: others have their turn between.
        if (typeof init?.body === "string" && init.body.length > largeBody) await new Pauses().take();
        return handle(innerRequest(request, { url, init, cause: span?.context ?? null }));
      },
    });
    const onRefused = () => {
      isError = true;
    };
    const caller = { client, level: level ?? "send", base: ownBase(deps, request), onRefused } as const;
    const answer = await endpoint(caller, { request, body });
    // An answer that streams ends later.
    if (span) return watched(answer, () => span.end(isError));
    return answer;
  });
}

/** Calls back when the whole answer was read. */
function watched(answer: Response, ended: () => void): Response {
  if (answer.body === null) {
    ended();
    return answer;
  }
  const through = new TransformStream<Uint8Array, Uint8Array>({ flush: ended });
  return new Response(answer.body.pipeThrough(through), answer);
}

/** The tool that a message calls, where the credential may not; null: it may. */
function beyondLevel(
  tools: Mcp["tools"],
  body: unknown,
  level: Level | null,
): { name: string; needed: Level } | null {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } };
  if (level === null || method !== "tools/call") return null;
  const called = tools.find(({ name }) => name === params?.name);
  return called && !includesLevel(level, called.level) ? { name: called.name, needed: called.level } : null;
}

/** A 403 that a client can mend: it says which scope the tool takes. MCP 2026-07-28, Authorization: Runtime Insufficient Scope Errors */
function refuseTool(
  deps: HttpDeps,
  request: Request,
  { body, name, needed }: { body: unknown; name: string; needed: Level },
): Response {
  const message = levelText(`The tool ${name}`, needed);
  const { id = null } = body as { id?: unknown };
  return Response.json(
    { jsonrpc: "2.0", id, error: { code: -32001, message } },
    { status: 403, headers: { "www-authenticate": insufficientScope(deps, request, needed) } },
  );
}
