// Trigrams in older rows of the search index: all runs of three characters in each word of a text, and of a word beyond ASCII its
// last one and two. A text that contains another has all its trigrams. Those of the text that REST searches are marked: REST
// asks for marked ones, IMAP, which searches the whole mail, for both.

import { withoutAccents } from "./accents.ts";
import { isAscii } from "./ascii.ts";
import { words } from "./search-words.ts";

const size = 3;

/** Trigrams of one query. */
const maxQueried = 32;

/** Stands before a trigram of the text that REST searches. */
const mark = "=";
/** The entry of a mail whose shown text is not indexed whole. */
const shownMissing = "=*";
/** The entry of a mail whose other text is not indexed whole: any query may match it. */
const wholeMissing = "*";

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
    } else if (!isAscii(word)) queried.add(entry(word, ":*", where));
    if (queried.size >= maxQueried) break;
  }
  return queried.size === 0 ? null : [...queried].slice(0, maxQueried).join(" & ");
}

function entry(trigram: string, prefix: "" | ":*", where: "shown" | "whole"): string {
  const shown = `'${mark}${trigram}'${prefix}`;
  return where === "shown" ? shown : `('${trigram}'${prefix} | ${shown})`;
}

/** The query, or mails that are not indexed whole. */
export function orMissing(query: string, where: "shown" | "whole"): string {
  return `(${query}) | '${where === "shown" ? shownMissing : wholeMissing}'`;
}
