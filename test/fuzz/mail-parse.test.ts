// Mutated mails: whatever the bytes, they are read, and what comes out holds its promises. Seeded: a failure names the round,
// which alone makes the same mail again.

import { expect, test } from "bun:test";
import { messageOf } from "../../src/lib/failure.ts";
import { sanitise } from "../../src/mail/html/sanitize.ts";
import type { PartStructure } from "../../src/mail/mime/structure.ts";
import { type ParsedMail, readPart } from "../../src/mail/parse/parse.ts";
import { readMail } from "../../src/mail/parse/read-mail.ts";
import { htmlMail, plainMail } from "../bench/mail.ts";
import { mailFiles } from "../support/app/mail-data.ts";
import { pick, seeded } from "../support/app/random.ts";

const full = 100_000;
const rounds = Math.ceil((full * Number(process.env.FUZZ ?? 1)) / 100);
const largest = 60_000;

const seeds: Buffer[] = ["mime", "mailbox", "calendar/files", "bounce/files"]
  .flatMap((folder) => mailFiles(folder))
  .map((file) => file.raw)
  .filter((raw) => raw.length <= largest);
if (seeds.length === 0) seeds.push(plainMail(), htmlMail());

/** What breaks parsers, put anywhere. */
const tokens = [
  ...'\0|\r|\n|\r\n|\r\n\r\n|--|=|==|=?|?=|=?utf-8?B?|=?utf-8?Q?=C3?=|=C3|"|<|>|(|)|:|;|,|@|\\|%|\x1b$B|\x1b(B|\xff\xfe|\xc3|\xf0\x9f'.split(
    "|",
  ),
  ..."Content-Type: multipart/mixed; boundary=b\r\n|\r\n--b\r\n|\r\n--b--\r\n|Content-Type: message/rfc822\r\n\r\n".split(
    "|",
  ),
  ..."Content-Transfer-Encoding: base64\r\n|Content-Transfer-Encoding: quoted-printable\r\n|; charset=utf-7|; charset=iso-2022-jp".split(
    "|",
  ),
  ..."; charset=utf-16|; format=flowed|name*0*=utf-8''%C3|begin 644 a\n#86)C\nend\n|> |>>>>|-- \r\n|On Monday, A wrote:\r\n".split(
    "|",
  ),
  ...'<div>|</div>|<table>|<p style="|<!--|<script>|<![CDATA[|&#x|<a href=|<blockquote type=cite>|<svg>|<style>|<img src=cid:'.split(
    "|",
  ),
];

/** The mail of a round. */
function mutant(round: number): Buffer {
  const next = seeded(round);
  let raw = Buffer.from(pick(seeds, next));
  for (let count = 1 + next(6); count > 0; count--) {
    const at = next(raw.length + 1);
    const length = next(2) === 0 ? next(8) : next(Math.min(2000, raw.length + 1));
    const before = raw.subarray(0, at);
    const after = raw.subarray(Math.min(at + length, raw.length));
    const kind = next(7);
    if (kind === 0) raw = Buffer.concat([before, after]);
    else if (kind === 1)
      raw = Buffer.concat([before, Buffer.from(pick(tokens, next), "latin1"), raw.subarray(at)]);
    else if (kind === 2)
      raw = Buffer.concat([
        before,
        Buffer.from(pick(tokens, next).repeat(next(300)), "latin1"),
        raw.subarray(at),
      ]);
    else if (kind === 3) raw = Buffer.concat([before, raw.subarray(at, at + length), raw.subarray(at)]);
    else if (kind === 4) raw = Buffer.from(before);
    else if (kind === 5) {
      const other = pick(seeds, next);
      const from = next(other.length + 1);
      raw = Buffer.concat([before, other.subarray(from, from + length), after]);
    } else if (raw.length > 0)
      for (let flips = 1 + next(20); flips > 0; flips--) raw[next(raw.length)] = next(256);
    if (raw.length > largest * 3) raw = raw.subarray(0, largest * 3);
  }
  return raw;
}

function check(raw: Buffer, parsed: ParsedMail, thorough: boolean): void {
  const written = JSON.stringify(parsed);
  expect(written.isWellFormed()).toBe(true);
  // Parameters of the structure are as sent; all that is text is without NUL.
  for (const text of [
    parsed.text ?? "",
    parsed.html,
    parsed.replyText,
    parsed.replyHtml,
    parsed.quotedHtml ?? "",
    parsed.subject ?? "",
  ]) {
    expect(text.includes("\0")).toBe(false);
  }
  expect([...parsed.preview].length).toBeLessThanOrEqual(200);
  for (const attachment of parsed.attachments) expect(attachment.filename).not.toBe("");
  checkPart(parsed.structure, raw.length);
  if (!thorough) return;
  expect(sanitise(parsed.html)).toBe(parsed.html);
  expect(sanitise(parsed.replyHtml)).toBe(parsed.replyHtml);
  for (const attachment of parsed.attachments.slice(0, 3)) {
    expect(readPart(raw, attachment.part)?.bytes.length).toBe(attachment.size);
  }
}

function checkPart(part: PartStructure, length: number): void {
  expect(part.headerStart <= part.bodyStart && part.bodyStart <= part.end && part.end <= length).toBe(true);
  expect(part.type !== "multipart" || part.parts.length > 0).toBe(true);
  let at = part.bodyStart;
  for (const child of part.parts) {
    expect(child.headerStart >= at && child.end <= part.end).toBe(true);
    at = child.end;
    checkPart(child, length);
  }
}

test(`${rounds} mutated mails are read`, () => {
  const first = Number(process.env.FUZZ_ROUND ?? 0);
  let slowest = { ms: 0, round: 0 };
  for (let round = first; round < first + rounds; round++) {
    const raw = mutant(round);
    const before = process.cpuUsage();
    try {
      const parsed = readMail(raw);
      const { user } = process.cpuUsage(before);
      if (user / 1000 > slowest.ms) slowest = { ms: user / 1000, round };
      check(raw, parsed, round % 10 === 0);
    } catch (error) {
      throw new Error(`round ${round} (FUZZ_ROUND=${round} makes it again): ${messageOf(error)}`, {
        cause: error,
      });
    }
  }
  process.stderr.write(
    `slowest of ${rounds} mutated mails: ${slowest.ms.toFixed(0)} ms of CPU (round ${slowest.round})\n`,
  );
  // Far above anything that is right: a hang, or cost that explodes.
  expect(slowest.ms).toBeLessThan(10_000);
}, 3_600_000);
