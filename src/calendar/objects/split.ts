// Splits a text of many events into objects, one a UID, each with the time zones that it names; and takes objects apart to join
// them to one text. Lines stay as they were written; whether an object is right is its reader's matter. RFC 5545 3.4, RFC 4791 4.1
import { readLine } from "../icalendar/content-lines.ts";

/** A component inside a calendar. */
interface Part {
  /** Upper case. */
  name: string;
  /** Empty: it has none. */
  uid: string;
  /** For a time zone: its own name; otherwise the zones that the part refers to. */
  zones: string[];
  text: string;
}

/** @param isKept whether objects of this component are kept; others are left out and named */
export function splitCalendar(
  text: string,
  isKept: (component: string) => boolean,
): { objects: { uid: string; text: string }[]; defects: string[] } {
  const defects = new Set<string>();
  const zones = new Map<string, string>();
  const byUid = new Map<string, Part[]>();
  for (const part of partsOf(text)) {
    if (part.name === "VTIMEZONE") for (const zone of part.zones) zones.set(zone, part.text);
    else if (!isKept(part.name)) defects.add(`${part.name.slice(0, 40)} is not kept here.`);
    else if (part.uid === "") defects.add(`A ${part.name} has no UID.`);
    else byUid.set(part.uid, [...(byUid.get(part.uid) ?? []), part]);
  }
  const objects = [...byUid].map(([uid, parts]) => {
    const named = new Set(parts.flatMap((part) => part.zones));
    const own = [...named].map((zone) => zones.get(zone) ?? "").join("");
    return { uid, text: `${head}${own}${parts.map((part) => part.text).join("")}END:VCALENDAR\r\n` };
  });
  return { objects, defects: [...defects] };
}

const head = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Postroom//Import//EN\r\n";

/**
 * The components of an object, for a text of many.
 * @param zones names of the zones that the text has already; those of this object are added
 */
export function componentsOf(object: string, zones: Set<string>): string {
  return [...partsOf(object)]
    .filter(({ name, zones: own }) => {
      if (name !== "VTIMEZONE") return true;
      const isNew = own.some((zone) => !zones.has(zone));
      for (const zone of own) zones.add(zone);
      return isNew;
    })
    .map(({ text }) => text)
    .join("");
}

/** The components right inside of all calendars of a text; one that does not end is left out. */
function* partsOf(text: string): Generator<Part> {
  let part: Part | null = null;
  let lines: string[] = [];
  let depth = 0;
  // A folded line stays in one piece.
  for (const raw of text.replace(/^\uFEFF/, "").split(/\r?\n(?![ \t])/)) {
    const line = readLine(raw.replace(/\r?\n[ \t]/g, ""));
    if (!line) continue;
    const name = line.value.trim().toUpperCase();
    if (line.name === "BEGIN") {
      if (depth === 1) part = { name, uid: "", zones: [], text: "" };
      if (depth === 1) lines = [];
      depth++;
    }
    if (part && depth > 1) {
      lines.push(raw.replace(/\r?\n/g, "\r\n"));
      const zone = part.name === "VTIMEZONE" ? null : line.params.get("TZID");
      if (zone) part.zones.push(zone);
      if (depth === 2 && line.name === "UID") part.uid = line.value.trim();
      if (depth === 2 && line.name === "TZID") part.zones.push(line.value.trim());
    }
    if (line.name !== "END") continue;
    depth = name === "VCALENDAR" ? 0 : Math.max(0, depth - 1);
    if (depth > 1) continue;
    if (part && part.name === name) yield { ...part, text: `${lines.join("\r\n")}\r\n` };
    part = null;
  }
}
