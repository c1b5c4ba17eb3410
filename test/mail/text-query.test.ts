// What a search asks, on texts; and the part of a text that a result shows.
import { expect, test } from "bun:test";
import { snippetOf } from "../../src/mail/search/snippet.ts";
import { comparable, entriesQuery, holds, parseTextQuery } from "../../src/mail/search/text-query.ts";

const found = (q: string, text: string) => holds(comparable(text), parseTextQuery(q));

test("words, phrases, alternatives and exclusions", () => {
  expect(parseTextQuery('Invoice "March  2026" -draft or (Crème), -"no way"')).toEqual([
    { terms: ["INVOICE", "MARCH 2026"], without: ["DRAFT"] },
    { terms: ["CREME"], without: ["NO WAY"] },
  ]);
  for (const nothing of ["", "-", "!!!", '"', "-foo", "or", "or or -x"])
    expect(
      parseTextQuery(nothing)
        .flatMap(({ terms }) => terms)
        .filter((term) => /\w/.test(term)),
    ).toEqual([]);
});

test("a text is found within words, without accents, across lines, in any script", () => {
  for (const [q, text] of [
    ["voice", "two invoices"],
    ["creme", "Crème brûlée"],
    ["BRÛLÉE", "creme brulee"],
    ["example.org", "Ann <ann@mail.example.org>"],
    ["@mail.exam", "ann@mail.example.org"],
    ['"two invoices"', "two\r\n  invoices"],
    ["京", "東京都"],
    ["京都", "東京都"],
    ["회의", "내일회의실"],
    ["москв", "в Москве"],
    ["strasse", "Hauptstraße 1"],
    ["C++ compiler", "the c++ compilers"],
    ["in voice", "he is in, invoices out"],
    ["lunch or voice", "invoice"],
    ["voice -lunch", "invoices"],
    ["ﬁne", "refined"],
  ] as const)
    expect([q, text, found(q, text)]).toEqual([q, text, true]);
});

test("what is not there is not found", () => {
  for (const [q, text] of [
    ["voices", "invoice"],
    ["is voice", "this invoice"],
    ["voice -lunch", "invoice for luncheon"],
    ['voice -"see you"', "invoices; see, you"],
    ["か", "が"],
    ["of", "of course"],
    ["京都 大阪", "東京都"],
  ] as const)
    expect([q, text, found(q, text)]).toEqual([q, text, false]);
  expect(entriesQuery(parseTextQuery("of it"))).toBeNull();
  expect(entriesQuery(parseTextQuery("it 京 or cat's"))).toBe("(('=京':*) | ('=CAT')) | '=*'");
});

test("a snippet is at most 200 characters around the hit, cut between words", () => {
  const query = parseTextQuery("needle");
  expect(snippetOf("a\n  b <b>c</b>", query)).toBe("a b <b>c</b>");
  const words = Array.from({ length: 120 }, (_, n) => `word${n}`).join(" ");
  const start = snippetOf(words, query);
  expect(start).toStartWith("word0 word1 ");
  expect(start).toMatch(/ word\d+…$/);
  for (const text of [
    `${words} Needles ${words}`,
    `${words} Übergröße ﬁﬁﬁ needle`,
    `needle ${words}`,
    `${"東".repeat(400)}needle${"京".repeat(400)}`,
    `${"😀".repeat(300)}needle${"😀".repeat(300)}`,
    `${"ß".repeat(5000)} needle ${words}`,
  ]) {
    const snippet = snippetOf(text, query);
    expect(snippet.toLowerCase()).toContain("needle");
    expect(snippet.length).toBeLessThanOrEqual(200);
    expect(snippet.isWellFormed()).toBe(true);
  }
  expect(snippetOf(`${words} needle ${words}`, query)).toMatch(/^…word\d+ .* needle word0 .* word\d+…$/);
});
