// The entry point to reading and composing mail. Small mails are read on the main thread, in a few milliseconds; all others
// in a reading thread, so that nothing else waits.
import type { FoundCodes } from "../mail/codes/found.ts";
import type { ComposeInput } from "../mail/compose/compose.ts";
import type { FileText, TextFile } from "../mail/files/file-text.ts";
import type { ParseOptions } from "../mail/parse/parse.ts";
import type { WholeMail } from "../mail/parse/whole-mail.ts";
import type { Report } from "../mail/report/classify.ts";
import type { ContentSafety } from "../mail/safety/content-safety.ts";
import { unpackedSize } from "../store/mail/content.ts";
import { answerOf, answerOrBusy, ordinary as composing, inThread, isAnswer, type Packed } from "./call.ts";
import type { FindInput } from "./found-texts.ts";
import { type CodesInput, jobs, type QuotedBodies, type ReadInput, type ReadMail } from "./jobs.ts";
import type { PackedAnswer, PackedMessage } from "./message-bodies.ts";
import { type Terms, warmUp } from "./thread-pool.ts";

export type { MailFacts, ReadMail } from "./jobs.ts";
export type { Budget } from "./thread.ts";

/** Bytes of mail, or characters of text, that are read on the main thread: at most about 20 ms, whatever they hold. */
const smallBytes = 32 * 1024;
/** Bytes of attachments that are encoded on the main thread. */
const smallFiles = 256 * 1024;

/** Milliseconds by the clock: for reading a mail whole, and then for reading it in part. */
export interface ReadTimeouts {
  wholeMs: number;
  partMs: number;
}

/** For HTTP clients: their connection may be idle for 90 s. */
const clientTimeouts: ReadTimeouts = { wholeMs: 45_000, partMs: 25_000 };
/** For mail servers: they wait ten minutes, and our own sessions close after five. RFC 5321 4.5.3.2.6 */
export const serverTimeouts: ReadTimeouts = { wholeMs: 120_000, partMs: 90_000 };

/** Milliseconds of processor time. A mail of 35 MB of the costliest markup known takes five seconds. */
const budgets = { wholeMs: 15_000, partMs: 10_000 };

export interface ReadOptions {
  /** The account or network that causes the work: sources share the threads equally. */
  source: string;
  timeouts?: ReadTimeouts;
  /** Processor time for reading a mail whole, in milliseconds. */
  cpuMs?: number;
}

export interface Reading extends ReadMail {
  /** The mail was not read whole in time; it must be read again. */
  isPartial: boolean;
}

/**
 * Reads a mail. Never rejects: a mail that cannot be read whole in time is read again without its markup, and if that takes
 * too long as well, without its HTML parts.
 */
export async function readMail(input: ReadInput, options: ReadOptions): Promise<Reading> {
  const { raw, written } = input;
  if (raw.length + lengthOf(written) <= smallBytes) {
    warmUp();
    return { ...jobs.read(input), isPartial: false };
  }
  const { wholeMs, partMs } = options.timeouts ?? clientTimeouts;
  const terms = { source: options.source, bytes: raw.length };
  const read = (options: ParseOptions, more: Pick<Terms, "cpuMs" | "wallMs" | "urgent">) =>
    inThread("read", () => copied({ ...input, raw, options }), { ...terms, ...more });
  const cpuMs = options.cpuMs ?? budgets.wholeMs;
  const whole = await read(input.options, { cpuMs, wallMs: wholeMs });
  if (isAnswer(whole)) return { ...answerOf<"read">(whole), isPartial: false };
  if (whole === "none") return { ...jobs.read(input), isPartial: false };
  const plain: ParseOptions = { ...input.options, effort: "plain" };
  const part = await read(plain, { cpuMs: budgets.partMs, wallMs: partMs, urgent: true });
  if (isAnswer(part)) return { ...answerOf<"read">(part), isPartial: true };
  return { ...jobs.read({ ...input, options: { ...input.options, effort: "bare" } }), isPartial: true };
}

/**
 * Reads a mail whole.
 * @returns the mail; "spent" when it exceeds `cpuMs`, "late" when it exceeds `wallMs`, "broken" when the thread ended
 */
