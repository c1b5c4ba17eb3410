// The entry point to reading and composing mail. Everything that a stranger wrote is read in a reading process, small mails in
// batches, so that nothing else waits whatever it costs.

import type { TimedStep } from "../lib/spans.ts";
import type { FileText, TextFile } from "../mail/attached/file-text.ts";
import { noText } from "../mail/attached/text.ts";
import type { FoundCodes } from "../mail/codes/found.ts";
import type { ComposeInput } from "../mail/compose/compose.ts";
import type { ParseOptions } from "../mail/parse/parse.ts";
import type { WholeMail } from "../mail/parse/whole-mail.ts";
import type { ChildText } from "../mail/reply/child-mails.ts";
import type { TextSpan } from "../mail/reply/spans.ts";
import type { ClassifiedReport } from "../mail/report/classify.ts";
import type { ContentSafety } from "../mail/safety/content-safety.ts";
import { sizeOfOwn } from "../store/message/content.ts";
import { answer, answerOf, answerOrBusy, clientMs, cpuMsFor, inReader, isAnswer, own } from "./call.ts";
import type { FindInput } from "./found-texts.ts";
import type { FieldsInput, HoldsInput } from "./held-texts.ts";
import {
  type CodesInput,
  jobs,
  type QuotedBodies,
  type ReadInput,
  type ReadMail,
  type TextsToIndex,
} from "./jobs.ts";
import { encodeInSteps, type PackedAnswer, type PackedMessage } from "./message-bodies.ts";
import type { JobTerms } from "./reader-pool.ts";

export { cpuMsFor } from "./call.ts";
export type { MailFacts, ReadMail } from "./jobs.ts";
export type { Budget } from "./reader.ts";

/** Milliseconds by the clock: for reading a mail whole, and then for reading it in part. */
export interface ReadTimeouts {
  wholeMs: number;
  partMs: number;
}

/** For HTTP clients: their connection may be idle for 90 s. */
const clientTimeouts: ReadTimeouts = { wholeMs: clientMs, partMs: 25_000 };
/** For mail servers: they wait ten minutes, and our own sessions close after five. RFC 5321 4.5.3.2.6 */
export const serverTimeouts: ReadTimeouts = { wholeMs: 120_000, partMs: 90_000 };
/** For what is left when a mail cannot be read in part: its header, plain texts and files. */
const bareMs = 15_000;

/** Processor time for the files of a mail, in milliseconds. */
const fileCpuMs = 10_000;

export interface ReadOptions {
  /** The account or network that causes the work: sources share the processes equally. */
  source: string;
  timeouts?: ReadTimeouts;
  /** Processor time for reading a mail whole, in milliseconds. */
  cpuMs?: number;
  /** Called when a mail has used up its processor time. */
  onSpent?: () => void;
  /** Called with each step and its times, for a trace. */
  onStep?: ((step: TimedStep) => void) | undefined;
}

export interface MailReading extends ReadMail {
  /** The mail was not read whole in time; it must be read again. */
  isPartial: boolean;
}

/**
 * Reads a mail. One that cannot be read whole in time is read again without its markup, and if that takes too long as well,
 * without its HTML parts.
 * @throws Failure unavailable when even its header cannot be read in time
 */
export async function readMail(input: ReadInput, options: ReadOptions): Promise<MailReading> {
  const { wholeMs, partMs } = options.timeouts ?? clientTimeouts;
  const bytes = bytesOf(input);
  const read = (effort: ParseOptions["effort"], more: Pick<JobTerms, "cpuMs" | "wallMs" | "urgent">) =>
    inReader("read", () => owned({ ...input, options: { ...input.options, effort } }), {
      source: options.source,
      bytes,
      ...more,
    });
  const cpuMs = cpuMsFor(bytes);
  const { effort } = input.options;
  const whole = await read(effort, { cpuMs: options.cpuMs ?? cpuMs, wallMs: wholeMs });
  if (isAnswer(whole)) return { ...answerOf<"read">(whole), isPartial: false };
  if (whole === "spent") options.onSpent?.();
  const plain = await read("plain", { cpuMs, wallMs: partMs, urgent: true });
  if (isAnswer(plain)) return { ...answerOf<"read">(plain), isPartial: true };
  const bare = await read("bare", { cpuMs, wallMs: bareMs, urgent: true });
  return { ...answerOrBusy<"read">(bare), isPartial: true };
}

