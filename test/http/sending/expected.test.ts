// What most mails find is expected without being read: nobody refused, no mail known. Where that is wrong, the answer is
// what it is when everything is read first.
import { expect, test } from "bun:test";
import type { Refusal } from "../../support/app/api.ts";
import { eachApp } from "../../support/app/app.ts";
import { ImapTalk, mailbox, smallMail } from "../../support/imap/client.ts";

/** So many turns in a row and more must find memory right before it is trusted. */
const trusted = 24;

eachApp(
  "expectations that are wrong",
  (t) => {
    const post = (from: string, to: string, subject: string) =>
      t.api.post<{ id: string; thread_id: string } & Refusal>("/messages", { from, to, subject, text: "x" });

    test("a recipient who is suppressed is refused, and the next mail leaves", async () => {
      const { email } = await t.address();
      for (let n = 0; n < trusted; n++)
        expect((await post(email, "ann@remote.example", `${n}`)).status).toBe(201);
      await t.api.must(201, t.api.post("/suppressions", { email: "ann@remote.example" }));
      for (let n = 0; n < 3; n++) {
        const { status, json } = await post(email, "ann@remote.example", "suppressed");
        expect([status, json.error.code]).toEqual([422, "recipient_refused"]);
      }
      expect((await post(email, "bob@remote.example", "to another")).status).toBe(201);
    });

    test("a mail that is appended after an answer to it joins its thread, and so does one that came before", async () => {
      const box = await mailbox(t);
      const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
      for (let n = 0; n < trusted; n++) await talk.append("INBOX", smallMail(`before-${n}`));
      await talk.append("INBOX", smallMail("answer", ["In-Reply-To: <late@remote.example>"]));
      await talk.append("INBOX", smallMail("late"));
      await talk.append("INBOX", smallMail("again", ["In-Reply-To: <before-3@remote.example>"]));
      await talk.ok("SELECT INBOX");
      const lines = await talk.ok("FETCH 1:* (THREADID)");
      const threads = lines.map((line) => /THREADID \((.*?)\)/.exec(line)?.[1]).filter(Boolean);
      expect(threads).toHaveLength(trusted + 3);
      expect(new Set(threads).size).toBe(trusted + 1);
      expect(threads.at(-2)).toBe(threads.at(-3)!);
      expect(threads.at(-1)).toBe(threads[3]!);
      talk.close();
    });
  },
  { env: { IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" } },
);
