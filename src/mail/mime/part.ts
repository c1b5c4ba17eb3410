// One part of a mail: the properties in its header, and its offsets. The scanner (structure.ts) finds the parts.

import { binaryText } from "./charset.ts";
import type { Envelope } from "./envelope.ts";
import { firstField, type HeaderBlock } from "./headers.ts";
import { type Parameterised, parseParameterised } from "./parameters.ts";

export interface PartStructure {
  /**
   * The number under which IMAP addresses the part's body (RFC 9051 6.4.5): "1", "1.2"; "" for a multipart root;
   * "2.TEXT" for the multipart root of a message held in part 2.
   */
  section: string;
  /** Lower case. */
  type: string;
  /** Lower case. */
  subtype: string;
  /** Names in lower case, in order; values unquoted but not decoded (RFC 2231): `decodedParam` does that. */
  params: Record<string, string>;
  id: string | null;
  description: string | null;
  /** Lower case, "7bit" when none is given. */
  encoding: string;
  disposition: { type: string; params: Record<string, string> } | null;
  language: string[] | null;
  location: string | null;
  md5: string | null;
  /** Byte offsets in the raw mail: header = [headerStart, bodyStart), body = [bodyStart, end). */
  headerStart: number;
  bodyStart: number;
  end: number;
  /** Line ends in the body, for text and message parts; else 0. */
  lines: number;
  /** Children of a multipart; for message/rfc822 the root of the message inside. */
  parts: PartStructure[];
  /** For message/rfc822: the envelope of the message inside. */
  envelope?: Envelope;
}

/** The position of a part in the mail. */
export interface PartPosition {
  section: string;
  depth: number;
  /** Children of multipart/digest are messages unless they say otherwise. RFC 2046 5.1.5 */
  inDigest: boolean;
  /** The root of the mail or of a message inside it: a single part there is number 1. */
  isRoot: boolean;
}

/** The part that a header block describes, its end not yet known, and its boundary parameter in binary text. */
export function describePart(
  block: HeaderBlock,
  start: number,
  place: PartPosition,
): { part: PartStructure; boundary: string } {
  const fallback = place.inDigest ? "message/rfc822" : "text/plain";
  let content: Parameterised | null = null;
  const header = firstField(block.fields, "content-type");
  if (header !== null) content = parseParameterised(header);
  // RFC 2045 5.2: what cannot be read as type/subtype is text/plain.
  const match = /^([^\s\x00-\x1f\x7f-\x9f/;"]+)\/([^\s\x00-\x1f\x7f-\x9f/;"]+)/.exec(content?.value ?? "");
  const [type = "", subtype = ""] = match ? [match[1], match[2]] : fallback.split("/");
  const dispositionHeader = firstField(block.fields, "content-disposition");
  const disposition = dispositionHeader === null ? null : parseParameterised(dispositionHeader);
  const single = place.isRoot && type !== "multipart";
  const part: PartStructure = {
    section: single ? `${place.section.replace(/TEXT$/, "")}1` : place.section,
    type,
    subtype,
    params: textParams(content?.params ?? {}),
    id: field(block, "content-id"),
    description: field(block, "content-description"),
    encoding: encodingOf(firstField(block.fields, "content-transfer-encoding")),
    disposition:
      disposition === null || disposition.value === ""
        ? null
        : { type: disposition.value, params: textParams(disposition.params) },
    language: languages(field(block, "content-language")),
    location: field(block, "content-location"),
    md5: field(block, "content-md5"),
    headerStart: start,
    bodyStart: block.bodyStart,
    end: block.bodyStart,
    lines: 0,
    parts: [],
  };
  return { part, boundary: (content?.params.boundary ?? "").trimEnd() };
}

function field(block: HeaderBlock, key: string): string | null {
  const value = firstField(block.fields, key);
  return value === null || value === "" ? null : binaryText(value);
}

function encodingOf(header: string | null): string {
  const name = (header ?? "")
    .replace(/[;(].*$/s, "")
    .replace(/["']/g, "")
    .trim()
    .toLowerCase();
  return name === "" ? "7bit" : name;
}

function languages(header: string | null): string[] | null {
  const list = (header ?? "").split(",").map((tag) => tag.trim());
  const tags = list.filter((tag) => tag !== "").slice(0, 20);
  return tags.length > 0 ? tags : null;
}

function textParams(params: Record<string, string>): Record<string, string> {
  const out: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const name of Object.keys(params)) out[binaryText(name)] = binaryText(params[name] ?? "");
  return out;
}

/** The part with that section number, or null. */
export function findPart(root: PartStructure, section: string): PartStructure | null {
  if (root.section === section) return root;
  for (const part of root.parts) {
    const found = findPart(part, section);
    if (found !== null) return found;
  }
  return null;
}