/**
 * Reads a mail whole.
 * @returns the mail; "spent" when it exceeds `cpuMs`, "late" when it exceeds `wallMs`, "broken" when the process ended
 */
export async function readWhole(
  input: ReadInput,
  { source, cpuMs, wallMs }: Pick<JobTerms, "source" | "cpuMs" | "wallMs">,
): Promise<ReadMail | "spent" | "late" | "broken" | "none"> {
  const terms = { source, cpuMs, wallMs, bytes: bytesOf(input) };
  const outcome = await inReader("read", () => owned(input), terms);
  return isAnswer(outcome) ? answerOf<"read">(outcome) : outcome;
}

/**
 * Builds a mail.
 * @throws Failure as composeMail; unavailable when it takes too long
 */
export function compose(input: ComposeInput, { source }: ReadOptions): Promise<Uint8Array> {
  const texts = lengthOf(input) + (input.calendar?.text.length ?? 0);
  const files = input.attachments.reduce((sum, { content }) => sum + content.length, 0);
  return answer("compose", () => withOwnFiles(input), { source, bytes: texts + files });
}

/**
 * Classifies a mail as a report about one that was sent; one that cannot be read is an ordinary mail.
 * @throws Failure unavailable when no process was free in time
 */
export async function readReturnedMail(
  raw: Uint8Array,
  envelopeFrom: string,
  { source, timeouts = serverTimeouts, onSpent }: ReadOptions,
): Promise<ClassifiedReport> {
  const cpuMs = cpuMsFor(raw.length);
  const terms = { cpuMs, wallMs: timeouts.wholeMs, source, bytes: raw.length };
  const outcome = await inReader("report", () => owned({ raw, envelopeFrom }), terms);
  if (outcome === "spent") onSpent?.();
  if (outcome === "spent" || outcome === "broken")
    return { kind: "none", recipients: [], originalMessageId: null, originalEnvelopeFrom: null };
  return answerOrBusy<"report">(outcome);
}

/** Return a mail's safety report, its files included. @throws Failure unavailable when it takes too long */
export async function readSafety(
  raw: Uint8Array,
  options: ParseOptions,
  { source }: ReadOptions,
): Promise<ContentSafety> {
  const content = await answer("safety", () => owned({ raw, options }), { source, bytes: raw.length });
  if (!content.hasFiles) return content;
  const terms = { cpuMs: fileCpuMs, wallMs: clientMs, source, bytes: raw.length };
  const outcome = await inReader("hiddenInFiles", () => owned({ raw }), terms);
  // Files that cannot be read in time leave the report of the mail as it is.
  if (!isAnswer(outcome)) return withReason(content, "not_judged");
  const { hidden, isDeceiving } = answerOf<"hiddenInFiles">(outcome);
  const whole = { ...content, hidden: [...content.hidden, ...hidden].slice(0, maxHidden) };
  return isDeceiving ? withReason(whole, "hidden_text") : whole;
}

const maxHidden = 100;

function withReason(content: ContentSafety, reason: ContentSafety["reasons"][number]): ContentSafety {
  return content.reasons.includes(reason) ? content : { ...content, reasons: [...content.reasons, reason] };
}

/** All that a mail carries, part by part. @throws Failure unavailable when it takes too long */
export function readAllParts(raw: Uint8Array, { source }: ReadOptions): Promise<WholeMail> {
  return answer("parts", () => owned({ raw }), { source, bytes: raw.length });
}

/** One-time codes and links of a mail. @throws Failure unavailable when it takes too long */
export function readCodes({ subject, packed }: CodesInput, { source }: ReadOptions): Promise<FoundCodes> {
  return answer("codes", () => ({ subject, packed: own(packed) }), { source, bytes: sizeOfOwn(packed) });
}

/** The text of a packed content, with whose words they are. @throws Failure unavailable when it takes too long */
export function readSpans(packed: Uint8Array, { source }: ReadOptions): Promise<TextSpan[]> {
  return answer("spans", () => own(packed), { source, bytes: sizeOfOwn(packed) });
}

