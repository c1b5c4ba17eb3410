// Finds the verbs of attributions, "wrote:", in plain texts. Linear.

import { endsWithWord, wordsOf } from "./compare-text.ts";

const verbs = wordsOf("wrote");
const verbsByEnd = Map.groupBy(verbs, endCode);

/** Whether a plain text ends with the verb of an attribution. */
export function endsWithVerb(text: string): boolean {
  return endVerb(text) !== null;
}

/** The verb of an attribution with which a plain text ends. */
export function endVerb(body: string): string | null {
  const found = verbsByEnd.get(endCode(body));
  return found?.find((verb) => endsWithWord(body, verb)) ?? null;
}

/** The last two code units as a number; of a shorter text what no other has. */
function endCode(text: string): number {
  const { length } = text;
  return length < 2
    ? -text.charCodeAt(0)
    : text.charCodeAt(length - 2) * 0x10000 + text.charCodeAt(length - 1);
}

/** Offset behind a verb in the middle of the text; 0 without one. */
export function innerVerb(body: string): number {
  for (const verb of verbs) {
    const at = body.indexOf(verb);
    if (at < 0) continue;
    const before = at === 0 ? " " : body[at - 1]!;
    const after = body[at + verb.length];
    if (" >,)".includes(before) && (after === " " || after === "," || after === "<")) return at + verb.length;
  }
  return 0;
}
