// Turns of OAuth: what a person allowed becomes a code, the code a grant with tokens, and a refresh token the next ones.
// A grant is an API key with a level, of the same id; it ends as keys end (minted.ts). DECISIONS OAuth
import { addMs } from "../../../src/lib/clock.ts";
import { Failure } from "../../../src/lib/failure.ts";
import type { Level } from "../../../src/lib/levels.ts";
import { constantTimeEqual } from "../../../src/lib/secrets.ts";
import {
  findCode,
  findRefreshToken,
  getGrant,
  type OauthCodeRow,
} from "../../../src/store/access/oauth-grants.ts";
import {
  apiKeyTokens,
  oauthCodes,
  oauthGrants,
  oauthRefreshTokens,
} from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";
import { mintKey } from "./api-keys.ts";
import { checkOwner, personOf } from "./members.ts";

/** RFC 6749 4.1.2 recommends at most ten minutes. */
const codeMs = 2 * 60_000;
export const accessMs = 3_600_000;
/** A grant whose refresh token is not used for so long ends. */
const refreshMs = 90 * 24 * 3_600_000;
/**
 * A client that lost the answer, or two of its processes at once, may use a rotated token so long: the answer is the same
 * successor.
 */
const graceMs = 30_000;

export type NewCode = Pick<
  OauthCodeRow,
  "codeHash" | "clientId" | "clientName" | "redirectUri" | "codeChallenge" | "level" | "identityIds"
>;

/** @throws Failure forbidden */
export async function storeCode(turn: Turn, input: NewCode): Promise<void> {
  await checkOwner(turn);
  const createdAt = turn.instant();
  const { accountId } = turn;
  turn.insert(oauthCodes, {
    accountId,
    ...input,
    grantId: null,
    grantedBy: personOf(turn),
    expiresAt: addMs(createdAt, codeMs),
    createdAt,
  });
}

/** Hashes of tokens that are not handed out yet. */
export interface NewTokens {
  accessHash: Uint8Array;
  refreshHash: Uint8Array;
}

/** The result of a request for tokens. */
export type Issue =
  | { kind: "issued"; level: Level }
  | { kind: "refused"; why: string }
  /** A code or refresh token that was used before: the grant must end. RFC 6749 4.1.2, OAuth 2.1 4.3.1 */
  | { kind: "reused"; grantId: string };

export interface CodeUse extends NewTokens {
  codeHash: Uint8Array;
  clientId: string;
  /** null: the request named none. */
  redirectUri: string | null;
  /** S256 of the verifier. RFC 7636 4.6 */
  challenge: string;
  /** The id of the grant that the code becomes. */
  grantId: string;
}

export async function redeemCode(turn: Turn, use: CodeUse): Promise<Issue> {
  const code = await findCode(turn, use.codeHash);
  const at = turn.instant();
  if (!code || code.accountId !== turn.accountId) return refused("This code is not one.");
  if (code.clientId !== use.clientId) return refused("This code was given to another client.");
  if (code.grantId !== null) return { kind: "reused", grantId: code.grantId };
  if (code.expiresAt <= at) return refused("This code has expired: it is good for two minutes.");
  if (use.redirectUri !== null && use.redirectUri !== code.redirectUri)
    return refused("redirect_uri is not the one of the authorization request.");
  if (!constantTimeEqual(code.codeChallenge, use.challenge))
    return refused("code_verifier does not belong to the code_challenge.");
  const { clientId, clientName, redirectUri, level, grantedBy } = code;
  const key = {
    id: use.grantId,
    name: clientName,
    prefix: "pa_",
    tokenHash: use.accessHash,
    identityIds: code.identityIds,
    parentId: null,
    level,
    expiresAt: addMs(at, accessMs),
    letInBy: { kind: "person" as const, id: grantedBy ?? "operator", ip: null },
  };
  try {
    await mintKey(turn, key, null);
  } catch (error) {
    if (error instanceof Failure && error.code === "reach_exceeded")
      return refused("An address that was chosen is gone. Ask for access again.");
    throw error;
  }
  const { accountId } = turn;
  turn.update(oauthCodes, { codeHash: use.codeHash, grantId: use.grantId }, code);
  const grant = { accountId, id: use.grantId, clientId, clientName, redirectUri, grantedBy, createdAt: at };
  turn.insert(oauthGrants, grant);
  addRefreshToken(turn, use.grantId, use.refreshHash);
  return { kind: "issued", level };
}

/** @param use.refreshHash of the token that follows from the used one; `usedHash`: of that one */
export async function refreshTokens(
  turn: Turn,
  use: NewTokens & { usedHash: Uint8Array; clientId: string },
): Promise<Issue> {
  const used = await findRefreshToken(turn, use.usedHash);
  const at = turn.instant();
  if (!used || used.accountId !== turn.accountId) return refused("This refresh token is not one.");
  const grant = await getGrant(turn, turn.accountId, used.grantId);
  if (!grant) return refused("This grant was revoked.");
  if (grant.clientId !== use.clientId) return refused("This refresh token was given to another client.");
  if (used.expiresAt <= at) return refused("This refresh token has expired. Ask for access again.");
  if (used.rotatedAt === null)
    turn.update(oauthRefreshTokens, { tokenHash: use.usedHash, rotatedAt: at }, used);
  else if (addMs(used.rotatedAt, graceMs) <= at) return { kind: "reused", grantId: grant.id };
  const next = used.rotatedAt === null ? null : await findRefreshToken(turn, use.refreshHash);
  if (next && next.rotatedAt !== null)
    return refused("This refresh token was replaced, and the one that took its place was used.");
  const { accountId } = turn;
  const expiresAt = addMs(at, accessMs);
  turn.insert(apiKeyTokens, { tokenHash: use.accessHash, accountId, apiKeyId: grant.id, expiresAt });
  if (!next) addRefreshToken(turn, grant.id, use.refreshHash);
  return { kind: "issued", level: grant.level };
}

/** Ends one access token; the grant goes on. */
export function endAccessToken(turn: Turn, tokenHash: Uint8Array): void {
  turn.remove(apiKeyTokens, { tokenHash });
  turn.wakeReaders();
}

function addRefreshToken(turn: Turn, grantId: string, tokenHash: Uint8Array): void {
  const createdAt = turn.instant();
  turn.insert(oauthRefreshTokens, {
    tokenHash,
    accountId: turn.accountId,
    grantId,
    rotatedAt: null,
    expiresAt: addMs(createdAt, refreshMs),
    createdAt,
  });
}

function refused(why: string): Issue {
  return { kind: "refused", why };
}
