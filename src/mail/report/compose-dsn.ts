// Composes a delivery status notification: multipart/report with a text for humans, fields for machines and the header (or the whole)
// of the mail. It is sent with the null sender, and never for a mail with the null sender: the caller checks `mayReportTo` first. RFC 3464, RFC 6522, RFC 6533, RFC 3834.
import { isAscii as isAsciiBytes } from "node:buffer";
import { createHash } from "node:crypto";
import MimeNode from "nodemailer/lib/mime-node";
import type { Instant } from "../../lib/clock.ts";
import { mailDate } from "../compose/compose.ts";
import { isAscii, messageIdsIn } from "../compose/header-values.ts";
import { firstField, rawHeaders } from "../mime/headers.ts";

export interface DsnRecipient {
  /** The recipient that is reported on. */
  readonly address: string;
  /** ORCPT of the submission: `type;address`, decoded, in ASCII. */
  readonly original?: string | null;
  readonly action: "failed" | "delayed" | "delivered" | "relayed" | "expanded";
  /** Enhanced status code of the same class as the action */
  readonly status: string;
  /** The remote server's reply; null without one. */
  readonly diagnostic: string | null;
  /** The host that sent the reply. */
  readonly remoteMta: string | null;
  /** For a delay: when delivery is given up. */
  readonly willRetryUntil?: Instant | null;
}

export interface DsnInput {
  /** Our postmaster */
  readonly from: string;
  /** The envelope sender of the mail; never the null sender */
  readonly to: string;
  readonly hostname: string;
  readonly messageId: string;
  readonly date: Instant;
  readonly arrived: Instant;
  /** ENVID of the submission. RFC 3461 4.4 */
  readonly envelopeId?: string | null;
  readonly recipients: readonly DsnRecipient[];
  readonly original: Uint8Array;
  /** RET=FULL was requested: the whole mail is returned, unless it is large. */
  readonly returnFull: boolean;
}

const maxReturnedBytes = 64 * 1024;

/** False for the null sender and for mailer-daemon: reports about reports would loop. */
export function mayReportTo(envelopeFrom: string): boolean {
  return envelopeFrom.includes("@") && !/^mailer-daemon@/i.test(envelopeFrom);
}

/**
 * @returns the mail's bytes; its envelope sender is ""
 * @throws Error when `mayReportTo` is false
 */
export async function composeDsn(input: DsnInput): Promise<Uint8Array> {
  if (!mayReportTo(input.to)) throw new Error("a report is never sent to the null sender");
  const global = input.recipients.some(({ address }) => !isAscii(address));
  const root = new MimeNode('multipart/report; report-type="delivery-status"', {
    newline: "win",
    // Derived from the Message-ID: the same report always has the same bytes.
    baseBoundary: createHash("sha256").update(input.messageId).digest("hex").slice(0, 16),
  });
  const about = firstHeader(input.original, "message-id");
  root.setHeader("From", { name: "Mail Delivery System", address: input.from });
  root.setHeader("To", input.to);
  root.setHeader("Subject", subjectOf(input.recipients));
  root.setHeader("Auto-Submitted", "auto-replied");
  root.setHeader("Message-ID", input.messageId);
  root.setHeader("Date", mailDate(input.date));
  if (about) {
    root.setHeader("In-Reply-To", about);
    root.setHeader("References", about);
  }
  root.createChild("text/plain; charset=utf-8").setContent(humanText(input));
  const fields = root.createChild(global ? "message/global-delivery-status" : "message/delivery-status");
  fields.setHeader("Content-Transfer-Encoding", global ? "8bit" : "7bit");
  fields.setContent(statusFields(input, global));
  addReturnedMail(root, input);
  return root.build();
}

function subjectOf(recipients: readonly DsnRecipient[]): string {
  if (recipients.some((recipient) => recipient.action === "failed"))
    return "Undelivered Mail Returned to Sender";
  if (recipients.some((recipient) => recipient.action === "delayed"))
    return "Delayed Mail (still being retried)";
  return "Successful Mail Delivery Report";
}

