// The lines of an answer in the form in which they are compared with the mail that it answers: numbers alone, made where the mail is
// read, so that the comparison itself (repeated.ts) reads no text. What the rules find goes with each line: quote marks,
// introductions, footers.

import { visibleText } from "../html/visible-text.ts";
import { attributionAt } from "./attribution.ts";
import { namesAuthor } from "./author-lines.ts";
import { markInitials } from "./bar-marks.ts";
import { hasContent, maxLineLength, plain } from "./compare-text.ts";
import { findHistory, type HistoryHints } from "./find-history.ts";
import { headerBlockAt, isBareSeparator, isLeadIn } from "./header-blocks.ts";
import { htmlLines } from "./html-lines.ts";
import { Mark, plainOf, textLines, type VisibleLine } from "./lines.ts";
import { possibleRests } from "./lost-marks.ts";
import { addWords, shingleAt, type WordHashes } from "./shingles.ts";
import { isMobileFooter, isSignatureDelimiter, isSignatureTail, ownSignature } from "./signature.ts";
import { endsWithVerb } from "./verbs.ts";
import { wrappedRestsOf } from "./wrapped-quotes.ts";

/** Facts about a line: a sum of them. */
export const Fact = {
  /** Nothing to read: blank, or drawn. */
  blank: 1,
  /** Quoted by its marks, or below an introduction that is followed by an unmarked mail. */
  quoted: 2,
  /** An attribution, a header block or a separator. */
  introduction: 4,
  /** May be an introduction in a language that the rules do not know. */
  perhapsIntroduction: 8,
  /** Words of programs, as places of pictures and the warnings of gateways. */
  noise: 16,
  /** Below the last quote, a footer or signature. */
  footer: 32,
  /** A signature or a phone's footer: no answer by itself. */
  signature: 64,
  /** Unmarked, below a quoted line that it may continue (lost-marks.ts). */
  rest: 128,
  /** Names who is answered and says no more (author-lines.ts). */
  author: 256,
  /** Behind initials, which a prompt looks like (bar-marks.ts). */
  initials: 512,
} as const;

/** The lines of one body. Of line n: facts[n], its words [firstWord[n], firstWord[n + 1]), its offsets in the source. */
export interface ComparedLines {
  facts: Uint16Array;
  firstWord: Uint32Array;
  starts: Uint32Array;
  ends: Uint32Array;
  /** The shingle that ends at each word, among the quoted or among the other lines (shingles.ts). */
  shingles: Uint32Array;
  /** As `shingles`, where possible rests are read with the quoted lines; null without any. */
  joined: Uint32Array | null;
  /** Length of the source. */
  length: number;
  /** Beginnings of lines, for a preview, where the text is not beside them. */
  openings: string[] | null;
}

const maxComparedLines = 5_000;
const maxComparedWords = 10_000;
const maxOpenings = 4_000;

/** Null where the text has too many lines or words. */
export function comparedText(text: string, hints: HistoryHints): ComparedLines | null {
  const source = text.trimEnd();
  const lines = textLines(source);
  return lines && compared(lines, hints, { source, isHtml: false });
}

/** As `comparedText`, of sanitised HTML. */
export function comparedHtml(html: string, hints: HistoryHints): ComparedLines | null {
  const lines = htmlLines(html);
  return lines && compared(lines, hints, { source: html, isHtml: true });
}

function compared(
  lines: VisibleLine[],
  hints: HistoryHints,
  { source, isHtml }: { source: string; isHtml: boolean },
): ComparedLines | null {
  if (lines.length > maxComparedLines) return null;
  const facts = factsOf(lines, hints);
  if (facts === null) return null;
  const firstWord = new Uint32Array(lines.length + 1);
  const quoted: WordHashes = [];
  const others: WordHashes = [];
  const shingles: number[] = [];
  const hasRests = facts.some((fact) => (fact & Fact.rest) !== 0);
  const run: WordHashes = [];
  const joined: number[] = [];
  for (const [at, line] of lines.entries()) {
    const stream = (facts[at]! & Fact.quoted) !== 0 ? quoted : others;
    const before = stream.length;
    addWords(stream, wholeText(line, source, isHtml));
    if (shingles.length + stream.length - before > maxComparedWords) return null;
    for (let word = before; word < stream.length; word++) shingles.push(shingleAt(stream, word));
    if (hasRests) {
      const isJoined = (facts[at]! & (Fact.quoted | Fact.rest)) !== 0;
      for (let word = before; word < stream.length; word++) {
        if (isJoined) run.push(stream[word]!);
        joined.push(isJoined ? shingleAt(run, run.length - 1) : 0);
      }
    }
    firstWord[at + 1] = shingles.length;
  }
  return {
    facts,
    firstWord,
    starts: Uint32Array.from(lines, ({ start }) => start),
    ends: Uint32Array.from(lines, ({ end }) => end),
    shingles: Uint32Array.from(shingles),
    joined: hasRests ? Uint32Array.from(joined) : null,
    length: source.length,
    openings: isHtml ? openingsOf(lines) : null,
  };
}

/** The text of a long line is cut, and what stands behind may be the sender's: its words are read from the source. */
function wholeText({ text, textStart, start, end }: VisibleLine, source: string, isHtml: boolean): string {
  if (isHtml)
    return text.length < maxLineLength ? text : visibleText(source.slice(start, end), { alts: false });
  if (textStart >= 0) return source.slice(textStart, end);
  return end - start <= maxLineLength ? text : source.slice(start, end);
}

function openingsOf(lines: readonly VisibleLine[]): string[] {
  const openings: string[] = [];
  let length = 0;
  for (const { text } of lines) {
    if (length > maxOpenings) break;
    openings.push(text);
    length += text.length;
  }
  return openings;
}

