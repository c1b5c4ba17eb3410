// Compares text when history is searched: one plain form for lines and for the tables of language-words.ts. Callers pass single
// lines of at most maxLineLength characters, never a whole body.

import { languages, type Words } from "./language-words.ts";

/** Lines are cut to this length: no line that a mail program writes around history is longer. */
export const maxLineLength = 600;

const invisiblePattern = /\u034f|[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\ufe0f/g;
const spacesPattern = /[\s\u00a0\u3000]+/g;
const marksPattern = /[\u0300-\u036f]/g;
const asciiPattern = /^[\x20-\x7e]*$/;

/** The text without soft hyphens, zero-width and direction marks; the same string when it has none. */
export function withoutInvisible(text: string): string {
  return asciiPattern.test(text) ? text : text.replace(invisiblePattern, "");
}

/** Lower case, without accents, invisible marks or doubled spaces, digits in ASCII: the form in which lines are compared. */
export function plain(text: string): string {
  if (asciiPattern.test(text)) {
    const lower = text.toLowerCase();
    return lower.includes("  ") ? lower.replace(spacesPattern, " ").trim() : lower.trim();
  }
  const bare = text.replace(invisiblePattern, "").normalize("NFD").replace(marksPattern, "").toLowerCase();
  return asciiDigits(bare.replace(marksPattern, "")).replace(spacesPattern, " ").trim();
}

// Arabic-Indic, Persian, Devanagari, Bengali, Thai and full-width digits.
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0xff10];
const otherDigitsPattern =
  /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59\uff10-\uff19]/g;

function asciiDigits(text: string): string {
  return text.replace(otherDigitsPattern, (digit) => {
    const code = digit.charCodeAt(0);
    const zero = zeros.findLast((z) => z <= code)!;
    return String(code - zero);
  });
}

/** The entries of one list of the table in all languages, in plain form, each once. */
export function wordsOf(field: keyof Words): string[] {
  const found = new Set<string>();
  for (const words of Object.values(languages)) {
    for (const word of words[field]?.split("|") ?? []) {
      const form = plain(word);
      if (form !== "") found.add(form);
    }
  }
  return [...found];
}

/** The colons of other scripts: full-width, Armenian, Ethiopic, Khmer. */
const colons = ":：՝։፦៖";

/** Whether a text ends with a colon of any script. */
export function endsWithColon(text: string): boolean {
  return text !== "" && colons.includes(text.charAt(text.length - 1));
}

const introducesPattern = /[\p{L}\p{M}\p{N})\]"'”»] ?[:：]$/u;

/** Whether a line announces the text below it: it ends with a colon that is not a smiley. */
export function announces(text: string): boolean {
  return introducesPattern.test(text);
}

const latinPattern = /[A-Za-z0-9]/;
const contentPattern = /[\p{L}\p{N}\p{S}\p{Emoji_Presentation}?!]/u;
const ruleOnlyPattern = /^[\s\u00a0\-_=*~+#|<>·•.,:;^`\u2010-\u2015\u2500-\u257f\u2581\uff0d\uff3f]*$/u;

/** Whether a line has a letter, digit, symbol or emoji, not only a drawn rule or spaces. */
export function hasContent(text: string): boolean {
  if (latinPattern.test(text)) return true;
  return !ruleOnlyPattern.test(text) && contentPattern.test(text);
}

const drawnPattern =
  /^[-_=*~\u2010-\u2015\u2500-\u257f\u2581\uff0d\uff3f](?:[\s\-_=*~\u2010-\u2015\u2500-\u257f\u2581\uff0d\uff3f]*)$/u;

/** Whether a line is a drawn rule ("-----", "____", "====") of at least three strokes. */
export function isRule(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.length >= 3 && drawnPattern.test(trimmed);
}

/** Whether a plain line ends with the word, at a word boundary where the script has spaces. */
export function endsWithWord(text: string, word: string): boolean {
  if (!text.endsWith(word)) return false;
  const before = text.charCodeAt(text.length - word.length - 1);
  return Number.isNaN(before) || !isLetterCode(before) || isUnspaced(word.charCodeAt(0));
}

/** Whether a plain line begins with the word, at a word boundary where the script has spaces. */
export function startsWithWord(text: string, word: string): boolean {
  if (!text.startsWith(word)) return false;
  const after = text.charCodeAt(word.length);
  return Number.isNaN(after) || !isLetterCode(after) || isUnspaced(word.charCodeAt(word.length - 1));
}

function isLetterCode(code: number): boolean {
  if (code < 0x80) return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
  return (
    code >= 0xc0 &&
    code !== 0xd7 &&
    code !== 0xf7 &&
    !(code >= 0x2000 && code <= 0x206f) &&
    !(code >= 0x3000 && code <= 0x303f) &&
    !(code >= 0xff00 && code <= 0xff0f)
  );
}

// Scripts without spaces, or whose prefixes join the next word: Hebrew, Thai, kana, Han, Hangul (jamo after NFD).
function isUnspaced(code: number): boolean {
  return (
    (code >= 0x0590 && code <= 0x05ff) ||
    (code >= 0x0e00 && code <= 0x0e7f) ||
    (code >= 0x1100 && code <= 0x11ff) ||
    (code >= 0x3040 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7ff)
  );
}
