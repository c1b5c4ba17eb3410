// FETCH of whole mails reads more of them at once while they are small.
import { expect, test } from "bun:test";
import { eachApp } from "../support/app/app.ts";
import { seeded } from "../support/app/random.ts";
import { ImapTalk, mailbox, smallMail } from "../support/imap/client.ts";

const env = { IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" };

eachApp(
  "whole mails",
  (t) => {
    test("come each once, in order, whatever their sizes and gaps", async () => {
      const box = await mailbox(t);
      const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
      const roll = seeded(7);
      const mails = Array.from({ length: 140 }, (_, n) => {
        // what does not pack: a step of such mails is a small one
        const noise = n >= 40 && n < 70 ? Array.from({ length: 40_000 }, () => roll(36).toString(36)) : [];
        return `${smallMail(`mail ${n}`)}${noise.join("")}\r\n`;
      });
      for (const mail of mails) await talk.append("INBOX", mail);
      await talk.ok("SELECT INBOX");
      await talk.ok("STORE 30,100:109 +FLAGS.SILENT (\\Deleted)");
      await talk.ok("EXPUNGE");
      const left = mails.filter((_, n) => n !== 29 && (n < 99 || n > 108));
      const fetched = (await talk.ok("FETCH 1:* BODY.PEEK[]")).filter((line) => line.includes(" FETCH "));
      expect(fetched).toHaveLength(left.length);
      for (const [n, mail] of left.entries())
        expect(fetched[n]!).toBe(`* ${n + 1} FETCH (BODY[] {${mail.length}}\r\n${mail})`);
      talk.close();
    });

    test("and their structures and fields are the same whether or not the message's row is read beside", async () => {
      const box = await mailbox(t);
      const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
      const roll = seeded(8);
      // inline, in the blob store, and there and streamed
      for (const noise of [0, 200_000, 1_500_000]) {
        const body = Array.from({ length: noise }, () => roll(36).toString(36)).join("");
        await talk.append("INBOX", `${smallMail(`noise ${noise}`)}${body}\r\n`);
      }
      await talk.ok("SELECT INBOX");
      const sections = ["HEADER.FIELDS (FROM SUBJECT)", "HEADER.FIELDS (X-OTHER FROM)", "HEADER", "TEXT", ""];
      for (const item of ["ENVELOPE", "BODYSTRUCTURE", ...sections.map((each) => `BODY.PEEK[${each}]`)]) {
        const answers = async (more: string) => {
          const lines = await talk.ok(`FETCH 1:3 (${item}${more})`);
          return lines.filter((line) => line.includes(" FETCH "));
        };
        const alone = await answers("");
        expect(alone).toHaveLength(3);
        for (const other of ["INTERNALDATE", "RFC822.SIZE", "SAVEDATE", "THREADID", "PREVIEW"]) {
          const both = await answers(` ${other}`);
          for (const [n, line] of both.entries())
            expect(line.startsWith(`${alone[n]!.slice(0, -1)} ${other} `)).toBe(true);
        }
      }
      talk.close();
    });
  },
  { env },
);
