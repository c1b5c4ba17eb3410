// What holds a text holds its grams: tried on real mails with texts cut out of them.
import { expect, test } from "bun:test";
import { scanStructure } from "../../src/mail/mime/structure.ts";
import { mailSearchText, searchFold } from "../../src/mail/search/search-text.ts";
import { maxTrigrams, trigramQuery, trigramsOf } from "../../src/mail/search/trigrams.ts";
import { mailFiles, skipWithoutData } from "../support/app/mail-data.ts";
import { seeded } from "../support/app/random.ts";

/** As PostgreSQL reads the query. */
function answers(query: string | null, grams: ReadonlySet<string>): boolean {
  return (query ?? "").split(" & ").every((term) => {
    const [, gram, prefix] = /^'(.*)'(:\*)?$/u.exec(term) ?? [null, null, null];
    if (gram === null) return true;
    return prefix ? [...grams].some((each) => each.startsWith(gram!)) : grams.has(gram!);
  });
}

test("grams of words", () => {
  expect([...trigramsOf("FOO BA, QUUX-É")!]).toEqual(["FOO", "QUU", "UUX", "É"]);
  expect([...trigramsOf("会議室")!]).toEqual(["会議室", "議室", "室"]);
  expect(trigramQuery("VOICE")).toBe("'VOI' & 'OIC' & 'ICE'");
  expect(trigramQuery("a b, c")).toBeNull();
  expect(trigramQuery("議室")).toBe("'議室':*");
  expect(trigramQuery("'); \\ 'XYZ'")).toBe("'XYZ'");
});

test("a text with too many is not indexed", () => {
  let text = "";
  for (let i = 0; i <= maxTrigrams; i++)
    text += `${String.fromCodePoint(0x4e00 + (i % 20_000))}${(i / 20_000) | 0} `;
  expect(trigramsOf(text)).toBeNull();
});

test("whatever is in a mail is found by its grams", () => {
  if (skipWithoutData()) return;
  const roll = seeded(20260102);
  let tried = 0;
  for (const { name, raw } of mailFiles("mime")) {
    const { root } = scanStructure(raw);
    const text = mailSearchText(raw, root);
    const whole = `${text.header()}\n${text.body()}`;
    const grams = trigramsOf(whole);
    if (!grams) continue;
    for (let n = 0; n < 10; n++) {
      const from = roll(whole.length);
      const wanted = whole.slice(from, from + 1 + roll(24));
      // Half a character is not what anybody looks for; what is looked for is folded once more.
      if (!wanted.isWellFormed() || !whole.includes(searchFold(wanted))) continue;
      tried++;
      expect([name, wanted, answers(trigramQuery(searchFold(wanted)), grams)]).toEqual([name, wanted, true]);
    }
  }
  expect(tried).toBeGreaterThan(1000);
});
