// URLs and names of hosts that somebody else wrote. The runtime converts a name with letters beyond ASCII in time that grows with
// the square of its length (Bun 1.4.5: 64,000 characters 0.4 s, a million 90 s), in URLs too: what no host has is refused by its length.
import { domainToASCII } from "node:url";

/** Characters of a URL: the longest that is taken anywhere. */
const maxUrl = 2048;
/** Characters of a name: 253 as A-labels, more where UTS 46 leaves some out. */
const maxName = 1000;

/** A URL; null where it is none, or longer than 2,048 characters. @param base of a relative one */
export function parseUrl(text: string, base?: string): URL | null {
  return text.length <= maxUrl ? URL.parse(text, base) : null;
}

/** A name as A-labels; "" where it cannot be one. UTS 46 */
export function nameToAscii(name: string): string {
  return name.length <= maxName ? domainToASCII(name) : "";
}
