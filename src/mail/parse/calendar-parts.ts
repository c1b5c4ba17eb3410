// Extracts the calendar objects of a mail as text; src/calendar parses them. RFC 6047

import { decodedParam } from "../mime/parameters.ts";
import { decodeBytes, partBytes, withLineFeeds } from "../mime/part-text.ts";
import type { PartStructure } from "../mime/structure.ts";
import type { Findings } from "../visible/findings.ts";
import { hasName, leavesOf } from "./bodies.ts";
import { CalendarLetters } from "./calendar-letters.ts";

export interface CalendarPart {
  part: string;
  /** The Content-Type's method parameter, upper case. */
  method: string | null;
  text: string;
}

const maxCalendarParts = 20;
const maxCalendarBytes = 2_000_000;

/** @param findings takes what the objects hide */
export function calendarPartsOf(binary: string, root: PartStructure, findings: Findings): CalendarPart[] {
  const letters = new CalendarLetters(findings);
  const parts: CalendarPart[] = [];
  for (const part of leavesOf(root)) {
    if (parts.length >= maxCalendarParts || !isCalendar(part) || part.end - part.bodyStart > maxCalendarBytes)
      continue;
    const method = decodedParam(part.params, "method")?.trim().toUpperCase() || null;
    parts.push({ part: part.section, method, text: letters.seen(calendarText(binary, part)) });
  }
  return parts;
}

/** Some programs fold lines inside a character, so bytes are unfolded before they are decoded. RFC 5545 3.1 */
function calendarText(binary: string, part: PartStructure): string {
  const bytes = partBytes(binary, part);
  return withLineFeeds(decodeBytes(isWide(bytes, part) ? bytes : withoutFolds(bytes), part, "utf-8"));
}

/** In UTF-16 and UTF-32 a line end and a space are not these bytes. */
function isWide(bytes: Buffer, part: PartStructure): boolean {
  const marked = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return marked || /utf-?(?:16|32)|ucs/i.test(part.params.charset ?? "");
}

function withoutFolds(bytes: Buffer): Buffer {
  const kept = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const lineEnd = bytes[at] === 13 && bytes[at + 1] === 10 ? 2 : bytes[at] === 10 ? 1 : 0;
    const next = bytes[at + lineEnd];
    if (lineEnd > 0 && (next === 32 || next === 9)) at += lineEnd;
    else kept[length++] = bytes[at]!;
  }
  return kept.subarray(0, length);
}

function isCalendar(part: PartStructure): boolean {
  if (part.type === "text" && (part.subtype === "calendar" || part.subtype === "x-vcalendar")) return true;
  if (part.type !== "application") return false;
  if (part.subtype === "ics") return true;
  return part.subtype === "octet-stream" && hasName(part) && /\.ics$/i.test(nameOf(part));
}

function nameOf(part: PartStructure): string {
  const filename = part.disposition === null ? null : decodedParam(part.disposition.params, "filename");
  return filename ?? decodedParam(part.params, "name") ?? "";
}

/** Whether a calendar part is an alternative of the mail's text (RFC 6047 2.4), not an attached file. */
export function isHiddenCalendar(part: PartStructure): boolean {
  return isCalendar(part) && part.type === "text" && part.disposition?.type !== "attachment";
}
