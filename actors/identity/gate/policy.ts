// Recipients that an identity may write to: by the account's suppressions, unsubscribes and the identity's
// send policy. SPEC Address: send_policy;
// DECISIONS Addresses; Drafts and sending.
import { canonicalAddress } from "../../../src/mail/address.ts";
import type { Executor } from "../../../src/store/database/database.ts";
import {
  type AskedRecipient,
  expectNoneRefused,
  type RefusalReason,
  refusedRecipients,
} from "../../../src/store/sending/send-policy.ts";
import type { ActorRef } from "../../runtime/actor.ts";
import type { Rejected } from "../message/outgoing.ts";

/** Refused recipients by canonical address; any other recipient may be written to. */
export type Refusals = ReadonlyMap<string, RefusalReason>;

interface Asked {
  ref: ActorRef;
  recipients: readonly string[];
  /** The mail has List-Unsubscribe. */
  isList: boolean | undefined;
}

/** One result an item, in order; asked in one statement. */
export async function loadRefusals(
  db: Executor,
  items: readonly Asked[],
): Promise<Map<string, RefusalReason>[]> {
  const found = items.map(() => new Map<string, RefusalReason>());
  for (const { n, email, reason } of await refusedRecipients(db, askedOf(items)))
    found[n]!.set(email, reason);
  return found;
}

/** @throws SqlError where a recipient is refused; the transaction fails with it */
export function expectNoRefusals(db: Executor, items: readonly Asked[]): Promise<void> {
  return expectNoneRefused(db, askedOf(items));
}

function askedOf(items: readonly Asked[]): AskedRecipient[] {
  return items.flatMap(({ ref, recipients, isList = false }, n) =>
    [...new Set(recipients.map(canonical))].map((email) => ({
      n,
      accountId: ref.accountId,
      identityId: ref.id,
      email,
      isList,
    })),
  );
}

/** Divides recipients into accepted ones, in their order, and refused ones with their reasons. */
export function applyPolicy(
  { recipients, rejected }: { recipients: readonly string[]; rejected: readonly Rejected[] },
  refusals: Refusals,
): { accepted: string[]; rejected: Rejected[] } {
  const checked = recipients.map((address) => ({ address, reason: refusals.get(canonical(address)) }));
  return {
    accepted: checked.flatMap(({ address, reason }) => (reason === undefined ? [address] : [])),
    rejected: [
      ...rejected,
      ...checked.flatMap(({ address, reason }) => (reason === undefined ? [] : [{ address, reason }])),
    ],
  };
}

function canonical(address: string): string {
  return canonicalAddress(address) ?? address.toLowerCase();
}