export async function readWhole(
  input: ReadInput,
  { source, cpuMs, wallMs }: Pick<Terms, "source" | "cpuMs" | "wallMs">,
): Promise<ReadMail | "spent" | "late" | "broken"> {
  const terms = { source, cpuMs, wallMs, bytes: input.raw.length };
  const outcome = await inThread("read", () => copied(input), terms);
  if (isAnswer(outcome)) return answerOf<"read">(outcome);
  return outcome === "none" ? jobs.read(input) : outcome;
}

/**
 * Builds a mail.
 * @throws Failure as composeMail; unavailable when it takes too long
 */
export async function compose(input: ComposeInput, { source }: ReadOptions): Promise<Uint8Array> {
  const texts = lengthOf(input) + (input.calendar?.text.length ?? 0);
  const files = input.attachments.reduce((sum, { content }) => sum + content.length, 0);
  if (texts <= smallBytes && files <= smallFiles) return jobs.compose(input);
  const outcome = await inThread("compose", () => withCopies(input), {
    ...composing,
    source,
    bytes: texts + files,
  });
  return outcome === "none" ? jobs.compose(input) : answerOrBusy<"compose">(outcome);
}

/**
 * Classifies a mail as a report about one that was sent.
 * @throws Failure unavailable when it takes too long
 */
export async function readReturnedMail(
  raw: Uint8Array,
  envelopeFrom: string,
  { source, timeouts = serverTimeouts }: ReadOptions,
): Promise<Report> {
  if (raw.length <= smallBytes) return jobs.report({ raw, envelopeFrom });
  const terms = { ...composing, wallMs: timeouts.wholeMs, source, bytes: raw.length };
  const outcome = await inThread("report", () => copied({ raw, envelopeFrom }), terms);
  return outcome === "none" ? jobs.report({ raw, envelopeFrom }) : answerOrBusy<"report">(outcome);
}

/** What a person should know of a mail's content. @throws Failure unavailable when it takes too long */
export async function readSafety(
  raw: Uint8Array,
  options: ParseOptions,
  { source }: ReadOptions,
): Promise<ContentSafety> {
  if (raw.length <= smallBytes) return jobs.safety({ raw, options });
  const terms = { ...composing, source, bytes: raw.length };
  const outcome = await inThread("safety", () => copied({ raw, options }), terms);
  return outcome === "none" ? jobs.safety({ raw, options }) : answerOrBusy<"safety">(outcome);
}

/** All that a mail carries, part by part. @throws Failure unavailable when it takes too long */
export async function readAllParts(raw: Uint8Array, { source }: ReadOptions): Promise<WholeMail> {
  if (raw.length <= smallBytes) return jobs.parts({ raw });
  const terms = { ...composing, source, bytes: raw.length };
  const outcome = await inThread("parts", () => copied({ raw }), terms);
  return outcome === "none" ? jobs.parts({ raw }) : answerOrBusy<"parts">(outcome);
}

/** One-time codes and links of a mail. @throws Failure unavailable when it takes too long */
export async function readCodes(input: CodesInput, { source }: ReadOptions): Promise<FoundCodes> {
  const bytes = unpackedSize(input.packed);
  if (bytes <= smallBytes) return jobs.codes(input);
  const outcome = await inThread("codes", () => ({ input, transfer: [] }), { ...composing, source, bytes });
  return outcome === "none" ? jobs.codes(input) : answerOrBusy<"codes">(outcome);
}

/** Plain text as HTML. @throws Failure unavailable when it takes too long */
export async function htmlOfText(text: string, { source }: ReadOptions): Promise<string> {
  if (text.length <= smallBytes) return jobs.html(text);
  const outcome = await inThread("html", () => ({ input: text, transfer: [] }), {
    ...composing,
    source,
    bytes: text.length,
  });
  return outcome === "none" ? jobs.html(text) : answerOrBusy<"html">(outcome);
}

const fileTerms = { cpuMs: 10_000, wallMs: clientTimeouts.wholeMs };

/** The text of a file that came with a mail. @throws Failure unavailable when no thread was free in time */
export async function readFileText(file: TextFile, { source }: ReadOptions): Promise<FileText> {
  const terms = { ...fileTerms, source, bytes: file.bytes.length };
  const pack = () => {
    const bytes = new Uint8Array(file.bytes);
    return { input: { ...file, bytes }, transfer: [bytes.buffer] };
  };
  const outcome = await inThread("file", pack, terms);
  if (outcome === "spent" || outcome === "broken")
    return { status: "too_large", text: null, pages: null, truncated: false };
  return outcome === "none" ? jobs.file(file) : answerOrBusy<"file">(outcome);
}

