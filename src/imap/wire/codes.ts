// Response codes with arguments. RFC 9051 7.1 and the extensions named. Plain ones are written out by name
// where they are used ("TRYCREATE", "ALREADYEXISTS", "TOOBIG", ...).

import { formatOrdered, formatRanges, type Ranges } from "./sequence-set.ts";

export function capabilityCode(capabilities: readonly string[]): string {
  return `CAPABILITY ${capabilities.join(" ")}`;
}

export function permanentFlagsCode(flags: readonly string[]): string {
  return `PERMANENTFLAGS (${flags.join(" ")})`;
}

/** RFC 4315 3 */
export function appendUidCode(uidValidity: number, uids: Ranges): string {
  return `APPENDUID ${uidValidity} ${formatRanges(uids)}`;
}

/** The n-th of `from` became the n-th of `to`. Null when nothing was copied: the code has no empty form. RFC 4315 3 */
export function copyUidCode(
  uidValidity: number,
  from: readonly number[],
  to: readonly number[],
): string | null {
  if (from.length === 0) return null;
  return `COPYUID ${uidValidity} ${formatOrdered(from)} ${formatOrdered(to)}`;
}

/** Message numbers, or UIDs in a UID command, that failed UNCHANGEDSINCE. RFC 7162 3.1.3 */
export function modifiedCode(ranges: Ranges): string {
  return `MODIFIED ${formatRanges(ranges)}`;
}

/** UIDNEXT, UIDVALIDITY, UNSEEN, HIGHESTMODSEQ: a name and a number. */
export function numberCode(
  name: "UIDNEXT" | "UIDVALIDITY" | "UNSEEN" | "HIGHESTMODSEQ" | "APPENDLIMIT",
  value: number,
): string {
  return `${name} ${value}`;
}

/** RFC 8474 4.1 */
export function mailboxIdCode(id: string): string {
  return `MAILBOXID (${id})`;
}

/** RFC 5267 4.3.1 */
export function noUpdateCode(tag: string): string {
  return `NOUPDATE "${tag}"`;
}

/** RFC 4469 4. Characters that a code cannot have are percent-encoded. */
export function badUrlCode(url: string): string {
  return `BADURL ${encodeURI(url.toWellFormed()).replaceAll("]", "%5D").slice(0, 500)}`;
}
