// A signed mail to which somebody added a second copy of a field on top: the signature covers the lower one, readers show
// the upper one. RFC 6376 5.4.2, 8.15
import { afterAll, expect, test } from "bun:test";
import { Readable } from "node:stream";
import { dkimSign } from "mailauth/lib/dkim/sign.js";
import { generateDkimKeys } from "../../src/outbound/dkim.ts";
import { eachApp } from "../support/app/app.ts";
import { outsideEnv, startDns } from "../support/fakes/dns.ts";
import { received } from "../support/smtp/received.ts";

const keys = await generateDkimKeys();
const dns = await startDns({
  "elsewhere.example": { TXT: ["v=spf1 -all"] },
  "bank.example": { TXT: ["v=spf1 -all"] },
  "_dmarc.bank.example": { TXT: ["v=DMARC1; p=reject"] },
  "s._domainkey.bank.example": { TXT: [keys.rsa.dnsValue] },
  "_dmarc.calm.example": { TXT: ["v=DMARC1; p=none"] },
  "s._domainkey.calm.example": { TXT: [keys.rsa.dnsValue] },
});
afterAll(() => dns.stop());

const env = {
  ...outsideEnv(dns),
};

let counter = 0;

/** A mail with all fields that a header has once, each signed as often as it stands there. */
async function signed(domain: string): Promise<string> {
  const raw =
    `From: Ann <ann@${domain}>\r\nSender: ann@${domain}\r\nReply-To: ann@${domain}\r\nTo: you@agents.example\r\nCc: c@x.example\r\n` +
    `Subject: the true one\r\nDate: Sat, 21 Nov 2026 10:00:00 +0000\r\nMessage-ID: <${++counter}@${domain}>\r\n` +
    `In-Reply-To: <1@x.example>\r\nReferences: <1@x.example>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain\r\n` +
    `Content-Transfer-Encoding: 7bit\r\nContent-Language: en\r\nX-Note: one\r\n\r\nhello\r\n`;
  const { signatures, errors } = await dkimSign(Readable.from([Buffer.from(raw)]), {
    canonicalization: "relaxed/relaxed",
    signTime: new Date(),
    headerList: raw
      .slice(0, raw.indexOf("\r\n\r\n"))
      .split("\r\n")
      .map((line) => line.slice(0, line.indexOf(":")))
      .join(":"),
    signatureData: [{ signingDomain: domain, selector: "s", privateKey: keys.rsa.privateKey }],
  } as unknown as Parameters<typeof dkimSign>[1]);
  expect(errors).toEqual([]);
  return signatures + raw;
}

const copies = [
  "Subject: pay now",
  "SUBJECT : pay now",
  "Subject:\r\n pay now",
  "Content-Type: text/html",
  "Reply-To: thief@elsewhere.example",
  "Sender: thief@elsewhere.example",
  "To: other@elsewhere.example",
  "Cc: other@elsewhere.example",
  "Date: Sat, 21 Nov 2020 10:00:00 +0000",
  "Message-ID: <other@elsewhere.example>",
  "In-Reply-To: <other@elsewhere.example>",
  "References: <other@elsewhere.example>",
  "MIME-Version: 1.0",
  "Content-Transfer-Encoding: base64",
  "Content-Language: fr",
];

eachApp(
  "a copy of a signed field",
  (t) => {
    test.each(copies)("%j makes the signature count for nothing", async (copy) => {
      const to = await t.address();
      const send = async (domain: string, head: string) =>
        t
          .raw({ from: "x@elsewhere.example", to: to.email, raw: `${head}${await signed(domain)}` })
          .catch((error: { response?: string }) => error.response ?? String(error));
      expect(await send("bank.example", `${copy}\r\n`)).toMatch(/^550 5\.7\.1 .*bank\.example.*\(DMARC\)/);
      expect(await send("calm.example", `${copy}\r\n`)).toStartWith("250 ");
      expect((await received(t, to)).authentication).toMatchObject({
        dkim: [{ result: "policy", domain: "calm.example" }],
        dmarc: { result: "fail" },
      });
    });

    test("fields that may be repeated have no effect, nor has the mail as it was signed", async () => {
      const to = await t.address();
      const head =
        "X-Note: two\r\nReceived: from a.example by b.example; Sat, 21 Nov 2026 10:00:00 +0000\r\nComments: a\r\nComments: b\r\nKeywords: c\r\nKeywords: d\r\n";
      for (const added of ["", head]) {
        await t.raw({
          from: "x@elsewhere.example",
          to: to.email,
          raw: `${added}${await signed("bank.example")}`,
        });
        expect((await received(t, to)).authentication).toMatchObject({
          dkim: [{ result: "pass", aligned: true }],
          dmarc: { result: "pass" },
        });
      }
    });
  },
  { env },
);
