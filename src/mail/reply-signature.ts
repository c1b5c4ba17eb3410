// What a sender's program appends without saying anything: signatures, phone footers, list footers, disclaimers. They
// are not history and stay where they are; this file only tells when a tail holds nothing that was said.

import { isRule, plain, says, startsWithWord, wordsOf } from "./reply-compare.ts";
import { type Line, Mark } from "./reply-lines.ts";

const MOBILE = wordsOf("mobile").filter((word) => !word.startsWith("~"));
const MOBILE_ENDS = wordsOf("mobile")
  .filter((word) => word.startsWith("~"))
  .map((word) => word.slice(1));
const MOBILE_BY_FIRST = Map.groupBy(MOBILE, (word) => word.charAt(0));
const CLOSINGS = new Set(wordsOf("bye"));

const DISCLAIMER =
  /confidential|disclaimer|intended (?:only|solely)|intended recipient|privileged|vertraulich|confidentiel|confidencial|riservat|vertrouwelijk|fortrolig|konfidentiell|poufne|duverne|конфиденциальн|gizli|bizalmas|unsubscribe|mailing list|abmelden|desabonner|darse de baja|do you yahoo|mailing-liste|view it on github|reply to this email directly|avast|virus/;
const STROKES = /^[-_=*~\u2010-\u2015]{8}/;
const LIST_LINK =
  /^<?https?:\/\/\S{0,300}(?:listinfo|mailman|unsubscribe|abmelden|\/lists?\/|optout|opt-out)\S{0,200}$/i;
const LINKISH = /https?:|www\.|[^\s]@[^\s]/;

/** Whether the line is the signature's delimiter, "-- ". RFC 3676 4.3. */
export function isSignatureDelimiter(text: string): boolean {
  return text === "--" || text === "—" || text === "-- ";
}

/** Whether the whole line is a footer that a phone or program writes: "Sent from my iPhone". */
export function isMobileFooter(text: string): boolean {
  if (text.length > 160) return false;
  const link = text.search(/[<(]https?:/);
  const words = plain(link > 0 ? text.slice(0, link) : text).replace(/^[\s*_<[-]{1,8}/, "");
  if (words === "" || words.length > 70 || /[,;] /.test(words) || words.split(" ").length > 10) return false;
  if ((MOBILE_BY_FIRST.get(words.charAt(0)) ?? []).some((word) => startsWithWord(words, word))) return true;
  const bare = words.replace(/[.!*_ >\]]{1,4}$/, "");
  return bare.length < 40 && MOBILE_ENDS.some((word) => bare.length > word.length && bare.endsWith(word));
}

/** Whether the line is a closing formula, alone or with a name: "Best regards", "Regards, Roman". */
function isClosing(text: string): boolean {
  if (text.length > 60) return false;
  const words = plain(text).replace(/[.,!\s]{1,4}$/, "");
  if (CLOSINGS.has(words)) return true;
  const comma = words.search(/[,،、] ?/);
  return (
    comma > 0 &&
    CLOSINGS.has(words.slice(0, comma).trimEnd()) &&
    words
      .slice(comma + 1)
      .trim()
      .split(" ").length <= 3
  );
}

/**
 * Whether the lines from `from` up to `end` hold nothing but a signature, a footer or a disclaimer. Blank lines do
 * not matter; an empty range is true.
 */
export function isSignatureTail(lines: readonly Line[], from: number, end: number): boolean {
  let first = from;
  while (
    first < end &&
    !says(lines[first]!.text) &&
    !isSignatureDelimiter(lines[first]!.text) &&
    !isRule(lines[first]!.text)
  )
    first += 1;
  if (first >= end) return true;
  const { text, mark } = lines[first]!;

  if (allOf(lines, first, end, (line) => (line.mark & Mark.signature) !== 0 || isMobileFooter(line.text)))
    return true;
  if ((mark & Mark.signature) !== 0) return false;
  const size = spoken(lines, first, end);
  if (size.lines > 25) return false;
  if (isSignatureDelimiter(text)) return true;
  if (isRule(text) || STROKES.test(text)) return size.lines <= 12 && isFooter(lines, first, end);
  if (isMobileFooter(text) || LIST_LINK.test(text)) return isSignatureTail(lines, first + 1, end);
  if (isClosing(text)) return size.lines <= 6 && size.longest <= 60;
  if (/^[-–—] ?\p{Lu}[\p{L}. ]{0,30}$/u.test(text))
    return size.lines <= 1 || isSignatureTail(lines, first + 1, end);
  return DISCLAIMER.test(plain(text));
}

function isFooter(lines: readonly Line[], from: number, end: number): boolean {
  for (let at = from; at < end; at += 1) {
    const text = lines[at]!.text;
    if (LINKISH.test(text) || DISCLAIMER.test(plain(text))) return true;
  }
  return false;
}

function allOf(lines: readonly Line[], from: number, end: number, test: (line: Line) => boolean): boolean {
  for (let at = from; at < end; at += 1) if (says(lines[at]!.text) && !test(lines[at]!)) return false;
  return true;
}

function spoken(lines: readonly Line[], from: number, end: number): { lines: number; longest: number } {
  let count = 0;
  let longest = 0;
  for (let at = from; at < end && count < 64; at += 1) {
    if (!says(lines[at]!.text)) continue;
    count += 1;
    longest = Math.max(longest, lines[at]!.text.length);
  }
  return { lines: count, longest };
}
