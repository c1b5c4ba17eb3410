// Events of invitations as clients see them. A version before stored the letters of a stranger that nobody sees. DECISIONS
// Visible text
import { isAscii } from "node:buffer";
import { withoutInvisible } from "../../mail/visible/invisible-characters.ts";
import type { CalendarEventRow } from "./calendar-events.ts";

/** The event without invisible letters where a mail brought it; the same row where there are none. */
export function shownEvent(row: CalendarEventRow): CalendarEventRow {
  if (row.source !== "email") return row;
  const { attendees, organizerName } = row;
  const texts = {
    title: withoutInvisible(row.title),
    description: row.description && withoutInvisible(row.description),
    location: row.location && withoutInvisible(row.location),
    organizerName: organizerName && withoutInvisible(organizerName),
  };
  const names = attendees.map(({ name }) => name && withoutInvisible(name));
  const isSame =
    texts.title === row.title &&
    texts.description === row.description &&
    texts.location === row.location &&
    texts.organizerName === organizerName &&
    names.every((name, n) => name === attendees[n]!.name);
  if (isSame) return row;
  return { ...row, ...texts, attendees: attendees.map((each, n) => ({ ...each, name: names[n]! })) };
}

/** Whether a text in UTF-8 may hold such letters. */
export function mayHaveInvisible(text: Uint8Array): boolean {
  if (isAscii(text)) return false;
  const decoded = new TextDecoder().decode(text);
  return withoutInvisible(decoded) !== decoded;
}
