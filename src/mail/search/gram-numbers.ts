// Numbers for the search index: one for each run of three letters in the words of a mail, in capitals and without accents. What
// holds a text has all its numbers; two runs of other scripts may share one, so what is found has to be read.

import { hasPoints, withoutAccents } from "./accents.ts";
import { isAscii } from "./ascii.ts";
import { joinedWords, picturesOf, words } from "./search-words.ts";
import type { WordTable } from "./word-table.ts";

const size = 3;
export const gramBits = 18;
/** Numbers are below it. */
export const gramSpace = 1 << gramBits;

/** Digits and capital letters have a number; all else in ASCII ends a word. */
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const base = digits.length;
const numberOf = new Int8Array(128).fill(-1);
for (let n = 0; n < base; n++) numberOf[digits.charCodeAt(n)] = n;

/** Runs of ASCII have a number of their own; all others share what is left. */
const hashedFrom = base ** size;
const hashed = gramSpace - hashedFrom - 2;

/** A mail whose text is not indexed whole (`shown`: the text that REST searches; `whole`: the rest): any query may match it. */
export const missing = { shown: gramSpace - 1, whole: gramSpace - 2 };

/** A mail with more numbers may hold any text. */
const maxNumbers = 20_000;

/** Numbers that one text is looked up by. */
const maxQueried = 16;

/** The texts of a mail, case-folded. */
export interface IndexedTexts {
  /** The texts that REST searches, or their words. */
  shown: string | WordTable;
  /** The whole mail; null: not read, or too long to index. */
  whole: string | null;
  /** Words that stand for what the mail belongs to. */
  marks: readonly string[];
}

/** The numbers of a mail: of the texts that REST searches, and all others. */
export interface MailNumbers {
  shown: ArrayLike<number>;
  others: ArrayLike<number>;
}

export function mailNumbers({ shown, whole, marks }: IndexedTexts): Record<keyof MailNumbers, Uint32Array> {
  const { first, second } = emptied();
  for (const mark of marks) addNumber(markNumber(mark), first);
  const isShownWhole = typeof shown === "string" ? addShown(shown, first) : addTable(shown, first);
  if (!isShownWhole) addNumber(missing.shown, first);
  if (whole === null || !isShownWhole || !addText(whole, second, false)) addNumber(missing.whole, first);
  return { shown: copyOf(first), others: copyOf(second) };
}

/** The numbers of a mail with those of more of it. */
export function moreNumbers(
  { shown, others }: MailNumbers,
  { whole, marks }: { whole: string; marks: readonly string[] },
): MailNumbers {
  const { first, second } = emptied();
  for (let i = 0; i < shown.length; i++) addNumber(shown[i]!, first);
  for (let i = 0; i < others.length; i++) addNumber(others[i]!, second);
  for (const mark of marks) addNumber(markNumber(mark), first);
  if (whole !== "" && !addText(whole, second, false)) addNumber(missing.whole, first);
  return { shown: copyOf(first), others: copyOf(second) };
}

function addShown(shown: string, added: Added): boolean {
  for (const picture of picturesOf(shown)) addNumber(hash(picture), added);
  return addText(`${shown} ${joinedWords(shown).join(" ")}`, added, true);
}

/** @returns false when there are too many */
function addTable({ codes, starts, count }: WordTable, added: Added): boolean {
  for (let word = 0; word < count; word++) {
    const from = starts[word]!;
    const to = starts[word + 1]!;
    if (to - from < size) {
      addNumber(hash(Array.from(codes.subarray(from, to), (code) => digits[code - 1]).join("")), added);
      continue;
    }
    let before = codes[from]! - 1;
    let last = codes[from + 1]! - 1;
    for (let at = from + 2; at < to; at++) {
      const digit = codes[at]! - 1;
      addNumber((before * base + last) * base + digit, added);
      before = last;
      last = digit;
    }
  }
  return added.length <= maxNumbers;
}

/** Numbers of the mail that is cut, in the order in which they were found. */
interface Added {
  readonly numbers: Uint32Array;
  length: number;
}

