// The send turn: checks a prepared message, stores it in Sent with its Message-ID and queues one outbound row a recipient.
// REST, drafts, submission and calendar mails all send by it, and here alone it is decided whether a mail waits for a person.
// DECISIONS Drafts and sending; Protection and reviews.

import type { Instant } from "../../../src/lib/clock.ts";
import { Failure } from "../../../src/lib/failure.ts";
import type { DsnRequest } from "../../../src/mail/report/dsn-request.ts";
import { capabilitiesOf } from "../../../src/schema/capabilities.ts";
import type { Sent } from "../../../src/schema/messages.ts";
import type { IdentityRow } from "../../../src/store/accounts/identities.ts";
import type { ThreadRow } from "../../../src/store/mail/threads.ts";
import { addUnsubscribeLink } from "../../../src/store/sending/unsubscribes.ts";
import { Flag, outbound, threads } from "../../../src/store/tables/index.ts";
import { protectionOf } from "../../account/protection.ts";
import { type PreloadedWork, preloaded } from "../../runtime/registry.ts";
import type { Turn } from "../../runtime/turn.ts";
import { folderOfRole } from "../mailbox/folders.ts";
import { place } from "../mailbox/placements.ts";
import { checkStorage } from "../mailbox/storage-limit.ts";
import { growThread, startThread } from "../mailbox/threads.ts";
import { storeMessage } from "../receiving/store-message.ts";
import { note } from "../reviews/audit.ts";
import { holdSend } from "../reviews/hold.ts";
import { judgeSend } from "../reviews/judge.ts";
import { removeCopy } from "./filed-copies.ts";
import type { Outgoing, Rejected, Submitted } from "./outgoing.ts";
import { applyPolicy } from "./policy.ts";
import { checkLoop, countDaily } from "./send-limits.ts";
import { type SendLoaded, sendPreload } from "./send-loading.ts";

/** The mail is to be composed again: its sender is not who it was. */
export class SenderChanged extends Error {}

/**
 * The send turn with its preload.
 * @param composedFor the sender as the mail was composed for it, where another process may have changed it since: SenderChanged
 */
export function sending(outgoing: Outgoing, composedFor?: IdentityRow): PreloadedWork<Sent> {
  return preloaded(sendPreload, outgoing, (turn, loaded) => {
    const { displayName, mode } = turn.identity();
    if (composedFor && (composedFor.displayName !== displayName || composedFor.mode !== mode))
      throw new SenderChanged();
    return send(turn, outgoing, loaded);
  });
}

/** @throws Failure as `admit` */
export async function send(turn: Turn, outgoing: Outgoing, loaded: SendLoaded): Promise<Sent> {
  const at = turn.instant();
  const { reasons, ...recipients } = await admit(turn, outgoing, { loaded, at });
  if (reasons) return holdSend(turn, outgoing, { at, thread: loaded.thread, reasons, ...recipients });
  if (!capabilitiesOf(turn.identity().type).inbox) return sendSpooled(turn, outgoing, { at, ...recipients });
  const sent = folderOfRole(turn, "sent");
  const before = await removeCopy(turn, outgoing, { loaded: loaded.copy, sent, at });
  const threadId = joinAnswered(turn, outgoing, { thread: before?.thread ?? loaded.thread, at });
  storeMessage(turn, outgoing.mail, { ...sentFields(outgoing), threadId, at });
  const { flags, keywords } = before ?? { flags: Flag.seen, keywords: [] };
  if (sent) place(turn, sent, [{ messageId: outgoing.messageId, flags, keywords, internalDate: at }]);
  return dispatch(turn, outgoing, { threadId, at, ...recipients });
}

/** Sends from an address without inbox: the message is in no thread and no list, and is kept until it is delivered. */
function sendSpooled(
  turn: Turn,
  outgoing: Outgoing,
  { at, ...recipients }: { at: Instant; accepted: string[]; rejected: Rejected[] },
): Sent {
  const threadId = turn.newId();
  const more = { withheld: outgoing.service === true };
  storeMessage(turn, outgoing.mail, { ...sentFields(outgoing), state: "spooled", threadId, at, more });
  return dispatch(turn, outgoing, { threadId, at, ...recipients });
}

/** Columns of a sent message. */
export function sentFields({ messageId, envelopeFrom, submitted, bcc }: Outgoing) {
  return {
    id: messageId,
    direction: "outbound" as const,
    state: "sent" as const,
    envelopeFrom: submitted?.nullSender ? "" : envelopeFrom,
    deliveredTo: null,
    mailBcc: bcc,
  };
}

