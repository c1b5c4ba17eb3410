// One-time codes and links in mails of many languages, and none in ordinary mail.
import { describe, expect, test } from "bun:test";
import { findCodes } from "../../../src/mail/codes/find-codes.ts";
import { parseNow } from "../../../src/mail/parse/parse.ts";
import { mailFiles, skipWithoutData } from "../../support/app/mail-data.ts";
import { asia } from "./mails/asia.ts";
import { beside } from "./mails/beside.ts";
import { brief } from "./mails/brief.ts";
import { briefLinks } from "./mails/brief-links.ts";
import { business } from "./mails/business.ts";
import { type CodeMail, rawOf } from "./mails/code-mail.ts";
import { east } from "./mails/east.ts";
import { english } from "./mails/english.ts";
import { farLanguages } from "./mails/far-languages.ts";
import { letters } from "./mails/letters.ts";
import { nearCodes } from "./mails/near-codes.ts";
import { otherNumbers } from "./mails/other-numbers.ts";
import { saidCodes } from "./mails/said-codes.ts";
import { smallLanguages } from "./mails/small-languages.ts";
import { unlike } from "./mails/unlike.ts";
import { unnamed } from "./mails/unnamed.ts";
import { unseenOne } from "./mails/unseen-one.ts";
import { unseenThree } from "./mails/unseen-three.ts";
import { unseenTwo } from "./mails/unseen-two.ts";
import { west } from "./mails/west.ts";
import { words } from "./mails/words.ts";

const groups = {
  ...{ english, west, east, asia, unseenOne, unseenTwo, unseenThree },
  ...{ words, beside, unnamed, brief, briefLinks, business, smallLanguages, farLanguages, letters, unlike },
  ...{ saidCodes, otherNumbers, nearCodes },
};

// DECISIONS Codes and links: Mail of many languages
describe.each(Object.entries(groups))("mails: %s", (_, mails: CodeMail[]) => {
  test.each(mails.map((mail) => [mail.name, mail] as const))("%s", (_, mail) => {
    const found = findCodes(parseNow(rawOf(mail), {}));
    expect({
      codes: found.codes.map(({ code }) => code),
      links: found.links.map(({ kind, url }): [string, string] => [kind, url]),
    }).toEqual({ codes: mail.codes ?? [], links: mail.links ?? [] });
  });
});

// DECISIONS Codes and links: Ordinary mail has none
test("ordinary mail has none", () => {
  if (skipWithoutData()) return;
  const found = [...mailFiles("mailbox/ham"), ...mailFiles("mailbox/spam")].flatMap(({ name, raw }) => {
    const { codes, links } = findCodes(parseNow(raw, {}));
    return codes.length + links.length > 0 ? [{ name, codes, links }] : [];
  });
  expect(found).toEqual([]);
}, 120_000);

test("hostile mail costs little, and finds at most five of each", () => {
  const line = "your verification code is 123456 and code 4455 66 ".repeat(20);
  const links = Array.from(
    { length: 2000 },
    (_, n) => `<a href="https://a.example/confirm/${n}0000">Confirm</a>`,
  );
  const found = findCodes({
    subject: "Confirm your account",
    text: `${line}\n`.repeat(2000),
    html: `<p>Confirm your account</p>${links.join("")}`,
  });
  expect([found.codes.length, found.links.length]).toEqual([2, 5]);
  for (const piece of [
    "code ",
    "1 ",
    "A1-",
    "confirm your ",
    "verification ",
    "код ",
    "1234 ",
    "((((",
    "nicht ",
    "if you ",
    "A1B ",
    "join the meeting 4482 9103 5\n",
    "user: password 4482\n",
  ]) {
    const many = piece.repeat(60_000 / piece.length);
    expect(findCodes({ subject: many, text: many, html: many }).codes).toEqual([]);
  }
});
