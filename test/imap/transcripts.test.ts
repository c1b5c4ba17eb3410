// Conversations about messages, word for word; see test/support/imap/transcript.ts.
import { test } from "bun:test";
import { eachApp } from "../support/app/app.ts";
import { play } from "../support/imap/transcript.ts";

const env = { IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" };

eachApp(
  "IMAP, word for word",
  (t) => {
    test("STORE, and the responses to other sessions", () =>
      play(
        t,
        String.raw`
a> MAIL one
a> MAIL two
a> MAIL three
a> MAIL four
a> SELECT box
   * 4 EXISTS
   * 4 RECENT
   * OK [UNSEEN 1] ...
   OK [READ-WRITE] Opened
b> SELECT box
   * 4 EXISTS
   * 0 RECENT
   * OK [UNSEEN 1] ...
   OK [READ-WRITE] Opened
a> STORE 1 FLAGS (\Seen)
   * 1 FETCH (FLAGS (\Seen \Recent))
   OK Done
a> STORE 1 +FLAGS (key1 Key2)
   * FLAGS (\Answered \Flagged \Deleted \Seen \Draft key1 Key2)
   * 1 FETCH (FLAGS (\Seen key1 Key2 \Recent))
   OK Done
a> STORE 1 +FLAGS (KEY1)
   * 1 FETCH (FLAGS (\Seen key1 Key2 \Recent))
   OK Done
a> STORE 2 -FLAGS (\Seen)
   * 2 FETCH (FLAGS (\Recent))
   OK Done
a> STORE 2:3 +FLAGS.SILENT (\Deleted)
   OK Done
a> STORE 1:9 +FLAGS (\Seen)
   BAD A message number is not there
a> UID STORE 99 +FLAGS (\Seen)
   OK Done
a> UID STORE 99:* +FLAGS (\Flagged)
   * 4 FETCH (UID 4 FLAGS (\Flagged \Recent))
   OK Done
a> STORE 1 +FLAGS (\Recent)
   BAD Only ...
b> NOOP
   * FLAGS (\Answered \Flagged \Deleted \Seen \Draft key1 Key2)
   * 1 FETCH (FLAGS (\Seen key1 Key2))
   * 2 FETCH (FLAGS (\Deleted))
   * 3 FETCH (FLAGS (\Deleted))
   * 4 FETCH (FLAGS (\Flagged))
   OK Done
b> NOOP
   OK Done
a> STORE 4 -FLAGS.SILENT (\Answered)
   OK Done
b> NOOP
   OK Done`,
      ));

    test("EXPUNGE is reported only when message numbers are not in use", () =>
      play(
        t,
        String.raw`
a> MAIL one
a> MAIL two
a> MAIL three
a> MAIL four
a> SELECT box
b> SELECT box
a> STORE 2:3 +FLAGS.SILENT (\Deleted)
a> EXPUNGE
   * 2 EXPUNGE
   * 2 EXPUNGE
   * 2 RECENT
   OK Done
b> FETCH 1:4 (UID FLAGS)
   * 1 FETCH (UID 1 FLAGS ())
   * 2 FETCH (UID 2 FLAGS (\Deleted))
   * 3 FETCH (UID 3 FLAGS (\Deleted))
   * 4 FETCH (UID 4 FLAGS ())
   OK Done
b> FETCH 2 (BODY.PEEK[TEXT])
   * 2 FETCH (BODY[TEXT] {14}~This is two.~)
   OK Done
b> FETCH 1:4 (UID INTERNALDATE)
   * 1 FETCH (UID 1 INTERNALDATE ...)
   * 2 FETCH (UID 2 INTERNALDATE ...)
   * 3 FETCH (UID 3 INTERNALDATE ...)
   * 4 FETCH (UID 4 INTERNALDATE ...)
   OK Done
b> STORE 2 +FLAGS (\Seen)
   * 2 FETCH (FLAGS (\Deleted \Seen))
   OK [EXPUNGEISSUED] ...
b> STORE 2:4 +FLAGS (\Answered kept)
   * FLAGS (\Answered \Flagged \Deleted \Seen \Draft kept)
   * 4 FETCH (FLAGS (\Answered kept))
   * 2 FETCH (FLAGS (\Deleted \Seen \Answered kept))
   * 3 FETCH (FLAGS (\Deleted \Answered kept))
   OK [EXPUNGEISSUED] ...
b> STORE 2 FLAGS.SILENT (\Flagged)
   OK [EXPUNGEISSUED] ...
b> FETCH 2:3 FLAGS
   * 2 FETCH (FLAGS (\Flagged))
   * 3 FETCH (FLAGS (\Deleted \Answered kept))
   OK Done
b> SEARCH ALL
   * SEARCH 1 4
   OK Done
b> UID SEARCH ALL
   * SEARCH 1 4
   * 2 EXPUNGE
   * 2 EXPUNGE
   OK Done
b> UID FETCH 1:* FLAGS
   * 1 FETCH (UID 1 FLAGS ())
   * 2 FETCH (UID 4 FLAGS (\Answered kept))
   OK Done
b> STORE 2 -FLAGS.SILENT (kept)
   OK Done
a> EXAMINE box
   * 2 EXISTS
   * 0 RECENT
   * OK [UNSEEN 1] ...
   OK [READ-ONLY] Opened to read
a> STORE 1 +FLAGS (\Seen)
   NO [READ-ONLY] ...
a> EXPUNGE
   NO [READ-ONLY] ...
a> FETCH 1 (BODY[TEXT])
   * 1 FETCH (BODY[TEXT] {14}~This is one.~)
   OK Done
a> SELECT nowhere
   NO [NONEXISTENT] ...
a> FETCH 1 FLAGS
   BAD Select a mailbox first
b> STORE 1:* +FLAGS.SILENT (\Deleted)
b> UID EXPUNGE 1
   * 1 EXPUNGE
   OK Done
b> CLOSE
   OK Done
b> STATUS box (MESSAGES UIDNEXT)
   * STATUS "box" (MESSAGES 0 UIDNEXT 5)
   OK Done`,
      ));

    test("a keyword is named before it is shown, also of a message that is gone", () =>
      play(
        t,
        String.raw`
a> MAIL one
a> MAIL two
a> SELECT box
b> SELECT box
a> STORE 1 +FLAGS.SILENT (\Deleted last)
a> EXPUNGE
   * 1 EXPUNGE
   * 1 RECENT
   OK Done
b> FETCH 1:2 FLAGS
   * FLAGS (\Answered \Flagged \Deleted \Seen \Draft last)
   * 1 FETCH (FLAGS (\Deleted last))
   * 2 FETCH (FLAGS ())
   OK Done`,
      ));

    test("COPY, MOVE and their UIDs", () =>
      play(
        t,
        String.raw`
a> MAIL one
a> MAIL two
a> SELECT box
a> STORE 1 +FLAGS (\Flagged tag)
a> COPY 1:2 nowhere
   NO [TRYCREATE] ...
a> COPY 1:2 Archive
   OK [COPYUID ... 1:2 1:2] Done
a> COPY 9 Archive
   BAD ...
a> UID COPY 9 Archive
   OK Done
a> MOVE 1 box
   * OK [COPYUID ... 1 3] Moved
   * 1 EXPUNGE
   * 2 EXISTS
   * 2 RECENT
   OK Done
a> FETCH 2 (UID FLAGS)
   * 2 FETCH (UID 3 FLAGS (\Flagged tag \Recent))
   OK Done
a> UID MOVE 9 Archive
   OK Done
a> MOVE 1:2 Archive
   * OK [COPYUID ... 2:3 3:4] Moved
   * 1 EXPUNGE
   * 1 EXPUNGE
   * 0 RECENT
   OK Done
a> STATUS Archive (MESSAGES UNSEEN)
   * STATUS "Archive" (MESSAGES 4 UNSEEN 4)
   OK Done`,
      ));

    test("parts of a nested mail", () =>
      play(
        t,
        `
a> MAIL nested
a> SELECT box
a> FETCH 1 BODYSTRUCTURE
   * 1 FETCH (BODYSTRUCTURE (("text" "x-own" ("charset" "us-ascii") NIL NIL "7bit" 7 1 NIL NIL NIL NIL)("message" "rfc822" NIL NIL NIL "7bit" 247 (NIL "submsg" ((NIL NIL "sub" "domain.example")) ((NIL NIL "sub" "domain.example")) ((NIL NIL "sub" "domain.example")) NIL NIL NIL NIL NIL) (("text" "html" ("charset" "us-ascii") NIL NIL "7bit" 9 0 NIL NIL NIL NIL)("text" "plain" ("charset" "us-ascii") NIL NIL "quoted-printable" 13 1 NIL NIL NIL NIL) "alternative" ("boundary" "sub") NIL NIL NIL) 15 NIL NIL NIL NIL) "mixed" ("boundary" "foo bar") NIL NIL NIL))
   OK Done
a> FETCH 1 (BODY.PEEK[1] BODY.PEEK[1.MIME] BODY.PEEK[2.MIME] BODY.PEEK[2.HEADER])
   * 1 FETCH (BODY[1] {7}~hello~ BODY[1.MIME] {46}~Content-Type: text/x-own; charset=us-ascii~~ BODY[2.MIME] {32}~Content-Type: message/rfc822~~ BODY[2.HEADER] {98}~From: sub@domain.example~Subject: submsg~Content-Type: multipart/alternative; boundary="sub"~~)
   OK Done
a> FETCH 1 (BODY.PEEK[2.1] BODY.PEEK[2.2.MIME] BODY.PEEK[2.2] BODY.PEEK[2.3] BODY.PEEK[1.1] BODY.PEEK[3])
   * 1 FETCH (BODY[2.1] {9}~<p>Hi</p> BODY[2.2.MIME] {73}~Content-Type: text/plain~Content-Transfer-Encoding: quoted-printable~~ BODY[2.2] {13}~soft=~ break BODY[2.3] NIL BODY[1.1] NIL BODY[3] NIL)
   OK Done
a> FETCH 1 (BODY.PEEK[2.HEADER.FIELDS (SUBJECT)] BODY.PEEK[2.HEADER.FIELDS.NOT (SUBJECT)])
   * 1 FETCH (BODY[2.HEADER.FIELDS (SUBJECT)] {19}~Subject: submsg~~ BODY[2.HEADER.FIELDS.NOT (SUBJECT)] {81}~From: sub@domain.example~Content-Type: multipart/alternative; boundary="sub"~~)
   OK Done
a> FETCH 1 (BINARY.PEEK[2.2] BINARY.SIZE[2.2] BINARY.PEEK[2.2]<3.4>)
   * 1 FETCH (BINARY[2.2] {10}~soft break BINARY.SIZE[2.2] 10 BINARY[2.2]<3> {4}~t br)
   OK Done
a> FETCH 1 (BODY.PEEK[1]<3.100> BODY.PEEK[1]<50.10>)
   * 1 FETCH (BODY[1]<3> {4}~lo~ BODY[1]<50> "")
   OK Done
a> FETCH 1 (RFC822.SIZE RFC822.HEADER)
   * 1 FETCH (RFC822.SIZE ... RFC822.HEADER {138}~From: user@domain.example~Date: Sat, 24 Mar 2007 23:00:00 +0200~Mime-Version: 1.0~Content-Type: multipart/mixed; boundary="foo bar"~~)
   OK Done
a> FETCH 1 BODY.PEEK[MIME]
   BAD ...
a> FETCH 1 (FLAGS FAST)
   BAD ...`,
      ));

    test("SEARCH in all its forms", () =>
      play(
        t,
        `
a> MAIL hello
a> MAIL nested
a> MAIL world
a> SELECT box
a> SEARCH OR (SUBJECT hello) (SUBJECT world) NOT DELETED
   * SEARCH 1 3
   OK Done
a> SEARCH OR OR FROM user BODY "is hel" TEXT "Subject: wor"
   * SEARCH 1 2 3
   OK Done
a> SEARCH NOT BODY hello NOT TEXT world
   * SEARCH
   OK Done
a> SEARCH BODY ello NOT BODY submsg
   * SEARCH 1
   OK Done
a> SEARCH TEXT "text/HTML"
   * SEARCH 2
   OK Done
a> SEARCH HEADER Subject "" UNSEEN
   * SEARCH 1 3
   OK Done
a> SEARCH SENTON 24-Mar-2007
   * SEARCH 2
   OK Done
a> SEARCH NOT SENTBEFORE 25-Mar-2007
   * SEARCH 1 3
   OK Done
a> SEARCH 9
   * SEARCH
   OK Done
a> SEARCH UID 9:*
   * SEARCH 3
   OK Done
a> SEARCH CHARSET x-none SUBJECT x
   NO [BADCHARSET (UTF-8 US-ASCII)] ...
a> SEARCH RETURN (MIN MAX COUNT ALL) SUBJECT nothing
   * ESEARCH (TAG ...) COUNT 0
   OK Done
a> SEARCH RETURN (PARTIAL 2:3) ALL
   * ESEARCH (TAG ...) PARTIAL (2:3 2:3)
   OK Done
a> UID SEARCH RETURN (PARTIAL -1:-1) ALL
   * ESEARCH (TAG ...) UID PARTIAL (-1:-1 3)
   OK Done
a> SORT RETURN (MIN MAX COUNT ALL) (REVERSE SUBJECT) UTF-8 ALL
   * ESEARCH (TAG ...) MIN 3 MAX 2 COUNT 3 ALL 3,1:2
   OK Done
a> SORT (REVERSE DATE) US-ASCII ALL
   * SORT 1 3 2
   OK Done
a> THREAD REFERENCES UTF-8 SUBJECT nothing
   * THREAD
   OK Done`,
      ));
  },
  { env },
);
