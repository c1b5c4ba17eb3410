// Which domains belong together, by the public suffix list (private section included, so that the customers of a hosting
// company are strangers to each other).
import { getDomain } from "tldts";

/** The organizational domain of a name: one label below its public suffix. Of a suffix itself, the name. RFC 7489 3.2 */
export function organisationOf(name: string): string {
  return getDomain(name, { allowPrivateDomains: true, validateHostname: false }) ?? name;
}

/** True when whoever holds `proven` also answers for `name`: it is the same, below it, or above it up to its organisation. */
export function answersFor(proven: string, name: string): boolean {
  if (proven === name || proven.endsWith(`.${name}`)) return true;
  const organisation = organisationOf(name);
  const isAbove = name.endsWith(`.${proven}`);
  return isAbove && (proven === organisation || proven.endsWith(`.${organisation}`));
}
