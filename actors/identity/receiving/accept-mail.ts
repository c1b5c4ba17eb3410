// Every mail that comes in, from outside or from an address of this service: reports about what we sent are taken out
// here, everything else goes to a receive turn.
import { Failure } from "../../../src/lib/failure.ts";
import type { LogFields } from "../../../src/lib/log.ts";
import type { Report } from "../../../src/mail/report/classify.ts";
import type { Destination, Routing } from "../../../src/routing/resolve.ts";
import { type BlobStore, blobKey } from "../../../src/store/blobs/blobs.ts";
import type { Actors } from "../../runtime/registry.ts";
import { sentPreload } from "../sending/outcomes.ts";
import { type Addressee, receiveMail } from "./prepare-mail.ts";
import type { Received } from "./receive.ts";
import { recordReport } from "./reports.ts";
import type { PreparedMail } from "./store-message.ts";

export interface IncomingDeps {
  actors: Actors;
  blobs: BlobStore;
  routing: Routing;
}

export interface Incoming {
  mail: PreparedMail;
  report: Report | null;
  /** From an address of this service. */
  internal?: boolean;
}

type BounceAddress = Extract<Destination, { kind: "bounce" }>;

/** Who takes a mail that was let in: an address, a webhook, or the message that a bounce is about. */
export type Taker = Addressee | (BounceAddress & { recipient: string });

/** What two recipients of one mail share when they are one. */
export function takerKey(to: Taker): string {
  switch (to.kind) {
    case "identity":
      return to.identityId;
    case "webhook":
      return `${to.webhookId} ${to.recipient.toLowerCase()}`;
    case "bounce":
      return `bounce ${to.messageId}`;
  }
}

/** Resolves after everything is committed. */
export async function takeMail(deps: IncomingDeps, incoming: Incoming, to: Taker): Promise<Received> {
  const { mail, report, internal } = incoming;
  if (to.kind === "bounce") return takeReturned(deps, incoming, to);
  const proven = report && (await tokenOf(deps, report));
  if (proven) await record(deps, { mail, report }, proven);
  return receiveMail(deps, mail, { ...to, internal, report: proven ? null : report });
}

/** What the log says of a mail that was stored. */
export function receivedFields(
  { messageId, threadId, repeated }: Received,
  { destination, recipient }: { destination: Destination | Taker; recipient: string },
): LogFields {
  return {
    message_id: messageId,
    thread_id: threadId === "" ? undefined : threadId,
    identity_id: destination.kind === "identity" ? destination.identityId : undefined,
    to: recipient,
    repeated: repeated || undefined,
  };
}

/** Mail to the envelope sender of a message that we sent. What is no report after all, a vacation notice say, is filed. */
async function takeReturned(
  deps: IncomingDeps,
  { mail, report }: Incoming,
  to: BounceAddress & { recipient: string },
): Promise<Received> {
  const done = { messageId: to.messageId, threadId: "", repeated: false };
  // The message is gone: there is nobody to tell, and a bounce is never bounced.
  if (to.sender === null) return done;
  if (!report) return receiveMail(deps, mail, { kind: "identity", ...to.sender, recipient: to.recipient });
  await record(deps, { mail, report }, to);
  return done;
}

/** A complaint comes to an address of the operator, and has the mail's own envelope sender in what it returns. */
async function tokenOf({ routing }: IncomingDeps, report: Report): Promise<BounceAddress | null> {
  if (report.originalEnvelopeFrom === null) return null;
  const found = await routing.resolve(report.originalEnvelopeFrom);
  return found.kind === "bounce" ? found : null;
}

async function record(
  { actors, blobs }: IncomingDeps,
  { mail, report }: { mail: PreparedMail; report: Report },
  { sender, messageId }: BounceAddress,
): Promise<void> {
  if (sender === null) return;
  const blob = mail.blob ?? blobKey(Buffer.from(mail.sha256).toString("hex"));
  // Also when it is there: its age keeps it from being swept before the commit.
  if (mail.raw !== null) await blobs.put(blob, mail.raw);
  const proven = { report, mail, messageId, blob };
  try {
    await actors
      .identity(sender.accountId, sender.identityId)
      .runWith(sentPreload, proven, (turn, sent) => recordReport(turn, proven, sent));
  } catch (error) {
    // Its sender was deleted.
    if (!(error instanceof Failure && error.code === "not_found")) throw error;
  }
}
