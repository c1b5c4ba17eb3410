// The part of a message that a search result shows: text around the first place that was found.
import { isAscii } from "./ascii.ts";
import { comparable, positionOfTerm, type TextQuery } from "./text-query.ts";

const maxLength = 200;
/** Characters before the place. */
const lead = 60;
/** A cut moves so far to the next space. */
const tolerance = 30;
/**
 * At most 200 characters around the first hit, or of the beginning, cut between words, with … where something is left out.
 * @param text plain text
 */
export function snippetOf(text: string, query: TextQuery): string {
  const flat = text.replace(/\s+/g, " ").trim();
  if (flat.length <= maxLength) return flat;
  const folded = comparable(flat);
  const places = query
    .flatMap(({ terms }) => terms.map((term) => positionOfTerm(folded, term)))
    .filter((at) => at !== -1);
  const hit = places.length === 0 ? 0 : unfolded(flat, folded, Math.min(...places));
  const start = Math.min(hit <= lead ? 0 : startAt(flat, hit - lead, hit), flat.length - 1);
  const room = maxLength - (start > 0 ? 1 : 0);
  const isRest = flat.length - start <= room;
  const end = isRest ? flat.length : endAt(flat, start + room - 1, hit);
  return `${start > 0 ? "…" : ""}${flat.slice(start, end).trim()}${isRest ? "" : "…"}`;
}

/** The place in the text that a place in its folded form came from; folding changes lengths. */
function unfolded(text: string, folded: string, place: number): number {
  if (isAscii(text) || folded.length === text.length) return place;
  let length = 0;
  for (let at = 0; at < text.length; ) {
    const block = text.slice(at, at + 64);
    const next = length + comparable(block).length;
    if (next > place) return Math.min(at + (place - length), text.length - 1);
    length = next;
    at += block.length;
  }
  return 0;
}

function startAt(text: string, from: number, latest: number): number {
  const space = text.indexOf(" ", from);
  const at = space !== -1 && space < Math.min(from + tolerance, latest) ? space + 1 : from;
  return isSplit(text, at) ? at + 1 : at;
}

function endAt(text: string, to: number, earliest: number): number {
  const space = text.lastIndexOf(" ", to);
  const at = space > Math.max(to - tolerance, earliest) ? space : to;
  return isSplit(text, at) ? at - 1 : at;
}

/** Whether a cut would part a pair of surrogates. */
function isSplit(text: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));
}
