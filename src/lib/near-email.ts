// The address that a misspelt one is near to, for refusals, which propose it.
import { distance } from "./nearest.ts";

/** Letters by which a misspelt address differs. */
const maxSteps = 2;
const maxChars = 320;

/** The one of the addresses, in lower case, that a misspelt one is near to; null: none is, or several are, or it is one of them. */
export function nearestEmail(given: string, known: readonly string[]): string | null {
  const plain = given.trim().toLowerCase();
  if (!plain.includes("@") || plain.length > maxChars || known.includes(plain)) return null;
  const digits = plain.replaceAll(/\D/g, "");
  // Numbered addresses are near to each other, and are others.
  const [near, another] = known.filter(
    (one) => one.replaceAll(/\D/g, "") === digits && distance(one, plain) <= maxSteps,
  );
  return near === undefined || another !== undefined ? null : near;
}
