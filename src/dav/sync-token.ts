// Sync tokens: the calendar, and the place in its changes that the client has seen. RFC 6578 3.3, 4
import { isUuid } from "../lib/ids.ts";

export interface SyncPlace {
  calendarId: string;
  modseq: number;
  /** For a page that was cut: the last name of it within `modseq`. */
  name: string;
}

const prefix = "urn:postroom:sync:";

/** After all changes up to `modseq`. */
export function tokenOf(calendarId: string, modseq: number): string {
  return `${prefix}${calendarId}:${modseq}`;
}

/** After the change of `name` at `modseq`. */
export function cutTokenOf({ calendarId, modseq, name }: SyncPlace): string {
  return `${tokenOf(calendarId, modseq)}:${Buffer.from(name).toString("base64url")}`;
}

/** Sorts after every name. */
const last = "\u{10ffff}";

/** Null for a text that is no token. */
export function readToken(text: string): SyncPlace | null {
  const match = /^urn:postroom:sync:([0-9a-f-]{36}):(\d{1,15})(?::([\w-]{1,1400}))?$/.exec(text.trim());
  if (!match || !isUuid(match[1]!)) return null;
  const name = match[3] === undefined ? last : Buffer.from(match[3], "base64url").toString();
  return { calendarId: match[1]!, modseq: Number(match[2]), name: name.replaceAll("\0", "") };
}

/** Before all changes. */
export function beginningOf(calendarId: string): SyncPlace {
  return { calendarId, modseq: -1, name: "" };
}
