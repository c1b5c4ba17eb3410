// The endpoints that programs call: registration (RFC 7591), tokens (RFC 6749 3.2), revocation (RFC 7009). All clients are
// public: what proves a client is the verifier of its request (RFC 7636), or the token it was given.

import { Elysia } from "elysia";
import { revokeKey } from "../../../actors/account/access/minted.ts";
import {
  accessMs,
  endAccessToken,
  type Issue,
  redeemCode,
  refreshTokens,
} from "../../../actors/account/access/oauth-grants.ts";
import { Failure } from "../../lib/failure.ts";
import { newId } from "../../lib/ids.ts";
import { levelsUpTo } from "../../lib/levels.ts";
import { clientNetwork } from "../../lib/networks.ts";
import { looksLikeToken, newToken, sha256, successorToken } from "../../lib/secrets.ts";
import { SharedBuckets } from "../../lib/shared-limits.ts";
import { findAccessToken, findCode, findRefreshToken } from "../../store/access/oauth-grants.ts";
import { secret } from "../../store/access/secrets.ts";
import type { Origin } from "../../store/tables/index.ts";
import { type HttpDeps, stateOf } from "../context.ts";
import { register } from "./clients.ts";
import { needed, noStore, OauthError, oauthAnswer, single } from "./errors.ts";
import { isOwnResource, ownBase, registerPath, revokePath, tokenPath } from "./metadata.ts";

/** Counts calls by network. @returns takes one, or throws Failure rate_limited */
export function limitByNetwork(
  name: string,
  { config, clock, sharedLimits: limits }: Pick<HttpDeps, "config" | "clock" | "sharedLimits">,
  { perHour, burst }: { perHour: number; burst: number },
): (request: Request) => Promise<void> {
  const off = config.rateLimit.perSecond === 0;
  const rate = off ? 0 : perHour / 3600;
  const buckets = new SharedBuckets(name, { rate, burst, clock, limits, isExact: true });
  return async (request) => {
    const { allowed, retryAfter } = await buckets.take(clientNetwork(stateOf(request).ip));
    if (allowed) return;
    throw new Failure("rate_limited", "Too many requests. Wait for the seconds in Retry-After.", retryAfter);
  };
}

interface OauthRequest {
  request: Request;
  body: unknown;
}

export function oauthEndpoints(deps: HttpDeps) {
  const registrations = limitByNetwork("registrations", deps, { perHour: 60, burst: 20 });
  const tokens = limitByNetwork("tokens", deps, { perHour: 3600, burst: 60 });
  return new Elysia({ normalize: false })
    .post(registerPath, ({ request, body }: OauthRequest) =>
      oauthAnswer(async () => {
        await registrations(request);
        const answer = register(deps.oauthSecret, deps.clock, jsonOf(body));
        return Response.json(answer, { status: 201, headers: noStore });
      }),
    )
    .post(tokenPath, ({ request, body }: OauthRequest) =>
      oauthAnswer(async () => {
        await tokens(request);
        return issue(deps, request, formOf(request, body));
      }),
    )
    .post(revokePath, ({ request, body }: OauthRequest) =>
      oauthAnswer(async () => {
        await tokens(request);
        await revoke(deps, formOf(request, body));
        return new Response(null, { status: 200, headers: noStore });
      }),
    );
}

/** @throws OauthError invalid_client_metadata */
function jsonOf(body: unknown): unknown {
  try {
    return JSON.parse(typeof body === "string" ? body : "");
  } catch {
    throw new OauthError("invalid_client_metadata", "The body is not JSON.");
  }
}

/** @throws OauthError invalid_request, invalid_client */
function formOf(request: Request, body: unknown): URLSearchParams {
  const type = (request.headers.get("content-type") ?? "").split(";", 1)[0]!.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded")
    throw new OauthError("invalid_request", "Send a form: application/x-www-form-urlencoded.");
  return new URLSearchParams(typeof body === "string" ? body : "");
}

