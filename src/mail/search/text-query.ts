// What `q` of GET /messages/search asks: words, "a phrase", -without, this or that, as PostgreSQL's websearch_to_tsquery reads
// them. The database finds whole words; here each is a text that may stand anywhere, within a word too, with or without accents.
import { withoutAccents } from "./accents.ts";
import { searchFold } from "./search-text.ts";
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
  const groups: { terms: string[]; without: string[] }[] = [{ terms: [], without: [] }];
  for (const [, minus, phrase, word] of q.matchAll(tokens)) {
    if (!minus && word?.toLowerCase() === "or") {
      groups.push({ terms: [], without: [] });
      continue;
    }
    const term = comparable(phrase ?? bare(word!)).trim();
    if (term !== "") groups.at(-1)![minus ? "without" : "terms"].push(term);
  }
  return groups.filter(({ terms }) => terms.length > 0);
}

/** A word without the punctuation of the sentence that it stood in. */
function bare(word: string): string {
  return word.replace(/^[([{'`]+|[)\]}'`,;:.!?]+$/gu, "");
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
