// The plain rules that judge mail where no scanner is set: no honest mail is spam by them.
import { describe, expect, test } from "bun:test";
import { parseNow } from "../../src/mail/parse/parse.ts";
import type { AuthenticationResults } from "../../src/mail/trust/authentication.ts";
import { judge } from "../../src/screening/rules.ts";
import { mailFiles, skipWithoutData } from "../support/app/mail-data.ts";

const full = "Date: Sat, 21 Nov 2026 10:00:00 +0000\r\nMessage-ID: <1@x.example>\r\n";

function said(
  mail: string,
  {
    authentication = null,
    listed = [],
  }: { authentication?: AuthenticationResults | null; listed?: string[] } = {},
) {
  const { symbols, isSpam } = judge({ parsed: parseNow(Buffer.from(mail)), authentication, listed });
  return { symbols: symbols.map(({ name }) => name), isSpam };
}

function proven(spf: string, dmarc: string, policy: string | null): AuthenticationResults {
  return {
    spf: { result: spf, domain: "x.example" },
    dkim: [],
    dmarc: { result: dmarc, domain: "x.example", policy },
    arc: null,
    checked_at: "2026-11-21T10:00:00.000000Z",
  };
}

const plain = `From: a@x.example\r\nSubject: lunch\r\n${full}\r\nhello\r\n`;

// DECISIONS Trust: Without rspamd, rules need 5 points; a block list alone gives 5
test("what is known of the sender", () => {
  expect(said(plain)).toEqual({ symbols: [], isSpam: false });
  expect(said(plain, { authentication: proven("pass", "pass", "reject") })).toEqual({
    symbols: [],
    isSpam: false,
  });
  expect(said(plain, { authentication: proven("fail", "none", null) })).toEqual({
    symbols: ["SPF_FAIL"],
    isSpam: false,
  });
  expect(said(plain, { authentication: proven("fail", "fail", "none") })).toEqual({
    symbols: ["DMARC_NONE", "SPF_FAIL"],
    isSpam: false,
  });
  expect(said(plain, { authentication: proven("pass", "fail", "quarantine") }).isSpam).toBe(true);
  expect(said(plain, { authentication: proven("temperror", "temperror", "reject") }).isSpam).toBe(false);
  expect(said(plain, { listed: ["list.example"] }).isSpam).toBe(true);
  // A list forwards it: SPF fails, the signature holds.
  const forwarded = proven("fail", "pass", "reject");
  forwarded.dkim.push({
    result: "pass",
    domain: "x.example",
    selector: "s",
    algorithm: "rsa-sha256",
    aligned: true,
  });
  expect(said(plain, { authentication: forwarded })).toEqual({ symbols: [], isSpam: false });
});

test("signs in the mail", () => {
  const named = (name: string) => said(`From: ${name} <a@x.example>\r\n${full}\r\nx`).symbols;
  expect(named('"ceo@bank.example"')).toEqual(["NAME_IS_OTHER_ADDRESS"]);
  expect(named('"a@x.example"')).toEqual([]);
  expect(named('"b@mail.x.example"')).toEqual([]);
  expect(said("From: a@x.example\r\n\r\nx").symbols).toEqual(["NO_DATE", "NO_MESSAGE_ID"]);
  expect(said(`From: a@x.example\r\nSubject: BUY IT TODAY!!!\r\n${full}\r\nx`).symbols).toEqual([
    "SHOUTING_SUBJECT",
  ]);
  const file = (name: string) =>
    said(
      `From: a@x.example\r\n${full}MIME-Version: 1.0\r\nContent-Type: application/octet-stream; name="${name}"\r\n` +
        `Content-Disposition: attachment; filename="${name}"\r\n\r\nx`,
    );
  expect(file("notes.pdf").symbols).toEqual([]);
  expect(file("setup.exe")).toEqual({ symbols: ["PROGRAM"], isSpam: false });
  expect(file("invoice.pdf.exe")).toEqual({ symbols: ["PROGRAM", "DISGUISED_PROGRAM"], isSpam: true });
});

describe.skipIf(skipWithoutData())("public mails", () => {
  test("none of 500 wanted mails is spam", () => {
    const ham = mailFiles("mailbox/ham", /./);
    expect(ham).toHaveLength(500);
    const wrong = ham.filter(
      ({ raw }) => judge({ parsed: parseNow(raw), authentication: null, listed: [] }).isSpam,
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });
});
