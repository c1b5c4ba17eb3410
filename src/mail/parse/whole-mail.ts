// All that a mail carries, as it stands in its octets: every header field, every part with its text, inner messages, and what
// stands before the first and behind the last boundary. For a reviewer: nothing is taken out here.
// RFC 2046 5.1.1

import { binaryText, clean } from "../mime/charset.ts";
import { rawHeaders } from "../mime/headers.ts";
import { partBytes, partText } from "../mime/part-text.ts";
import { type PartStructure, scanStructure } from "../mime/structure.ts";
import { contentIdOf, filenameOf } from "./attachments.ts";
import { hasName } from "./bodies.ts";

export interface WholeField {
  name: string;
  /** Unfolded. */
  value: string;
}

export interface WholePart {
  /** The part's IMAP section number; "" for a multipart root. RFC 9051 6.4.5 */
  section: string;
  /** `type/subtype`, lower case. */
  contentType: string;
  /** attachment, inline, or what else the mail says; null: nothing. */
  disposition: string | null;
  filename: string | null;
  /** Without its brackets. RFC 2392 */
  contentId: string | null;
  /** Octets, decoded; of a multipart 0. */
  size: number;
  /** Header fields of an inner message. */
  headers: WholeField[];
  /** Text of a text part, HTML as source; null: the part is no text. */
  text: string | null;
  /** Outside its boundaries: no program shows it. */
  outside: string | null;
  /** True: `text` has only the beginning. */
  cut: boolean;
}

export interface WholeMail {
  headers: WholeField[];
  parts: WholePart[];
  /** True: some parts or some text are left out. */
  cut: boolean;
}

const maxParts = 200;
const maxFields = 500;
const maxFieldCharacters = 4_000;
/** Characters of one text, and of all. */
const maxText = 20_000;
const maxTexts = 200_000;

interface WholeMailState {
  raw: Uint8Array;
  binary: string;
  parts: WholePart[];
  left: number;
  cut: boolean;
}

/** Lists what a raw mail carries. Never throws; linear in its size. */
export function wholeMail(raw: Uint8Array): WholeMail {
  const { root, binary } = scanStructure(raw);
  const reading: WholeMailState = { raw, binary, parts: [], left: maxTexts, cut: false };
  addPart(reading, root);
  return { headers: fieldsOf(raw, reading), parts: reading.parts, cut: reading.cut };
}

function addPart(reading: WholeMailState, part: PartStructure): void {
  if (reading.parts.length >= maxParts) {
    reading.cut = true;
    return;
  }
  const { type, subtype, section, disposition } = part;
  const isMessage = type === "message" && part.parts.length > 0;
  const isLeaf = part.parts.length === 0;
  const [text, textIsCut] =
    isLeaf && type === "text" ? bounded(reading, partText(reading.binary, part, null)) : [null, false];
  const [outside, outsideIsCut] =
    type === "multipart" && !isLeaf ? bounded(reading, outsideOf(reading, part)) : [null, false];
  const isFile = isMessage || (isLeaf && (hasName(part) || disposition?.type === "attachment"));
  reading.parts.push({
    section,
    contentType: `${type}/${subtype}`,
    disposition: disposition?.type ?? null,
    filename: isFile ? filenameOf(part) : null,
    contentId: contentIdOf(part),
    size: isLeaf ? partBytes(reading.binary, part).length : isMessage ? part.end - part.bodyStart : 0,
    headers: isMessage ? fieldsOf(reading.raw.subarray(part.bodyStart, part.end), reading) : [],
    text,
    outside: outside === "" ? null : outside,
    cut: textIsCut || outsideIsCut,
  });
  for (const inner of part.parts) addPart(reading, inner);
}

/** Return the text before a multipart's first boundary and behind its last one. */
function outsideOf({ binary }: WholeMailState, part: PartStructure): string {
  const [first, last] = [part.parts[0]!, part.parts.at(-1)!];
  const before = binary.slice(part.bodyStart, first.headerStart).trimEnd();
  const behind = binary.slice(last.end, part.end).trimStart();
  const preamble = before.slice(0, Math.max(0, before.lastIndexOf("\n")));
  const lineEnd = behind.indexOf("\n");
  const epilogue = lineEnd < 0 ? "" : behind.slice(lineEnd);
  return [preamble, epilogue]
    .map((text) => binaryText(text).trim())
    .filter((text) => text !== "")
    .join("\n\n");
}

function bounded(reading: WholeMailState, text: string): [string, boolean] {
  const most = Math.min(maxText, reading.left);
  const shown = clean(text.slice(0, most)).toWellFormed();
  reading.left -= shown.length;
  const isCut = text.length > most;
  if (isCut) reading.cut = true;
  return [shown, isCut];
}

function fieldsOf(raw: Uint8Array, reading: WholeMailState): WholeField[] {
  const all = rawHeaders(raw);
  if (all.length > maxFields) reading.cut = true;
  return all.slice(0, maxFields).map(({ name, value }) => {
    const shown = value.slice(0, Math.min(maxFieldCharacters, reading.left));
    if (shown.length < value.length) reading.cut = true;
    reading.left -= shown.length;
    return { name, value: shown };
  });
}
