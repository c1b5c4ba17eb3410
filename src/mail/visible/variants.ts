// Hidden variants of a seen text: the same words in the same order, some of them left out at one place ("Shop linen" of "Shop the new
// linen collection"): words picked here and there could say anything. Words that say nothing alone may be added. Bounded in steps.

import { isFiller } from "./display-words.ts";

/** Longer texts are compared by their runs of words alone. */
const maxWords = 200;
/** Words of a variant: a heading or the name of a button, never a sentence. */
const longest = 8;
/** The same in characters of scripts without spaces. */
const longestOfCharacters = 24;
/** Words of the seen text that a variant leaves out, at one place, between two of its own. */
const maxGap = 5;
/** Characters, in scripts without spaces. */
const maxGapOfCharacters = 6;
/** Words that it has beside them. */
const maxFillers = 3;
/** Beginnings of compared texts in a mail; beyond them a text is no variant. */
const maxSteps = 200_000;
/** Shorter parts of words are other words. */
const fewestLetters = 4;

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

export class Variants {
  readonly #texts: readonly { words: readonly string[]; isKnown: boolean }[];
  #steps = 0;

  /** @param texts the words of each seen text */
  constructor(texts: readonly (readonly string[])[]) {
    this.#texts = texts
      .filter((words) => words.length <= maxWords)
      .map((words) => ({ words: lettersOf(words), isKnown: isKnown(words) }));
  }

  /** Whether a hidden text is one. @param own its words */
  has(own: readonly string[]): boolean {
    if (own.length === 0 || own.length > longest || this.#steps > maxSteps) return false;
    const isOwnKnown = isKnown(own);
    const letters = lettersOf(own);
    if (letters.length > (letters.length > own.length ? longestOfCharacters : longest)) return false;
    const words = letters.slice(isFiller(letters[0]!) ? 1 : 0);
    if (words.length === 0) return false;
    for (const text of this.#texts) {
      if (++this.#steps > maxSteps) return false;
      if ((isOwnKnown || text.isKnown) && this.#isIn(words, text.words)) return true;
    }
    return false;
  }

  #isIn(own: readonly string[], text: readonly string[]): boolean {
    if (isFiller(own[0]!)) return false;
    for (let at = 0; at < text.length; at++) {
      if (++this.#steps > maxSteps) return false;
      if (isSame(own[0]!, text[at]!) && this.#isFrom(own, text, at)) return true;
    }
    return false;
  }

  /** Whether words begin at a place of a text and go on there, with one gap: at least 40 % of what lies between are theirs. */
  #isFrom(own: readonly string[], text: readonly string[], start: number): boolean {
    let [at, last, kept, said, fillers, gaps, parts] = [start, start, 0, 0, 0, 0, 0];
    for (const word of own) {
      const end = Math.min(text.length, at + 1 + (unspaced.test(word) ? maxGapOfCharacters : maxGap));
      this.#steps += end - at;
      let next = at;
      while (next < end && !isSame(word, text[next]!)) next++;
      if (next < end) {
        if (next > at && ++gaps > 1) return false;
        if (word !== text[next] && ++parts > 1) return false;
        kept++;
        if (!isFiller(word)) said++;
        last = next;
        at = next + 1;
      } else if (!isFiller(word) || ++fillers > maxFillers) return false;
    }
    return kept * 5 >= (last - start + 1) * 2 && (said > 1 || own.length <= 4);
  }
}

/** Whether words are of a language whose demands are known: what another leaves out may be what made it harmless. */
function isKnown(words: readonly string[]): boolean {
  const all = words.join(" ");
  // Chinese is none; single Latin letters in it are no words of ours.
  return kana.test(all) || (!unspaced.test(all) && words.some(isFiller));
}

/** Words of scripts without spaces are compared by characters. */
function lettersOf(words: readonly string[]): readonly string[] {
  return words.some((word) => unspaced.test(word))
    ? words.flatMap((word) => (unspaced.test(word) ? [...word] : [word]))
    : words;
}

/** Whether a word is one of a text, or a part at an end of it: "tipps" of "spartipps". */
function isSame(word: string, seen: string): boolean {
  return word === seen || (word.length >= fewestLetters && (seen.endsWith(word) || seen.startsWith(word)));
}
