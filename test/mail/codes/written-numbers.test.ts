// Numbers that their writing names are no codes: accounts, telephones, numbers of which only the end is shown.
import { expect, test } from "bun:test";
import { findCodes } from "../../../src/mail/codes/find-codes.ts";
import { ibans, inFours } from "../ibans.ts";

const frames = [
  "Your code is X.",
  "Your verification code:\n\nX\n\nIt expires in 10 minutes. Do not share it.",
  "Enter this:\n\nX\n\nValid for 10 minutes, once. If this was not you, ignore it.",
  "Verification code for X",
];
const codesOf = (text: string) =>
  findCodes({ subject: "Your account", text, html: "" }).codes.map(({ code }) => code);
const falseOf = (number: string) =>
  frames.map((frame) => frame.replace("X", number)).filter((text) => codesOf(text).length > 0);

// DECISIONS Codes and links: Accounts are none, also in groups
test("accounts of every country, unbroken and in groups, are none", () => {
  const written = ibans.flatMap((iban) => [iban, inFours(iban), inFours(iban).replaceAll(" ", "-")]);
  expect(written.flatMap(falseOf)).toEqual([]);
});

// DECISIONS Codes and links: Numbers of which the end alone is shown are none
test.each([
  "XXXX-XXXX-XXXX-1111",
  "**** **** **** 1111",
  "(030) 901820",
  "+1 (415) 555-0132",
  "ISSN 2049-3630",
  "PO 4471-2026",
])("%s is none", (number) => expect(falseOf(number)).toEqual([]));

test.each([
  ["Your one-time code for the transfer to DE89 3704 0044 0532 0130 00 is 448291.", "448291"],
  ["Your verification code is DE4471.", "DE4471"],
  ["Tu código de verificación es 209114 no lo compartas con nadie", "209114"],
  ["Tu código de verificación es 199162 no lo compartas con nadie", "199162"],
  ["Your verification code:\n\n## 448291", "448291"],
  ["Verification code (10) 448291", "448291"],
  ["•• 448291 •• verification code", "448291"],
  ["YOUR VERIFICATION CODE IS AT12-4471 FOR THE NEXT TEN MINUTES", "AT12-4471"],
])("%s", (text, code) => expect(codesOf(text)).toEqual([code]));
