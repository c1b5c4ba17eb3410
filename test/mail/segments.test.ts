// Segments of the search index: what holds a text has its numbers, tried on real mails with texts cut out of them; and a segment
// says of each number which mails have it, however it was made.
import { expect, test } from "bun:test";
import { scanStructure } from "../../src/mail/mime/structure.ts";
import {
  gramSpace,
  mailNumbers,
  markNumber,
  missing,
  shownNumbers,
  textNumbers,
} from "../../src/mail/search/gram-numbers.ts";
import { indexedMail } from "../../src/mail/search/indexed-mail.ts";
import { mailSearchText, searchFold } from "../../src/mail/search/search-text.ts";
import { searchDocument } from "../../src/mail/search/search-words.ts";
import {
  type GramCondition,
  mergedSegment,
  numbersIn,
  placesIn,
  type SearchSegment,
  segmentOf,
} from "../../src/mail/search/segment.ts";
import { mailFiles, skipWithoutData } from "../support/app/mail-data.ts";
import { seeded } from "../support/app/random.ts";
import { tsvectorText } from "../support/tsvector.ts";

/** The ranges that a condition asks for, as the store reads them. */
function ask(segment: SearchSegment, condition: GramCondition, where: "shown" | "whole" = "whole"): number[] {
  const view = new DataView(segment.offsets.buffer, segment.offsets.byteOffset);
  const ranges = new Map(
    numbersIn(condition).map((number) => {
      const range = number >> segment.shift;
      const [from, to] = [view.getUint32(4 * range), view.getUint32(4 * range + 4)];
      return [range, segment.postings.subarray(from, to)];
    }),
  );
  return placesIn(segment, ranges, { condition, where });
}

const all = (of: GramCondition[]): GramCondition => ({ op: "and", of });
const any = (of: GramCondition[]): GramCondition => ({ op: "or", of });
const numbersOf = (shown: string, whole: string | null = "", marks: string[] = []) => {
  const numbers = mailNumbers({ shown, whole, marks });
  return { shown: [...numbers.shown], others: [...numbers.others] };
};

test("numbers of words", () => {
  const { shown, others } = numbersOf("VOICE", "INVOICE");
  expect([shown.length, others.length]).toEqual([3, 2]);
  expect(textNumbers("VOICE")).toEqual([...shown]);
  expect(textNumbers("a b, c")).toBeNull();
  expect(textNumbers("ÉTÉ")).toEqual(textNumbers("ETE"));
  for (const part of ["会", "議", "室", "会議", "議室", "会議室"]) {
    const numbers = textNumbers(part) ?? [];
    expect([part, numbers.length > 0 && numbers.every((n) => numbersOf("会議室").shown.includes(n))]).toEqual(
      [part, true],
    );
  }
  // A word of two letters is found as a whole, in what REST searches.
  expect(numbersOf("GO, OF").shown).toEqual([...shownNumbers("GO")!, ...shownNumbers("OF")!]);
  expect(numbersOf("", "OF").others).toEqual([]);
  expect(numbersOf("GONE").shown).not.toContain(shownNumbers("GO")![0]!);
  expect(numbersOf("", "", ["iabc"]).shown).toEqual([markNumber("iabc")]);
});

test("the words of ASCII are read in one pass as expressions cut them, in their order", () => {
  const next = seeded(7);
  const pieces = [..."aZ09-'@.\n ", " ", " ", "word", "Other", "e-mail", "O'Brien", "x".repeat(690), "\0"];
  const sets = Array.from({ length: 300 }, () =>
    (["A", "B", "D", "C"] as const).map((weight) => ({
      weight,
      text: Array.from({ length: next(80) }, () => pieces[next(pieces.length)]!).join(""),
    })),
  );
  // Places that are no longer kept, as many words as there may be, and one more.
  for (const text of ["a b c ".repeat(6000), "ab ".repeat(10_000), "a ".repeat(16_383), "a1 ".repeat(10_923)])
    sets.push([{ weight: "A", text }]);
  sets.push([{ weight: "D", text: Array.from({ length: 6000 }, (_, n) => n.toString(36)).join(" ") }]);
  sets.push([{ weight: "D", text: "é a" }]);
  for (const texts of sets) {
    const shown = searchFold(texts.map(({ text }) => text).join("\n"));
    const { words, numbers } = indexedMail(texts, { whole: "WHOLE", marks: ["m"] });
    const asked = mailNumbers({ shown, whole: "WHOLE", marks: ["m"] });
    const sorted = (list: ArrayLike<number>) => Uint32Array.from(list).sort();
    expect(sorted(numbers.shown)).toEqual(sorted(asked.shown));
    expect(sorted(numbers.others)).toEqual(sorted(asked.others));
    const entries = (document: Uint8Array) =>
      tsvectorText(document)
        .split(" ")
        .sort((one, other) => (one.split(":")[0]! < other.split(":")[0]! ? -1 : 1));
    expect(entries(words)).toEqual(entries(searchDocument(texts)));
    // Other texts, and words that are too long, are cut by expressions.
    if (!texts.some(({ text }) => /é|[a-z\d]{681}/.test(text)))
      expect(tsvectorText(words).split(" ")).toEqual(entries(words));
  }
});

