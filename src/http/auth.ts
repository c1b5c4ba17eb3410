// Authentication and rate limits: every request passes here before its body is read.
// DECISIONS Authentication and keys.

import type { BatchLoader } from "../lib/batch-loader.ts";
import { Failure } from "../lib/failure.ts";
import { passingId } from "../lib/ids.ts";
import { clientNetwork, inNetworks } from "../lib/networks.ts";
import { looksLikeToken, sha256 } from "../lib/secrets.ts";
import { SharedBuckets } from "../lib/shared-limits.ts";
import type { KeyOwner } from "../store/access/api-keys.ts";
import { type Auth, type HttpDeps, outerState, setState, unauthorized } from "./context.ts";
import type { RequestClient } from "./proxies.ts";
import { callerSpan, innerSpan, ownSpan } from "./trace.ts";

/** Looks up the keys of concurrent requests in one query; a look-up begins after its request has arrived. */
export type KeyOwners = BatchLoader<Uint8Array, KeyOwner | null>;

type Headers = Record<string, string | number>;

/** The path that MCP clients call. */
export const mcpPath = "/mcp";

/** Calls under /api that need no key. DECISIONS Authentication and keys */
const openPaths = new Set(["/api/v1/agent/signup", "/api/v1/agent/human", "/api/v1/agent/verify"]);

export function isOpen(path: string): boolean {
  return openPaths.has(path);
}

/** The limits and look-ups that admit() uses. */
export interface Admission {
  /** Requests, counted by key; without a valid key by network. */
  requests: SharedBuckets;
  /** Wrong keys, counted by network: 30 at once, then one in ten seconds. */
  wrongKeys: SharedBuckets;
  owners: KeyOwners;
}

export function admission({ config, clock, sharedLimits }: HttpDeps, owners: KeyOwners): Admission {
  const { perSecond, burst } = config.rateLimit;
  return {
    requests: new SharedBuckets("requests", { rate: perSecond, burst, clock, limits: sharedLimits }),
    wrongKeys: wrongKeyBuckets({ config, clock, sharedLimits }),
    owners,
  };
}

/** Wrong keys of a network, whichever protocol they came by: 30 at once, then one in ten seconds. */
function wrongKeyBuckets({
  config,
  clock,
  sharedLimits: limits,
}: Pick<HttpDeps, "config" | "clock" | "sharedLimits">): SharedBuckets {
  const rate = config.rateLimit.perSecond === 0 ? 0 : 0.1;
  return new SharedBuckets("wrong keys", { rate, burst: 30, clock, limits, isExact: true });
}

/**
 * Identifies the caller and takes a token from the caller's bucket; sets the headers that every response carries.
 * @throws Failure unauthorized, rate_limited
 */
export async function admit(
  deps: HttpDeps,
  { requests, wrongKeys, owners }: Admission,
  call: { request: Request; client: RequestClient; headers: Headers },
): Promise<void> {
  const { request, headers } = call;
  const requestId = passingId();
  const outer = outerState(request);
  if (outer) {
    headers["x-request-id"] = requestId;
    await takeRequest(
      requests,
      outer.auth ? `key:${outer.auth.keyId}` : `network:${clientNetwork(outer.ip)}`,
      headers,
    );
    if (!outer.auth) throw unauthorized();
    const span = innerSpan(outer.span, requestId);
    setState(request, { ...outer, requestId, startMs: performance.now(), span });
    return;
  }
  const startMs = performance.now();
  const span = ownSpan(requestId);
  const { ip, secure } = call.client;
  headers["x-request-id"] = requestId;
  setState(request, { requestId, startMs, ip, secure, auth: null, span });
  const path = pathOf(request.url);
  if (isPagePath(path) && hasFiles(request))
    setState(request, {
      requestId,
      startMs,
      ip,
      secure,
      auth: null,
      span,
      isSignedIn: await deps.isSignedIn(request),
    });
  if (!path.startsWith("/api/") && path !== mcpPath) return;
  const bearer = bearerOf(request);
  // MCP looks at Host and Origin itself.
  const browser = bearer !== null && path !== mcpPath && isBrowser(request);
  let trouble: unknown = null;
  const asked = bearer !== null && !browser ? authenticate(owners, bearer) : null;
  const auth = await (asked?.catch((error: unknown) => {
    trouble = error;
    return null;
  }) ?? null);
  const network = clientNetwork(ip);
  await takeRequest(requests, auth ? `key:${auth.keyId}` : `network:${network}`, headers);
  if (trouble !== null) throw trouble;
  if (browser) {
    throw new Failure(
      "unauthorized",
      "API keys are for servers: they are not valid in a browser. Call from your server instead.",
    );
  }
  if (!auth && bearer !== null && !inNetworks(ip, deps.config.trustedNetworks)) {
    // Callers with a valid key are not counted here, even from the same network.
    const wrong = await wrongKeys.take(network);
    if (!wrong.allowed) {
      throw new Failure(
        "rate_limited",
        "Too many wrong keys came from your network. Check the key, wait for the seconds in Retry-After, then go on.",
        wrong.retryAfter,
      );
    }
  }
  if (!auth && (bearer !== null || !isOpen(path))) throw unauthorized(otherForm(request));
  if (auth) deps.keyUsed(auth.accountId, auth.keyId);
  setState(request, {
    requestId,
    startMs,
    ip,
    secure,
    auth,
    span: auth ? callerSpan(request, requestId, span) : span,
  });
}

