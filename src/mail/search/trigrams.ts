// Trigrams for the search index: all runs of three characters in each word of a text. A text that contains another has all its
// trigrams, in any language and without word boundaries. Those of the text that REST searches are marked: REST asks for marked
// ones, IMAP, which searches the whole mail, for both.
import { withoutAccents } from "./accents.ts";
import { words } from "./search-words.ts";

const ascii = /^[\x00-\x7f]*$/;
const size = 3;

/** A text with more different trigrams is not indexed. */
export const maxTrigrams = 20_000;
/** Trigrams of one query. */
const maxQueried = 32;

/** Stands before a trigram of the text that REST searches. */
const mark = "=";
/** The entry of a mail of which not all of that text is indexed. */
const shownMissing = "=*";
/** The entry of a mail of which not all else is indexed: it may hold any text. */
const wholeMissing = "*";

/** The texts of a mail, case-folded. */
export interface IndexedTexts {
  /** The texts that REST searches. */
  shown: string;
  /** The whole mail; null: not read, or too long to index. */
  whole: string | null;
}

/** The index entries of a mail. */
export function searchEntries({ shown, whole }: IndexedTexts): string[] {
  const found = new FoundTrigrams();
  const marked: string[] = [];
  const others: string[] = [];
  const isShownWhole = addTrigrams(shown, found, marked);
  const isWhole = whole !== null && isShownWhole && addTrigrams(whole, found, others);
  const entries = isShownWhole ? marked.map((trigram) => mark + trigram) : [shownMissing];
  if (isWhole) entries.push(...others);
  else entries.push(wholeMissing);
  return entries;
}

/** Adds the trigrams that were not found before. @returns false when there are too many */
function addTrigrams(text: string, found: FoundTrigrams, added: string[]): boolean {
  const plain = withoutAccents(text);
  if (ascii.test(plain)) addAscii(plain, found, added);
  else {
    for (const [word] of plain.matchAll(words)) {
      if (ascii.test(word)) addAscii(word, found, added);
      else if (found.isNewWord(word))
        for (const trigram of trigramsIn(word)) {
          if (ascii.test(trigram)) addAscii(trigram, found, added);
          else if (found.isNewText(trigram)) added.push(trigram);
        }
      if (found.count > maxTrigrams) return false;
    }
  }
  return found.count <= maxTrigrams;
}

/** Digits and capital letters have a number; all else in ASCII ends a word. */
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const base = digits.length;
const numberOf = new Int8Array(128).fill(-1);
for (let n = 0; n < base; n++) numberOf[digits.charCodeAt(n)] = n;
/** The text of each numbered trigram, once it was met. */
const texts: string[] = new Array(base ** size).fill("");

/** One pass over the characters of folded text: most mail is ASCII, and a set of texts takes four times as long. */
function addAscii(text: string, found: FoundTrigrams, added: string[]): void {
  let number = 0;
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const digit = numberOf[text.charCodeAt(i)]!;
    if (digit < 0) {
      length = 0;
      continue;
    }
    number = (number % (base * base)) * base + digit;
    if (++length < size || !found.isNewNumber(number)) continue;
    if (texts[number] === "") texts[number] = text.slice(i + 1 - size, i + 1);
    added.push(texts[number]!);
  }
}

/** For each numbered trigram, the last mail that had it. */
const lastMail = new Uint32Array(base ** size);
let mails = 0;

/** The trigrams of one mail; made and used up before that of the next. */
class FoundTrigrams {
  readonly #mail = ++mails;
  readonly #words = new Set<string>();
  readonly #texts = new Set<string>();
  #numbers = 0;

  get count(): number {
    return this.#numbers + this.#texts.size;
  }

  isNewNumber(number: number): boolean {
    if (lastMail[number] === this.#mail) return false;
    lastMail[number] = this.#mail;
    this.#numbers++;
    return true;
  }

  isNewWord(word: string): boolean {
    return isNewIn(this.#words, word);
  }

  isNewText(trigram: string): boolean {
    return isNewIn(this.#texts, trigram);
  }
}

function isNewIn(set: Set<string>, text: string): boolean {
  const before = set.size;
  set.add(text);
  return set.size > before;
}

/**
 * Yield the trigrams of a word beyond ASCII; also its last one or two characters, so that short words of
 * ideographs are found.
 */
function* trigramsIn(word: string): Generator<string> {
  const characters = [...word];
  for (let i = 0; i < characters.length; i++) {
    const trigram = characters.slice(i, i + size).join("");
    if (i + size <= characters.length || !ascii.test(trigram)) yield trigram;
  }
}

/**
 * A tsquery that every mail which contains the text answers; null when `text` is too short.
 * @param text case-folded
 * @param where "shown": in what REST searches; "whole": anywhere in the mail
 */
export function trigramQuery(text: string, where: "shown" | "whole"): string | null {
  const queried = new Set<string>();
  for (const [word] of withoutAccents(text).matchAll(words)) {
    const characters = [...word];
    if (characters.length >= size) {
      for (let i = 0; i + size <= characters.length; i++)
        queried.add(entry(characters.slice(i, i + size).join(""), "", where));
    } else if (!ascii.test(word)) queried.add(entry(word, ":*", where));
    if (queried.size >= maxQueried) break;
  }
  return queried.size === 0 ? null : [...queried].slice(0, maxQueried).join(" & ");
}

function entry(trigram: string, prefix: "" | ":*", where: "shown" | "whole"): string {
  const shown = `'${mark}${trigram}'${prefix}`;
  return where === "shown" ? shown : `('${trigram}'${prefix} | ${shown})`;
}

/** The query, and mails of which not all is indexed. */
export function orMissing(query: string, where: "shown" | "whole"): string {
  return `(${query}) | '${where === "shown" ? shownMissing : wholeMissing}'`;
}
