// /mcp: tools for agents. Each call of a tool is calls of the API in this process, with the caller's key and limits, so MCP
// has no rules of its own. DECISIONS MCP
import { Elysia } from "elysia";
import { createMcpEndpoint, refusedHost } from "../mcp/handler.ts";
import { Postroom } from "../sdk/typescript/index.ts";
import { mcpPath, pathOf } from "./auth.ts";
import { authOf, type HttpDeps, innerRequest } from "./context.ts";

/** WWW-Authenticate of a 401: MCP clients learn where to sign in. RFC 9728 5.1 */
export function challengeOf(request: Request, base: string): string {
  if (pathOf(request.url) !== mcpPath) return "Bearer";
  return `Bearer resource_metadata="${base}/.well-known/oauth-protected-resource${mcpPath}"`;
}

/** @param handle answers a request to the API */
export function mcpRoutes(deps: HttpDeps, handle: (request: Request) => Promise<Response>) {
  const endpoint = createMcpEndpoint((error) => deps.log.debug("an MCP request", { error: error.message }));
  // RFC 9728 3.1: at the root, and at the root with the resource's path behind it.
  const metadata = () =>
    Response.json({
      resource: `${deps.baseUrl()}${mcpPath}`,
      resource_name: "Postroom",
      bearer_methods_supported: ["header"],
      resource_documentation: `${deps.baseUrl()}/llms.txt`,
    });
  const wellKnown = "/.well-known/oauth-protected-resource";
  const routes = new Elysia({ normalize: false })
    .get(wellKnown, metadata)
    .get(`${wellKnown}${mcpPath}`, metadata);
  return routes.all(mcpPath, async ({ request, body }) => {
    const refused = refusedHost(request, new URL(deps.baseUrl()).hostname);
    if (refused) return refused;
    authOf(request);
    const client = new Postroom({
      apiKey: "in-process",
      baseUrl: deps.baseUrl(),
      // The calls are answered here: what they refuse is an answer, not a fault of a network.
      retries: 0,
      fetch: (url, init) => handle(innerRequest(request, url, init)),
    });
    return endpoint({ client, level: "send" }, { request, body });
  });
}
