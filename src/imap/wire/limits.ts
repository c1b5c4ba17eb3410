// Limits of the parser's memory and work. Every bound is checked before memory is taken.

export interface WireLimits {
  /** Bytes of one command's text, literals apart. RFC 9051 4 asks for 8192 at least. */
  line: number;
  /** Bytes of one literal that is held in memory (mailbox names, search strings, passwords). */
  literal: number;
  /** Bytes of one command, text and held literals together. */
  command: number;
  /** Bytes of one APPEND literal, which is streamed and never held. RFC 7889 */
  message: number;
  /** Bytes of a refused command that are read and dropped before the connection is given up. RFC 7888 4 */
  swallow: number;
  /** Bytes pushed and not yet read above which `push` asks for a pause; four times that is fatal. */
  pending: number;
  /** Depth of parentheses, NOT, OR and FUZZY in a search program. */
  searchDepth: number;
  /** Search keys in one program. */
  searchKeys: number;
  /** Entries of any other list: flags, fetch items, header fields, patterns, messages of one APPEND, ... */
  listItems: number;
  /** Ranges in one sequence set, as written. */
  setRanges: number;
  /** Bytes of a mailbox name in UTF-8. */
  mailboxName: number;
}

/** For a client that has logged in. */
export const authenticatedLimits: WireLimits = {
  line: 64 * 1024,
  literal: 64 * 1024,
  command: 256 * 1024,
  message: 50 * 1024 * 1024,
  swallow: 128 * 1024 * 1024,
  pending: 256 * 1024,
  searchDepth: 32,
  searchKeys: 1000,
  listItems: 1000,
  setRanges: 16_384,
  mailboxName: 1000,
};

/** For a client that has not: the longest ID command, with quotes and backslashes. RFC 2971 3.3 */
export const greetingLimits: WireLimits = {
  ...authenticatedLimits,
  line: 64 * 1024,
  literal: 4 * 1024,
  command: 64 * 1024,
  message: 0,
  swallow: 64 * 1024,
  pending: 64 * 1024,
};

/** Extensions that the session has enabled and that change how bytes are read. */
export interface ParseMode {
  /** ENABLE IMAP4rev2: names are UTF-8, RFC 9051 5.1 */
  rev2: boolean;
  /** ENABLE UTF8=ACCEPT: names are UTF-8 and SEARCH takes no CHARSET, RFC 6855 3 */
  utf8Accept: boolean;
}

export const rev1Mode: ParseMode = { rev2: false, utf8Accept: false };
