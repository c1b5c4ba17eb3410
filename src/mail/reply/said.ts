// Finds introductions that people type above a quote, without date and address: "Ada said:", "Ada Lovelace:". Only a line directly
// above quote marks counts, and never a label such as "Error:" below text of the sender.

import { endsWithWord, hasContent, plain, wordsOf } from "./compare-text.ts";
import { plainOf, type VisibleLine } from "./lines.ts";
import { readsAsMail } from "./prose.ts";

const verbs = [...wordsOf("said"), ...wordsOf("wrote")];
const maxName = 80;
const maxNameWords = 4;
const maxBlanksAbove = 20;
const nameWord = /^["'(]?\p{Lu}[\p{L}\p{M}.'’-]{0,30}["')]?,?$/u;
const addressWord = /^[<(]?[^\s<>()@]{1,64}@[^\s<>()@]{1,200}[>)]?$/;
const lowerWord = /^\p{Ll}{2,14}$/u;

/** The introduction at this unquoted line, or null. */
export function saidAt(
  lines: readonly VisibleLine[],
  at: number,
  hints: { answersNone?: boolean; people?: ReadonlySet<string> },
): { end: number; strong: false; column: 0; isName: true } | null {
  const { text } = lines[at]!;
  const last = text.charAt(text.length - 1);
  if (text.length > maxName || (last !== ":" && last !== "：" && last !== ";")) return null;
  const end = at + 1;
  if (hints.answersNone || !isQuoted(lines, end)) return null;
  const found = { end, strong: false, column: 0, isName: true } as const;
  const body = text.slice(0, -1).trimEnd();
  const spoken = withoutVerb(lines[at]!, body);
  if (spoken !== null && isName(spoken)) return found;
  if (last === ";") return null;
  if (isName(body) && hints.people && isKnown(body, hints.people)) return found;
  // At the top, above text that is answered, the label is no text of the sender.
  if (!isFirst(lines, at) || !readsAsMail(lines, nextFilled(lines, end))) return null;
  const words = body.split(" ");
  const named = words.length > 1 && lowerWord.test(words.at(-1)!) ? words.slice(0, -1).join(" ") : body;
  return isName(named) ? found : null;
}

/** The name before a verb that ends the line, after a date at most; null without a verb. */
function withoutVerb(line: VisibleLine, body: string): string | null {
  const form = plainOf(line).slice(0, -1).trimEnd();
  const verb = verbs.find((one) => endsWithWord(form, one));
  if (verb === undefined || form.length === verb.length) return null;
  const kept = body.split(" ").slice(0, -verb.split(" ").length).join(" ");
  return kept.includes(",") && /\d/.test(kept) ? kept.slice(kept.lastIndexOf(",") + 1).trim() : kept;
}

function isName(text: string): boolean {
  const words = text.split(" ");
  if (words.length > maxNameWords) return false;
  return words.every((word) => nameWord.test(word)) || (words.length === 1 && addressWord.test(text));
}

function isKnown(name: string, people: ReadonlySet<string>): boolean {
  return name.split(" ").some((word) => people.has(plain(word)));
}

function isQuoted(lines: readonly VisibleLine[], from: number): boolean {
  const next = nextFilled(lines, from);
  return next < lines.length && next <= from + 1 && lines[next]!.depth > 0;
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
