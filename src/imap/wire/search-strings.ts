// The charset of a SEARCH program. RFC 9051 6.4.4: without one, strings are UTF-8; US-ASCII and UTF-8 are required,
// any charset that the platform decodes is accepted, and all others are refused with BADCHARSET.

import { bad, WireFailure } from "./failure.ts";
import { utf8Text } from "./scanner.ts";

export type StringDecoder = (bytes: Uint8Array) => string;

const latin1 = new TextDecoder("windows-1252");

/** The charsets that BADCHARSET names; others work too. */
const announcedCharsets = ["UTF-8", "US-ASCII"];

/**
 * No charset given. Clients of IMAP4rev1 that send ISO 8859-1 without saying so exist; a string that is not UTF-8 is
 * read as that, except where the session has agreed on UTF-8.
 */
export function unnamedCharset(utf8Only: boolean): StringDecoder {
  if (utf8Only) return utf8Text;
  return (bytes) => {
    try {
      return utf8Text(bytes);
    } catch {
      return latin1.decode(bytes).replaceAll("\0", "");
    }
  };
}

/**
 * @param saves the search has SAVE
 * @throws WireFailure NO BADCHARSET
 */
export function namedCharset(charset: string, saves: boolean): StringDecoder {
  const name = charset.toLowerCase();
  if (name === "utf-8" || name === "us-ascii") return utf8Text;
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(name as "utf-8", { fatal: true });
  } catch {
    throw new WireFailure("This charset is not known", {
      status: "NO",
      code: `BADCHARSET (${announcedCharsets.join(" ")})`,
      clearsSaved: saves,
    });
  }
  return (bytes) => {
    try {
      return decoder.decode(bytes).replaceAll("\0", "");
    } catch {
      throw bad("A search string is not valid in the charset named");
    }
  };
}