function humanText(input: DsnInput): string {
  const { recipients, hostname } = input;
  const failed = recipients.some((recipient) => recipient.action === "failed");
  const delayed = recipients.some((recipient) => recipient.action === "delayed");
  const relayed = recipients.some((recipient) => recipient.action === "relayed");
  const opening = failed
    ? "your message could not be delivered to one or more recipients. It is attached below."
    : delayed
      ? "your message has not been delivered yet to one or more recipients. Delivery attempts will continue; you do not need to send it again."
      : relayed
        ? "your message was handed over to the mail system of the recipients below, which does not say whether it delivers it."
        : "your message was delivered to the recipients below.";
  const lines = [
    `This is the mail system at ${hostname}.`,
    "",
    `I'm sorry to have to tell you that ${opening}`,
    "",
  ];
  if (!failed && !delayed) lines[2] = `This is to tell you that ${opening}`;
  for (const recipient of recipients) {
    const reply = recipient.diagnostic === null ? recipient.status : oneLine(recipient.diagnostic);
    const host = recipient.remoteMta === null ? "" : `host ${oneLine(recipient.remoteMta)} said: `;
    lines.push(`<${recipient.address}>: ${host}${reply}`, "");
  }
  return lines.join("\n");
}

function statusFields(input: DsnInput, global: boolean): string {
  const type = global ? "utf-8" : "rfc822";
  const head = [
    `Reporting-MTA: dns; ${oneLine(input.hostname)}`,
    ...(input.envelopeId ? [`Original-Envelope-Id: ${oneLine(input.envelopeId)}`] : []),
    `Arrival-Date: ${mailDate(input.arrived)}`,
  ];
  const groups = input.recipients.map((recipient) => [
    ...(recipient.original ? [`Original-Recipient: ${oneLine(recipient.original)}`] : []),
    `Final-Recipient: ${type}; ${oneLine(recipient.address)}`,
    `Action: ${recipient.action}`,
    `Status: ${recipient.status}`,
    ...(recipient.remoteMta === null ? [] : [`Remote-MTA: dns; ${oneLine(recipient.remoteMta)}`]),
    ...(recipient.diagnostic === null
      ? []
      : [folded(`Diagnostic-Code: smtp; ${ascii(oneLine(recipient.diagnostic))}`)]),
    ...(recipient.willRetryUntil ? [`Will-Retry-Until: ${mailDate(recipient.willRetryUntil)}`] : []),
  ]);
  return `${[head, ...groups].map((group) => group.join("\n")).join("\n\n")}\n`;
}

/** A mail that cannot be sent unencoded is returned as its header only. RFC 2046 5.2.1 */
function addReturnedMail(root: MimeNode, input: DsnInput): void {
  const bytes = Buffer.from(input.original.buffer, input.original.byteOffset, input.original.byteLength);
  if (input.returnFull && bytes.length <= maxReturnedBytes && !bytes.includes(0)) {
    const part = root.createChild(isAsciiBytes(bytes) ? "message/rfc822" : "message/global");
    part.setHeader("Content-Transfer-Encoding", isAsciiBytes(bytes) ? "7bit" : "8bit");
    part.setContent(bytes);
    return;
  }
  const header = headerOf(bytes)
    .subarray(0, maxReturnedBytes)
    .filter((byte) => byte !== 0);
  const part = root.createChild(isAsciiBytes(header) ? "text/rfc822-headers" : "message/global-headers");
  part.setHeader("Content-Transfer-Encoding", isAsciiBytes(header) ? "7bit" : "8bit");
  part.setRaw(Buffer.concat([Buffer.from(partHeader(part)), Buffer.from(header)]));
}

/** The builder would encode a text; a header is returned as it was. */
function partHeader(part: MimeNode): string {
  return `Content-Type: ${part.getHeader("Content-Type")}\r\nContent-Transfer-Encoding: ${part.getHeader("Content-Transfer-Encoding")}\r\n\r\n`;
}

function headerOf(bytes: Buffer): Buffer {
  const ends = [bytes.indexOf("\r\n\r\n"), bytes.indexOf("\n\n")].filter((at) => at >= 0);
  return ends.length === 0 ? bytes : bytes.subarray(0, Math.min(...ends) + 2);
}

function firstHeader(raw: Uint8Array, name: string): string | null {
  const fields = rawHeaders(raw).map((header) => ({ ...header, key: header.name.toLowerCase() }));
  return messageIdsIn(firstField(fields, name) ?? "")[0] ?? null;
}

function oneLine(text: string): string {
  return text
    .replace(/[\s\u0000-\u001f\u007f]+/g, " ")
    .trim()
    .slice(0, 2000);
}

function ascii(text: string): string {
  return text.replace(/[^\u0020-\u007e]/g, "?");
}

/** Folds at spaces near column 76; longer words are cut at 900. RFC 5322 2.1.1 */
function folded(field: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of field.split(" ").flatMap((long) => long.match(/.{1,900}/g) ?? [])) {
    if (line !== "" && line.length + word.length > 76) {
      lines.push(line);
      line = "";
    }
    line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].join("\n ");
}
