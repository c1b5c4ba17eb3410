// The language of `q` in GET /messages/search: words, "a phrase", -without, this or that. The database finds
// whole words; each is also a text that may be anywhere, within a word too, with or without accents.
import { withoutAccents } from "./accents.ts";
import { searchFold } from "./search-text.ts";
import { wordsOf } from "./search-words.ts";
import { orMissing, trigramQuery } from "./trigrams.ts";

/** A message matches when one of the groups does. */
export type TextQuery = readonly TermGroup[];

export interface TermGroup {
  /** Texts that a message holds, all of them; folded. */
  terms: readonly string[];
  /** Texts that it must not hold. */
  without: readonly string[];
}

const tokens = /(-?)(?:"([^"]*)"?|([^\s"]+))/g;
const ascii = /^[\x00-\x7f]*$/;

/** Text in the form in which it is compared: without case, accents and line breaks. */
export function comparable(text: string): string {
  return withoutAccents(searchFold(text)).replace(/\s+/g, " ");
}

export function parseTextQuery(q: string): TextQuery {
  const groups = alternativesIn(q).map((asked) => {
    const terms = asked.map(({ text, isExcluded }) => ({ term: comparable(text).trim(), isExcluded }));
    const those = (excluded: boolean) =>
      terms.filter(({ term, isExcluded }) => term !== "" && isExcluded === excluded).map(({ term }) => term);
    return { terms: those(false), without: those(true) };
  });
  return groups.filter(({ terms }) => terms.length > 0);
}

/** A tsquery for documents of whole words; null: it asks for no word. */
export function wordsQuery(q: string): string | null {
  const groups = alternativesIn(q).flatMap((asked) => {
    const phrases = asked.flatMap(({ text, isExcluded }) => {
      const phrase = wordsOf(text).map((word) => `'${word}'`);
      return phrase.length === 0 ? [] : [`${isExcluded ? "!" : ""}(${phrase.join(" <-> ")})`];
    });
    return phrases.length === 0 ? [] : [`(${phrases.join(" & ")})`];
  });
  return groups.length === 0 ? null : groups.join(" | ");
}

interface Asked {
  text: string;
  isExcluded: boolean;
}

/** The terms of each alternative. `or` is a word of its own where it stands between nothing. */
function alternativesIn(q: string): Asked[][] {
  const found = [...q.matchAll(tokens)];
  const groups: Asked[][] = [[]];
  for (const [index, [, minus, phrase, word]] of found.entries()) {
    const isOr = !minus && word?.toLowerCase() === "or" && groups.at(-1)!.length > 0;
    if (isOr && index < found.length - 1) groups.push([]);
    else groups.at(-1)!.push({ text: phrase ?? bare(word!), isExcluded: minus !== "" });
  }
  return groups;
}

/** A word without the punctuation of the sentence that it stood in. */
function bare(word: string): string {
  return word.replace(/^[([{'`]+/, "").replace(/(?<![)\]}'`,;:.!?])[)\]}'`,;:.!?]+$/, "");
}

/** A tsquery over the index entries of all messages that may match; null: the words alone say which do. */
export function entriesQuery(query: TextQuery): string | null {
  const groups = query.flatMap(({ terms }) => {
    const entries = terms.flatMap((term) => trigramQuery(term, "shown") ?? []);
    return entries.length === 0 ? [] : [`(${entries.join(" & ")})`];
  });
  return groups.length === 0 ? null : orMissing(groups.join(" | "), "shown");
}

/** Whether a text holds what is asked. @param text as `comparable` makes it */
export function holds(text: string, query: TextQuery): boolean {
  return query.some(
    ({ terms, without }) =>
      terms.some((term) => trigramQuery(term, "shown") !== null) &&
      terms.every((term) => positionOf(text, term) !== -1) &&
      !without.some((term) => positionOf(text, term) !== -1 || inWords(text).includes(inWords(term))),
  );
}

/** Where a term begins in a text, or -1. What the index does not know, `of`, has to be a word of its own. */
export function positionOf(text: string, term: string): number {
  const isShort = ascii.test(term) && term.length < 3;
  for (let at = text.indexOf(term); at !== -1; at = text.indexOf(term, at + 1)) {
    if (!isShort || (!isLetter(text[at - 1]) && !isLetter(text[at + term.length]))) return at;
  }
  return -1;
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}\p{M}]/u.test(character);
}

/** Words with single spaces around them: a phrase is excluded whatever stands between its words, as the database has it. */
function inWords(text: string): string {
  return ` ${text.replace(/[^\p{L}\p{N}\p{M}]+/gu, " ").trim()} `;
}
