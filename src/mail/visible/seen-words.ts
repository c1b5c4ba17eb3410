// The words that a person sees of a mail, to tell whether what is hidden stands elsewhere too: a variant for phones or dark
// screens. Single words prove nothing: hidden ones count as seen beside a neighbour with which they are seen. Linear.

import { isDemand } from "./demands.ts";
import { isOfDisplay } from "./display-words.ts";
import { wordsOf } from "./findings.ts";
import { isOrder } from "./letter-words.ts";
import { withoutStock } from "./stock-phrases.ts";
import { Variants } from "./variants.ts";

/** Characters that are compared. */
const maxCompared = 1_000_000;
/** So few seen words in another order are the other order of a template. */
const maxMoved = 3;
/** A short number alone, or a token of a program, as "GK2X9Q-LM41". */
const token = /^[^\p{L}\p{N}]{0,3}(?=[A-Z-]{0,20}\d)[A-Z\d-]{4,24}[^\p{L}\p{N}]{0,3}$/u;

/** Names that programs give: a UUID, and a hash of as many digits. */
const hexadecimal =
  /(?<![\p{L}\p{N}])(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?=[a-f]{0,20}\d)[\da-f]{32})(?![\p{L}\p{N}])/giu;
/** A name of programs behind the word for it: "id: [#a05-3f2k9zq1#]_[#8822919#]". One word, though of pieces. */
const labelled =
  /^[^\p{L}\p{N}]{0,4}(?:(?:e-?mail|message|order|reference|tracking) ){0,2}(?:id|ref|reference|version|case|ticket|campaign|template|job)[^\p{L}\p{N}]{1,4}((?:[a-z\d]{3,12}[^\p{L}\p{N}\s]{0,5}){1,3})$/iu;
/** Different ones that a mail may hold; more could spell something. */
const maxNamed = 2;
/** Parts of a text between marks: "Shared filters (opens in a new window)". */
const maxParts = 4;

/** Words that join those of a table in a variant of it, and say nothing alone: "Lisbon 29 EUR on 14 Feb". */
const joining = new Set(
  "the of on in with and und am um im der die das et le la les el los las un una y e het van di".split(" "),
);
/** Joining words that make one of what may be a choice elsewhere: "approve or pay". */
const uniting = new Set("and und et y".split(" "));
/** Words that lead from one number to the other, beside one: "LIS 10:45 to FRA 14:50". Elsewhere they say who has to do what. */
const leading = new Set("to bis à".split(" "));

export class SeenWords {
  readonly #texts: readonly string[];
  /** All of them, in order, and each once. */
  #all: { inOrder: string[]; words: Set<string> } | null = null;
  #runs: { runs: Set<string>; texts: Set<string> } | null = null;
  #variants: Variants | null = null;
  #seenDigits: string | null = null;
  /** Names of programs in hidden text. */
  readonly #named = new Set<string>();

  /** @param texts pieces of visible text, in order */
  constructor(texts: readonly string[]) {
    this.#texts = texts;
  }

