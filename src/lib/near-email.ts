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
  const [near, another] = known.filter((one) => isNear(plain, one));
  return near === undefined || another !== undefined ? null : near;
}

function isNear(given: string, known: string): boolean {
  // Numbered addresses are near to each other, and are others.
  if (given.replaceAll(/\D/g, "") !== known.replaceAll(/\D/g, "")) return false;
  const [name = "", domain = ""] = given.split("@");
  const [ownName = "", ownDomain = ""] = known.split("@");
  const letters = Math.min(name.length, ownName.length);
  const most = letters >= manyLetters ? 2 : letters >= leastLetters ? 1 : 0;
  return distance(name, ownName) <= most && distance(domain, ownDomain) <= 2;
}
