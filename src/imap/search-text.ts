// The text of a raw mail that SEARCH looks through: header fields with encoded words read, and the text parts with their
// transfer encoding and charset undone. Other parts hold no text that a person would look for. RFC 9051 6.4.4

import { decodeCharset, latin1 } from "../mail/charset.ts";
import { type HeaderField, readHeaderBlock } from "../mail/headers.ts";
import type { PartStructure } from "../mail/structure.ts";
import { decodeTransfer } from "../mail/transfer.ts";
import { decodeWords } from "../mail/words.ts";
import { searchFold } from "./collation.ts";
import type { SearchText } from "./search.ts";

/** Text of one mail beyond this is not searched. */
const mostText = 32 * 1024 * 1024;

/** Only the header is there: `[root.headerStart, root.bodyStart)` of the mail. */
export function headerSearchText(header: Uint8Array): SearchText {
  const { fields, header: folded } = foldedHeader(latin1(header), 0);
  return {
    fields: (name) => valuesOf(fields, name),
    header: () => folded,
    body: () => null,
  };
}

/** The whole mail is there; the body is decoded when it is first asked for. */
export function mailSearchText(raw: Uint8Array, root: PartStructure): SearchText {
  const binary = latin1(raw);
  const { fields, header } = foldedHeader(binary.slice(0, root.bodyStart), root.headerStart);
  let body: string | null = null;
  return {
    fields: (name) => valuesOf(fields, name),
    header: () => header,
    body: () => {
      body ??= searchFold(bodyText(binary, root));
      return body;
    },
  };
}

interface FoldedField {
  key: string;
  value: string;
}

function foldedHeader(binary: string, start: number): { fields: FoldedField[]; header: string } {
  const fields = readHeaderBlock(binary, start).fields;
  const folded = fields.map(({ key, value }) => ({ key, value: searchFold(decodeWords(value)) }));
  return { fields: folded, header: folded.map(({ value }, index) => line(fields[index]!, value)).join("\n") };
}

function line({ name }: HeaderField, value: string): string {
  return `${searchFold(name)}: ${value}`;
}

function valuesOf(fields: readonly FoldedField[], name: string): string[] {
  return fields.filter(({ key }) => key === name).map(({ value }) => value);
}

/** Parts one behind the other; parts of a multipart and messages inside bring their headers. */
function bodyText(binary: string, root: PartStructure): string {
  const texts: string[] = [];
  let length = 0;
  const stack: { part: PartStructure; withHeader: boolean }[] = [{ part: root, withHeader: false }];
  for (let next = stack.pop(); next && length < mostText; next = stack.pop()) {
    const { part, withHeader } = next;
    const text = `${withHeader ? partHeader(binary, part) : ""}${part.type === "text" ? leafText(binary, part) : ""}`;
    texts.push(text);
    length += text.length;
    for (const child of part.parts.toReversed()) stack.push({ part: child, withHeader: true });
  }
  return texts.join("\n").slice(0, mostText);
}

function partHeader(binary: string, part: PartStructure): string {
  const { fields } = readHeaderBlock(binary.slice(part.headerStart, part.bodyStart), 0);
  return fields.map(({ name, value }) => `${name}: ${decodeWords(value)}\n`).join("");
}

function leafText(binary: string, part: PartStructure): string {
  const bytes = decodeTransfer(binary.slice(part.bodyStart, part.end), part.encoding);
  return decodeCharset(bytes, part.params.charset ?? null);
}
