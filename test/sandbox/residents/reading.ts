// Mails of residents, read by the program's own reader.
import { instantOf } from "../../../src/lib/clock.ts";
import { parseNow } from "../../../src/mail/parse/parse.ts";
import type { Act, World, WorldMail } from "../../../src/sandbox/resident.ts";

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

export function worldMailOf(raw: Uint8Array, envelopeFrom: string, recipient: string): WorldMail {
  const parsed = parseNow(raw, { envelopeFrom });
  const head =
    Buffer.from(raw)
      .toString("latin1")
      .split(/\r?\n\r?\n/, 1)[0] ?? "";
  const fields = head.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
  return {
    envelopeFrom,
    recipient,
    from: parsed.from.email,
    to: parsed.to.map(({ email }) => email),
    cc: parsed.cc.map(({ email }) => email),
    subject: parsed.subject ?? "",
    text: parsed.text ?? "",
    html: parsed.html,
    messageId: parsed.messageId === null ? "" : `<${parsed.messageId}>`,
    references: parsed.references.map((id) => `<${id}>`),
    headers: new Map(
      fields.map((field) => [
        field.split(":", 1)[0]!.toLowerCase(),
        field.slice(field.indexOf(":") + 1).trim(),
      ]),
    ),
    raw,
    calendar: parsed.calendarParts[0]?.text ?? null,
  };
}

export function readAct(act: Act) {
  return parseNow(act.raw, { envelopeFrom: act.envelopeFrom });
}

export const start = instantOf(Date.UTC(2026, 2, 2, 9));
