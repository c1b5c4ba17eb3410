// The language of `q` in GET /messages/search: words, "a phrase", -without, this or that, operators (from:ada). The database
// finds whole words; each is also a text that may be anywhere, within a word too, with or without accents. The value of an
// operator that looks in a field is such a text too: the index finds the messages that may match.

import type { UtcSeconds } from "../../lib/zones.ts";
import { withoutAccents } from "./accents.ts";
import { isAscii } from "./ascii.ts";
import { shownNumbers } from "./gram-numbers.ts";
import {
  conditionOf,
  operatorNamed,
  type SearchCondition,
  type SearchedField,
  searchedFields,
} from "./operators.ts";
import { searchFold } from "./search-text.ts";
import { joinedWords, wordsOf } from "./search-words.ts";
import type { GramCondition } from "./segment.ts";
import { positionOfSimilar, type SimilarWords, slipsOf, wordsOfStem } from "./similar-words.ts";
import { orMissing, trigramQuery } from "./trigrams.ts";

/** A message matches when one of the groups does. */
export type TextQuery = readonly TermGroup[];

export interface TermGroup {
  /** Texts that a message holds, all of them. */
  terms: readonly Term[];
  /** Texts that it must not hold. */
  without: readonly string[];
}

/** A term: `-`, the name of what may be an operator, a phrase or a word. */
/** A text, folded, and the words that are found for it. */
export interface Term {
  text: string;
  similar: SimilarWords | null;
}

const tokens = /(-?)(?:([a-z_]{2,12}):(?=[^\s]))?(?:"([^"]*)"?|([^\s"]+))/gi;
/** Text in the form in which it is compared: without case, accents and line breaks. */
export function comparable(text: string): string {
  return withoutAccents(searchFold(text)).replace(/\s+/g, " ");
}

/** One alternative of a search: texts that a message holds or must not hold, and conditions on it. */
export interface Alternative {
  terms: readonly QueryTerm[];
  conditions: readonly SearchCondition[];
}

interface QueryTerm {
  text: string;
  isExcluded: boolean;
  /** In quotation marks, or in a field: found as it stands. */
  isExact: boolean;
}

/** @param forgives slips of a letter are forgiven, too */
export function textQuery(alternatives: readonly Alternative[], forgives = false): TextQuery {
  return alternatives.map((one) => termGroup(one, forgives)).filter(({ terms }) => terms.length > 0);
}

/** The texts that an alternative holds and must not hold. */
export function termGroup({ terms: asked }: Alternative, forgives = false): TermGroup {
  const terms: Term[] = [];
  const without: string[] = [];
  for (const { text, isExcluded, isExact } of asked) {
    const folded = comparable(text).trim();
    if (folded === "") continue;
    if (isExcluded) without.push(folded);
    else terms.push({ text: folded, similar: isExact ? null : similarTo(folded, forgives) });
  }
  return { terms, without };
}

function similarTo(word: string, forgives: boolean): SimilarWords | null {
  return (forgives ? slipsOf(word) : null) ?? wordsOfStem(word);
}

/** A tsquery for documents of whole words; null: it asks for no word. */
export function wordsQuery(alternatives: readonly Alternative[]): string | null {
  const groups = alternatives.flatMap(({ terms }) => {
    const phrases = terms.flatMap(({ text, isExcluded }) => {
      const phrase = wordsOf(text).map((word) => `'${word}'`);
      if (phrase.length === 0) return [];
      // O'Brien is found where OBrien is written, too.
      const [joined] = text.includes(" ") ? [] : joinedWords(text.toLowerCase());
      const either = joined === undefined ? "" : ` | '${joined}'`;
      return [`${isExcluded ? "!" : ""}(${phrase.join(" <-> ")}${either})`];
    });
    return phrases.length === 0 ? [] : [`(${phrases.join(" & ")})`];
  });
  return groups.length === 0 ? null : groups.join(" | ");
}

/**
 * The alternatives of a search. `or` is a word of its own where it stands between nothing.
 * @param now from which `yesterday` and `7d` are told
 * @throws Failure validation_error: an operator is misspelt, or its value is none
 */
