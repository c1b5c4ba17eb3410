// /mcp: tools for agents. Each call of a tool is calls of the API in this process, with the caller's key and limits, so MCP
// has no rules of its own. DECISIONS MCP
import { Elysia } from "elysia";
import { includesLevel, type Level } from "../lib/levels.ts";
import { Postroom } from "../sdk/typescript/index.ts";
import { mcpPath } from "./auth.ts";
import { authOf, type HttpDeps, innerRequest } from "./context.ts";
import { insufficientScope, levelText } from "./oauth/challenge.ts";
import { ownBase } from "./oauth/metadata.ts";

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
    const client = new Postroom({
      apiKey: "in-process",
      baseUrl: deps.baseUrl(),
      // The calls are answered here: what they refuse is an answer, not a fault of a network.
      retries: 0,
      fetch: (url, init) => handle(innerRequest(request, url, init)),
    });
    return endpoint({ client, level: level ?? "send", base: ownBase(deps, request) }, { request, body });
  });
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
