// Segments of the search index in the database: appended, merged, read newest first, by several at a time.
import { expect, test } from "bun:test";
import { newId } from "../../src/lib/ids.ts";
import { mailNumbers, markNumber, textNumbers } from "../../src/mail/search/gram-numbers.ts";
import type { Executor } from "../../src/store/database/database.ts";
import {
  appendSegment,
  indexedMessages,
  mergeSegments,
  type SegmentQuery,
} from "../../src/store/mailbox/search-segments.ts";
import { eachStore } from "../support/app/database.ts";

eachStore("segments of the search index", (s) => {
  const words = ["APPLE", "PEAR", "PLUM"] as const;
  const of = (text: string) => ({ op: "and", of: textNumbers(text) ?? [] }) as const;
  const all = { where: "shown", marks: [], newest: null, below: null, count: 1000 } as const;
  const wordOf = (n: number) => words[n % words.length]!;

  /** Messages of an account, one after the other, each in a segment of its own. */
  const account = async (count: number, merges = true) => {
    const accountId = newId();
    const ids: string[] = [];
    const add = async (n: number) => {
      const id = newId();
      ids.push(id);
      await s.database.values(
        `insert into message_search (account_id, message_id, identity_id, document, created_at)
         values ($1::uuid, $2::uuid, $1::uuid, '', now()) returning 1`,
        [accountId, id],
      );
      const numbers = mailNumbers({ shown: wordOf(n), whole: "", marks: [`mark${n % 2}`] });
      const isDue = await appendSegment(s.database, accountId, [{ id, ...numbers }]);
      if (isDue && merges) await mergeSegments(s.database, accountId);
    };
    for (let n = 0; n < count; n++) await add(n);
    const having = (word: string) => ids.filter((_, n) => wordOf(n) === word).reverse();
    const find = (query: Pick<SegmentQuery, "condition"> & Partial<SegmentQuery>) =>
      indexedMessages(s.database, accountId, { ...all, ...query });
    const sizes = async () =>
      (
        await s.database.rows<{ size: number }>(
          "select size from search_segments where account_id = $1::uuid order by size",
          [accountId],
        )
      ).map(({ size }) => size);
    return { accountId, ids, add, having, find, sizes };
  };

  test("sixteen become one, and everything is found, newest first, as much as was asked for", async () => {
    const { ids, having, find, sizes } = await account(40);
    expect(await sizes()).toEqual([...Array<number>(8).fill(1), 16, 16]);
    for (const word of words) expect(await find({ condition: of(word) })).toEqual(having(word));
    expect(await find({ condition: of("QUINCE") })).toEqual([]);
    const any = { op: "or", of: words.map(of) } as const;
    expect(await find({ condition: any })).toEqual(ids.toReversed());
    expect(await find({ condition: any, count: 5 })).toEqual(ids.slice(-6).reverse());
    expect(await find({ condition: any, newest: ids[20]!, below: ids[10]! })).toEqual(
      ids.slice(11, 21).reverse(),
    );
    expect(await find({ condition: any, marks: [markNumber("mark1")] })).toEqual(
      ids.filter((_, n) => n % 2 === 1).reverse(),
    );
  });

  test("what is deleted leaves with the next merge", async () => {
    const { accountId, ids, add, find } = await account(10);
    const [gone] = await s.database.rows<{ message_id: string }>(
      "delete from message_search where account_id = $1::uuid and message_id = $2::uuid returning message_id",
      [accountId, ids[4]!],
    );
    expect(await find({ condition: of(wordOf(4)) })).toContain(gone!.message_id);
    for (let n = 10; n < 16; n++) await add(n);
    const left = ids.filter((id, n) => id !== gone!.message_id && wordOf(n) === wordOf(4));
    expect(await find({ condition: of(wordOf(4)) })).toEqual(left.reverse());
  });

  test("readers miss nothing while several merge", async () => {
    const { accountId, having, find, sizes } = await account(100, false);
    expect(await sizes()).toHaveLength(100);
    let isMerging = true;
    const merging = Promise.all([1, 2, 3].map(() => mergeSegments(s.database, accountId))).finally(() => {
      isMerging = false;
    });
    do expect(await find({ condition: of("PEAR") })).toEqual(having("PEAR"));
    while (isMerging);
    await merging;
    await mergeSegments(s.database, accountId);
    expect(await find({ condition: of("PEAR") })).toEqual(having("PEAR"));
    expect((await sizes()).length).toBeLessThan(30);
    expect((await sizes()).reduce((sum, size) => sum + size, 0)).toBe(100);
  });

  test("a word that all have is looked for in the newest segments alone", async () => {
    const accountId = newId();
    const ids: string[] = [];
    for (let n = 0; n < 10; n++) {
      const mails = Array.from({ length: 300 }, () => ({
        id: newId(),
        ...mailNumbers({ shown: "APPLE", whole: "", marks: [] }),
      }));
      ids.push(...mails.map(({ id }) => id));
      await appendSegment(s.database, accountId, mails);
    }
    let read = 0;
    const counting: Executor = {
      rows: (text, params) => {
        if (text.includes("s.postings")) read += (params![1] as string[]).length;
        return s.database.rows(text, params);
      },
      values: (text, params) => s.database.values(text, params),
    };
    const find = (query: Partial<SegmentQuery>) =>
      indexedMessages(counting, accountId, { ...all, condition: of("APPLE"), ...query });
    expect(await find({ count: 100 })).toEqual(ids.slice(-101).reverse());
    expect(read).toBe(1);
    read = 0;
    // The next page is not looked for in what is newer, nor in all that is older.
    expect(await find({ count: 100, newest: ids[1600]! })).toEqual(ids.slice(1500, 1601).reverse());
    expect(read).toBe(1);
  });

  test("an account finds nothing of another", async () => {
    const [one, other] = [await account(3), await account(3)];
    expect(await other.find({ condition: of("APPLE") })).toEqual(other.having("APPLE"));
    expect(await one.find({ condition: of("APPLE") })).toEqual(one.having("APPLE"));
  });
});
