// The small languages inside commands: sets, names, patterns, dates.

import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { formatDateTime } from "../../../src/imap/wire/dates.ts";
import { anyMatcher, nameMatcher, patternWithReference } from "../../../src/imap/wire/list-pattern.ts";
import {
  formatOrdered,
  formatRanges,
  highestNamed,
  parseNumberSet,
  rangesCount,
  rangesHave,
  rangesOf,
  resolveSet,
} from "../../../src/imap/wire/sequence-set.ts";
import { decodeUtf7, encodeUtf7 } from "../../../src/mail/utf7.ts";

const runs = { seed: 20260102, numRuns: 300 };

describe("sequence sets", () => {
  test("RFC 9051 9 examples", () => {
    expect(formatRanges(resolveSet(parseNumberSet("2,4:7,9,12:*", 9), 15))).toBe("2,4:7,9,12:15");
    expect(formatRanges(resolveSet(parseNumberSet("*:4,5:7", 9), 10))).toBe("4:10");
    expect(formatRanges(resolveSet(parseNumberSet("3291:*", 9), 20))).toBe("20");
    expect(formatRanges(resolveSet(parseNumberSet("*", 9), 20))).toBe("20");
    expect(formatRanges(resolveSet(parseNumberSet("*:*", 9), 0))).toBe("");
    expect(highestNamed(parseNumberSet("2,12:*", 9))).toBe(12);
    expect(highestNamed(parseNumberSet("2,*", 9))).toBe(2);
    expect(formatOrdered([5, 6, 7, 2, 3, 9, 1])).toBe("5:7,2:3,9,1");
    expect(() => parseNumberSet("1,2,3", 2)).toThrow("Too many ranges");
  });

  test("a set is what its parts say", () => {
    const number = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant("*" as const));
    const part = fc.oneof(
      number.map(String),
      fc.tuple(number, number).map(([a, b]) => `${a}:${b}`),
    );
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 40 }),
        (parts, largest) => {
          const expected = new Set<number>();
          for (const each of parts) {
            // Beside a star, what lies above the largest number does not exist.
            const most = each.includes("*") ? largest : 99;
            const [a, b] = each
              .split(":")
              .map((end) => (end === "*" ? largest : Math.min(Number(end), most)));
            for (let n = Math.min(a!, b ?? a!); n <= Math.max(a!, b ?? a!); n++) expected.add(n);
          }
          const ranges = resolveSet(parseNumberSet(parts.join(","), 99), largest);
          const sorted = [...expected].sort((a, b) => a - b);
          expect(ranges).toEqual(rangesOf(sorted));
          expect(rangesCount(ranges)).toBe(sorted.length);
          for (let n = 0; n <= 41; n++) expect(rangesHave(ranges, n)).toBe(expected.has(n));
          expect(resolveSet(parseNumberSet(formatRanges(ranges), 99), largest)).toEqual(ranges);
        },
      ),
      runs,
    );
  });
});

describe("modified UTF-7", () => {
  const names: [string, string][] = [
    ["~peter/mail/台北/日本語", "~peter/mail/&U,BTFw-/&ZeVnLIqe-"],
    ["Entwürfe", "Entw&APw-rfe"],
    ["R&D", "R&-D"],
    ["☺!", "&Jjo-!"],
    ["😀", "&2D3eAA-"],
    ["", ""],
  ];
  for (const [text, name] of names) {
    test(name, () => {
      expect(encodeUtf7(text)).toBe(name);
      expect(decodeUtf7(name)).toBe(text);
    });
  }

  test("RFC 3501 5.1.3: forms that are not allowed", () => {
    for (const name of [
      "&Jjo!",
      "&U,BTFw-&ZeVnLIqe-",
      "&AGE-",
      "&",
      "a&b",
      "&U,BT-",
      "&AA",
      "é",
      "&2D0-",
      "&Jjp-",
      "&/w-",
    ]) {
      expect([name, decodeUtf7(name)]).toEqual([name, null]);
    }
  });

  test("there and back, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
        const clean = text.toWellFormed();
        expect(decodeUtf7(encodeUtf7(clean))).toBe(clean);
      }),
      runs,
    );
  });

  test("a name has one spelling", () => {
    const wild = fc.string({
      unit: fc.constantFrom("&", "-", "A", "B", "w", ",", "+", "a", "/", "4"),
      maxLength: 12,
    });
    fc.assert(
      fc.property(wild, (name) => {
        const text = decodeUtf7(name);
        if (text !== null) expect(encodeUtf7(text)).toBe(name);
      }),
      { ...runs, numRuns: 3000 },
    );
  });
});

describe("LIST patterns", () => {
  const cases: [string, string, boolean][] = [
    ["*", "a/b", true],
    ["%", "a/b", false],
    ["%", "a", true],
    ["%/%", "a/b", true],
    ["a/%", "a/b/c", false],
    ["a/*", "a/b/c", true],
    ["*/c", "a/b/c", true],
    ["%b", "a/b", false],
    ["inbox", "INBOX", true],
    ["iN%", "INBOX", true],
    ["inbox", "inbox2", false],
    ["Sent", "sent", false],
    ["", "", true],
    ["", "a", false],
    ["*%*", "a/b", true],
    ["%*%", "a/b", true],
    ["%%", "a/b", false],
  ];
  for (const [pattern, name, expected] of cases) {
    test(`${pattern} on ${name}`, () => expect(nameMatcher(pattern)(name)).toBe(expected));
  }

  test("agrees with a backtracking model", () => {
    const unit = fc.constantFrom("a", "b", "/", "*", "%", "é");
    const name = fc.string({ unit: fc.constantFrom("a", "b", "/", "é"), maxLength: 10 });
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 8 }), name, (pattern, name) => {
        const model = new RegExp(`^${pattern.replaceAll("*", ".*").replaceAll("%", "[^/]*")}$`, "s");
        expect(nameMatcher(pattern)(name)).toBe(model.test(name));
      }),
      { ...runs, numRuns: 3000 },
    );
  });

  test("a hostile pattern stays cheap", () => {
    const matches = nameMatcher(`${"%a".repeat(50)}b`);
    for (let i = 0; i < 100; i++) expect(matches("a".repeat(1000))).toBe(false);
  });

  test("reference and several patterns", () => {
    expect(patternWithReference("a/", "%")).toBe("a/%");
    expect(patternWithReference("a/", "/b")).toBe("/b");
    expect(anyMatcher(["x", "y*"])("yes")).toBe(true);
  });
});

test("INTERNALDATE is written in UTC with a blank for a short day", () => {
  expect(formatDateTime("1996-07-17T09:44:25.000000Z")).toBe("17-Jul-1996 09:44:25 +0000");
  expect(formatDateTime("1996-07-07T09:44:25.999999Z")).toBe(" 7-Jul-1996 09:44:25 +0000");
});
