// Flags as clients write them. RFC 9051 2.3.2: system flags begin with a backslash and are five; all else is a keyword.

import type { SystemFlag } from "../../mail/search/filter.ts";
import { bad } from "./failure.ts";
import type { Scanner } from "./scanner.ts";

export const systemFlags: readonly SystemFlag[] = [
  "\\Answered",
  "\\Flagged",
  "\\Deleted",
  "\\Seen",
  "\\Draft",
];

const canonical = new Map<string, SystemFlag>(systemFlags.map((flag) => [flag.toLowerCase(), flag]));

/** Keywords that the registry writes in one way get that spelling, so that clients find them. RFC 5788, RFC 9051 2.3.2 */
const registered = new Map(
  [
    "$MDNSent",
    "$Forwarded",
    "$Junk",
    "$NotJunk",
    "$Phishing",
    "NonJunk",
    "Junk",
    "$SubmitPending",
    "$Submitted",
  ].map((keyword) => [keyword.toLowerCase(), keyword]),
);

/** A keyword may not be longer; the service stores them by name. */
const keywordBytes = 200;

function canonicalKeyword(keyword: string): string {
  return registered.get(keyword.toLowerCase()) ?? keyword;
}

/** flag-keyword: an atom. */
export function readKeyword(scanner: Scanner): string {
  const keyword = scanner.atom();
  if (keyword.length > keywordBytes) throw bad("The keyword is too long");
  return canonicalKeyword(keyword);
}

/** One flag. System flags in their canonical case; \Recent and unknown ones cannot be set. RFC 3501 2.3.2 */
export function readFlag(scanner: Scanner): string {
  if (!scanner.accept(0x5c)) return readKeyword(scanner);
  const flag = canonical.get(`\\${scanner.atom().toLowerCase()}`);
  if (!flag) throw bad("Only \\Answered \\Flagged \\Deleted \\Seen \\Draft and keywords can be set");
  return flag;
}

/** flag-list: `(` [flag *(SP flag)] `)`. Repeats are dropped. */
export function readFlagList(scanner: Scanner): string[] {
  return distinctFlags(scanner.list(() => readFlag(scanner), 0));
}

/** Flags compare without case. RFC 9051 2.3.2 */
export function distinctFlags(flags: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const flag of flags) if (!seen.has(flag.toLowerCase())) seen.set(flag.toLowerCase(), flag);
  return [...seen.values()];
}
