// Received mails that may bring reports about a domain: those to postmaster@, which the domains' records
// name. The turn that stores them queues them, and a worker reads them. RFC 8460 3, RFC 9989 4.7 (rua)
import { reportMails } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";
import type { PreparedMail } from "../message/store-message.ts";

const fileTypes =
  /^(?:application\/(?:zip|x-zip(?:-compressed)?|gzip|x-gzip|tlsrpt\+(?:gzip|json)|json|octet-stream|xml)|text\/xml)$/i;

/** Queues a mail that may bring a report. @param recipient of the envelope */
export function queuePolicyReport(
  turn: Turn,
  mail: PreparedMail,
  { messageId, recipient }: { messageId: string; recipient: string },
): void {
  const { attachments } = mail.parsed;
  if (attachments.length === 0 || !/^postmaster[+@]/i.test(recipient)) return;
  if (!attachments.some(({ contentType }) => fileTypes.test(contentType))) return;
  const domain = recipient.slice(recipient.lastIndexOf("@") + 1).toLowerCase();
  turn.insert(reportMails, { accountId: turn.accountId, messageId, domain, attempts: 0, dueAt: turn.now() });
}
