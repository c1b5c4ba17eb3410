import { expect, test } from "bun:test";
import fc from "fast-check";
import { boundsOf, flagsTest } from "../../src/imap/search/known-flags.ts";
import { matches } from "../../src/imap/search/search.ts";
import { FlagState } from "../../src/imap/state/flag-state.ts";
import { rangesHave } from "../../src/imap/wire/sequence-set.ts";
import { FlagList, ResponseWriter } from "../../src/imap/wire/writer.ts";
import type { SearchFilter } from "../../src/mail/search/filter.ts";
import { flagNames } from "../../src/store/mailbox/flag-names.ts";

// DECISIONS IMAP: Flags of open folders are held in memory
test("flags in memory agree with a plain map, through changes", () => {
  const flags = fc.subarray(["\\Seen", "\\Flagged", "todo", "$Forwarded"]);
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant("add" as const), flags }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("set" as const), at: fc.nat(), flags }) },
    { weight: 5, arbitrary: fc.record({ kind: fc.constant("remove" as const), at: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("forget" as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("look" as const) }) },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 4000, size: "max" }), (steps) => {
      const state = new FlagState(0);
      const truth = new Map<number, readonly string[]>();
      const gone = new Map<number, readonly string[]>();
      let next = 1;
      for (const each of steps) {
        const uids = [...truth.keys()];
        const uid = "at" in each ? uids[each.at % Math.max(1, uids.length)] : undefined;
        if (each.kind === "add") {
          truth.set(next, each.flags);
          state.set(next, each.flags);
          next += 1 + (next % 3);
        } else if (each.kind === "forget") {
          gone.clear();
          state.forgetGone();
        } else if (each.kind === "look") {
          const unseen = [...truth].find(([, list]) => !list.includes("\\Seen"));
          expect(state.firstUnseen()).toBe(unseen?.[0] ?? 0);
        } else if (uid !== undefined && each.kind === "set") {
          truth.set(uid, each.flags);
          state.set(uid, each.flags);
        } else if (uid !== undefined) {
          gone.set(uid, truth.get(uid)!);
          truth.delete(uid);
          state.remove(uid);
        }
      }
      const read = state.reader();
      const present = state.reader(false);
      for (let uid = 0; uid <= next; uid++) {
        const list = read(uid);
        const expected = truth.get(uid) ?? gone.get(uid);
        const ending = expected && `FLAGS (${expected.join(" ")}))\r\n`;
        expect(list === null ? undefined : Buffer.from(list.ending).toString()).toBe(ending);
        expect(present(uid)?.flags).toEqual(truth.get(uid));
      }
      const unseen = [...truth].find(([, list]) => !list.includes("\\Seen"));
      expect(state.firstUnseen()).toBe(unseen?.[0] ?? 0);
      const keywords = [...truth.values()].flat().filter((flag) => !flag.startsWith("\\"));
      expect(state.keywords()).toEqual([...new Set(keywords)].sort());
    }),
    { seed: 20260102, numRuns: 60 },
  );
});

test("a search by flags and numbers decides as any other", () => {
  const leaf = fc.oneof(
    fc.constantFrom<SearchFilter>({ op: "all" }, { op: "none" }, { op: "keyword", keyword: "TODO" }),
    fc.constantFrom("\\Seen" as const, "\\Flagged" as const).map((flag) => ({ op: "flag" as const, flag })),
    fc
      .tuple(fc.nat(9), fc.nat(9))
      .map(([a, b]) => ({ op: "uids" as const, ranges: [Math.min(a, b), Math.max(a, b)] })),
  );
  const { filter } = fc.letrec<{ filter: SearchFilter }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.record({
        op: fc.constantFrom("and" as const, "or" as const),
        filters: fc.array(tie("filter"), { maxLength: 3 }),
      }),
      fc.record({ op: fc.constant("not" as const), filter: tie("filter") }),
    ),
  }));
  const flags = fc.subarray(["\\Seen", "\\Flagged", "todo"]);
  fc.assert(
    fc.property(filter, fc.nat(9), flags, (each, uid, list) => {
      const record = {
        uid,
        flags: list,
        modseq: 1,
        size: 1,
        internalDate: "",
        saveDate: null,
        metadata: null,
        sentDay: null,
        emailId: "",
        threadId: null,
      };
      expect(flagsTest(each)!(uid, new FlagList(list))).toBe(matches(each, record)!);
      const bounds = boundsOf(each);
      if (bounds && !rangesHave(bounds, uid)) expect(matches(each, record)).toBe(false);
    }),
    { seed: 20260102, numRuns: 2000 },
  );
  expect(flagsTest({ op: "not", filter: { op: "size", above: 1, below: null } })).toBeNull();
});

test("more different lists than it keeps: the answer is unknown", () => {
  const state = new FlagState(0);
  for (let uid = 1; uid <= 60_001; uid++) state.set(uid, [`k${uid}`]);
  expect(state.isKnown).toBe(false);
});

test("responses of flags and UIDs", () => {
  const writer = new ResponseWriter({ rev2: false, utf8Accept: false });
  const list = new FlagList(["\\Seen", "todo"]);
  writer.fetchFlags({ number: 1, uid: null, uidOnly: false }, list, false);
  writer.fetchFlags({ number: 10, uid: 4_294_967_295, uidOnly: false }, list, true);
  writer.fetchFlags({ number: 999, uid: 1000, uidOnly: false }, null, false);
  writer.fetchFlags({ number: 1000, uid: null, uidOnly: true }, new FlagList([]), false);
  writer.syntax("* OK").end();
  expect(Buffer.from(writer.take()).toString().split("\r\n")).toEqual([
    "* 1 FETCH (FLAGS (\\Seen todo))",
    "* 10 FETCH (UID 4294967295 FLAGS (\\Seen todo \\Recent))",
    "* 999 FETCH (UID 1000)",
    "* 1000 UIDFETCH (FLAGS ())",
    "* OK",
    "",
  ]);
  expect(() => new FlagList(["not a flag"])).toThrow();
});

test("a folder taken over at once is the folder set message by message", () => {
  const words = fc.subarray(["todo", "$Forwarded"]);
  const message = fc.record({ gap: fc.integer({ min: 1, max: 3 }), flags: fc.nat(31), words });
  fc.assert(
    fc.property(fc.array(message, { maxLength: 200 }), (messages) => {
      let uid = 0;
      const uids = messages.map(({ gap }) => (uid += gap));
      const keywords = new Map(
        messages.flatMap((each, n) => (each.words.length > 0 ? [[uids[n]!, each.words]] : [])),
      );
      const flags = Uint8Array.from(messages, (each) => each.flags);
      const state = FlagState.of({ uids: Uint32Array.from(uids), flags, keywords });
      const slow = new FlagState(0);
      for (const [n, each] of messages.entries()) slow.set(uids[n]!, flagNames(each.flags, each.words));
      const read = (from: FlagState) => uids.map((each) => from.reader()(each)!.text);
      expect(read(state)).toEqual(read(slow));
      expect(state.firstUnseen()).toBe(slow.firstUnseen());
      expect(state.keywords()).toEqual(slow.keywords());
      const unseen = (list: FlagList) => !list.flags.includes("\\Seen");
      expect(state.where(unseen)).toEqual(slow.where(unseen));
      expect(
        state
          .lists()
          .map(({ text }) => text)
          .sort(),
      ).toEqual(
        slow
          .lists()
          .map(({ text }) => text)
          .sort(),
      );
      state.set(uid + 1, ["\\Seen"]);
      expect(state.reader()(uid + 1)!.flags).toEqual(["\\Seen"]);
    }),
  );
});
