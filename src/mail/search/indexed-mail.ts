// All that the search index has of one mail: its words with their places, and the numbers of its runs of letters. A mail that comes
// in is cut while it is read; `withMore` adds what only the address and the service know of it.

import { isReadable } from "../attached/searched-text.ts";
import type { PartStructure } from "../mime/part.ts";
import { isAscii } from "./ascii.ts";
import { type IndexedTexts, type MailNumbers, mailNumbers, moreNumbers } from "./gram-numbers.ts";
import { headerSearchText, isTooLong, mailSearchText, searchFold } from "./search-text.ts";
import { searchDocument, type WeightedText } from "./search-words.ts";
import { asciiTable } from "./word-table.ts";

export interface IndexedMail<Numbers = MailNumbers> {
  /** A tsvector in its binary form. */
  words: Uint8Array;
  numbers: Numbers;
}

interface NamedAddress {
  email: string;
  name: string | null;
}

/** The texts of a mail that REST searches. */
export interface SearchedTexts {
  subject: string | null;
  people: readonly NamedAddress[];
  reply: string;
  /** Quoted history; the whole text where the reply stands in several places of it. */
  quoted: string;
  filenames: readonly string[];
}

/** Characters of each field that are indexed: a tsvector holds less than a megabyte. */
const maxCharacters = 100_000;
const maxQuotedCharacters = 50_000;

/** Files of a mail whose names are indexed. */
export const maxFilenames = 100;

/** Texts by weight: subject, then people, then text, then what is quoted and names of files. */
export function weightedTexts({ subject, people, reply, quoted, filenames }: SearchedTexts): WeightedText[] {
  const named = people.map(({ email, name }) => (name === null ? email : `${name} ${email}`));
  return [
    { text: boundedText(subject ?? ""), weight: "A" },
    { text: boundedText(named.join("\n")), weight: "B" },
    { text: boundedText(reply), weight: "D" },
    { text: boundedText(quoted, maxQuotedCharacters), weight: "C" },
    { text: boundedText(filenames.join("\n")), weight: "C" },
  ];
}

export function boundedText(text: string, most = maxCharacters): string {
  return text.slice(0, most);
}

/** The rest of a text, beside its reply; all of it where the reply stands in several places. */
export function quotedIn(text: string, reply: string): string {
  return text.startsWith(reply) ? text.slice(reply.length).trim() : text;
}

/** @param texts those that REST searches */
export function indexedMail(
  texts: readonly WeightedText[],
  { whole, marks }: Pick<IndexedTexts, "whole" | "marks">,
): IndexedMail<ReturnType<typeof mailNumbers>> {
  const table = asciiTable(texts);
  const shown = table ?? searchFold(texts.map(({ text }) => text).join("\n"));
  const numbers = mailNumbers({ shown, whole, marks });
  return { words: table?.document() ?? searchDocument(texts), numbers };
}

/** A mail that came for one address, cut; the lines that the service writes into its header are left out. */
export interface CutMail {
  words: Uint8Array;
  shown: Uint32Array;
  others: Uint32Array;
  /** Whether its files, or quotes in HTML alone, are to be read too. */
  hasMore: boolean;
}

interface CutInput {
  raw: Uint8Array;
  structure: PartStructure;
  texts: SearchedTexts;
  types: readonly string[];
  /** The mail is the text, and the raw bytes hold it as it is. */
  isText: boolean;
  isQuotedInHtml: boolean;
}

/** Cuts a mail that is read. */
export function cutMail({ raw, structure, texts, types, isText, isQuotedInHtml }: CutInput): CutMail {
  const text = mailSearchText(raw, structure);
  const isInTexts = isText && structure.type === "text" && isAscii(texts.reply) && isAscii(texts.quoted);
  // All of such a body has been cut as the text.
  const whole = isTooLong(structure) ? null : isInTexts ? text.header() : `${text.header()}\n${text.body()}`;
  const { words, numbers } = indexedMail(weightedTexts(texts), { whole, marks: [] });
  return {
    words,
    ...numbers,
    hasMore: isQuotedInHtml || types.slice(0, maxFilenames).some(isReadable),
  };
}

/**
 * A mail that was cut, with what it belongs to.
 * @param prefix header lines in front of it; "": none
 */
export function withMore(
  cut: CutMail,
  { prefix, marks }: { prefix: string; marks: readonly string[] },
): IndexedMail {
  const whole = prefix === "" ? "" : (headerSearchText(Buffer.from(prefix, "latin1")).header() ?? "");
  return { words: cut.words, numbers: moreNumbers(cut, { whole, marks }) };
}
