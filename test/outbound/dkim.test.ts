// Signatures are judged by mailauth's verifier here; opendkim and rspamd judge them in the end-to-end tests.
import { expect, test } from "bun:test";
import { dkimVerify } from "mailauth/lib/dkim/verify.js";
import { composeMail } from "../../src/mail/compose/compose.ts";
import {
  dkimDnsValue,
  dkimRecordMatches,
  generateDkimKeys,
  signMail,
  wireForm,
} from "../../src/outbound/dkim.ts";
import { countTurns } from "../support/app/event-loop.ts";
import { pick, type Random, seeded } from "../support/app/random.ts";

const keys = await generateDkimKeys();
const at = "2026-01-02T03:04:05.678901Z";
const signers = [
  { domain: "near.example", selector: "r1", privateKey: keys.rsa.privateKey },
  { domain: "near.example", selector: "e1", privateKey: keys.ed25519.privateKey },
];

async function verify(raw: Uint8Array): Promise<[string | undefined, string, string][]> {
  const records: Record<string, string> = {
    "r1._domainkey.near.example": keys.rsa.dnsValue,
    "e1._domainkey.near.example": keys.ed25519.dnsValue,
  };
  const { results } = await dkimVerify(Buffer.from(raw), {
    resolver: async (name: string) => [[records[name] ?? ""]],
  } as Parameters<typeof dkimVerify>[1]);
  return results.map((result) => [result.selector, result.algo ?? "", result.status.result]);
}

const bothPass: [string, string, string][] = [
  ["r1", "rsa-sha256", "pass"],
  ["e1", "ed25519-sha256", "pass"],
];

function mail(body: string, more = ""): Uint8Array {
  return Buffer.from(
    `From: Anna <a@near.example>\r\nTo: b@far.example\r\nSubject: Hi\r\nMessage-ID: <1@near.example>\r\n${more}\r\n${body}`,
  );
}

const composed = await composeMail({
  from: { email: "a@near.example", name: "Ägidius" },
  to: [{ email: "b@far.example" }],
  cc: [],
  subject: "Grüße 🎉",
  text: `${"lang ".repeat(400)}\n.\n..dots\nFrom here`,
  html: "<p>Grüße</p>",
  attachments: [
    {
      filename: "a.bin",
      contentType: "application/octet-stream",
      content: crypto.getRandomValues(new Uint8Array(3000)),
    },
  ],
  inReplyTo: null,
  references: [],
  headers: {},
  messageId: "<2@near.example>",
  date: at,
  autoSubmitted: true,
});

const mails: [string, Uint8Array][] = [
  ["plain", mail("Hello\r\n")],
  [
    "8-bit",
    mail("Grüße, 山田\r\n", "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n"),
  ],
  ["lines of 990 octets", mail(`${"x".repeat(990)}\r\n${"y".repeat(990)}\r\n`)],
  ["blanks at line ends and empty lines at the end", mail("a \t \r\n b\tc  \r\n\r\n\r\n")],
  ["no line end at the end", mail("abc")],
  ["no body", mail("")],
  [
    "fields in an unusual order",
    Buffer.from(
      "Auto-Submitted: no\r\nMIME-Version: 1.0\r\nSubject: x\r\nFrom: a@near.example\r\nCc: c@far.example\r\n\r\nx\r\n",
    ),
  ],
  ["the same field twice", mail("x\r\n", "Subject: again\r\nTo: c@far.example\r\n")],
  ["a folded header with two recipients", mail("x\r\n", "Cc: c@far.example,\r\n\td@far.example\r\n")],
  ["composed, with attachment", composed],
];

for (const [name, raw] of mails) {
  test(`both algorithms verify: ${name}`, async () => {
    const signed = await signMail(raw, signers, at);
    expect(Buffer.from(signed.subarray(signed.length - raw.length)).equals(Buffer.from(raw))).toBe(true);
    expect(await verify(signed)).toEqual(bothPass);
  });
}

test("whoever adds, changes or removes a field that matters breaks the signatures", async () => {
  const signed = Buffer.from(await signMail(mail("Hello\r\n"), signers, at)).toString();
  for (const forged of [
    `From: evil@near.example\r\n${signed}`,
    `Subject: Other\r\n${signed}`,
    `Reply-To: evil@far.example\r\n${signed}`,
    `Cc: evil@far.example\r\n${signed}`,
    `Date: Fri, 02 Jan 2026 03:04:05 +0000\r\n${signed}`,
    signed.replace("Hello", "Hallo"),
    signed.replace("Subject: Hi", "Subject: Ho"),
  ]) {
    // "neutral" is mailauth's word for a body that does not match
    for (const result of await verify(Buffer.from(forged))) expect(result[2]).toMatch(/^(?:fail|neutral)$/);
  }
  expect(await verify(Buffer.from(`Received: from x\r\n${signed}`))).toEqual(bothPass);
});

