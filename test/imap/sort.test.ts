import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { baseSubject } from "../../src/imap/search/base-subject.ts";
import { asciiCasemap, unicodeCasemap } from "../../src/imap/search/collation.ts";
import {
  type HeaderSortKey,
  octetsOf,
  type SortFields,
  sortedIndexes,
  sortKeyOf,
  subjectOf,
} from "../../src/imap/search/sort.ts";
import type { SortCommand } from "../../src/imap/wire/commands.ts";
import { searchFold } from "../../src/mail/search/search-text.ts";
import { commandOf } from "./wire/reading.ts";

describe("base subject, RFC 5256 2.1", () => {
  const cases: [string | null, string, boolean][] = [
    ["hello", "hello", false],
    [null, "", false],
    ["", "", false],
    ["Re: hello", "hello", true],
    ["RE:hello", "hello", true],
    ["re : hello", "hello", true],
    ["Fw: hello", "hello", true],
    ["FWD: hello", "hello", true],
    ["Re: Fwd: re: hello", "hello", true],
    ["Re[2]: hello", "hello", true],
    ["Re [list] : hello", "hello", true],
    ["[list] hello", "hello", false],
    ["[list] [other] hello", "hello", false],
    ["[list] Re: hello", "hello", true],
    ["[a] Re: [b] Re: hello", "hello", true],
    ["Re: [b] hello", "hello", true],
    ["[list]", "[list]", false],
    ["[a][b]", "[b]", false],
    ["Re: [b]", "[b]", true],
    ["hello (fwd)", "hello", true],
    ["hello (FWD) (fwd)  ", "hello", true],
    ["(fwd)", "", true],
    ["[fwd: hello]", "hello", true],
    ["[Fwd: Re: hello (fwd)]", "hello", true],
    ["Re: [fwd: [fwd: hello]]", "hello", true],
    ["[list] [fwd: hello]", "hello", true],
    ["[fwd: hello", "[fwd: hello", false],
    ["[fwd:]", "", true],
    ["Reply: hello", "Reply: hello", false],
    ["Refwd hello", "Refwd hello", false],
    ["AW: hello", "AW: hello", false],
    ["a\t b\r\n  c", "a b c", false],
    ["  hello  ", "hello", false],
    ["Re:", "", true],
    ["Re: Re:", "", true],
    ["=?utf-8?q?Re=3A_caf=C3=A9?=", "café", true],
    ["=?utf-8?b?UmU6?= [x] y", "y", true],
    ["[unclosed hello", "[unclosed hello", false],
    ["[a [b] hello", "[a [b] hello", false],
    ["hello [list]", "hello [list]", false],
    ["İstanbul (fwd)", "İstanbul", true],
  ];
  for (const [subject, base, isReply] of cases) {
    test(JSON.stringify(subject), () => expect(baseSubject(subject)).toEqual({ base, isReply }));
  }

  test("taking it again changes nothing, and hostile subjects are cheap", () => {
    const piece = fc.constantFrom("Re:", "fwd", "[", "]", "[a]", "(fwd)", "[fwd:", " ", "x", ":", "fw");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14, size: "max" }), (pieces) => {
        const { base } = baseSubject(pieces.join(""));
        expect(baseSubject(base)).toEqual({ base, isReply: false });
      }),
      { seed: 20260102, numRuns: 3000 },
    );
    for (const piece of ["[a]", "[fwd:", "Re: [a", "[", "re", "(fwd)"]) baseSubject(piece.repeat(100_000));
  });
});

describe("collations", () => {
  test("i;unicode-casemap", () => {
    for (const [a, b] of [
      ["straße", "STRAßE"],
      ["Ünï", "üNÏ"],
      ["ǆ", "Ǆ"],
      ["é", "e\u0301"],
      ["Å", "\u212b"],
    ] as const) {
      expect(unicodeCasemap(a)).toBe(unicodeCasemap(b));
    }
    expect(unicodeCasemap("a") < unicodeCasemap("B")).toBe(true);
  });

  test("i;ascii-casemap", () => {
    expect(asciiCasemap("aZé[")).toBe("AZé[");
  });

  test("order is that of UTF-8 octets", () => {
    const codePoints = fc.array(fc.constantFrom(0x41, 0x61, 0xe9, 0xffff, 0x10000, 0x10ffff, 0xe000), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(codePoints, codePoints, (a, b) => {
        const [x, y] = [String.fromCodePoint(...a).toWellFormed(), String.fromCodePoint(...b).toWellFormed()];
        const [one, two] = [octetsOf(x), octetsOf(y)];
        expect(one < two ? -1 : one > two ? 1 : 0).toBe(Buffer.compare(Buffer.from(x), Buffer.from(y)));
      }),
      { seed: 20260102, numRuns: 300 },
    );
  });

  test("what SEARCH compares", () => {
    expect(searchFold("Straße")).toBe(searchFold("STRASSE"));
    expect(searchFold("ﬁne É")).toBe(searchFold("FINE e\u0301"));
  });
});

