// Challenges to refused requests: WWW-Authenticate says how to get access (RFC 6750 3, RFC 9728 5.1). Also
// the level that each call requires of an OAuth grant; a key has no level and passes. DECISIONS OAuth
import { Failure } from "../../lib/failure.ts";
import { includesLevel, type Level, levelsUpTo } from "../../lib/levels.ts";
import { mcpPath, pathOf } from "../auth.ts";
import { type HttpDeps, stateOf } from "../context.ts";
import { metadataUrl, offeredScopes } from "./metadata.ts";

type Base = Pick<HttpDeps, "baseUrl">;

/** WWW-Authenticate of a 401: MCP clients learn where to sign in, and for what. */
export function unauthorizedChallenge(deps: Base, request: Request): string {
  if (pathOf(request.url) !== mcpPath) return "Bearer";
  const given = request.headers.has("authorization") ? 'error="invalid_token", ' : "";
  return `Bearer ${given}resource_metadata="${metadataUrl(deps, request)}", scope="${offeredScopes.join(" ")}"`;
}

/** WWW-Authenticate of a 403 for want of a level. RFC 6750 3.1 */
export function insufficientScope(deps: Base, request: Request, needed: Level): string {
  const scope = levelsUpTo(needed).join(" ");
  return `Bearer error="insufficient_scope", scope="${scope}", resource_metadata="${metadataUrl(deps, request)}"`;
}

export function levelText(what: string, needed: Level): string {
  return `${what} takes the scope ${needed}, which the person did not grant. Ask for access again with it, or ask the person to do it.`;
}

/** Resources of mail: a program reads them at any level. What else the account has is for keys. */
const open =
  /^\/api\/v1\/(me|identities|threads|messages|drafts|attachments|mailboxes|labels|events|next|reviews|search|templates)(\/|$)/;
/** Changes of these are for keys: settings of an address, further ways into it, and texts of the account. */
const settings =
  /^\/api\/v1\/(identities(\/:\w+)?(\/(protection|send-list|calendar-feeds|unsubscribes)(\/.*)?)?|templates(\/:\w+)?)$/;
/** Calls that read though they are no GET. */
const reading = /^POST \/api\/v1\/(messages\/wait|next)$/;
/** Calls that prepare and order mail; nothing leaves, nothing is deleted. */
const drafting = [
  /^(POST|PATCH|DELETE) \/api\/v1\/drafts(\/:\w+)?$/,
  /^POST \/api\/v1\/messages\/:\w+\/drafts$/,
  /^DELETE \/api\/v1\/drafts\/:\w+\/attachments\/:\w+$/,
  /^POST \/api\/v1\/attachments$/,
  /^PATCH \/api\/v1\/(messages|threads)(\/:\w+)?$/,
  /^(POST|PATCH) \/api\/v1\/labels(\/:\w+)?$/,
  /^(PUT|DELETE) \/api\/v1\/threads\/:\w+\/labels\/:\w+$/,
  /^(POST|DELETE) \/api\/v1\/threads\/:\w+\/notes(\/:\w+)?$/,
];

/**
 * The level that a call of the API takes; null: no level has it.
 * @param route pattern of the path: `/api/v1/messages/:id`
 */
export function levelOfCall(method: string, route: string): Level | null {
  if (!open.test(route)) return null;
  if (method === "GET" || method === "HEAD") return "read";
  if (settings.test(route)) return null;
  const call = `${method} ${route}`;
  if (reading.test(call)) return "read";
  if (drafting.some((pattern) => pattern.test(call))) return "draft";
  return route.startsWith("/api/v1/reviews/") ? "approve" : "send";
}

/**
 * Refuses a call that the caller's level does not have.
 * @param headers of the answer
 * @throws Failure forbidden
 */
export function requireLevel(
  deps: Base,
  request: Request,
  { route, headers }: { route: string; headers: Record<string, string | number> },
): void {
  const level = stateOf(request).auth?.level ?? null;
  if (level === null || !route.startsWith("/api/")) return;
  const needed = levelOfCall(request.method, route);
  if (needed === null) {
    throw new Failure(
      "forbidden",
      "This call takes an API key: a program that a person let in reaches mail and calendars alone. Ask the person to do it in the console.",
    );
  }
  if (includesLevel(level, needed)) return;
  headers["www-authenticate"] = insufficientScope(deps, request, needed);
  throw new Failure("forbidden", levelText("This call", needed));
}
