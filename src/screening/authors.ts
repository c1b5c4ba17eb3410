// The authors that a mail claims: all addresses of From, however programs may read it; without any, the one
// that we show instead. DMARC asks about each of them. RFC 5322 3.6.2, RFC 9989 5.3.1

import { mailboxesOf, parseAddressList } from "../mail/address.ts";
import { domainOf } from "../mail/domain-name.ts";
import { decodeWords } from "../mail/mime/encoded-words.ts";
import { allFields, type HeaderField, maxHeaderBytes, readMessageHeader } from "../mail/mime/headers.ts";
import { withoutQuoted } from "../mail/mime/quoted-strings.ts";

/** Also full-width or small. */
const atSign = /[@\uff20\ufe6b]/;

/** Domains of one mail that are judged. */
const maxDomains = 10;

/** Octets of From fields that are read, and of Sender. */
const maxAuthorBytes = 64 * 1024;

export interface Authors {
  /** Their domains in A-labels, each once; at most ten. */
  domains: string[];
  /** One field From, that names addresses of one domain and nothing else: only such an author can be proven. */
  isSingle: boolean;
  /**
   * An author is named whose domain nobody can judge, or more domains than are judged; or no domain at all, and the mail is no
   * notice; or authors may stand where nobody reads them.
   */
  isUnreadable: boolean;
  /** From fields. */
  fields: number;
  /** A line of the header is no field. */
  isMalformed: boolean;
  /** Header fields in their order. */
  header: readonly HeaderField[];
}

/**
 * @param head binary text
 * @param envelopeFrom shown as the author where neither From nor Sender names one
 */
export function authorsOf(head: string, envelopeFrom: string): Authors {
  const block = readMessageHeader(head.slice(0, maxHeaderBytes), 0);
  const written = allFields(block.fields, "from");
  const values = beginningOf(written);
  const senders = allFields(block.fields, "sender");
  const [sender = null] = beginningOf(senders);
  const isCut = block.isCut || head.length > maxHeaderBytes || isLong(written) || isLong(senders);
  const from = values.map((value) => mailboxesOf(parseAddressList(value)));
  const named = from.flat().map(({ email, name }) => email || (name ?? ""));
  // The first field is shown; where it names nobody, Sender and then the envelope are: see `readHead`.
  const emails = from[0]?.length ? named : [...named, shownInstead(sender, envelopeFrom)];
  const hosts = new Set(emails.flatMap(hostsOf));
  const names = [...hosts].map(domainOf);
  const domains = [...new Set(names.filter((name) => name !== null))];
  const isUnreadable =
    isCut ||
    names.includes(null) ||
    domains.length > maxDomains ||
    (domains.length === 0 && (envelopeFrom !== "" || values.some(hasAtSign)));
  return {
    domains: domains.slice(0, maxDomains),
    isSingle: from.length === 1 && from[0]!.length > 0 && domains.length === 1 && !isUnreadable,
    isUnreadable,
    fields: written.length,
    isMalformed: block.malformed,
    header: block.fields,
  };
}

function isLong(values: readonly string[]): boolean {
  return values.reduce((sum, { length }) => sum + length, 0) > maxAuthorBytes;
}

/** The first octets of them all. */
function beginningOf(values: readonly string[]): string[] {
  if (!isLong(values)) return [...values];
  let left = maxAuthorBytes;
  return values.flatMap((value) => {
    const piece = value.slice(0, left);
    left -= piece.length;
    return piece === "" ? [] : [piece];
  });
}

/** An address may stand there for other programs, such as in a comment that does not end. */
function hasAtSign(value: string): boolean {
  return atSign.test(decodeWords(value));
}

function shownInstead(sender: string | null, envelopeFrom: string): string {
  return (sender === null ? undefined : mailboxesOf(parseAddressList(sender))[0]?.email) ?? envelopeFrom;
}

/**
 * Return the hosts behind each unquoted at sign of an address (also a full-width or small one): programs
 * differ about which counts.
 */
function hostsOf(email: string): string[] {
  const [, ...hosts] = withoutQuoted(email, "").split(atSign);
  return hosts.map((host) => host.replace(/\.$/, ""));
}
