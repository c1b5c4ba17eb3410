// The part of a text that a result of a search shows.
import { expect, test } from "bun:test";
import { parseSearch } from "../../src/mail/search/parse-search.ts";
import { snippetOf } from "../../src/mail/search/snippet.ts";
import { textQuery } from "../../src/mail/search/text-query.ts";

const parseTextQuery = (q: string) => textQuery(parseSearch(q));

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
