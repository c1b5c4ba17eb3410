// Conversations about SEARCH and ID, word for word; see test/support/imap/transcript.ts.
import { expect, test } from "bun:test";
import { eachApp, eventually, type SuiteApp } from "../support/app/app.ts";
import { ImapTalk, mailbox } from "../support/imap/client.ts";
import { play } from "../support/imap/transcript.ts";

const env = { IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" };

const lines = (...all: string[]) => `${all.join("\r\n")}\r\n`;

async function isIndexed(t: SuiteApp): Promise<boolean> {
  return (await t.app.core.database.rows("select from search_queue limit 1")).length === 0;
}

eachApp(
  "IMAP searches, word for word",
  (t) => {
    // RFC 9051 6.4.4, 9 `seq-range`; RFC 9394 3.1
    // DECISIONS IMAP: SEARCH with a number beyond the mailbox finds nothing there
    test("numbers beyond the mailbox find nothing, and PARTIAL is answered from low to high", () =>
      play(
        t,
        `
a> SELECT box
a> SEARCH 1
   * SEARCH
   OK Done
a> SEARCH 1:*
   * SEARCH
   OK Done
a> MAIL one
a> MAIL two
a> MAIL three
a> SEARCH 99
   * SEARCH
   OK Done
a> SEARCH 2:99
   * SEARCH 2 3
   OK Done
a> SEARCH 2,50,3,99
   * SEARCH 2 3
   OK Done
a> SEARCH 99:*
   * SEARCH 3
   OK Done
a> SEARCH NOT 99
   * SEARCH 1 2 3
   OK Done
a> SEARCH OR 99 2 UNSEEN
   * SEARCH 2
   OK Done
a> UID SEARCH 3:4294967295 SUBJECT three
   * SEARCH 3
   OK Done
a> SEARCH RETURN (ALL COUNT) 4:9
   * ESEARCH (TAG ...) COUNT 0
   OK Done
a> SEARCH RETURN (SAVE) 99
   OK Done
a> FETCH $ FLAGS
   OK Done
a> SORT (SUBJECT) UTF-8 2:9
   * SORT 3 2
   OK Done
a> THREAD REFERENCES UTF-8 9
   * THREAD
   OK Done
a> FETCH 4 FLAGS
   BAD ...
a> SEARCH RETURN (PARTIAL 3:1) ALL
   * ESEARCH (TAG ...) PARTIAL (1:3 1:3)
   OK Done
a> UID SEARCH RETURN (PARTIAL 500:400) ALL
   * ESEARCH (TAG ...) UID PARTIAL (400:500 NIL)
   OK Done
a> SEARCH RETURN (PARTIAL -2:-1) ALL
   * ESEARCH (TAG ...) PARTIAL (-1:-2 2:3)
   OK Done
a> UID SORT RETURN (PARTIAL 2:1) (REVERSE ARRIVAL) UTF-8 ALL
   * ESEARCH (TAG ...) UID PARTIAL (1:2 3,2)
   OK Done`,
      ));

    // RFC 5322 3.4, 2.2.3
    // DECISIONS IMAP: FROM, TO and CC look at the header's text and at the addresses as they are meant
    test("addresses are found as they are meant, and folded lines as they are read", async () => {
      const box = await mailbox(t);
      const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
      await talk.append(
        "INBOX",
        lines(
          'From: "John \\"Q\\" Doe" <jo.(whose comment)hn @ exa(c)mple.com>',
          "To: Very",
          " Long",
          "\tName <very@example.org>, second (Comment Name) @ example.net, friends: =?utf-8?q?J=C3=BCrgen?=",
          " =?utf-8?q?_M?= <in@group.example>;",
          'Cc: "quoted.local"@example.org',
          "Subject: the budget",
          "\tof next   year",
          "Date: Fri, 2 Jan 2026 03:04:05 +0000",
          "",
          "Nothing of it here.",
        ),
      );
      await talk.append("INBOX", lines("From: c@d.example", "Subject: other", "", "jo.hn and others"));
      await talk.ok("SELECT INBOX");
      const found = async (program: string) => (await talk.ok(`SEARCH ${program}`))[0]!;
      const one = "* SEARCH 1";
      // While the mails wait for the index, and from the index.
      for (const indexed of [false, true]) {
        if (indexed) await eventually(() => isIndexed(t));
        for (const address of [
          "jo.hn@example.com",
          "<jo.hn@example.com>",
          'John \\"Q\\" Doe',
          "whose comment",
        ])
          expect(await found(`FROM "${address}"`)).toBe(one);
        for (const address of [
          "very long name",
          "long name <very@example.org>",
          "second@example.net",
          "in@group",
        ])
          expect(await found(`TO "${address}"`)).toBe(one);
        expect(await found("CHARSET UTF-8 TO {11+}\r\nj\u00fcrgen m <")).toBe(one);
        expect(await found('CC "quoted.local@example.org"')).toBe(one);
        expect(await found('SUBJECT "budget of next year"')).toBe(one);
        expect(await found('SUBJECT "next   year"')).toBe(one);
        expect(await found('TEXT "jo.hn@example.com"')).toBe(one);
        expect(await found('NOT FROM "jo.hn@example.com"')).toBe("* SEARCH 2");
        expect(await found('FROM "mple@"')).toBe("* SEARCH");
      }
      talk.close();
    });

    // RFC 2971 3.3
    test("ID takes as much as it may say, before and after LOGIN", async () => {
      const box = await mailbox(t);
      const talk = await ImapTalk.open(t.app.ports.imap!);
      const field = (n: number) => `"${String(n).padEnd(30, "x")}"`;
      const values = (value: string, fields = 30) =>
        Array.from({ length: fields }, (_, n) => `${field(n)} ${value}`).join(" ");
      for (const login of [false, true]) {
        if (login) await talk.ok(`LOGIN ${box.email} ${box.password}`);
        for (const value of [
          `"${"v".repeat(1024)}"`,
          `"${"\\\\".repeat(1024)}"`,
          `{1024+}\r\n${"v".repeat(1024)}`,
        ])
          expect(await talk.reply(`ID (${values(value)})`)).toStartWith("OK");
        expect(await talk.reply(`ID ("name" "${"v".repeat(1025)}")`)).toStartWith("BAD");
        expect(await talk.reply(`ID (${values("NIL", 31)})`)).toStartWith("BAD");
      }
      talk.close();
    });

    // RFC 5465 4; RFC 5258 3.5
    // DECISIONS IMAP: CHILDINFO is for names that are not selected themselves; NOTIFY's STATUS has HIGHESTMODSEQ
    test("NOTIFY tells where CONDSTORE stands, and CHILDINFO is for what is not selected itself", () =>
      play(
        t,
        String.raw`
a> NOTIFY SET STATUS (MAILBOXES box (MessageNew MessageExpunge FlagChange))
   * STATUS "box" (MESSAGES 0 UIDNEXT 1 UIDVALIDITY ... UNSEEN 0 HIGHESTMODSEQ ...)
   OK Done
b> MAIL one
a> NOOP
   * STATUS "box" (MESSAGES 1 UIDNEXT 2 UIDVALIDITY ... UNSEEN 1 HIGHESTMODSEQ ...)
   OK Done
a> CREATE p
a> CREATE p/q
a> CREATE p/q/r
a> SUBSCRIBE p/q
a> SUBSCRIBE p/q/r
a> LIST (SUBSCRIBED RECURSIVEMATCH) "" "p*"
   * LIST (\HasChildren) "/" "p" ("CHILDINFO" ("SUBSCRIBED"))
   * LIST (\Subscribed \HasChildren) "/" "p/q"
   * LIST (\Subscribed \HasNoChildren) "/" "p/q/r"
   OK Done
a> UNSUBSCRIBE p/q
a> LIST (SUBSCRIBED RECURSIVEMATCH) "" "p/%"
   * LIST (\HasChildren) "/" "p/q" ("CHILDINFO" ("SUBSCRIBED"))
   OK Done`,
      ));
  },
  { env },
);
