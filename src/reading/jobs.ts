// The jobs that run in reading processes, and a few of them here where all they do is unpack. Arguments and results can be copied
// between processes.
import { type ParsedCalendar, readCalendars } from "../calendar/invitations/invitation.ts";
import { type ObjectReading, silentIn, tryReadObject } from "../calendar/objects/object-read.ts";
import { type ObjectView, type Viewed, viewObject } from "../calendar/objects/object-view.ts";
import { attachedMail, type FileText, fileText, type TextFile } from "../mail/attached/file-text.ts";
import { type HiddenInFiles, hiddenInFiles } from "../mail/attached/hidden-in-files.ts";
import { searchedText } from "../mail/attached/searched-text.ts";
import { findCodes } from "../mail/codes/find-codes.ts";
import type { FoundCodes } from "../mail/codes/found.ts";
import { type ComposeInput, composeMail } from "../mail/compose/compose.ts";
import { markdownToHtml, noteToHtml } from "../mail/html/markdown.ts";
import { textToHtml } from "../mail/html/text-to-html.ts";
import { visibleText } from "../mail/html/visible-text.ts";
import { placeOfText, type TextPlace } from "../mail/mime/part-text.ts";
import { addressesIn } from "../mail/parse/addresses.ts";
import { type ParsedMail, type ParseOptions, parseNow, readPart } from "../mail/parse/parse.ts";
import { readSafety } from "../mail/parse/read-mail.ts";
import { type WholeMail, wholeMail } from "../mail/parse/whole-mail.ts";
import type { ChildText } from "../mail/reply/child-mails.ts";
import type { TextSpan } from "../mail/reply/spans.ts";
import { type ClassifiedReport, classifyReport } from "../mail/report/classify.ts";
import { type PolicyReport, readPolicyReport } from "../mail/report/policy-reports.ts";
import type { ContentSafety } from "../mail/safety/content-safety.ts";
import { type CutMail, cutMail, maxFilenames, quotedIn } from "../mail/search/indexed-mail.ts";
import { unpack } from "../store/blobs/blobs.ts";
import {
  type MailContent,
  packContent,
  unpackContent,
  unpackSearchedText,
} from "../store/message/content.ts";
import { contentSpans } from "./content-spans.ts";
import { type FindInput, foundTexts } from "./found-texts.ts";
import { type FieldsInput, fieldValues, type HoldsInput, heldTexts } from "./held-texts.ts";
import { encodeAnswer, type PackedAnswer, writeAnswer } from "./message-bodies.ts";

/** A parsed mail without its bodies, which are packed. */
export type MailFacts = Omit<
  ParsedMail,
  "html" | "replyText" | "replyHtml" | "quotedHtml" | "searchText" | "calendarParts"
> & {
  /** Addresses that its text names, at most 100, unchecked; left out where only the mail was parsed. */
  addresses?: string[];
};

export interface ReadMail {
  /** `text` is cut to 100,000 characters. */
  facts: MailFacts;
  /** Packed Content. */
  content: Uint8Array;
  /** The mail's calendar parts, read; null: it has none. */
  calendar: ParsedCalendar | null;
  /** For the search index; null: it was not asked for. */
  cut: CutMail | null;
}

/** Characters of the text beside the packed content. */
const maxText = 100_000;

export interface ReadInput {
  raw: Uint8Array;
  options: ParseOptions;
  /** For a draft: its bodies as they were given. */
  written?: MailContent["written"];
  /** The raw bytes will stand in the same row: the content leaves out a text that they hold as it is. */
  besideRaw?: boolean;
  /** The address that it came to, with which it is cut for the search index. */
  deliveredTo?: string;
}

export interface QuotedBodies {
  text: string;
  html: string;
}

export interface CodesInput {
  subject: string | null;
  /** Packed Content. */
  packed: Uint8Array;
}

export interface ReportInput {
  raw: Uint8Array;
  envelopeFrom: string;
}

function cutOf(
  raw: Uint8Array,
  { structure, subject, from, to, cc, text, replyText, quotedHtml, attachments }: ParsedMail,
  { deliveredTo, isText }: { deliveredTo: string; isText: boolean },
): CutMail {
  return cutMail({
    raw,
    structure,
    isText,
    texts: {
      subject,
      people: [from, ...to, ...cc, { email: deliveredTo, name: null }],
      reply: replyText,
      quoted: quotedIn(text ?? "", replyText),
      filenames: attachments.slice(0, maxFilenames).map(({ filename }) => filename),
    },
    types: attachments.map(({ contentType }) => contentType),
    isQuotedInHtml: (text ?? "") === "" && quotedHtml !== null,
  });
}

/** Octets beside its text that a mail may have, and the text is still read from the whole of it. */
const maxBeside = 8 * 1024;

/** Whether reading the text from the raw mail reads little else: no files. */
function isMostOf(raw: Uint8Array, [from, to]: TextPlace): boolean {
  return raw.length - (to - from) <= Math.max(maxBeside, to - from);
}

/** Texts of a mail that search looks at, cut to what is indexed and more. */
export interface TextsToIndex {
  reply: string;
  quoted: string;
  /** Text of files, and quoted in HTML alone. */
  more: string;
}

