// Hebrew, Thai and the languages of Central Europe without a label, told by how their letters follow each other: short texts escape
// the statistics. Pure, linear in the sample.

type Charset = "windows-1252" | "windows-1255" | "windows-874" | "windows-1250" | "iso-8859-2";

const finals = /[םןץףך]/;
/** Fewer words of a language are no sign. */
const fewestWords = 3;
const fewestThai = 12;
const fewestInside = 2;

/** The charset that a text's letters prove, which is no Cyrillic one; null: none. @param sample lines with bytes beyond ASCII */
export function scriptCharset(sample: Uint8Array): string | null {
  return isThai(sample) ? "windows-874" : centralEuropean(sample);
}

function decoded(sample: Uint8Array, charset: Charset): string {
  return new TextDecoder(charset).decode(sample);
}

/** Whether a text is of windows-1255: final letters stand at the ends of words, and nowhere else. */
export function isHebrew(sample: Uint8Array): boolean {
  const text = decoded(sample, "windows-1255");
  const words = text.match(/[\p{L}\p{M}\u0080-\u00ff]+/gu)?.filter((word) => !/^[ -~]+$/.test(word)) ?? [];
  const hebrew = words.filter((word) => /^[\u05d0-\u05ea]+$/.test(word));
  if (hebrew.length < fewestWords || hebrew.length < words.length) return false;
  const ends = hebrew.filter((word) => word.length > 1 && finals.test(word.slice(-1))).length;
  return ends * 8 >= hebrew.length && !hebrew.some((word) => finals.test(word.slice(0, -1)));
}

/** Vowels and tones above and below a consonant are many, and stand behind one. */
function isThai(sample: Uint8Array): boolean {
  const beyond = [...decoded(sample, "windows-874")].filter((char) => char > "\u007f");
  if (
    beyond.length < fewestThai ||
    beyond.some((char) => !/[\u0e01-\u0e5b\u2018-\u201d\u2026\u00a0–—•]/.test(char))
  )
    return false;
  const text = decoded(sample, "windows-874");
  const marks = text.match(/[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/g)?.length ?? 0;
  const placed =
    text.match(/(?<=[\u0e01-\u0e2e\u0e31\u0e34-\u0e3a\u0e47-\u0e4e])[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/g)
      ?.length ?? 0;
  const leading = text.match(/[\u0e40-\u0e44](?![\u0e01-\u0e2e])/g)?.length ?? 0;
  return marks * 10 >= beyond.length && placed === marks && leading === 0;
}

/** Letters of these languages are signs of Western Europe, which stand in no word. */
function centralEuropean(sample: Uint8Array): string | null {
  const western = decoded(sample, "windows-1252");
  const inside = western.match(/(?<=[a-zA-Zà-ÿ])[±³¶¼¿¹¾»º¥£¦¬¯©®«ª](?=[a-zà-ÿ])/g)?.length ?? 0;
  const beside = western.match(/(?<=[a-zA-Zà-ÿ])[œŸž\u009dšŒŠŽ](?=[a-zà-ÿ])/g)?.length ?? 0;
  // French has œ inside its words, others š and ž.
  if (inside === 0 || (inside < fewestInside && inside + beside < fewestInside + 1)) return null;
  const is1250 = /[\u0080-\u009f]/.test(decoded(sample, "iso-8859-2").replace(/[\u0085\u0091-\u0097]/g, ""));
  const charset = is1250 ? "windows-1250" : "iso-8859-2";
  const words = decoded(sample, charset).match(/[^\s!-@[-`{-~]+/g) ?? [];
  const isWord = (word: string) => /^[\p{L}„”“’–—…]+$/u.test(word);
  return words.filter(isWord).length * 10 >= words.length * 9 ? charset : null;
}
