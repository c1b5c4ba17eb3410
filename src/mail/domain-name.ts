// Domain names as callers send them and as mails write them. Names that are equal by UTS 46 (soft hyphens, full-width letters,
// U+3002 for a dot) are one name: its A-labels.
import { domainToUnicode } from "node:url";
import { invalid } from "../lib/failure.ts";
import { nameToAscii } from "../lib/urls.ts";

/**
 * A domain name as A-labels, lower case. RFC 5321 4.1.2
 * @throws Failure validation_error
 */
export function domainName(text: string): string {
  const name = nameToAscii(text.trim().toLowerCase().replace(/\.$/, ""));
  const labels = name.split(".");
  const wellFormed = labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label));
  if (labels.length < 2 || name.length > 253 || !wellFormed || /^\d+$/.test(labels.at(-1)!)) {
    throw invalid(`"${text}" is not a domain name. Send one such as agents.example.com.`);
  }
  return name;
}

/** Names that mean something on this machine or in this network only. RFC 6761, RFC 6762 */
export const privateNames = ["localhost", "local", "internal", "invalid"];

/** Whether the world may know such a name. */
export function isPublicName(host: string): boolean {
  const labels = host.split(".");
  return host.length <= 253 && labels.length > 1 && !privateNames.includes(labels.at(-1)!);
}

const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** A domain name in lower-case A-labels, or null. */
export function domainOf(text: string): string | null {
  // The converter reads URLs: other ASCII characters, such as percent signs and brackets, have a meaning for it.
  const plain = /^[\x21-\x7e]+$/.test(text);
  if (!plain && /[\x00-\x2c/:-@[-^`{-\x7f]/.test(text)) return null;
  const ascii = plain ? text.toLowerCase() : nameToAscii(text.toLowerCase());
  if (ascii === "" || ascii.length > 255) return null;
  const labels = ascii.split(".");
  if (!labels.every((part) => label.test(part))) return null;
  const last = labels.at(-1) ?? "";
  // Much software reads a name whose last label is a number as an IPv4 address.
  if (/^(?:\d+|0x[0-9a-f]*)$/.test(last)) return null;
  if (ascii.includes("xn--") && nameToAscii(ascii) !== ascii) return null;
  return ascii;
}

/** The name as it is shown: whatever else is equal to it is written the same, so that what is shown is what is judged. */
export function shownDomain(text: string): string {
  if (/^[\x00-\x7f]*$/.test(text)) return text;
  const name = domainOf(text);
  return name === null ? text : domainToUnicode(name);
}

/** The domain of an address in A-labels; in lower case where it is no domain. */
export function addressDomain(email: string): string {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  return domainOf(domain) ?? domain.toLowerCase();
}

/** Whether a name leads to this machine alone, or stands in a test: no stranger has mail there. RFC 6761 6.2, 6.3 */
export function isMachineName(name: string): boolean {
  return /(^|\.)(localhost|test)$/.test(name);
}