const lists = {
  first: { numbers: new Uint32Array(gramSpace), length: 0 },
  second: { numbers: new Uint32Array(gramSpace), length: 0 },
};
/** A bit for each number that one of the lists has: so small that it stays near the processor. */
const isAdded = new Uint32Array(gramSpace >>> 5);

/** The lists, with nothing of the mail before. */
function emptied(): Record<keyof typeof lists, Added> {
  for (const list of [lists.first, lists.second]) {
    for (let i = 0; i < list.length; i++) isAdded[list.numbers[i]! >>> 5] = 0;
    list.length = 0;
  }
  return lists;
}

function addNumber(number: number, added: Added): void {
  const bits = isAdded[number >>> 5]!;
  const bit = 1 << (number & 31);
  if ((bits & bit) !== 0) return;
  isAdded[number >>> 5] = bits | bit;
  added.numbers[added.length++] = number;
}

function copyOf({ numbers, length }: Added): Uint32Array {
  return numbers.slice(0, length);
}

/** @param withShort words of one and two letters too. @returns false when there are too many */
function addText(text: string, added: Added, withShort: boolean): boolean {
  const plain = withoutAccents(text);
  if (isAscii(plain)) addAscii(plain, added, withShort);
  else {
    for (const [word] of plain.matchAll(words)) {
      if (isAscii(word)) addAscii(word, added, withShort);
      else addOther(word, added);
      if (added.length > maxNumbers) break;
    }
  }
  return added.length <= maxNumbers;
}

/** One pass over the characters of folded text. */
function addAscii(text: string, added: Added, withShort: boolean): void {
  let before = 0;
  let last = 0;
  let length = 0;
  for (let i = 0; i <= text.length; i++) {
    const digit = i < text.length ? numberOf[text.charCodeAt(i)]! : -1;
    if (digit < 0) {
      if (withShort && length > 0 && length < size) addNumber(hash(text.slice(i - length, i)), added);
      length = 0;
      continue;
    }
    if (++length >= size) addNumber((before * base + last) * base + digit, added);
    before = last;
    last = digit;
  }
}

/** A word beyond ASCII: its runs of three, and of two and one, so that short words are found. */
function addOther(word: string, added: Added): void {
  const characters = [...word];
  for (let i = 0; i < characters.length; i++) {
    for (let length = 1; length <= size && i + length <= characters.length; length++) {
      const run = characters.slice(i, i + length).join("");
      if (length === size || !isAscii(run)) addNumber(gramOf(run), added);
    }
  }
}

function gramOf(run: string): number {
  if (!isAscii(run) || run.length !== size) return hash(run);
  let number = 0;
  for (let i = 0; i < size; i++) number = number * base + numberOf[run.charCodeAt(i)]!;
  return number;
}

/** FNV-1a over code units. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
  sum ^= sum >>> 15;
  return hashedFrom + ((sum >>> 0) % hashed);
}

/** The number of a word that stands for what a mail belongs to. */
export function markNumber(mark: string): number {
  return hash(mark);
}

/**
 * Numbers that every mail has which holds the text; null when it is too short, or has points, which older segments have too.
 * @param text case-folded
 */
export function textNumbers(text: string): number[] | null {
  return hasPoints(text) ? null : runsOf(text);
}

function runsOf(text: string): number[] | null {
  const queried = new Set<number>();
  for (const [word] of withoutAccents(text).matchAll(words)) {
    const characters = [...word];
    if (characters.length >= size) {
      for (let i = 0; i + size <= characters.length; i++)
        queried.add(gramOf(characters.slice(i, i + size).join("")));
    } else if (!isAscii(word)) queried.add(gramOf(word));
  }
  return queried.size === 0 ? null : [...queried].slice(0, maxQueried);
}

/** As `textNumbers`; a text of short words and pictures alone has theirs, and stands for whole words in what REST searches. */
export function shownNumbers(text: string): number[] | null {
  const numbers = runsOf(text);
  if (numbers) return numbers;
  const short = [...withoutAccents(text).matchAll(words)].map(([word]) => hash(word));
  short.push(...picturesOf(text).map(hash));
  return short.length === 0 ? null : short.slice(0, maxQueried);
}
