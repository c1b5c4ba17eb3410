// The Authentication-Results field of a received mail (RFC 8601), and the removal of forged fields in our name (RFC 8601 5). The raw
// bytes are not changed: the displayed form records both.

import type { DisplayedForm } from "../displayed-form.ts";
import { addressDomain } from "../domain-name.ts";
import { decodeWords } from "../mime/encoded-words.ts";
import { blankBytes } from "../mime/headers.ts";
import { type AuthenticationResults, type DmarcReading, domainWord } from "./authentication.ts";

/**
 * @param head the raw mail up to and with its first empty line, binary text
 * @returns null when the mail is displayed as it is
 */
export function displayedForm(head: string, found: Results): DisplayedForm | null {
  const { authservId, authentication } = found;
  // An empty line behind our field would end the header.
  const blank = blankBytes(head);
  const cuts = [...(blank > 0 ? [0, blank] : []), ...forgedFields(head, authservId)];
  if (authentication === null && cuts.length === 0) return null;
  return { prefix: authentication === null ? "" : resultsField(found, authentication), cuts };
}

/**
 * The form of a mail between addresses of this service: with the fields that it would have had on its way.
 * @param own.trace fields above the results; @param own.signatures signature fields, below them
 */
export function ownForm(
  head: string,
  found: Results,
  { trace, signatures }: { trace: string; signatures: string },
): DisplayedForm {
  const { prefix, cuts } = displayedForm(head, found) ?? { prefix: "", cuts: [] };
  return { prefix: `${trace}${prefix}${signatures}`, cuts };
}

/**
 * Fields of the last step of delivery, ASCII, whole lines; one whose address has other letters is left out. RFC 5321 4.4,
 * RFC 9228
 * @param of.from envelope sender; "" for the null sender @param of.date the value of a Date field
 */
export function deliveryTrace(of: {
  hostname: string;
  messageId: string;
  from: string;
  recipient: string;
  date: string;
}): string {
  const to = asciiAddress(of.recipient);
  const from = of.from === "" ? "" : asciiAddress(of.from);
  return [
    ...(from === null ? [] : [`Return-Path: <${from}>`]),
    ...(to === null ? [] : [`Delivered-To: ${to}`]),
    `Received: by ${of.hostname} id ${of.messageId}`,
    `\t${to === null ? "" : `for <${to}>`}; ${of.date}`,
    "",
  ].join("\r\n");
}

