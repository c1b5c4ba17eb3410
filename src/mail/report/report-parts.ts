// Splits a report into the text for humans, the fields for machines, and the header of the returned mail. Reads reports that follow
// RFC 3464, 5965 and 6522, and common ones that follow no standard, with the returned mail in the same text behind a line that
// announces it.

import { visibleText } from "../html/visible-text.ts";
import { latin1 } from "../mime/charset.ts";
import { type HeaderField, readHeaderBlock } from "../mime/headers.ts";
import { partBytes, partText } from "../mime/part-text.ts";
import type { PartStructure, Scan } from "../mime/structure.ts";
import { sesNotice } from "./ses-notice.ts";

export interface ReportParts {
  /** The text for humans, without the returned mail; lines end with "\n". */
  readonly notice: string;
  /** Groups of machine-readable fields: RFC 3464 2.1 has one for the message and one a recipient */
  readonly statusGroups: HeaderField[][];
  readonly feedback: HeaderField[] | null;
  /** Header of the mail that came back, null when it did not */
  readonly original: HeaderField[] | null;
  /** A message/delivery-status part was there, even an empty one */
  readonly hasStatusPart: boolean;
  /** Groups of a report that came back inside this one, as its returned mail */
  readonly nestedGroups: HeaderField[][];
}

/** Characters of machine-readable text that are read. */
const maxStatus = 1_000_000;

/** Characters of the text for humans that are read. */
const maxNotice = 50_000;

export function reportPartsOf(scan: Scan): ReportParts {
  const found: Found = {
    notices: [],
    groups: [],
    feedback: null,
    original: null,
    hasStatusPart: false,
    nested: [],
  };
  walk(scan.root, scan.binary, found);
  const words = found.notices.join("\n").slice(0, maxNotice);
  const ses = sesNotice(words);
  if (ses) return { ...ses, notice: "", hasStatusPart: true, nestedGroups: [] };
  const split = splitNotice(words);
  const inText = statusGroupsIn(split.notice);
  return {
    notice: split.notice,
    statusGroups: found.groups.length > 0 ? found.groups : inText,
    feedback: found.feedback,
    original: found.original ?? split.original,
    hasStatusPart: found.hasStatusPart,
    nestedGroups: found.nested,
  };
}

interface Found {
  notices: string[];
  groups: HeaderField[][];
  feedback: HeaderField[] | null;
  original: HeaderField[] | null;
  hasStatusPart: boolean;
  nested: HeaderField[][];
}

function walk(part: PartStructure, binary: string, found: Found): void {
  if (part.type === "multipart") {
    const children = part.subtype === "alternative" ? bestAlternative(part.parts) : part.parts;
    for (const child of children) walk(child, binary, found);
    return;
  }
  const kind = `${part.type}/${part.subtype}`;
  if (kind === "message/delivery-status" || kind === "message/global-delivery-status") {
    found.hasStatusPart = true;
    found.groups.push(...groupsOf(latin1(partBytes(binary, part))));
  } else if (kind === "message/feedback-report") {
    found.feedback ??= groupsOf(latin1(partBytes(binary, part)))[0] ?? [];
  } else if (isReturnedMail(kind)) {
    found.original ??= readHeaderBlock(latin1(partBytes(binary, part)), 0).fields;
    const inner = part.parts[0]?.parts.find((child) => child.subtype === "delivery-status");
    if (inner) found.nested.push(...groupsOf(latin1(partBytes(binary, inner))));
  } else if (part.type === "text") {
    takeText(part, binary, found);
  }
}

/** Return a notice's plain part in place of its HTML, unless it is empty. */
function bestAlternative(parts: PartStructure[]): PartStructure[] {
  const plain = parts.filter(
    (part) => part.type === "text" && part.subtype === "plain" && part.end > part.bodyStart,
  );
  const rest = parts.filter((part) => part.type !== "text");
  return plain.length > 0 ? [...plain.slice(0, 1), ...rest] : parts;
}

function isReturnedMail(kind: string): boolean {
  return /^(?:message\/(?:rfc822|global|global-headers|partial)|text\/rfc822-headers?)$/.test(kind);
}

function takeText(part: PartStructure, binary: string, found: Found): void {
  const text = partText(binary, part, null);
  const readable = part.subtype === "html" ? visibleText(text.slice(0, 200_000)) : text;
  const fields = looksLikeHeader(readable) ? readHeaderBlock(latin1(Buffer.from(readable)), 0).fields : null;
  if (fields && found.notices.length > 0) found.original ??= fields;
  else found.notices.push(readable);
}

/** Whether the text begins like the header of a mail. */
function looksLikeHeader(text: string): boolean {
  return /^\s*(?:Received|Return-Path|DKIM-Signature|X-[\w-]+|Message-ID|From|Date): /i.test(
    text.slice(0, 200),
  );
}