/** Plain text as HTML. @throws Failure unavailable when it takes too long */
export function htmlOfText(text: string, { source }: ReadOptions): Promise<string> {
  return answer("html", () => text, { source, bytes: text.length });
}

/** The text of a file that came with a mail. @throws Failure unavailable when no process was free in time */
export async function readFileText(file: TextFile, { source }: ReadOptions): Promise<FileText> {
  const terms = { cpuMs: fileCpuMs, wallMs: clientMs, source, bytes: file.bytes.length };
  const outcome = await inReader("file", () => ({ ...file, bytes: own(file.bytes) }), terms);
  if (outcome === "spent" || outcome === "broken") return { ...noText, status: "too_large" };
  return answerOrBusy<"file">(outcome);
}

/** A mail that is attached to another; null: it is none, or takes too long. @throws Failure unavailable when no process was free in time */
export async function readAttachedMail(
  bytes: Uint8Array,
  { source }: ReadOptions,
): Promise<ChildText | null> {
  const terms = { cpuMs: fileCpuMs, wallMs: clientMs, source, bytes: bytes.length };
  const outcome = await inReader("attachedMail", () => own(bytes), terms);
  return outcome === "spent" || outcome === "broken" ? null : answerOrBusy<"attachedMail">(outcome);
}

/** Markdown as HTML. @throws Failure unavailable when it takes too long */
export function htmlOfMarkdown(text: string, { source }: ReadOptions): Promise<string> {
  return answer("markdown", () => text, { source, bytes: text.length });
}

/** Notes, in Markdown, as HTML; null for one that is not read. @throws Failure unavailable when it takes too long */
export function htmlOfNotes(texts: readonly string[], { source }: ReadOptions): Promise<(string | null)[]> {
  const bytes = texts.reduce((sum, { length }) => sum + length, 0);
  return answer("notes", () => texts, { source, bytes });
}

/** The first calendar object in a mail; null without any. @throws Failure unavailable when it takes too long */
export function calendarTextOf(raw: Uint8Array, { source }: ReadOptions): Promise<string | null> {
  return answer("calendarText", () => own(raw), { source, bytes: raw.length });
}

/** Bytes of JSON that are unpacked on the spot: a few milliseconds, as it takes time in proportion to them. */
const smallContent = 128 * 1024;

/** The same where no HTML is made of the texts. */
const smallTexts = 2 * smallContent;

/** Bytes of bodies that are unpacked here message by message, with pauses: handing them over and back takes longer. */
const stepContent = 512 * 1024;
/** Bytes of one of these messages. */
const stepMessage = 64 * 1024;

/** How much more Markdown of a content costs than unpacking it. */
const markdownCost = 16;

/** Bytes of bodies once they are unpacked. */
export function contentSize(messages: readonly Pick<PackedMessage, "packed">[]): number {
  return messages.reduce((sum, { packed }) => sum + sizeOfOwn(packed), 0);
}

/** An answer with messages as JSON in UTF-8. @throws Failure unavailable when it takes too long */
export async function encodeMessages(input: PackedAnswer, { source }: ReadOptions): Promise<Uint8Array> {
  const { data, format, view = "full" } = input;
  const messages = Array.isArray(data) ? data : [data];
  const isMarkdown = format === "markdown";
  const bytes = contentSize(messages) * (isMarkdown ? markdownCost : 1);
  const small = view === "summary" ? smallTexts : smallContent;
  if (bytes <= small && !isMarkdown) return jobs.messages(input);
  const isStepped = bytes <= stepContent && messages.every(({ packed }) => sizeOfOwn(packed) <= stepMessage);
  if (isStepped && !isMarkdown) return encodeInSteps(input);
  return answer("messages", () => ownAnswer(input), { source, bytes });
}

/**
 * As `encodeMessages`, into a file that is there already.
 * @param file its path @returns its bytes
 * @throws Failure unavailable when it takes too long, or when the file is gone
 */
