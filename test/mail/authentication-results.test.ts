// The field that says what was found out, and the fields that pretend to be it: taken out wherever a reader may look, and
// nothing else with them. What IMAP is given is the mail that a scan of the shown bytes would find.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { displayedBytes, displayedGrowth, displayedStructure } from "../../src/mail/displayed-form.ts";
import { scanStructure } from "../../src/mail/mime/structure.ts";
import type { AuthenticationResults } from "../../src/mail/trust/authentication.ts";
import { displayedForm } from "../../src/mail/trust/authentication-results.ts";
import { mailFiles, skipWithoutData } from "../support/app/mail-data.ts";

const checked: AuthenticationResults = {
  spf: { result: "pass", domain: "x.example" },
  dkim: [
    { result: "pass", domain: "x.example", selector: "s", algorithm: "rsa-sha256", aligned: true },
    { result: "permerror", domain: null, selector: null, algorithm: null, aligned: false },
  ],
  dmarc: { result: "pass", domain: "x.example", policy: "none" },
  arc: { result: "fail", domain: null },
  checked_at: "2026-11-21T10:00:00.000000Z",
};

function shown(raw: Buffer, authentication: AuthenticationResults | null) {
  const end = raw.indexOf("\r\n\r\n");
  const head = raw.toString("latin1", 0, end < 0 ? raw.length : end + 4);
  const found = { authservId: "mx.example", authentication, from: "a@x.example", nullSender: false };
  return displayedForm(head, found);
}

function text(mail: string, authentication: AuthenticationResults | null = null): string {
  const raw = Buffer.from(mail, "latin1");
  return Buffer.from(displayedBytes(raw, shown(raw, authentication))).toString("latin1");
}

function binary(letters: string): string {
  return Buffer.from(letters).toString("latin1");
}

test("the field, whole lines of plain words", () => {
  expect(text("A: b\r\n\r\n", checked)).toBe(
    "Authentication-Results: mx.example;\r\n\tspf=pass smtp.mailfrom=x.example;\r\n" +
      "\tdkim=pass header.d=x.example header.s=s header.a=rsa-sha256;\r\n\tdkim=permerror;\r\n" +
      "\tdmarc=pass header.from=x.example policy.dmarc=none;\r\n\tarc=fail\r\nA: b\r\n\r\n",
  );
  const nothing = { ...checked, spf: null, dkim: [], dmarc: null, arc: null };
  expect(text("\r\nbody", nothing)).toBe("Authentication-Results: mx.example;\r\n\tnone\r\n\r\nbody");
});

test.each([
  "Authentication-Results: mx.example; spf=pass\r\n",
  "authentication-results:MX.EXAMPLE\r\n",
  "AUTHENTICATION-RESULTS \t:\r\n\t mx.example;\r\n\tspf=pass\r\n  more\r\n",
  'Authentication-Results: "mx.example" 1; spf=pass\r\n',
  'Authentication-Results: "m\\x.example"; spf=pass\r\n',
  "Authentication-Results: (a (nested \\) one)) mx.example; spf=pass\r\n",
  "Authentication-Results: mx.example.; spf=pass\r\n",
  "Authentication-Results: mx.example(comment); spf=pass\r\n",
  "Authentication-Results\r\n : mx.example; spf=pass\r\n",
  "Authentication-Results: (a(b)c)\r\n mx.example/1; dmarc=pass\r\n",
  "Authentication-Results: =?utf-8?q?mx=2Eexample?=; dmarc=pass\r\n",
  `Authentication-Results: ${binary("\u00a0mx.example")}; dmarc=pass\r\n`,
  `Authentication-Results: ${binary("\uff4dx\u3002exam\u00adple")}; dmarc=pass\r\n`,
  "Authentication-Results: mx.example..; dmarc=pass\r\n",
  "Authentication-Results: mx.example,x; dmarc=pass\r\n",
  "Authentication-Results: mx.example\0; dmarc=pass\r\n",
  "Authentication-Results: ;mx.example; dmarc=pass\r\n",
  "Authentication-Results: x mx.example; dmarc=pass\r\n",
])("forged: %p", (field) => {
  expect(text(`${field}A: b\r\n\r\nx`)).toBe("A: b\r\n\r\nx");
  expect(text(`A: b\r\n${field}\r\nx`)).toBe("A: b\r\n\r\nx");
  expect(text(`A: b\r\nno field\r\n${field}${field}C: d\r\n\r\n${field}`)).toBe(
    `A: b\r\nno field\r\nC: d\r\n\r\n${field}`,
  );
});

