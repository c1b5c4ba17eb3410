// DECISIONS: IMAP.
import { held, type Table } from "../rows.ts";

export const imap: Table = {
  "DECISIONS IMAP": {
    "SEARCH asks an index of three-letter runs and then looks: substrings are exact": held(
      "imap/search-index.test.ts",
      "finds every text that is in a mail, and no other",
    ),
    "Flags of open folders are held in memory": held(
      "imap/flag-state.test.ts",
      "flags in memory agree with a plain map, through changes",
    ),
    "A message that another session expunged answers as before until the client is told": held(
      "imap/expunged.test.ts",
      "are fetched until the session reports EXPUNGE, and nowhere else",
    ),
    "for an hour at most": held("imap/expunged.test.ts", "outlast the janitor for an hour"),
    "SEARCH with a number beyond the mailbox finds nothing there": held(
      "imap/transcripts-search.test.ts",
      "numbers beyond the mailbox find nothing",
    ),
    "FROM, TO and CC look at the header's text and at the addresses as they are meant": held(
      "imap/transcripts-search.test.ts",
      "addresses are found as they are meant",
    ),
    "CHILDINFO is for names that are not selected themselves; NOTIFY's STATUS has HIGHESTMODSEQ": held(
      "imap/transcripts-search.test.ts",
      "NOTIFY tells where CONDSTORE stands",
    ),
    "INTERNALDATE is UTC": held(
      "imap/transcripts-mailboxes.test.ts",
      "dates, and messages that are not stored",
    ),
    "Bodies that are kept in the blob store are streamed": held(
      "store/blobs/large-mail.test.ts",
      "any range of a large mail equals that range of the mail in memory",
    ),
  },
};
