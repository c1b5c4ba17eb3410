import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { FolderTracker } from "../../src/imap/state/folder-tracker.ts";
import type { SessionView, Update } from "../../src/imap/state/session-view.ts";
import { removedBetween, UidMap } from "../../src/imap/state/uid-map.ts";
import { writeUpdates } from "../../src/imap/state/write-updates.ts";
import { parseNumberSet, type Ranges } from "../../src/imap/wire/sequence-set.ts";
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
  test("is told of what others do, and of EXPUNGE only when it may be", () => {
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

  test("what came and went unseen is not told", () => {
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

  test("reading a stretch of the log twice changes nothing", () => {
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

  test("own changes that the client knows are not told again; others' are", () => {
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

  test("many flag changes are told in parts", () => {
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

  test("what every session knows is forgotten", () => {
    const tracker = trackerOf(...Array.from({ length: 100 }, (_, i) => i + 1));
    const view = tracker.open(false);
    for (let i = 0; i < 10_000; i++) {
      tracker.apply([{ kind: "flags", modseq: 11 + i, uid: 1 + (i % 100), flags: [] }], 11 + i);
      if (i % 500 === 0) view.take(true);
    }
    expect(tracker.flags.size).toBeLessThanOrEqual(100);
    expect(view.take(true).length).toBe(100);
  });

  test("\\Recent: one read-write session is told first", () => {
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

// The whole against a model: a server with a plain list, and clients that believe only what they are told.

interface Message {
  uid: number;
  flags: string[];
  modseq: number;
}

class Server {
  messages: Message[] = [];
  uidNext = 1;
  modseq = 1;
  readonly tracker: FolderTracker;

  constructor(count: number) {
    for (let i = 0; i < count; i++) this.messages.push({ uid: this.uidNext++, flags: [], modseq: 1 });
    this.tracker = new FolderTracker({ uids: this.messages.map(({ uid }) => uid), modseq: 1, recentFrom: 1 });
  }

  place(): void {
    this.messages.push({ uid: this.uidNext, flags: [], modseq: ++this.modseq });
    this.tracker.apply([{ kind: "placed", modseq: this.modseq, uid: this.uidNext++ }], this.modseq);
  }

  expunge(at: number): void {
    const [gone] = this.messages.splice(at % Math.max(1, this.messages.length), 1);
    if (gone) this.tracker.apply([{ kind: "expunged", modseq: ++this.modseq, uid: gone.uid }], this.modseq);
  }

  /** @returns the message and its modseq before, or null when it is gone or has the flag */
  flag(uid: number, flag: string): { message: Message; previous: number } | null {
    const message = this.messages.find((each) => each.uid === uid);
    if (!message || message.flags.includes(flag)) return null;
    const previous = message.modseq;
    message.flags = [...message.flags, flag];
    message.modseq = ++this.modseq;
    this.tracker.apply([{ kind: "flags", modseq: this.modseq, uid, flags: message.flags }], this.modseq);
    return { message, previous };
  }
}

class Client {
  /** What the client believes, by message number. */
  believed: { uid: number; flags: string[] }[];
  readonly view: SessionView;

  constructor(readonly server: Server) {
    this.view = server.tracker.open(false);
    this.believed = server.messages.map(({ uid, flags }) => ({ uid, flags }));
  }

  catchUp(expunge: boolean): void {
    for (const update of this.view.take(expunge)) this.#hear(update, expunge);
    expect(this.believed.map(({ uid }) => uid)).toEqual(
      Array.from({ length: this.view.exists }, (_, i) => this.view.uidAt(i + 1)),
    );
  }

  #hear(update: Update, expunge: boolean): void {
    switch (update.kind) {
      case "expunge":
        expect(expunge).toBe(true);
        for (const sequence of update.sequences) expect(this.believed.splice(sequence - 1, 1).length).toBe(1);
        break;
      case "exists":
        // The client fetches what is new.
        for (let n = this.believed.length + 1; n <= update.count; n++) {
          const uid = uidIn(update.uids, n - update.count - 1);
          const message = this.server.messages.find((each) => each.uid === uid);
          this.believed.push({ uid, flags: message?.flags ?? [] });
        }
        expect(this.believed.length).toBe(update.count);
        break;
      case "flags":
        expect(this.believed[update.sequence - 1]?.uid).toBe(update.uid);
        this.believed[update.sequence - 1]!.flags = [...update.flags];
        break;
    }
  }

  /** STORE +FLAGS(.SILENT) by message number. */
  store(at: number, flag: string, silent: boolean): void {
    const mine = this.believed[at % Math.max(1, this.believed.length)];
    if (!mine) return;
    const stored = this.server.flag(mine.uid, flag);
    if (!stored) return;
    mine.flags = silent ? [...new Set([...mine.flags, flag])] : stored.message.flags;
    this.view.acknowledge(mine.uid, stored.message.modseq, silent ? stored.previous : null);
  }
}

/** The n-th from the end (-1 is the last) of ranges. */
function uidIn(ranges: Ranges, fromEnd: number): number {
  const uids: number[] = [];
  for (let i = 0; i < ranges.length; i += 2)
    for (let uid = ranges[i]!; uid <= ranges[i + 1]!; uid++) uids.push(uid);
  return uids.at(fromEnd)!;
}

test("clients that hear everything believe the truth", () => {
  const step = fc.record({
    what: fc.constantFrom("place", "expunge", "flag", "store", "silent", "hear", "hear", "hearHeld"),
    who: fc.nat(2),
    at: fc.nat(50),
    flag: fc.constantFrom("a", "b", "c", "d"),
  });
  fc.assert(
    fc.property(fc.nat(8), fc.array(step, { maxLength: 60, size: "max" }), (count, steps) => {
      const server = new Server(count);
      const clients = [new Client(server), new Client(server), new Client(server)];
      for (const { what, who, at, flag } of steps) {
        const client = clients[who]!;
        if (what === "place") server.place();
        else if (what === "expunge") server.expunge(at);
        else if (what === "flag")
          server.flag(server.messages[at % Math.max(1, server.messages.length)]?.uid ?? 0, flag);
        else if (what === "store" || what === "silent") client.store(at, flag, what === "silent");
        else client.catchUp(what === "hear");
      }
      for (const client of clients) {
        client.catchUp(true);
        expect(client.view.take(true)).toEqual([]);
        expect(client.view.highestModseq).toBe(server.modseq);
        expect(client.believed.map(({ uid, flags }) => [uid, [...flags].sort()])).toEqual(
          server.messages.map(({ uid, flags }) => [uid, [...flags].sort()]),
        );
      }
    }),
    { ...runs, numRuns: 1000 },
  );
});
