// The syntax of `q`: words, "a phrase", -without, this or that, (groups), operators. `AND`, `OR` and `NOT` in capitals are what
// other programs have for it; `or` is a word of its own where it stands between nothing. A group is written out into
// alternatives, since the index is asked for alternatives.
import { invalid } from "../../lib/failure.ts";
import type { UtcSeconds } from "../../lib/zones.ts";
import {
  conditionsOf,
  isAskedField,
  negatedCondition,
  type OperatorName,
  operatorNamed,
  type SearchCondition,
} from "./operators.ts";

/** One alternative of a search: texts that a message holds or must not hold, and conditions on it. */
export interface Alternative {
  terms: readonly QueryTerm[];
  conditions: readonly SearchCondition[];
}

export interface QueryTerm {
  text: string;
  isExcluded: boolean;
  /** In quotation marks, or in a field: found as it stands. */
  isExact: boolean;
  /** The value of a field. */
  isField?: boolean;
}

/** A text or a condition, and all of them in one alternative. */
type Atom = QueryTerm | SearchCondition;
type Atoms = readonly Atom[];

/** A piece of what is asked, between blanks. */
interface SearchPiece {
  whole: string;
  isExcluded: boolean;
  /** The name of what may be an operator. */
  name: string | undefined;
  phrase: string | undefined;
  word: string | undefined;
  /** The inside of a group. */
  inner: string | undefined;
}

/** `-`, the name of what may be an operator, a phrase or a word. */
const token = /\s*((-?)(?:([a-z_]{2,12}):(?=[^\s]))?(?:"([^"]*)"?|([^\s"]+)))/iy;
const groupStart = /\s*(-?)(?:([a-z_]{2,12}):)?\(/iy;

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

function written(atoms: Atoms): Alternative {
  const terms: QueryTerm[] = [];
  const conditions: SearchCondition[] = [];
  for (const atom of atoms) {
    if ("text" in atom) terms.push(atom);
    else {
      conditions.push(atom);
      if (isAskedField(atom))
        terms.push({ text: atom.value, isExcluded: false, isExact: true, isField: true });
    }
  }
  return { terms, conditions };
}

interface GroupContext {
  now: UtcSeconds;
  /** The operator in front of the group. */
  field: OperatorName | null;
}

function alternativesIn(q: string, within: GroupContext): Atoms[] {
  const pieces = piecesOf(q);
  const done: Atoms[] = [];
  let current: Atoms[] = [[]];
  let isBegun = false;
  let isNext = false;
  for (const [index, piece] of pieces.entries()) {
    const isLast = index === pieces.length - 1;
    const joins = isBegun && !isLast;
    if (joins && (piece.whole.toLowerCase() === "or" || piece.whole === "|")) {
      done.push(...current);
      [current, isBegun] = [[[]], false];
    } else if (!isLast && piece.whole === "NOT") isNext = true;
    else if (!joins || piece.whole !== "AND") {
      const found = alternativesOf(piece, within);
      current = bothOf(current, piece.isExcluded !== isNext ? negated(found) : found);
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

function piecesOf(q: string): SearchPiece[] {
  const pieces: SearchPiece[] = [];
  for (let at = 0; at < q.length; ) {
    const piece = groupAt(q, at) ?? tokenAt(q, at);
    if (piece === null) break;
    pieces.push(piece.piece);
    at = piece.end;
  }
  return pieces;
}

function tokenAt(q: string, at: number): { piece: SearchPiece; end: number } | null {
  token.lastIndex = at;
  const [, whole, minus, name, phrase, word] = token.exec(q) ?? [];
  if (whole === undefined) return null;
  const piece = { whole, isExcluded: minus !== "", name, phrase, word, inner: undefined };
  return { piece, end: token.lastIndex };
}

/** A group, whose last parenthesis ends a word: `(0)711` and `f(x)` are none. */
function groupAt(q: string, at: number): { piece: SearchPiece; end: number } | null {
  groupStart.lastIndex = at;
  const [whole, minus, name] = groupStart.exec(q) ?? [];
  if (whole === undefined || (name !== undefined && operatorNamed(name) === null)) return null;
  const start = groupStart.lastIndex;
  const last = closingOf(q, start);
  const inner = last === -1 ? "" : q.slice(start, last);
  if (!/[\p{L}\p{N}]/u.test(inner) || !/^(?:\s|\)|$)/.test(q.slice(last + 1, last + 2))) return null;
  return {
    piece: { whole, isExcluded: minus !== "", name, phrase: undefined, word: undefined, inner },
    end: last + 1,
  };
}

/** Where the parenthesis closes that was opened before; -1: nowhere. */
function closingOf(q: string, start: number): number {
  let depth = 1;
  let isQuoted = false;
  for (let at = start; at < q.length; at++) {
    if (q[at] === '"') isQuoted = !isQuoted;
    else if (!isQuoted && q[at] === "(") depth++;
    else if (!isQuoted && q[at] === ")" && --depth === 0) return at;
  }
  return -1;
}

function alternativesOf({ name, phrase, word, inner }: SearchPiece, { now, field }: GroupContext): Atoms[] {
  const own = name === undefined ? null : operatorNamed(name);
  if (inner !== undefined) return alternativesIn(inner, { now, field: own ?? field });
  const operator = own ?? (name === undefined ? field : null);
  const value = (phrase ?? (own === null ? bare(word!) : word!)).trim();
  const conditions = operator && conditionsOf(operator, { value, now });
  if (conditions) return [...conditions];
  const term = (text: string, isExact: boolean): QueryTerm => ({ text, isExcluded: false, isExact });
  if (phrase === undefined) return [[term(bare(name === undefined ? word! : `${name}:${word}`), false)]];
  // `Re:"an offer"` is two terms, `https://…` is one.
  return [[...(name === undefined ? [] : [term(bare(name), false)]), term(phrase, true)]];
}

/** A word without the punctuation of the sentence that it stood in. */
function bare(word: string): string {
  return word.replace(/^[([{'`]+/, "").replace(/(?<![)\]}'`,;:.!?])[)\]}'`,;:.!?]+$/, "");
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
