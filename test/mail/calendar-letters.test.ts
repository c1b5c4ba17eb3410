// Letters of calendar objects that nobody sees.
import { expect, test } from "bun:test";
import { CalendarLetters } from "../../src/mail/parse/calendar-letters.ts";
import { Findings } from "../../src/mail/visible/findings.ts";

test("a text that is written anew reads as before, also where its sender escaped what needs no escape", () => {
  const line = `${String.raw`DESCRIPTION:At 10\:30\, \"there\"`} \u202eolleh\u202c`;
  const seen = new CalendarLetters(new Findings()).seen(line);
  expect(seen).toBe(String.raw`DESCRIPTION:At 10:30\, "there" hello`);
});
