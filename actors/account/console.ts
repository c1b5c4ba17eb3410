// Turns of the console: one-time links become sessions, once. Only hashes of their tokens are stored. DECISIONS Agent
// signup and console.
import { addMs } from "../../src/lib/clock.ts";
import { Failure } from "../../src/lib/failure.ts";
import { randomBase62, sha256 } from "../../src/lib/secrets.ts";
import { deleteExpired, findLink, type SessionRow } from "../../src/store/accounts/console.ts";
import { consoleSessions, signInLinks } from "../../src/store/tables/index.ts";
import type { Actors } from "../runtime/registry.ts";
import type { Turn } from "../runtime/turn.ts";

export const sessionMs = 7 * 24 * 3_600_000;
/** A link that was mailed, or made by the operator. */
export const shortLinkMs = 15 * 60_000;

/**
 * Makes a one-time link's token.
 * @param ownerEmail opens all accounts of this owner; null: the one account
 */
export async function createLink(
  actors: Actors,
  { accountId, ownerEmail }: { accountId: string; ownerEmail: string | null },
): Promise<string> {
  const token = randomBase62(43);
  const tokenHash = sha256(token);
  await actors.account(accountId).run(
    (turn) => {
      const createdAt = turn.instant();
      const expiresAt = addMs(createdAt, shortLinkMs);
      turn.insert(signInLinks, { tokenHash, accountId, ownerEmail, expiresAt, createdAt });
    },
    { quiet: true },
  );
  return token;
}

/** Uses a link up and begins a session. @throws Failure code_expired */
export async function signIn(
  turn: Turn,
  { linkHash, sessionHash }: { linkHash: Uint8Array; sessionHash: Uint8Array },
): Promise<SessionRow> {
  const at = turn.instant();
  const link = await findLink(turn, linkHash, at);
  if (!link || link.accountId !== turn.accountId) throw linkUsed();
  turn.remove(signInLinks, { tokenHash: linkHash });
  const session: SessionRow = {
    tokenHash: sessionHash,
    accountId: link.accountId,
    ownerEmail: link.ownerEmail,
    expiresAt: addMs(at, sessionMs),
    createdAt: at,
  };
  turn.insert(consoleSessions, session);
  for (const statement of deleteExpired(turn.accountId, at)) turn.bulk(statement);
  return session;
}

export function linkUsed(): Failure {
  return new Failure("code_expired", "This link was used already, or it has expired. Ask for a new one.");
}

export function signOut(turn: Turn, sessionHash: Uint8Array): void {
  turn.remove(consoleSessions, { tokenHash: sessionHash });
}
