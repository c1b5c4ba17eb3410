// Who a header names as the authors of its mail: whom DMARC asks about.
import { parseAddressList } from "../mail/address.ts";
import { allFields, hasRepeatedField, readMessageHeader } from "../mail/mime/headers.ts";
import { domainWord } from "../mail/trust/authentication.ts";

/** Longer headers are cut here; their signatures do not verify. */
export const maxHead = 1024 * 1024;

export interface Authors {
  addresses: string[];
  /** Their domains. */
  names: Set<string>;
  fields: number;
  /** A line of the header is no field, or a field that may occur once is repeated. */
  ambiguous: boolean;
}

/** The first three domains in From. @param head binary text */
export function authorDomains(head: string): string[] {
  return [...authorsOf(head.slice(0, maxHead)).names];
}

/** The authors in From, parsed as they are displayed. */
export function authorsOf(head: string): Authors {
  const block = readMessageHeader(head, 0);
  const fields = allFields(block.fields, "from");
  const addresses: string[] = [];
  const names = new Set<string>();
  for (const { mailbox, host } of fields.flatMap((value) => parseAddressList(value))) {
    if (host === null || mailbox === null || (host === "" && mailbox === "")) continue;
    addresses.push(host === "" ? mailbox : `${mailbox}@${host}`);
    const name = domainWord(host);
    if (name !== null && addresses.length <= 3) names.add(name);
  }
  const ambiguous = block.malformed || hasRepeatedField(block.fields);
  return { addresses: addresses.slice(0, 100), names, fields: fields.length, ambiguous };
}
