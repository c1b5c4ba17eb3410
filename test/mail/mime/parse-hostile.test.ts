// Hostile mails: read to the end, at a cost that grows with their size and no faster. No time is asserted; a test that hangs
// fails by the runner's limit, and what costs most is printed.

import { describe, expect, test } from "bun:test";
import { parseNow } from "../../../src/mail/parse/parse.ts";
import { hostileMails } from "./hostile-mails.ts";

const size = 50_000;

function cost(raw: Uint8Array): number {
  const before = process.cpuUsage();
  const parsed = parseNow(raw);
  const { user, system } = process.cpuUsage(before);
  expect(parsed.defects.filter((defect) => defect.startsWith("not readable"))).toEqual([]);
  expect(JSON.stringify(parsed).isWellFormed()).toBe(true);
  return (user + system) / 1000;
}

describe("hostile mails", () => {
  test.each(Object.keys(hostileMails))("%s", (name) => {
    const make = hostileMails[name];
    if (!make) throw new Error("no such mail");
    const small = cost(Buffer.from(make(size), "latin1"));
    const large = cost(Buffer.from(make(size * 4), "latin1"));
    if (large > 100)
      process.stderr.write(
        `${name}: ${small.toFixed(0)} ms, ${large.toFixed(0)} ms at four times the size\n`,
      );
  });

  test("a mail of a million header fields", () => {
    const raw = Buffer.from(`From: a@example.org\r\n${"X-A: b\r\n".repeat(1_000_000)}Subject: late\r\n\r\nx`);
    const parsed = parseNow(raw);
    expect(parsed.from.email).toBe("a@example.org");
    expect(parsed.text).toBe("x");
  });

  test("a line of 10 MB", () => {
    expect(parseNow(Buffer.from(`From: a@example.org\r\n\r\n${"a".repeat(10_000_000)}`)).text?.length).toBe(
      10_000_000,
    );
  });

  // DECISIONS Drafts and sending: Inbound SMTP: 10,000 parts, more are kept in the raw bytes only
  test("10,000 parts, each an attachment", () => {
    const part = "--b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n";
    const raw = Buffer.from(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${part.repeat(9000)}--b--`);
    expect(parseNow(raw).attachments.length).toBe(9000);
  });
});
