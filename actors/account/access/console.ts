// Turns of the console: one-time links become sessions, once. Only hashes of their tokens are stored. DECISIONS Agent
// signup and console.
import { addMs } from "../../../src/lib/clock.ts";
import { Failure } from "../../../src/lib/failure.ts";
import { randomBase62, sha256 } from "../../../src/lib/secrets.ts";
import { deleteExpired, findLink } from "../../../src/store/access/console.ts";
import { findMember } from "../../../src/store/access/members.ts";
import { consoleSessions, signInLinks } from "../../../src/store/tables/index.ts";
import type { Actors } from "../../runtime/registry.ts";
import type { Turn } from "../../runtime/turn.ts";
import { changeRole } from "./members.ts";

export const sessionMs = 7 * 24 * 3_600_000;
/** A link that was mailed, or made by the operator. */
const shortLinkMs = 15 * 60_000;
/** A link that invites somebody to an account. */
export const inviteLinkMs = 7 * 24 * 3_600_000;
/** Characters of a stored User-Agent. */
const maxAgentCharacters = 300;

/**
 * Makes a one-time link's token.
 * @param ownerEmail opens all accounts of this owner; null: the one account
 */
export async function createLink(
  actors: Actors,
  {
    accountId,
    ownerEmail,
    lifeMs = shortLinkMs,
  }: { accountId: string; ownerEmail: string | null; lifeMs?: number },
): Promise<string> {
  const token = randomBase62(43);
  const tokenHash = sha256(token);
  await actors.account(accountId).run(
    (turn) => {
      const createdAt = turn.instant();
      const expiresAt = addMs(createdAt, lifeMs);
      turn.insert(signInLinks, { tokenHash, accountId, ownerEmail, expiresAt, createdAt });
    },
    { quiet: true },
  );
  return token;
}

export interface NewSession {
  sessionHash: Uint8Array;
  /** As the browser sent it. */
  userAgent: string | null;
}

/** Uses a link up and begins a session; who was invited to the account has joined it then. @throws Failure code_expired */
export async function signIn(
  turn: Turn,
  { linkHash, ...input }: NewSession & { linkHash: Uint8Array },
): Promise<void> {
  const at = turn.instant();
  const link = await findLink(turn, linkHash, at);
  if (!link || link.accountId !== turn.accountId) throw linkUsed();
  turn.remove(signInLinks, { tokenHash: linkHash });
  const { ownerEmail } = link;
  const member = ownerEmail === null ? null : await findMember(turn, turn.accountId, ownerEmail);
  if (member && member.joinedAt === null) await changeRole(turn, member, { joinedAt: at });
  beginSession(turn, { ...input, ownerEmail });
}

/** @param session.ownerEmail opens all accounts of this person; null: the turn's account */
export function beginSession(
  turn: Turn,
  { sessionHash, userAgent, ownerEmail }: NewSession & { ownerEmail: string | null },
): void {
  const at = turn.instant();
  turn.insert(consoleSessions, {
    tokenHash: sessionHash,
    accountId: turn.accountId,
    ownerEmail,
    userAgent: userAgent?.slice(0, maxAgentCharacters) ?? null,
    lastUsedAt: null,
    expiresAt: addMs(at, sessionMs),
    createdAt: at,
  });
  for (const statement of deleteExpired(turn.accountId, at)) turn.bulk(statement);
}

export function linkUsed(): Failure {
  return new Failure("code_expired", "This link was used already, or it has expired. Ask for a new one.");
}

export function signOut(turn: Turn, sessionHash: Uint8Array): void {
  turn.remove(consoleSessions, { tokenHash: sessionHash });
}
