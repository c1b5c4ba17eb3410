// Words that stand for one another in a search: those of one stem (invoice, invoices), and where nothing else is found those
// with one letter wrong. Stems are Snowball's, in each language that the word may be of: nothing says which one a query is in.
import { stemmer as dutch } from "@orama/stemmers/dutch";
import { stemmer as english } from "@orama/stemmers/english";
import { stemmer as french } from "@orama/stemmers/french";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as italian } from "@orama/stemmers/italian";
import { stemmer as portuguese } from "@orama/stemmers/portuguese";
import { stemmer as russian } from "@orama/stemmers/russian";
import { stemmer as spanish } from "@orama/stemmers/spanish";
import { stemmer as swedish } from "@orama/stemmers/swedish";
import { distance } from "../../lib/nearest.ts";

const stemmers = { dutch, english, french, german, italian, portuguese, russian, spanish, swedish };
type Language = keyof typeof stemmers;
const languages = Object.keys(stemmers) as Language[];

/** Words that are found for another; plain data, so that it can be sent to a reading process. All texts are folded. */
export type SimilarWords =
  | { kind: "stem"; beginning: string; stems: readonly { language: Language; stem: string }[] }
  | { kind: "slip"; word: string; beginning: string; end: string; others: readonly string[] };

/** Letters that the beginning of a word and of its stem have in common: with fewer too much would be alike. */
const minCommon = 4;
const minSlipLetters = 5;
const maxLetters = 40;
const isWord = /^[\p{L}\p{M}]+$/u;

/** Endings that Snowball knows with their accents alone, which folded text has lost: informacao, informacoes, opcion. */
const accentedEndings: Partial<Record<Language, readonly (readonly [ending: RegExp, accented: string])[]>> = {
  portuguese: [
    [/cao$/, "ção"],
    [/coes$/, "ções"],
    [/oes$/, "ões"],
  ],
  spanish: [[/cion$/, "ción"]],
};

function stemOf(language: Language, word: string): string {
  const [ending, accented] = accentedEndings[language]?.find(([each]) => each.test(word)) ?? [];
  return stemmers[language](ending === undefined ? word : word.replace(ending, accented!));
}

/** Words of the same stem; null: there are none, or it is no plain word. @param word folded */
export function wordsOfStem(word: string): SimilarWords | null {
  if (word.length < minCommon || word.length > maxLetters || !isWord.test(word)) return null;
  const lower = word.toLowerCase();
  const found = languages.flatMap((language) => {
    const stem = stemOf(language, lower);
    const common = commonBeginning(stem, lower);
    // English writes the `i` that ends a stem as `y`, too: city, cities.
    const changes = language === "english" && stem.endsWith("i") && stem.length >= minCommon;
    if (changes) return [{ language, stem, common: Math.min(common, stem.length - 1) }];
    return common < minCommon ? [] : [{ language, stem, common }];
  });
  if (found.length === 0) return null;
  const shortest = Math.min(...found.map(({ common }) => common));
  const stems = found.map(({ language, stem }) => ({ language, stem }));
  return { kind: "stem", beginning: word.slice(0, shortest), stems };
}

function commonBeginning(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

/**
 * Words that differ by one letter, or by two in the wrong order; null: it is too short, or no plain word.
 * @param word folded
 * @param inTheMiddle slips that leave neither half of a short word whole are forgiven, too
 */
export function slipsOf(word: string, { inTheMiddle = true } = {}): SimilarWords | null {
  if (word.length < minSlipLetters || word.length > maxLetters || !isWord.test(word)) return null;
  // One slip leaves one of them whole: a letter at least stands between.
  const length = Math.max(3, Math.floor((word.length - 1) / 2));
  const [beginning, end] = [word.slice(0, length), word.slice(-length)];
  return { kind: "slip", word, beginning, end, others: inTheMiddle ? slipsInTheMiddle(word) : [] };
}

/** Words of a slip that leaves neither half of a short word whole. */
function slipsInTheMiddle(word: string): string[] {
  const swapped = (at: number) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
  if (word.length === 6) return [swapped(2)];
  if (word.length !== 5) return [];
  const [before, after] = [word.slice(0, 2), word.slice(3)];
  const others = ["", ..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((letter) => before + letter + after);
  return [...others, swapped(1), swapped(2)].filter((other) => other !== word);
}

/** Where the first word stands that is found for another, or -1. @param text folded */
export function positionOfSimilar(text: string, similar: SimilarWords): number {
  if (similar.kind === "stem") return positionOfStem(text, similar);
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}]+/gu)) {
    if (isSlip(word, similar)) return index;
  }
  return -1;
}

function positionOfStem(text: string, { beginning, stems }: SimilarWords & { kind: "stem" }): number {
  for (let at = text.indexOf(beginning); at !== -1; at = text.indexOf(beginning, at + beginning.length)) {
    if (at > 0 && isWord.test(text[at - 1]!)) continue;
    const word = wordAt(text, at).toLowerCase();
    if (stems.some(({ language, stem }) => stemOf(language, word) === stem)) return at;
  }
  return -1;
}

function wordAt(text: string, at: number): string {
  let end = at;
  while (end < text.length && end - at < maxLetters && isWord.test(text[end]!)) end++;
  return text.slice(at, end);
}

function isSlip(found: string, { word, beginning, end, others }: SimilarWords & { kind: "slip" }): boolean {
  if (Math.abs(found.length - word.length) > 1) return false;
  if (others.includes(found)) return true;
  if (!found.startsWith(beginning) && !found.endsWith(end)) return false;
  return distance(found, word) <= 1;
}
