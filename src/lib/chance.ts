// The source of random octets and numbers. It is the system's; a sandbox seeds it, so that a course of events can be repeated with
// its ids and secrets. Nothing in `serve` seeds it.
import { createHash, randomBytes } from "node:crypto";

/** Octets that follow from a seed, and where in its life the program stands. */
interface Seeded {
  seed: string;
  octets(count: number): Buffer;
  nowMs(): number;
  /** Ids that it made at a time. */
  ids: number;
  idsMs: number;
}

let seeded: Seeded | null = null;

/** @param nowMs time of ids that are made without one. @returns what gives chance back to the system */
export function seedChance(seed: string, nowMs: () => number): () => void {
  seeded = { seed, octets: seededOctets(`program ${seed}`), nowMs, ids: 0, idsMs: 0 };
  return () => (seeded = null);
}

export function randomOctets(count: number): Buffer {
  return seeded?.octets(count) ?? randomBytes(count);
}

/** From 0 up to 1. */
export function randomShare(): number {
  return seeded === null ? Math.random() : share(seeded.octets(6));
}

/** From 0 up to 1, never seeded: for choices that leave no trace in what a seeded run shows. */
export function passingShare(): number {
  return Math.random();
}

/** A whole number from 0 up to `below`, unbiased enough for what is below 2^40. */
export function randomBelow(below: number): number {
  return Math.floor(share(randomOctets(6)) * below);
}

/** The time and number of the next id where chance is seeded; null: it is the system's. */
export function seededId(): { nowMs: number; count: number } | null {
  if (seeded === null) return null;
  const nowMs = seeded.nowMs();
  if (nowMs !== seeded.idsMs) [seeded.ids, seeded.idsMs] = [0, nowMs];
  return { nowMs, count: seeded.ids++ };
}

/** Octets that follow from the seed and a name, whatever was drawn before; null: chance is the system's. */
export function seededOctetsOf(name: string): ((count: number) => Buffer) | null {
  return seeded && seededOctets(`${name} of ${seeded.seed}`);
}

/** Numbers that follow from a seed alone: from 0 up to `below`. */
export function seededNumbers(seed: string): (below: number) => number {
  const octets = seededOctets(seed);
  return (below) => Math.floor(share(octets(6)) * below);
}

/** Octets that follow from a seed: SHA-256 of it and a counter. */
function seededOctets(seed: string): (count: number) => Buffer {
  let rest: Buffer = Buffer.alloc(0);
  let block = 0;
  return (count) => {
    while (rest.length < count)
      rest = Buffer.concat([rest, createHash("sha256").update(`${block++} ${seed}`).digest()]);
    const taken = rest.subarray(0, count);
    rest = rest.subarray(count);
    return taken;
  };
}

function share(octets: Buffer): number {
  return octets.readUIntBE(0, 6) / 2 ** 48;
}
