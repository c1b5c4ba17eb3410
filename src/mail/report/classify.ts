// Classifies returned reports: delivery status notifications (RFC 3464, and many that follow no standard), complaints (RFC 5965),
// automatic replies (RFC 3834). The content decides, not the claimed sender: the caller checks whether a report is authentic, by
// the token of the envelope.

import { messageIdsIn } from "../compose/header-values.ts";
import { mailboxesOf, parseAddressList } from "../mime/address-list.ts";
import { decodeWords } from "../mime/encoded-words.ts";
import { firstField, type HeaderField } from "../mime/headers.ts";
import { type MailScan, scanStructure } from "../mime/structure.ts";
import { isAutomaticReply } from "../trust/automated.ts";
import type { BounceReason } from "./bounce-phrases.ts";
import { judgeBounce } from "./bounce-reason.ts";
import { type NamedRecipient, namedRecipients, type ReplyFacts, replyFactsIn } from "./notice-text.ts";
import { isBounce, isDelayNotice, isRecipientGroup, subjectOf } from "./recognize.ts";
import { type ReportParts, reportPartsOf } from "./report-parts.ts";

export { composeDsn, type DsnInput, type DsnRecipient, mayReportTo } from "./compose-dsn.ts";

export interface ReportedRecipient {
  /** As the report writes it; null when it names none */
  readonly address: string | null;
  /** RFC 3464 2.3.3 */
  readonly action: "failed" | "delayed" | "delivered" | "relayed" | "expanded";
  /** Enhanced status code, the remote server's where both are known */
  readonly status: string | null;
  /** The address or its domain does not exist, or takes no mail: never try again */
  readonly hard: boolean;
  readonly reason: BounceReason | null;
  /** One line, at most 500 characters */
  readonly diagnostic: string;
}

export interface ClassifiedReport {
  /** `none`: an ordinary mail, or a notice of success. `delay`: nothing failed yet */
  readonly kind: "bounce" | "complaint" | "auto-reply" | "delay" | "none";
  readonly recipients: readonly ReportedRecipient[];
  /** `<id>` of the mail that the report is about */
  readonly originalMessageId: string | null;
  /** Envelope sender of the returned mail; null: its header does not say. */
  readonly originalEnvelopeFrom: string | null;
}

/**
 * Reads a raw mail as a report. Never throws.
 *
 * @param envelopeFrom "" for the null sender; without it Return-Path is used
 */
export function classifyReport(raw: Uint8Array, envelopeFrom?: string): ClassifiedReport {
  return classifyScan(scanStructure(raw), envelopeFrom);
}

/** The same for a mail that was scanned already. */
function classifyScan(scan: MailScan, envelopeFrom?: string): ClassifiedReport {
  const parts = reportPartsOf(scan);
  const original = originalOf(scan.fields, parts.original);
  const complaint = complaintOf(scan, parts);
  if (complaint) return { kind: "complaint", recipients: complaint, ...original };
  const bounced = isBounce(scan, parts, envelopeFrom) ? recipientsOf(scan, parts) : [];
  if (bounced.length > 0) return { kind: kindOf(bounced), recipients: bounced, ...original };
  if (isAutomaticReply(scan.fields)) return { kind: "auto-reply", recipients: [], ...original };
  return { kind: "none", recipients: [], originalMessageId: null, originalEnvelopeFrom: null };
}

function kindOf(recipients: readonly ReportedRecipient[]): ClassifiedReport["kind"] {
  if (recipients.some((recipient) => recipient.action === "failed")) return "bounce";
  return recipients.some((recipient) => recipient.action === "delayed") ? "delay" : "none";
}

function originalOf(
  fields: HeaderField[],
  original: HeaderField[] | null,
): { originalMessageId: string | null; originalEnvelopeFrom: string | null } {
  const own = original
    ? (firstField(original, "message-id") ?? firstField(original, "x-original-message-id"))
    : null;
  const outer =
    firstField(fields, "x-original-message-id") ??
    firstField(fields, "in-reply-to") ??
    firstField(fields, "references");
  const sender = original
    ? (firstField(original, "return-path") ?? firstField(original, "x-envelope-from"))
    : null;
  return {
    originalMessageId: messageIdsIn(own ?? "")[0] ?? messageIdsIn(outer ?? "").at(-1) ?? null,
    originalEnvelopeFrom: addressIn(sender ?? ""),
  };
}

