// Selects fields of a header without change of order, spelling or folding. RFC 9051 6.4.5.1 HEADER.FIELDS
import { latin1 } from "./charset.ts";

/**
 * Header fields that mail programs request to list mails, in lower case. Stored beside each mail, so that a
 * list reads no raw mail.
 */
const listed: ReadonlySet<string> = new Set(
  `from sender reply-to to cc bcc subject date message-id in-reply-to references mime-version content-type
   content-transfer-encoding content-description lines newsgroups importance priority x-priority x-label x-original-to
   list-id list-post list-subscribe list-unsubscribe`.split(/\s+/),
);
const maxListed = 4096;

/** Whether the listed fields answer for all these. @param names lower case */
export function areListed(names: ReadonlySet<string>): boolean {
  return names.isSubsetOf(listed);
}

/** Octets of a header that is looked through at once. */
const maxLookedThrough = 1024 * 1024;

/** The listed fields of a header, which may be none; null where they, or the header, are long. */
export function listedFields(header: Uint8Array): Uint8Array | null {
  if (header.length > maxLookedThrough) return null;
  const fields = filterHeader(header, (name) => listed.has(name));
  return fields.length <= maxListed ? fields : null;
}

/**
 * @param header the octets of a header block
 * @param keep asked with each field's name in lower case
 * @returns the kept fields and the empty line that ends a header
 */
export function filterHeader(header: Uint8Array, keep: (name: string) => boolean): Uint8Array {
  return Buffer.from(filterHeaderText(latin1(header), keep), "latin1");
}

/** As `filterHeader`, in binary text: one character an octet. */
export function filterHeaderText(text: string, keep: (name: string) => boolean): string {
  let kept = "";
  let keeping = false;
  // The first one from the line on: each is looked for once.
  let colon = text.indexOf(":");
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf("\n", at);
    const next = newline < 0 ? text.length : newline + 1;
    const first = text.charCodeAt(at);
    if (first === 0x0a || (first === 0x0d && next - at <= 2)) break;
    if (first !== 0x20 && first !== 0x09) {
      if (colon >= 0 && colon < at) colon = text.indexOf(":", at);
      const name = colon < 0 || colon >= next ? null : nameOf(text.slice(at, colon));
      keeping = name !== null && keep(name);
    }
    if (keeping) {
      kept += text.slice(at, next);
      // A last field without its line end would run into the empty line.
      if (newline < 0) kept += "\r\n";
    }
    at = next;
  }
  return `${kept}\r\n`;
}

/** Names as mails write them, to what `nameOf` says of them: the same few stand in all mails. */
const known = new Map<string, string | null>();
const maxKnown = 1000;
const maxKnownCharacters = 40;

/** Lower case; null when it is no field's name. RFC 5322 2.2, 4.5.8 (blanks before the colon) */
function nameOf(written: string): string | null {
  const before = known.get(written);
  if (before !== undefined) return before;
  const trimmed = written.trimEnd();
  const name = /^[!-9;-~]+$/.test(trimmed) ? trimmed.toLowerCase() : null;
  // A copy, for the text is a piece of a header and would keep all of it.
  if (known.size < maxKnown && written.length <= maxKnownCharacters)
    known.set(Buffer.from(written, "latin1").toString("latin1"), name);
  return name;
}
