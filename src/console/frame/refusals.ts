// Refusals of the calls that pages make, in the language of the page: a call says what was wrong in English, as its text is part of
// the API; those that people meet most are found by that text. Others stay as they are.
import { defaultLanguage, languageNow } from "../../lib/languages.ts";
import { refusals } from "../phrases/refusals.ts";
import { phrases } from "../phrases.ts";

type RefusalName = keyof typeof refusals;

const names = Object.keys(refusals) as RefusalName[];
/** The English around what a refusal names. */
const around = new Map(names.map((name) => [name, refusals[name].split(/\{\d\}/)]));

/** Refusals that name the state of a review. */
const ofDecisions: readonly RefusalName[] = ["decidedFirst", "plannedFirst"];
const stateText = (word: string) =>
  Object.hasOwn(phrases.reviews.status, word)
    ? phrases.reviews.status[word as keyof typeof phrases.reviews.status]
    : word;

export function refusalText(message: string): string {
  if (languageNow() === defaultLanguage) return message;
  for (const name of names) {
    const named = namedIn(message, around.get(name)!);
    if (named)
      return filled(phrases.refusals[name], ofDecisions.includes(name) ? named.map(stateText) : named);
  }
  return message;
}

/** The texts between the parts; null: the message is another one. */
function namedIn(message: string, parts: readonly string[]): string[] | null {
  const [first, last] = [parts[0]!, parts.at(-1)!];
  if (parts.length === 1) return message === first ? [] : null;
  if (!message.startsWith(first) || !message.endsWith(last)) return null;
  const end = message.length - last.length;
  const named: string[] = [];
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const next = message.indexOf(part, at);
    if (next < 0) return null;
    named.push(message.slice(at, next));
    at = next + part.length;
  }
  if (at > end) return null;
  return [...named, message.slice(at, end)];
}

function filled(text: string, named: readonly string[]): string {
  return text.replaceAll(/\{(\d)\}/g, (_, digit: string) => named[Number(digit) - 1] ?? "");
}
