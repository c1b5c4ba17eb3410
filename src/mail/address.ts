// Addresses as the envelope and REST know them: RFC 5321 Mailbox with SMTPUTF8 and IDN, read strictly. Header fields are
// read by mail/mime/address-list.ts, which forgives.

import { domainToASCII } from "node:url";

export { type AddressEntry, type Mailbox, mailboxesOf, parseAddressList } from "./mime/address-list.ts";

const dotAtom =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~\x80-\u{10ffff}-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~\x80-\u{10ffff}-]+)*$/u;
const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const forbidden = /[\x00-\x1f\x7f\x80-\x9f\u2028\u2029\ufeff\ufffd]/;

/**
 * An envelope or REST address to its parts, or null when it is none. The local part comes back unquoted where quotes
 * are not needed, else quoted; the domain in lower-case A-labels. No address literals. RFC 5321 4.1.2, 4.5.3.1, RFC 6531 3.3
 */
export function parseAddress(text: string): { localPart: string; domain: string } | null {
  if (text.length > 1000 || forbidden.test(text) || !text.isWellFormed()) return null;
  const at = text.lastIndexOf("@");
  if (at < 1) return null;
  const localPart = localPartOf(text.slice(0, at));
  const domain = domainOf(text.slice(at + 1));
  if (localPart === null || domain === null) return null;
  if (Buffer.byteLength(localPart) > 64 || domain.length > 255) return null;
  return { localPart, domain };
}

function localPartOf(text: string): string | null {
  if (!text.startsWith('"')) return dotAtom.test(text) ? text : null;
  if (text.length < 3 || !text.endsWith('"')) return null;
  let content = "";
  for (let i = 1; i < text.length - 1; i++) {
    let char = text[i] ?? "";
    if (char === '"') return null;
    if (char === "\\") {
      i++;
      char = text[i] ?? "";
      if (i >= text.length - 1) return null;
    }
    content += char;
  }
  // RFC 5321 4.1.2: the same mailbox, whether quoted or not.
  return dotAtom.test(content) ? content : `"${content.replace(/["\\]/g, "\\$&")}"`;
}

/** A domain name in lower-case A-labels, or null. */
export function domainOf(text: string): string | null {
  // ASCII signs other than these would mean something to the converter, which reads URLs: percent signs, brackets.
  const plain = /^[\x21-\x7e]+$/.test(text);
  if (!plain && /[\x00-\x2c/:-@[-^`{-\x7f]/.test(text)) return null;
  const ascii = plain ? text.toLowerCase() : domainToASCII(text.toLowerCase());
  if (ascii === "" || ascii.length > 255) return null;
  const labels = ascii.split(".");
  if (!labels.every((part) => label.test(part))) return null;
  const last = labels.at(-1) ?? "";
  // A number at the end makes an IPv4 address of it for half the world's software.
  if (/^(?:\d+|0x[0-9a-f]*)$/.test(last)) return null;
  if (ascii.includes("xn--") && domainToASCII(ascii) !== ascii) return null;
  return ascii;
}

/** The form under which two addresses are the same, or null when `text` is no address: lower case, NFC, A-labels. */
export function canonicalAddress(text: string): string | null {
  const address = parseAddress(text);
  return address === null ? null : `${address.localPart.normalize("NFC").toLowerCase()}@${address.domain}`;
}
