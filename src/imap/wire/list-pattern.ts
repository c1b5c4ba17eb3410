// LIST wildcards. RFC 9051 6.3.9: `*` matches anything, `%` anything but the hierarchy separator.
// One pass over the name that keeps all places of the pattern reached so far: no backtracking, so time is at most the
// name's length times the pattern's.

import { canonicalName, hierarchySeparator } from "./mailbox-name.ts";

export type NameMatcher = (name: string) => boolean;

/** The pattern as LIST means it: the reference is put in front. RFC 9051 6.3.9 */
export function patternWithReference(reference: string, pattern: string): string {
  return pattern.startsWith(hierarchySeparator) ? pattern : reference + pattern;
}

/**
 * A matcher for one pattern. Only INBOX is matched without regard to case. Runs of wildcards are folded
 * first (`*%*` is `*`), so that a pattern of nothing but wildcards costs no more than one.
 */
export function nameMatcher(pattern: string): NameMatcher {
  const units = foldWildcards(canonicalName(pattern));
  const inbox = foldWildcards(pattern.toUpperCase());
  return (name) => matches(units, name) || (name === "INBOX" && matches(inbox, name));
}

/** True when any of the patterns matches. */
export function anyMatcher(patterns: readonly string[]): NameMatcher {
  const matchers = patterns.map(nameMatcher);
  return (name) => matchers.some((matcher) => matcher(name));
}

function foldWildcards(pattern: string): string {
  return pattern.replace(/[*%]{2,}/g, (run) => (run.includes("*") ? "*" : "%"));
}

/** `live[p]` says that the name so far matches the pattern up to p; a wildcard stays live over the characters that it may match. */
function matches(pattern: string, name: string): boolean {
  const places = pattern.length + 1;
  let live = new Uint8Array(places);
  let next = new Uint8Array(places);
  reach(live, pattern, 0);
  for (let at = 0; at < name.length; at++) {
    const char = name.charCodeAt(at);
    let any = false;
    next.fill(0);
    for (let place = 0; place < pattern.length; place++) {
      if (live[place] === 0) continue;
      const unit = pattern.charCodeAt(place);
      if (unit === starCode || (unit === percentCode && char !== separatorCode)) reach(next, pattern, place);
      else if (unit !== percentCode && unit === char) reach(next, pattern, place + 1);
      else continue;
      any = true;
    }
    if (!any) return false;
    [live, next] = [next, live];
  }
  return live[pattern.length] === 1;
}

const starCode = 0x2a;
const percentCode = 0x25;
const separatorCode = hierarchySeparator.charCodeAt(0);

/** Marks a place, and the next one when a wildcard there may match nothing. */
function reach(places: Uint8Array, pattern: string, place: number): void {
  places[place] = 1;
  const unit = pattern.charCodeAt(place);
  if (unit === starCode || unit === percentCode) places[place + 1] = 1;
}