  get #seenWords() {
    if (this.#all !== null) return this.#all;
    const inOrder = wordsOf(this.#texts.join(" ").slice(0, maxCompared));
    this.#all = { inOrder, words: new Set(inOrder) };
    return this.#all;
  }

  get #seenRuns() {
    if (this.#runs !== null) return this.#runs;
    const texts = new Set(this.#texts.map((text) => wordsOf(text.slice(0, 1000)).join(" ")));
    const runs = new Set<string>();
    const { inOrder } = this.#seenWords;
    for (const all of [inOrder, inOrder.filter((word) => !joining.has(word))]) {
      for (let at = 1; at < all.length; at++) {
        runs.add(`${all[at - 1]} ${all[at]}`);
        runs.add(`${all[at - 2]} ${all[at - 1]} ${all[at]}`);
      }
    }
    this.#runs = { runs, texts };
    return this.#runs;
  }

  has(word: string): boolean {
    return this.#seenWords.words.has(word);
  }

  /** How many words of hidden pieces of text a person sees nowhere. */
  missing(pieces: readonly string[]): number {
    const { words } = this.#seenWords;
    const { runs, texts } = this.#seenRuns;
    const missing = new Set<string>();
    let moved = 0;
    for (const piece of pieces) {
      if (isProgramToken(piece.trim())) continue;
      const unnamed = withoutNames(piece, this.#named);
      const own = wordsOf(withoutStock(unnamed));
      if (texts.has(own.join(" ")) || isMadeOf(own, texts) || isOfDisplay(own)) continue;
      const said = own.filter((_, at) => !joins(own, at));
      const unseen: string[] = [];
      let [next, apart] = [0, 0];
      for (const [at, word] of own.entries()) {
        if (joins(own, at)) continue;
        const place = next++;
        if (!words.has(word)) {
          if (word.length > 1) unseen.push(word);
        } else if (said.length > 1 && !shortNumber.test(word)) {
          if (!isInRun(own, at, runs) && !isInRun(said, place, runs)) apart++;
        }
      }
      if ((unseen.length > 0 || apart > 0) && this.#isDressed(piece, own)) continue;
      for (const word of [...unseen, ...this.#unseenNumbers(unnamed)]) missing.add(word);
      // Words that join those of another order are a part of it.
      if (apart === 0) continue;
      moved += apart + own.length - said.length;
      for (const word of own) if (uniting.has(word) && !words.has(word)) missing.add(word);
    }
    return missing.size + (moved > maxMoved ? moved : 0);
  }

  /** Long numbers that stand nowhere in what is seen, however their digits are parted: accounts, cards, telephones. */
  #unseenNumbers(piece: string): string[] {
    const found = [...piece.slice(0, 10_000).matchAll(longNumber)].map(([written]) => digitsOf(written));
    if (found.every((digits) => digits.length < fewestDigits)) return [];
    this.#seenDigits ??= [...this.#texts.join(" ").slice(0, maxCompared).matchAll(longNumber)]
      .map(([written]) => digitsOf(written))
      .join(" ");
    const seen = this.#seenDigits;
    return found.filter((digits) => digits.length >= fewestDigits && !seen.includes(digits));
  }

  /** Whether a hidden text says less than a seen one, or repeats seen texts beside words about how they are shown. */
  #isDressed(piece: string, own: readonly string[]): boolean {
    if (isOrder(piece, own) || isDemand(piece, own)) return false;
    this.#variants ??= new Variants(this.#texts.map((text) => wordsOf(text.slice(0, 1000))));
    if (this.#variants.has(own)) return true;
    const parts = piece
      .slice(0, 500)
      .split(/[():;,.!?|•·–—>]/)
      .map(wordsOf)
      .filter((words) => words.length > 0);
    const { texts, runs } = this.#seenRuns;
    const isSeen = (words: readonly string[]) =>
      texts.has(words.join(" ")) || (words.length > 1 && words.every((_, at) => isInRun(words, at, runs)));
    return (
      parts.length <= maxParts &&
      piece.length <= 500 &&
      parts.every(
        (words) => isSeen(words) || isOfDisplay(words) || wordsOf(withoutStock(words.join(" "))).length === 0,
      )
    );
  }
}

const longNumber = /\d(?:[ .,/-]{0,2}\d){3,60}/g;
/** Fewer are a price, a year or a time. */
const fewestDigits = 8;

function digitsOf(written: string): string {
  return written.replace(/\D/g, "");
}

/** Digits of a number that names something to people: an order, a date. */
const maxAlone = 5;

/** Whether a text is a token, and no number of people: parcels, accounts and orders have many digits in a row. */
function isProgramToken(text: string): boolean {
  if (!token.test(text)) return false;
  return /[A-Z]/.test(text) ? !/\d(?:-?\d){5}/.test(text) : digitsOf(text).length <= maxAlone;
}

/** Whether a word joins those around it. */
function joins(own: readonly string[], at: number): boolean {
  const word = own[at]!;
  return joining.has(word) || (leading.has(word) && /^\d+$/.test(own[at - 1] ?? ""));
}

/** A text without names of programs, while they are few in the mail. @param named those that were found */
function withoutNames(text: string, named: Set<string>): string {
  const isNew = (name: string) => {
    named.add(name.toLowerCase());
    return named.size <= maxNamed;
  };
  const rest = text.replace(hexadecimal, (name) => (isSpelt(name) || !isNew(name) ? name : " "));
  const [, name] = labelled.exec(rest.trim()) ?? [];
  return name !== undefined && isToken(wordsOf(name)) && isNew(name) ? "" : rest;
}

/** Whether octets are letters: no chance makes such. */
function isSpelt(name: string): boolean {
  return Buffer.from(name.replaceAll("-", ""), "hex").every((octet) => octet >= 0x20 && octet < 0x7f);
}

/** Whether no letters are written with digits and no account is named: at least half of each piece are digits, not all of all, and some that resemble no letter. */
function isToken(own: readonly string[]): boolean {
  return (
    own.every((word) => (word.match(/\d/g)?.length ?? 0) * 2 >= word.length && !/\d{8}/.test(word)) &&
    own.some((word) => /[a-z]/.test(word) && /[2689]/.test(word)) &&
    !/^[a-z]{2}\d{2}$/.test(own[0]!)
  );
}

const shortNumber = /^\d{1,2}$/;

/** Whole texts in one: a heading of a column and the cell below it, in a table of its own. */
const maxTexts = 6;

/** Whether words are whole texts one after the other, at least one of them of several words. */
function isMadeOf(own: readonly string[], texts: ReadonlySet<string>): boolean {
  let [at, count, hasSeveral] = [0, 0, false];
  while (at < own.length && count++ < maxTexts) {
    let size = Math.min(8, own.length - at);
    while (size > 0 && !texts.has(own.slice(at, at + size).join(" "))) size--;
    if (size === 0) return false;
    hasSeveral ||= size > 1;
    at += size;
  }
  return at === own.length && hasSeveral;
}

/** Whether a word stands with its neighbours: with one of two words, with two of more. */
function isInRun(own: readonly string[], at: number, runs: ReadonlySet<string>): boolean {
  const size = Math.min(3, own.length);
  for (let from = Math.max(0, at - size + 1); from <= at && from + size <= own.length; from++) {
    if (runs.has(own.slice(from, from + size).join(" "))) return true;
  }
  return false;
}
