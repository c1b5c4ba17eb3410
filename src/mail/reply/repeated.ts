// Finds what an answer repeats of mail that the mailbox holds, by comparing words. What is not known is new and never folded, whatever
// marks stand before it. Reads numbers alone (compared-lines.ts): linear, and no byte of a stranger decides what it costs beyond
// the limits there.
//
//   - A quoted line is repeated where its words stand in the other mail in that order; a changed word between others does not count.
//   - An unmarked line is repeated only within a block that is evidently a quote: below an introduction, or most of the other mail.
//     A sentence that its sender typed again is the sender's.
//   - Introductions, drawn lines, places of pictures and warnings of gateways go with the quote beside them, and so do footers
//     below the last one.
//   - Answers at the margin between several quotes keep the quotes; a mail without words beside the quotes keeps them all.

import { type ComparedLines, Fact } from "./compared-lines.ts";
import type { HtmlCut, TextCut } from "./fold.ts";
import { provenRests } from "./lost-marks.ts";
import { holds, isPartial, shingleLength, wordCountOf } from "./shingles.ts";

/** A mail of the mailbox, as it is compared. */
export interface KnownMail {
  id: string;
  digest: Uint8Array;
}

/** Lines [from, to) that an answer repeats of a message. */
export interface RepeatedLines {
  from: number;
  to: number;
  of: string;
}

/** Words that a quote without marks has below an introduction, and without one. */
const fewestIntroduced = 4;
const fewestUnmarked = 25;
/** As `fewestUnmarked`, where the quote is all of the other mail. */
const fewestWhole = 12;
const wholeShare = 0.9;
/** Share of the other mail that a quote without marks and introduction holds. */
const leastShare = 0.6;
/** Words of a line for each that may be changed. */
const wordsPerChange = 6;
/** Words of an answer that is understood without the quote around it. */
const fullAnswerWords = 20;

/** Where the repeated lines of plain text stand. */
export function textCuts({ starts }: ComparedLines, repeated: readonly RepeatedLines[]): TextCut[] {
  return repeated.map(({ from, to }) => [starts[from]!, to < starts.length ? starts[to]! : -1]);
}

/** As `textCuts`, in HTML: between the last text before a line and the first one from there on. */
export function htmlCuts(lines: ComparedLines, repeated: readonly RepeatedLines[]): HtmlCut[] {
  return repeated.map(({ from, to }) => [...between(lines, from), ...between(lines, to)]);
}

function between({ starts, ends }: ComparedLines, at: number): [end: number, start: number] {
  const isEmpty = (line: number) => starts[line] === ends[line];
  let next = at;
  while (next < starts.length && isEmpty(next)) next++;
  if (next >= starts.length) return [-1, -1];
  let before = at - 1;
  while (before >= 0 && isEmpty(before)) before--;
  return before < 0 ? [-1, 0] : [ends[before]!, starts[next]!];
}

const Kind = { blank: 0, own: 1, quoted: 2, beside: 3, again: 4, unjudged: 5 } as const;
type Kind = (typeof Kind)[keyof typeof Kind];

/** The lines, with the rests that the known mail proves among the quoted ones. */
function withRests(lines: ComparedLines, known: readonly KnownMail[]): ComparedLines {
  const { facts, firstWord, joined } = lines;
  if (joined === null) return lines;
  const isRest = (at: number) => (facts[at]! & Fact.rest) !== 0;
  const isQuoted = (at: number) => (facts[at]! & (Fact.quoted | Fact.rest)) !== 0;
  const proven = new Set(
    known.flatMap(({ digest }) => [...provenRests({ firstWord, joined, isRest, isQuoted }, digest)]),
  );
  if (proven.size === 0) return { ...lines, joined: null };
  return { ...lines, facts: facts.map((fact, at) => (proven.has(at) ? fact | Fact.quoted : fact)) };
}

