// What a sender's program appends without saying anything: signatures, phone footers, list footers, disclaimers. They
// are not history and stay where they are; this file only tells when a tail holds nothing that was said.

import { isRule, plain, says, startsWithWord, wordsOf } from "./compare-text.ts";
import { type Line, Mark } from "./lines.ts";

const mobileStarts = wordsOf("mobile").filter((word) => !word.startsWith("~"));
const mobileEnds = wordsOf("mobile")
  .filter((word) => word.startsWith("~"))
  .map((word) => word.slice(1));
const mobileByFirst = Map.groupBy(mobileStarts, (word) => word.charAt(0));
const closings = new Set(wordsOf("bye"));

const disclaimerPattern =
  /confidential|disclaimer|intended (?:only|solely)|intended recipient|privileged|vertraulich|confidentiel|confidencial|riservat|vertrouwelijk|fortrolig|konfidentiell|poufne|duverne|конфиденциальн|gizli|bizalmas|unsubscribe|mailing list|abmelden|desabonner|darse de baja|do you yahoo|mailing-liste|view it on github|reply to this email directly|avast|virus|you received this|you are receiving/g;
/** Who writes so writes about the mail itself, or has a program write. */
const addresseePattern =
  /intended (?:only|solely|recipient)|do you yahoo|view it on github|reply to this email directly|you received this|you are receiving/;
const strokesPattern = /^[-_=*~\u2010-\u2015]{8}/;
const listLinkPattern =
  /^<?https?:\/\/\S{0,300}(?:listinfo|mailman|unsubscribe|abmelden|\/lists?\/|optout|opt-out)\S{0,200}$/i;
const linkishPattern = /https?:|www\.|[^\s]@[^\s]/;

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
  if ((mobileByFirst.get(words.charAt(0)) ?? []).some((word) => startsWithWord(words, word))) return true;
  const bare = words.replace(/[.!*_ >\]]{1,4}$/, "");
  return bare.length < 40 && mobileEnds.some((word) => bare.length > word.length && bare.endsWith(word));
}

/** Whether the line is a closing formula, alone or with a name: "Best regards", "Regards, Roman". */
function isClosing(text: string): boolean {
  if (text.length > 60) return false;
  const words = plain(text).replace(/[.,!\s]{1,4}$/, "");
  if (closings.has(words)) return true;
  const comma = text.search(/[,،、] ?/);
  if (comma < 0 || !closings.has(plain(text.slice(0, comma)))) return false;
  // "Thanks, Ann", but not "Thanks, see you".
  const name = text.slice(comma + 1).trim();
  return name.split(" ").length <= 3 && !/^\p{Ll}/u.test(name);
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
    first++;
  if (first >= end) return true;
  const { text, mark } = lines[first]!;

  if (allOf(lines, first, end, (line) => (line.mark & Mark.signature) !== 0 || isMobileFooter(line.text)))
    return true;
  if ((mark & Mark.signature) !== 0) return false;
  const size = spoken(lines, first, end);
  if (size.lines > maxSignatureLines) return false;
  // A delimiter says that a signature follows; words may still stand below that.
  if (isSignatureDelimiter(text)) return !saysMore(lines, nextBlank(lines, first, end), end);
  if (isRule(text) || strokesPattern.test(text))
    return (
      isListFooter(lines, first, end) || (isFooter(lines, first, end) && !saysMore(lines, first + 1, end))
    );
  if (isMobileFooter(text) || listLinkPattern.test(text)) return isSignatureTail(lines, first + 1, end);
  if (isClosing(text)) return size.longest <= 80 && !saysMore(lines, first + 1, end);
  if (/^[-–—] ?\p{Lu}[\p{L}. ]{0,30}$/u.test(text))
    return size.lines <= 1 || isSignatureTail(lines, first + 1, end);
  return isDisclaimer(text);
}

/** As many lines as a signature may have. */
const maxSignatureLines = 40;

/** Whether a line is a disclaimer or tells how to leave a list, not a sentence that has one of their words. */
function isDisclaimer(text: string): boolean {
  const words = plain(text);
  const hits = new Set(words.match(disclaimerPattern) ?? []).size;
  return hits >= 2 || (hits === 1 && (addresseePattern.test(words) || /https?:/.test(words)));
}

/** Whether a sentence or a postscript stands among the lines of a signature. What follows a disclaimer belongs to it. */
function saysMore(lines: readonly Line[], from: number, end: number): boolean {
  for (let at = from; at < end; at++) {
    const { text } = lines[at]!;
    if (isDisclaimer(text)) return false;
    if (/^p\.? ?s\b/i.test(text)) return true;
    if (linkishPattern.test(text) || text.length < 12) continue;
    const words = text.split(" ", 8).length;
    if (words >= 8 || (words >= 3 && /\p{Ll}{2}[.!…。]["')]?$/u.test(text)) || /[?!]$/.test(text))
      return true;
  }
  return false;
}

function nextBlank(lines: readonly Line[], from: number, end: number): number {
  let at = from;
  while (at < end && lines[at]!.text !== "") at++;
  return at;
}

/** Whether the lines tell how to leave a list, or are another's words about the mail, with a link or an address. */
function isListFooter(lines: readonly Line[], from: number, end: number): boolean {
  let told = false;
  let linked = false;
  for (let at = from; at < end; at++) {
    const { text } = lines[at]!;
    linked ||= linkishPattern.test(text);
    told ||= plain(text).match(disclaimerPattern) !== null;
  }
  return told && linked;
}

function isFooter(lines: readonly Line[], from: number, end: number): boolean {
  for (let at = from; at < end; at++) {
    const text = lines[at]!.text;
    if (linkishPattern.test(text) || isDisclaimer(text)) return true;
  }
  return false;
}

function allOf(lines: readonly Line[], from: number, end: number, test: (line: Line) => boolean): boolean {
  for (let at = from; at < end; at++) if (says(lines[at]!.text) && !test(lines[at]!)) return false;
  return true;
}

function spoken(lines: readonly Line[], from: number, end: number): { lines: number; longest: number } {
  let count = 0;
  let longest = 0;
  for (let at = from; at < end && count < 64; at++) {
    if (!says(lines[at]!.text)) continue;
    count++;
    longest = Math.max(longest, lines[at]!.text.length);
  }
  return { lines: count, longest };
}