test("a text with too many, or that was not read, may hold whatever is asked", () => {
  let text = "";
  for (let i = 0; i < 20_000; i++) text += `${String.fromCodePoint(0x4e00 + i)}${i} `;
  expect(numbersOf("FOO", text).shown).toContain(missing.whole);
  expect(numbersOf("FOO", null).shown).toContain(missing.whole);
  expect(numbersOf(text).shown).toContain(missing.shown);
  expect(numbersOf("FOO").shown.some((n) => n === missing.shown || n === missing.whole)).toBe(false);
});

test("a segment says who has a number, and where", () => {
  const segment = segmentOf([numbersOf("APPLE"), numbersOf("PEAR", "APPLE"), numbersOf("APPLE PEAR")]);
  const [apple, pear] = [all(textNumbers("APPLE")!), all(textNumbers("PEAR")!)];
  expect(ask(segment, apple)).toEqual([0, 1, 2]);
  expect(ask(segment, apple, "shown")).toEqual([0, 2]);
  expect(ask(segment, all([apple, pear]), "shown")).toEqual([2]);
  expect(ask(segment, any([apple, pear]), "shown")).toEqual([0, 1, 2]);
  expect(ask(segment, all(textNumbers("PLUM")!))).toEqual([]);
  expect(ask(segment, any([pear, all(textNumbers("PLUM")!)]), "shown")).toEqual([1, 2]);
});

test("merged segments say of each mail what the parts said, without those that are gone", async () => {
  const roll = seeded(20261126);
  const mails = Array.from({ length: 200 }, () => {
    const numbers = [
      ...new Set(Array.from({ length: 50 + roll(800) }, () => roll(roll(2) ? 2000 : gramSpace))),
    ];
    const shown = roll(numbers.length);
    return { shown: numbers.slice(0, shown), others: numbers.slice(shown) };
  });
  // Parts of uneven size; of every fourth mail two parts know, the later of them too.
  const parts: { first: number; mails: typeof mails }[] = [];
  for (let first = 0; first < mails.length; ) {
    const count = 1 + roll(40);
    parts.push({ first, mails: mails.slice(first, first + count) });
    first += count;
  }
  parts.push({ first: 100, mails: mails.slice(100, 150) });
  const isGone = (n: number) => n % 7 === 3;
  const staying = mails.flatMap((_, n) => (isGone(n) ? [] : [n]));
  const merged = await mergedSegment(
    parts.map(({ first, mails: some }) => ({
      segment: segmentOf(some),
      places: Int32Array.from(some, (_, n) => (isGone(first + n) ? -1 : staying.indexOf(first + n))),
    })),
    staying.length,
  );
  expect(merged.size).toBe(staying.length);
  expect(merged.shift).toBeLessThan(18);
  for (let tries = 0; tries < 400; tries++) {
    const number = roll(3) ? roll(2000) : mails[roll(mails.length)]!.others[0]!;
    for (const where of ["shown", "whole"] as const) {
      const wanted = staying.flatMap((n, place) => {
        const { shown, others } = mails[n]!;
        return shown.includes(number) || (where === "whole" && others.includes(number)) ? [place] : [];
      });
      expect([number, where, ask(merged, number, where)]).toEqual([number, where, wanted]);
    }
  }
});

test("whatever is in a mail is found by its numbers", () => {
  if (skipWithoutData()) return;
  const roll = seeded(20260102);
  let tried = 0;
  for (const { name, raw } of mailFiles("mime")) {
    const { root } = scanStructure(raw);
    const text = mailSearchText(raw, root);
    const whole = `${text.header()}\n${text.body()}`;
    const { shown, others } = numbersOf(text.header()!, whole);
    const held = new Set([...shown, ...others]);
    if (held.has(missing.whole)) continue;
    for (let n = 0; n < 10; n++) {
      const from = roll(whole.length);
      const wanted = whole.slice(from, from + 1 + roll(24));
      // Half a character is not what anybody looks for; what is looked for is folded once more.
      if (!wanted.isWellFormed() || !whole.includes(searchFold(wanted))) continue;
      tried++;
      const isHeld = (textNumbers(searchFold(wanted)) ?? []).every((number) => held.has(number));
      expect([name, wanted, isHeld]).toEqual([name, wanted, true]);
    }
  }
  expect(tried).toBeGreaterThan(1000);
});
