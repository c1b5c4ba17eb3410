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
  },
  { env },
);
