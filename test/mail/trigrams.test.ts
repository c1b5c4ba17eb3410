// What holds a text holds its trigrams: tried on real mails with texts cut out of them.
import { expect, test } from "bun:test";
import { scanStructure } from "../../src/mail/mime/structure.ts";
import { withoutAccents } from "../../src/mail/search/accents.ts";
import { mailSearchText, searchFold } from "../../src/mail/search/search-text.ts";
import { maxTrigrams, orMissing, searchEntries, trigramQuery } from "../../src/mail/search/trigrams.ts";
import { mailFiles, skipWithoutData } from "../support/app/mail-data.ts";
import { seeded } from "../support/app/random.ts";

/** As PostgreSQL reads a query that has one pair of trigrams a line: `'X'` or `('X' | '=X')`, with `:*` for a prefix. */
function answers(query: string | null, entries: ReadonlySet<string>): boolean {
  return (query ?? "")
    .split(" & ")
    .every(
      (term) =>
        [...term.matchAll(/'([^']*)'(:\*)?/gu)].some(([, trigram, prefix]) =>
          prefix ? [...entries].some((each) => each.startsWith(trigram!)) : entries.has(trigram!),
        ) || term === "",
    );
}

const whole = (text: string) => searchEntries({ shown: "", whole: text });
const shown = (text: string) => searchEntries({ shown: text, whole: "" });

test("trigrams of words", () => {
  expect(whole("FOO BA, QUUX-É")).toEqual(["FOO", "QUU", "UUX"]);
  expect(whole("会議室")).toEqual(["会議室", "議室", "室"]);
  expect(shown("ÉTÉ Я")).toEqual(["=ETE", "=Я"]);
  expect(searchEntries({ shown: "VOICE", whole: "INVOICE" })).toEqual(["=VOI", "=OIC", "=ICE", "INV", "NVO"]);
  expect(trigramQuery("VOICE", "shown")).toBe("'=VOI' & '=OIC' & '=ICE'");
  expect(trigramQuery("VOI", "whole")).toBe("('VOI' | '=VOI')");
  expect(trigramQuery("a b, c", "whole")).toBeNull();
  expect(trigramQuery("議室", "shown")).toBe("'=議室':*");
  expect(trigramQuery("'); \\ 'XYZ'", "shown")).toBe("'=XYZ'");
});

test("a text with too many may hold whatever is asked", () => {
  let text = "";
  for (let i = 0; i <= maxTrigrams; i++)
    text += `${String.fromCodePoint(0x4e00 + (i % 20_000))}${(i / 20_000) | 0} `;
  expect(searchEntries({ shown: "FOO", whole: text })).toEqual(["=FOO", "*"]);
  expect(searchEntries({ shown: "FOO", whole: null })).toEqual(["=FOO", "*"]);
  expect(searchEntries({ shown: text, whole: "FOO" })).toEqual(["=*", "*"]);
  expect(orMissing("'=FOO'", "shown")).toBe("('=FOO') | '=*'");
  expect(orMissing("'FOO'", "whole")).toBe("('FOO') | '*'");
});

test("letters lose their accents, one by one", () => {
  expect(
    withoutAccents(searchFold("Crème brûlée, Łódź, smørrebrød, Ærø, İstanbul, Straße, Ёлка, ΆΛΦΑ")),
  ).toBe("CREME BRULEE, LODZ, SMORREBROD, AERO, ISTANBUL, STRASSE, ЕЛКА, ΑΛΦΑ");
  expect(withoutAccents(searchFold("がぎ 각 हिन्दी"))).toBe(searchFold("がぎ 각 हिन्दी"));
  expect(withoutAccents("E\u0301")).toBe("E");
});

test("whatever is in a mail is found by its trigrams", () => {
  if (skipWithoutData()) return;
  const roll = seeded(20260102);
  let tried = 0;
  for (const { name, raw } of mailFiles("mime")) {
    const { root } = scanStructure(raw);
    const text = mailSearchText(raw, root);
    const whole = `${text.header()}\n${text.body()}`;
    const entries = new Set(searchEntries({ shown: text.header()!, whole }));
    if (entries.has("*")) continue;
    for (let n = 0; n < 10; n++) {
      const from = roll(whole.length);
      const wanted = whole.slice(from, from + 1 + roll(24));
      // Half a character is not what anybody looks for; what is looked for is folded once more.
      if (!wanted.isWellFormed() || !whole.includes(searchFold(wanted))) continue;
      tried++;
      expect([name, wanted, answers(trigramQuery(searchFold(wanted), "whole"), entries)]).toEqual([
        name,
        wanted,
        true,
      ]);
    }
  }
  expect(tried).toBeGreaterThan(1000);
});
