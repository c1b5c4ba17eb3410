// Every section of real and of ill-formed mails: sizes, offsets and balanced parentheses.
import { expect, test } from "bun:test";
import { planBinary } from "../../../src/imap/fetch/binary.ts";
import { type BytesPlan, planBytes } from "../../../src/imap/fetch/content.ts";
import { FetchResponse } from "../../../src/imap/fetch/response.ts";
import { partAt, planSection } from "../../../src/imap/fetch/sections.ts";
import { rev1Mode } from "../../../src/imap/wire/limits.ts";
import { ResponseWriter } from "../../../src/imap/wire/writer.ts";
import { type PartStructure, scanStructure } from "../../../src/mail/mime/structure.ts";
import type { PlacedMessage } from "../../../src/store/mailbox/imap.ts";
import { mailFiles, skipWithoutData } from "../../support/app/mail-data.ts";
import { nested, sample } from "./sample-mails.ts";

/** Every part's path. */
function* paths(root: PartStructure): Generator<number[]> {
  const walk = function* (path: number[]): Generator<number[]> {
    for (let n = 1; partAt(root, [...path, n]) && path.length < 6; n++) {
      yield [...path, n];
      // A single part numbers itself once.
      if (partAt(root, [...path, n]) !== partAt(root, path)) yield* walk([...path, n]);
    }
  };
  yield [];
  yield* walk([]);
}

function checkMail(raw: Uint8Array): number {
  const { root, envelope } = scanStructure(raw);
  let sections = 0;
  for (const part of paths(root)) {
    const plans: (BytesPlan | null | "UNKNOWN-CTE")[] = [planBinary(root, part)];
    for (const text of [null, "HEADER", "TEXT", "MIME"] as const)
      plans.push(planSection(root, { part, text, fields: [] }));
    plans.push(planSection(root, { part, text: "HEADER.FIELDS.NOT", fields: ["Received"] }));
    for (const plan of plans) {
      if (plan === null || plan === "UNKNOWN-CTE") continue;
      sections++;
      const octets = planBytes(plan, raw);
      // A range lies inside the mail.
      if (plan.kind === "range") expect(octets.length).toBe(plan.to - plan.from);
    }
    const [header, text] = (["HEADER", "TEXT"] as const).map((name) =>
      planSection(root, { part, text: name, fields: [] }),
    );
    const all = planSection(root, { part, text: null, fields: [] });
    if (header && text && all) {
      // A message is its header and its text, byte for byte.
      expect(Buffer.concat([planBytes(header, raw), planBytes(text, raw)]).equals(planBytes(all, raw))).toBe(
        true,
      );
    }
  }
  const whole = planBinary(root, []);
  if (whole !== null && whole !== "UNKNOWN-CTE" && whole.segments.every(({ coding }) => coding === "copy")) {
    expect(Buffer.from(planBytes(whole, raw)).equals(raw)).toBe(true);
  }
  const writer = new ResponseWriter(rev1Mode);
  const outline = { structure: root, envelope, shown: null };
  new FetchResponse(writer, 1).item({ item: "BODYSTRUCTURE" }, { row: {} as PlacedMessage, outline }).end();
  expect(parensBalance(Buffer.from(writer.take()).toString("latin1"))).toBe(true);
  return sections;
}

/** Outside strings and literals. */
function parensBalance(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const literal = /^\{(\d+)\}\r\n/.exec(text.slice(at, at + 20));
    if (literal) at += literal[0].length + Number(literal[1]) - 1;
    else if (text[at] === '"') for (at++; text[at] !== '"'; at++) if (text[at] === "\\") at++;
    if (text[at] === "(") depth++;
    if (text[at] === ")" && --depth < 0) return false;
  }
  return depth === 0;
}

test("sections of the samples", () => {
  expect(checkMail(nested)).toBeGreaterThan(30);
  expect(checkMail(sample)).toBeGreaterThan(8);
});

test.skipIf(skipWithoutData())("sections of real and ill-formed mails", () => {
  let mails = 0;
  for (const { name, raw } of [...mailFiles("mime"), ...mailFiles("mailbox", /^\d{4}7/)]) {
    if (raw.length > 300_000) continue;
    try {
      checkMail(raw);
    } catch (error) {
      throw new Error(name, { cause: error });
    }
    mails++;
  }
  expect(mails).toBeGreaterThan(100);
});
