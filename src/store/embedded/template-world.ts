// The world in which the template of the data directory is made, in the script's thread and in the engine's: its clock stands
// still and its random numbers are known, so that the same sources give the same bytes. It is loaded before the engine, and no
// part of the program.
import crypto from "node:crypto";

/** The time at which every template is made. */
const madeAt = Date.UTC(2026, 0, 1);

class StandingDate extends Date {
  constructor(...parts: [] | [number | string | Date]) {
    if (parts.length === 0) super(madeAt);
    else super(...(parts as [number]));
  }
  static override now(): number {
    return madeAt;
  }
}
globalThis.Date = StandingDate as DateConstructor;

let drawn = 0;

/** Fills the bytes with digests of a count. */
function fill<T extends ArrayBufferView>(view: T): T {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  for (let at = 0; at < bytes.length; at += 32) {
    const digest = new Bun.CryptoHasher("sha256").update(String(drawn++)).digest();
    bytes.set(digest.subarray(0, Math.min(32, bytes.length - at)), at);
  }
  return view;
}
Object.assign(crypto, { randomFillSync: fill });
globalThis.crypto.getRandomValues = fill as Crypto["getRandomValues"];
