// Conversations about mailboxes, dates, searches, orders and URLs in plain IMAP4rev1; see test/support/imap/transcript.ts.
import { test } from "bun:test";
import { eachApp } from "../support/app/app.ts";
import { play } from "../support/imap/transcript.ts";

const env = { IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" };

eachApp(
  "IMAP mailboxes and searches, word for word",
  (t) => {
    // RFC 3501 6.3.3 to 6.3.8, 7.2.2
    test("names, wildcards and the hierarchy", () =>
      play(
        t,
        String.raw`
a> CREATE foo
a> CREATE foo/bar
a> CREATE foo/bar/deep
a> CREATE inbox
   NO [ALREADYEXISTS] ...
a> CREATE inbox/sub
a> LIST "" "inbox"
   * LIST (\HasChildren) "/" "INBOX"
   OK Done
a> LIST "" "Inbox/%"
   * LIST (\HasNoChildren) "/" "INBOX/sub"
   OK Done
a> STATUS iNBOX/sub (MESSAGES)
   * STATUS "INBOX/sub" (MESSAGES 0)
   OK Done
a> LIST "" "f%"
   * LIST (\HasChildren) "/" "foo"
   OK Done
a> LIST "" "f%/%"
   * LIST (\HasChildren) "/" "foo/bar"
   OK Done
a> LIST "foo/" "*r%"
   * LIST (\HasChildren) "/" "foo/bar"
   OK Done
a> LIST "" "foo*p"
   * LIST (\HasNoChildren) "/" "foo/bar/deep"
   OK Done
a> LIST "" ""
   * LIST (\Noselect) "/" ""
   OK Done
a> DELETE foo
   OK Deleted
a> LIST "" foo
   * LIST (\Noselect \HasChildren) "/" "foo"
   OK Done
a> DELETE foo
   NO [HASCHILDREN] ...
a> SELECT foo
   NO [NONEXISTENT] ...
a> CREATE foo/
   OK [MAILBOXID ...] Created
a> RENAME foo zap/foo
   OK Renamed
a> LIST "" (foo "zap*")
   * LIST (\NonExistent \HasChildren) "/" "zap"
   * LIST (\HasChildren) "/" "zap/foo"
   * LIST (\HasChildren) "/" "zap/foo/bar"
   * LIST (\HasNoChildren) "/" "zap/foo/bar/deep"
   OK Done
a> RENAME nowhere elsewhere
   NO [NONEXISTENT] There is no such mailbox
a> RENAME box zap/foo
   NO [ALREADYEXISTS] ...
a> RENAME box zap/box
a> DELETE INBOX
   NO [CANNOT] ...
a> CREATE "&U,BTFw-"
a> LIST "" "&U,BTFw-"
   * LIST (\HasNoChildren) "/" "&U,BTFw-"
   OK Done
a> CREATE "a&-b"
a> LIST "" "a&-*"
   * LIST (\HasNoChildren) "/" "a&-b"
   OK Done
a> CREATE "&bad"
   NO [CANNOT] ...
a> CREATE {{with "quote}}
a> LIST "" "with*"
   * LIST (\HasNoChildren) "/" "with \"quote"
   OK Done`,
      ));

    test("changes of a mailbox that other sessions have open", () =>
      play(
        t,
        String.raw`
a> MAIL one
a> MAIL two
b> SELECT box
a> RENAME box cage
b> STORE 1 +FLAGS (\Seen)
   * 1 FETCH (FLAGS (\Seen \Recent))
   OK Done
a> DELETE cage
b> NOOP
   * 1 EXPUNGE
   * 1 EXPUNGE
   * 0 RECENT
   OK Done
b> SEARCH ALL
   * SEARCH
   OK Done
b> FETCH 1 FLAGS
   BAD ...
a> CREATE cage
a> SELECT cage
   * 0 EXISTS
   * 0 RECENT
   OK [READ-WRITE] Opened
b> NOOP
   OK Done
b> CLOSE
   OK Done
a> APPEND INBOX {{Subject: moves~~text}}
a> RENAME INBOX old
   OK ...
a> STATUS INBOX (MESSAGES UIDNEXT)
   * STATUS "INBOX" (MESSAGES 0 UIDNEXT 2)
   OK Done
a> STATUS old (MESSAGES RECENT UNSEEN)
   * STATUS "old" (MESSAGES 1 RECENT 1 UNSEEN 1)
   OK Done
a> EXAMINE old
   * 1 EXISTS
   * 1 RECENT
   * OK [UNSEEN 1] ...
   OK [READ-ONLY] Opened to read
b> SELECT old
   * 1 EXISTS
   * 1 RECENT
   * OK [UNSEEN 1] ...
   OK [READ-WRITE] Opened
c> SELECT old
   * 1 EXISTS
   * 0 RECENT
   * OK [UNSEEN 1] ...
   OK [READ-WRITE] Opened
c> STATUS old (RECENT)
   * STATUS "old" (RECENT 0)
   OK Done`,
      ));

    // RFC 3501 6.3.6, 6.3.9; RFC 5258 5; RFC 5819 2
    test("subscriptions, and LIST in its extended forms", () =>
      play(
        t,
        String.raw`
a> CREATE fruit/apple
a> SUBSCRIBE fruit/apple
a> SUBSCRIBE nowhere
   NO [NONEXISTENT] ...
a> LSUB "" "fruit*"
   * LSUB () "/" "fruit/apple"
   OK Done
a> LSUB "" "f%"
   * LSUB (\Noselect) "/" "fruit"
   OK Done
a> LIST (SUBSCRIBED RECURSIVEMATCH) "" "f%"
   * LIST (\NonExistent \HasChildren) "/" "fruit" ("CHILDINFO" ("SUBSCRIBED"))
   OK Done
a> DELETE fruit/apple
a> LIST "" "fruit*"
   OK Done
a> LSUB "" "fruit*"
   * LSUB () "/" "fruit/apple"
   OK Done
a> LIST (SUBSCRIBED) "" "fruit*"
   * LIST (\NonExistent \Subscribed \HasNoChildren) "/" "fruit/apple"
   OK Done
a> UNSUBSCRIBE fruit/apple
a> LSUB "" "fruit*"
   OK Done
a> MAIL one
a> LIST "" (box Sent) RETURN (SUBSCRIBED CHILDREN STATUS (MESSAGES UNSEEN))
   * LIST (\Subscribed \HasNoChildren \Sent) "/" "Sent"
   * STATUS "Sent" (MESSAGES 0 UNSEEN 0)
   * LIST (\HasNoChildren) "/" "box"
   * STATUS "box" (MESSAGES 1 UNSEEN 1)
   OK Done
a> LIST (SPECIAL-USE) "" "*t"
   * LIST (\HasNoChildren \Sent) "/" "Sent"
   OK Done
a> LIST (RECURSIVEMATCH) "" "*"
   BAD ...
a> STATUS box ()
   BAD ...`,
      ));

    // RFC 3501 6.3.11, 6.4.4; RFC 5032
    // DECISIONS IMAP: INTERNALDATE is UTC
    test("dates, and messages that are not stored", () =>
      play(
        t,
        String.raw`
a> APPEND box (\Seen $Work) "25-Oct-1994 23:59:59 -0700" {{Subject: old~Date: Tue, 25 Oct 1994 10:00:00 -0700~X-Empty:~~one}}
a> APPEND box " 1-Feb-2020 00:00:00 +0000" {{Subject: new~X-Empty: full~~two}}
a> APPEND box "1-Feb-2020 00:00:00 +0000" {{x}}
   BAD ...
a> APPEND box "31-Feb-2020 00:00:00 +0000" {{x}}
   BAD ...
a> APPEND box "01-Foo-2020 00:00:00 +0000" {{x}}
   BAD ...
a> APPEND box (\Recent) {{x}}
   BAD ...
a> APPEND nowhere {{x}}
   NO [TRYCREATE] ...
a> SELECT box
   * FLAGS (\Answered \Flagged \Deleted \Seen \Draft $Work)
   * 2 EXISTS
   * 2 RECENT
   * OK [UNSEEN 2] ...
   OK [READ-WRITE] Opened
a> FETCH 1:2 INTERNALDATE
   * 1 FETCH (INTERNALDATE "26-Oct-1994 06:59:59 +0000")
   * 2 FETCH (INTERNALDATE " 1-Feb-2020 00:00:00 +0000")
   OK Done
a> SEARCH ON 26-Oct-1994
   * SEARCH 1
   OK Done
a> SEARCH BEFORE 26-Oct-1994
   * SEARCH
   OK Done
a> SEARCH SINCE 26-Oct-1994
   * SEARCH 1 2
   OK Done
a> SEARCH SENTON "25-Oct-1994"
   * SEARCH 1
   OK Done
a> SEARCH SENTSINCE 26-Oct-1994
   * SEARCH
   OK Done
a> SEARCH HEADER X-Empty ""
   * SEARCH 1 2
   OK Done
a> SEARCH NOT HEADER X-Empty full
   * SEARCH 1
   OK Done
a> SEARCH HEADER X-None ""
   * SEARCH
   OK Done
a> SEARCH OLDER 86400
   * SEARCH 1 2
   OK Done
a> SEARCH YOUNGER 86400
   * SEARCH
   OK Done
a> SEARCH OLDER 0
   BAD ...
a> SEARCH ON 1-Foo-2020
   BAD ...
a> SEARCH KEYWORD $work UNKEYWORD other
   * SEARCH 1
   OK Done
a> SEARCH NEW
   * SEARCH 2
   OK Done
a> SEARCH OLD
   * SEARCH
   OK Done
a> SEARCH OR SEEN NOT OR DELETED (FLAGGED ANSWERED)
   * SEARCH 1 2
   OK Done
a> SEARCH (1:2 (2 NOT NOT UNSEEN))
   * SEARCH 2
   OK Done
a> SEARCH OR SEEN
   BAD ...
a> SEARCH ()
   BAD ...`,
      ));
  },
  { env },
);
