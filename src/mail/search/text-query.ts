// Texts that a search asks for; parse-search.ts reads them. The database finds whole words; each is also a text that may be
// anywhere, within a word too, with or without accents. The value of an operator that looks in a field is such a text too:
// the index finds the messages that may match.

import { withoutAccents } from "./accents.ts";
import { isAscii } from "./ascii.ts";
import { shownNumbers } from "./gram-numbers.ts";
import {
  isLetter,
  isWithoutArticle,
  joinedForm,
  otherForms,
  positionOfCompound,
  positionOfForm,
} from "./other-forms.ts";
import type { Alternative, QueryTerm } from "./parse-search.ts";
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

/** A text, folded, and the words that are found for it. */
export interface Term {
  text: string;
  similar: SimilarWords | null;
  /** Other ways of writing it. */
  forms: readonly string[];
  /** Without the joiners of a compound, as it may stand in a text too; null: as it is asked alone. */
  joined: string | null;
}

/** Text in the form in which it is compared: without case, accents and line breaks. */
export function comparable(text: string): string {
  return withoutAccents(searchFold(text)).replace(/\s+/g, " ");
}

/** Words of all alternatives up to which each is looked for in all ways to slip: they are some thirty for each word. */
const maxWithMiddle = 8;

/** Words of all alternatives up to which a number is looked for in all groups. */
const maxInMixedGroups = 3;

/** @param forgives slips of a letter are forgiven, too */
export function textQuery(alternatives: readonly Alternative[], forgives = false): TextQuery {
  const slips = forgives ? { inTheMiddle: termsIn(alternatives) <= maxWithMiddle } : null;
  const inMixedGroups = termsIn(alternatives) <= maxInMixedGroups;
  return alternatives
    .map((one) => termGroup(one, { slips, inMixedGroups }))
    .filter(({ terms }) => terms.length > 0);
}

function termsIn(alternatives: readonly Alternative[]): number {
  return alternatives.reduce((sum, { terms }) => sum + terms.length, 0);
}

/** Ways in which a text may be written else. */
interface OtherWays {
  /** Slips of a letter are forgiven; null: they are not. */
  slips?: { inTheMiddle: boolean } | null;
  inMixedGroups?: boolean;
}

/** The texts that an alternative holds and must not hold. */
export function termGroup(
  { terms: asked }: Alternative,
  { slips = null, inMixedGroups = false }: OtherWays = {},
): TermGroup {
  const terms: Term[] = [];
  const without: string[] = [];
  for (const { text, isExcluded, isExact, isName = false } of asked) {
    const folded = comparable(text).trim();
    if (folded === "") continue;
    if (isExcluded) without.push(folded);
    else {
      const slip = slips && !isExact ? slipsOf(folded, slips) : null;
      const similar = slip ?? (isExact || isName ? null : wordsOfStem(folded, text));
      const forms = isExact ? [] : otherForms(text, inMixedGroups);
      terms.push({ text: folded, similar, forms, joined: isExact ? null : joinedForm(folded) });
    }
  }
  return { terms, without };
}

/** Texts with all words that a query may find a mail by, or excludes. */
export function partsOfWords(query: TextQuery): string[] {
  const texts = query.flatMap(({ terms, without }) => [
    ...without,
    ...terms.flatMap((term) => [term.text, ...formsOf(term), ...halvesOf(term.similar)]),
  ]);
  return [...new Set(texts.flatMap(wordsOf))];
}

/** All ways of writing a term but its own. */
export function formsOf({ text, forms, joined }: Term): readonly string[] {
  return joined === null || joined === text ? forms : [joined, ...forms];
}

function halvesOf(similar: SimilarWords | null): readonly string[] {
  if (similar === null) return [];
  return similar.kind === "stem" ? [similar.beginning] : [similar.beginning, similar.end, ...similar.others];
}

/** A tsquery for documents of whole words; null: it asks for no word. */
export function wordsQuery(alternatives: readonly Alternative[]): string | null {
  const inMixedGroups = termsIn(alternatives) <= maxInMixedGroups;
  const groups = alternatives.flatMap(({ terms }) => {
    const phrases = terms.flatMap((term) => phraseOf(term, inMixedGroups) ?? []);
    return phrases.length === 0 ? [] : [`(${phrases.join(" & ")})`];
  });
  return groups.length === 0 ? null : groups.join(" | ");
}

function phraseOf({ text, isExcluded, isExact }: QueryTerm, inMixedGroups: boolean): string | null {
  const phrase = inPhrase(text);
  if (phrase === null) return null;
  if (isExact && text.includes(" ")) return `${isExcluded ? "!" : ""}(${phrase})`;
  // O'Brien is found where OBrien is written, too, and what stands with its accents where it has none.
  const others = [
    ...joinedWords(text.toLowerCase())
      .slice(0, 1)
      .map((joined) => `'${joined}'`),
    ...(isAscii(text) ? [] : [comparable(text)].flatMap((folded) => inPhrase(folded) ?? [])),
    ...(isExact || isExcluded ? [] : otherForms(text, inMixedGroups)).flatMap((form) => inPhrase(form) ?? []),
  ];
  const either = [...new Set([phrase, ...others])].join(" | ");
  return `${isExcluded ? "!" : ""}(${either})`;
}

function inPhrase(text: string): string | null {
  const found = wordsOf(text).map((word) => `'${word}'`);
  return found.length === 0 ? null : found.join(" <-> ");
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
function entriesOf(term: Term): string | null {
  const own = entriesOfWord(term);
  const others = own === null ? [] : formsOf(term).flatMap((form) => trigramQuery(form, "shown") ?? []);
  return others.length === 0 ? own : `(${[own, ...others].map((each) => `(${each})`).join(" | ")})`;
}

function entriesOfWord({ text, similar }: Pick<Term, "text" | "similar">): string | null {
  if (similar === null) return trigramQuery(text, "shown");
  if (similar.kind === "stem") return trigramQuery(similar.beginning, "shown");
  const halves = halvesOf(similar).flatMap((half) => trigramQuery(half, "shown") ?? []);
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

function gramsOf(term: Term): GramCondition | null {
  const own = gramsOfWord(term);
  const others = own === null ? [] : formsOf(term).flatMap((form) => allNumbers(form) ?? []);
  return own === null || others.length === 0 ? own : { op: "or", of: [own, ...others] };
}

function gramsOfWord({ text, similar }: Pick<Term, "text" | "similar">): GramCondition | null {
  if (similar?.kind !== "slip") return allNumbers(similar === null ? text : similar.beginning);
  const halves = halvesOf(similar).flatMap((half) => allNumbers(half) ?? []);
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
export function positionOfTerm(text: string, { text: exact, similar, forms, joined }: Term): number {
  const at = positionOf(text, exact);
  if (at !== -1) return at;
  // Whatever stands between the letters of a form, its place is the same.
  const written = new Set(forms.map((form) => form.replaceAll(" ", "")));
  const form = [...written]
    .map((each) => positionOfForm(text, each, isWithoutArticle(each, exact)))
    .find((place) => place !== -1);
  if (form !== undefined) return form;
  const compound = joined === null ? -1 : positionOfCompound(text, exact, joined);
  if (compound !== -1) return compound;
  return similar === null ? -1 : positionOfSimilar(text, similar);
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

/** Words with single spaces around them: a phrase is excluded whatever stands between its words, as the database has it. */
function inWords(text: string): string {
  return ` ${text.replace(/[^\p{L}\p{N}\p{M}]+/gu, " ").trim()} `;
}
