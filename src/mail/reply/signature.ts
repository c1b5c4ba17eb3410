// Recognises text that is appended to a mail: signatures, phone footers, list footers, disclaimers. They are not history and stay in
// the reply; this file only decides whether the end of a mail holds nothing else.

import { hasContent, isRule, plain, startsWithWord, wordsOf } from "./compare-text.ts";
import { Mark, type VisibleLine } from "./lines.ts";

const mobileStarts = wordsOf("mobile").filter((word) => !word.startsWith("~"));
const mobileEnds = wordsOf("mobile")
  .filter((word) => word.startsWith("~"))
  .map((word) => word.slice(1));
const mobileByFirst = Map.groupBy(mobileStarts, (word) => word.charAt(0));
const closings = new Set(wordsOf("bye"));

const disclaimerPattern =
  /confidential|disclaimer|intended (?:only|solely)|intended recipient|privileged|vertraulich|confidentiel|confidencial|riservat|vertrouwelijk|fortrolig|konfidentiell|poufne|duverne|конфиденциальн|gizli|bizalmas|unsubscribe|mailing list|abmelden|desabonner|darse de baja|do you yahoo|mailing-liste|view it on github|reply to this email directly|avast|virus|you received this|you are receiving/g;
/** Words of disclaimers about who may read it, and others of theirs; people write all of them to each other as well. */
const readerPattern =
  /intended for|addressee|if you are not|adressat|destinatair|destinatari|geadresseerde|adresat/g;
const mistakePattern =
  /received (?:it |this (?:e-?mail |message )?)?in error|notify (?:the sender|us)|delete (?:it|this)|irrtumlich|par erreur|por error|per errore|abusievelijk|por engano/g;
/** The mail itself, which a disclaimer names. */
const mailPattern =
  /\b(?:this|these) (?:e-?mails?|mail|messages?|communication|transmission)|\bdiese (?:e-?mail|mail|nachricht)|\bce (?:e-?mail|mail|message|courriel|courrier)|\beste (?:mensaje|correo|e-?mail)|\besta (?:mensagem|comunicacion|comunicacao)|\bquest[oa] (?:messaggio|e-?mail|comunicazione)|\b(?:dit|deze) (?:bericht|e-?mail|mail)|\b(?:ta|niniejsza) wiadomosc/;
const firstPersonPattern = /\b(?:i|i'm|i'll|my|ich|mir|mein\p{L}*|je|moi|yo|mi|io|ik|mij|eu)\b/u;
/** Phrases about the mail itself, which only footers have. */
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

/** Whether the line is a footer of a phone or program: "Sent from my iPhone". */
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
 * Whether the lines [from, end) hold only a signature, a footer or a disclaimer. Blank lines are ignored; true for an empty
 * range.
 */
export function isSignatureTail(lines: readonly VisibleLine[], from: number, end: number): boolean {
  let first = from;
  while (
    first < end &&
    !hasContent(lines[first]!.text) &&
    !isSignatureDelimiter(lines[first]!.text) &&
    !isRule(lines[first]!.text)
  )
    first++;
  if (first >= end) return true;
  const { text, mark } = lines[first]!;

  if (allOf(lines, first, end, (line) => (line.mark & Mark.signature) !== 0 || isMobileFooter(line.text)))
    return true;
  if ((mark & Mark.signature) !== 0) return false;
  const size = sizeOf(lines, first, end);
  if (size.lines > maxSignatureLines) return false;
  // A signature follows a delimiter; text may follow the signature.
  if (isSignatureDelimiter(text)) return !hasSentence(lines, nextBlank(lines, first, end), end);
  if (isRule(text) || strokesPattern.test(text))
    return (
      isListFooter(lines, first, end) || (isFooter(lines, first, end) && !hasSentence(lines, first + 1, end))
    );
  if (isMobileFooter(text) || listLinkPattern.test(text)) return isSignatureTail(lines, first + 1, end);
  if (isClosing(text)) return size.longest <= 80 && !hasSentence(lines, first + 1, end);
  if (/^[-–—] ?\p{Lu}[\p{L}. ]{0,30}$/u.test(text))
    return size.lines <= 1 || isSignatureTail(lines, first + 1, end);
  return isDisclaimer(text);
}

