// Scans the MIME structure of a raw mail (RFC 2045, 2046): which bytes are which part. Tolerant: any bytes have a structure. One
// pass over the mail, bounded in depth and number of parts; parts beyond stay in the raw bytes only. Bodies, attachments and
// IMAP read parts out of this one scan.

import { latin1 } from "./charset.ts";
import { type Envelope, envelopeOf } from "./envelope.ts";
import { blankBytes, type HeaderBlock, type HeaderField, readHeaderBlock } from "./headers.ts";
import { describePart, type PartStructure, type Place } from "./part.ts";

export { findPart, type PartStructure } from "./part.ts";

export interface Scan {
  root: PartStructure;
  envelope: Envelope;
  defects: string[];
  /** The root's header fields, in binary text. */
  fields: HeaderField[];
  /** The whole mail as binary text: one character a byte. */
  binary: string;
}

const maxDepth = 100;
const maxParts = 10_000;

interface Delimiter {
  /** The depth of the open multipart that the delimiter belongs to. */
  level: number;
  closing: boolean;
  lineStart: number;
  next: number;
}

interface State {
  binary: string;
  /** Boundary to the level of the innermost open multipart that has it. */
  levels: Map<string, number>;
  open: string[];
  longest: number;
  parts: number;
  defects: Set<string>;
}

/** Scans a raw mail. Never throws; linear in its size. */
export function scanStructure(raw: Uint8Array): Scan {
  const state: State = {
    binary: latin1(raw),
    levels: new Map(),
    open: [],
    longest: 0,
    parts: 0,
    defects: new Set(),
  };
  const place = { section: "", depth: 0, inDigest: false, isRoot: true };
  const { part, block } = scanPart(state, 0, place);
  return {
    root: part,
    envelope: envelopeOf(block.fields),
    defects: [...state.defects],
    fields: block.fields,
    binary: state.binary,
  };
}

interface Scanned {
  part: PartStructure;
  block: HeaderBlock;
  /** The boundary parameter, in binary text. */
  boundary: string;
  /** The boundary line that ended the part, null at the end of the mail. */
  ended: Delimiter | null;
}

function scanPart(state: State, start: number, place: Place): Scanned {
  state.parts++;
  const isBoundary = state.open.length > 0 ? (at: number) => delimiterAt(state, at) !== null : undefined;
  // Only before a message's header are empty lines skipped: a part may have no header.
  const blank = place.isRoot ? blankBytes(state.binary, start) : 0;
  if (blank > 0) state.defects.add("empty line before the header");
  const block = readHeaderBlock(state.binary, start + blank, isBoundary);
  if (block.malformed) state.defects.add("malformed header");
  if (block.unterminated) state.defects.add("header without end");
  const { part, boundary } = describePart(block, start, place);
  const scanned = { part, block, boundary, ended: null };
  // A text part whose body begins with its boundary is a multipart, labelled with the type of its first part.
  if (boundary !== "" && part.type === "text" && state.binary.startsWith(`--${boundary}`, part.bodyStart)) {
    state.defects.add("multipart with another type");
    [part.type, part.subtype] = ["multipart", "mixed"];
    if (place.isRoot) part.section = place.section;
  }
  if (part.type === "multipart") return scanMultipart(state, scanned, place);
  if (part.type === "message" && (part.subtype === "rfc822" || part.subtype === "global")) {
    return scanMessage(state, scanned, place);
  }
  return finishLeaf(state, scanned);
}

function finishLeaf(state: State, scanned: Scanned): Scanned {
  const { part } = scanned;
  const ended = nextDelimiter(state, part.bodyStart);
  setEnd(state, part, ended);
  if (part.type === "text" || part.type === "message")
    part.lines = countLines(state.binary, part.bodyStart, part.end);
  return { ...scanned, ended };
}

/** A multipart that has no readable parts is treated as a single part of the given type. */
function asLeaf(state: State, scanned: Scanned, subtype: [string, string]): Scanned {
  [scanned.part.type, scanned.part.subtype] = subtype;
  if (scanned.part.section === "") scanned.part.section = "1";
  if (scanned.part.section.endsWith(".TEXT"))
    scanned.part.section = scanned.part.section.replace("TEXT", "1");
  return finishLeaf(state, scanned);
}

function scanMultipart(state: State, scanned: Scanned, place: Place): Scanned {
  const { part } = scanned;
  if (place.depth >= maxDepth) {
    state.defects.add("parts nested too deep");
    return asLeaf(state, scanned, ["application", "octet-stream"]);
  }
  const boundary = usedBoundary(state, scanned);
  if (boundary === null) {
    state.defects.add("multipart without parts");
    return asLeaf(state, scanned, ["text", "plain"]);
  }
  const level = state.open.length;
  const close = openBoundary(state, boundary);
  const { closed, delimiter } = scanChildren(state, part, { ...place, level });
  close();
  if (!closed) state.defects.add("multipart not closed");
  if (part.parts.length === 0) {
    state.defects.add("multipart without parts");
    return asLeaf(state, scanned, ["text", "plain"]);
  }
  const ended = closed && delimiter ? nextDelimiter(state, delimiter.next) : delimiter;
  setEnd(state, part, ended);
  return { ...scanned, ended };
}

