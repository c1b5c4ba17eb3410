// Finds introductions that people type above a quote, without date and address: "Ada said:", "Ada Lovelace:". Only a line directly
// above quote marks counts, and never a label such as "Error:" below text of the sender.

import { endsWithWord, hasContent, plain, wordsOf } from "./compare-text.ts";
import { Mark, plainOf, type VisibleLine } from "./lines.ts";
import { readsAsMail } from "./prose.ts";

const verbs = [...wordsOf("said"), ...wordsOf("wrote")];
/** By their last character, the longest first: "a écrit" before "écrit". */
const verbsByEnd = Map.groupBy(
  verbs.toSorted((a, b) => b.length - a.length),
  (verb) => verb.slice(-1),
);
const openers = new Set(wordsOf("on"));
const maxDayWords = 6;
/** A day before or behind the word for its month, a day of numbers alone, or a time. */
const dayPattern =
  /^(?:\p{L}{1,4} |\()?(?:\d{1,2}(?:\.|st|nd|rd|th)? (?:de |of )?\p{L}{3,12}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}{0,7} \d{1,2}(?:st|nd|rd|th)?|\d{1,4}[./-]\d{1,2}|\d{1,2}[:.h]\d\d)(?!\p{L})/iu;
const maxName = 80;
/** Bars are marks below an introduction. */
const barPattern = /^[|│┃¦] /;
const maxNameWords = 4;
const maxBlanksAbove = 20;
const nameWord = /^["'(]?\p{Lu}[\p{L}\p{M}.'’-]{0,30}["')]?,?$/u;
const addressWord = /^[<(]?[^\s<>()@]{1,64}@[^\s<>()@]{1,200}[>)]?$/;
const lowerWord = /^\p{Ll}{2,14}$/u;

/** The introduction at this unquoted line, or null. */
export function saidAt(
  lines: readonly VisibleLine[],
  at: number,
  hints: { answersNone?: boolean; people?: ReadonlySet<string>; folded?: boolean; byList?: boolean },
): { end: number; strong: false; column: 0; isName: true } | null {
  const { text } = lines[at]!;
  const last = text.charAt(text.length - 1);
  if (!hints.answersNone && isStamped(lines, at))
    return { end: at + 1, strong: false, column: 0, isName: true };
  const end = at + 1;
  if (!hints.answersNone && (lines[end]?.depth ?? 0) > 0 && isProgramLine(lines[at]!))
    return { end, strong: false, column: 0, isName: true };
  if (text.length > maxName || (last !== ":" && last !== "：" && last !== ";")) return null;
  if (hints.answersNone || !isQuoted(lines, end)) return null;
  const found = { end, strong: false, column: 0, isName: true } as const;
  const body = text.slice(0, -1).trimEnd();
  const spoken = withoutVerb(lines[at]!, body);
  if (spoken !== null && isName(spoken)) return found;
  if (saysWhen(body)) return found;
  if (last === ";") return null;
  if (isName(body) && namesOneOf(body, hints.people)) return found;
  // At the top, above text that is answered, the label is no text of the sender.
  const quote = nextFilled(lines, end);
  if (hints.folded === true || (lines[quote]!.mark & Mark.indent) !== 0) return null;
  if (!isFirst(lines, at) || !readsAsMail(lines, quote)) return null;
  const words = body.split(" ");
  const named = words.length > 1 && lowerWord.test(words.at(-1)!) ? words.slice(0, -1).join(" ") : body;
  if (!isName(named)) return null;
  // "Our offer:" and "Alter Text:" have capitals too. A mail to a list goes to nobody by name.
  const isAnyone = hints.byList === true || hints.people === undefined || hints.people.size === 0;
  return isAnyone || namesOneOf(named, hints.people) ? found : null;
}

/** "[Tuesday 09:12] Ada Lovelace", "Ada Lovelace  9:12 AM": how chats name who wrote the quote directly below. */
function isStamped(lines: readonly VisibleLine[], at: number): boolean {
  const { text } = lines[at]!;
  if (text.length > maxName || (lines[at + 1]?.depth ?? 0) === 0 || (lines[at - 1]?.text ?? "") !== "")
    return false;
  const name = stampPattern.test(text) ? text.replace(stampPattern, "") : "";
  return name !== "" && isName(name) && readsAsMail(lines, at + 1);
}

/** "Bob wrote" as Nabble writes it, "(In reply to Bob from comment #7)" as Bugzilla does. */
function isProgramLine(line: VisibleLine): boolean {
  const { text } = line;
  if (text.length > maxName || text.length < 8) return false;
  if (inReplyPattern.test(text)) return true;
  if (!text.endsWith(" wrote")) return false;
  return isName(text.slice(0, -" wrote".length));
}

const inReplyPattern = /^\(in reply to [^()]{1,60}\)$/i;

const stampPattern = /^\[[^\]]{0,30}\d[:.]\d\d[^\]]{0,10}\] | {1,4}\d{1,2}[:.]\d\d(?: ?[ap]m)?$/i;

