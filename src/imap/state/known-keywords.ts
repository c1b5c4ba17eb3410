// The keywords that FLAGS has named to a client: FLAGS names a keyword before a FETCH response has it.
// RFC 9051 7.3.5 (FLAGS), 7.1 (PERMANENTFLAGS)

import type { ImapSession } from "../session.ts";
import { permanentFlagsCode } from "../wire/codes.ts";
import { writeFlags, writeUntagged } from "../wire/encode.ts";

const systemFlags = ["\\Answered", "\\Flagged", "\\Deleted", "\\Seen", "\\Draft"];
/** Limit of named keywords: each new one sends all of them again. */
const maxKeywords = 1000;

/** Sends FLAGS and PERMANENTFLAGS when some of the flags are keywords not named yet. Call it between responses. */
export function nameKeywords(session: ImapSession, flags: Iterable<string>): void {
  const known = session.selected?.keywords;
  if (!known) return;
  let isNew = false;
  for (const flag of flags) {
    const key = flag.toLowerCase();
    if (flag.startsWith("\\") || known.has(key) || known.size >= maxKeywords) continue;
    known.set(key, flag);
    isNew = true;
  }
  if (isNew) writeKeywords(session);
}

/** FLAGS and PERMANENTFLAGS, with all that were named. */
export function writeKeywords({ writer, selected }: ImapSession): void {
  const { keywords, readOnly } = selected!;
  const all = [...systemFlags, ...keywords.values()];
  writeFlags(writer, all);
  writeUntagged(writer, "OK", {
    code: permanentFlagsCode(readOnly ? [] : [...all, "\\*"]),
    text: readOnly ? "None can be changed" : "Others can be made",
  });
}