/** An address with its domain in A-labels; null when it is none, or has letters beyond ASCII or quotes. */
function asciiAddress(email: string): string | null {
  const local = email.slice(0, email.lastIndexOf("@"));
  const domain = domainWord(addressDomain(email));
  return domain !== null && /^[\w!#$%&'*+/=?^`{|}~.-]{1,64}$/.test(local) ? `${local}@${domain}` : null;
}

export interface Results {
  /** Our authserv-id. */
  authservId: string;
  /** Null: nothing was checked, no field is added. */
  authentication: AuthenticationResults | null;
  /** Address of From. */
  from: string;
  /** The envelope sender was null: SPF is about HELO. */
  nullSender: boolean;
}

function resultsField(found: Results, authentication: AuthenticationResults): string {
  return `Authentication-Results: ${resultsValue(found, authentication)}\r\n`;
}

/** The value of the field, folded: the authserv-id and a result a line. RFC 8601 2.2 */
export function resultsValue(
  { authservId, from, nullSender }: Omit<Results, "authentication">,
  {
    spf,
    dkim,
    dmarc,
    arc,
    authenticated_here: isOwn,
  }: Pick<AuthenticationResults, "spf" | "dkim" | "dmarc" | "arc" | "authenticated_here">,
): string {
  const methods: string[] = [];
  // RFC 8601 2.7.4
  if (isOwn) methods.push(`auth=pass${property("smtp.auth", asciiAddress(from))}`);
  if (spf)
    methods.push(`spf=${spf.result}${property(nullSender ? "smtp.helo" : "smtp.mailfrom", spf.domain)}`);
  for (const { result, domain, selector, algorithm } of dkim) {
    const of = [
      property("header.d", domain),
      property("header.s", selector),
      property("header.a", algorithm),
    ];
    methods.push(`dkim=${result}${of.join("")}`);
  }
  if (dmarc) {
    const author = domainWord(addressDomain(from));
    methods.push(
      `dmarc=${dmarc.result}${bothReadings(dmarc)}${property("header.from", author)}${property("policy.dmarc", dmarc.policy)}`,
    );
  }
  if (arc) methods.push(`arc=${arc.result}`);
  const lines = methods.length === 0 ? ["none"] : methods;
  return `${authservId};\r\n\t${lines.join(";\r\n\t")}`;
}

/** A comment where the two DMARC methods differ. RFC 8601 2.2 */
function bothReadings({ readings }: NonNullable<AuthenticationResults["dmarc"]>): string {
  if (!readings) return "";
  const said = ({ result, policy }: DmarcReading) => (policy === null ? result : `${result} p=${policy}`);
  return ` (tree walk: ${said(readings.tree_walk)}, public suffix list: ${said(readings.public_suffix)})`;
}

/** Values are names and words: none needs quoting. */
function property(name: string, value: string | null): string {
  return value === null ? "" : ` ${name}=${value}`;
}

const resultsName = /^authentication-results[ \t]*(?:\r\n[ \t]+)*:/gim;

/** Fields in our name anywhere before the first empty line. */
function forgedFields(head: string, authservId: string): number[] {
  const cuts: number[] = [];
  resultsName.lastIndex = 0;
  for (let match = resultsName.exec(head); match !== null; match = resultsName.exec(head)) {
    const end = fieldEnd(head, match.index);
    const value = head.slice(match.index + match[0].length, end);
    if (claimsName(value, authservId.toLowerCase())) cuts.push(match.index, end);
    resultsName.lastIndex = end;
  }
  return cuts;
}

/** Behind the field's last line. */
function fieldEnd(head: string, start: number): number {
  let at = start;
  do {
    const newline = head.indexOf("\n", at);
    if (newline < 0) return head.length;
    at = newline + 1;
  } while (head[at] === " " || head[at] === "\t");
  return at;
}

/** Characters of a name that are looked at. */
const maxName = 1000;

/**
 * Whether a field says to be ours to anybody who reads it, strictly or not: our name is a word of what stands before its first
 * semicolon, whatever stands beside it. RFC 8601 2.2, 5
 */
function claimsName(value: string, own: string): boolean {
  const id = namePart(value);
  for (let at = id.indexOf(own); at >= 0; at = id.indexOf(own, at + 1))
    if (
      !/[\w.-]/.test(id[at - 1] ?? "") &&
      !/^(?:\.?[\w-])/.test(id.slice(at + own.length, at + own.length + 2))
    )
      return true;
  return false;
}

/** The words before the first semicolon that is behind any: without comments and quotes, decoded, in plain letters. */
function namePart(value: string): string {
  let text = "";
  let depth = 0;
  for (let at = 0; at < value.length && text.length < maxName; at++) {
    const char = value[at]!;
    if (char === "\\") at++;
    else if (char === "(") depth++;
    else if (char === ")" && depth > 0) depth--;
    if (depth > 0 || char === ")" || char === '"') continue;
    if (char === ";" && text.trim() !== "") break;
    text += char === "\\" ? (value[at] ?? "") : char === ";" ? " " : char;
  }
  return decodeWords(text)
    .normalize("NFKC")
    .replace(/[\u3002\uff61]/g, ".")
    .replace(/[^\S ]/g, " ")
    .replace(/[\p{Cc}\p{Cf}\p{Mn}]/gu, "")
    .toLowerCase();
}
