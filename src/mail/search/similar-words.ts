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
import { stemmer as turkish } from "@orama/stemmers/turkish";
import { distance } from "../../lib/nearest.ts";

const stemmers = { dutch, english, french, german, italian, portuguese, russian, spanish, swedish, turkish };
type Language = keyof typeof stemmers;
const languages = Object.keys(stemmers) as Language[];

/** Words that may be Turkish: its endings are those of many words elsewhere, within. */
const turkishLetters = /[ığşİ]/;
const turkishPlural = /^.{3,}L[AE]R/;
/** Tischler and wrestler are none. */
const consonants = /[^AEIOU]{3}/;

/** Words that English Snowball leaves as they are. */
const unchanging = ["andes", "atlas", "bias", "cosmos", "news"];

/** Words that are found for another; plain data, so that it can be sent to a reading process. All texts are folded. */
export type SimilarWords =
  | { kind: "stem"; beginning: string; stems: readonly { language: Language; stem: string }[] }
  | { kind: "slip"; word: string; beginning: string; end: string; others: readonly string[] };

/** Letters that the beginning of a word and of its stem have in common: with fewer too much would be alike. */
const minCommon = 4;
const minSlipLetters = 5;
const maxLetters = 40;
const isWord = /^[\p{L}\p{M}]+$/u;

/** Endings of words, folded as they are, that Snowball does not know: without their accents (opcion), and plurals (papeis, luces). */
const endings: Partial<Record<Language, readonly (readonly [ending: RegExp, known: string])[]>> = {
  portuguese: [
    [/(?:ao|[ao]es)$/, "ão"],
    [/(?<=[aeo])is$/, "l"],
    [/ns$/, "m"],
  ],
  spanish: [
    [/cion$/, "ción"],
    // A letter of its own: luces is luz, but prices is not prize.
    [/(?:ces|z)$/, "ẑ"],
  ],
};

/** Ends of stems that are another letter in some of their words: price and pricing, city and cities, journal and journaux. */
const changing: Partial<Record<Language, RegExp>> = {
  dutch: /[fs]$|[^aeiou][aeou][^aeiouwxy]$/,
  english: /[ei]$/,
  french: /al$|x$/,
  portuguese: /[aeo]l$|m$|a$/,
};

function stemOf(language: Language, word: string): string {
  if (language === "english" && unchanging.includes(word)) return word;
  if (language === "turkish") return withoutMarks(turkish(harmonic(word)));
  const [ending, known] = endings[language]?.find(([each]) => each.test(word)) ?? [];
  const stem = withoutMarks(stemmers[language](ending === undefined ? word : word.replace(ending, known!)));
  if (language !== "dutch") return stem;
  // brief and brieven, prijs and prijzen
  return stem.replace(/[vz]$/, (letter) => (letter === "v" ? "f" : "s"));
}

const marked: Readonly<Record<string, string>> = { ı: "i", ü: "u", ö: "o", ã: "a", õ: "o", ç: "c", ó: "o" };

function withoutMarks(stem: string): string {
  return stem.replace(/[ıüöãõçó]/g, (letter) => marked[letter]!);
}

/** A word with the vowels that harmony asks for, without which no ending is known: faturayi, urunler. */
function harmonic(word: string): string {
  const letters = [...word];
  let isFront = false;
  for (let at = letters.length - 1; at >= 0; at--) {
    const letter = letters[at]!;
    if (letter === "e") isFront = true;
    else if (letter === "a") isFront = false;
    else if (isFront && letter === "u") letters[at] = "ü";
    else if (isFront && letter === "o") letters[at] = "ö";
  }
  let isBack = false;
  for (const [at, letter] of letters.entries()) {
    if ("aou".includes(letter)) isBack = true;
    else if ("eöü".includes(letter)) isBack = false;
    else if (isBack && letter === "i") letters[at] = "ı";
  }
  return letters.join("");
}

/**
 * Words of the same stem; null: there are none, or it is no plain word.
 * @param word folded
 * @param typed as it was before
 */
export function wordsOfStem(word: string, typed = word): SimilarWords | null {
  if (word.length < minCommon || word.length > maxLetters || !isWord.test(word)) return null;
  const lower = word.toLowerCase();
  const isTurkish = (turkishPlural.test(word) && !consonants.test(word)) || turkishLetters.test(typed);
  const found = languages.flatMap((language) => {
    if (language === "turkish" && !isTurkish) return [];
    const stem = stemOf(language, lower);
    const common = beginningOf(language, { stem, word: lower });
    return common === null ? [] : [{ language, stem, common }];
  });
  if (found.length === 0) return null;
  const shortest = Math.min(...found.map(({ common }) => common));
  const stems = found.map(({ language, stem }) => ({ language, stem }));
  return { kind: "stem", beginning: word.slice(0, shortest), stems };
}

/** Letters that a word has in common with all words of its stem; null: too few. */
function beginningOf(language: Language, { stem, word }: { stem: string; word: string }): number | null {
  // English stems have an `i` for a final `y`: keys.
  const common = commonBeginning(language === "english" ? stem.replace(/i$/, "y") : stem, word);
  // `keys` is three letters and the plural.
  const least = language === "english" && word.endsWith("s") && stem !== word ? minCommon - 1 : minCommon;
  const isChanging = stem.length >= minCommon && changing[language]?.test(stem) === true;
  if (!isChanging) return common < least ? null : common;
  const first = Math.min(common, stem.length - 1);
  // Three letters begin words in most of a mailbox (form: for); cities alone is worth it.
  const isWorth = first >= minCommon || (language === "english" && stem.endsWith("i"));
  if (isWorth) return first < minCommon - 1 ? null : first;
  return common < least ? null : common;
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

type WordWithSlip = SimilarWords & { kind: "slip" };

function isSlip(found: string, { word, beginning, end, others }: WordWithSlip): boolean {
  if (isOneSlip(found, { word, beginning, end, others })) return true;
  const ending = found.length - word.length;
  // invoce: invoices; Rechnug: Rechnungen
  if (ending < 0 || ending > maxEnding || !found.startsWith(beginning)) return false;
  for (let length = found.length - 1; length >= word.length - 1; length--) {
    const shorter = found.slice(0, length);
    if (isOneSlip(shorter, { word, beginning, end, others }) && isSameStem(found, shorter)) return true;
  }
  return false;
}

/** Letters of an ending behind a word with a slip. */
const maxEnding = 3;

function isSameStem(one: string, other: string): boolean {
  const [first, second] = [one.toLowerCase(), other.toLowerCase()];
  return languages.some(
    (language) => language !== "turkish" && stemOf(language, first) === stemOf(language, second),
  );
}

function isOneSlip(found: string, { word, beginning, end, others }: Omit<WordWithSlip, "kind">): boolean {
  if (Math.abs(found.length - word.length) > 1) return false;
  if (others.includes(found)) return true;
  if (!found.startsWith(beginning) && !found.endsWith(end)) return false;
  return distance(found, word) <= 1;
}
