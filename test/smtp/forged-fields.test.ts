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
async function signed(domain: string, { above = "", names }: Signed = {}): Promise<string> {
  const raw = `${above}${head(domain)}\r\nhello\r\n`;
  const all = raw
    .slice(0, raw.indexOf("\r\n\r\n"))
    .split("\r\n")
    .map((line) => line.slice(0, line.indexOf(":")));
  const { signatures, errors } = await dkimSign(Readable.from([Buffer.from(raw)]), {
    canonicalization: "relaxed/relaxed",
    signTime: new Date(),
    headerList: names ?? all.join(":"),
    signatureData: [{ signingDomain: domain, selector: "s", privateKey: keys.rsa.privateKey }],
    ...(names && { getARChain: onlyOnce }),
  } as unknown as Parameters<typeof dkimSign>[1]);
  expect(errors).toEqual([]);
  return signatures + raw;
}

interface Signed {
  /** Fields that stood above the others when it was signed. */
  above?: string;
  /** Those that are signed: of each the last copy. */
  names?: string[];
}

/** Called with the header before it is signed: the signer sees the last copy of each field alone. */
function onlyOnce(headers: { parsed: { key: string }[] }): false {
  headers.parsed = headers.parsed.filter(
    ({ key }, n) => !headers.parsed.slice(n + 1).some((later) => later.key === key),
  );
  return false;
}

function head(domain: string): string {
  return (
    `From: Ann <ann@${domain}>\r\nSender: ann@${domain}\r\nReply-To: ann@${domain}\r\nTo: you@agents.example\r\nCc: c@x.example\r\n` +
    `Subject: the true one\r\nDate: Sat, 21 Nov 2026 10:00:00 +0000\r\nMessage-ID: <${++counter}@${domain}>\r\n` +
    `In-Reply-To: <1@x.example>\r\nReferences: <1@x.example>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain\r\n` +
    `Content-Transfer-Encoding: 7bit\r\nContent-Language: en\r\nX-Note: one\r\n`
  );
}

/** What stood twice when the mail was signed, or says nothing else. */
const harmless: Record<string, { added?: string; signed?: Signed }> = {
  "a second version of MIME": { added: "MIME-Version: 1.0\r\n" },
  "the same subject again": { added: "SUBJECT:  the\r\n true one\r\n" },
  "a version of MIME that stood twice, once of it signed": {
    signed: { above: "MIME-Version: 1.0\r\n", names: ["from", "subject", "mime-version"] },
  },
  "references that stood twice, both signed": { signed: { above: "References: <0@x.example>\r\n" } },
  "two languages, both signed": { signed: { above: "Content-Language: fr\r\n" } },
  "references that stood twice, none signed": {
    signed: { above: "References: <0@x.example>\r\n", names: ["from", "subject"] },
  },
  "two languages, none signed": {
    signed: { above: "Content-Language: fr\r\n", names: ["from", "subject"] },
  },
};

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
  "MIME-Version: 2.0",
  "Content-Transfer-Encoding: base64",
  "Content-Language: fr",
];

eachApp(
  "a copy of a signed field",
  (t) => {
    // DECISIONS Trust: A signature counts for nothing when a copy above its fields says something else, or a line is no field
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

    test.each(Object.entries(harmless))("%s has no effect", async (_, { added = "", signed: as }) => {
      const to = await t.address();
      const raw = `${added}${await signed("bank.example", as)}`;
      await t.raw({ from: "x@elsewhere.example", to: to.email, raw });
      expect((await received(t, to)).authentication).toMatchObject({
        dkim: [{ result: "pass", aligned: true }],
        dmarc: { result: "pass" },
      });
    });

    test("a subject that is not signed, twice, makes the signature count for nothing", async () => {
      const to = await t.address();
      const as = { above: "Subject: another\r\n", names: ["from", "to"] };
      await t.raw({ from: "x@elsewhere.example", to: to.email, raw: await signed("calm.example", as) });
      expect((await received(t, to)).authentication.dkim).toMatchObject([{ result: "policy" }]);
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
