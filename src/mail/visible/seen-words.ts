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

/** Names that programs give: a UUID, a hash. */
const hexadecimal =
  /(?<![\p{L}\p{N}])(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?=[a-f]{0,20}\d)[\da-f]{16,64})(?![\p{L}\p{N}])/giu;
/** Pieces of what programs name, as "a05 3f2k9zq1 8822919". */
const maxTokens = 8;

/** Words that join those of a table in a variant of it, and say nothing alone: "LIS 10:45 to FRA 14:50". */
const joining = new Set(
  "to at and the of on in by an or from with per via und am an um bis nach von im der die das et le la les de du des à el los las un una en y a e o il per da di van het een op om naar i w z do på og och til ja".split(
    " ",
  ),
);

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
    const runs = new Set<string>();
    const { inOrder } = this.#seenWords;
    for (const all of [inOrder, inOrder.filter(isSaying)]) {
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
      if (token.test(piece.trim())) continue;
      const own = wordsOf(withoutStock(piece).replace(hexadecimal, " "));
      if (areTokens(own)) continue;
      if (texts.has(own.join(" ")) || isMadeOf(own, texts)) continue;
      const said = own.filter(isSaying);
      let [next, apart] = [0, 0];
      for (const [at, word] of own.entries()) {
        if (!isSaying(word)) continue;
        const place = next++;
        if (!words.has(word)) {
          if (word.length > 1) missing.add(word);
        } else if (said.length > 1 && !shortNumber.test(word)) {
          if (!isInRun(own, at, runs) && !isInRun(said, place, runs)) apart++;
        }
      }
      // Words that join those of another order are a part of it.
      if (apart > 0) moved += apart + own.length - said.length;
    }
    return missing.size + (moved > maxMoved ? moved : 0);
  }
}

function isSaying(word: string): boolean {
  return !joining.has(word);
}

const shortNumber = /^\d{1,2}$/;
/** Words before a token that say what it is. */
const label = /^(?:id|ref|reference|no|nr|version|case|ticket|campaign|template|job)$/;

/** Whether all words are tokens of programs: a third of each are digits, so that no letters are written with them. */
function areTokens(own: readonly string[]): boolean {
  return (
    own.length > 0 &&
    own.length <= maxTokens &&
    own.every((word) => label.test(word) || isToken(word)) &&
    own.some((word) => word.length >= 4 && isToken(word))
  );
}

function isToken(word: string): boolean {
  return (word.match(/\d/g)?.length ?? 0) * 3 >= word.length;
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