export function parseSearch(q: string, now: UtcSeconds = 0): Alternative[] {
  const found = [...q.matchAll(tokens)];
  const groups: { terms: QueryTerm[]; conditions: SearchCondition[] }[] = [{ terms: [], conditions: [] }];
  for (const [index, [whole, minus, name, phrase, word]] of found.entries()) {
    const group = groups.at(-1)!;
    const isBegun = group.terms.length + group.conditions.length > 0;
    if (whole.toLowerCase() === "or" && isBegun && index < found.length - 1) {
      groups.push({ terms: [], conditions: [] });
      continue;
    }
    const isExcluded = minus !== "";
    const operator = name === undefined ? null : operatorNamed(name);
    if (operator === null) {
      // `Re:"an offer"` is two terms, `https://…` is one.
      if (name !== undefined && phrase !== undefined)
        group.terms.push({ text: bare(name), isExcluded, isExact: false });
      const text = phrase ?? bare(name === undefined ? word! : `${name}:${word}`);
      group.terms.push({ text, isExcluded, isExact: phrase !== undefined });
      continue;
    }
    const condition = conditionOf(operator, { value: (phrase ?? word!).trim(), isExcluded, now });
    group.conditions.push(condition);
    if (isAskedField(condition)) group.terms.push({ text: condition.value, isExcluded, isExact: true });
  }
  return groups;
}

export type FieldCondition = Extract<SearchCondition, { name: SearchedField }>;

/** Whether a field of the mail has to hold a text, which the words of the index find. */
export function isAskedField(condition: SearchCondition): condition is FieldCondition {
  return !condition.isExcluded && (searchedFields as readonly string[]).includes(condition.name);
}

/** A word without the punctuation of the sentence that it stood in. */
function bare(word: string): string {
  return word.replace(/^[([{'`]+/, "").replace(/(?<![)\]}'`,;:.!?])[)\]}'`,;:.!?]+$/, "");
}

/** A tsquery over the index entries of all messages that may match; null: the words alone say which do. */
export function entriesQuery(query: TextQuery): string | null {
  const groups = query.flatMap(({ terms }) => {
    const entries = terms.flatMap((term) => entriesOf(term) ?? []);
    return entries.length === 0 ? [] : [`(${entries.join(" & ")})`];
  });
  return groups.length === 0 ? null : orMissing(groups.join(" | "), "shown");
}

/** A tsquery over the index entries of messages that may hold a term or what is found for it; null: it is too short. */
function entriesOf({ text, similar }: Term): string | null {
  if (similar === null) return trigramQuery(text, "shown");
  if (similar.kind === "stem") return trigramQuery(similar.beginning, "shown");
  const halves = [similar.beginning, similar.end].flatMap((half) => trigramQuery(half, "shown") ?? []);
  return halves.length === 0 ? null : `(${halves.map((half) => `(${half})`).join(" | ")})`;
}

/** The numbers of messages that may match, in segments of the index; null: nothing that is asked has a word. */
export function gramsQuery(query: TextQuery): GramCondition | null {
  const groups = query.flatMap(({ terms }) => {
    const of = terms.flatMap((term) => gramsOf(term) ?? []);
    return of.length === 0 ? [] : [{ op: "and" as const, of }];
  });
  return groups.length === 0 ? null : { op: "or", of: groups };
}

function gramsOf({ text, similar }: Term): GramCondition | null {
  if (similar?.kind !== "slip") return allNumbers(similar === null ? text : similar.beginning);
  const halves = [similar.beginning, similar.end].flatMap((half) => allNumbers(half) ?? []);
  return halves.length === 0 ? null : { op: "or", of: halves };
}

function allNumbers(text: string): GramCondition | null {
  const of = shownNumbers(text);
  return of && { op: "and", of };
}

const signed = /[\p{L}\p{N}][+#]+$/u;

/** Whether signs tell it from another: C++ is not C#. Its words alone say too little. */
export function hasSigns(text: string): boolean {
  return signed.test(text);
}

/** Whether a text holds what is asked. @param text as `comparable` makes it */
export function holds(text: string, query: TextQuery): boolean {
  return query.some(
    ({ terms, without }) =>
      terms.some((term) => hasSigns(term.text) || entriesOf(term) !== null) &&
      terms.every((term) => positionOfTerm(text, term) !== -1) &&
      !holdsOne(text, without),
  );
}

/** Whether a text holds one of the terms, whatever stands between their words. @param text as `comparable` makes it */
export function holdsOne(text: string, terms: readonly string[]): boolean {
  return terms.some((term) => positionOf(text, term) !== -1 || inWords(text).includes(inWords(term)));
}

/** Where a term begins in a text, or a word that is found for it; or -1. */
export function positionOfTerm(text: string, { text: exact, similar }: Term): number {
  const at = positionOf(text, exact);
  return at === -1 && similar !== null ? positionOfSimilar(text, similar) : at;
}

/** Where a text begins in another, or -1. What the index does not know, `of`, has to be a word of its own. */
function positionOf(text: string, term: string): number {
  const isShort = isAscii(term) && (term.length < 3 || (term.length < 5 && hasSigns(term)));
  for (let at = text.indexOf(term); at !== -1; at = text.indexOf(term, at + 1)) {
    if (!isShort) return at;
    if (!isLetter(text[at - 1]) && (hasSigns(term) || !isLetter(text[at + term.length]))) return at;
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