/** The lines that are folded; null where nothing of the known mail is repeated, so that the rules decide alone. */
export function repeatedLines(given: ComparedLines, known: readonly KnownMail[]): RepeatedLines[] | null {
  const lines = withRests(given, known);
  const { of, counts } = coverage(lines, known);
  const kinds = kindsOf(lines, { of, known });
  takeUnmarked(lines, kinds, { known, counts });
  takeAuthors(lines, kinds);
  const blocks = blocksOf(lines, kinds);
  const hasRepeats = blocks.some(({ repeated }) => repeated);
  if (!hasRepeats && isCitedAlone(lines, known)) return [];
  if (!hasRepeats || !hasAnswer(lines, kinds)) return null;
  return folded(lines, kinds, blocks).map(({ from, to }) => ({
    from,
    to,
    of: mostOf(lines, of, { from, to, known }),
  }));
}

/**
 * Whether lines above words of the sender are quoted that no known mail has, and no program says of whom: the sender cites them.
 * A quote at the end may be of a mail that the mailbox never had.
 */
function isCitedAlone({ facts, firstWord, shingles }: ComparedLines, known: readonly KnownMail[]): boolean {
  if (known.some(({ digest }) => isPartial(digest))) return false;
  let judged = 0;
  let isAbove = false;
  for (let at = 0; at < facts.length; at++) {
    const fact = facts[at]!;
    if ((fact & Fact.introduction) !== 0) return false;
    if ((fact & (Fact.blank | Fact.footer | Fact.signature)) !== 0) continue;
    isAbove = (fact & Fact.quoted) === 0 && judged > 0;
    if ((fact & Fact.quoted) === 0) continue;
    for (let word = firstWord[at]!; word < firstWord[at + 1]!; word++) if (shingles[word] !== 0) judged++;
  }
  return isAbove && judged >= fewestIntroduced;
}

/** For each word the known mail that has it in its place, from 1 on; 0: none. */
function coverage({ facts, firstWord, shingles, joined }: ComparedLines, known: readonly KnownMail[]) {
  const of = new Uint8Array(shingles.length);
  const counts = known.map(() => 0);
  const streams: [number[], number[]] = [[], []];
  const cover = (words: readonly number[], shingle: number) => {
    const found = shingle === 0 ? 0 : known.findIndex(({ digest }) => holds(digest, shingle)) + 1;
    if (found === 0) return;
    for (const covered of words.slice(-shingleLength(shingle))) {
      if (of[covered] === 0) counts[found - 1]!++;
      of[covered] = found;
    }
  };
  for (let at = 0; at < facts.length; at++) {
    const stream = streams[(facts[at]! & Fact.quoted) !== 0 ? 1 : 0];
    for (let word = firstWord[at]!; word < firstWord[at + 1]!; word++) {
      stream.push(word);
      cover(stream, shingles[word]!);
    }
  }
  if (joined === null) return { of, counts };
  const run: number[] = [];
  for (let at = 0; at < facts.length; at++) {
    if ((facts[at]! & (Fact.quoted | Fact.rest)) === 0) continue;
    for (let word = firstWord[at]!; word < firstWord[at + 1]!; word++) {
      run.push(word);
      cover(run, joined[word]!);
    }
    // A rest that is not proven is no part of the quote.
    if ((facts[at]! & Fact.quoted) === 0) of.fill(0, firstWord[at]!, firstWord[at + 1]!);
  }
  return { of, counts };
}

function kindsOf(
  { facts, firstWord, shingles }: ComparedLines,
  { of, known }: { of: Uint8Array; known: readonly KnownMail[] },
): Uint8Array {
  const isCut = known.some(({ digest }) => isPartial(digest));
  const kinds = new Uint8Array(facts.length);
  for (let at = 0; at < facts.length; at++) {
    const fact = facts[at]!;
    const isRepeated = isCovered(of, shingles, [firstWord[at]!, firstWord[at + 1]!]);
    kinds[at] = kindOf(fact, { isRepeated, isCut, words: firstWord[at + 1]! - firstWord[at]! });
  }
  return kinds;
}

