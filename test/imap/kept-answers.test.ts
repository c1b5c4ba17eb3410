// SEARCH of texts reads each mail once: what it has answered to a text is kept, whoever asks again and with what beside it.
import { expect, test } from "bun:test";
import { eachApp } from "../support/app/app.ts";
import { DatabaseReads } from "../support/app/database-reads.ts";
import { ImapTalk, mailbox, smallMail } from "../support/imap/client.ts";

const database = new DatabaseReads();

eachApp(
  "answers to texts",
  (t) => {
    test("a text is read out of each mail once", async () => {
      const box = await mailbox(t);
      const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
      for (const word of ["walrus", "penguin", "walrus"])
        await talk.append("INBOX", smallMail(word).replace("Subject:", "X-Other: hidden\r\nSubject:"));
      await talk.ok("SELECT INBOX");
      const read = async (command: string) => {
        database.take();
        const answer = await talk.ok(command);
        return { answer, reads: database.take().filter(({ text }) => /\bplacements p\b/.test(text)).length };
      };
      for (const key of ["TEXT walrus", "BODY walrus", "HEADER X-Other hidden", "NOT TEXT penguin"]) {
        const { answer, reads } = await read(`SEARCH ${key}`);
        expect([key, reads > 0]).toEqual([key, true]);
        // A filter of several keys alone does not look at all messages.
        if (key.startsWith("NOT")) continue;
        for (const again of [key, `${key} UNFLAGGED`, `NOT NOT ${key}`])
          expect([again, await read(`SEARCH ${again}`)]).toEqual([again, { answer, reads: 0 }]);
      }
      // A text that is too long to be kept is looked for once, too.
      database.take();
      await talk.ok(`SEARCH TEXT ${"walrus".repeat(200)}`);
      const selected = database.take().filter(({ text }) => /select p\.uid, p\.modseq/.test(text));
      expect(selected).toHaveLength(1);
      await talk.append("INBOX", smallMail("walrus"));
      await talk.ok("NOOP");
      const more = await read("SEARCH TEXT walrus");
      expect(more.answer).toEqual(["* SEARCH 1 3 4"]);
      expect(more.reads).toBeGreaterThan(0);
      await talk.ok("STORE 1 +FLAGS.SILENT (\\Deleted)");
      await talk.ok("EXPUNGE");
      expect(await read("SEARCH TEXT walrus")).toEqual({ answer: ["* SEARCH 2 3"], reads: 0 });
      talk.close();
    });
  },
  { env: { IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" }, ownDatabase: true, deps: database.deps },
);