/** The name before a verb that ends the line, after a date at most; null without a verb. */
function withoutVerb(line: VisibleLine, body: string): string | null {
  const form = plainOf(line).slice(0, -1).trimEnd();
  const verb = verbsByEnd.get(form.slice(-1))?.find((one) => endsWithWord(form, one));
  if (verb === undefined || form.length === verb.length) return null;
  const kept = body.split(" ").slice(0, -verb.split(" ").length).join(" ");
  return kept.includes(",") && /\d/.test(kept) ? kept.slice(kept.lastIndexOf(",") + 1).trim() : kept;
}

/** A name before or behind a verb, with a day or a time at the other side: "Marta wrote on 3 May", "Am Montag schrieb Marta". */
function saysWhen(body: string): boolean {
  const form = ` ${plain(body)} `;
  const words = body.split(" ");
  if (form.split(" ").length !== words.length + 2) return false;
  return verbs.some((verb) => {
    const at = form.indexOf(` ${verb} `);
    if (at < 0) return false;
    const from = form.slice(0, at).split(" ").length - 1;
    const before = words.slice(0, from).join(" ").replace(/,$/, "");
    const after = words.slice(from + verb.split(" ").length).join(" ");
    if (before === "") return /^[\p{Lo}\p{M}]{2,20}$/u.test(after);
    return (isName(before) && isDay(after)) || (isName(after) && isDay(before));
  });
}

/** "on 3 May", "am 3. Mai", "(3 May)", "at 10:14", "on Monday". */
function isDay(text: string): boolean {
  const words = text.toLowerCase().replace(/[()]/g, "").split(" ");
  if (words.length > maxDayWords) return false;
  if (/\d/.test(text)) return dayPattern.test(text);
  return words.length === 2 && openers.has(words[0]!) && /^\p{L}{4,14}$/u.test(words[1]!);
}

function isName(text: string): boolean {
  const words = text.split(" ");
  if (words.length > maxNameWords) return false;
  return words.every((word) => nameWord.test(word)) || (words.length === 1 && addressWord.test(text));
}

/** Whether a word of a short text is of the name of one of these people. */
export function namesOneOf(text: string, people: ReadonlySet<string> | undefined): boolean {
  return people !== undefined && text.split(" ", 20).some((word) => people.has(plain(word)));
}

function isQuoted(lines: readonly VisibleLine[], from: number): boolean {
  const next = nextFilled(lines, from);
  return (
    next < lines.length && next <= from + 1 && (lines[next]!.depth > 0 || barPattern.test(lines[next]!.text))
  );
}

function isFirst(lines: readonly VisibleLine[], at: number): boolean {
  if (at > maxBlanksAbove) return false;
  for (let before = 0; before < at; before++) if (hasContent(lines[before]!.text)) return false;
  return true;
}

function nextFilled(lines: readonly VisibleLine[], from: number): number {
  let at = from;
  while (at < lines.length && lines[at]!.text === "" && lines[at]!.depth === 0) at++;
  return at;
}
