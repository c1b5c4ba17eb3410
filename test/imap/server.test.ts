// The running IMAP server, spoken to over real sockets: transcripts of what the RFCs ask for.
import { expect, test } from "bun:test";
import { eachApp } from "../support/app/app.ts";
import { ImapTalk, mailbox, passwordFor, smallMail, withMails } from "../support/imap/client.ts";

const flagsOf = (lines: readonly string[]) => lines.filter((line) => / FETCH /.test(line));

eachApp(
  "IMAP",
  (t) => {
    test("announces its capabilities, and refuses plain-text passwords from other hosts", async () => {
      const talk = await ImapTalk.open(t.app.ports.imap!);
      const [capability] = await talk.ok("CAPABILITY");
      expect(capability).toContain(" IMAP4rev1 IMAP4rev2 LITERAL+ ");
      expect(capability).toContain("STARTTLS");
      expect(await talk.reply("SELECT INBOX")).toMatch(/^BAD/);
      expect(await talk.reply("LOGIN nobody@agents.example wrong")).toMatch(/^NO \[AUTHENTICATIONFAILED\]/);
      await talk.startTls();
      expect((await talk.ok("CAPABILITY"))[0]).not.toContain("STARTTLS");
      const box = await mailbox(t);
      const plain = btoa(`\0${box.email}\0${box.password.toUpperCase().replaceAll("-", " ")}`);
      expect(await talk.reply(`AUTHENTICATE PLAIN ${plain}`)).toMatch(/^OK \[CAPABILITY .*COMPRESS=DEFLATE/);
      expect(await talk.reply("LOGIN a b")).toMatch(/^BAD/);
      talk.close();
    });

    test("is pure IMAP4rev1 until IMAP4rev2 is enabled", async () => {
      const { talk } = await withMails(t, 2);
      const selected = await talk.ok("SELECT INBOX");
      expect(selected).toContain("* 2 EXISTS");
      expect(selected).toContain("* 2 RECENT");
      expect(selected.some((line) => line.startsWith("* OK [UNSEEN 1]"))).toBe(true);
      expect(selected.some((line) => line.startsWith("* LIST"))).toBe(false);
      expect(await talk.ok("SEARCH ALL")).toEqual(["* SEARCH 1 2"]);
      expect(await talk.ok("ENABLE IMAP4rev2")).toEqual(["* ENABLED IMAP4REV2"]);
      const again = await talk.ok("SELECT INBOX");
      expect(again[0]).toMatch(/^\* OK \[CLOSED\]/);
      expect(again.some((line) => line.endsWith("RECENT"))).toBe(false);
      expect(again).toContain('* LIST () "/" "INBOX"');
      expect((await talk.ok("SEARCH ALL"))[0]).toMatch(/^\* ESEARCH \(TAG "t\d+"\) ALL 1:2$/);
      talk.close();
    });

    test("reports no EXPUNGE while message numbers are in use", async () => {
      const { talk, another } = await withMails(t, 4);
      const other = await another();
      await talk.ok("SELECT INBOX");
      await other.ok("SELECT INBOX");
      await talk.ok("STORE 2 +FLAGS.SILENT (\\Deleted)");
      expect(await talk.ok("EXPUNGE")).toEqual(["* 2 EXPUNGE", "* 3 RECENT"]);
      expect(await other.ok("FETCH 3 UID")).toEqual(["* 3 FETCH (UID 3)"]);
      expect(await other.ok("SEARCH ALL")).toEqual(["* SEARCH 1 3 4"]);
      const gone = await other.say("STORE 2 +FLAGS (\\Seen)");
      expect(flagsOf(gone)).toEqual(["* 2 FETCH (FLAGS (\\Deleted \\Seen))"]);
      expect(await other.ok("NOOP")).toEqual(["* 2 EXPUNGE"]);
      expect(await other.ok("FETCH 2:3 UID")).toEqual(["* 2 FETCH (UID 3)", "* 3 FETCH (UID 4)"]);
      talk.close();
      other.close();
    });

    test("answers every STORE that is not silent, also one that changes nothing", async () => {
      const { talk } = await withMails(t, 2);
      await talk.ok("SELECT INBOX");
      await talk.ok("STORE 1:2 +FLAGS (\\Seen)");
      expect(flagsOf(await talk.ok("STORE 1:2 +FLAGS (\\Seen)"))).toHaveLength(2);
      expect(await talk.ok("STORE 1 -FLAGS.SILENT (\\Seen)")).toEqual([]);
      expect(await talk.ok("NOOP")).toEqual([]);
      talk.close();
    });

    test("carries flags, keywords and new mail to other sessions", async () => {
      const { box, talk, another } = await withMails(t, 1);
      const other = await another();
      await other.ok("SELECT INBOX");
      await talk.ok("SELECT INBOX");
      await talk.ok("STORE 1 +FLAGS ($Forwarded \\Answered)");
      expect(flagsOf(await other.ok("NOOP"))).toEqual(["* 1 FETCH (FLAGS (\\Answered $Forwarded \\Recent))"]);
      other.write("i IDLE\r\n");
      await other.until("+");
      await t.mail({ from: "a@remote.example", to: box.email, subject: "live", text: "x" });
      expect(await other.line()).toBe("* 2 EXISTS");
      expect(await other.line()).toBe("* 2 RECENT");
      other.write("DONE\r\n");
      expect((await other.until("i")).at(-1)).toMatch(/^i OK/);
      expect(await talk.ok("NOOP")).toEqual(["* 2 EXISTS", "* 0 RECENT"].slice(0, 2));
      talk.close();
      other.close();
    });

    test("keeps mod-sequences: CONDSTORE and QRESYNC", async () => {
      const { talk, another } = await withMails(t, 3);
      const [enabled] = await talk.ok("ENABLE QRESYNC");
      expect(enabled).toBe("* ENABLED QRESYNC");
      const selected = await talk.ok("SELECT INBOX");
      const number = (name: string) =>
        Number(
          new RegExp(`\\[${name} (\\d+)\\]`).exec(selected.find((line) => line.includes(`[${name} `))!)![1],
        );
      const [validity, modseq] = [number("UIDVALIDITY"), number("HIGHESTMODSEQ")];
      const other = await another();
      await other.ok("SELECT INBOX");
      const stored = await other.ok("STORE 1 (UNCHANGEDSINCE 1000000) +FLAGS (\\Flagged)");
      expect(stored.at(-1)).toMatch(/^\* 1 FETCH \(MODSEQ \(\d+\) FLAGS \(\\Flagged(?: \\Recent)?\)\)$/);
      expect(await other.reply(`STORE 1:2 (UNCHANGEDSINCE ${modseq}) +FLAGS (\\Seen)`)).toMatch(
        /^OK \[MODIFIED 1\]/,
      );
      await other.ok("STORE 3 +FLAGS.SILENT (\\Deleted)");
      await other.ok("EXPUNGE");
      await talk.ok("UNSELECT");
      const resync = await talk.ok(`SELECT INBOX (QRESYNC (${validity} ${modseq} 1:3))`);
      expect(resync).toContain("* VANISHED (EARLIER) 3");
      const changed = flagsOf(resync).map((line) =>
        line.replace(/ \\Recent/g, "").replace(/MODSEQ \(\d+\)/, "M"),
      );
      expect(changed).toEqual([
        "* 1 FETCH (UID 1 FLAGS (\\Flagged) M)",
        "* 2 FETCH (UID 2 FLAGS (\\Seen) M)",
      ]);
      expect((await talk.ok(`UID FETCH 1:* (FLAGS) (CHANGEDSINCE ${modseq} VANISHED)`))[0]).toBe(
        "* VANISHED (EARLIER) 3",
      );
      talk.close();
      other.close();
    });

    test("appends many at once or none, in pieces, and in place of another", async () => {
      const { talk } = await withMails(t, 0);
      const one = smallMail("first");
      const two = smallMail("second");
      talk.write(`m APPEND INBOX (\\Seen) "01-Jan-2020 00:00:00 +0000" {${one.length}}\r\n`);
      await talk.until("+");
      talk.write(`${one} (x) {${two.length}+}\r\n${two}\r\n`);
      expect((await talk.until("m")).at(-1)).toMatch(/^m OK \[APPENDUID \d+ 1:2\]/);
      const selected = await talk.ok("SELECT INBOX");
      expect(selected).toContain("* 2 EXISTS");
      expect(await talk.ok("FETCH 1 (FLAGS INTERNALDATE)")).toEqual([
        '* 1 FETCH (FLAGS (\\Seen \\Recent) INTERNALDATE " 1-Jan-2020 00:00:00 +0000")',
      ]);
      const validity = /UIDVALIDITY (\d+)/.exec(selected.join())![1];
      const head = "Subject: catenated\r\n\r\n";
      talk.write(
        `c APPEND INBOX CATENATE (TEXT {${head.length}+}\r\n${head} URL "/INBOX;UIDVALIDITY=${validity}/;UID=1/;SECTION=TEXT")\r\n`,
      );
      expect((await talk.until("c")).at(-1)).toMatch(/^c OK \[APPENDUID \d+ 3\]/);
      expect((await talk.ok("FETCH 3 BODY.PEEK[]"))[0]).toBe(
        `* 3 FETCH (BODY[] {38}\r\n${head}This is first.\r\n)`,
      );
      expect(await talk.reply('APPEND INBOX CATENATE (URL "/INBOX/;UID=99")')).toMatch(/^NO \[BADURL /);
      expect(await talk.reply("APPEND Nowhere {3}")).toMatch(/^NO \[TRYCREATE\]/);
      const replaced = await talk.say(`UID REPLACE 2 INBOX {${one.length}+}\r\n${one}`);
      expect(replaced[0]).toMatch(/^\* OK \[APPENDUID \d+ 4\]/);
      expect(replaced).toContain("* 2 EXPUNGE");
      talk.close();
    });

    test("fetches headers, parts and binary, and marks only what is read as seen", async () => {
      const { talk } = await withMails(t, 0);
      const mail = [
        "Subject: parts",
        "MIME-Version: 1.0",
        'Content-Type: multipart/mixed; boundary="b"',
        "",
        "--b",
        "Content-Type: text/plain",
        "",
        "hello",
        "--b",
        "Content-Type: application/octet-stream",
        "Content-Transfer-Encoding: base64",
        "",
        "AAEC",
        "--b--",
        "",
      ].join("\r\n");
      await talk.append("INBOX", mail);
      await talk.ok("SELECT INBOX");
      expect(await talk.ok("FETCH 1 BODY.PEEK[HEADER.FIELDS (SUBJECT)]")).toEqual([
        "* 1 FETCH (BODY[HEADER.FIELDS (SUBJECT)] {18}\r\nSubject: parts\r\n\r\n)",
      ]);
      expect(await talk.ok("FETCH 1 (BODY.PEEK[1] BODY.PEEK[2]<0.2> BODY.PEEK[9])")).toEqual([
        "* 1 FETCH (BODY[1] {5}\r\nhello BODY[2]<0> {2}\r\nAA BODY[9] NIL)",
      ]);
      const binary = await talk.ok("FETCH 1 (BINARY.PEEK[2] BINARY.SIZE[2])");
      expect(binary[0]).toContain("BINARY[2] ~{3}\r\n\0\u0001\u0002 BINARY.SIZE[2] 3)");
      expect((await talk.ok("FETCH 1 BODY[TEXT]"))[0]).toStartWith(
        "* 1 FETCH (FLAGS (\\Seen \\Recent) BODY[TEXT] {",
      );
      expect(await talk.ok("FETCH 1 FLAGS")).toEqual(["* 1 FETCH (FLAGS (\\Seen \\Recent))"]);
      talk.close();
    });

    // DECISIONS Export, import, retention: A thread that `import` or IMAP's APPEND begins is `resolved`
    test("what a mail program brings read, or puts away, is done; with what is unread in the inbox it is open", async () => {
      const { talk, box } = await withMails(t, 0);
      const statuses = async () => {
        const list = await t.api.must<Record<string, string>[]>(
          200,
          t.api.get(`/threads?identity_id=${box.id}`),
        );
        return list.map(({ subject, status }) => `${subject} ${status}`).toSorted();
      };
      const answer =
        "Subject: Re: old\r\nMessage-ID: <second@x>\r\nIn-Reply-To: <old@remote.example>\r\n\r\nYes\r\n";
      await talk.append("INBOX", smallMail("old"), "(\\Seen)");
      await talk.append("INBOX", smallMail("news"));
      await talk.append("Archive", smallMail("filed"));
      await talk.append("Sent", smallMail("written"), "(\\Seen)");
      await talk.append("Archive", answer);
      const done = ["filed resolved", "news open", "old resolved", "written resolved"];
      expect(await statuses()).toEqual(done);
      await talk.append("INBOX", answer.replace("second", "third"));
      await talk.append("Sent", answer.replace("second", "fourth"), "(\\Seen)");
      expect(await statuses()).toEqual(done.with(2, "old open"));
      talk.close();
    });

    test("searches, saves what it found, sorts and threads", async () => {
      const { talk } = await withMails(t, 3);
      await talk.append(
        "INBOX",
        smallMail("Re: mail 1", ["In-Reply-To: <mail-1@remote.example>"]),
        "(\\Flagged)",
      );
      await talk.ok("SELECT INBOX");
      expect(await talk.ok('SEARCH NOT SUBJECT "Re:" TEXT "this is MAIL"')).toEqual(["* SEARCH 1 2 3"]);
      expect(await talk.ok("UID SEARCH OR FLAGGED BODY nothing")).toEqual(["* SEARCH 4"]);
      expect(await talk.ok("SEARCH RETURN (SAVE) SENTON 2-Jan-2026 LARGER 20 SUBJECT 2")).toEqual([]);
      expect(await talk.ok("FETCH $ UID")).toEqual(["* 2 FETCH (UID 2)"]);
      expect((await talk.ok("SEARCH RETURN (MIN MAX COUNT) UNSEEN"))[0]).toMatch(/MIN 1 MAX 4 COUNT 4$/);
      expect(await talk.ok("SORT (REVERSE SUBJECT ARRIVAL) UTF-8 ALL")).toEqual(["* SORT 3 2 1 4"]);
      expect(await talk.ok("THREAD REFERENCES UTF-8 ALL")).toEqual(["* THREAD (1 4)(2)(3)"]);
      expect(await talk.ok("SEARCH 9")).toEqual(["* SEARCH"]);
      talk.close();
    });

    test("keeps results up to date", async () => {
      const { talk, another } = await withMails(t, 3);
      const other = await another();
      await talk.ok("SELECT INBOX");
      await other.ok("SELECT INBOX");
      const [first] = await talk.ok("UID SEARCH RETURN (UPDATE ALL) UNSEEN");
      const tag = /TAG "(\w+)"/.exec(first!)![1]!;
      const sorted = /TAG "(\w+)"/.exec(
        (await talk.ok("SORT RETURN (UPDATE) (REVERSE SUBJECT) UTF-8 UNDELETED"))[0]!,
      )![1]!;
      const told = async (command: string) =>
        (await talk.ok(command)).filter((line) => /ESEARCH|EXPUNGE|EXISTS/.test(line));
      expect(await told("STORE 2 +FLAGS (\\Seen)")).toEqual([
        `* ESEARCH (TAG "${tag}") UID REMOVEFROM (0 2)`,
      ]);
      await other.ok("STORE 1 +FLAGS (\\Deleted)");
      await other.ok("EXPUNGE");
      expect(await told("NOOP")).toEqual([
        `* ESEARCH (TAG "${tag}") UID REMOVEFROM (0 1)`,
        `* ESEARCH (TAG "${sorted}") REMOVEFROM (3 1)`,
        "* 1 EXPUNGE",
      ]);
      await other.append("INBOX", smallMail("mail 2b"));
      expect(await told("NOOP")).toEqual([
        "* 3 EXISTS",
        `* ESEARCH (TAG "${tag}") UID ADDTO (0 4)`,
        `* ESEARCH (TAG "${sorted}") ADDTO (2 3)`,
      ]);
      await talk.ok(`CANCELUPDATE "${tag}"`);
      expect(await talk.reply(`CANCELUPDATE "${tag}"`)).toMatch(/^BAD/);
      expect(await told("STORE 1:* +FLAGS (\\Seen)")).toEqual([]);
      talk.close();
      other.close();
    });

    test("notifies of mailboxes that are not selected", async () => {
      const { talk, another } = await withMails(t, 1);
      const other = await another();
      await talk.ok("SELECT INBOX");
      const status = await talk.ok(
        "NOTIFY SET STATUS (selected (MessageNew (UID FLAGS) MessageExpunge)) (subtree Archive (MessageNew MessageExpunge MailboxName))",
      );
      expect(status).toEqual([expect.stringMatching(/^\* STATUS "Archive" \(MESSAGES 0 UIDNEXT 1 /)]);
      await other.append("Archive", smallMail("archived"));
      expect(await talk.line()).toMatch(
        /^\* STATUS "Archive" \(MESSAGES 1 UIDNEXT 2 .* UNSEEN 1 HIGHESTMODSEQ \d+\)$/,
      );
      await other.ok("CREATE Archive/2026");
      expect(await talk.line()).toBe('* LIST () "/" "Archive/2026"');
      await other.append("INBOX", smallMail("new"));
      expect([await talk.line(), await talk.line(), await talk.line()]).toEqual([
        "* 2 EXISTS",
        expect.stringMatching(/RECENT$/),
        expect.stringMatching(/^\* 2 FETCH \(UID 2 FLAGS \((?:\\Recent)?\)\)$/),
      ]);
      expect(await talk.ok("NOTIFY NONE")).toEqual([]);
      expect(await talk.reply("NOTIFY SET (personal (AnnotationChange))")).toMatch(/^NO \[BADEVENT/);
      talk.close();
      other.close();
    });

    test("reports UIDs only on request", async () => {
      const { talk } = await withMails(t, 2);
      await talk.ok("ENABLE UIDONLY");
      await talk.ok("SELECT INBOX");
      expect(await talk.reply("FETCH 1 FLAGS")).toMatch(/^BAD \[UIDREQUIRED\]/);
      expect(await talk.reply("UID SEARCH 1:2")).toMatch(/^BAD \[UIDREQUIRED\]/);
      expect((await talk.ok("UID FETCH 2 FLAGS"))[0]).toMatch(/^\* 2 UIDFETCH \(FLAGS \(/);
      await talk.ok("UID STORE 1 +FLAGS.SILENT (\\Deleted)");
      expect(await talk.ok("EXPUNGE")).toContain("* VANISHED 1");
      talk.close();
    });

    test("makes, lists, renames and deletes mailboxes", async () => {
      const { talk } = await withMails(t, 1);
      const names = async (command: string) =>
        (await talk.ok(command)).map((line) => line.replace(/^\* (?:LIST|LSUB) /, ""));
      await talk.ok("CREATE work/a");
      await talk.ok("CREATE &AOk--t&AOk-");
      expect(await talk.reply("CREATE work/a")).toMatch(/^NO \[ALREADYEXISTS\]/);
      expect(await talk.reply("CREATE inbox")).toMatch(/^NO \[ALREADYEXISTS\]/);
      expect(await names('LIST "" work%')).toEqual(['(\\Noselect \\HasChildren) "/" "work"']);
      expect(await names('LIST "" (work/* %-t%)')).toEqual([
        '(\\HasNoChildren) "/" "work/a"',
        '(\\HasNoChildren) "/" "&AOk--t&AOk-"',
      ]);
      expect(await talk.reply("SUBSCRIBE work/a")).toMatch(/^OK/);
      expect(await names('LSUB "" work%')).toEqual(['(\\Noselect) "/" "work"']);
      await talk.ok("RENAME work job");
      expect(await names('LIST "" job/*')).toEqual(['(\\HasNoChildren) "/" "job/a"']);
      const validity = async () =>
        /UIDVALIDITY (\d+)/.exec((await talk.ok("STATUS job/a (UIDVALIDITY)"))[0]!)![1];
      const before = Number(await validity());
      await talk.ok("DELETE job/a");
      expect(await names('LIST (SUBSCRIBED) "" job*')).toEqual([
        '(\\NonExistent \\Subscribed \\HasNoChildren) "/" "job/a"',
      ]);
      await talk.ok("CREATE job/a");
      expect(Number(await validity())).toBeGreaterThan(before);
      expect(await talk.reply("DELETE Sent")).toMatch(/^NO \[CANNOT\]/);
      expect(await talk.reply("SELECT nowhere")).toMatch(/^NO \[NONEXISTENT\]/);
      await talk.ok("RENAME INBOX old");
      expect(await talk.ok("STATUS old (MESSAGES)")).toEqual(['* STATUS "old" (MESSAGES 1)']);
      expect(await talk.ok("STATUS INBOX (MESSAGES)")).toEqual(['* STATUS "INBOX" (MESSAGES 0)']);
      talk.close();
    });

    test("compresses", async () => {
      const box = await mailbox(t);
      const { ImapFlow } = await import("imapflow");
      const client = new ImapFlow({
        host: "127.0.0.1",
        port: t.app.ports.imaps!,
        secure: true,
        servername: "mx.agents.example",
        tls: { rejectUnauthorized: false },
        auth: { user: box.email, pass: box.password },
        logger: false,
      });
      await client.connect();
      await client.append("INBOX", smallMail("compressed").repeat(100));
      await client.mailboxOpen("INBOX");
      const message = await client.fetchOne("1", { source: true });
      expect((message || undefined)?.source?.toString()).toBe(smallMail("compressed").repeat(100));
      await client.logout();
    });

    test("a folder whose name has blanks around it is found by it, and others with blanks around theirs", async () => {
      const own = await t.address();
      const talk = await ImapTalk.logIn(t.app.ports.imap!, await passwordFor(t, own));
      await talk.ok('CREATE " wide "');
      for (const name of [" wide ", "wide", " inbox "]) {
        const { status } = await t.api.get(`/mailboxes/${encodeURIComponent(name)}?identity_id=${own.id}`);
        expect([name, status]).toEqual([name, name === "wide" ? 404 : 200]);
      }
      talk.close();
    });

    test("survives input that is not IMAP", async () => {
      const talk = await ImapTalk.open(t.app.ports.imap!);
      talk.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(20));
      await talk.closed();
      const { talk: still } = await withMails(t, 1);
      expect(await still.reply("FETCH")).toMatch(/^BAD/);
      expect(await still.reply("NOOP")).toMatch(/^OK/);
      still.close();
    });
  },
  { env: { IMAP_PORT: "0", IMAPS_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" } },
);
