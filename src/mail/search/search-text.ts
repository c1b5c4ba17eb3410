// The text of a raw mail that SEARCH compares: header fields with encoded words decoded, and text parts with transfer encoding and
// charset decoded. Other parts are not searched. RFC 9051 6.4.4

import { parseAddressList } from "../mime/address-list.ts";
import { decodeCharset, latin1 } from "../mime/charset.ts";
import { decodeWords } from "../mime/encoded-words.ts";
import { addressFields } from "../mime/envelope.ts";
import { type HeaderField, readHeaderBlock, readMessageHeader } from "../mime/headers.ts";
import type { PartStructure } from "../mime/part.ts";
import { decodeTransfer } from "../mime/transfer-encoding.ts";
import { isAscii } from "./ascii.ts";
import type { SearchTextFilter } from "./filter.ts";

/** Whether a message holds a text; null where that depends on text that is not loaded. */
export interface TextTest {
  holds(leaf: SearchTextFilter): boolean | null;
}

/** A message's decoded text, case-folded for comparison; null where it is not loaded. */
export interface SearchText extends TextTest {
  /** Values of the fields of that name (lower case), each in all forms that are compared. */
  fields(name: string): readonly string[] | null;
  /** The whole header. */
  header(): string | null;
  /** All text in the body, headers of its parts included. */
  body(): string | null;
}

/** Text of one mail beyond this length is not searched. */
const maxText = 32 * 1024 * 1024;

/** The form in which SEARCH compares text: case and compatibility forms are ignored. RFC 9051 6.4.4 */
export function searchFold(text: string): string {
  return isAscii(text) ? text.toUpperCase() : text.normalize("NFKC").toUpperCase().normalize("NFKC");
}

/** The search text of a mail whose header alone is loaded. @param header `[root.headerStart, root.bodyStart)` of the mail */
export function headerSearchText(header: Uint8Array): SearchText {
  const { fields, header: folded } = foldedHeader(latin1(header), 0);
  return searchTextOf({
    fields: (name) => valuesOf(fields, name),
    header: () => folded,
    body: () => null,
  });
}

/** The search text of a whole mail; header and body are decoded on first use. */
export function mailSearchText(raw: Uint8Array, root: PartStructure): SearchText {
  const binary = latin1(raw);
  let folded: ReturnType<typeof foldedHeader> | null = null;
  const header = () => {
    folded ??= foldedHeader(binary.slice(0, root.bodyStart), root.headerStart);
    return folded;
  };
  let body: string | null = null;
  return searchTextOf({
    fields: (name) => valuesOf(header().fields, name),
    header: () => header().header,
    body: () => {
      body ??= searchFold(bodyText(binary, root));
      return body;
    },
  });
}

/** Loaded text, and its test. */
export function searchTextOf(loaded: Omit<SearchText, "holds">): SearchText {
  return { ...loaded, holds: (leaf) => holds(leaf, loaded) };
}

function holds(
  { where, field, text }: SearchTextFilter,
  loaded: Pick<SearchText, "fields" | "header" | "body">,
): boolean | null {
  const wanted = searchFold(text);
  if (where === "header") {
    const values = loaded.fields(field ?? "");
    return values === null ? null : values.some((value) => value.includes(wanted));
  }
  // The body first: folding a header, with all forms of its addresses, takes longer than an ordinary body.
  const body = loaded.body();
  if (body?.includes(wanted)) return true;
  const header = where === "text" ? loaded.header() : "";
  if (header?.includes(wanted)) return true;
  return header === null || body === null ? null : false;
}

interface FoldedField {
  key: string;
  value: string;
  /** Other forms of the value: with single spaces, and its addresses in canonical notation. */
  others: string[];
}

function foldedHeader(binary: string, start: number): { fields: FoldedField[]; header: string } {
  const fields = readMessageHeader(binary, start).fields;
  const folded = fields.map(foldedField);
  const lines = folded.flatMap(({ value, others }, index) =>
    [value, ...others].map((each) => line(fields[index]!, each)),
  );
  return { fields: folded, header: lines.join("\n") };
}

function foldedField({ key, value }: HeaderField): FoldedField {
  const text = searchFold(decodeWords(value));
  // Folding must not affect the search. RFC 5322 2.2.3
  const spaced = text.replace(/[ \t]+/g, " ");
  const others = spaced === text ? [] : [spaced];
  if (addressFields.includes(key)) others.push(...canonicalAddresses(value, text));
  return { key, value: text, others };
}

/** Values of the fields of that name (lower case), each in all forms that are compared. */
export function comparedForms(fields: readonly HeaderField[], name: string): string[] {
  return valuesOf(fields.filter(({ key }) => key === name).map(foldedField), name);
}

/** With more addresses in one field all are added, without checking whether its text has them. */
const maxCompared = 200;

/** `Name <local@domain>` for each address that the text does not hold in this form: without comments, folding and quotes. RFC 5322 3.4 */
function canonicalAddresses(value: string, text: string): string[] {
  const addresses = parseAddressList(value).map(({ name, mailbox, host }) => {
    const local = (mailbox ?? "").replace(/^"(.*)"$/s, (_, quoted: string) =>
      quoted.replace(/\\(.)/gs, "$1"),
    );
    const address = host ? `${local}@${host}` : local;
    return searchFold(decodeWords(name === null ? address : `${name} <${address}>`));
  });
  return addresses.length > maxCompared ? addresses : addresses.filter((address) => !text.includes(address));
}

function line({ name }: HeaderField, value: string): string {
  return `${searchFold(name)}: ${value}`;
}

function valuesOf(fields: readonly FoldedField[], name: string): string[] {
  return fields.filter(({ key }) => key === name).flatMap(({ value, others }) => [value, ...others]);
}

/** The text of all parts in order; parts of a multipart and nested messages with their headers. */
function bodyText(binary: string, root: PartStructure): string {
  const texts: string[] = [];
  let length = 0;
  const stack: { part: PartStructure; withHeader: boolean }[] = [{ part: root, withHeader: false }];
  for (let next = stack.pop(); next && length < maxText; next = stack.pop()) {
    const { part, withHeader } = next;
    const text = `${withHeader ? partHeader(binary, part) : ""}${part.type === "text" ? leafText(binary, part) : ""}`;
    texts.push(text);
    length += text.length;
    for (const child of part.parts.toReversed()) stack.push({ part: child, withHeader: true });
  }
  return texts.join("\n").slice(0, maxText);
}

function partHeader(binary: string, part: PartStructure): string {
  const { fields } = readHeaderBlock(binary.slice(part.headerStart, part.bodyStart), 0);
  return fields.map(({ name, value }) => `${name}: ${decodeWords(value)}\n`).join("");
}

function leafText(binary: string, part: PartStructure): string {
  const bytes = decodeTransfer(binary.slice(part.bodyStart, part.end), part.encoding);
  return decodeCharset(bytes, part.params.charset ?? null);
}

/** Octets of text parts beyond which a mail is not indexed, but decoded at each search. */
const maxIndexed = 512 * 1024;

/** Whether a mail has too much text to be indexed. */
export function isTooLong(root: PartStructure): boolean {
  let octets = root.bodyStart - root.headerStart;
  const stack = [root];
  for (let part = stack.pop(); part && octets <= maxIndexed; part = stack.pop()) {
    if (part.type === "text") octets += part.end - part.bodyStart;
    else octets += part.bodyStart - part.headerStart;
    stack.push(...part.parts);
  }
  return octets > maxIndexed;
}