/** Characters of Markdown that are read on the main thread. */
const smallMarkdown = 4096;

/** Markdown as HTML. @throws Failure unavailable when it takes too long */
export async function htmlOfMarkdown(text: string, { source }: ReadOptions): Promise<string> {
  if (text.length <= smallMarkdown) return jobs.markdown(text);
  const terms = { ...composing, source, bytes: text.length };
  const outcome = await inThread("markdown", () => ({ input: text, transfer: [] }), terms);
  return outcome === "none" ? jobs.markdown(text) : answerOrBusy<"markdown">(outcome);
}

/** Bytes of JSON that are unpacked on the main thread: a few milliseconds. */
const smallContent = 128 * 1024;

/** How much more Markdown of a content costs than unpacking it. */
const markdownCost = 16;

/** Bytes of bodies once they are unpacked. */
export function contentSize(messages: readonly Pick<PackedMessage, "packed">[]): number {
  return messages.reduce((sum, { packed }) => sum + unpackedSize(packed), 0);
}

/** An answer with messages as JSON in UTF-8. @throws Failure unavailable when it takes too long */
export async function encodeMessages(answer: PackedAnswer, { source }: ReadOptions): Promise<Uint8Array> {
  const messages = Array.isArray(answer.data) ? answer.data : [answer.data];
  const bytes = contentSize(messages) * (answer.format === "markdown" ? markdownCost : 1);
  if (bytes <= smallContent) return jobs.messages(answer);
  const terms = { ...composing, source, bytes };
  const outcome = await inThread("messages", () => ({ input: answer, transfer: [] }), terms);
  return outcome === "none" ? jobs.messages(answer) : answerOrBusy<"messages">(outcome);
}

/** As `encodeMessages`, into an open file. @returns its bytes @throws Failure unavailable when it takes too long */
export async function writeMessages(
  answer: PackedAnswer,
  { source, file }: ReadOptions & { file: number },
): Promise<number> {
  const messages = Array.isArray(answer.data) ? answer.data : [answer.data];
  const bytes = contentSize(messages) * (answer.format === "markdown" ? markdownCost : 1);
  const pack = () => ({ input: { answer, file }, transfer: [] });
  const outcome = await inThread("messagesInFile", pack, { ...composing, source, bytes });
  return outcome === "none" ? jobs.messagesInFile({ answer, file }) : answerOrBusy<"messagesInFile">(outcome);
}

/** For each search hit the part to show, or null where it does not hold what was asked. @throws Failure unavailable when it takes too long */
export async function findTexts(input: FindInput, { source }: ReadOptions): Promise<(string | null)[]> {
  const bytes = contentSize(input.messages);
  if (bytes <= smallContent) return jobs.find(input);
  const terms = { ...composing, source, bytes };
  const outcome = await inThread("find", () => ({ input, transfer: [] }), terms);
  return outcome === "none" ? jobs.find(input) : answerOrBusy<"find">(outcome);
}

/** The bodies of a packed content, as a forward quotes them. @throws Failure unavailable when it takes too long */
export async function quotedBodies(packed: Uint8Array, { source }: ReadOptions): Promise<QuotedBodies> {
  const bytes = unpackedSize(packed);
  if (bytes <= smallContent) return jobs.quote(packed);
  const pack = () => ({ input: packed, transfer: [] });
  const outcome = await inThread("quote", pack, { ...composing, source, bytes });
  return outcome === "none" ? jobs.quote(packed) : answerOrBusy<"quote">(outcome);
}

function lengthOf(bodies: { text: string | null; html: string | null } | undefined): number {
  return (bodies?.text?.length ?? 0) + (bodies?.html?.length ?? 0);
}

/** The thread gets a copy: the bytes may be a view on a larger buffer, and the caller keeps them. */
function copied<Input extends { raw: Uint8Array }>(input: Input): Packed<Input> {
  const raw = new Uint8Array(input.raw);
  return { input: { ...input, raw }, transfer: [raw.buffer] };
}

function withCopies(input: ComposeInput): Packed<ComposeInput> {
  const attachments = input.attachments.map((file) => ({ ...file, content: new Uint8Array(file.content) }));
  return { input: { ...input, attachments }, transfer: attachments.map(({ content }) => content.buffer) };
}
