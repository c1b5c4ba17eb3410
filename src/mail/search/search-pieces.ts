// The words of a search cut into pieces: operators with their values, words, phrases and groups. Values of several words, `after:last week`,
// and those behind a blank, `from: ada`, are one piece with their operator.
import type { UtcSeconds } from "../../lib/zones.ts";
import { isTaken, isTimeOf, knownOperator, operatorNamed } from "./operators.ts";
import { saidDay } from "./said-days.ts";

/** A piece of what is asked, between blanks. */
export interface SearchPiece {
  whole: string;
  isExcluded: boolean;
  /** The name of what may be an operator. */
  name: string | undefined;
  phrase: string | undefined;
  word: string | undefined;
  /** The inside of a group. */
  inner: string | undefined;
  /** Braces: each piece of the inside is an alternative. */
  isEither?: boolean;
}

/** `-`, the name of what may be an operator, a phrase or a word. */
const token = /\s*((-?)(?:([a-z_]{2,12}):(?=[^\s]))?(?:"([^"]*)"?|([^\s"]+)))/iy;
const groupStart = /\s*(-?)(?:([a-z_]{2,12}):)?\(/iy;
const bracesStart = /\s*(-?)\{/y;
const operatorWithin = /(?:^|[\s({-])([a-z_]{2,12}):/gi;
/** A phrase in the marks that telephones and word processors write in place of `"`; those within a phrase and behind a word, `5”`, are text. */
const typographicPhrase = /"[^"]*"?|(?<=^|[\s({:-])[“”„‟«»]([^“”„‟«»"]*)[“”„‟«»"]?/g;

/** @param now from which `last week` is told */
export function piecesOf(q: string, now: UtcSeconds): SearchPiece[] {
  const cut = cutPieces(
    q.replace(typographicPhrase, (whole, inner?: string) => (inner === undefined ? whole : `"${inner}"`)),
  );
  const pieces: SearchPiece[] = [];
  for (let at = 0; at < cut.length; ) {
    const { piece, count } = joinedAt(cut, at, now);
    pieces.push(piece);
    at += count;
  }
  return pieces;
}

function cutPieces(q: string): SearchPiece[] {
  const pieces: SearchPiece[] = [];
  for (let at = 0; at < q.length; ) {
    const piece = groupAt(q, at) ?? bracesAt(q, at) ?? tokenAt(q, at);
    if (piece === null) break;
    pieces.push(piece.piece);
    at = piece.end;
  }
  return pieces;
}

interface JoinedPiece {
  piece: SearchPiece;
  /** Pieces that it is made of. */
  count: number;
}

function joinedAt(pieces: readonly SearchPiece[], at: number, now: UtcSeconds): JoinedPiece {
  const piece = pieces[at]!;
  const rest = pieces.slice(at + 1, at + 1 + maxJoined);
  return behindBlank(piece, rest, now) ?? withMoreWords(piece, rest, now);
}

/** Words of one value, with its operator. */
const maxJoined = 4;

/** Operators whose value may be anything; by their other names, `attachment: see below`, they are text before a blank. */
const anyValue = ["from", "to", "cc", "bcc", "subject", "filename", "label"];

/** An operator with a blank before its value; null: it is text. */
function behindBlank(
  { word, name, isExcluded }: SearchPiece,
  [next, ...rest]: readonly SearchPiece[],
  now: UtcSeconds,
): JoinedPiece | null {
  const [, before] = (name === undefined && /^([a-z_]{2,12}):$/i.exec(word ?? "")) || [];
  if (before === undefined || !next || next.isExcluded || next.name !== undefined || isJoiner(next))
    return null;
  if (before.toLowerCase() === "body") return { piece: { ...next, isExcluded }, count: 2 };
  const operator = knownOperator(before);
  if (operator === undefined || operator === "in") return null;
  const { piece, count } = withMoreWords({ ...next, name: before, isExcluded }, rest, now);
  const value = piece.phrase ?? piece.word;
  // `size: 42` is no number of bytes.
  if ((operator === "larger" || operator === "smaller") && /\d$/.test(value ?? "")) return null;
  const isAny = anyValue.includes(before.toLowerCase()) && /[\p{L}\p{N}]/u.test(value ?? piece.inner ?? "");
  const mayBe = !anyValue.includes(operator) && operator !== "with" && value !== undefined;
  const isValue = isAny || (mayBe && isTaken(operator, { value, now }));
  return isValue ? { piece, count: count + 1 } : null;
}

/** A time or a size of several words. */
function withMoreWords(piece: SearchPiece, rest: readonly SearchPiece[], now: UtcSeconds): JoinedPiece {
  const { name, word } = piece;
  const operator = name === undefined ? null : operatorNamed(name);
  const alone = { piece, count: 1 };
  if (operator === null || word === undefined) return alone;
  const [next] = rest;
  if (operator === "larger" || operator === "smaller") {
    const unit = next && isPlain(next) ? bare(next.word!) : "";
    if (!/^[<>]?\d{1,9}(?:\.\d{1,3})?$/.test(word) || !/^[kmg]b?$/i.test(unit)) return alone;
    return { piece: { ...piece, word: `${word}${unit}` }, count: 2 };
  }
  if (!["before", "after", "on", "date"].includes(operator)) return alone;
  const words = [word];
  for (const more of rest) {
    if (!isPlain(more)) break;
    words.push(more.word!);
  }
  const said = words.map((_, at) => bare(words.slice(0, at + 1).join(" ")));
  // A date takes no number behind it for a time of day, and a time goes on as a date alone: `after:march 2026`.
  let last = said.findLastIndex((each) => saidDay(each, now) !== null);
  if (last < 1 && !isTimeOf(operator, word, now))
    last = said.findLastIndex((each) => isTimeOf(operator, each, now));
  if (last > 0) return { piece: { ...piece, word: said[last] }, count: last + 1 };
  return alone;
}

function isPlain(piece: SearchPiece): boolean {
  const { name, word, isExcluded } = piece;
  return name === undefined && word !== undefined && !isExcluded && !isJoiner(piece);
}

/** Whether it joins alternatives or says what must not be there. */
function isJoiner(piece: SearchPiece): boolean {
  return isAndOr(piece) || piece.whole === "NOT";
}

/** Whether it joins alternatives: within braces it says nothing. */
export function isAndOr({ whole }: SearchPiece): boolean {
  return isOr(whole) || whole === "AND";
}

export function isOr(whole: string): boolean {
  return whole.toLowerCase() === "or" || whole === "|";
}

function tokenAt(q: string, at: number): { piece: SearchPiece; end: number } | null {
  token.lastIndex = at;
  const [, whole, minus, name, phrase, word] = token.exec(q) ?? [];
  if (whole === undefined) return null;
  // Words are looked for in the body anyway.
  const asked = name?.toLowerCase() === "body" ? undefined : name;
  const piece = { whole, isExcluded: minus !== "", name: asked, phrase, word, inner: undefined };
  return { piece, end: token.lastIndex };
}

/** A group, whose last parenthesis ends a word: `(0)711` and `f(x)` are none. */
function groupAt(q: string, at: number): { piece: SearchPiece; end: number } | null {
  groupStart.lastIndex = at;
  const [whole, minus, name] = groupStart.exec(q) ?? [];
  if (whole === undefined || (name !== undefined && operatorNamed(name) === null)) return null;
  const start = groupStart.lastIndex;
  const last = closingOf(q, start, "()");
  const inner = last === -1 ? "" : q.slice(start, last);
  if (!/[\p{L}\p{N}]/u.test(inner) || !/^(?:\s|\)|$)/.test(q.slice(last + 1, last + 2))) return null;
  return {
    piece: { whole, isExcluded: minus !== "", name, phrase: undefined, word: undefined, inner },
    end: last + 1,
  };
}

/** Braces around operators, one of which must hold: `{from:ada from:bob}`. Other braces are text. */
function bracesAt(q: string, at: number): { piece: SearchPiece; end: number } | null {
  bracesStart.lastIndex = at;
  const [whole, minus] = bracesStart.exec(q) ?? [];
  if (whole === undefined) return null;
  const start = bracesStart.lastIndex;
  const last = closingOf(q, start, "{}");
  const inner = last === -1 ? "" : q.slice(start, last);
  if (!/^(?:\s|\)|$)/.test(q.slice(last + 1, last + 2))) return null;
  const names = [...inner.matchAll(operatorWithin)].map(([, name]) => name!);
  if (!names.some((name) => knownOperator(name) !== undefined)) return null;
  return {
    piece: {
      whole,
      isExcluded: minus !== "",
      name: undefined,
      phrase: undefined,
      word: undefined,
      inner,
      isEither: true,
    },
    end: last + 1,
  };
}

/** Where the parenthesis closes that was opened before; -1: nowhere. */
function closingOf(q: string, start: number, [opening, closing]: string): number {
  let depth = 1;
  let isQuoted = false;
  for (let at = start; at < q.length; at++) {
    if (q[at] === '"') isQuoted = !isQuoted;
    else if (!isQuoted && q[at] === opening) depth++;
    else if (!isQuoted && q[at] === closing && --depth === 0) return at;
  }
  return -1;
}

/** A word without the punctuation of the sentence that it stood in, and without the `*` of other programs: it is found within longer ones. */
export function bare(word: string): string {
  return withoutStars(word)
    .replace(/^[([{'`]+/, "")
    .replace(/(?<![)\]}'`,;:.!?])[)\]}'`,;:.!?]+$/, "");
}

/** `invoic*` as `invoic`. */
function withoutStars(word: string): string {
  return word.replace(/^\*(?=[\p{L}\p{N}])/u, "").replace(/(?<=[\p{L}\p{N}])\*$/u, "");
}