/** @throws OauthError */
async function issue(deps: HttpDeps, request: Request, form: URLSearchParams): Promise<Response> {
  const grantType = needed(form, "grant_type");
  const clientId = needed(form, "client_id");
  const bases = [deps.baseUrl(), ownBase(deps, request)];
  for (const resource of form.getAll("resource")) {
    // RFC 8707 2.2
    if (!isOwnResource(resource, bases))
      throw new OauthError("invalid_target", `resource is another service. Ask for ${bases[0]}/mcp here.`);
  }
  const work = { authorization_code: redeem, refresh_token: renew }[grantType];
  if (!work) {
    throw new OauthError("unsupported_grant_type", "grant_type must be authorization_code or refresh_token.");
  }
  const access = newToken("pa");
  const refresh = work === renew ? await nextRefreshToken(deps, form) : newToken("pf");
  const hashes = { accessHash: sha256(access), refreshHash: sha256(refresh) };
  const { accountId, issued } = await work(deps, form, { clientId, ...hashes });
  if (issued.kind === "reused") {
    // Somebody has what another one used: all of it ends.
    await endGrant(deps, accountId, { id: issued.grantId, origin: null });
    throw new OauthError(
      "invalid_grant",
      "It was used before, so the grant has ended. Ask for access again.",
    );
  }
  if (issued.kind === "refused") throw new OauthError("invalid_grant", issued.why);
  const answer = {
    access_token: access,
    token_type: "Bearer",
    expires_in: accessMs / 1000,
    refresh_token: refresh,
    scope: levelsUpTo(issued.level).join(" "),
  };
  return Response.json(answer, { headers: noStore });
}

/** A refresh token that is used again while it may be has the same successor: it begins no second line of tokens. RFC 9700 4.14 */
async function nextRefreshToken({ database }: HttpDeps, form: URLSearchParams): Promise<string> {
  return successorToken("pf", await secret(database, "refresh-tokens"), needed(form, "refresh_token"));
}

type Uses = { clientId: string; accessHash: Uint8Array; refreshHash: Uint8Array };

async function redeem(deps: HttpDeps, form: URLSearchParams, uses: Uses) {
  const codeHash = sha256(needed(form, "code"));
  const verifier = needed(form, "code_verifier");
  // RFC 7636 4.1
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier))
    throw new OauthError("invalid_request", "code_verifier must have 43 to 128 unreserved characters.");
  const use = {
    ...uses,
    codeHash,
    redirectUri: single(form, "redirect_uri"),
    challenge: sha256(verifier).toString("base64url"),
    grantId: newId(),
  };
  const code = await findCode(deps.database, codeHash);
  if (!code) throw new OauthError("invalid_grant", "This code is not one.");
  const { accountId } = code;
  const issued: Issue = await deps.actors
    .account(accountId)
    .run((turn) => redeemCode(turn, use), { quiet: true });
  return { accountId, issued };
}

async function renew(deps: HttpDeps, form: URLSearchParams, uses: Uses) {
  const usedHash = sha256(needed(form, "refresh_token"));
  const used = await findRefreshToken(deps.database, usedHash);
  if (!used) throw new OauthError("invalid_grant", "This refresh token is not one, or it was revoked.");
  const { accountId } = used;
  const issued: Issue = await deps.actors
    .account(accountId)
    .run((turn) => refreshTokens(turn, { ...uses, usedHash }), { quiet: true });
  // A scope in the request is passed over: the answer says what the token has. RFC 6749 3.3, 6
  return { accountId, issued };
}

/**
 * RFC 7009 2.1, 2.2: a refresh token ends its grant, an access token itself; an unknown one is no error. Who has a token of a
 * public client has all that the client could prove.
 */
async function revoke(deps: HttpDeps, form: URLSearchParams): Promise<void> {
  const token = needed(form, "token");
  const tokenHash = sha256(token);
  const refresh = looksLikeToken(token, "pf") ? await findRefreshToken(deps.database, tokenHash) : null;
  if (refresh) {
    const { accountId, grantId: id } = refresh;
    await endGrant(deps, accountId, { id, origin: { kind: "key", id, ip: null } });
  }
  const access = looksLikeToken(token, "pa") ? await findAccessToken(deps.database, tokenHash) : null;
  if (access)
    await deps.actors
      .account(access.accountId)
      .run((turn) => endAccessToken(turn, tokenHash), { quiet: true });
}

/** Ends a grant with all its tokens; one that is gone already is no error. */
async function endGrant(
  { actors }: HttpDeps,
  accountId: string,
  { id, origin }: { id: string; origin: Origin | null },
): Promise<void> {
  try {
    await revokeKey(actors.account(accountId), { id, callerId: null, origin });
  } catch (error) {
    if (!(error instanceof Failure && error.code === "not_found")) throw error;
  }
}
