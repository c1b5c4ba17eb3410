import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { FolderTracker } from "../../src/imap/state/folder-tracker.ts";
import { removedBetween, UidMap } from "../../src/imap/state/uid-map.ts";
import { writeUpdates } from "../../src/imap/state/write-updates.ts";
import { parseNumberSet } from "../../src/imap/wire/sequence-set.ts";
import { ResponseWriter } from "../../src/imap/wire/writer.ts";

const runs = { seed: 20260102, numRuns: 300 };

function trackerOf(...uids: number[]): FolderTracker {
  return new FolderTracker({ uids, modseq: 10, recentFrom: (uids.at(-1) ?? 0) + 1 });
}

describe("a map of UIDs", () => {
  const uids = fc
    .uniqueArray(fc.integer({ min: 1, max: 6000 }), { maxLength: 3000, size: "max" })
    .map((list) => list.sort((a, b) => a - b));

  test("agrees with a plain list, through changes", () => {
    fc.assert(
      fc.property(uids, uids, fc.nat(20), (start, gone, more) => {
        const list = start.filter((uid) => !gone.includes(uid));
        const last = start.at(-1) ?? 0;
        const added = Array.from({ length: more }, (_, i) => last + 3 * (i + 1));
        const before = UidMap.of(start);
        const after = before.remove(gone).append(added);
        list.push(...added);
        expect([...after]).toEqual(list);
        expect(after.size).toBe(list.length);
        expect(after.last).toBe(list.at(-1) ?? 0);
        for (let i = 0; i <= list.length + 1; i += 7) expect(after.uidAt(i)).toBe(list[i - 1] ?? 0);
        for (let uid = 1; uid < 6100; uid += 97) {
          expect(after.sequenceOf(uid)).toBe(list.indexOf(uid) + 1);
          expect(after.rank(uid)).toBe(list.filter((each) => each < uid).length);
        }
        expect([...after.above(last)]).toEqual(added);
        expect(removedBetween(before, after)).toEqual(start.filter((uid) => gone.includes(uid)));
        expect([...before]).toEqual(start);
      }),
      { ...runs, numRuns: 20 },
    );
  });

  test("shares the chunks it does not touch", () => {
    const before = UidMap.of(Array.from({ length: 100_000 }, (_, i) => i + 1));
    const after = before.remove([5, 50_000]).append([100_001]);
    const shared = after.chunks.filter((chunk) => before.chunks.includes(chunk)).length;
    expect(before.chunks.length - shared).toBe(3);
    expect(removedBetween(before, after)).toEqual([5, 50_000]);
    expect(removedBetween(before, before)).toEqual([]);
    expect(removedBetween(before, UidMap.empty).length).toBe(100_000);
  });

  test("sequences of UID ranges", () => {
    const map = UidMap.of([2, 4, 6, 8]);
    expect(map.sequencesOf([1, 4, 5, 5, 6, 6, 9, 99])).toEqual([1, 3]);
    expect(map.sequencesOf([3, 3])).toEqual([]);
  });
});

