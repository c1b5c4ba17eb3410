// Sending: one way out. A message is composed off the turn; the turn checks, stores it in Sent with its Message-ID and
// queues one outbound row a recipient. DECISIONS Drafts and sending.

import type { Instant } from "../../src/lib/clock.ts";
import { Failure } from "../../src/lib/failure.ts";
import { capabilitiesOf } from "../../src/schema/capabilities.ts";
import type { Sent } from "../../src/schema/messages.ts";
import { toRow } from "../../src/store/rows.ts";
import { outbound, type StoredMailbox, threads } from "../../src/store/tables/index.ts";
import type { ThreadRow } from "../../src/store/threads.ts";
import type { Turn } from "../runtime/turn.ts";
import { growThread, place, startThread, subjectKey } from "./placing.ts";
import { type PreparedMail, storeMessage } from "./storing.ts";

export interface Rejected {
  address: string;
  reason: "send_policy" | "suppressed" | "invalid_address" | "unknown_local_recipient";
}

export interface Outgoing {
  messageId: string;
  /** The thread it answers in; null starts one. */
  threadId: string | null;
  mail: PreparedMail;
  bcc: StoredMailbox[];
  /** Envelope recipients that were not refused before. */
  recipients: string[];
  rejected: Rejected[];
  /** Envelope sender, where bounces return. */
  envelopeFrom: string;
}

/** @throws Failure capability_missing, identity_suspended, domain_unverified, recipient_refused */
export async function send(turn: Turn, outgoing: Outgoing): Promise<Sent> {
  const at = turn.instant();
  const recipients = await admit(turn, outgoing, at);
  const thread = await threadOf(turn, outgoing, at);
  storeMessage(turn, outgoing.mail, { ...sentFields(outgoing), threadId: thread.id, at });
  place(turn, { messageId: outgoing.messageId, role: "sent", seen: true, at });
  return dispatch(turn, outgoing, { threadId: thread.id, at, ...recipients });
}

/** Columns of what was sent. */
export function sentFields({ messageId, envelopeFrom, bcc }: Outgoing) {
  return {
    id: messageId,
    direction: "outbound" as const,
    state: "sent" as const,
    envelopeFrom,
    deliveredTo: null,
    mailBcc: bcc,
  };
}

/**
 * Whom a message may go to.
 * @throws Failure capability_missing, identity_suspended, domain_unverified, recipient_refused
 */
export async function admit(
  turn: Turn,
  outgoing: Outgoing,
  at: Instant,
): Promise<{ accepted: string[]; rejected: Rejected[] }> {
  checkSender(turn, at);
  const { accepted, rejected } = await applyPolicy(turn, outgoing);
  if (accepted.length === 0) {
    const reasons = rejected.map(({ address, reason }) => `${address}: ${reason}`).join(", ");
    throw new Failure("recipient_refused", `Every recipient was refused (${reasons}). Nothing was sent.`);
  }
  return { accepted, rejected };
}

/** Queues a stored message for its recipients and tells. */
export function dispatch(
  turn: Turn,
  outgoing: Outgoing,
  {
    threadId,
    at,
    accepted,
    rejected,
  }: { threadId: string; at: Instant; accepted: string[]; rejected: Rejected[] },
): Sent {
  for (const [ordinal, recipient] of accepted.entries()) queue(turn, { outgoing, recipient, ordinal, at });
  const data = {
    message_id: outgoing.messageId,
    thread_id: threadId,
    identity_id: turn.ref.id,
    to: accepted,
  };
  turn.emit({ type: "message.sent", identityId: turn.ref.id, data });
  return { id: outgoing.messageId, thread_id: threadId, rejected };
}

function checkSender(turn: Turn, at: Instant): void {
  const identity = turn.identity();
  if (!capabilitiesOf(identity.type).send) {
    throw new Failure(
      "capability_missing",
      `An address of type ${identity.type} cannot send. Send from another address.`,
    );
  }
  if (identity.status !== "active" || (identity.expiresAt !== null && identity.expiresAt <= at)) {
    throw new Failure(
      "identity_suspended",
      "This address is not active, so it cannot send. Set its status to active first.",
    );
  }
  if (!turn.account.verifiedDomains.has(identity.domainId)) {
    throw new Failure(
      "domain_unverified",
      `${identity.domain} is not verified yet. Publish its ownership record and verify it first.`,
    );
  }
}

/** SPEC Address: send_policy. */
async function applyPolicy(
  turn: Turn,
  outgoing: Outgoing,
): Promise<{ accepted: string[]; rejected: Rejected[] }> {
  const { recipients, rejected } = outgoing;
  if (turn.identity().sendPolicy === "open") return { accepted: recipients, rejected };
  const rows = await turn.rows<{ from_email: string }>(
    `select distinct lower(from_email) as from_email from messages
     where account_id = $1::uuid and identity_id = $2::uuid and direction = 'inbound' and lower(from_email) = any($3::text[])`,
    [turn.accountId, turn.ref.id, recipients.map((recipient) => recipient.toLowerCase())],
  );
  const writers = new Set(rows.map((row) => row.from_email));
  const accepted = recipients.filter((recipient) => writers.has(recipient.toLowerCase()));
  const refused = recipients.filter((recipient) => !accepted.includes(recipient));
  return {
    accepted,
    rejected: [...rejected, ...refused.map((address) => ({ address, reason: "send_policy" as const }))],
  };
}

async function threadOf(
  turn: Turn,
  { threadId, mail, recipients }: Outgoing,
  at: Instant,
): Promise<ThreadRow> {
  if (threadId !== null) {
    const [row] = await turn.rows<Record<string, unknown>>(
      "select * from threads where account_id = $1::uuid and id = $2::uuid and identity_id = $3::uuid",
      [turn.accountId, threadId, turn.ref.id],
    );
    if (row) {
      const thread = toRow<ThreadRow>(threads, row);
      growThread(turn, thread, { at, reopen: false });
      return thread;
    }
  }
  const { subject } = mail.parsed;
  const key = capabilitiesOf(turn.identity().type).inbox ? subjectKey(subject, recipients[0] ?? "") : null;
  return startThread(turn, { id: turn.newId(), subject, subjectKey: key, at });
}

function queue(
  turn: Turn,
  {
    outgoing,
    recipient,
    ordinal,
    at,
  }: { outgoing: Outgoing; recipient: string; ordinal: number; at: Instant },
): void {
  turn.insert(outbound, {
    accountId: turn.accountId,
    id: turn.newId(),
    identityId: turn.ref.id,
    messageId: outgoing.messageId,
    ordinal,
    recipient,
    envelopeFrom: outgoing.envelopeFrom,
    status: "queued",
    attempts: 0,
    response: null,
    nextAttemptAt: at,
    createdAt: at,
    updatedAt: at,
  });
  turn.poke("outbound");
}
