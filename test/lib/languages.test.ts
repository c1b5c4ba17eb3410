// Languages of what people read: the one that a request asks for, formats, and that requests at once keep theirs apart.
import { expect, test } from "bun:test";
import {
  acceptedLanguage,
  andText,
  dateFormat,
  inLanguage,
  languageNow,
  listText,
  sizeText,
  speak,
  weekStart,
} from "../../src/lib/languages.ts";

const asked: readonly [string | null, string | null][] = [
  [null, null],
  ["", null],
  ["de", "de"],
  ["DE", "de"],
  ["de-CH", "de"],
  ["de-Latn-CH-1996", "de"],
  ["fr-CA, en;q=0.8", "fr"],
  ["en;q=0.8, fr-CA", "fr"],
  ["zh-Hant-TW, ja;q=0.3", "ja"],
  ["fr-x-private", "fr"],
  ["es-419;q=0.7, de;q=0.7", "es"],
  ["de;q=0, fr", "fr"],
  ["de;q=0", null],
  ["de-CH, de;q=0, fr;q=0.5", "fr"],
  ["de;q=0.001, fr;q=0.002", "fr"],
  ["*", null],
  ["*, de;q=0.1", "de"],
  ["pt, *;q=0.5", null],
  ["de;q=1.5, fr;q=0.1", "fr"],
  ["de;q=nonsense, fr;q=0.1", "fr"],
  ["de_CH", null],
  [" de ; q=0.5 , ja ; q=0.6 ", "ja"],
  ["english", null],
  [`${"x,".repeat(10_000)}de`, null],
];

for (const [header, language] of asked)
  test(`Accept-Language ${JSON.stringify(header?.slice(0, 40) ?? null)} asks for ${language}`, () => {
    expect(acceptedLanguage(header)).toBe(language);
  });

test("work has its language over what it awaits, beside others", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = ["de", "ja", "fr"].map((language) =>
    inLanguage(language, async () => {
      const before = languageNow();
      await promise;
      if (language === "fr") speak("es");
      await Promise.resolve();
      return [before, languageNow()];
    }),
  );
  resolve();
  expect(await Promise.all(work)).toEqual([
    ["de", "de"],
    ["ja", "ja"],
    ["fr", "es"],
  ]);
  expect(languageNow()).toBe("en");
});

test("dates, sizes, lists and weeks are the language's", () => {
  const day = dateFormat({ day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  const said = (language: string) =>
    inLanguage(language, () =>
      [
        day.format(Date.UTC(2026, 10, 3)),
        sizeText(999),
        sizeText(34_000),
        sizeText(2_000_000),
        listText(["a", "b"]),
        andText(["a", "b", "c"]),
        weekStart(),
      ].map((text) => String(text).replace(/[\u00a0\u202f]/g, " ")),
    );
  expect(said("en")).toEqual(["3 November 2026", "999 B", "34 kB", "2.0 MB", "a, b", "a, b and c", "1"]);
  expect(said("de")).toEqual(["3. November 2026", "999 B", "34 kB", "2,0 MB", "a, b", "a, b und c", "1"]);
  expect(said("fr")[3]).toBe("2,0 Mo");
  expect(said("ja").slice(0, 1)).toEqual(["2026年11月3日"]);
  expect(said("ja")[6]).toBe("7");
});
