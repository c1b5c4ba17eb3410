// The words that a person sees of a mail, to tell whether what is hidden stands elsewhere too: a variant for phones or dark
// screens. Single words prove nothing: hidden ones count as seen beside a neighbour with which they are seen. Linear.

import { wordsOf } from "./findings.ts";
import { withoutStock } from "./stock-phrases.ts";

/** Characters that are compared. */
const maxCompared = 1_000_000;
/** So few seen words in another order are the other order of a template. */
const maxMoved = 3;
/** A number alone, or a token of a program, as "GK2X9Q-LM41". */
const token = /^[^\p{L}\p{N}]{0,3}(?=[A-Z-]{0,20}\d)[A-Z\d-]{4,24}[^\p{L}\p{N}]{0,3}$/u;

export class SeenWords {
  readonly #texts: readonly string[];
  /** All of them, in order, and each once. */
  #all: { inOrder: string[]; words: Set<string> } | null = null;
  #runs: { runs: Set<string>; texts: Set<string> } | null = null;

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
    const all = this.#seenWords.inOrder;
    const runs = new Set<string>();
    for (let at = 1; at < all.length; at++) {
      runs.add(`${all[at - 1]} ${all[at]}`);
      runs.add(`${all[at - 2]} ${all[at - 1]} ${all[at]}`);
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
      if (token.test(piece.trim())) continue;
      const own = wordsOf(withoutStock(piece));
      if (texts.has(own.join(" ")) || isMadeOf(own, texts)) continue;
      for (const [at, word] of own.entries()) {
        if (!words.has(word)) {
          if (word.length > 1) missing.add(word);
        } else if (own.length > 1 && !isInRun(own, at, runs)) moved++;
      }
    }
    return missing.size + (moved > maxMoved ? moved : 0);
  }
}

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
