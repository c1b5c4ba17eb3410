// A mail that begins with an empty line: what is shown as its header is also what is authenticated, and what IMAP gives.
import { afterAll, expect, test } from "bun:test";
import { nowInstant, systemClock } from "../../src/lib/clock.ts";
import { generateDkimKeys, signMail } from "../../src/outbound/dkim.ts";
import { eachApp } from "../support/app/app.ts";
import { outsideEnv, startDns } from "../support/fakes/dns.ts";
import { ImapTalk, mailbox } from "../support/imap/client.ts";
import { received } from "../support/smtp/received.ts";

const keys = await generateDkimKeys();
const dns = await startDns({
  "_dmarc.bank.example": { TXT: ["v=DMARC1; p=reject"] },
  "s._domainkey.bank.example": { TXT: [keys.ed25519.dnsValue] },
});
afterAll(() => dns.stop());

const env = {
  ...outsideEnv(dns),
  IMAP_PORT: "0",
  ALLOW_PLAINTEXT_AUTH: "loopback",
};

eachApp(
  "an empty line before the header",
  (t) => {
    const letter = (n: number) =>
      `From: Ann <ann@bank.example>\r\nSubject: lunch\r\nDate: Sat, 21 Nov 2026 10:00:00 +0000\r\nMessage-ID: <${n}@bank.example>\r\n\r\nhello\r\n`;

    test("does not hide the author from DMARC", async () => {
      const to = await t.address();
      const refused = await t
        .raw({ from: "x@elsewhere.example", to: to.email, raw: `\r\n${letter(1)}` })
        .catch((error: { response?: string }) => error.response ?? "");
      expect(refused).toStartWith("550 5.7.1 ");
    });

    test("keeps the DKIM signature valid, and IMAP shows the whole header", async () => {
      const to = await mailbox(t);
      const signer = { domain: "bank.example", selector: "s", privateKey: keys.ed25519.privateKey };
      const signed = Buffer.from(await signMail(Buffer.from(letter(2)), [signer], nowInstant(systemClock)));
      const raw = Buffer.concat([Buffer.from("\r\n \r\n"), signed]);
      await t.raw({ from: "x@elsewhere.example", to: to.email, raw });
      const message = await received(t, to);
      expect(message).toMatchObject({
        subject: "lunch",
        from: { email: "ann@bank.example" },
        text: "hello\n",
      });
      expect(message.authentication).toMatchObject({ dkim: [{ result: "pass" }], dmarc: { result: "pass" } });
      expect(Buffer.from(await t.api.bytes(`/messages/${message.id}/raw`)).equals(raw)).toBe(true);

      const talk = await ImapTalk.logIn(t.app.ports.imap!, to);
      await talk.ok("SELECT INBOX");
      const [whole] = await talk.ok("FETCH 1 (RFC822.SIZE BODY.PEEK[])");
      const [, size, length, shown] = /RFC822\.SIZE (\d+) BODY\[\] \{(\d+)\}\r\n([\s\S]*)\)$/.exec(whole!)!;
      expect(size).toBe(length!);
      expect(shown).toStartWith("Authentication-Results: ");
      expect(shown!.split("\r\n\r\n")[0]).toContain("\r\nSubject: lunch");
      const literal = async (item: string) =>
        /\{\d+\}\r\n([\s\S]*)\)$/.exec((await talk.ok(`FETCH 1 BODY.PEEK[${item}]`))[0]!)?.[1];
      expect(await literal("TEXT")).toBe("hello\r\n");
      expect(await literal("HEADER.FIELDS (SUBJECT)")).toBe("Subject: lunch\r\n\r\n");
      expect(await talk.ok("SEARCH SUBJECT lunch")).toEqual(["* SEARCH 1"]);
    });
  },
  { env },
);
