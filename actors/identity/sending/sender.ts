// The sender that a letter names: an address that the key reaches, a subaddress of it (`bot+tag@`), or the address of a routing
// rule with `send_as`, each kept as it was written. DECISIONS Drafts and sending
import type { Clock } from "../../../src/lib/clock.ts";
import { notFound } from "../../../src/lib/failure.ts";
import { parseAddress, withoutTag } from "../../../src/mail/address.ts";
import { findEmail } from "../../../src/store/addresses/addresses.ts";
import { getIdentity, type IdentityRow } from "../../../src/store/addresses/identities.ts";
import type { Senders } from "../../../src/store/addresses/senders.ts";
import type { Database } from "../../../src/store/database/database.ts";
import { isServedDomain } from "../../../src/store/domains/domains.ts";
import type { MessageRow } from "../../../src/store/message/messages.ts";
import type { Scope } from "../../../src/store/scope.ts";
import { isWithin, leadsAway, ledBy, sendsAs } from "../gate/authors.ts";

interface SenderDeps {
  database: Database;
  senders: Senders;
  clock: Clock;
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
  { database, senders, clock }: SenderDeps,
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
  const led = address && (await ledBy(database, email));
  if (owner && led && !leadsAway(led, owner.id)) return { identity: owner, email };
  const receiver = led?.identityId && led.accountId === scope.accountId ? led.identityId : null;
  const writer = receiver && (await getIdentity(database, scope, receiver));
  if (writer && (await sendsAs(database, writer, { email, atMs: clock.now() })))
    return { identity: writer, email };
  throw notFound(
    'Field "from" names no address that this key can write from. GET /api/v1/identities lists those that it can, and GET /api/v1/routing-rules those with "send_as".',
  );
}

/**
 * The sender of a stored letter of an address as it was written, where that is the address, a subaddress of it, or another
 * name of this service, which is judged when it is sent; what a mail program wrote of elsewhere is the address.
 */
export async function writtenSender(
  { database }: Pick<SenderDeps, "database">,
  { localPart, domain }: IdentityRow,
  written: string | undefined,
): Promise<string> {
  const own = `${localPart}@${domain}`;
  const email = written?.toLowerCase() ?? own;
  if (isWithin(email, own)) return email;
  const address = parseAddress(email);
  if (!address || (await findEmail(database, email))?.identityId) return own;
  return (await isServedDomain(database, address.domain)) ? email : own;
}

/** The sender of an answer: the address that the mail was written to, where that is one to write from; else the identity's. */
export async function answeringSender(
  { database, clock }: Pick<SenderDeps, "database" | "clock">,
  identity: IdentityRow,
  { direction, fromEmail, deliveredTo }: Pick<MessageRow, "direction" | "fromEmail" | "deliveredTo">,
): Promise<string> {
  const own = `${identity.localPart}@${identity.domain}`;
  const email = ((direction === "outbound" ? fromEmail : deliveredTo) ?? own).toLowerCase();
  if (isWithin(email, own)) return own;
  const asked = { email, atMs: clock.now() };
  return (await sendsAs(database, identity, asked)) ? email : own;
}