const person = (mailbox: string, name: string | null = null, host: string | null = "x") => ({
  name,
  mailbox,
  host,
});

interface SampleFields extends SortFields {
  arrival: string;
  sent: string | null;
  size: number;
}

interface Sample {
  sequence: number;
  fields: SampleFields;
}

function record(sequence: number, change: Partial<SampleFields>): Sample {
  const base = {
    arrival: "2020-01-01T00:00:00.000000Z",
    sent: null,
    size: 1,
    subject: null,
  };
  return { sequence, fields: { ...base, from: [], to: [], cc: [], ...change } };
}

/** The numbers in the order that the criteria name. */
async function sorted(samples: readonly Sample[], criteria: SortCommand["criteria"]): Promise<number[]> {
  const numbers = {
    ARRIVAL: ({ arrival }: SampleFields) => Date.parse(arrival),
    DATE: ({ arrival, sent }: SampleFields) => Date.parse(sent ?? arrival),
    SIZE: ({ size }: SampleFields) => size,
    RELEVANCY: () => 1,
  };
  const columns = criteria.map(({ key, reverse }) => {
    const compared = (fields: SampleFields): string | number => {
      if (key === "SUBJECT") return subjectOf(sortKeyOf(fields, key)).base;
      return key in numbers
        ? numbers[key as keyof typeof numbers](fields)
        : sortKeyOf(fields, key as HeaderSortKey);
    };
    return { reverse, values: samples.map(({ fields }) => compared(fields)) };
  });
  const sequences = samples.map(({ sequence }) => sequence);
  return (await sortedIndexes(sequences, columns)).map((index) => sequences[index]!);
}

test("SORT leaves out messages of which a value is missing", async () => {
  const columns = [
    { values: [3, Number.NaN, 1, 2], reverse: false },
    { values: ["", "", "", undefined], reverse: false },
  ];
  expect(await sortedIndexes([1, 2, 3, 4], columns)).toEqual([2, 0]);
});

describe("SORT", () => {
  const records = [
    record(1, {
      subject: "Re: banana",
      sent: "2020-01-03T00:00:00.000000Z",
      size: 30,
      from: [person("zoe", "Adam")],
      to: [person("b")],
    }),
    record(2, {
      subject: "apple",
      arrival: "2020-01-04T00:00:00.000000Z",
      size: 10,
      from: [person("Bob")],
      cc: [person("x")],
    }),
    record(3, {
      subject: "[list] BANANA (fwd)",
      sent: "2020-01-02T00:00:00.000000Z",
      size: 20,
      from: [person("alice", "=?utf-8?q?=C3=84?=")],
    }),
    record(4, {
      subject: null,
      sent: "2020-01-03T00:00:00.000000Z",
      size: 20,
      from: [person("team", null, null), person("q")],
      to: [person("a")],
    }),
  ];
  const cases: [string, number[]][] = [
    ["(SUBJECT)", [4, 2, 1, 3]],
    ["(REVERSE SUBJECT)", [1, 3, 2, 4]],
    ["(SUBJECT DATE)", [4, 2, 3, 1]],
    ["(SUBJECT REVERSE DATE)", [4, 2, 1, 3]],
    ["(DATE)", [3, 1, 4, 2]],
    ["(REVERSE DATE)", [2, 1, 4, 3]],
    ["(ARRIVAL)", [1, 3, 4, 2]],
    ["(SIZE)", [2, 3, 4, 1]],
    ["(REVERSE SIZE)", [1, 3, 4, 2]],
    ["(FROM)", [3, 2, 4, 1]],
    ["(TO)", [2, 3, 4, 1]],
    ["(CC)", [1, 3, 4, 2]],
    ["(DISPLAYFROM)", [1, 3, 2, 4]],
    ["(DISPLAYTO)", [2, 3, 4, 1]],
    ["(RELEVANCY)", [1, 2, 3, 4]],
  ];
  for (const [criteria, expected] of cases) {
    test(criteria, async () => {
      const command = commandOf(`SORT ${criteria} UTF-8 ALL`) as SortCommand;
      expect(await sorted(records.toReversed(), command.criteria)).toEqual(expected);
    });
  }

  test("a folder of several runs, in either direction; those that compare equal by number", async () => {
    const samples = Array.from({ length: 21_000 }, (_, index) =>
      record(index + 1, { size: (index * 7919) % 1000 }),
    );
    const bySize = (sign: number) =>
      samples
        .toSorted((a, b) => sign * (a.fields.size - b.fields.size) || a.sequence - b.sequence)
        .map(({ sequence }) => sequence);
    expect(await sorted(samples, [{ key: "SIZE", reverse: false }])).toEqual(bySize(1));
    expect(await sorted(samples, [{ key: "SIZE", reverse: true }])).toEqual(bySize(-1));
    expect(await sorted([], [{ key: "SIZE", reverse: false }])).toEqual([]);
  });
});
