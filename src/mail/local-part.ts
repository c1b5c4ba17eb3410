// Checks local parts of new addresses and routing rules.
import { randomOctets } from "../lib/chance.ts";
import { invalid } from "../lib/failure.ts";

/**
 * RFC 5321 dot-atom without `+`, which marks tags; lower case. DECISIONS Addresses
 * @throws Failure validation_error
 */
export function localPart(text: string): string {
  const lower = text.toLowerCase();
  if (lower === "*") {
    throw invalid(
      '"*" is no address. What catches all mail of a domain is a routing rule: POST /api/v1/routing-rules with local_part "*".',
    );
  }
  if (!/^[a-z0-9!#$%&'*/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*/=?^_`{|}~-]+)*$/.test(lower) || lower.length > 64) {
    throw invalid(
      'local_part must be letters, digits and any of !#$%&\'*/=?^_`{|}~- with single dots between, at most 64 characters and no "+".',
    );
  }
  return lower;
}

/** Letters and digits that nobody takes for each other: 32, so that a random byte picks each alike. */
const plainSigns = "abcdefghijkmnpqrstuvwxyz23456789";

/** A local part for whom none was named: what the address is, and ten random signs (50 bits). DECISIONS Addresses */
export function randomLocalPart(kind: string): string {
  const signs = [...randomOctets(10)].map((byte) => plainSigns[byte % 32]);
  return `${kind}-${signs.join("")}`;
}

/**
 * Return the local part of a routing rule: `*`, or a dot-atom that may have a tag; lower case. DECISIONS
 * Domains, pods, routing rules
 * @throws Failure validation_error
 */
export function routedLocalPart(text: string): string {
  const lower = text.toLowerCase();
  if (lower === "*") return lower;
  if (!/^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/.test(lower) || lower.length > 64) {
    throw invalid(
      'local_part must be "*", which catches all, or letters, digits and any of !#$%&\'*+/=?^_`{|}~- with single dots between, at most 64 characters.',
    );
  }
  return lower;
}

/**
 * Names that act for a whole domain: those of RFC 2142, those to which certificate authorities send validation mail (CA/Browser
 * Forum, Baseline Requirements 3.2.2.4.4, and older practice), and those of mail systems.
 */
const roleNames = new Set(
  `info marketing sales support abuse noc security postmaster hostmaster usenet news webmaster www uucp ftp
   admin administrator root ssladmin ssladministrator sslwebmaster sysadmin
   mailer-daemon bounces noreply no-reply`.split(/\s+/),
);

/** Whether this local part, without its tag, acts for the domain; also `-request` of a list (RFC 2142 6). */
export function isRoleName(localPart: string): boolean {
  const name = untagged(localPart);
  return roleNames.has(name) || name.endsWith("-request");
}

/** The local part without its tag. */
export function untagged(localPart: string): string {
  const plus = localPart.indexOf("+");
  return plus > 0 ? localPart.slice(0, plus) : localPart;
}