/** Complaints of RFC 5965, and those of one large provider, which have a returned mail and no fields. */
function complaintOf(scan: MailScan, parts: ReportParts): ReportedRecipient[] | null {
  const { feedback, original } = parts;
  if (!feedback) {
    const subject = subjectOf(scan.fields);
    const bare =
      original !== null && /^(?:complaint about message from|spam report|abuse report)/i.test(subject.trim());
    const reporter = original ? firstField(original, "x-hmxmroriginalrecipient") : null;
    return bare || reporter !== null
      ? [complained(addressIn(reporter ?? "") ?? originalRecipients(original)[0] ?? null, subject)]
      : null;
  }
  const type = (firstField(feedback, "feedback-type") ?? "abuse").toLowerCase();
  // RFC 6591 5.1 and RFC 5965 7.1: reports about authentication, and "this was no spam", are no complaints
  if (type === "auth-failure" || type === "not-spam" || type === "dmarc") return null;
  const named = feedback
    .filter((field) => /^(?:original-rcpt-to|removal-recipient|redacted-address)$/.test(field.key))
    .map((field) => addressIn(field.value))
    .filter((address) => address !== null);
  const recipients = named.length > 0 ? [...new Set(named)] : originalRecipients(original).slice(0, 1);
  return (recipients.length > 0 ? recipients : [null]).map((address) => complained(address, type));
}

function complained(address: string | null, diagnostic: string): ReportedRecipient {
  return {
    address,
    action: "delivered",
    status: null,
    hard: false,
    reason: null,
    diagnostic: tidy(diagnostic),
  };
}

function recipientsOf(scan: MailScan, parts: ReportParts): ReportedRecipient[] {
  const own = parts.statusGroups.filter(isRecipientGroup);
  const groups = own.length > 0 ? own : parts.nestedGroups.filter(isRecipientGroup);
  const others = new Set(
    ["to", "from", "reply-to"]
      .flatMap((key) => addressesIn(firstField(scan.fields, key) ?? ""))
      .map((address) => address.toLowerCase()),
  );
  const named = namedRecipients(parts.notice, others);
  const delayed = isDelayNotice(scan, parts);
  if (groups.length > 0) {
    return groups
      .slice(0, maxRecipients)
      .map((group) => fromGroup(group, { named, notice: parts.notice, delayed }));
  }
  const failed = addressesIn(firstField(scan.fields, "x-failed-recipients") ?? "");
  const found = failed.length > 0 ? failed.map((address) => blockOf(address, named, parts.notice)) : named;
  const guessed = originalRecipients(parts.original);
  const list: { address: string | null; text: string; general: string }[] =
    found.length > 0
      ? [...found]
      : [{ address: guessed.length === 1 ? (guessed[0] ?? null) : null, text: parts.notice, general: "" }];
  return list.slice(0, maxRecipients).map((recipient) => fromText(recipient, delayed));
}

const maxRecipients = 200;
/** Characters of a notice that are read for one recipient. */
const maxNotice = 6000;

function blockOf(address: string, named: readonly NamedRecipient[], notice: string): NamedRecipient {
  const block = named.find((entry) => entry.address.toLowerCase() === address.toLowerCase());
  return block ?? { address, text: notice, general: "" };
}

function fromGroup(
  group: HeaderField[],
  context: { named: readonly NamedRecipient[]; notice: string; delayed: boolean },
): ReportedRecipient {
  const original = addressIn(typedValue(firstField(group, "original-recipient")));
  const address =
    original ??
    addressIn(typedValue(firstField(group, "final-recipient"))) ??
    addressIn(typedValue(firstField(group, "x-actual-recipient")));
  const diagnosticField = decodeWords(firstField(group, "diagnostic-code") ?? "");
  const diagnostic = typedValue(diagnosticField);
  const statusField = firstField(group, "status") ?? "";
  const status = /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(statusField)?.[1] ?? null;
  const action = actionOf(firstField(group, "action"), status, context.delayed);
  const block = context.named.find((entry) => entry.address.toLowerCase() === address?.toLowerCase());
  const words = block ? [block.text, block.general] : [context.notice.slice(0, maxNotice)];
  const facts = replyFactsIn(diagnostic);
  // The transcript says in answer to what the reply was given.
  const isRepeated = facts.isRepeated || words.some((text) => repeats(text, diagnostic));
  const command = commandOf([{ ...facts, isRepeated }, ...words.map(replyFactsIn)]);
  // "x-unix;" marks the text of a local program, which does not concern the address.
  const local = /^\s*x-unix\s*;/i.test(diagnosticField);
  const statuses = [facts.enhanced, status];
  const judged = judgeBounce({
    texts: [diagnostic, statusField.replace(/^[\d.\s]+/, ""), ...words],
    statuses,
    command,
  });
  return report({
    address,
    action,
    status: useful(facts.enhanced) ?? useful(status) ?? facts.enhanced ?? status,
    ...(local && judged.reason === "unknown-user" ? { reason: "system", hard: false } : judged),
    diagnostic: diagnostic.trim() === "" ? (words[0] ?? "") : diagnostic,
  });
}

