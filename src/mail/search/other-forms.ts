// Other ways of writing one word: numbers with and without separators (245000, 245.000, 481 516), German letters with two
// (München, Muenchen), words without the article before their vowel (l'eau, d'eau), digits of other scripts (٤٥٠), versions with a
// v and without, the other kana (チェックイン, ちぇっくいん), Korean words apart (아침 식사), names of domains as mail carries them. Each is
// searched for as well. Codes are grouped as people group them: in thousands, by twos, threes and fours, letters apart from digits.
import { domainOf } from "../domain-name.ts";
import { withoutAccents } from "./accents.ts";
import { isAscii } from "./ascii.ts";
import { searchFold } from "./search-text.ts";
import { isHyphen, isJoiner, isUnseenJoiner, withoutJoiners, withoutUnseenJoiners } from "./search-words.ts";

const minDigits = 4;
const maxCharacters = 40;

/** Separators within a number; `+` begins one. */
const separators = /[.,'’/()\u00a0\u2009\u202f -]+/g;
const numberLike = /^[+#$€£¥]?[A-Z0-9.,'’/()-]+[€%]?$/;

/**
 * Groups of letters and digits, with blanks between them.
 * @param text of one word, as it was asked
 * @param inMixedGroups a telephone number is found in groups of several sizes, too: up to 36 forms; a number in digits of other scripts;
 * a Korean word where a blank stands in it
 */
export function otherForms(text: string, inMixedGroups = false): string[] {
  if (text.length > maxCharacters || /\s/.test(text)) return [];
  return [
    ...numberForms(withoutAccents(searchFold(text)), inMixedGroups),
    ...versionForm(searchFold(text)),
    ...germanForms(text),
    ...withoutArticle(text),
    ...otherKana(searchFold(text)),
    ...asDomain(text),
    ...(inMixedGroups ? [...inOtherDigits(text), ...koreanWords(text)] : []),
  ];
}

/**
 * Hiragana in Katakana, and the other way round: both have their letters in one order. Two letters of Hiragana are an ending of many
 * words: マス is not ます. Unicode 15, 3041 and 30A1
 */
function otherKana(folded: string): string[] {
  const moved = (by: number) =>
    folded.replace(/[^ー]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + by));
  if (/^[ぁ-ゖー]{2,}$/.test(folded)) return [moved(0x60)];
  return /^[ァ-ヶー]{3,}$/.test(folded) ? [moved(-0x60)] : [];
}

/** Compounds are written with blanks or without, as each writer has it. */
function koreanWords(text: string): string[] {
  const word = text.normalize("NFC");
  if (!/^[가-힣]{4,8}$/.test(word)) return [];
  return Array.from({ length: word.length - 3 }, (_, n) => `${word.slice(0, n + 2)} ${word.slice(n + 2)}`);
}

/** The name of a domain, alone or behind an address's @, in the letters that mail carries; a word without a dot is none. RFC 5891 4.4 */
function asDomain(text: string): string[] {
  const at = text.lastIndexOf("@") + 1;
  const name = text.slice(at);
  if (isAscii(name) || !name.includes(".") || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(name)) return [];
  const ascii = domainOf(name);
  return ascii === null ? [] : [`${text.slice(0, at)}${ascii}`.toUpperCase()];
}

/** Words that French and Italian write together with the next one, before its vowel. */
const elided =
  /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|gl|un|all|dall|dell|nell|sull|quell|quest)['’](?=[aeiouhàâéèêëîïôöùûœ]\p{L}{2})(\p{L}+)$/iu;

function withoutArticle(text: string): string[] {
  const word = elided.exec(text.normalize("NFC"))?.[1];
  return word === undefined ? [] : [withoutAccents(searchFold(word))];
}

/** The digits 0 of the scripts whose own digits people type: Arabic, Persian, Devanagari, Bengali. */
const zeros = [0x30, 0x660, 0x6f0, 0x966, 0x9e6];
const minOtherDigits = 3;

/** A number in the digits of the other scripts. */
function inOtherDigits(text: string): string[] {
  const zero = zeroOf(text);
  if (zero === undefined || text.length < minOtherDigits || [...text].some((digit) => zeroOf(digit) !== zero))
    return [];
  return zeros
    .filter((each) => each !== zero)
    .map((each) => text.replace(/./g, (digit) => String.fromCharCode(digit.charCodeAt(0) - zero + each)));
}

function zeroOf(text: string): number | undefined {
  const code = text.charCodeAt(0);
  return zeros.find((zero) => code >= zero && code < zero + 10);
}

function numberForms(folded: string, inMixedGroups: boolean): string[] {
  const count = folded.match(/\d/g)?.length ?? 0;
  if (count < minDigits || !numberLike.test(folded)) return [];
  const parts = folded
    .replace(/^[+#$€£¥]|[€%]$/g, "")
    .split(separators)
    .filter((part) => part !== "");
  const joined = parts.join("");
  const cents = /^\d{1,2}$/.test(parts.at(-1) ?? "") && parts.length > 1 ? parts.at(-1)! : null;
  const whole = cents === null ? joined : joined.slice(0, -cents.length);
  const forms = new Set([joined, parts.map(inThousands).join(" ")]);
  if (/^\d+$/.test(whole)) {
    const rest = cents === null ? "" : ` ${cents}`;
    forms.add(`${whole}${rest}`).add(`${inThousands(whole)}${rest}`);
  }
  if (parts.length === 1) {
    for (const size of [2, 3, 4]) if (isGrouped(joined, size)) forms.add(inGroups(joined, size));
    if (inMixedGroups) for (const grouped of mixedGroups(joined)) forms.add(grouped);
    for (const grouped of lettersApart(joined)) forms.add(grouped);
  }
  forms.delete(folded);
  return [...forms];
}

/** Letters of a code apart from its digits, these in the groups of numbers: QQ 12 34 56 C. */
function lettersApart(code: string): string[] {
  const parts = code.split(/(?<=[A-Z])(?=\d)|(?<=\d)(?=[A-Z])/);
  const by = (size: number) => (part: string) =>
    /^\d+$/.test(part) && isGrouped(part, size) ? inGroups(part, size) : part;
  return [(part: string) => part, inThousands, by(2), by(3)].map((grouped) => parts.map(grouped).join(" "));
}

/** A version with its letter, or without: v2.14.3 is 2.14.3. */
function versionForm(folded: string): string[] {
  const [, letter, numbers] = /^(V?)(\d{1,4}(?:\.\d{1,4}){1,3})$/.exec(folded) ?? [];
  return numbers === undefined ? [] : [`${letter === "" ? "V" : ""}${numbers.replaceAll(".", " ")}`];
}

/** Telephone numbers, in groups of two to four digits as each country has them: 22 0990 114. */
function mixedGroups(digits: string): string[] {
  if (!/^\d{8,12}$/.test(digits)) return [];
  const groups = (rest: string): string[] => {
    if (rest === "") return [""];
    return [2, 3, 4].flatMap((size) =>
      rest.length < size ? [] : groups(rest.slice(size)).map((more) => `${rest.slice(0, size)} ${more}`),
    );
  };
  return groups(digits).map((each) => each.trimEnd());
}

/** Whether people write it in groups of so many: 20:26 is not 2026. */
function isGrouped({ length }: string, size: number): boolean {
  return length > size && length >= 6 && (size === 4 || length % size === 0);
}

function inThousands(digits: string): string {
  if (!/^\d{4,}$/.test(digits)) return digits;
  const first = digits.length % 3;
  const groups = inGroups(digits.slice(first), 3);
  return first === 0 ? groups : `${digits.slice(0, first)} ${groups}`;
}

function inGroups(text: string, size: number): string {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    text.slice(at * size, at * size + size),
  ).join(" ");
}

const twoLetters: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa" };

/** Muenchen of München and the other way round; a form says nothing that its word says already. */
function germanForms(text: string): string[] {
  const lower = text.normalize("NFC").toLowerCase();
  if (!/^\p{L}+$/u.test(lower)) return [];
  const long = lower.replace(/[äöüøå]/g, (letter) => twoLetters[letter]!);
  // A final `ue` is no ü, and short words are parts of too many others.
  const short = lower.length < 6 ? lower : lower.replace(/(?<![aeq])([aou])e(?=[^aeiou])/g, "$1");
  return [long, short].filter((form) => form !== lower).map((form) => form.toUpperCase());
}

/** Whether a form is the word behind an article: `art` of l'art is no part of start, as one of a longer word may be. */
export function isWithoutArticle(form: string, asked: string): boolean {
  return /^\p{L}+$/u.test(form) && /['’]/.test(asked);
}

/**
 * Where a form begins, whatever separators stand in it; or -1. One in kana is no end of a longer word: サイト is not that of くださいと.
 * @param text folded
 * @param isWord no letter stands beside it
 */
export function positionOfForm(text: string, form: string, isWord = false): number {
  const kana = kanas.find((each) => each.test(form));
  return positionOf(text, form.replaceAll(" ", ""), {
    mayBegin: (at) => (kana ? !kana.test(text[at - 1] ?? "") : !isWord || !isLetter(text[at - 1])),
    mayEnd: (at) => !isWord || !isLetter(text[at]),
    isBetween: isSeparator,
  });
}

const kanas = [/^[ぁ-ゖー]/, /^[ァ-ヶー]/];

/** A word without the joiners of a compound, as it may stand in a text too: OBRIEN of O'Brien; null: it is no such word. */
export function joinedForm(folded: string): string | null {
  const joined = withoutJoiners(folded);
  // Numbers have forms of their own: 731 is not 7-31.
  return /^[\p{L}\p{M}\p{N}]{3,}$/u.test(joined) && /\p{L}/u.test(joined) ? joined : null;
}

/**
 * Where a compound begins that the asked one begins, each with its joiners or without; or -1: e-mail is not in the mail, and
 * state-of-the-art has no oft. Joiners that nobody sees part no word, so that one is found within longer ones.
 * @param text folded
 */
export function positionOfCompound(text: string, asked: string, joined: string): number {
  const mayEnd = () => true;
  if (withoutUnseenJoiners(asked) === joined && (asked !== joined || withoutUnseenJoiners(text) !== text)) {
    const at = positionOf(text, joined, { mayBegin: () => true, mayEnd, isBetween: isUnseenJoiner });
    if (at !== -1) return at;
  }
  const mayBegin = (at: number) =>
    !isLetter(text[at - 1]) && !(isHyphen(text[at - 1]) && isLetter(text[at - 2]));
  return positionOf(text, joined, { mayBegin, mayEnd, isBetween: isJoiner });
}

interface FormPlace {
  mayBegin: (at: number) => boolean;
  mayEnd: (at: number) => boolean;
  /** Whether the character may stand between two of the form. */
  isBetween: (character: string | undefined) => boolean;
}

function positionOf(text: string, wanted: string, { mayBegin, mayEnd, isBetween }: FormPlace): number {
  const first = wanted[0]!;
  for (let at = text.indexOf(first); at !== -1; at = text.indexOf(first, at + 1)) {
    const end = endAt(text, at, { wanted, isBetween });
    if (end !== -1 && mayBegin(at) && mayEnd(end)) return at;
  }
  return -1;
}

/** Behind the form that stands there; -1: none does. */
function endAt(
  text: string,
  start: number,
  { wanted, isBetween }: Pick<FormPlace, "isBetween"> & { wanted: string },
): number {
  let at = start;
  if (isDigit(wanted[0]) && isDigit(text[start - 1])) return -1;
  for (let n = 0; n < wanted.length; n++) {
    if (n > 0 && text[at] !== wanted[n] && isBetween(text[at])) at++;
    if (text[at] !== wanted[n]) return -1;
    at++;
  }
  return isDigit(wanted.at(-1)) && isDigit(text[at]) ? -1 : at;
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && zeroOf(character) !== undefined;
}

export function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}\p{M}]/u.test(character);
}

function isSeparator(character: string | undefined): boolean {
  return character !== undefined && ".,'’/- ".includes(character);
}
