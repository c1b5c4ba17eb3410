// The syntax of `q`: words, "a phrase", -without, this or that, (groups), operators. `AND`, `OR` and `NOT` in capitals are what
// other programs have for it; `or` is a word of its own where it stands between nothing. A group is written out into
// alternatives, since the index is asked for alternatives.
import { invalid } from "../../lib/failure.ts";
import type { UtcSeconds } from "../../lib/zones.ts";
import {
  conditionsOf,
  type FieldCondition,
  isAskedField,
  negatedCondition,
  type OperatorName,
  operatorNamed,
  type SearchCondition,
} from "./operators.ts";
import { bare, isAndOr, isOr, piecesOf, type SearchPiece } from "./search-pieces.ts";

/** One alternative of a search: texts that a message holds or must not hold, and conditions on it. */
export interface Alternative {
  terms: readonly QueryTerm[];
  conditions: readonly SearchCondition[];
}

export interface QueryTerm {
  text: string;
  isExcluded: boolean;
  /** In quotation marks: found as it stands. */
  isExact: boolean;
  /** A part of a person's name or address: no word of a language. */
  isName?: boolean;
}

/** A text or a condition, and all of them in one alternative. */
type Atom = QueryTerm | SearchCondition;
type Atoms = readonly Atom[];

/** Alternatives that groups are written out into, and texts and conditions of all of them. */
const maxWritten = 100;
const maxAtoms = 300;
const tooMany = `Field "q" has groups that are more than ${maxWritten} alternatives, or ${maxAtoms} words, when they are written out.`;

/**
 * The alternatives of a search.
 * @param now from which `yesterday` and `7d` are told
 * @throws Failure validation_error: an operator is misspelt, its value is none, or groups have too many alternatives
 */
export function parseSearch(q: string, now: UtcSeconds = 0): Alternative[] {
  return alternativesIn(q, { now, field: null }).map(written);
}

/** Alternatives, and each that has codes of two words with them as one: QX 731 as QX731. @param max with more there are none of these */
export function withJoinedCodes<T extends Alternative>(asked: readonly T[], max: number): readonly T[] {
  const joined = asked.flatMap((one) => {
    const terms = joinedCodes(one.terms);
    return terms.length < one.terms.length ? [{ ...one, terms }] : [];
  });
  return asked.length + joined.length > max ? asked : [...asked, ...joined];
}

function joinedCodes(terms: readonly QueryTerm[]): QueryTerm[] {
  const joined: QueryTerm[] = [];
  for (const term of terms) {
    const last = joined.at(-1);
    const isCode = last && isPlain(last) && isPlain(term) && isCodeOf(last.text, term.text);
    if (isCode) joined[joined.length - 1] = { ...last, text: last.text + term.text };
    else joined.push(term);
  }
  return joined;
}

function isPlain({ isExcluded, isExact, isName }: QueryTerm): boolean {
  return !isExcluded && !isExact && !isName;
}

/** Longer words in front of a number are words of their own. */
function isCodeOf(letters: string, digits: string): boolean {
  return /^[a-z]{1,3}$/i.test(letters) && /^\d{2,}[a-z]?$/i.test(digits);
}

function written(atoms: Atoms): Alternative {
  const terms: QueryTerm[] = [];
  const conditions: SearchCondition[] = [];
  for (const atom of atoms) {
    if ("text" in atom) terms.push(atom);
    else {
      conditions.push(atom);
      if (isAskedField(atom)) terms.push(...fieldTerms(atom));
    }
  }
  return { terms, conditions };
}

/** Texts by which the index finds what a field holds. */
export function fieldTerms({ name, value, isExact }: FieldCondition): QueryTerm[] {
  if (name === "subject") return [{ text: value, isExcluded: false, isExact }];
  return nameParts(value).map((text) => ({ text, isExcluded: false, isExact: false, isName: true }));
}