test.each([
  "Authentication-Results: other.example; spf=pass\r\n",
  "Authentication-Results: mx.example.org; spf=pass\r\n",
  "Authentication-Results: not-mx.example; spf=pass\r\n",
  "ARC-Authentication-Results: i=1; mx.example; spf=pass\r\n",
  "X-Authentication-Results: mx.example; spf=pass\r\n",
  "Subject: a\r\n Authentication-Results: mx.example; spf=pass\r\n",
  "Authentication-Results: (mx.example\r\n",
  "Authentication-Results: a-mx.example; spf=pass\r\n",
  "Authentication-Results: mx.example-a; spf=pass\r\n",
  "Authentication-Results: relay.example; spf=pass smtp.helo=mx.example\r\n",
])("not ours: %p", (field) => {
  expect(shown(Buffer.from(`${field}A: b\r\n\r\nx`), null)).toBeNull();
});

/** The structure of the shown mail, made from the note and found by a scan. */
function expectSame(raw: Buffer, authentication: AuthenticationResults | null): void {
  const note = shown(raw, authentication);
  if (!note) return;
  const bytes = displayedBytes(raw, note);
  expect(bytes.length - raw.length).toBe(displayedGrowth(note));
  expect(displayedStructure(scanStructure(raw).root, note)).toEqual(scanStructure(bytes).root);
}

test("offsets and sizes are those of a scan, whatever stands where", () => {
  const fields = fc.constantFrom(
    "Authentication-Results: mx.example; spf=pass\r\n",
    "Authentication-Results:\r\n mx.example;\r\n dkim=pass\r\n",
    "Authentication-Results: other.example; spf=pass\r\n",
    "Subject: x\r\n y\r\n",
    "Received: from a by b\r\n",
  );
  const body = fc.constantFrom(
    "text\r\nmore\r\n",
    "--b\r\n\r\none\r\n--b\r\nContent-Type: text/html\r\n\r\ntwo\r\n--b--\r\n",
    "",
  );
  const type = fc.constantFrom(
    "Content-Type: multipart/mixed; boundary=b\r\n",
    "Content-Type: text/plain\r\n",
    "Content-Type: message/rfc822\r\n",
  );
  fc.assert(
    fc.property(
      fc.array(fields, { maxLength: 8 }),
      type,
      body,
      fc.boolean(),
      (head, kind, text, isChecked) => {
        expectSame(Buffer.from(`${head.join("")}${kind}\r\n${text}`), isChecked ? checked : null);
      },
    ),
    { numRuns: 500, seed: 1 },
  );
});

describe.skipIf(skipWithoutData())("public mails", () => {
  test("with forged fields are shown as they were without", () => {
    const forged = "Authentication-Results: mx.example;\r\n\tdmarc=pass\r\n";
    let count = 0;
    for (const { raw } of mailFiles("mime", /\.(?:eml|txt)$/)) {
      const mail = raw.toString("latin1").replace(/\r?\n/g, "\r\n");
      expect(text(forged + mail)).toBe(mail);
      const first = mail.indexOf("\r\n") + 2;
      if (/^[A-Za-z-]+: .*\r\n[A-Za-z-]+: /.test(mail)) {
        expect(text(mail.slice(0, first) + forged + mail.slice(first))).toBe(mail);
        expectSame(Buffer.from(forged + mail, "latin1"), checked);
        count++;
      }
    }
    expect(count).toBeGreaterThan(150);
  });
});