/** Null where the rules say that nothing of the mail is history. */
function factsOf(lines: readonly VisibleLine[], hints: HistoryHints): Uint16Array | null {
  const initialed = markInitials(lines);
  const found = findHistory(lines, hints);
  if (found.whole) return null;
  const rests = wrappedRestsOf(lines, found.end);
  const mayContinue = possibleRests(lines, found.end);
  const openAt = found.open?.line ?? lines.length;
  const openEnd = headedTo(lines, found.openEnd);
  const facts = new Uint16Array(lines.length);
  let introducedTo = 0;
  let last = -1;
  for (const [at, line] of lines.entries()) {
    let fact = factOf(line, hints);
    if (isAuthor(lines, at, hints)) fact |= Fact.author;
    if (initialed.has(at)) fact |= Fact.initials;
    if (line.depth > 0 || rests.has(at) || at >= openAt) fact |= Fact.quoted;
    else if (mayContinue.has(at)) fact |= Fact.rest;
    if (line.depth > 0 && (lines[at - 1]?.depth ?? 0) === 0) introducedTo = introducedInside(lines, at);
    const isIntroduction = found.introductions.has(at) || (at >= openAt && at < openEnd);
    if (isIntroduction || at < introducedTo) fact |= Fact.introduction;
    if ((fact & Fact.quoted) !== 0 && (fact & Fact.blank) === 0) last = at;
    facts[at] = fact;
  }
  if (found.open === null && last >= 0 && isSignatureTail(lines, last + 1, lines.length)) {
    const [from, to] = ownSignature(lines, last, lines.length);
    for (let at = last + 1; at < lines.length; at++)
      facts[at]! |= at >= from && at < to ? Fact.signature : Fact.footer;
  }
  const delimiter = lines.findIndex(({ text, depth }) => depth === 0 && isSignatureDelimiter(text));
  if (delimiter >= 0 && isSignatureTail(lines, delimiter, found.end))
    addFact(facts, Fact.signature, delimiter);
  return facts;
}

function addFact(facts: Uint16Array, fact: number, from: number): void {
  for (let at = from; at < facts.length; at++) facts[at]! |= fact;
}

function factOf(line: VisibleLine, { people }: HistoryHints): number {
  const { text, mark, depth } = line;
  if (!hasContent(text)) return Fact.blank;
  let fact = isNoise(line) ? Fact.noise : 0;
  if (text.length > maxIntroduction) return fact;
  if (isLeadIn(text) || isBareSeparator(text)) fact |= Fact.introduction;
  if (depth > 0) return fact;
  if ((mark & Mark.signature) !== 0 || (text.length < maxFooter && isMobileFooter(text)))
    fact |= Fact.signature;
  if (mayIntroduceQuote(text, people)) fact |= Fact.perhapsIntroduction;
  return fact;
}

/** Characters of an introduction, and of a phone's footer. */
const maxIntroduction = 250;
const maxFooter = 60;

const runsOnPattern = /[\p{L}\p{M}\p{N},:;]$/u;

/** Whether a line names who is answered, and the line above does not go on with it. */
function isAuthor(lines: readonly VisibleLine[], at: number, { people }: HistoryHints): boolean {
  const { text, depth } = lines[at]!;
  const above = lines[at - 1];
  if (depth > 0 || !namesAuthor(text, people)) return false;
  return above === undefined || above.depth > 0 || !runsOnPattern.test(above.text);
}

const addressPattern = /\S@\S/;
const digitPattern = /\d/;

function mayIntroduceQuote(text: string, people: HistoryHints["people"]): boolean {
  if (text.includes("@") && addressPattern.test(text)) return true;
  const hasColon = ":：".includes(text.charAt(text.length - 1));
  const hasDigit = digitPattern.test(text);
  if (hasDigit && (hasColon || endsWithVerb(plain(text)))) return true;
  if (people === undefined || (!hasColon && !hasDigit)) return false;
  return text.split(/[\s,:：]/, 40).some((word) => people.has(plain(word)));
}

const placePattern =
  /^[[<(](?:image|cid|inline|bild|picture|photo|logo|mailto|tel|https?)\b[^\]>)]{0,300}[\]>)]$/i;
const gatewayPattern =
  /^[^\p{L}]{0,5}(?:external|extern|externo|externe|caution|warning|attention|achtung|vorsicht|atencion|attenzione|advertencia|uwaga|let op)(?![\p{L}])/u;
const aboutMailPattern =
  /mail|sender|outside|absender|exp[eé]diteur|remitente|mittente|nadawc|afzender|organi[sz]ation/i;

function isNoise(line: VisibleLine): boolean {
  const { text } = line;
  if ("[<(".includes(text.charAt(0)) && placePattern.test(text)) return true;
  return text.length <= 400 && aboutMailPattern.test(text) && gatewayPattern.test(plainOf(line));
}

/** The first line after a header block below a separator that ends before `at`. */
function headedTo(lines: readonly VisibleLine[], at: number): number {
  let next = at;
  while (next < lines.length && !hasContent(lines[next]!.text)) next++;
  return next < lines.length ? Math.max(at, headerBlockAt(lines, next, true)) : at;
}

/** The first line after an introduction within the first three lines of a quote; 0 without one. */
function introducedInside(lines: readonly VisibleLine[], at: number): number {
  let seen = 0;
  for (let next = at; next < lines.length && lines[next]!.depth > 0 && seen < 3; next++) {
    if (!hasContent(lines[next]!.text)) continue;
    seen++;
    const block = headerBlockAt(lines, next, false);
    if (block > 0) return block;
    const attribution = attributionAt(lines, next);
    if (attribution !== null) return attribution.end;
  }
  return 0;
}