describe("a session", () => {
  test("reports changes of other sessions, and EXPUNGE only when allowed", () => {
    const tracker = trackerOf(1, 2, 3, 4);
    const view = tracker.open(false);
    tracker.apply(
      [
        { kind: "expunged", modseq: 11, uid: 2 },
        { kind: "placed", modseq: 12, uid: 5 },
        { kind: "flags", modseq: 13, uid: 3, flags: ["\\Seen"] },
      ],
      13,
    );
    expect(view.pending()).toBe(true);
    expect(view.take(false)).toEqual([
      { kind: "exists", count: 5, uids: [5, 5] },
      { kind: "recent", count: 1 },
      { kind: "flags", sequence: 3, uid: 3, flags: ["\\Seen"], modseq: 13 },
    ]);
    expect([view.exists, view.uidAt(2), view.highestModseq]).toEqual([5, 2, 10]);
    expect([view.pending(false), view.pending()]).toEqual([false, true]);
    expect(view.take(true)).toEqual([{ kind: "expunge", sequences: [2], uids: [2, 2] }]);
    expect([view.exists, view.highestModseq, view.pending()]).toEqual([4, 13, false]);
    expect(view.take(true)).toEqual([]);
  });

  test("RFC 9051 6.4.3: numbers of EXPUNGE count as their turn comes", () => {
    const tracker = trackerOf(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    const view = tracker.open(false);
    tracker.apply(
      [3, 4, 7, 11].map((uid) => ({ kind: "expunged", modseq: 11, uid }) as const),
      11,
    );
    expect(view.take(true)).toEqual([
      { kind: "expunge", sequences: [3, 3, 5, 8], uids: [3, 4, 7, 7, 11, 11] },
    ]);
  });

  test("a message that came and went in between is not reported", () => {
    const tracker = trackerOf(1);
    const view = tracker.open(false);
    tracker.apply([{ kind: "placed", modseq: 11, uid: 2 }], 11);
    tracker.apply(
      [
        { kind: "flags", modseq: 12, uid: 2, flags: [] },
        { kind: "expunged", modseq: 13, uid: 2 },
      ],
      13,
    );
    expect(view.take(true)).toEqual([]);
    expect(tracker.flags.size).toBe(0);
  });

  test("reading a range of the log twice changes nothing", () => {
    const tracker = trackerOf(1);
    const changes = [
      { kind: "placed", modseq: 11, uid: 2 },
      { kind: "expunged", modseq: 12, uid: 1 },
    ] as const;
    tracker.apply(changes, 12);
    const { map } = tracker;
    tracker.apply(changes, 12);
    expect(tracker.map).toBe(map);
  });

  test("shares the folder's map while nothing is held back", () => {
    const tracker = trackerOf(1, 2, 3);
    const views = [tracker.open(false), tracker.open(false)];
    tracker.apply([{ kind: "placed", modseq: 11, uid: 4 }], 11);
    for (const view of views) view.take(false);
    expect(tracker.sessions).toBe(2);
    views[0]!.close();
    expect(tracker.sessions).toBe(1);
  });

  test("own changes that the client knows are not reported again; those of others are", () => {
    const tracker = trackerOf(1, 2, 3);
    const view = tracker.open(false);
    const flags = (modseq: number, uid: number, ...list: string[]) =>
      tracker.apply([{ kind: "flags", modseq, uid, flags: list }], modseq);
    // A silent STORE of a message whose flags the client knew.
    flags(11, 1, "\\Seen");
    view.acknowledge(1, 11, 5);
    // A silent STORE right behind somebody else's: the client does not know the result.
    flags(12, 2, "a");
    flags(13, 2, "a", "b");
    view.acknowledge(2, 13, 12);
    // Two silent STOREs on top of each other.
    flags(14, 3, "a");
    view.acknowledge(3, 14, 4);
    flags(15, 3, "a", "b");
    view.acknowledge(3, 15, 14);
    expect(view.take(true)).toEqual([{ kind: "flags", sequence: 2, uid: 2, flags: ["a", "b"], modseq: 13 }]);
    // A STORE that was answered in full, then somebody else's change.
    view.acknowledge(1, 16, null);
    flags(16, 1, "x");
    flags(17, 1, "x", "y");
    expect(view.take(true)).toEqual([{ kind: "flags", sequence: 1, uid: 1, flags: ["x", "y"], modseq: 17 }]);
  });

  test("many flag changes are reported in parts", () => {
    const tracker = trackerOf(...Array.from({ length: 2500 }, (_, i) => i + 1));
    const view = tracker.open(false);
    for (let uid = 1; uid <= 2500; uid++)
      tracker.apply(
        [{ kind: "flags", modseq: 10 + Math.ceil(uid / 3), uid, flags: [] }],
        10 + Math.ceil(uid / 3),
      );
    // The third of three changes of one modseq comes in a call of its own and is passed over.
    const told: number[] = [];
    for (let updates = view.take(true); updates.length > 0; updates = view.take(true)) {
      expect(updates.length).toBeLessThan(1010);
      for (const update of updates) if (update.kind === "flags") told.push(update.uid);
    }
    expect(told).toEqual(Array.from({ length: 834 }, (_, i) => i * 3 + 1));
    expect(view.highestModseq).toBe(tracker.modseq);
  });

  test("changes that every session has reported are dropped", () => {
    const tracker = trackerOf(...Array.from({ length: 100 }, (_, i) => i + 1));
    const view = tracker.open(false);
    for (let i = 0; i < 10_000; i++) {
      tracker.apply([{ kind: "flags", modseq: 11 + i, uid: 1 + (i % 100), flags: [] }], 11 + i);
      if (i % 500 === 0) view.take(true);
    }
    expect(tracker.flags.size).toBeLessThanOrEqual(100);
    expect(view.take(true).length).toBe(100);
  });

  test("\\Recent: one read-write session reports it first", () => {
    const tracker = new FolderTracker({ uids: [1, 2, 3], modseq: 1, recentFrom: 3 });
    const looking = tracker.open(true);
    const first = tracker.open(false);
    const second = tracker.open(false);
    expect([looking.recent, first.recent, second.recent]).toEqual([1, 1, 0]);
    tracker.apply([{ kind: "placed", modseq: 2, uid: 4 }], 2);
    second.take(true);
    first.take(true);
    expect([first.recent, second.recent, tracker.recentFrom]).toEqual([1, 1, 5]);
    expect([second.isRecent(4), second.isRecent(3), first.isRecent(3)]).toEqual([true, false, true]);
    tracker.apply([{ kind: "expunged", modseq: 3, uid: 3 }], 3);
    expect(first.take(true)).toContainEqual({ kind: "recent", count: 0 });
  });

  test("sets by number and by UID, and $", () => {
    const tracker = trackerOf(10, 20, 30, 40);
    const view = tracker.open(false);
    const set = (text: string) => parseNumberSet(text, 10);
    expect(view.sequences(set("2:*"), false)).toEqual([2, 4]);
    expect(view.sequences(set("5"), false)).toBeNull();
    expect(view.sequences(set("3,5:*"), false)).toBeNull();
    expect(view.sequences(set("*"), false)).toEqual([4, 4]);
    expect(view.sequences(set("15:30,99"), true)).toEqual([2, 3]);
    expect(view.sequences(set("99:*"), true)).toEqual([4, 4]);
    expect(view.uidsOf([2, 3])).toEqual([20, 30]);
    expect(view.sequences({ kind: "saved" }, false)).toEqual([]);
    view.save([10, 30]);
    tracker.apply([{ kind: "expunged", modseq: 11, uid: 10 }], 11);
    expect(view.sequences({ kind: "saved" }, false)).toEqual([1, 1, 3, 3]);
    view.take(true);
    // RFC 5182 2.1: what is expunged leaves the saved result.
    expect(view.sequences({ kind: "saved" }, true)).toEqual([2, 2]);
    expect(trackerOf().open(false).sequences(set("*"), false)).toBeNull();
    expect(trackerOf().open(false).sequences(set("1:*"), true)).toEqual([]);
  });
});

test("updates are written in the form the session has enabled", () => {
  const tracker = trackerOf(1, 2, 3);
  const view = tracker.open(false);
  tracker.apply(
    [
      { kind: "expunged", modseq: 11, uid: 1 },
      { kind: "placed", modseq: 12, uid: 4 },
      { kind: "flags", modseq: 13, uid: 3, flags: ["\\Seen"] },
    ],
    13,
  );
  const updates = view.take(true);
  const written = (
    rev2: boolean,
    form: { vanished: boolean; uid: boolean; modseq: boolean; uidOnly: boolean },
  ) => {
    const writer = new ResponseWriter({ rev2, utf8Accept: false });
    writeUpdates(writer, view, { updates, form });
    return Buffer.from(writer.take()).toString().trimEnd().split("\r\n");
  };
  expect(written(false, { vanished: false, uid: false, modseq: false, uidOnly: false })).toEqual([
    "* 1 EXPUNGE",
    "* 3 EXISTS",
    "* 1 RECENT",
    "* 2 FETCH (FLAGS (\\Seen))",
  ]);
  expect(written(true, { vanished: true, uid: true, modseq: true, uidOnly: false })).toEqual([
    "* VANISHED 1",
    "* 3 EXISTS",
    "* 2 FETCH (UID 3 MODSEQ (13) FLAGS (\\Seen))",
  ]);
  expect(written(true, { vanished: false, uid: true, modseq: false, uidOnly: true })).toEqual([
    "* VANISHED 1",
    "* 3 EXISTS",
    "* 3 UIDFETCH (FLAGS (\\Seen))",
  ]);
});
