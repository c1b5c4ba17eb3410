// Replies and forwards as letters: their recipients, subject and quoted text.
import { Failure } from "../../../src/lib/failure.ts";
import { escapeText } from "../../../src/mail/html/text-to-html.ts";
import { oneLine } from "../../../src/mail/mime/charset.ts";
import { htmlOfText, quotedBodies } from "../../../src/reading/mails.ts";
import type { FullMessage, MessageRow } from "../../../src/store/message/messages.ts";
import { bare, type SendRequest } from "./prepare.ts";

/** The fields of an answer that the caller writes. */
export type ReplyInput = Pick<
  SendRequest,
  | "from"
  | "fromName"
  | "to"
  | "cc"
  | "bcc"
  | "subject"
  | "text"
  | "html"
  | "headers"
  | "automatic"
  | "attachmentIds"
  | "uploads"
> & {
  /** The address of the identity that has the answered message. */
  own: string;
};

type RepliedMessage = Pick<
  MessageRow,
  "direction" | "deliveredTo" | "replyTo" | "fromEmail" | "mailTo" | "mailCc"
>;

/**
 * Return the recipients of an answer to a message.
 * @param from the identity's address
 * @returns `to`: its writers, empty where it names nobody; `others`: its other recipients
 */
export function answerTo(row: RepliedMessage, from: string): { to: string[]; others: string[] } {
  const own = new Set([from, row.deliveredTo ?? from].map((email) => email.toLowerCase()));
  const emails = (mailboxes: { email: string }[]) =>
    mailboxes.map(({ email }) => oneLine(email)).filter((email) => email !== "");
  const writers = row.replyTo.length > 0 ? emails(row.replyTo) : emails([{ email: row.fromEmail }]);
  // A reply to an own message goes to its recipients.
  const mine = row.direction === "outbound" || writers.every((email) => own.has(email.toLowerCase()));
  const to = mine ? emails(row.mailTo) : writers;
  const seen = new Set([...own, ...to.map((email) => email.toLowerCase())]);
  const others = emails([...(mine ? [] : row.mailTo), ...row.mailCc]).filter(
    (email) => !seen.has(email.toLowerCase()),
  );
  return { to, others };
}

/** @throws Failure conflict when the message names no address to reply to */
export function replyLetter({ row }: FullMessage, { own, ...input }: ReplyInput, all: boolean): SendRequest {
  const { to, others } = answerTo(row, own);
  if (to.length === 0) {
    throw new Failure(
      "conflict",
      "This message names nobody to answer to. Write with POST /api/v1/messages and in_reply_to instead.",
    );
  }
  return {
    ...input,
    to: [...to.map(bare), ...input.to],
    cc: all ? [...others.map(bare), ...input.cc] : input.cc,
    inReplyTo: row.id,
    replyTo: [],
  };
}

/** Quotes the message below the caller's text and attaches its files. @throws Failure unavailable when rendering takes too long */
export async function forwardLetter(
  parent: FullMessage,
  { own: _, ...input }: ReplyInput,
): Promise<SendRequest> {
  const { row, packed, attachments } = parent;
  const content = await quotedBodies(packed, { source: row.accountId });
  const named = ({ email, name }: { email: string; name: string | null }) =>
    name === null ? email : `${name} <${email}>`;
  // Messages stored by an earlier version may have line breaks in their fields.
  const lines = [
    "---------- Forwarded message ----------",
    `From: ${named({ email: row.fromEmail, name: row.fromName })}`,
    `Date: ${row.dateHeader ?? row.createdAt}`,
    `Subject: ${row.subject ?? ""}`,
    `To: ${row.mailTo.map(named).join(", ")}`,
    ...(row.mailCc.length > 0 ? [`Cc: ${row.mailCc.map(named).join(", ")}`] : []),
  ].map(oneLine);
  const intro = input.text === null ? "" : `${input.text}\n\n`;
  const htmlIntro = input.html ?? (await htmlOfText(input.text ?? "", { source: row.accountId }));
  return {
    ...input,
    subject: input.subject ?? forwardSubject(row.subject),
    text: `${intro}${lines.join("\n")}\n\n${content.text}`,
    html: `<div>${htmlIntro}</div><br />\n<div>${lines.map(escapeText).join("<br />\n")}</div><br />\n<div>${content.html}</div>`,
    inReplyTo: row.id,
    replyTo: [],
    attachmentIds: [...attachments.map(({ id }) => id), ...input.attachmentIds],
  };
}

function forwardSubject(subject: string | null): string {
  const bare = oneLine(subject ?? "").trim();
  return /^fwd?:/i.test(bare) ? bare : `Fwd: ${bare}`.trim();
}
