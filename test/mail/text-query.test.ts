// What a search asks, on texts; and the part of a text that a result shows.
import { expect, test } from "bun:test";
import { searchDocument } from "../../src/mail/search/search-words.ts";
import { snippetOf } from "../../src/mail/search/snippet.ts";
import {
  comparable,
  entriesQuery,
  holds,
  parseSearch,
  textQuery,
  wordsQuery,
} from "../../src/mail/search/text-query.ts";

const parseTextQuery = (q: string) => textQuery(parseSearch(q));
const wordsOf = (q: string) => wordsQuery(parseSearch(q));
const found = (q: string, text: string) => holds(comparable(text), parseTextQuery(q));

test("words, phrases, alternatives and exclusions", () => {
  const asked = parseTextQuery('Invoice "March  2026" -draft or (Crème), -"no way"');
  expect(asked.map(({ terms, without }) => ({ terms: terms.map(({ text }) => text), without }))).toEqual([
    { terms: ["INVOICE", "MARCH 2026"], without: ["DRAFT"] },
    { terms: ["CREME"], without: ["NO WAY"] },
  ]);
  for (const nothing of ["", "-", "!!!", '"', "-foo", "-foo or -x"])
    expect(
      parseTextQuery(nothing)
        .flatMap(({ terms }) => terms)
        .filter(({ text }) => /\w/.test(text)),
    ).toEqual([]);
});

test("whole words are asked as a tsquery, and what has several as a phrase", () => {
  expect(wordsOf('Invoice "March  2026" -draft or ann.lee@example.org')).toBe(
    "(('invoice') & ('march' <-> '2026') & !('draft')) | (('ann' <-> 'lee' <-> 'example' <-> 'org'))",
  );
  expect(wordsOf("Größe 東京 don't")).toBe("(('größe') & ('東京') & ('don' <-> 't' | 'dont'))");
  expect(wordsOf("'); drop \\ \"' | 'x\"")).toBe("(('drop') & ('x'))");
  for (const [q, asked] of [
    ["or", "(('or'))"],
    ["or a", "(('or') & ('a'))"],
    ["a or", "(('a') & ('or'))"],
    ["a or or b", "(('a')) | (('or') & ('b'))"],
    ["-a", "(!('a'))"],
  ] as const)
    expect([q, wordsOf(q)]).toEqual([q, asked]);
  for (const nothing of ["", "-", "!!!", '"', "() & | !"]) expect(wordsOf(nothing)).toBeNull();
});

test("a document has each word with its places and weights, within the limits of a tsvector", () => {
  expect(
    searchDocument([
      { text: "Re: Größe", weight: "A" },
      { text: "Ann Lee ann@example.org", weight: "B" },
      { text: "größe 1.50, ann!", weight: "D" },
    ]),
  ).toBe("re:1A größe:2A,8 ann:3B,5B,11 lee:4B example:6B org:7B 1:9 50:10");
  expect(searchDocument([{ text: " \0 \ud800 :'\\ ", weight: "D" }])).toBe("");
  const long = `${"x".repeat(681)} ${"語".repeat(680)} ${"a ".repeat(300)}${"b c ".repeat(9000)}end`;
  const places = Object.fromEntries(
    searchDocument([{ text: long, weight: "D" }])
      .trim()
      .split(" ")
      .map((entry) => [entry.split(":")[0]!, entry.split(":")[1]!.split(",")]),
  );
  expect(Object.keys(places)).toEqual(["語".repeat(680), "a", "b", "c", "end"]);
  expect(places.a).toHaveLength(255);
  expect(places.end).toEqual(["16383"]);
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

test("words of one stem are found for each other, exact texts are not", () => {
  for (const [q, text] of [
    ["invoices", "one invoice is late"],
    ["invoicing", "Invoices of May"],
    ["shipped", "it ships tomorrow"],
    ["Rechnungen", "Ihre Rechnung"],
    ["facturas", "la factura de mayo"],
    ["factures", "votre facture"],
    ["счета", "новый счет"],
    ["meetings", "Meeting at noon"],
  ] as const)
    expect([q, found(q, text)]).toEqual([q, true]);
  for (const [q, text] of [
    ['"invoices"', "one invoice is late"],
    ["invoices", "involved"],
    ["universal", "a unit"],
    ["cats-and", "cat and"],
  ] as const)
    expect([q, found(q, text)]).toEqual([q, false]);
});

test("one wrong letter is forgiven where that is asked for", () => {
  const forgiven = (q: string, text: string) => holds(comparable(text), textQuery(parseSearch(q), true));
  for (const [q, text] of [
    ["recieve", "did you receive it"],
    ["invocie", "the invoice"],
    ["inovice", "the invoice"],
    ["invoce", "the invoice"],
    ["invoicce", "the invoice"],
    ["xnvoice", "the invoice"],
    ["invoicx", "the invoice"],
    ["mondey", "on Monday"],
    ["Müncehn", "in München"],
  ] as const)
    expect([q, forgiven(q, text), found(q, text)]).toEqual([q, true, false]);
  for (const [q, text] of [
    ["inovcie", "the invoice"],
    ["monk", "on monday"],
    ["lunhc", "dinner"],
  ] as const)
    expect([q, forgiven(q, text)]).toEqual([q, false]);
});
