// Clients that believe what the session reports, at random: in the end they know what is true.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { FolderTracker } from "../../src/imap/state/folder-tracker.ts";
import type { SessionView, Update } from "../../src/imap/state/session-view.ts";
import type { Ranges } from "../../src/imap/wire/sequence-set.ts";

const runs = { seed: 20260102, numRuns: 300 };

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
