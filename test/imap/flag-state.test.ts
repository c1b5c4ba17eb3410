import { expect, test } from "bun:test";
import fc from "fast-check";
import { FlagState } from "../../src/imap/flag-state.ts";
import { FlagList, ResponseWriter } from "../../src/imap/wire/writer.ts";

test("flags in memory agree with a plain map, through changes", () => {
  const flags = fc.subarray(["\\Seen", "\\Flagged", "todo", "$Forwarded"]);
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant("add" as const), flags }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("set" as const), at: fc.nat(), flags }) },
    { weight: 5, arbitrary: fc.record({ kind: fc.constant("remove" as const), at: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("forget" as const) }) },
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
      for (let uid = 0; uid <= next; uid++) {
        const list = read(uid);
        const expected = truth.get(uid) ?? gone.get(uid);
        const ending = expected && `FLAGS (${expected.join(" ")}))\r\n`;
        expect(list === null ? undefined : Buffer.from(list.ending).toString()).toBe(ending);
      }
      const unseen = [...truth].find(([, list]) => !list.includes("\\Seen"));
      expect(state.firstUnseen()).toBe(unseen?.[0] ?? 0);
      const keywords = [...truth.values()].flat().filter((flag) => !flag.startsWith("\\"));
      expect(state.keywords()).toEqual([...new Set(keywords)].sort());
    }),
    { seed: 20260102, numRuns: 60 },
  );
});

test("more different lists than it keeps: it says that it does not know", () => {
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
