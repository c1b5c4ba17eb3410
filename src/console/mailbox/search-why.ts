// Reasons of a search result: the words that were asked for are marked where its line shows them, and what the line does not
// show is said by name. Marks follow the texts as they are read: other forms and the stem of a word count, its whole word is marked.
import type { FoundThread } from "../../http/thread-search.ts";
import { type Html, html } from "../../lib/html.ts";
import { parseSearch } from "../../mail/search/parse-search.ts";
import { positionOfSimilar } from "../../mail/search/similar-words.ts";
import { comparable, positionOfTerm, type Term, textQuery } from "../../mail/search/text-query.ts";
import { peopleOf } from "../../store/mailbox/people.ts";
import { nameOf } from "../frame/people.ts";
import { phrases } from "../phrases.ts";

const words = phrases.search;
const maxTerms = 40;
/** Characters of a text that are marked. */
const maxMarked = 1000;
/** People of a mail among whom a word is looked for. */
const maxPeople = 100;
/** Characters before the first mark of an excerpt. */
const leadIn = 16;

/** A text that is asked for, as it was typed. */
interface TypedTerm extends Term {
  typed: string;
  /** Every alternative asks for it, so a mail that is found has it. */
  isCertain: boolean;
}

/** Texts that a search asks for, each once. @throws Failure as parseSearch */
export function askedTerms(q: string, now: number, isForgiving: boolean): readonly TypedTerm[] {
  const alternatives = parseSearch(q, Math.floor(now / 1000));
  const typed = new Map(
    alternatives.flatMap(({ terms }) => terms.map(({ text }) => [comparable(text).trim(), text] as const)),
  );
  const groups = textQuery(alternatives, isForgiving);
  const terms = new Map(groups.flatMap((group) => group.terms.map((term) => [term.text, term] as const)));
  return [...terms.values()].slice(0, maxTerms).map((term) => {
    const asking = groups.filter((group) => group.terms.some(({ text }) => text === term.text));
    const isCertain = asking.length === alternatives.length;
    return { ...term, typed: typed.get(term.text) ?? term.text, isCertain };
  });
}

type MarkedSpan = readonly [from: number, to: number];

/** A text as it is compared, with the place in the text of each of its characters. */
interface ComparedText {
  folded: string;
  places: number[];
}

function comparedText(text: string): ComparedText {
  let folded = "";
  const places: number[] = [];
  let at = 0;
  for (const character of text.slice(0, maxMarked)) {
    const folding = comparable(character);
    // As comparable has it: of several blanks one counts.
    const part = folding === " " && folded.endsWith(" ") ? "" : folding;
    for (let n = 0; n < part.length; n++) places.push(at);
    folded += part;
    at += character.length;
  }
  return { folded, places: [...places, at] };
}

/** Places of a term in a text, the nearest way of writing it alone. */
function spansOf({ folded, places }: ComparedText, { text, forms, similar }: Term): MarkedSpan[] {
  for (const wanted of [text, ...forms.map(comparable)]) {
    const spans: MarkedSpan[] = [];
    let at = wanted === "" ? -1 : folded.indexOf(wanted);
    for (; at !== -1; at = folded.indexOf(wanted, at + wanted.length))
      spans.push([places[at]!, places[at + wanted.length]!]);
    if (spans.length > 0) return spans;
  }
  if (similar === null) return [];
  return [...folded.matchAll(/[\p{L}\p{M}]+/gu)].flatMap(({ 0: word, index }): MarkedSpan[] =>
    positionOfSimilar(word, similar) === 0 ? [[places[index]!, places[index + word.length]!]] : [],
  );
}

/** A text with what was asked for marked in it. */
export function markedText(text: string, terms: readonly Term[]): Html {
  const compared = comparedText(text);
  const spans = terms.flatMap((term) => spansOf(compared, term)).sort(([a], [b]) => a - b);
  const pieces: Html[] = [];
  let done = 0;
  for (const [from, to] of spans) {
    if (to <= done) continue;
    const start = Math.max(from, done);
    pieces.push(html`${text.slice(done, start)}<mark>${text.slice(start, to)}</mark>`);
    done = to;
  }
  return html`${pieces}${text.slice(done)}`;
}

/** A snippet from shortly before what was asked for: a line has room for its beginning alone. */
export function excerptOf(snippet: string, terms: readonly Term[]): string {
  const compared = comparedText(snippet);
  const starts = terms.flatMap((term) => spansOf(compared, term)).map(([from]) => from);
  const first = Math.min(...starts);
  if (starts.length === 0 || first <= 2 * leadIn) return snippet;
  const blank = snippet.indexOf(" ", first - leadIn);
  return `… ${snippet.slice(blank === -1 || blank > first ? first : blank + 1)}`;
}

/** Names of the places that have what a line does not show; empty: the line shows all of it. */
export function elsewhereIn({ row, snippet }: FoundThread["hit"], terms: readonly TypedTerm[]): string[] {
  const from = { email: row.fromEmail, name: row.fromName };
  const shown = [row.subject ?? "", snippet, nameOf(from)].map(comparedText);
  const notShown = terms.filter((term) => shown.every((text) => spansOf(text, term).length === 0));
  if (notShown.length === 0) return [];
  const people = peopleOf(row)
    .slice(0, maxPeople)
    .map((person) => ({
      ...person,
      compared: comparable(`${person.name ?? ""} ${person.email}`.slice(0, maxMarked)),
    }));
  const said = notShown.flatMap((term) => {
    const person = people.find(({ compared }) => positionOfTerm(compared, term) !== -1);
    if (person?.email === row.fromEmail) return words.inSender(person.email);
    if (person) return words.inRecipient(person.name ? `${person.name} <${person.email}>` : person.email);
    if (!term.isCertain) return [];
    return row.hasAttachments ? words.inTextOrFile(term.typed) : words.inText(term.typed);
  });
  return [...new Set(said)];
}
