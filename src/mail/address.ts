// Addresses of the envelope and of REST: RFC 5321 Mailbox with SMTPUTF8 and IDN, read strictly. Header fields are read
// tolerantly, by mail/mime/address-list.ts.

import { domainOf } from "./domain-name.ts";

export { domainOf } from "./domain-name.ts";
export { type AddressEntry, type Mailbox, mailboxesOf, parseAddressList } from "./mime/address-list.ts";

const dotAtom =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~\x80-\u{10ffff}-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~\x80-\u{10ffff}-]+)*$/u;
const forbidden = /[\x00-\x1f\x7f\x80-\x9f\u2028\u2029\ufeff\ufffd]/;

/**
 * The parts of an envelope or REST address; null when it is invalid. The local part is quoted only where it needs quotes; the domain in lower-case A-labels. No address literals. RFC 5321 4.1.2, 4.5.3.1, RFC 6531 3.3
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
  // Quoted and unquoted it is the same mailbox. RFC 5321 4.1.2
  return dotAtom.test(content) ? content : `"${content.replace(/["\\]/g, "\\$&")}"`;
}

/** The form in which equal addresses are the same text: lower case, NFC, A-labels. Null when `text` is no address. */
export function canonicalAddress(text: string): string | null {
  const address = parseAddress(text);
  return address === null ? null : `${address.localPart.normalize("NFC").toLowerCase()}@${address.domain}`;
}

/** The address without its tag, as mail to it arrives in the same mailbox; itself where it has none. @param email canonical */
export function withoutTag(email: string): string {
  const at = email.lastIndexOf("@");
  const quoted = email.startsWith('"');
  const local = quoted ? email.slice(1, at - 1) : email.slice(0, at);
  const plus = local.indexOf("+");
  if (plus < 1) return email;
  const base = local.slice(0, plus);
  return canonicalAddress(`${quoted ? `"${base}"` : base}${email.slice(at)}`) ?? email;
}
