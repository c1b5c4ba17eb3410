// Mails of residents, read by the program's own reader.
import { instantOf } from "../../../src/lib/clock.ts";
import { parseNow } from "../../../src/mail/parse/parse.ts";
import type { Act, World, WorldMail } from "../../../src/sandbox/resident.ts";
import { readWorldMail } from "../../../src/sandbox/world-mail.ts";

/** A world whose chance is a seed. */
export function worldOf(seed: number, nowMs = Date.UTC(2026, 2, 2, 9)): World {
  let state = seed >>> 0;
  return {
    nowMs,
    random(below) {
      // mulberry32
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
    },
  };
}

/** A mail as a world reads it for who lives there. */
export function worldMailOf(raw: Uint8Array, envelopeFrom: string, recipient: string): WorldMail {
  return readWorldMail(raw, { envelopeFrom, recipient });
}

export function readAct(act: Act) {
  return parseNow(act.raw, { envelopeFrom: act.envelopeFrom });
}

export const start = instantOf(Date.UTC(2026, 2, 2, 9));
