// Organisational domains by the public suffix list. Its private section is included: customers of one hosting company are
// different organisations.
import { getDomain } from "tldts";

/** The organisational domain of a name: one label below its public suffix; for a suffix itself, the name. RFC 7489 3.2 */
export function organisationOf(name: string): string {
  return getDomain(name, { allowPrivateDomains: true, validateHostname: false }) ?? name;
}

/** Whether a proof for `proven` holds for `name`: the same domain, one below it, or one above it within the organisation. */
export function answersFor(proven: string, name: string): boolean {
  if (proven === name || proven.endsWith(`.${name}`)) return true;
  const organisation = organisationOf(name);
  const isAbove = name.endsWith(`.${proven}`);
  return isAbove && (proven === organisation || proven.endsWith(`.${organisation}`));
}