/** A form with files; who is signed in may send more than others. */
function hasFiles({ method, headers }: Request): boolean {
  return method === "POST" && (headers.get("content-type") ?? "").startsWith("multipart/form-data");
}

/** @throws Failure rate_limited */
async function takeRequest(requests: SharedBuckets, caller: string, headers: Headers): Promise<void> {
  const bucket = await requests.take(caller);
  headers["x-ratelimit-limit"] = bucket.limit;
  headers["x-ratelimit-remaining"] = bucket.remaining;
  headers["x-ratelimit-reset"] = bucket.resetAt;
  if (bucket.allowed) return;
  throw new Failure(
    "rate_limited",
    "Too many requests. Wait for the seconds in Retry-After, then go on.",
    bucket.retryAfter,
  );
}

/** Whether people see what is answered there, in a browser. */
export function isPagePath(path: string): boolean {
  return path === "/console" || path.startsWith("/console/");
}

export function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  if (start === -1) return "/";
  const end = url.indexOf("?", start);
  return end === -1 ? url.slice(start) : url.slice(start, end);
}

/** The token; "" for an Authorization of another scheme, which is no valid key; null when there is none. */
function bearerOf(request: Request): string | null {
  const header = request.headers.get("authorization");
  return header === null ? null : (/^bearer +(\S+)$/i.exec(header.trim())?.[1] ?? "");
}

/** Headers in which other services take a key. */
const keyHeaders = ["x-api-key", "api-key", "apikey", "x-auth-token"];

/** Tells how a key came, where it came in another form than ours; nothing of it is repeated. */
function otherForm({ headers, url }: Request): string {
  const header = headers.get("authorization")?.trim() ?? "";
  if (header === "") {
    const named = keyHeaders.find((name) => headers.has(name)) ?? keyedHeader(headers);
    if (named !== undefined) return `The header ${named} is not read.`;
    return /[?&](?:api_?key|key|token|access_token)=/i.test(url) ? "A key in the URL is not read." : "";
  }
  const [, scheme = "", rest = ""] = /^(\S+)(?: +(.*))?$/s.exec(header) ?? [];
  if (/^bearer$/i.test(scheme)) {
    if (/^["'<{]/.test(rest)) return "The key stands in quotes or brackets: leave them out.";
    if (/^bearer /i.test(rest)) return "Bearer stands there twice.";
    return looksLikeToken(rest, "pr", "pa")
      ? "This one is not known here, or was revoked."
      : "This one is none: a key begins with pr_ and has 49 characters.";
  }
  if (/^bearer:/i.test(scheme)) return "Bearer has a colon: leave it out.";
  if (rest === "") return "The word Bearer is missing before the key.";
  return /^(?:basic|token|apikey|api-key|key)$/i.test(scheme)
    ? `Authorization: ${scheme} is not read.`
    : "Authorization begins with another word than Bearer.";
}

/** The header of another name in which a key came. */
function keyedHeader(headers: Request["headers"]): string | undefined {
  const isKey = (value: string) => /^(?:bearer +)?pr_\w{40,60}$/i.test(value.trim());
  const names = Object.entries(headers.toJSON()).filter(([, value]) => isKey(String(value)));
  return names.map(([name]) => name).find((name) => name !== "cookie" && /^[\w-]{1,64}$/.test(name));
}

/** Keys are never valid in a browser. Sec-Fetch-Mode alone does not tell one: Node's fetch sends it too. */
function isBrowser({ headers }: Request): boolean {
  return headers.has("origin") || headers.has("sec-fetch-site") || headers.has("sec-fetch-dest");
}

async function authenticate(owners: KeyOwners, token: string): Promise<Auth | null> {
  if (!looksLikeToken(token, "pr", "pa")) return null;
  const owner = await owners.load(sha256(token));
  return owner && { ...owner };
}
