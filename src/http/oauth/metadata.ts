// Metadata that clients read before they ask for access: the resources of this service (RFC 9728) and its
// authorization server (RFC 8414). Both name the host by which the client came, if it is ours: a client
// refuses metadata that names another host. DECISIONS OAuth

import { Elysia } from "elysia";
import { levels } from "../../lib/levels.ts";
import { parseUrl } from "../../lib/urls.ts";
import { mcpPath } from "../auth.ts";
import { type HttpDeps, stateOf } from "../context.ts";

/** Below the console, whose session says who the person is. */
export const authorizePath = "/console/authorize";
export const tokenPath = "/oauth/token";
export const registerPath = "/oauth/register";
export const revokePath = "/oauth/revoke";

/**
 * The scopes offered to a client without a choice of its own. A program that decides on held mail must name
 * "approve" itself.
 */
export const offeredScopes = ["read", "draft", "send"] as const;

const loopbackNames = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** The base URL by which a client came: BASE_URL, or this machine's own name. */
export function ownBase({ baseUrl }: Pick<HttpDeps, "baseUrl">, request: Request): string {
  const base = baseUrl();
  const host = request.headers.get("host") ?? "";
  const url = parseUrl(`http://${host}`);
  if (url === null || !loopbackNames.has(url.hostname)) return base;
  return `${stateOf(request).secure ? "https" : "http"}://${host.toLowerCase()}`;
}

/** Paths of this service that a token may be asked for; "" is all of it. */
const resourcePaths = ["", mcpPath, "/api/v1", "/dav"];

/** Whether an RFC 8707 resource is this service. */
export function isOwnResource(resource: string, bases: readonly string[]): boolean {
  const url = parseUrl(resource);
  if (url === null) return false;
  const { hash, search, username, origin, pathname } = url;
  if (hash !== "" || search !== "" || username !== "") return false;
  const given = `${origin}${pathname}`.replace(/\/$/, "");
  return bases.some((base) => resourcePaths.some((path) => given === `${base}${path}`));
}

const resourceMetadata = "/.well-known/oauth-protected-resource";
const serverMetadata = "/.well-known/oauth-authorization-server";

/** The value of a challenge's resource_metadata. RFC 9728 5.1 */
export function metadataUrl(deps: Pick<HttpDeps, "baseUrl">, request: Request): string {
  return `${ownBase(deps, request)}${resourceMetadata}${mcpPath}`;
}

export function metadataRoutes(deps: HttpDeps) {
  const resource =
    (path: string) =>
    ({ request }: { request: Request }) => {
      const base = ownBase(deps, request);
      return Response.json({
        // RFC 9728 3.3: that into which the well-known path was inserted.
        resource: `${base}${path}`,
        resource_name: "Postroom",
        authorization_servers: [base],
        scopes_supported: offeredScopes,
        bearer_methods_supported: ["header"],
        resource_documentation: `${base}/llms.txt`,
      });
    };
  const server = ({ request }: { request: Request }) => {
    const base = ownBase(deps, request);
    return Response.json({
      issuer: base,
      authorization_endpoint: base + authorizePath,
      token_endpoint: base + tokenPath,
      registration_endpoint: base + registerPath,
      revocation_endpoint: base + revokePath,
      scopes_supported: levels,
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      token_endpoint_auth_methods_supported: ["none"],
      revocation_endpoint_auth_methods_supported: ["none"],
      code_challenge_methods_supported: ["S256"],
      // RFC 9207 3
      authorization_response_iss_parameter_supported: true,
      // draft-ietf-oauth-client-id-metadata-document-02, 6
      client_id_metadata_document_supported: true,
      service_documentation: `${base}/llms.txt`,
    });
  };
  return (
    new Elysia({ normalize: false })
      .get(resourceMetadata, resource(""))
      .get(`${resourceMetadata}${mcpPath}`, resource(mcpPath))
      .get(serverMetadata, server)
      // Clients that take the URL of the MCP server for the issuer look here. RFC 8414 3.1
      .get(`${serverMetadata}${mcpPath}`, server)
  );
}
