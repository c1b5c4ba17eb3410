// SEARCH by the index and beside it: whatever stands in a mail is found, whether the index has the mail or not yet, and
// nothing else is.
import { expect, test } from "bun:test";
import { scanStructure } from "../../src/mail/mime/structure.ts";
import { mailSearchText, searchFold } from "../../src/mail/search/search-text.ts";
import { eachApp, eventually, type SuiteApp } from "../support/app/app.ts";
import { seeded } from "../support/app/random.ts";
import { ImapTalk, type Mailbox, mailbox, smallMail } from "../support/imap/client.ts";

const env = { IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" };

const words =
  "invoice voicemail Grüße 会議室 naïve x-ray 2026-11 a&b ΣΊΣΥΦΟΣ re:plan under_score ab الكِتابُ שָׁלוֹם می\u200cشود".split(
    " ",
  );

/** A mail of some words, in the encodings that mails come in; every seventh is large. */
function mailOf(n: number, roll: (below: number) => number): string {
  const text = Array.from({ length: 5 + roll(10) }, () => words[roll(words.length)]).join(
    roll(2) ? " " : "-",
  );
  const body = n % 7 === 0 ? `${text}\r\n${`filler ${n} `.repeat(3000)}` : text;
  const encoded = Buffer.from(body, "utf8");
  return [
    "From: Ann <ann@remote.example>",
    `Subject: =?utf-8?B?${Buffer.from(words[n % words.length]!).toString("base64")}?= number ${n}`,
    `Message-ID: <search-${n}@remote.example>`,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: base64",
    "",
    encoded.toString("base64").replace(/.{76}/g, "$&\r\n"),
    "",
  ].join("\r\n");
}

function indexed(t: SuiteApp): Promise<boolean> {
  return eventually(
    async () => (await t.app.core.database.rows("select from search_queue limit 1")).length === 0,
  );
}

async function found(talk: ImapTalk, key: "BODY" | "TEXT" | "SUBJECT", text: string): Promise<number[]> {
  const octets = Buffer.from(text, "utf8");
  const [line] = await talk.ok(`SEARCH CHARSET UTF-8 ${key} {${octets.length}+}\r\n${text}`);
  return line!.split(" ").slice(2).map(Number);
}

eachApp(
  "SEARCH and its index",
  (t) => {
    // DECISIONS IMAP: SEARCH asks an index of three-letter runs and then looks: substrings are exact
    test("finds every text that is in a mail, and no other", async () => {
      const box: Mailbox = await mailbox(t);
      const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
      const roll = seeded(20260102);
      const mails = Array.from({ length: 40 }, (_, n) => mailOf(n, roll));
      const texts = mails.map((mail) => {
        const raw = Buffer.from(mail, "utf8");
        return mailSearchText(raw, scanStructure(raw).root);
      });
      for (const mail of mails.slice(0, 30)) await talk.append("INBOX", mail);
      await indexed(t);
      for (const mail of mails.slice(30)) await talk.append("INBOX", mail);
      await talk.ok("SELECT INBOX");
      const numbers = (holds: (n: number) => boolean) => mails.flatMap((_, n) => (holds(n) ? [n + 1] : []));
      // Once while the last ones wait for the index, or have just come into it, and once when all are there.
      for (let round = 0; round < 2; round++) {
        for (let tries = 0; tries < 15; tries++) {
          const text = texts[roll(texts.length)]!.body()!;
          const from = roll(Math.min(text.length, 120));
          const wanted = text.slice(from, from + 1 + roll(12)).toWellFormed();
          if (/[\r\n]/.test(wanted)) continue;
          const sought = searchFold(wanted);
          const inBody = numbers((n) => texts[n]!.body()!.includes(sought));
          expect([wanted, await found(talk, "BODY", wanted)]).toEqual([wanted, inBody]);
          const anywhere = numbers((n) => inBody.includes(n + 1) || texts[n]!.header()!.includes(sought));
          expect([wanted, await found(talk, "TEXT", wanted)]).toEqual([wanted, anywhere]);
        }
        for (const word of words) {
          const inSubject = numbers((n) => texts[n]!.fields("subject")![0]!.includes(searchFold(word)));
          expect([word, await found(talk, "SUBJECT", word)]).toEqual([word, inSubject]);
        }
        await indexed(t);
      }
      expect(await talk.ok('SEARCH NOT TEXT "number 7" BODY voice 1:20')).toEqual(
        await talk.ok('SEARCH 1:20 BODY VOICE NOT SUBJECT "number 7"'),
      );
      expect(await talk.ok("SEARCH TEXT nowhere")).toEqual(["* SEARCH"]);
      talk.close();
    });

    test("finds indexed and unindexed messages while the index is far behind", async () => {
      const box = await mailbox(t);
      const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
      const { database } = t.app.core;
      for (const word of ["hippopotamus", "giraffe"]) await talk.append("INBOX", smallMail(word));
      await indexed(t);
      // They come last in the queue, and are of messages that are gone.
      await database.values(
        `insert into search_queue select $1::uuid, ('ffffffff-ffff-7fff-bfff-' || lpad(to_hex(n), 12, '0'))::uuid
         from generate_series(1, 60000) n returning 1`,
        [t.accountId],
      );
      await talk.append("INBOX", smallMail("hippopotamus"));
      await talk.ok("SELECT INBOX");
      expect(await talk.ok("SEARCH TEXT popot")).toEqual(["* SEARCH 1 3"]);
      expect(await talk.ok("SEARCH OR TEXT popot TEXT giraf")).toEqual(["* SEARCH 1 2 3"]);
      expect(await talk.ok("SEARCH TEXT popot NOT TEXT giraf 2:*")).toEqual(["* SEARCH 3"]);
      const [left] = await database.values("select count(*)::int from search_queue");
      expect(left![0]).toBeGreaterThan(2000);
      await database.values(
        "delete from search_queue where message_id > 'ffff0000-0000-0000-0000-000000000000' returning 1",
      );
      talk.close();
    });

    test("finds what is in large mails and long headers, which a reading process reads", async () => {
      const box = await mailbox(t);
      const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
      const words = "word ".repeat(14).trim();
      const body = `${words}\r\n`.repeat(1000);
      await talk.append("INBOX", `From: ada@far.example\r\nX-A: one\r\n\r\n${body}needle\r\n`);
      const long = `X-B: ${"b ".repeat(450)}\r\n`.repeat(80);
      await talk.append("INBOX", `${long}From: bo@far.example\r\nX-A: two\r\n\r\nneedle\r\n`);
      await talk.ok("SELECT INBOX");
      for (const [asked, numbers] of [
        ["BODY needle", " 1 2"],
        ["TEXT needle NOT HEADER X-A two", " 1"],
        ["OR HEADER X-A two BODY nothing", " 2"],
        ["TEXT ada@far", " 1"],
        ["FROM bo@", " 2"],
        ["HEADER X-A e", " 1"],
        ["TEXT nothing", ""],
      ] as const)
        expect([asked, await talk.ok(`SEARCH ${asked}`)]).toEqual([asked, [`* SEARCH${numbers}`]]);
      talk.close();
    });

    test("finds drafts, which are never indexed, by their current text only", async () => {
      const box = await mailbox(t);
      const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
      const draft = { identity_id: box.id, subject: "first", text: "purple monkey" };
      const { id } = await t.api.must<{ id: string }>(201, t.api.post("/drafts", draft));
      await talk.ok("SELECT Drafts");
      expect(await talk.ok("SEARCH BODY urple")).toEqual(["* SEARCH 1"]);
      await t.api.must(200, t.api.patch(`/drafts/${id}`, { text: "green dishwasher" }));
      await talk.ok("NOOP");
      expect(await talk.ok("SEARCH BODY urple")).toEqual(["* SEARCH"]);
      expect(await talk.ok("SEARCH BODY dishw")).toEqual(["* SEARCH 1"]);
      talk.close();
    });

    test("another address's mails are never found", async () => {
      const [one, other] = [await mailbox(t), await mailbox(t)];
      const talk = await ImapTalk.logIn(t.app.ports.imap!, one);
      const stranger = await ImapTalk.logIn(t.app.ports.imap!, other);
      await talk.append("INBOX", smallMail("rhinoceros"));
      await indexed(t);
      await talk.ok("SELECT INBOX");
      await stranger.ok("SELECT INBOX");
      expect(await talk.ok("SEARCH TEXT rhino")).toEqual(["* SEARCH 1"]);
      expect(await stranger.ok("SEARCH TEXT rhino")).toEqual(["* SEARCH"]);
      talk.close();
      stranger.close();
    });
  },
  { env },
);