function kindOf(
  fact: number,
  { isRepeated, isCut, words }: { isRepeated: boolean; isCut: boolean; words: number },
): Kind {
  if ((fact & Fact.blank) !== 0) return Kind.blank;
  const isQuoted = (fact & Fact.quoted) !== 0;
  if (isRepeated) return isQuoted ? Kind.quoted : Kind.again;
  if ((fact & (Fact.introduction | Fact.footer)) !== 0) return Kind.beside;
  if (!isQuoted) return Kind.own;
  // Marks alone, or a link: the line goes with its neighbours.
  if ((fact & Fact.noise) !== 0 || words === 0) return Kind.beside;
  return isCut && (fact & Fact.initials) === 0 ? Kind.unjudged : Kind.own;
}

/** Characters in a row, of a script without spaces, that are one changed word. */
const changedCharacters = 2;

/**
 * Whether words [from, to) are repeated but for single changes between words that are. Two changed words in a row are a
 * correction, which is the sender's, as are more than two characters of a script without spaces.
 */
function isCovered(of: Uint8Array, shingles: Uint32Array, [from, to]: [number, number]): boolean {
  if (from === to || of[from] === 0 || of[to - 1] === 0) return false;
  let changed = 0;
  let run = 0;
  for (let word = from; word < to; word++) {
    if (of[word] !== 0) {
      run = 0;
      continue;
    }
    changed++;
    run++;
    if (run > (shingleLength(shingles[word]!) < shingleLength(1) ? 1 : changedCharacters)) return false;
  }
  return changed <= Math.floor((to - from) / wordsPerChange);
}

/** Makes quotes of unmarked blocks that evidently are; all other unmarked lines that are repeated become their sender's. */
function takeUnmarked(
  lines: ComparedLines,
  kinds: Uint8Array,
  { known, counts }: { known: readonly KnownMail[]; counts: readonly number[] },
): void {
  const { firstWord, facts } = lines;
  for (let at = 0; at < kinds.length; at++) {
    if (kinds[at] !== Kind.again) continue;
    let end = at;
    let words = 0;
    let last = at;
    for (; end < kinds.length && isWithin(lines, kinds, end); end++) {
      if (kinds[end] !== Kind.again) continue;
      words += firstWord[end + 1]! - firstWord[end]!;
      last = end;
    }
    const above = introductionAbove(lines, kinds, at);
    const isMost = known.some(({ digest }, n) => counts[n]! >= leastShare * wordCountOf(digest));
    const isWhole = known.some(({ digest }, n) => counts[n]! >= wholeShare * wordCountOf(digest));
    const isQuote =
      above < at
        ? words >= fewestIntroduced && (isMost || words >= fewestUnmarked)
        : (words >= fewestUnmarked && isMost) || (words >= fewestWhole && isWhole);
    for (let line = at; line <= last; line++)
      if (kinds[line] === Kind.again) kinds[line] = isQuote ? Kind.quoted : Kind.own;
    if (isQuote)
      for (let line = above; line < at; line++)
        if ((facts[line]! & Fact.blank) === 0) kinds[line] = Kind.beside;
    at = last;
  }
}

/** A line that names whom the mail answers, directly above marked words of the other mail, is their introduction. */
function takeAuthors({ facts }: ComparedLines, kinds: Uint8Array): void {
  for (let at = 0; at < kinds.length; at++) {
    if (kinds[at] !== Kind.own || (facts[at]! & Fact.author) === 0) continue;
    let below = at + 1;
    // One blank line at most; empty marks count for nothing.
    if (kinds[below] === Kind.blank) below++;
    while (below < kinds.length && kinds[below] === Kind.blank && (facts[below]! & Fact.quoted) !== 0)
      below++;
    if (kinds[below] === Kind.quoted) kinds[at] = Kind.beside;
  }
}