test("d=, s=, t= and algorithm are as asked; no l=", async () => {
  const text = Buffer.from(await signMail(mail("x\r\n"), signers, at)).toString();
  const first = text.slice(0, text.indexOf("\r\nDKIM-Signature"));
  expect(first).toMatch(/a=rsa-sha256;/);
  expect(first).toMatch(/c=relaxed\/relaxed; d=near\.example;/);
  expect(first).toMatch(/s=r1; t=1767323045;/);
  expect(first).not.toMatch(/ l=/);
  expect(first.match(/From/g)).toHaveLength(2);
  for (const line of text.split("\r\n")) expect(line.length).toBeLessThanOrEqual(998);
});

test("a key that cannot sign is an error, never a mail with fewer signatures", async () => {
  const bad = { domain: "near.example", selector: "x1", privateKey: "not a key" };
  await expect(signMail(mail("x"), [...signers, bad], at)).rejects.toThrow("x1");
  for (const raw of ["To: b@far.example\r\n\r\nFrom: x", "\r\nFrom: x\r\n\r\n"])
    await expect(signMail(Buffer.from(raw), signers, at)).rejects.toThrow("From");
});

test("whatever a body and a field are made of, mailauth verifies it", async () => {
  const pieces = ["a", "ü", " ", "\t", "\r\n", "\r\n", ".", "  b", "\r\n \r\n", "From: x"];
  const some = (random: Random, most: number) =>
    Array.from({ length: random(most) }, () => pick(pieces, random)).join("");
  for (let n = 0; n < 150; n++) {
    const random = seeded(n);
    const value = some(random, 12)
      .replace(/\r\n/g, "\r\n ")
      .replace(/(?:\r\n\s*)+$/, "");
    const raw = mail(some(random, 30), `List-Id: x${value}\r\nReply-To :  <r@x>\r\n`);
    expect([n, await verify(await signMail(raw, signers, at))]).toEqual([n, bothPass]);
  }
});

test("white space and line ends where a large body is cut", async () => {
  const cut = 256 * 1024;
  for (const middle of ["  \t\r\n\r\n  y\r\n", "\r\n\r\n\r\n", " ", "\r\n"]) {
    for (let before = 0; before < 6; before++) {
      for (const after of ["", "z\r\n"]) {
        const body = "x".repeat(cut - before) + middle + after;
        expect(await verify(await signMail(mail(body), signers.slice(1), at))).toEqual([bothPass[1]!]);
      }
    }
  }
});

test("without keys a mail stays as it is", async () => {
  const raw = mail("x");
  expect(await signMail(raw, [], at)).toBe(raw);
});

test("a large mail is signed in steps: others run meanwhile", async () => {
  const raw = mail("The quick brown fox jumps over the lazy dog.\r\n".repeat(40_000));
  const { result: signed, turns } = await countTurns(() => signMail(raw, signers, at));
  expect(turns).toBeGreaterThan(3);
  expect(await verify(signed)).toEqual(bothPass);
});

test("DNS values: forms, and whether a record found publishes the key", () => {
  expect(keys.rsa.dnsValue).toMatch(/^v=DKIM1; k=rsa; p=[A-Za-z0-9+/=]{392}$/);
  expect(keys.ed25519.dnsValue).toMatch(/^v=DKIM1; k=ed25519; p=[A-Za-z0-9+/]{43}=$/);
  expect(dkimDnsValue(keys.rsa.privateKey)).toBe(keys.rsa.dnsValue);
  const p = keys.rsa.dnsValue.slice(keys.rsa.dnsValue.indexOf("p=") + 2);
  expect(dkimRecordMatches([`p=${p}`], keys.rsa.dnsValue)).toBe(true);
  expect(
    dkimRecordMatches(
      ["v=spf1 -all", ` v=DKIM1 ;  p=${p.slice(0, 90)} ${p.slice(90)} ; t=s;`],
      keys.rsa.dnsValue,
    ),
  ).toBe(true);
  expect(dkimRecordMatches([`v=DKIM1; k=ed25519; p=${p}`], keys.rsa.dnsValue)).toBe(false);
  expect(dkimRecordMatches(["v=DKIM1; k=rsa; p="], keys.rsa.dnsValue)).toBe(false);
  expect(dkimRecordMatches([], keys.rsa.dnsValue)).toBe(false);
});

test("wire form: bare CR and LF become CRLF, clean mails are the same array", () => {
  const clean = mail("a\r\nb\r\n");
  expect(wireForm(clean)).toBe(clean);
  for (const [from, to] of [
    ["a\nb\n", "a\r\nb\r\n"],
    ["a\rb\r", "a\r\nb\r\n"],
    ["a\r\r\nb\n\rc", "a\r\n\r\nb\r\n\r\nc"],
    ["\n", "\r\n"],
    ["", ""],
    ["a\r\n\nb", "a\r\n\r\nb"],
  ] as const) {
    expect(Buffer.from(wireForm(Buffer.from(from))).toString()).toBe(to);
  }
});