function fromText(
  recipient: { address: string | null; text: string; general: string },
  delayed: boolean,
): ReportedRecipient {
  const own = replyFactsIn(recipient.text);
  const shared = replyFactsIn(recipient.general);
  const judged = judgeBounce({
    texts: [recipient.text, recipient.general],
    statuses: [own.enhanced, shared.enhanced],
    command: commandOf([own, shared]),
  });
  const status = own.enhanced ?? shared.enhanced;
  const action = delayed ? "delayed" : "failed";
  return report({ address: recipient.address, action, status, ...judged, diagnostic: recipient.text });
}

/** The command that was refused, as the first text that names one says. MAIL is another's where a reply of its own came before it. */
function commandOf(texts: readonly ReplyFacts[]): ReplyFacts["command"] {
  const at = texts.findIndex(({ command }) => command !== null);
  const command = texts[at]?.command ?? null;
  const isAnothers = texts.slice(0, at).some(({ code, isRepeated }) => code !== null && !isRepeated);
  return command === "mail" && isAnothers ? null : command;
}

/** Whether the text has the same reply. */
function repeats(text: string, reply: string): boolean {
  const spaced = (from: string) => from.replace(/\s+/g, " ").trim().toLowerCase();
  const wanted = spaced(reply.slice(0, 500));
  return wanted.length >= 12 && spaced(text).includes(wanted);
}

function report(found: Omit<ReportedRecipient, "reason"> & { reason: BounceReason }): ReportedRecipient {
  const failed = found.action === "failed" || found.action === "delayed";
  return {
    ...found,
    diagnostic: tidy(found.diagnostic),
    hard: found.action === "failed" && found.hard,
    reason: failed ? found.reason : null,
  };
}

/** One line without control characters. */
function tidy(text: string): string {
  return text
    .slice(0, 2000)
    .replace(/[\s\u0000-\u001f\u007f]+/g, " ")
    .trim()
    .slice(0, 500)
    .toWellFormed();
}

/** `x.0.0` says nothing. */
function useful(status: string | null): string | null {
  return status !== null && !/^\d\.0\.0$/.test(status) ? status : null;
}

function actionOf(
  field: string | null,
  status: string | null,
  delayed: boolean,
): ReportedRecipient["action"] {
  const word = /[a-z]+/.exec((field ?? "").toLowerCase())?.[0] ?? "";
  if (
    word === "failed" ||
    word === "delayed" ||
    word === "delivered" ||
    word === "relayed" ||
    word === "expanded"
  )
    return word;
  if (status?.startsWith("2")) return "delivered";
  return delayed ? "delayed" : "failed";
}

/** The recipients in the header of the returned mail. */
function originalRecipients(original: HeaderField[] | null): string[] {
  if (!original) return [];
  for (const key of ["x-failed-recipients", "x-envelope-to", "delivered-to", "to"]) {
    const addresses = addressesIn(firstField(original, key) ?? "");
    if (addresses.length > 0) return addresses;
  }
  return [];
}

/** The value behind the type: `rfc822; a@b`. RFC 3464 2.3.1; characters of `utf-8; \x{F6}@b`: RFC 6533 3 */
function typedValue(field: string | null): string {
  const value = field ?? "";
  const at = value.indexOf(";");
  const type = at >= 0 && at < 30 ? value.slice(0, at).trim().toLowerCase() : " ";
  if (!/^[\w.+-]*$/.test(type)) return value.trim();
  const text = value.slice(at + 1).trim();
  return type === "utf-8" ? text.replace(/\\x\{([0-9a-f]{2,6})\}/gi, codePoint) : text;
}

function codePoint(written: string, digits: string): string {
  const code = Number.parseInt(digits, 16);
  return code > 0x10_ffff ? written : String.fromCodePoint(code).toWellFormed();
}

function addressesIn(text: string): string[] {
  return mailboxesOf(parseAddressList(text))
    .map((mailbox) => mailbox.email)
    .filter((email) => email.includes("@"));
}

function addressIn(value: string): string | null {
  const text = value.slice(0, 2000);
  return addressesIn(text)[0] ?? /[^\s<>"'(),;:]{1,64}@[^\s<>"'(),;:]{1,255}/.exec(text)?.[0] ?? null;
}