/** Whether an unmarked block goes on with this line: an unheld one between repeated ones ends it unless it has few words. */
function isWithin({ facts }: ComparedLines, kinds: Uint8Array, at: number): boolean {
  const kind = kinds[at];
  return (
    kind === Kind.again ||
    kind === Kind.blank ||
    kind === Kind.quoted ||
    (kind === Kind.beside && (facts[at]! & Fact.footer) === 0)
  );
}

/** The first line of an introduction, of two lines at most, directly above; `at` without one. */
function introductionAbove({ facts }: ComparedLines, kinds: Uint8Array, at: number): number {
  let above = at - 1;
  while (above >= 0 && above > at - 3 && kinds[above] === Kind.blank) above--;
  if (above < 0) return at;
  const may = Fact.introduction | Fact.perhapsIntroduction;
  if ((facts[above]! & may) === 0) return at;
  return above > 0 && kinds[above - 1] !== Kind.blank && (facts[above - 1]! & may) !== 0 ? above - 1 : above;
}

interface QuoteBlock {
  from: number;
  to: number;
  /** The block has words of known mail. */
  repeated: boolean;
}

/** Runs of lines without a word of the sender; an introduction without a quote below belongs to none. */
function blocksOf({ starts, ends }: ComparedLines, kinds: Uint8Array): QuoteBlock[] {
  const blocks: QuoteBlock[] = [];
  let open: QuoteBlock | null = null;
  const close = (to: number) => {
    if (open?.repeated) blocks.push({ ...open, to });
    open = null;
  };
  for (let at = 0; at < kinds.length; at++) {
    const kind = kinds[at];
    if (kind === Kind.own) {
      close(at);
      continue;
    }
    // Drawn lines above a quote go with it, empty ones do not.
    if (open === null && starts[at] === ends[at]) continue;
    open ??= { from: at, to: at, repeated: false };
    open.repeated ||= kind === Kind.quoted;
  }
  close(kinds.length);
  return blocks;
}

/** Whether the sender wrote something beside quotes, beyond a signature. */
function hasAnswer({ facts }: ComparedLines, kinds: Uint8Array): boolean {
  return kinds.some((kind, at) => kind === Kind.own && (facts[at]! & Fact.signature) === 0);
}

/** The blocks that are folded: all, unless answers stand at the margin between several. */
function folded(lines: ComparedLines, kinds: Uint8Array, blocks: readonly QuoteBlock[]): QuoteBlock[] {
  const answers = blocks.slice(1).map((block, n) => marginWords(lines, kinds, blocks[n]!.to, block.from));
  const between = answers.filter((count) => count > 0).length;
  if (between === 0) return [...blocks];
  const last = blocks.at(-1)!;
  const isTail = marginWords(lines, kinds, last.to, kinds.length) === 0;
  // A short answer within one quote is not understood without it.
  if (!isTail || (between === 1 && answers.at(-1)! < fullAnswerWords)) return [];
  return answers.slice(0, -1).some((count) => count > 0) ? [last] : [...blocks];
}

/** Words of the sender at the margin in lines [from, to). */
function marginWords(
  { facts, firstWord }: ComparedLines,
  kinds: Uint8Array,
  from: number,
  to: number,
): number {
  let count = 0;
  for (let at = from; at < to; at++) {
    if (kinds[at] !== Kind.own || (facts[at]! & (Fact.quoted | Fact.signature)) !== 0) continue;
    count += Math.max(1, firstWord[at + 1]! - firstWord[at]!);
  }
  return count;
}

/** The known mail that most words of lines [from, to) are of. */
function mostOf(
  { firstWord }: ComparedLines,
  of: Uint8Array,
  { from, to, known }: { from: number; to: number; known: readonly KnownMail[] },
): string {
  const counts = known.map(() => 0);
  for (let word = firstWord[from]!; word < firstWord[to]!; word++)
    if (of[word]! > 0) counts[of[word]! - 1]!++;
  return known[counts.indexOf(Math.max(...counts))]!.id;
}
