// What SEARCH answers and saves, and the day that a Date field names.
import { describe, expect, test } from "bun:test";
import { type SearchMatch, type SearchResponseOptions, searchAnswer } from "../../src/imap/search/answer.ts";
import { sentDay } from "../../src/imap/search/sent-day.ts";
import type { SearchCommand } from "../../src/imap/wire/commands.ts";
import { commandOf } from "./wire/reading.ts";

test("the day a Date field names", () => {
  for (const [date, day] of [
    ["Wed, 1 Jan 2020 23:30:00 -0800", "2020-01-01"],
    ["1 Jan 2020 23:30:00 -0800 (PST)", "2020-01-01"],
    ["Wed, 01-Jan-20 23:30:00 GMT", "2020-01-01"],
    ["Thu, 13 February 2020 23:30 +0900", "2020-02-13"],
    ["2020-01-01T23:30:00-08:00", "2020-01-02"],
    ["nonsense", null],
    ["", null],
    [null, null],
    ["Wed, 99 Jan 2020 23:30:00 -0800", null],
  ] as const) {
    expect([date, sentDay(date)]).toEqual([date, day]);
  }
});

describe("what is answered and saved", () => {
  const found: SearchMatch[] = [2, 10, 11, 12, 21].map((sequence) => ({
    sequence,
    uid: sequence * 10,
    modseq: sequence,
  }));
  const sorted = [21, 2, 11, 12, 10].map((sequence) => ({ sequence, uid: sequence * 10, modseq: sequence }));
  const ask = (
    list: readonly SearchMatch[],
    returns: string,
    change: Partial<SearchResponseOptions> = {},
  ) => {
    const command = commandOf(`SEARCH RETURN (${returns}) ALL`) as SearchCommand;
    return searchAnswer(list, {
      tag: "a",
      uid: false,
      returns: command.returns!,
      sorted: false,
      modseq: false,
      ...change,
    });
  };
  const head = { tag: "a", uid: false };
  const all = [20, 100, 110, 120, 210];

  // RFC 5182 2.4 example 10
  const cases: [string, object | null, number[] | null][] = [
    ["ALL", { ...head, all: [2, 2, 10, 12, 21, 21] }, null],
    ["", { ...head, all: [2, 2, 10, 12, 21, 21] }, null],
    ["ALL SAVE", { ...head, all: [2, 2, 10, 12, 21, 21] }, all],
    ["SAVE", null, all],
    ["SAVE MIN", { ...head, min: 2 }, [20]],
    ["MAX SAVE MIN", { ...head, min: 2, max: 21 }, [20, 210]],
    ["MAX SAVE MIN COUNT", { ...head, min: 2, max: 21, count: 5 }, all],
    ["ALL SAVE MIN", { ...head, min: 2, all: [2, 2, 10, 12, 21, 21] }, all],
    // RFC 9394 3.2
    ["SAVE PARTIAL 2:3", { ...head, partial: { written: "2:3", set: "10:11" } }, [100, 110]],
    [
      "SAVE PARTIAL -1:-2 MIN",
      { ...head, min: 2, partial: { written: "-1:-2", set: "12,21" } },
      [20, 120, 210],
    ],
    ["SAVE PARTIAL 2:3 COUNT", { ...head, count: 5, partial: { written: "2:3", set: "10:11" } }, all],
    ["PARTIAL 6:9", { ...head, partial: { written: "6:9", set: "" } }, null],
    ["PARTIAL -4:-99", { ...head, partial: { written: "-4:-99", set: "2,10" } }, null],
  ];
  for (const [returns, data, saved] of cases) {
    test(returns, () => expect(ask(found, returns)).toEqual({ data, saved } as never));
  }

  test("sorted results keep their order; MIN and MAX are its ends", () => {
    expect(ask(sorted, "MIN MAX ALL", { sorted: true, uid: true }).data).toMatchObject({
      min: 210,
      max: 100,
      ordered: "210,20,110,120,100",
    });
    expect(ask(sorted, "PARTIAL 2:4 SAVE", { sorted: true })).toMatchObject({
      data: { partial: { set: "2,11:12" } },
      saved: [20, 110, 120],
    });
  });

  test("RFC 7162 3.1.10: MODSEQ is of what is shown", () => {
    expect(ask(found, "MIN", { modseq: true }).data?.modseq).toBe(2);
    expect(ask(found, "MIN MAX", { modseq: true }).data?.modseq).toBe(21);
    expect(ask(sorted, "COUNT MIN", { modseq: true }).data?.modseq).toBe(21);
    expect(ask([], "COUNT", { modseq: true }).data).toEqual({ ...head, count: 0 });
  });

  test("nothing found", () => {
    expect(ask([], "MIN MAX ALL COUNT SAVE")).toEqual({ data: { ...head, count: 0, all: [] }, saved: [] });
  });
});
