// Guesses the charset of text without a label, or with a wrong one, from its bytes (chardet, statistics by language). Only for bytes
// that are not UTF-8; only a clear guess counts, since a wrong one is worse than windows-1252.

import { analyse } from "chardet";
import { asianCharset } from "./charset-asia.ts";
import { isHebrew, scriptCharset } from "./charset-scripts.ts";

const sampleBytes = 4096;
const fewest = 8;
const cyrillic = /^(?:KOI8-R|windows-1251|ISO-8859-5)$/;

/** The charset that `bytes` are most likely in, or null when nothing is clearly better than windows-1252. */
export function guessCharset(bytes: Uint8Array): string | null {
  const { sample, beyond } = sampleOf(bytes);
  if (beyond < fewest) return null;
  const asian = asianCharset(sample);
  if (asian !== null) return asian;
  if (isHebrew(sample)) return "windows-1255";
  const script = cyrillicCharset(sample) ?? scriptCharset(sample);
  if (script !== null) return script;
  const found = analyse(sample);
  let best = found[0];
  if (!best) return null;
  // The statistics take short Cyrillic text for Hebrew, and Cyrillic is far more frequent.
  const near = best.confidence - 20;
  if (best.name === "ISO-8859-8")
    best = found.find((each) => cyrillic.test(each.name) && each.confidence >= near) ?? best;
  const western = found.find((match) => /^(?:ISO-8859-1|windows-1252)$/.test(match.name))?.confidence ?? 0;
  if (/^(?:Big5|GB18030|EUC-|Shift_JIS)/.test(best.name)) return best.confidence >= 70 ? best.name : null;
  if (/^(?:ISO-8859-1|windows-1252|ASCII|UTF-)/.test(best.name)) return null;
  return best.confidence >= 25 && best.confidence - western >= 8 && beyond >= 16 ? best.name : null;
}

/** The lines with bytes beyond ASCII, up to 4 KiB: ASCII lines do not identify a charset. */
function sampleOf(bytes: Uint8Array): { sample: Uint8Array; beyond: number } {
  const sample = new Uint8Array(sampleBytes);
  let length = 0;
  let beyond = 0;
  let lineStart = 0;
  let lineBeyond = 0;
  for (let i = 0; i <= bytes.length && length < sampleBytes; i++) {
    const byte = bytes[i] ?? 10;
    if (byte > 0x7f) lineBeyond++;
    if (byte !== 10) continue;
    if (lineBeyond > 0) {
      const line = bytes.subarray(lineStart, Math.min(i + 1, lineStart + sampleBytes - length));
      sample.set(line, length);
      length += line.length;
      beyond += lineBeyond;
    }
    lineStart = i + 1;
    lineBeyond = 0;
  }
  return { sample: sample.subarray(0, length), beyond };
}

/** Letters of Russian and its neighbours in a thousand letters of ordinary text. */
// biome-ignore format: a table
const frequencies: Readonly<Record<string, number>> = {
  о: 109, е: 85, а: 80, и: 74, н: 67, т: 63, с: 55, р: 47, в: 45, л: 44, к: 35, м: 32, д: 30, п: 28, у: 26, я: 20, ы: 19, ь: 17,
  г: 17, з: 16, б: 16, ч: 14, й: 12, х: 10, ж: 9, ш: 7, ю: 6, ц: 5, щ: 4, э: 3, ф: 3, ъ: 1, ё: 20, і: 45, ї: 10, є: 8,
};

/** Ordinary text has 55 on average; another charset's letters 20 to 35. */
const minFrequency = 40;

/**
 * Another Cyrillic charset than the label's, where words are ordinary, and not in capitals while the label has none.
 * @returns null: the label may be right
 */
export function otherCyrillic(bytes: Uint8Array, name: string): string | null {
  if (!cyrillicName.test(name)) return null;
  const { sample, beyond } = sampleOf(bytes);
  const found = beyond < fewest ? null : cyrillicCharset(sample);
  if (found === null || name.slice(0, 5) === found.slice(0, 5)) return null;
  const isSmall = (charset: string) =>
    isInSmallLetters(new TextDecoder(charset as Bun.Encoding).decode(sample));
  return isSmall(name) && !isSmall(found) ? null : found;
}

/** Whether words have no capitals but at their beginning: read in another charset some letters become capitals. */
function isInSmallLetters(text: string): boolean {
  const words = text.match(/[\u0400-\u04ff]{2,60}/g) ?? [];
  return words.filter((word) => /^.\P{Lu}+$/u.test(word)).length * 10 >= words.length * 9;
}

const cyrillicName = /^(?:koi8-[ru]|windows-1251|iso-8859-5)$/;

/** The Cyrillic charset in which words of bytes beyond ASCII are ordinary; null: none is. Short texts escape the statistics. */
function cyrillicCharset(sample: Uint8Array): string | null {
  const scores = (["koi8-u", "windows-1251", "iso-8859-5"] as const).map((name) => ({
    name,
    score: ordinariness(new TextDecoder(name).decode(sample)),
  }));
  scores.sort((one, other) => other.score - one.score);
  const [best, second] = scores as [{ name: string; score: number }, { name: string; score: number }];
  return best.score >= minFrequency && best.score - second.score >= 8 ? best.name : null;
}

/** The mean frequency of the letters of words that are Cyrillic throughout; 0 where others are many. */
function ordinariness(text: string): number {
  let [sum, letters, others] = [0, 0, 0];
  for (const [word] of text.matchAll(/[\p{L}\p{M}\u0080-\u00ff]+/gu)) {
    if (/^[ -~]+$/.test(word)) continue;
    if (!/^[\u0400-\u04ff]+$/.test(word)) {
      others += word.length;
      continue;
    }
    letters += word.length;
    // Capitals begin a word, or are all of it.
    const isOrdinary = /^.[^\p{Lu}]*$/u.test(word) || word === word.toUpperCase();
    if (isOrdinary) for (const letter of word.toLowerCase()) sum += frequencies[letter] ?? 0;
  }
  return letters < 6 || others * 10 > letters ? 0 : sum / letters;
}