export function writeMessages(
  input: PackedAnswer,
  { source, file }: ReadOptions & { file: string },
): Promise<number> {
  const { data, format } = input;
  const bytes = contentSize(Array.isArray(data) ? data : [data]) * (format === "markdown" ? markdownCost : 1);
  return answer("messagesInFile", () => ({ answer: ownAnswer(input), file }), { source, bytes });
}

/** For each search hit the part to show, or null where it does not hold what was asked. @throws Failure unavailable when it takes too long */
export async function findTexts(input: FindInput, { source }: ReadOptions): Promise<(string | null)[]> {
  const bytes = contentSize(input.messages);
  if (bytes <= smallContent) return jobs.find(input);
  return answer("find", () => ({ ...input, messages: input.messages.map(ownPacked) }), { source, bytes });
}

/** Octets of a mail that SEARCH reads on the spot: a few milliseconds. */
export const maxSearchedHere = 64 * 1024;

/**
 * For each text whether a mail holds it; null where its header does not say, or where it cannot be read within its budget.
 * @throws Failure unavailable when no process was free in time
 */
export async function heldTexts(input: HoldsInput, { source }: ReadOptions): Promise<(boolean | null)[]> {
  const bytes = input.raw.length;
  const terms = { cpuMs: cpuMsFor(bytes), wallMs: clientMs, source, bytes };
  const outcome = await inReader("holds", () => owned(input), terms);
  if (outcome === "spent" || outcome === "broken") return input.texts.map(() => null);
  return answerOrBusy<"holds">(outcome);
}

/**
 * The values of header fields, as SEARCH compares them; null: the header cannot be read within its budget.
 * @throws Failure unavailable when no process was free in time
 */
export async function searchedFields(
  input: FieldsInput,
  { source }: ReadOptions,
): Promise<string[][] | null> {
  const bytes = input.raw.length;
  if (bytes <= maxSearchedHere) return jobs.fields(input);
  const terms = { cpuMs: cpuMsFor(bytes), wallMs: clientMs, source, bytes };
  const outcome = await inReader("fields", () => owned(input), terms);
  if (outcome === "spent" || outcome === "broken") return null;
  return answerOrBusy<"fields">(outcome);
}

/**
 * Texts that search looks at.
 * @param raw packed; null: no file of the mail may have a text
 * @param packed the content of the mail with its text
 * @returns null: reading it takes too long, or it is damaged; "late": no process was free
 */
export async function readSearched(
  raw: Uint8Array | null,
  packed: Uint8Array,
): Promise<TextsToIndex | "late" | null> {
  const bytes = sizeOfOwn(packed) + (raw?.length ?? 0);
  const terms = { cpuMs: fileCpuMs, wallMs: clientMs, source: "files for search", bytes };
  const outcome = await inReader("searched", () => ({ raw: raw && own(raw), packed: own(packed) }), terms);
  if (outcome === "spent" || outcome === "broken") return null;
  if (!isAnswer(outcome)) return "late";
  return "error" in outcome ? null : answerOf<"searched">(outcome);
}

/** The bodies of a packed content, as a forward quotes them. @throws Failure unavailable when it takes too long */
export async function quotedBodies(packed: Uint8Array, { source }: ReadOptions): Promise<QuotedBodies> {
  const bytes = sizeOfOwn(packed);
  if (bytes <= smallContent) return jobs.quote(packed);
  return answer("quote", () => own(packed), { source, bytes });
}

function lengthOf(bodies: { text: string | null; html: string | null } | undefined): number {
  return (bodies?.text?.length ?? 0) + (bodies?.html?.length ?? 0);
}

function bytesOf({ raw, written }: ReadInput): number {
  return raw.length + lengthOf(written);
}

function owned<Input extends { raw: Uint8Array }>(input: Input): Input {
  return { ...input, raw: own(input.raw) };
}

function ownAnswer(input: PackedAnswer): PackedAnswer {
  const { data } = input;
  return { ...input, data: Array.isArray(data) ? data.map(ownPacked) : ownPacked(data) };
}

function ownPacked<Message extends { packed: Uint8Array }>(message: Message): Message {
  return { ...message, packed: own(message.packed) };
}

function withOwnFiles(input: ComposeInput): ComposeInput {
  return {
    ...input,
    attachments: input.attachments.map((file) => ({ ...file, content: own(file.content) })),
  };
}
