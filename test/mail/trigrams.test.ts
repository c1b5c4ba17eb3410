// Queries over the trigrams of older rows of the index; and letters without accents.
import { expect, test } from "bun:test";
import { withoutAccents } from "../../src/mail/search/accents.ts";
import { searchFold } from "../../src/mail/search/search-text.ts";
import { orMissing, trigramQuery } from "../../src/mail/search/trigrams.ts";

test("queries over trigrams", () => {
  expect(trigramQuery("VOICE", "shown")).toBe("'=VOI' & '=OIC' & '=ICE'");
  expect(trigramQuery("VOI", "whole")).toBe("('VOI' | '=VOI')");
  expect(trigramQuery("a b, c", "whole")).toBeNull();
  expect(trigramQuery("議室", "shown")).toBe("'=議室':*");
  expect(trigramQuery("'); \\ 'XYZ'", "shown")).toBe("'=XYZ'");
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