export const jobs = {
  /** Reads a mail. Never throws. */
  read({ raw, options, written, besideRaw, deliveredTo }: ReadInput): ReadMail {
    const parsed = parseNow(raw, options);
    const place = besideRaw ? placeOfText(raw, parsed.structure, parsed.text) : null;
    const { html, replyText, replyHtml, quotedHtml, searchText, calendarParts, ...others } = parsed;
    const facts: MailFacts = others;
    facts.text = parsed.text?.slice(0, maxText) ?? null;
    facts.addresses = addressesIn(parsed.text ?? "", html);
    return {
      facts,
      content: packContent({ ...parsed, written }, place && isMostOf(raw, place) ? place : null),
      calendar: calendarParts.length === 0 ? null : readCalendars(calendarParts),
      cut: deliveredTo === undefined ? null : cutOf(raw, parsed, { deliveredTo, isText: place !== null }),
    };
  },

  /** @throws Failure as composeMail */
  compose(input: ComposeInput): Promise<Uint8Array> {
    return composeMail(input);
  },

  /** Classifies a mail as a report about one that was sent. Never throws. */
  report({ raw, envelopeFrom }: ReportInput): ClassifiedReport {
    return classifyReport(raw, envelopeFrom);
  },

  /** The reports about domains in parts of a mail. Never throws. */
  policyReports({ raw, parts }: { raw: Uint8Array; parts: readonly string[] }): PolicyReport[] {
    return parts.flatMap((part) => {
      const found = readPart(raw, part);
      return found ? readPolicyReport(found.bytes) : [];
    });
  },

  /** Return a mail's safety report. Never throws. */
  safety({ raw, options }: Pick<ReadInput, "raw" | "options">): ContentSafety {
    return readSafety(raw, options);
  },

  /** Read what the files of a mail hide. Never throws. */
  hiddenInFiles({ raw }: { raw: Uint8Array }): Promise<HiddenInFiles> {
    return hiddenInFiles(raw);
  },

  /** All that a mail carries, part by part. Never throws. */
  parts({ raw }: { raw: Uint8Array }): WholeMail {
    return wholeMail(raw);
  },

  /** The text of a packed content, with whose words they are. */
  spans(packed: Uint8Array): TextSpan[] {
    return contentSpans(unpackContent(packed));
  },

  /** One-time codes and links of a mail. */
  codes({ subject, packed }: CodesInput): FoundCodes {
    return findCodes({ ...unpackContent(packed), subject });
  },

  /** Plain text as HTML. */
  html(text: string): string {
    return textToHtml(text);
  },

  /** The text of a file that came with a mail. Never throws. */
  file(input: TextFile): Promise<FileText> {
    return fileText(input);
  },

  /** A mail that is attached to another; null: it is none. Never throws. */
  attachedMail(bytes: Uint8Array): ChildText | null {
    return attachedMail(bytes);
  },

  /** Markdown as HTML. */
  markdown(text: string): string {
    return markdownToHtml(text);
  },

  /** Notes, in Markdown, as HTML; null for one that is not read. */
  notes(texts: readonly string[]): (string | null)[] {
    return texts.map(noteToHtml);
  },

  /** An answer with messages as JSON in UTF-8. */
  messages(answer: PackedAnswer): Uint8Array {
    return encodeAnswer(answer);
  },

  /** As `messages`, into a file that is there already. @param file its path @returns its bytes @throws Failure unavailable when it is gone */
  messagesInFile({ answer, file }: { answer: PackedAnswer; file: string }): number {
    return writeAnswer(answer, file);
  },

  /** The first calendar object in a mail; null without any. */
  calendarText(raw: Uint8Array): string | null {
    return parseNow(raw, { effort: "bare" }).calendarParts[0]?.text.replace(/\r?\n/g, "\r\n") ?? null;
  },

  /** For each search hit the part to show, or null where it does not hold what was asked. */
  find(input: FindInput): (string | null)[] {
    return foundTexts(input);
  },

  /** For each text whether a mail holds it; null where that depends on more than its header. */
  holds(input: HoldsInput): (boolean | null)[] {
    return heldTexts(input);
  },

  /** The values of header fields, as SEARCH compares them. */
  fields(input: FieldsInput): string[][] {
    return fieldValues(input);
  },

  /** Texts that search looks at: bodies, files, and what HTML quotes. @throws Error when the raw bytes are damaged */
  async searched({ raw, packed }: { raw: Uint8Array | null; packed: Uint8Array }): Promise<TextsToIndex> {
    const { reply, quoted } = unpackSearchedText(packed);
    const { text, quotedHtml } = unpackContent(packed);
    const alone = text === null && quotedHtml !== null ? visibleText(quotedHtml) : "";
    const files = raw === null ? "" : await searchedText(await unpack(raw));
    const more = [alone, files].filter((each) => each !== "").join("\n");
    return {
      reply: reply.slice(0, maxText),
      quoted: quoted.slice(0, maxText),
      more: more.slice(0, 2 * maxText),
    };
  },

  /** Read a client's calendar object. */
  readObject(text: string): ObjectReading {
    return tryReadObject(text);
  },

  /** The addresses that the server tells nothing of a stored object. */
  silentIn(text: string): string[] {
    return silentIn(text);
  },

  /** Whether an object of a calendar matches a filter, and its text. */
  viewObject(view: ObjectView): Viewed {
    return viewObject(view);
  },

  /** Objects of a calendar, each as `viewObject` shows it. */
  viewObjects(views: readonly ObjectView[]): Viewed[] {
    return views.map(viewObject);
  },

  /** The bodies of a packed content, as a forward quotes them. */
  quote(packed: Uint8Array): QuotedBodies {
    const { text, replyText, html } = unpackContent(packed);
    return { text: text ?? replyText, html };
  },
};

export type Jobs = typeof jobs;
export type JobName = keyof Jobs;
