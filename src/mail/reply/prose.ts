// Decides whether quoted lines without an introduction are text of a mail, or something else behind such marks, like a command
// behind a prompt.

import { plainOf, type VisibleLine } from "./lines.ts";

const linkPattern = /<?https?:\/\/\S{1,500}/g;
const addressPattern = /<[^<>\s@]{1,200}@[^<>\s]{1,200}>/g;
/** Characters and forms of commands and programs that prose does not have. */
const codePattern = /[{}\\|;=<>$`^~]|(?:^| )--?\p{L}|\w\(|[\w.]\/\w[\w.-]*\/|::|^[$%#]|\.\w{1,5}:\d/u;
const sentenceEndPattern = /[.!?,:…。！？、]["')]?$/;

/** Quoted lines that are read. */
const maxLinesRead = 40;

/** Whether the quoted lines from `at` on read like a mail: more lines of prose than of code. */
export function readsAsMail(lines: readonly VisibleLine[], at: number): boolean {
  let prose = 0;
  let code = 0;
  for (let next = at; next < lines.length && next < at + maxLinesRead; next++) {
    const { text, depth } = lines[next]!;
    if (depth === 0) break;
    if (text === "") continue;
    const words = text.replace(linkPattern, " ").replace(addressPattern, " ");
    if (codePattern.test(words)) code++;
    else if (isProse(words)) prose++;
  }
  return prose > code;
}

/** Whether a line reads like a sentence, a part of one, or a greeting. */
export function isProse(text: string): boolean {
  const words = text.trim().split(/\s+/, 12).length;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 2) return false;
  // Scripts without capitals and mostly without spaces.
  if (/\p{Lo}{2}/u.test(text)) return true;
  if (sentenceEndPattern.test(text) && words >= 2) return true;
  if (/^["'(¿¡„“«]?\p{Lu}/u.test(text) && words >= 3) return true;
  return words >= 6;
}

/** Whether a line has a year and a time of day, as programs write dates. */
export function isFullDate(text: string): boolean {
  return /(?:19|20)\d\d/.test(text) && /\d[:.h]\d\d/.test(text);
}

/** Whether a line is only a date with a time or a year, as some programs write above a quote. */
export function isDateLine(line: VisibleLine): boolean {
  const { text } = line;
  if (text.length > 60 || !/\d/.test(text)) return false;
  const words = plainOf(line)
    .replace(/ ?[:：,-]$/, "")
    .replace(/ \([a-z]{2,5}\)$/, "")
    .replace(/(\d)t(\d\d:\d\d(?::\d\d)?)z?$/, "$1 $2");
  const tail = words.replace(
    /(?:[ ,]|\b)(?:am|pm|a\.m\.?|p\.m\.?|uhr|h|[a-z]{3,4}|\(?(?:gmt|utc)?[+-]\d{1,2}:?\d{0,2}\)?|г\.)$/u,
    "",
  );
  if (!/[\d年月日]\.?$/u.test(tail.trimEnd())) return false;
  const date =
    /\d{1,4}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}\.? [\p{L}.]{3,14} \d{4}|\p{L}{3,14} \d{1,2},? \d{4}|\d年/u;
  if (!date.test(tail)) return false;
  return (words.match(/\p{L}{2,}/gu)?.length ?? 0) <= 4;
}
