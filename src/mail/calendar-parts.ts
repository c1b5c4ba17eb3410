// The calendar objects that a mail carries, as text. What they mean is calendar/'s business (RFC 6047).

import { hasName, leavesOf } from "./bodies.ts";
import { decodedParam } from "./params.ts";
import type { PartStructure } from "./structure.ts";
import { partText } from "./text.ts";

export interface CalendarPart {
  part: string;
  /** The Content-Type's method parameter, upper case. */
  method: string | null;
  text: string;
}

const maxCalendarParts = 20;
const maxCalendarBytes = 2_000_000;

export function calendarPartsOf(binary: string, root: PartStructure): CalendarPart[] {
  const parts: CalendarPart[] = [];
  for (const part of leavesOf(root)) {
    if (parts.length >= maxCalendarParts || !isCalendar(part) || part.end - part.bodyStart > maxCalendarBytes)
      continue;
    const method = decodedParam(part.params, "method")?.trim().toUpperCase() || null;
    parts.push({ part: part.section, method, text: partText(binary, part, "utf-8") });
  }
  return parts;
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

/** A calendar part that is the mail's own text in another form (RFC 6047 2.4), not a file that somebody attached. */
export function isHiddenCalendar(part: PartStructure): boolean {
  return isCalendar(part) && part.type === "text" && part.disposition?.type !== "attachment";
}