/**
 * Where the sender's own signature below marked quotes ends: it begins with its delimiter there, below a quoted line. Footers of
 * programs and lists behind it are none of theirs.
 * @param quoted the last quoted line
 * @returns [from, to), empty without one
 */
export function ownSignature(lines: readonly VisibleLine[], quoted: number, end: number): [number, number] {
  const none: [number, number] = [end, end];
  if (quoted < 0 || lines[quoted]!.depth === 0) return none;
  let from = quoted + 1;
  while (from < end && !hasContent(lines[from]!.text) && !isSignatureDelimiter(lines[from]!.text)) from++;
  if (from >= end || !isSignatureDelimiter(lines[from]!.text) || isListFooter(lines, from, end)) return none;
  let to = from + 1;
  let hasName = false;
  for (; to < end; to++) {
    const { text } = lines[to]!;
    if (isMobileFooter(text) || isRule(text) || strokesPattern.test(text) || isDisclaimer(text)) break;
    hasName ||= hasContent(text);
  }
  return hasName ? [from, to] : none;
}

/** Lines that a signature may have. */
const maxSignatureLines = 40;

/** Whether a line is a disclaimer or explains how to leave a list, not a sentence with one of those words. */
function isDisclaimer(text: string): boolean {
  const words = plain(text);
  const hits = new Set(words.match(disclaimerPattern) ?? []).size;
  if (hits >= 2 || (hits === 1 && (addresseePattern.test(words) || /https?:/.test(words)))) return true;
  const readers = new Set(words.match(readerPattern) ?? []).size;
  // "Please delete it and notify us" is an answer, too.
  if (hits + readers === 0 || !mailPattern.test(words) || firstPersonPattern.test(words)) return false;
  const mistakes = new Set(words.match(mistakePattern) ?? []).size;
  return (hits > 0 && readers > 0) || hits + readers + mistakes >= 3;
}

/** Whether the lines of a signature hold a sentence or a postscript. Lines below a disclaimer belong to it. */
function hasSentence(lines: readonly VisibleLine[], from: number, end: number): boolean {
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

function nextBlank(lines: readonly VisibleLine[], from: number, end: number): number {
  let at = from;
  while (at < end && lines[at]!.text !== "") at++;
  return at;
}

/** Whether the lines are a list's footer: a phrase about the list or the mail, and a link or an address. */
function isListFooter(lines: readonly VisibleLine[], from: number, end: number): boolean {
  let hasPhrase = false;
  let hasLink = false;
  for (let at = from; at < end; at++) {
    const { text } = lines[at]!;
    hasLink ||= linkishPattern.test(text);
    hasPhrase ||= plain(text).match(disclaimerPattern) !== null;
  }
  return hasPhrase && hasLink;
}

function isFooter(lines: readonly VisibleLine[], from: number, end: number): boolean {
  for (let at = from; at < end; at++) {
    const text = lines[at]!.text;
    if (linkishPattern.test(text) || isDisclaimer(text)) return true;
  }
  return false;
}

function allOf(
  lines: readonly VisibleLine[],
  from: number,
  end: number,
  test: (line: VisibleLine) => boolean,
): boolean {
  for (let at = from; at < end; at++) if (hasContent(lines[at]!.text) && !test(lines[at]!)) return false;
  return true;
}

function sizeOf(
  lines: readonly VisibleLine[],
  from: number,
  end: number,
): { lines: number; longest: number } {
  let count = 0;
  let longest = 0;
  for (let at = from; at < end && count < 64; at++) {
    if (!hasContent(lines[at]!.text)) continue;
    count++;
    longest = Math.max(longest, lines[at]!.text.length);
  }
  return { lines: count, longest };
}
