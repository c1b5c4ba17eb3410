// Finds introductions in languages without a row in language-words.ts, and such without a colon: a paragraph directly above a quote
// that is a day, a time of day and an address, or a verb, with few words beside them.

import { hasDate, isFirstPerson, prosePattern, timePattern } from "./attribution.ts";
import { maxLineLength } from "./compare-text.ts";
import { plainOf, type VisibleLine } from "./lines.ts";
import { innerVerb } from "./verbs.ts";

/** Lines over which a program wraps. */
const maxLines = 3;
const maxWords = 20;
/** Words of a name behind a verb. */
const maxNameWords = 4;
const bracketedPattern = /[<([«][^<>()[\]«»\s@]{1,64}@[^<>()[\]«»\s]{1,200}[>)\]»]/;

/** The introduction that begins at this unquoted line, or null. */
export function datedNameAt(
  lines: readonly VisibleLine[],
  at: number,
  { answersNone, people }: { answersNone?: boolean; people?: ReadonlySet<string> },
): { end: number; strong: false; column: 0 } | null {
  if (answersNone === true) return null;
  let end = at + 1;
  while (end < at + maxLines && lines[end]?.depth === 0 && lines[end]!.text !== "") end++;
  const below = lines[end]?.text === "" && lines[end]!.depth === 0 ? end + 1 : end;
  if ((lines[below]?.depth ?? 0) === 0) return null;
  // The last lines that suffice; a line above them is the sender's.
  let joined = "";
  for (let from = end - 1; from >= at; from--) {
    joined = `${plainOf(lines[from]!)} ${joined}`.trimEnd();
    if (isDatedName(joined, people)) return from === at ? { end, strong: false, column: 0 } : null;
  }
  return null;
}

function isDatedName(text: string, people: ReadonlySet<string> | undefined): boolean {
  if (text.length > maxLineLength || text.split(" ", maxWords + 1).length > maxWords) return false;
  if (!timePattern.test(text) || !hasDate(text) || prosePattern.test(text) || isFirstPerson(text))
    return false;
  if (bracketedPattern.test(text)) return mayName(text, people);
  const behind = innerVerb(text);
  return behind > 0 && text.slice(behind).trim().split(" ").length <= maxNameWords;
}

/** Whether a text names one of the people of an answer, by name or address: "at 10:30, ask for Bob <bob@example.com>" names others. */
function mayName(text: string, people: ReadonlySet<string> | undefined): boolean {
  if (people === undefined || people.size === 0) return true;
  return text.split(/[^\p{L}\p{M}\p{N}]+/u, 60).some((word) => people.has(word));
}
