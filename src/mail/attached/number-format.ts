// Mail, attached: a number as a spreadsheet shows it, as far as a reader needs it: dates as ISO 8601, percents, decimals, currencies.
// ECMA-376 1, 18.8.31

import { type Colour, white } from "../visible/colours.ts";

const msOfDay = 86_400_000;
/** Day 0: 1900 has a 29th of February there, so that days before March are one off. */
const day1900 = Date.UTC(1899, 11, 30);
const day1904 = Date.UTC(1904, 0, 1);

/** "" where the format shows nothing. @param format "" is "General" */
export function shownNumber(value: number, format: string, { isFrom1904 = false } = {}): string {
  if (!Number.isFinite(value)) return String(value);
  const code = sectionOf(format, value);
  if (format !== "" && code === "") return "";
  // Words, escaped letters, colours and conditions are no codes.
  const bare = code.replace(/"[^"]{0,255}"|\\.|_.|\*.|\[[^[\]]{0,100}\]/g, "");
  if (bare.trim() === "" && !isPlain(code)) return wordsOfFormat(code);
  if (/[dyhs]/i.test(bare) && !/[0#]/.test(bare.replace(/\.0+/, ""))) return dateOf(value, bare, isFrom1904);
  if (bare === "" || /general/i.test(bare) || !/[0#?]/.test(bare)) return plain(value);
  const percent = bare.includes("%");
  const decimals = /\.([0#?]+)/.exec(bare)?.[1]?.length ?? 0;
  const number = Math.abs(percent ? value * 100 : value).toFixed(Math.min(decimals, 20));
  const sign = value < 0 && Number(number) !== 0 ? "-" : "";
  const currency = /\[\$([^\]-]{1,8})/.exec(code)?.[1] ?? /[$€£¥₹]/.exec(code)?.[0] ?? "";
  const [before, behind] = wordsBeside(code);
  return `${before}${sign}${number}${percent ? "%" : ""}${currency === "" ? "" : ` ${currency}`}${behind}`;
}

/** The words in quotes before the first place of a digit, and behind the last one, apart from the number: "kg" of 0.00"kg". */
function wordsBeside(code: string): [before: string, behind: string] {
  const words = (piece: string) =>
    [...piece.matchAll(/"([^"]{0,255})"/g)]
      .map(([, word = ""]) => word.trim())
      .join(" ")
      .trim();
  const bare = code.replace(/"[^"]{0,255}"/g, (quoted) => " ".repeat(quoted.length));
  const [first, last] = [
    bare.search(/[0#?]/),
    Math.max(...["0", "#", "?"].map((one) => bare.lastIndexOf(one))),
  ];
  const [before, behind] = [words(code.slice(0, first)), words(code.slice(last + 1))];
  return [before === "" ? "" : `${before} `, behind === "" ? "" : ` ${behind}`];
}

/** Whether a format has nothing but colours and conditions, so that a number is shown as it is. */
function isPlain(code: string): boolean {
  return code.replace(/\[(?!\$[^\]-])[^[\]]{0,100}\]/g, "") === "";
}

/** The words of a format that has no place for the number; "": it shows nothing. */
function wordsOfFormat(code: string): string {
  return code
    .replace(
      /"([^"]{0,255})"|\\(.)|_.|\*.|\[([^[\]]{0,100})\]/g,
      (_, words: string = "", letter: string = "", marked: string = "") =>
        words + letter + (marked.startsWith("$") ? marked.slice(1).split("-")[0] : ""),
    )
    .trim();
}

/** The white in which a format shows a number, or texts; null: another colour, or none of its own. ECMA-376 1, 18.8.31 */
export function numberColour(value: number, format: string): Colour | null {
  return whiteOf(sectionOf(format, value));
}

export function textColour(format: string): Colour | null {
  const sections = format.split(";");
  return whiteOf(sections[3] ?? sections.find((one) => one.includes("@")) ?? "");
}

function whiteOf(section: string): Colour | null {
  return /\[(?:white|color ?2)\]/i.test(section) ? white : null;
}

/** Whether a format has a fourth section, that of texts, which shows nothing. */
export function hidesText(format: string): boolean {
  return format.split(";")[3]?.trim() === "";
}

function sectionOf(format: string, value: number): string {
  const sections = format.split(";");
  if (sections.length === 1) return format;
  if (value < 0) return sections[1] ?? "";
  return value === 0 && sections.length > 2 ? sections[2]! : sections[0]!;
}

function plain(value: number): string {
  return String(Number(value.toPrecision(15)));
}

function dateOf(value: number, code: string, isFrom1904: boolean): string {
  const at = new Date((isFrom1904 ? day1904 : day1900) + Math.round((value * msOfDay) / 1000) * 1000);
  if (Number.isNaN(at.getTime())) return plain(value);
  const iso = at.toISOString();
  const date = /[dy]/i.test(code) ? iso.slice(0, 10) : "";
  const time = /[hs]/i.test(code) ? iso.slice(11, /s/i.test(code) ? 19 : 16) : "";
  return [date, time].filter((part) => part !== "").join(" ");
}