/** Parts of a name, which stand in any order: Ada Lovelace is Lovelace, Ada. */
export function nameParts(value: string): string[] {
  const parts = value.includes("@") ? [] : value.split(/[\s,]+/).filter((part) => part !== "");
  return parts.length === 0 ? [value] : parts;
}

/** Whether a part of a name stands in it as a word: without blanks between them, as in Chinese, it need not. */
export function isOwnWord(part: string): boolean {
  return !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(part);
}

interface GroupContext {
  now: UtcSeconds;
  /** The operator in front of the group. */
  field: OperatorName | null;
}

function alternativesIn(q: string, within: GroupContext): Atoms[] {
  const pieces = piecesOf(q, within.now);
  const done: Atoms[] = [];
  let current: Atoms[] = [[]];
  let isBegun = false;
  let isNext = false;
  for (const [index, piece] of pieces.entries()) {
    const isLast = index === pieces.length - 1;
    const joins = isBegun && !isLast;
    if (joins && isOr(piece.whole)) {
      done.push(...current);
      [current, isBegun] = [[[]], false];
    } else if (!isLast && piece.whole === "NOT") isNext = true;
    else if (!joins || piece.whole !== "AND") {
      current = bothOf(current, alternativesOf(piece, within, isNext));
      [isBegun, isNext] = [true, false];
    }
  }
  return bounded([...done, ...current]);
}

/** Plain words of a longest `q` are fewer. */
function bounded(alternatives: Atoms[]): Atoms[] {
  if (alternatives.reduce((sum, { length }) => sum + length, 0) > maxAtoms) throw invalid(tooMany);
  return alternatives;
}

/** @param isNegated `NOT` stands before it */
function alternativesOf(piece: SearchPiece, within: GroupContext, isNegated = false): Atoms[] {
  const found = atomsOf(piece, within);
  return piece.isExcluded === isNegated ? found : negated(found);
}

function atomsOf(
  { name, phrase, word, inner, isEither = false }: SearchPiece,
  { now, field }: GroupContext,
): Atoms[] {
  const own = name === undefined ? null : operatorNamed(name);
  if (inner !== undefined && isEither) {
    const pieces = piecesOf(inner, now).filter((piece) => !isAndOr(piece));
    return bounded(
      pieces.flatMap((piece, at) =>
        piece.whole === "NOT" ? [] : alternativesOf(piece, { now, field }, pieces[at - 1]?.whole === "NOT"),
      ),
    );
  }
  if (inner !== undefined) return alternativesIn(inner, { now, field: own ?? field });
  const operator = own ?? (name === undefined ? field : null);
  const value = (phrase ?? (own === null ? bare(word!) : word!)).trim();
  const conditions = operator && conditionsOf(operator, { value, now, isExact: phrase !== undefined });
  if (conditions) return [...conditions];
  const term = (text: string, isExact: boolean): QueryTerm => ({ text, isExcluded: false, isExact });
  if (phrase === undefined) return [[term(bare(name === undefined ? word! : `${name}:${word}`), false)]];
  // `Re:"an offer"` is two terms, `https://…` is one.
  return [[...(name === undefined ? [] : [term(bare(name), false)]), term(phrase, true)]];
}

function bothOf(some: readonly Atoms[], others: readonly Atoms[]): Atoms[] {
  if (some.length * others.length > maxWritten) throw invalid(tooMany);
  return bounded(some.flatMap((one) => others.map((other) => [...one, ...other])));
}

/** Everything that none of the alternatives is: in each something is not as it says. */
function negated(alternatives: readonly Atoms[]): Atoms[] {
  return alternatives.reduce<Atoms[]>(
    (all, atoms) => bothOf(all, atoms.length === 0 ? [[]] : atoms.map((atom) => [negatedAtom(atom)])),
    [[]],
  );
}

function negatedAtom(atom: Atom): Atom {
  return "text" in atom ? { ...atom, isExcluded: !atom.isExcluded } : negatedCondition(atom);
}
