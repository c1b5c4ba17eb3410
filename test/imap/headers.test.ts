// What asks for headers and structure reads no mail: it is answered while the octets are away.
import { expect, test } from "bun:test";
import { eachApp } from "../support/app/app.ts";
import { ImapTalk, mailbox, smallMail } from "../support/imap/client.ts";

const env = { IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" };

eachApp(
  "headers of large mails",
  (t) => {
    test("are answered without the mails", async () => {
      const box = await mailbox(t);
      const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
      const large = (subject: string, headers: string[] = []) =>
        `${smallMail(subject, headers)}${"the quick brown fox ".repeat(2000)}\r\n`;
      await talk.append("INBOX", large("first"));
      await talk.append("INBOX", large("second", ["In-Reply-To: <first@remote.example>"]));
      await talk.ok("SELECT INBOX");
      const { database } = t.app.core;
      const [stored] = await database.rows<{ kept: string }>(
        "select json_agg(json_build_array(message_id, raw))::text as kept from bodies where head is not null",
      );
      await database.values("update bodies set raw = null where head is not null");
      expect(await talk.reply("FETCH 1 BODY.PEEK[]")).toMatch(/^NO/);
      const [fetched] = await talk.ok(
        "FETCH 2 (BODY.PEEK[HEADER.FIELDS (SUBJECT)] BODY.PEEK[HEADER]<0.9> ENVELOPE BODYSTRUCTURE RFC822.SIZE)",
      );
      expect(fetched).toStartWith(
        "* 2 FETCH (BODY[HEADER.FIELDS (SUBJECT)] {19}\r\nSubject: second\r\n\r\n BODY[HEADER]<0> {9}\r\n",
      );
      expect(fetched).toContain('ENVELOPE ("Fri, 2 Jan 2026 03:04:05 +0000" "second"');
      expect(fetched).toContain('BODYSTRUCTURE ("text" "plain"');
      expect(await talk.ok("SEARCH SUBJECT econ SENTON 2-Jan-2026")).toEqual(["* SEARCH 2"]);
      expect(await talk.ok("SORT (REVERSE SUBJECT) UTF-8 ALL")).toEqual(["* SORT 2 1"]);
      expect(await talk.ok("THREAD REFERENCES UTF-8 ALL")).toEqual(["* THREAD (1 2)"]);
      await database.values(
        `update bodies b set raw = (k->>1)::bytea from json_array_elements($1::text::json) k where b.message_id = (k->>0)::uuid`,
        [stored!.kept],
      );
      expect((await talk.ok("FETCH 1 BODY.PEEK[]<0.0004>"))[0]).toContain("BODY[]<0> {4}");
      t.expectTrouble();
      talk.close();
    });

    test("that lists show are the same beside the mail, and in an older or odd one", async () => {
      const box = await mailbox(t);
      const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
      const folded = [
        "X-Label: one\r\n\ttwo",
        "X-Label: three",
        "Received: from a by b",
        `Cc: ${"c@x.example, ".repeat(500)}d@x.example`,
      ];
      await talk.append("INBOX", smallMail("plain"));
      await talk.append("INBOX", smallMail("folded", folded));
      await talk.append("INBOX", smallMail("folded too", folded.slice(0, 3)));
      const { database } = t.app.core;
      const fetches = [
        "FETCH 1:3 (UID FLAGS BODY.PEEK[HEADER.FIELDS (From SUBJECT X-Label)])",
        "UID FETCH 1:3 (BODY.PEEK[HEADER.FIELDS (CC DATE)]<3.20> ENVELOPE)",
        "FETCH 1:3 (BODY.PEEK[HEADER.FIELDS (Subject)] RFC822.SIZE BODY.PEEK[HEADER.FIELDS (Received Subject)])",
        "FETCH 3 (BODY.PEEK[HEADER.FIELDS.NOT (Received Subject)])",
      ];
      const answers = async (folder: string) => {
        const found: string[][] = [];
        for (const fetch of fetches) {
          await talk.ok(`SELECT ${folder}`);
          found.push(await talk.ok(fetch));
          await talk.ok("UNSELECT");
        }
        return found;
      };
      const stored = await database.values(
        "select fields is null from bodies b join messages m on m.account_id = b.account_id and m.id = b.message_id where m.identity_id = $1::uuid order by m.created_at",
        [box.id],
      );
      expect(stored).toEqual([[false], [true], [false]]);
      const beside = await answers("INBOX");
      expect(beside[0]!.join("")).toContain(
        "Subject: folded too\r\nX-Label: one\r\n\ttwo\r\nX-Label: three\r\n\r\n",
      );
      await database.values(
        "update bodies b set fields = null from messages m where m.account_id = b.account_id and m.id = b.message_id and m.identity_id = $1::uuid",
        [box.id],
      );
      // Memory keeps what was written of a folder's messages, not of their copies.
      await talk.ok("CREATE Copies");
      await talk.ok("SELECT INBOX");
      await talk.ok("COPY 1:3 Copies");
      expect(await answers("Copies")).toEqual(beside);
      talk.close();
    });
  },
  { env },
);
