// Email addresses that stand in a text: those that a reader of the mail could be told to write to.

const local = /[\p{L}\p{N}!#$%&'*+/=?^_`{|}~.-]/u;
const host = /[\p{L}\p{N}.-]/u;
const maxCharacters = 200_000;
const maxAddresses = 100;
/** Signs that are looked at: hostile texts are full of them. */
const maxSigns = 2_000;

/**
 * The addresses in texts or HTML source, each once, in the order in which they stand; at most 100. What is no address to the
 * last character (a trailing dot) is cut to one; the caller checks it.
 */
export function addressesIn(...texts: readonly string[]): string[] {
  const found = new Set<string>();
  let signs = 0;
  for (const whole of texts) {
    const text = whole.slice(0, maxCharacters);
    for (let at = text.indexOf("@"); at !== -1; at = text.indexOf("@", at + 1)) {
      if (++signs > maxSigns || found.size >= maxAddresses) return [...found];
      let from = at;
      while (from > 0 && at - from < 64 && local.test(text[from - 1]!)) from--;
      let to = at + 1;
      while (to < text.length && to - at <= 255 && host.test(text[to]!)) to++;
      const name = text.slice(from, at).replace(/^[.'`]+/, "");
      const domain = text.slice(at + 1, to).replace(/(?<![.-])[.-]+$/, "");
      if (name !== "" && domain.includes(".")) found.add(`${name}@${domain}`);
    }
  }
  return [...found];
}
