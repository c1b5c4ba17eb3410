// Transcripts: saved results, orders, threads, URLs, envelopes, and IMAP4rev2 before it is enabled.
import { test } from "bun:test";
import { eachApp } from "../support/app/app.ts";
import { play } from "../support/imap/transcript.ts";

const env = { IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" };

eachApp(
  "IMAP results",
  (t) => {
    // RFC 5182 2
    test("saved results", () =>
      play(
        t,
        String.raw`
a> MAIL one
a> MAIL two
a> MAIL three
a> SELECT box
a> SEARCH $
   * SEARCH
   OK Done
a> SEARCH RETURN (SAVE) 1:2
   OK Done
a> FETCH $ UID
   * 1 FETCH (UID 1)
   * 2 FETCH (UID 2)
   OK Done
a> UID SEARCH $ SUBJECT two
   * SEARCH 2
   OK Done
a> SEARCH RETURN (SAVE) NOSUCHKEY
   BAD ...
a> SEARCH RETURN (SAVE MIN COUNT) $
   * ESEARCH (TAG ...) MIN 1 COUNT 2
   OK Done
a> SEARCH RETURN (SAVE MAX) $
   * ESEARCH (TAG ...) MAX 2
   OK Done
a> STORE $ +FLAGS.SILENT (\Deleted)
a> EXPUNGE
   * 2 EXPUNGE
   * 2 RECENT
   OK Done
a> FETCH $ UID
   OK Done
a> SEARCH RETURN (SAVE) ALL
a> SEARCH RETURN (SAVE) CHARSET x-none ALL
   NO [BADCHARSET ...
a> UID COPY $ Archive
   OK Done`,
      ));

    // RFC 5256 2.1, 3; RFC 5267 4
    test("orders, threads and results that are kept up to date", () =>
      play(
        t,
        String.raw`
a> APPEND box {{Subject: Re: Fwd: [list] hello (fwd)~Date: Mon, 1 Jan 2001 10:00:00 +0000~Message-ID: <1@x>~From: "Zed" <z@x>~To: b@x~~one}}
a> APPEND box {{Subject: hello~Date: Tue, 2 Jan 2001 10:00:00 +0000~Message-ID: <2@x>~References: <1@x>~From: amy@x~~two two}}
a> APPEND box "03-Jan-2001 00:00:00 +0000" {{Subject:~Message-ID: <3@x>~References: <1@x> <missing@x>~From: bob@x~~three}}
a> APPEND box {{Subject: Re: other~Date: Thu, 4 Jan 2001 10:00:00 +0500~Message-ID: <2@x>~In-Reply-To: <nope@x>~~four}}
a> APPEND box {{Subject: other~Date: bogus~~five}}
a> SELECT box
a> THREAD REFERENCES UTF-8 ALL
   * THREAD (1 (2)(3))(5 4)
   OK Done
a> THREAD ORDEREDSUBJECT UTF-8 ALL
   * THREAD (1 2)(3)(4 5)
   OK Done
a> THREAD REFERENCES UTF-8 2:3
   * THREAD ((2)(3))
   OK Done
a> THREAD OTHER UTF-8 ALL
   BAD ...
a> SORT (SUBJECT) UTF-8 ALL
   * SORT 3 1 2 4 5
   OK Done
a> SORT (REVERSE SUBJECT DATE) UTF-8 ALL
   * SORT 4 5 1 2 3
   OK Done
a> SORT (DATE) US-ASCII NOT 1
   * SORT 2 3 4 5
   OK Done
a> SORT (FROM) UTF-8 ALL
   * SORT 4 5 2 3 1
   OK Done
a> SORT (SIZE) x-none ALL
   NO [BADCHARSET ...
a> SORT RETURN (UPDATE) (DATE) UTF-8 UNSEEN
   * ESEARCH (TAG ...) ALL 1:5
   OK Done
a> STORE 2 +FLAGS (\Seen)
   * 2 FETCH (FLAGS (\Seen \Recent))
   * ESEARCH (TAG ...) REMOVEFROM (2 2)
   OK Done
b> APPEND box {{Subject: six~Date: Wed, 3 Jan 2001 12:00:00 +0000~~six}}
a> NOOP
   * 6 EXISTS
   * 6 RECENT
   * ESEARCH (TAG ...) ADDTO (3 6)
   OK Done
a> CANCELUPDATE "unknown"
   BAD ...
a> UID SEARCH RETURN (UPDATE COUNT) SUBJECT six
   * ESEARCH (TAG ...) UID COUNT 1
   OK Done
a> STORE 6 +FLAGS.SILENT (\Deleted)
   OK Done
a> EXPUNGE
   * ESEARCH (TAG ...) REMOVEFROM (3 6)
   * ESEARCH (TAG ...) UID REMOVEFROM (0 6)
   * 6 EXPUNGE
   * 5 RECENT
   OK Done`,
      ));

    // RFC 4469 4. DECISIONS IMAP: URLAUTH is not spoken
    test("URLs that are read, and URLs that are not", () =>
      play(
        t,
        `
a> APPEND box {{Subject: first~~one}}
a> APPEND box {{Subject: second~~two}}
a> SELECT box
a> APPEND box CATENATE (URL "/box/;uid=1/;section=HEADER" TEXT {{and }} URL "/box/;uid=2/;section=TEXT")
   * 3 EXISTS
   * 3 RECENT
   OK [APPENDUID ... 3] Stored
a> FETCH 3 BODY.PEEK[]
   * 3 FETCH (BODY[] {25}~Subject: first~~and two)
   OK Done
a> APPEND box CATENATE (URL "/box/;uid=9")
   NO [BADURL /box/;uid=9] ...
a> APPEND box CATENATE (URL "imap://other.example/box/;uid=1")
   NO [BADURL ...
a> APPEND box CATENATE ()
   BAD ...
a> GENURLAUTH "imap://ME@localhost/box/;uid=1;urlauth=anonymous" INTERNAL
   BAD ...`,
      ));

    // RFC 3501 7.4.2
    test("people of an envelope", () =>
      play(
        t,
        String.raw`
a> APPEND box {{From: "A, \"q\" B" <a@x.example>, grp: m1@x.example, "M 2" <m2@x.example>;~Sender:~Reply-To: <@one.example,@two.example:r@y.example>~To: undisclosed:;~Cc: bare@x.example (with a comment)~Subject:  folded~ subject~In-Reply-To: <abc@def>~Message-Id: <mid@x>~~text}}
a> SELECT box
a> FETCH 1 ENVELOPE
   * 1 FETCH (ENVELOPE (NIL "folded subject" (("A, \"q\" B" NIL "a" "x.example")(NIL NIL "grp" NIL)(NIL NIL "m1" "x.example")("M 2" NIL "m2" "x.example")(NIL NIL NIL NIL)) (("A, \"q\" B" ... ((NIL "@one.example,@two.example" "r" "y.example")) ((NIL NIL "undisclosed" NIL)(NIL NIL NIL NIL)) (("with a comment" NIL "bare" "x.example")) NIL "<abc@def>" "<mid@x>"))
   OK Done
a> FETCH 1 (BODY.PEEK[HEADER.FIELDS ("subject" X-None)] BODY.PEEK[TEXT]<1.2> BODY.PEEK[TEXT]<9.1>)
   * 1 FETCH (BODY[HEADER.FIELDS (subject X-None)] {...}~Subject:  folded~ subject~~ BODY[TEXT]<1> {2}~ex BODY[TEXT]<9> "")
   OK Done
a> FETCH 1 BODY.PEEK[TEXT]<0.0>
   BAD ...
a> FETCH 1 BODY.PEEK[0]
   BAD ...
a> FETCH 1 ()
   BAD ...
a> FETCH 1,1,*:1 UID
   * 1 FETCH (UID 1)
   OK Done
a> FETCH 1:2 UID
   BAD ...
a> UID FETCH *:9 UID
   * 1 FETCH (UID 1)
   OK Done`,
      ));

    test("nothing of IMAP4rev2 before it is enabled", () =>
      play(
        t,
        String.raw`
a> MAIL one
a> SELECT box
   * 1 EXISTS
   * 1 RECENT
   * OK [UNSEEN 1] ...
   OK [READ-WRITE] Opened
a> SELECT box
   * 1 EXISTS
   * 0 RECENT
   * OK [UNSEEN 1] ...
   OK [READ-WRITE] Opened
a> SEARCH ALL
   * SEARCH 1
   OK Done
a> STORE 1 +FLAGS (\Seen)
   * 1 FETCH (FLAGS (\Seen))
   OK Done
a> ENABLE IMAP4rev2
   * ENABLED IMAP4REV2
   OK Done
a> SELECT box
   * OK [CLOSED] ...
   * 1 EXISTS
   * LIST () "/" "box"
   OK [READ-WRITE] Opened
a> SEARCH ALL
   * ESEARCH (TAG ...) ALL 1
   OK Done
a> STORE 1 -FLAGS (\Seen)
   * 1 FETCH (UID 1 FLAGS ())
   OK Done`,
      ));
  },
  { env },
);
