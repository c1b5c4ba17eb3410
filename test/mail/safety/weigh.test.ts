// Verdicts are weighed: what ordinary newsletters do needs no look of a person, and what hides in their dress does.
import { describe, expect, test } from "bun:test";
import { readMail, readSafety } from "../../../src/mail/parse/read-mail.ts";
import { billsMails, dressedBills } from "./bills.ts";
import { dressedMails } from "./dressed.ts";
import { dressedPlain, formsPlain } from "./dressed-plain.ts";
import { dressedStubs } from "./dressed-stubs.ts";
import { rawNewsletter } from "./newsletter.ts";
import { buildersMails } from "./newsletters-builders.ts";
import { dressedFields, fieldsMails } from "./newsletters-fields.ts";
import { dressedFooters, footersMails } from "./newsletters-footers.ts";
import { sendersMails } from "./newsletters-senders.ts";
import { servicesMails } from "./newsletters-services.ts";
import { stubsMails } from "./newsletters-stubs.ts";

// DECISIONS Safety: What ordinary newsletters do is told and is no reason
describe("newsletters are clear", () => {
  for (const mail of [
    ...servicesMails,
    ...sendersMails,
    ...fieldsMails,
    ...buildersMails,
    ...footersMails,
    ...formsPlain,
    ...stubsMails,
    ...billsMails,
  ]) {
    test(mail.name, () => {
      const { reasons, hidden, links } = readSafety(rawNewsletter(mail));
      expect({
        reasons,
        ...(reasons.length > 0 ? { hidden, links: links.filter((l) => l.mismatch) } : {}),
      }).toEqual({ reasons: [] });
    });
  }
});

describe("what hides in their dress is not", () => {
  for (const mail of [
    ...dressedMails,
    ...dressedFields,
    ...dressedFooters,
    ...dressedPlain,
    ...dressedStubs,
    ...dressedBills,
  ]) {
    test(mail.name, () => expect(readSafety(rawNewsletter(mail)).reasons).not.toEqual([]));
  }
});

test("a link of the plain part alone to pay elsewhere is in no text", () => {
  const mail = dressedPlain.find(({ plain }) =>
    plain?.includes("Pay here: https://quayholdings.example/pay"),
  )!;
  const { text, replyText } = readMail(rawNewsletter(mail));
  expect(text).toContain("Pay here");
  expect(`${text}${replyText}`).not.toContain("quayholdings");
});