/** Fields in groups that empty lines separate. RFC 3464 2.1 */
export function groupsOf(whole: string): HeaderField[][] {
  const text = whole.slice(0, maxStatus);
  const groups: HeaderField[][] = [];
  let at = 0;
  while (at < text.length && groups.length < 500) {
    const block = readHeaderBlock(text, at);
    groups.push(...splitAtRecipients(block.fields));
    if (block.bodyStart > at) {
      at = block.bodyStart;
      continue;
    }
    // a line that is no field: skip it
    const newline = text.indexOf("\n", at);
    at = newline < 0 ? text.length : newline + 1;
  }
  return groups;
}

/** Where the empty line between two recipients is missing, a repeated recipient field begins the next group. */
function splitAtRecipients(fields: HeaderField[]): HeaderField[][] {
  const groups: HeaderField[][] = [];
  let seen = new Set<string>();
  for (const field of fields) {
    const opens =
      groups.length === 0 || (seen.has(field.key) && /^(?:final|original)-recipient$/.test(field.key));
    if (opens) {
      groups.push([]);
      seen = new Set();
    }
    groups.at(-1)?.push(field);
    seen.add(field.key);
  }
  return groups;
}

/** Machine-readable fields in the text for humans. */
function statusGroupsIn(notice: string): HeaderField[][] {
  if (!/^[ \t>]*(?:Final|Original)-Recipient[ \t]*:/im.test(notice)) return [];
  const text = notice.replace(
    /^[ \t]{1,8}(?=(?:Final|Original)-Recipient|Action|Status|Diagnostic-Code|Remote-MTA|Reporting-MTA)/gim,
    "",
  );
  const groups = groupsOf(latin1(Buffer.from(text)));
  return groups.filter((group) => group.some((field) => /^(?:final|original)-recipient$/.test(field.key)));
}

/** A line that announces the returned mail: dashes or a whole sentence around a few words. */
const announcement = new RegExp(
  [
    String.raw`^[\s>*#=|-]{0,80}(?:this is an? |(?:below|enclosed|included|here) is an? |below this line is an? |the )?(?:`,
    String.raw`copy of (?:the |your )?(?:original )?(?:message|mail)\b.{0,60}`,
    "|(?:(?:text|start|headers?) of )?(?:the |your )?(?:original|returned|unsent|undelivered|bounced|rejected|failed)[ -](?:message|mail|e-mail|text|headers?)",
    String.raw`(?: (?:headers?|text|body))?(?: (?:is )?(?:as )?(?:follows?|following|below|attached|included|truncated)\b.{0,20})?`,
    String.raw`|(?:message|mail|original) headers? (?:follows?|is|are)\b.{0,40}|message (?:header|text) follows.{0,20}`,
    String.raw`)[\s:.*=|-]{0,80}$`,
  ].join(""),
  "i",
);

const headerName =
  /^(?:Received|Return-Path|Delivered-To|DKIM-Signature|X-[\w-]{1,60}|Message-ID|From|To|Subject|Date|MIME-Version|Content-[\w-]{1,40}|ARC-[\w-]{1,40}|Authentication-Results|Sender|Reply-To|Precedence|Mime-Version):/i;

/** Splits a text into the notice and the header of the returned mail behind it. */
function splitNotice(text: string): { notice: string; original: HeaderField[] | null } {
  const lines = text.split("\n");
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? "";
    const announced = line.length <= 160 && announcement.test(line) && !isSubjectLine(line);
    if (!announced && !beginsMail(lines, i)) continue;
    let start = announced ? i + 1 : i;
    while (start < lines.length && !headerName.test((lines[start] ?? "").trimStart()) && start < i + 12)
      start++;
    // an announcement with nothing behind it is only the end of the notice
    const indent = /^[\s>|]*/.exec(lines[start] ?? "")?.[0] ?? "";
    const rest = lines
      .slice(start, start + 300)
      .map((row) => (row.startsWith(indent) ? row.slice(indent.length) : row));
    const fields = readHeaderBlock(latin1(Buffer.from(rest.join("\n"))), 0).fields;
    if (announced && fields.length < 2 && i < 2) continue;
    return { notice: lines.slice(0, i).join("\n"), original: fields.length >= 2 ? fields : null };
  }
  return { notice: text, original: null };
}

/** "Original Message:" in a summary is followed by its fields, a quoted "Subject:" line is none. */
function isSubjectLine(line: string): boolean {
  return /^\s*(?:subject|re|fwd?)\s*:/i.test(line);
}

/** A mail that begins without any announcement: Received or Return-Path, then another field. */
function beginsMail(lines: readonly string[], at: number): boolean {
  const first = lines[at] ?? "";
  if (!/^(?:Received: (?:from|by|\()|Return-Path: ?<)/i.test(first)) return false;
  const next = lines.slice(at + 1, at + 12).find((line) => !/^[ \t]/.test(line));
  return next !== undefined && headerName.test(next);
}
