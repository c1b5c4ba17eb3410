// Dates and sizes of a folder's messages as numbers, which SORT and THREAD compare: arrays that all its sessions share, read in one
// sweep and then only further.
import { datesAtOnce, type SweptDates, sweptDates } from "../../store/mailbox/folder-sweep.ts";
import { selectedOf } from "../commands/handler.ts";
import { KeptEntry } from "../fetch/kept-items.ts";
import type { ImapSession } from "../session.ts";

export type DateKey = "ARRIVAL" | "DATE" | "SIZE";

const arrays = { ARRIVAL: "arrivals", DATE: "sent", SIZE: "sizes" } as const;
const names = ["uids", "arrivals", "sent", "sizes"] as const;

/** Octets of a message: a UID of four, and three doubles. */
const messageOctets = 28;
/** Expunged messages that may stay among them. */
const maxGone = 1000;

class KeptDates extends KeptEntry {
  #dates: SweptDates = none();
  #length = 0;
  #gone = 0;
  /** Messages up to this UID are here, or gone. */
  sweptTo = 0;

  get length(): number {
    return this.#length;
  }

  remove(): void {
    if (++this.#gone > maxGone && this.#gone > this.#length / 2) this.#clear();
  }

  #clear(): void {
    this.#dates = none();
    this.#length = 0;
    this.#gone = 0;
    this.sweptTo = 0;
  }

  /** @param sweptTo no message up to this UID is missing now */
  append(more: SweptDates, sweptTo: number): void {
    const length = this.#length + more.uids.length;
    const capacity = this.#dates.uids.length;
    if (length > capacity) {
      const grown = none(Math.max(length, capacity + (capacity >> 3)));
      for (const name of names) grown[name].set(this.#dates[name].subarray(0, this.#length));
      this.#dates = grown;
    }
    for (const name of names) this.#dates[name].set(more[name], this.#length);
    this.#length = length;
    this.sweptTo = Math.max(sweptTo, more.uids.at(-1) ?? 0);
  }

  settle(): void {
    this.kept.settle(this, this.#dates.uids.length * messageOctets);
  }

  read(): SweptDates {
    return { ...this.#dates, uids: this.#dates.uids.subarray(0, this.#length) };
  }
}

function none(length = 0): SweptDates {
  return {
    uids: new Uint32Array(length),
    arrivals: new Float64Array(length),
    sent: new Float64Array(length),
    sizes: new Float64Array(length),
  };
}

/** Part of the messages to be swept: of fewer than that, only their own dates are read. */
const fewPart = 8;

/** One list of values a key, in the order of the UIDs; NaN for a message that is gone. Dates order as the instants do. */
export async function comparedDates(
  session: ImapSession,
  uids: readonly number[],
  keys: readonly DateKey[],
): Promise<Float64Array[]> {
  if (keys.length === 0) return [];
  const dates = await datesOf(session, uids);
  const values = keys.map(() => new Float64Array(uids.length).fill(Number.NaN));
  const sources = keys.map((key) => dates[arrays[key]]);
  let at = 0;
  for (const [index, uid] of uids.entries()) {
    // Most often it is the message after the one before.
    if (dates.uids[at] !== uid) at = indexOf(dates.uids, uid);
    if (at < 0) at = 0;
    else {
      for (const [n, source] of sources.entries()) values[n]![index] = source[at]!;
      at++;
    }
  }
  return values;
}

async function datesOf(session: ImapSession, uids: readonly number[]): Promise<SweptDates> {
  const { view } = session.opened;
  const { database, kept } = session.deps;
  const at = selectedOf(session);
  const entry = kept.entry(view.tracker.kept, "dates", KeptDates);
  const highest = uids.reduce((most, uid) => Math.max(most, uid), 0);
  const unswept = view.exists - entry.length;
  if (highest > entry.sweptTo && uids.length < Math.min(datesAtOnce, unswept / fewPart))
    return sweptDates(database, at, { uids });
  while (highest > entry.sweptTo && !session.connection.isClosed) {
    const above = entry.sweptTo;
    const more = await sweptDates(database, at, { above });
    // Another session has swept meanwhile, or it was given up.
    if (entry.sweptTo === above) entry.append(more, more.uids.length < datesAtOnce ? highest : above);
  }
  // The arrays stay for this command, also where there is no room to keep them.
  const dates = entry.read();
  entry.settle();
  return dates;
}

function indexOf(uids: Uint32Array, uid: number): number {
  let low = 0;
  let high = uids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (uids[middle]! < uid) low = middle + 1;
    else high = middle;
  }
  return uids[low] === uid ? low : -1;
}
