// The address that a misspelt one is near to, for refusals, which propose it.
import { distance } from "./nearest.ts";

/** Letters of a name from which on another letter makes no other name, but a misspelt one. */
const leastLetters = 5;
/** Letters of a name from which on two may differ. */
const manyLetters = 9;
const maxChars = 320;

/** The one of the addresses, in lower case, that a misspelt one is near to; null: none is, or several are, or it is one of them. */
export function nearestEmail(given: string, known: readonly string[]): string | null {
  const plain = given.trim().toLowerCase();
  if (!plain.includes("@") || plain.length > maxChars || known.includes(plain)) return null;
  const domain = plain.slice(plain.lastIndexOf("@"));
  // A domain of one's own means no other one.
  const isOwn = known.some((one) => one.endsWith(domain));
  const [near, another] = known.filter((one) => (!isOwn || one.endsWith(domain)) && isNear(plain, one));
  return near === undefined || another !== undefined ? null : near;
}

function isNear(given: string, known: string): boolean {
  // Numbered addresses are near to each other, and are others.
  if (given.replaceAll(/\D/g, "") !== known.replaceAll(/\D/g, "")) return false;
  const [name = "", domain = ""] = given.split("@");
  const [ownName = "", ownDomain = ""] = known.split("@");
  return isNearName(name, ownName) && isWithin(2, domain, ownDomain);
}

/** By their words: `sales-dk` and `sales-de` are others. */
function isNearName(given: string, known: string): boolean {
  const [words, ownWords] = [given.split(/[-._+]/), known.split(/[-._+]/)];
  const isLike = words.length === ownWords.length;
  const pairs = isLike ? words.map((word, at) => [word, ownWords[at]!] as const) : [[given, known] as const];
  const letters = Math.min(given.length, known.length);
  const most = letters >= manyLetters ? 2 : letters >= leastLetters ? 1 : 0;
  const isWord = ([one, own]: readonly [string, string]) =>
    one === own || Math.min(one.length, own.length) >= leastLetters;
  return pairs.every(isWord) && isWithin(most, given, known);
}

function isWithin(most: number, one: string, other: string): boolean {
  return Math.abs(one.length - other.length) <= most && distance(one, other) <= most;
}
