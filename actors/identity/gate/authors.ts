// The addresses that an identity may write from: its own, subaddresses of it (`bot+tag@`), and those of routing rules with
// `send_as` that lead to it. DECISIONS Drafts and sending
import { parseAddress, withoutTag } from "../../../src/mail/address.ts";
import { keyMay } from "../../../src/store/access/makers.ts";
import { findEmail } from "../../../src/store/addresses/addresses.ts";
import { type FoundRecipient, findRecipients, matchRank } from "../../../src/store/addresses/destinations.ts";
import type { IdentityRow } from "../../../src/store/addresses/identities.ts";
import { ruleWithMaker } from "../../../src/store/addresses/routing-rules.ts";
import type { Executor } from "../../../src/store/database/database.ts";

/** Where mail to exactly this address goes; null: it is none. */
export async function ledBy(database: Executor, email: string): Promise<FoundRecipient | null> {
  const address = parseAddress(email);
  if (!address) return null;
  const { localPart: local, domain } = address;
  const bare = parseAddress(withoutTag(email))?.localPart ?? local;
  const [found] = await findRecipients(database, [{ domain, local, bare }]);
  return found ?? null;
}

export function leadsAway({ rank, identityId }: FoundRecipient, ownId: string): boolean {
  return rank === matchRank.rule && identityId !== ownId;
}

type Writer = Pick<IdentityRow, "accountId" | "id">;

/**
 * Whether an identity may write from the address of a routing rule that leads to it: while the rule is active and the
 * maker of that leave goes on. A subaddress of another identity's is that one's, and a name that keeps the protection of
 * a deleted address is nobody's.
 */
export async function sendsAs(
  db: Executor,
  { accountId, id }: Writer,
  { email, atMs }: { email: string; atMs: number },
): Promise<boolean> {
  const found = await ledBy(db, email);
  if (found?.rank !== matchRank.rule || found.identityId !== id || found.ruleId === null) return false;
  for (const name of new Set([email, withoutTag(email)])) {
    const holder = await findEmail(db, name);
    // An address of another account, made on a claim that came to nothing, binds nobody here.
    if (holder?.accountId !== accountId) continue;
    if (holder.ended?.protection || (holder.identityId && holder.identityId !== id)) return false;
  }
  const permitted = await ruleWithMaker(db, accountId, found.ruleId, "send_as_maker");
  if (!permitted?.rule.sendAsMaker) return false;
  const { by } = permitted;
  return by.maker?.kind !== "key" || keyMay(by, { identityId: id, level: "send", at: atMs });
}

/** Whether an identity may write from an address now. @param email in lower case */
export async function mayWriteFrom(
  db: Executor,
  identity: Pick<IdentityRow, "accountId" | "id" | "localPart" | "domain">,
  asked: { email: string; atMs: number },
): Promise<boolean> {
  const { localPart, domain, id } = identity;
  const { email } = asked;
  const own = `${localPart}@${domain}`;
  if (email === own) return true;
  if (!isWithin(email, own)) return sendsAs(db, identity, asked);
  const found = await ledBy(db, email);
  return found !== null && !leadsAway(found, id);
}

/** Tags that every reader shows as they are: no quotes, spaces or signs of another address. */
const plainTag = /^[\w.+=-]{1,63}$/;

/** Whether an address is another one, or a plain subaddress of it. @param email in lower case */
export function isWithin(email: string, own: string): boolean {
  if (email === own) return true;
  const at = own.lastIndexOf("@");
  const [begin, end] = [`${own.slice(0, at)}+`, own.slice(at)];
  if (!email.startsWith(begin) || !email.endsWith(end) || parseAddress(email) === null) return false;
  return plainTag.test(email.slice(begin.length, -end.length));
}
