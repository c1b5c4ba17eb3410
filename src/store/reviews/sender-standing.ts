// The facts that an address has about the sender of a message that it received. Mail that an IMAP client put in makes nobody
// known, and is answered by nobody.

import { hash52 } from "../../lib/hash.ts";
import { must } from "../../lib/must.ts";
import { canonicalAddress } from "../../mail/address.ts";
import type { Executor } from "../database/database.ts";
import { isImported } from "../message/answered.ts";
import type { MessageRow } from "../message/messages.ts";
import { type Allowance, readProtection, standingsOf } from "./protection.ts";

export interface SenderStanding {
  /** No earlier message of this sender is there. */
  isFirst: boolean;
  /** The message refers to one that the address sent. */
  answersOurs: boolean;
  /**
   * Allowances for receiving from the sender, by lists of the address and its account, or by mail that was
   * let in.
   */
  allowances: Allowance[];
  /** The protection settings, which decide whether these allowances hold. */
  settings: Awaited<ReturnType<typeof readProtection>>;
}

export async function senderStanding(
  db: Executor,
  row: Pick<MessageRow, "accountId" | "identityId" | "fromEmail" | "createdAt" | "referenceIds">,
): Promise<SenderStanding> {
  if (row.identityId === null)
    return { isFirst: true, answersOurs: false, allowances: [], settings: { own: null, byDefault: null } };
  const [found] = await db.rows<{ known: boolean; answers: boolean }>(
    `select
       exists (select from messages m where m.account_id = $1::uuid and m.identity_id = $2::uuid
         and lower(m.from_email) = lower($3::text) and m.created_at < $4::timestamptz and m.direction = 'inbound'
         and (m.delivered_to is not null or ${isImported})) as known,
       exists (select from messages m where m.account_id = $1::uuid and m.identity_id = $2::uuid
         and m.header_hash = any($5::int8[]) and m.header_id = any($6::text[])
         and m.direction = 'outbound' and m.state = 'sent' and (m.envelope_from is not null or ${isImported})) as answers`,
    [
      row.accountId,
      row.identityId,
      row.fromEmail,
      row.createdAt,
      row.referenceIds.map((id) => hash52(id)),
      row.referenceIds,
    ],
  );
  const email = canonicalAddress(row.fromEmail) ?? row.fromEmail.toLowerCase();
  const owner = { accountId: row.accountId, identityId: row.identityId };
  const [standings, settings] = await Promise.all([
    standingsOf(db, owner, { emails: [email], direction: "receive" }),
    readProtection(db, owner),
  ]);
  const standing = must(standings.get(email), "each address that is asked for has a standing");
  const wasWritten = standing.writtenAt !== null && standing.writtenAt < row.createdAt;
  return {
    isFirst: !must(found, "the statement returns one row").known && !wasWritten,
    answersOurs: must(found, "the statement returns one row").answers,
    allowances: [...standing.listed, ...(standing.receiveAllowed ? [standing.receiveAllowed] : [])],
    settings,
  };
}
