// Turns over people's passkeys. Each answer to a challenge is taken once. DECISIONS Agent signup and console.
import type { Instant } from "../../../src/lib/clock.ts";
import { Failure, notFound } from "../../../src/lib/failure.ts";
import {
  challengeIsUsed,
  findPasskey,
  forgetChallenges,
  maxPasskeys,
  type PasskeyRow,
  passkeysOf,
} from "../../../src/store/access/passkeys.ts";
import { passkeys, usedChallenges } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";
import { beginSession, type NewSession } from "./console.ts";

/** A challenge that the person's authenticator has signed. */
export interface AnsweredChallenge {
  challengeHash: Uint8Array;
  expiresAt: Instant;
}

export type NewPasskey = Omit<PasskeyRow, "accountId" | "lastUsedAt" | "createdAt">;

/** @throws Failure conflict for a passkey that is known, or one too many; code_expired for a challenge that was used */
export async function addPasskey(turn: Turn, challenge: AnsweredChallenge, input: NewPasskey): Promise<void> {
  await useChallenge(turn, challenge);
  if (await findPasskey(turn, input.credentialId))
    throw new Failure("conflict", "This passkey is registered already.");
  const known = await passkeysOf(turn, { accountId: turn.accountId, ownerEmail: input.ownerEmail });
  if (known.length >= maxPasskeys)
    throw new Failure("conflict", `A person has at most ${maxPasskeys} passkeys. Remove one first.`);
  turn.insert(passkeys, {
    accountId: turn.accountId,
    ...input,
    lastUsedAt: null,
    createdAt: turn.instant(),
  });
}

/**
 * Begins a session of the passkey's person.
 * @param use.counter as the authenticator counts; one that does not rise is a copy. WebAuthn 3, 6.1.1
 * @throws Failure code_expired for a challenge that was used, forbidden for a copy, not_found for one that was removed
 */
export async function signInByPasskey(
  turn: Turn,
  challenge: AnsweredChallenge,
  use: { credentialId: Uint8Array; counter: number; backedUp: boolean; session: NewSession },
): Promise<void> {
  await useChallenge(turn, challenge);
  const row = await findPasskey(turn, use.credentialId);
  if (!row || row.accountId !== turn.accountId) throw notFound();
  if ((row.counter > 0 || use.counter > 0) && use.counter <= row.counter)
    throw new Failure("forbidden", "This passkey was used by a copy of it.");
  const { accountId, id, ownerEmail } = row;
  const change = { counter: use.counter, backedUp: use.backedUp, lastUsedAt: turn.instant() };
  turn.update(passkeys, { accountId, id, ...change }, row);
  beginSession(turn, { ...use.session, ownerEmail });
}

async function useChallenge(turn: Turn, { challengeHash, expiresAt }: AnsweredChallenge): Promise<void> {
  const at = turn.instant();
  if (expiresAt <= at || (await challengeIsUsed(turn, challengeHash)))
    throw new Failure("code_expired", "This answer was used already, or it came too late. Try again.");
  turn.insert(usedChallenges, { challengeHash, accountId: turn.accountId, expiresAt });
  turn.bulk(forgetChallenges(turn.accountId, at));
}

export function renamePasskey(turn: Turn, row: PasskeyRow, name: string): void {
  turn.update(passkeys, { accountId: turn.accountId, id: row.id, name }, row);
}

export function removePasskey(turn: Turn, { id }: PasskeyRow): void {
  turn.remove(passkeys, { accountId: turn.accountId, id });
}
