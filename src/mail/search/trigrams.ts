// Trigrams for the search index: all runs of three characters in each word of a text. A text that contains another has all its
// trigrams, in any language and without word boundaries. Those of the text that REST searches are marked: REST asks for marked
// ones, IMAP, which searches the whole mail, for both.
import { withoutAccents } from "./accents.ts";

/** A word: letters, digits and combining marks. */
const words = /[\p{L}\p{N}\p{M}]+/gu;
const ascii = /^[\x00-\x7f]*$/;
const size = 3;

/** A text with more different trigrams is not indexed. */
export const maxTrigrams = 20_000;
/** Trigrams of one query. */
const maxQueried = 32;

/** Stands before a trigram of the text that REST searches. */
const mark = "=";
/** The entry of a mail of which not all of that text is indexed. */
const shownMissing = "=*";
/** The entry of a mail of which not all else is indexed: it may hold any text. */
const wholeMissing = "*";

/** The texts of a mail, case-folded. */
export interface IndexedTexts {
  /** What REST searches. */
  shown: string;
  /** The whole mail; null: not read, or too long to index. */
  whole: string | null;
}

/** The index entries of a mail. */
export function searchEntries({ shown, whole }: IndexedTexts): string[] {
  const seen = new Set<string>();
  const marked = new Set<string>();
  const others = new Set<string>();
  const isShownWhole = addTrigrams(shown, marked, { seen, known: others });
  const isWhole = whole !== null && isShownWhole && addTrigrams(whole, others, { seen, known: marked });
  const entries = isShownWhole ? Array.from(marked, (trigram) => mark + trigram) : [shownMissing];
  if (isWhole) entries.push(...others);
  else entries.push(wholeMissing);
  return entries;
}

/** @returns false when there are too many */
function addTrigrams(
  text: string,
  trigrams: Set<string>,
  { seen, known }: { seen: Set<string>; known: ReadonlySet<string> },
): boolean {
  for (const [word] of withoutAccents(text).matchAll(words)) {
    if (seen.has(word)) continue;
    seen.add(word);
    for (const trigram of trigramsIn(word)) if (!known.has(trigram)) trigrams.add(trigram);
    if (trigrams.size + known.size > maxTrigrams) return false;
  }
  return true;
}

/** Also the last one or two characters of a word beyond ASCII, so that short words of ideographs are found. */
function* trigramsIn(word: string): Generator<string> {
  if (ascii.test(word)) {
    for (let i = 0; i + size <= word.length; i++) yield word.slice(i, i + size);
    return;
  }
  const characters = [...word];
  for (let i = 0; i < characters.length; i++) {
    const trigram = characters.slice(i, i + size).join("");
    if (i + size <= characters.length || !ascii.test(trigram)) yield trigram;
  }
}

/**
 * A tsquery that every mail which contains the text answers; null when `text` is too short.
 * @param text case-folded
 * @param where "shown": in what REST searches; "whole": anywhere in the mail
 */
export function trigramQuery(text: string, where: "shown" | "whole"): string | null {
  const queried = new Set<string>();
  for (const [word] of withoutAccents(text).matchAll(words)) {
    const characters = [...word];
    if (characters.length >= size) {
      for (let i = 0; i + size <= characters.length; i++)
        queried.add(entry(characters.slice(i, i + size).join(""), "", where));
    } else if (!ascii.test(word)) queried.add(entry(word, ":*", where));
    if (queried.size >= maxQueried) break;
  }
  return queried.size === 0 ? null : [...queried].slice(0, maxQueried).join(" & ");
}

function entry(trigram: string, prefix: "" | ":*", where: "shown" | "whole"): string {
  const shown = `'${mark}${trigram}'${prefix}`;
  return where === "shown" ? shown : `('${trigram}'${prefix} | ${shown})`;
}

/** The query, and mails of which not all is indexed. */
export function orMissing(query: string, where: "shown" | "whole"): string {
  return `(${query}) | '${where === "shown" ? shownMissing : wholeMissing}'`;
}
