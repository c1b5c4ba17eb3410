// Reports of a resident's mail system about a mail that it took: a late bounce (RFC 3464), a complaint (RFC 5965).
import { instantOf } from "../../lib/clock.ts";
import { mailDate } from "../../mail/compose/compose.ts";
import type { Act, World, WorldMail } from "../resident.ts";
import type { ResidentData } from "./resident-data.ts";
import { spanMs, token } from "./spans.ts";
import { crlf, writeLetter } from "./world-letter.ts";

export function reportsOf(data: ResidentData, mail: WorldMail, world: World): Act[] {
  // Reports about reports would loop.
  if (mail.envelopeFrom === "") return [];
  return [...bounceOf(data, mail, world), ...complaintAbout(data, mail, world)];
}

function headOf(mail: WorldMail): string {
  const text = Buffer.from(mail.raw.subarray(0, 32_000)).toString("latin1");
  return crlf(text.split(/\r?\n\r?\n/, 1)[0] ?? "");
}

function bounceOf(data: ResidentData, mail: WorldMail, world: World): Act[] {
  if (data.bounces === undefined) return [];
  const { after, status, text } = data.bounces;
  const [domain, afterMs] = [data.address.split("@")[1] ?? "", spanMs(after)];
  const dateMs = world.nowMs + afterMs;
  const isDelay = status.startsWith("4");
  const raw = writeLetter({
    from: { email: `mailer-daemon@${domain}`, name: "Mail Delivery System" },
    to: [{ email: mail.envelopeFrom }],
    subject: isDelay ? "Delayed Mail (still being retried)" : "Undelivered Mail Returned to Sender",
    messageId: `<${token(world, 24)}@${domain}>`,
    dateMs,
    headers: [["Auto-Submitted", "auto-replied"]],
    text: `This is the mail system at host mx.${domain}.\n\n${isDelay ? "Your message has not yet been delivered, and will be retried." : "I'm sorry to have to inform you that your message could not be delivered."}\n\n<${mail.recipient}>: ${text}\n`,
    report: {
      type: "delivery-status",
      fieldsType: "message/delivery-status",
      fields: [
        `Reporting-MTA: dns; mx.${domain}`,
        `Arrival-Date: ${mailDate(instantOf(world.nowMs))}`,
        "",
        `Final-Recipient: rfc822; ${mail.recipient}`,
        `Action: ${isDelay ? "delayed" : "failed"}`,
        `Status: ${status}`,
        `Diagnostic-Code: smtp; ${isDelay ? 450 : 550} ${status} ${text}`,
      ].join("\n"),
      original: headOf(mail),
    },
  });
  return [{ afterMs, envelopeFrom: "", recipients: [mail.envelopeFrom], raw }];
}

function complaintAbout(data: ResidentData, mail: WorldMail, world: World): Act[] {
  if (data.complains === undefined) return [];
  const [domain, afterMs] = [data.address.split("@")[1] ?? "", spanMs(data.complains.after)];
  const raw = writeLetter({
    from: { email: `feedback@${domain}`, name: "Feedback loop" },
    to: [{ email: mail.envelopeFrom }],
    subject: `FW: ${mail.subject}`,
    messageId: `<${token(world, 24)}@${domain}>`,
    dateMs: world.nowMs + afterMs,
    text: "This is an email abuse report for an email message that a user marked as spam.\n",
    report: {
      type: "feedback-report",
      fieldsType: "message/feedback-report",
      fields: [
        "Feedback-Type: abuse",
        "User-Agent: WorldFeedback/1.0",
        "Version: 1",
        `Original-Mail-From: <${mail.envelopeFrom}>`,
        `Original-Rcpt-To: <${mail.recipient}>`,
        `Arrival-Date: ${mailDate(instantOf(world.nowMs))}`,
      ].join("\n"),
      original: headOf(mail),
    },
  });
  return [{ afterMs, envelopeFrom: `feedback@${domain}`, recipients: [mail.envelopeFrom], raw }];
}
