// The sender that a letter names: an address that the key reaches, or a subaddress of it (`bot+tag@`), which is kept as it was
// written. DECISIONS Drafts and sending
import { notFound } from "../../../src/lib/failure.ts";
import { parseAddress, withoutTag } from "../../../src/mail/address.ts";
import { findRecipients, matchRank } from "../../../src/store/addresses/destinations.ts";
import type { IdentityRow } from "../../../src/store/addresses/identities.ts";
import type { Senders } from "../../../src/store/addresses/senders.ts";
import type { Database } from "../../../src/store/database/database.ts";
import type { Scope } from "../../../src/store/scope.ts";

interface SenderDeps {
  database: Database;
  senders: Senders;
}

export interface WrittenSender {
  identity: IdentityRow;
  /** As the mail shows it, in lower case. */
  email: string;
}

/**
 * @param isChecked the turn finds out when another process has changed the sender
 * @throws Failure not_found
 */
export async function senderOf(
  { database, senders }: SenderDeps,
  scope: Scope,
  from: string,
  isChecked = false,
): Promise<WrittenSender> {
  const address = parseAddress(from.toLowerCase());
  const email = address === null ? "" : `${address.localPart}@${address.domain}`;
  const identity = address && (await senders.find(scope, address, isChecked));
  if (identity) return { identity, email };
  const bare = withoutTag(email);
  const base = isWithin(email, bare) ? parseAddress(bare) : null;
  const owner = base && (await senders.find(scope, base, isChecked));
  if (!owner || (await leadsElsewhere(database, email, owner.id)))
    throw notFound(
      'Field "from" names no address that this key can write from. GET /api/v1/identities lists those that it can.',
    );
  return { identity: owner, email };
}

/** Whether a routing rule takes the mail of a subaddress to somebody else: its answers would go there. */
export async function leadsElsewhere(
  database: Database,
  email: string,
  identityId: string,
): Promise<boolean> {
  const address = parseAddress(email);
  if (!address) return true;
  const { localPart: local, domain } = address;
  const bare = parseAddress(withoutTag(email))?.localPart ?? local;
  const [found] = await findRecipients(database, [{ domain, local, bare }]);
  return found?.rank === matchRank.rule && found.identityId !== identityId;
}

/** The sender of a stored letter of an address: as it was written, where that is the address or a subaddress of it. */
export function writtenSender({ localPart, domain }: IdentityRow, written: string | undefined): string {
  const own = `${localPart}@${domain}`;
  const email = written?.toLowerCase() ?? own;
  return isWithin(email, own) ? email : own;
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