/** Makes `boundary` the innermost open one; the function returned undoes that. */
function openBoundary(state: State, boundary: string): () => void {
  const outer = state.levels.get(boundary);
  const outerLongest = state.longest;
  state.levels.set(boundary, state.open.length);
  state.open.push(boundary);
  state.longest = Math.max(state.longest, boundary.length);
  return () => {
    state.open.pop();
    if (outer === undefined) state.levels.delete(boundary);
    else state.levels.set(boundary, outer);
    state.longest = outerLongest;
  };
}

function scanChildren(
  state: State,
  part: PartStructure,
  place: Place & { level: number },
): { closed: boolean; delimiter: Delimiter | null } {
  const prefix = part.section === "" ? "" : `${part.section.replace(/\.TEXT$/, "")}.`;
  let delimiter = nextDelimiter(state, part.bodyStart);
  while (delimiter !== null && delimiter.level === place.level) {
    if (delimiter.closing) return { closed: true, delimiter };
    if (state.parts >= maxParts) {
      state.defects.add("too many parts");
      delimiter = nextDelimiter(state, delimiter.next);
      continue;
    }
    const child = scanPart(state, delimiter.next, {
      section: `${prefix}${part.parts.length + 1}`,
      depth: place.depth + 1,
      inDigest: part.subtype === "digest",
      isRoot: false,
    });
    part.parts.push(child.part);
    delimiter = child.ended;
  }
  return { closed: false, delimiter };
}

/** The boundary that separates the parts: the declared one, or else the one in use; null without any. */
function usedBoundary(state: State, { part, boundary }: Scanned): string | null {
  const { binary } = state;
  const close = boundary === "" ? null : openBoundary(state, boundary);
  const first = nextDelimiter(state, part.bodyStart);
  close?.();
  if (first?.level === state.open.length) return boundary;
  const limit = first?.lineStart ?? binary.length;
  state.defects.add(boundary === "" ? "multipart without boundary" : "multipart with another boundary");
  let at = part.bodyStart;
  for (let tries = 0; tries < 20 && at >= 0 && at < limit; tries++) {
    const line = /--([^\r\n]{0,199}[^\s])[ \t]*\r?\n(?=content-)/iy;
    line.lastIndex = at;
    const match = line.exec(binary);
    if (match?.[1]) return match[1];
    at = binary.indexOf("\n--", at) + 1 || -1;
  }
  return null;
}

function scanMessage(state: State, scanned: Scanned, place: Place): Scanned {
  const { part } = scanned;
  if (place.depth >= maxDepth) {
    state.defects.add("parts nested too deep");
    return asLeaf(state, scanned, ["application", "octet-stream"]);
  }
  const inner = scanPart(state, part.bodyStart, {
    section: `${part.section}.TEXT`,
    depth: place.depth + 1,
    inDigest: false,
    isRoot: true,
  });
  part.parts.push(inner.part);
  part.envelope = envelopeOf(inner.block.fields);
  setEnd(state, part, inner.ended);
  part.lines = countLines(state.binary, part.bodyStart, part.end);
  return { ...scanned, ended: inner.ended };
}

/** The line end before a boundary belongs to the boundary. RFC 2046 5.1.1 */
function setEnd(state: State, part: PartStructure, ended: Delimiter | null): void {
  let end = ended === null ? state.binary.length : ended.lineStart;
  if (ended !== null && end > part.bodyStart) {
    end--;
    if (end > part.bodyStart && state.binary.charCodeAt(end - 1) === 0x0d) end--;
  }
  // An empty body has no line end before the boundary, and a part ends no earlier than its last child.
  part.end = Math.max(end, part.bodyStart, part.parts.at(-1)?.end ?? 0);
}

/** The first boundary line of any open multipart at or behind `from`, which is the beginning of a line. */
function nextDelimiter(state: State, from: number): Delimiter | null {
  if (state.open.length === 0) return null;
  let delimiter = delimiterAt(state, from);
  let newline = delimiter === null ? state.binary.indexOf("\n--", from) : -1;
  while (newline >= 0) {
    delimiter = delimiterAt(state, newline + 1);
    if (delimiter !== null) break;
    newline = state.binary.indexOf("\n--", newline + 1);
  }
  return delimiter;
}

function delimiterAt(state: State, lineStart: number): Delimiter | null {
  const { binary } = state;
  if (!binary.startsWith("--", lineStart)) return null;
  const newline = binary.indexOf("\n", lineStart);
  const lineEnd = newline < 0 ? binary.length : newline;
  // White space may follow; a line much longer than any open boundary is text.
  if (lineEnd - lineStart > state.longest + 200) return null;
  const line = binary.slice(lineStart + 2, lineEnd).trimEnd();
  const next = newline < 0 ? binary.length : newline + 1;
  const level = state.levels.get(line);
  if (level !== undefined) return { level, closing: false, lineStart, next };
  if (!line.endsWith("--")) return null;
  const closed = state.levels.get(line.slice(0, -2).trimEnd());
  return closed === undefined ? null : { level: closed, closing: true, lineStart, next };
}

function countLines(binary: string, start: number, end: number): number {
  let lines = 0;
  for (let at = binary.indexOf("\n", start); at >= 0 && at < end; at = binary.indexOf("\n", at + 1)) lines++;
  return lines;
}
