// The parts of a search as chips that take one out, and what narrows it further: each is a link, so that it works without the script.
import { type Html, html } from "../../lib/html.ts";
import { icon } from "../frame/icons.ts";
import { phrases } from "../phrases.ts";

const words = phrases.search;
/** Chips that narrow a search by who wrote what it found. */
const maxSenders = 3;
const maxChips = 20;
const always = ["is:unread", "has:attachment", "after:7d"];

/** The words of a search as they stand there, a text in quotes whole. */
export function partsOf(q: string): string[] {
  const parts: string[] = [];
  let part = "";
  let isQuoted = false;
  for (const character of q) {
    if (character === '"') isQuoted = !isQuoted;
    if (character.trim() === "" && !isQuoted) {
      if (part !== "") parts.push(part);
      part = "";
    } else part += character;
  }
  return part === "" ? parts : [...parts, part];
}

const isOperator = (part: string) => part.indexOf(":") > 0 && !part.endsWith(":");
const searchOf = (q: string) => `/console/search?${new URLSearchParams({ q }).toString()}`;

/** Words between alternatives, and groups: a part that is taken out would leave its neighbours joined otherwise. */
const joins = /^(?:[oO][rR]|\||AND|NOT)$|[()]/;

/**
 * @param senders addresses that wrote what was found, the first of them first
 * @param search the page of another search, with what else this one has
 */
export function searchChips(q: string, senders: readonly string[], search = searchOf): Html | false {
  const parts = partsOf(q);
  if (parts.length === 0) return false;
  // In quotes they are text.
  const isJoined = parts.some((part) => joins.test(part.replaceAll(/"[^"]*"?/g, "")));
  if (isJoined) return false;
  const pathOf = (parts: readonly string[]) => search(parts.join(" "));
  const set = parts.flatMap((part, at) => (isOperator(part) ? [{ part, rest: parts.toSpliced(at, 1) }] : []));
  const names = new Set(set.map(({ part }) => nameOf(part)));
  const more = [...[...new Set(senders)].slice(0, maxSenders).map((email) => `from:${email}`), ...always];
  const open = more.filter((part) => !names.has(nameOf(part)));
  return html`<ul class="search-chips" aria-label="${words.operators}">${set
    .slice(0, maxChips)
    .map(
      ({ part, rest }) =>
        html`<li><a class="chip is-set" href="${pathOf(rest)}" aria-label="${words.without(part)}"><span>${part}</span>${icon("close")}</a></li>`,
    )}${open.map((part) => html`<li><a class="chip" href="${pathOf([...parts, part])}" aria-label="${words.narrowTo(part)}">${part}</a></li>`)}</ul>`;
}

const nameOf = (part: string) => part.replace(/^-/, "").split(":", 1)[0]!.toLowerCase();
