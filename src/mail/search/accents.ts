// Letters without their accents, for the search index: É as E, Ø as O; Arabic and Hebrew ones without their points. Each
// character is changed by itself, so what contains a text before contains it afterwards.
import { isAscii } from "./ascii.ts";

/** Diacritical marks of Latin, Greek and Cyrillic letters. Marks of other scripts (dakuten, vowel signs) make another letter. */
const marks = /[\u0300-\u036f]/g;

/** Capital letters that have a base letter and no decomposition. */
const strokes: Record<string, string> = {
  Æ: "AE",
  Œ: "OE",
  Ø: "O",
  Ł: "L",
  Đ: "D",
  Ð: "D",
  Þ: "TH",
  Ħ: "H",
  Ŧ: "T",
  ẞ: "SS",
};

/** Points and vowels of Hebrew and Arabic, and the stroke that makes an Arabic word longer. */
const points = "\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670";
const pointed = new RegExp(`[${points}]`);

const plain = plainLetters();
const accented = new RegExp(`[\u0300-\u036f${points}${[...plain.keys()].join("")}]`, "g");
/** @param text in capitals and composed (NFKC), as `searchFold` makes it */
export function withoutAccents(text: string): string {
  return isAscii(text) ? text : text.replace(accented, (letter) => plain.get(letter) ?? "");
}

/** Whether a text has points, which segments that are older than their folding have in their runs. */
export function hasPoints(text: string): boolean {
  return !isAscii(text) && pointed.test(text);
}

/** Capital letters that lose an accent, each with what is left. */
function plainLetters(): Map<string, string> {
  const letters = new Map(Object.entries(strokes));
  const blocks = [
    [0xc0, 0x24f],
    [0x370, 0x52f],
    [0x1e00, 0x1fff],
  ] as const;
  for (const [first, last] of blocks) {
    for (let code = first; code <= last; code++) {
      const letter = String.fromCharCode(code);
      if (letter !== letter.toUpperCase() || !/\p{L}/u.test(letter)) continue;
      const base = letter.normalize("NFD").replace(marks, "");
      if (base !== letter && !letters.has(letter)) letters.set(letter, base.normalize("NFC"));
    }
  }
  return letters;
}
