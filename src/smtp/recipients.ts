// Recipients of a mail from outside: RCPT asks routing. RFC 5321 4.1.1.3
import type { AcceptingRecipient } from "../../actors/identity/receiving/accept-mail.ts";
import { messageOf } from "../lib/failure.ts";
import type { Log } from "../lib/log.ts";
import type { Destination, Routing } from "../routing/resolve.ts";
import { SmtpReply } from "./replies.ts";

/** DECISIONS Drafts and sending: inbound SMTP. */
const maxRecipients = 100;
const maxRefusals = 20;

/** The recipients of one mail. */
export interface Recipients {
  addressees: AcceptingRecipient[];
  /** Recipients of this connection that were refused because they are unknown. */
  refusals: number;
}

interface Deps {
  routing: Routing;
  log: Log;
}

/** @throws SmtpReply the refusal of this recipient */
export async function acceptRecipient(deps: Deps, transaction: Recipients, recipient: string): Promise<void> {
  if (transaction.addressees.length >= maxRecipients) {
    throw new SmtpReply(452, `4.5.3 At most ${maxRecipients} recipients a message; send the rest in another`);
  }
  if (transaction.refusals >= maxRefusals) throw new SmtpReply(421, "4.7.0 Too many unknown recipients");
  const destination = await destinationOf(deps, recipient);
  switch (destination.kind) {
    case "identity":
    case "webhook":
    case "bounce":
    case "unsubscribe":
      transaction.addressees.push({ ...destination, recipient });
      return;
    case "paused":
      throw new SmtpReply(450, "4.2.1 What takes this address's mail is switched off, try again later");
    case "full":
      throw new SmtpReply(452, "4.2.2 This mailbox is full, try again later");
    case "suspended":
      throw new SmtpReply(550, "5.2.1 This address does not accept mail now");
    case "unknown":
      transaction.refusals++;
      throw new SmtpReply(550, "5.1.1 No such address here");
    case "foreign":
      transaction.refusals++;
      throw new SmtpReply(550, "5.7.1 This server does not relay");
  }
}

async function destinationOf(deps: Deps, recipient: string): Promise<Destination> {
  try {
    return await deps.routing.resolve(recipient);
  } catch (error) {
    deps.log.error("a recipient could not be looked up", { error: messageOf(error) });
    throw new SmtpReply(451, "4.3.0 The database does not answer, try again later");
  }
}