/** Every recipient of a mail was refused. */
export class AllRefused extends Failure {
  constructor(readonly rejected: readonly Rejected[]) {
    const reasons = rejected.map(({ address, reason }) => `${address}: ${reason}`).join(", ");
    super("recipient_refused", `Every recipient was refused (${reasons}). Nothing was sent.`);
  }
}

/** What the checks of a send need of it. */
export type Admissible = Pick<
  Outgoing,
  "recipients" | "rejected" | "answersProgram" | "threadId" | "service" | "submitted" | "unsubscribe"
>;

export interface Admitted {
  accepted: string[];
  rejected: Rejected[];
  /** Why the mail has to wait for a person; null: it may leave. */
  reasons: string[] | null;
}

/**
 * Checks the sender, the storage limit, the send policy, the address's protection and the limits of sending.
 * @param given.approved a person has decided that the mail may leave
 * @throws Failure capability_missing, identity_suspended, domain_unverified, forbidden (storage limit), recipient_refused,
 *   send_policy_violation, rate_limited, daily_limit
 */
export async function admit(
  turn: Turn,
  outgoing: Admissible,
  given: { loaded: Pick<SendLoaded, "refusals" | "thread" | "recent">; at: Instant; approved?: boolean },
): Promise<Admitted> {
  const { loaded, at, approved = false } = given;
  checkSender(turn, at);
  await checkStorage(turn);
  const policy = applyPolicy(outgoing, loaded.refusals);
  const { thread } = loaded;
  const judged = await judgeSend(turn, outgoing, { accepted: policy.accepted, thread, at, approved });
  const accepted = judged?.accepted ?? policy.accepted;
  const rejected = [...policy.rejected, ...(judged?.rejected ?? [])];
  if (accepted.length === 0) throw new AllRefused(rejected);
  checkLoop(turn, outgoing, { recent: loaded.recent, at });
  // What waits keeps the link that stands in it.
  if (outgoing.unsubscribe) turn.bulk(addUnsubscribeLink(turn.owner, outgoing.unsubscribe, at));
  // What waits is counted when it leaves.
  if (judged?.reasons) return { accepted, rejected, reasons: judged.reasons };
  await countDaily(turn, { recipients: accepted.length, at });
  return { accepted, rejected, reasons: null };
}

/** What a stored message needs to leave. */
export type Departing = Pick<
  Outgoing,
  "messageId" | "lanes" | "envelopeFrom" | "submitted" | "service" | "calendarUid"
> & {
  mail: Pick<Outgoing["mail"], "sha256">;
};

/** Queues a stored message for its recipients and emits `message.sent`. */
export function dispatch(
  turn: Turn,
  outgoing: Departing,
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
  if (protectionOf(turn) && !outgoing.service) {
    const { messageId, mail } = outgoing;
    note(turn, { action: "sent", threadId, messageId, rawSha256: mail.sha256, detail: { to: accepted } });
  }
  return { id: outgoing.messageId, thread_id: threadId, rejected };
}

/** @throws Failure capability_missing, identity_suspended, domain_unverified */
export function checkSender(turn: Turn, at: Instant): void {
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

/** Adds the message to the thread that it answers in, or to a new one. @returns the thread's id */
function joinAnswered(
  turn: Turn,
  { mail, recipients }: Outgoing,
  { thread: answered, at }: { thread: ThreadRow | null; at: Instant },
): string {
  const thread = answered && turn.latest(threads, answered);
  const { subject } = mail.parsed;
  if (!thread) return startThread(turn, { subject, counterpart: recipients[0] ?? "", at });
  growThread(turn, thread, { at, reopen: false });
  return thread.id;
}

function queue(
  turn: Turn,
  {
    outgoing,
    recipient,
    ordinal,
    at,
  }: { outgoing: Departing; recipient: string; ordinal: number; at: Instant },
): void {
  const dsn = outgoing.submitted?.dsn.get(recipient) ?? null;
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
    nextAttemptAt: turn.now(),
    heldBy: null,
    // Codes and links to people do not wait for a ramp.
    rampDay: outgoing.service ? at.slice(0, 10) : null,
    lane: outgoing.lanes.get(recipient)!,
    report: reportOf(outgoing.submitted, dsn),
    dsn,
    nullSender: outgoing.submitted?.nullSender ?? false,
    calendarUid: outgoing.calendarUid ?? null,
    createdAt: at,
    updatedAt: at,
  });
  turn.poke("outbound");
}

/** The first report state. RFC 3461 4.1: NOTIFY=NEVER; RFC 5321 4.5.5: the null sender gets no report. */
function reportOf(submitted: Submitted | null, dsn: DsnRequest | null): "wanted" | null {
  if (!submitted || submitted.nullSender) return null;
  return dsn?.notify?.includes("NEVER") ? null : "wanted";
}
