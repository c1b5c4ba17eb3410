// Where every prepared mail goes, from outside or from an address of this service: a report that proves which of our
// messages it is about goes to that message, any other mail to one receive turn a recipient: of the identity, or of the
// account where a routing rule names a webhook.
import { Failure } from "../../../src/lib/failure.ts";
import type { LogFields } from "../../../src/lib/log.ts";
import type { Report } from "../../../src/mail/report/classify.ts";
import type { Destination, Routing } from "../../../src/routing/resolve.ts";
import { type BlobStore, blobKey } from "../../../src/store/blobs/blobs.ts";
import { receiveRouted } from "../../account/addresses/routed-mail.ts";
import type { Actors } from "../../runtime/registry.ts";
import { receivePreload } from "../mailbox/threading.ts";
import type { PreparedMail } from "../message/store-message.ts";
import { sentPreload } from "../sending/outcomes.ts";
import { useUnsubscribeLink } from "../sending/unsubscribes.ts";
import { type Received, type ReceiveInput, receive } from "./receive.ts";
import { recordReport } from "./reports.ts";

export interface AcceptDeps {
  actors: Actors;
  blobs: BlobStore;
  routing: Routing;
}

export interface AcceptInput {
  mail: PreparedMail;
  report: Report | null;
  /** The sender is an address of this service. */
  internal?: boolean;
  /** For such a mail: true if its author is an address of the account that sent it. */
  ownAuthor?: boolean;
}

type BounceAddress = Extract<Destination, { kind: "bounce" }>;
type UnsubscribeAddress = Extract<Destination, { kind: "unsubscribe" }>;

/** An envelope recipient for whom a mail can be stored. */
export type ReceivingRecipient = Extract<Destination, { kind: "identity" | "webhook" }> & {
  /** The address as the sender gave it. */
  recipient: string;
};

/** An envelope recipient that accepts mail: an identity, a webhook, or the message whose bounces it takes. */
export type AcceptingRecipient =
  | ReceivingRecipient
  | ((BounceAddress | UnsubscribeAddress) & { recipient: string });

/** Equal for two recipients of one mail that are the same identity, webhook address or message. */
export function recipientKey(to: AcceptingRecipient): string {
  switch (to.kind) {
    case "identity":
      // Each rule forwards, though the address stores one copy.
      return `${to.identityId} ${to.forwardRuleId ?? ""}`;
    case "webhook":
      return `${to.webhookId} ${to.recipient.toLowerCase()}`;
    case "bounce":
      return `bounce ${to.messageId}`;
    case "unsubscribe":
      return `unsubscribe ${to.link?.id}`;
  }
}

/** Stores a mail for one recipient; resolves after the commit. @throws as `receiveMail` */
export async function acceptMail(
  deps: AcceptDeps,
  input: AcceptInput,
  to: AcceptingRecipient,
): Promise<Received> {
  const { mail, report, internal, ownAuthor } = input;
  if (to.kind === "bounce") return acceptReturned(deps, input, to);
  if (to.kind === "unsubscribe") return acceptUnsubscribe(deps, mail, to);
  const proven = report && (await tokenOf(deps, report));
  if (proven) await record(deps, { mail, report }, proven);
  return receiveMail(deps, mail, { ...to, internal, ownAuthor, report: proven ? null : report });
}

/**
 * Runs one receive turn; resolves after its commit.
 * @param to.report what an unproven report says about a message of ours
 * @throws Failure identity_suspended; not_found or unavailable where a routing rule or its webhook is gone
 */
export function receiveMail(
  { actors }: Pick<AcceptDeps, "actors">,
  mail: PreparedMail,
  to: ReceivingRecipient & { report?: Report | null; internal?: boolean; ownAuthor?: boolean },
): Promise<Received> {
  const input: ReceiveInput = {
    mail,
    recipient: to.recipient,
    report: to.report ?? null,
    calendar: mail.invitation && mail.calendar,
    internal: to.internal ?? false,
    ownAuthor: to.ownAuthor ?? false,
    forwardRuleId: to.kind === "identity" ? to.forwardRuleId : undefined,
  };
  if (to.kind === "webhook") {
    return actors.account(to.accountId).run((turn) => receiveRouted(turn, input, to));
  }
  return actors
    .identity(to.accountId, to.identityId)
    .runWith(receivePreload, input, (turn, loaded) => receive(turn, input, loaded));
}

/** Log fields of a stored mail. */
export function receivedFields(
  { messageId, threadId, repeated }: Received,
  { destination, recipient }: { destination: Destination | AcceptingRecipient; recipient: string },
): LogFields {
  return {
    message_id: messageId,
    thread_id: threadId === "" ? undefined : threadId,
    identity_id: destination.kind === "identity" ? destination.identityId : undefined,
    to: recipient,
    repeated: repeated || undefined,
  };
}

/** Accepts mail to the envelope sender of a sent message: a report is recorded, any other mail (a vacation notice) is filed. */
async function acceptReturned(
  deps: AcceptDeps,
  { mail, report }: AcceptInput,
  to: BounceAddress & { recipient: string },
): Promise<Received> {
  const done = { messageId: to.messageId, threadId: "", repeated: false };
  // The message is gone, and a bounce is never bounced. RFC 5321 4.5.5
  if (to.sender === null) return done;
  if (!report) return receiveMail(deps, mail, { kind: "identity", ...to.sender, recipient: to.recipient });
  await record(deps, { mail, report }, to);
  return done;
}

/** Takes the recipient off, whatever the mail says; a bounce says nothing. The mail is kept nowhere. RFC 2369 3.2 */
async function acceptUnsubscribe(
  { actors }: AcceptDeps,
  { envelopeFrom }: PreparedMail,
  { link }: UnsubscribeAddress,
): Promise<Received> {
  if (link && envelopeFrom !== "") await useUnsubscribeLink(actors, link, "mail");
  return { messageId: link?.id ?? "", threadId: "", repeated: false };
}

/** The message that a complaint proves: it comes to an operator's address and returns the mail with our envelope sender. */
async function tokenOf({ routing }: AcceptDeps, report: Report): Promise<BounceAddress | null> {
  if (report.originalEnvelopeFrom === null) return null;
  const found = await routing.resolve(report.originalEnvelopeFrom);
  return found.kind === "bounce" ? found : null;
}

async function record(
  { actors, blobs }: AcceptDeps,
  { mail, report }: { mail: PreparedMail; report: Report },
  { sender, messageId }: BounceAddress,
): Promise<void> {
  if (sender === null) return;
  const blob = mail.blob ?? blobKey(Buffer.from(mail.sha256).toString("hex"));
  // Written again where it exists, since a young blob is not swept before the commit.
  if (mail.raw !== null) await blobs.put(blob, mail.raw);
  const proven = { report, mail, messageId, blob };
  try {
    await actors
      .identity(sender.accountId, sender.identityId)
      .runWith(sentPreload, proven, (turn, sent) => recordReport(turn, proven, sent));
  } catch (error) {
    // The sender's identity was deleted.
    if (!(error instanceof Failure && error.code === "not_found")) throw error;
  }
}
