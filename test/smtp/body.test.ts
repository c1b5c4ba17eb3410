// The bytes of one mail, as they come in: line ends are judged over the pieces in which a network delivers them.
import { expect, test } from "bun:test";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { SMTPServerDataStream } from "smtp-server";
import { Spill, Spills } from "../../src/lib/spill.ts";
import { readBody } from "../../src/smtp/body.ts";

const spills = new Spills(mkdtempSync(join(tmpdir(), "body-")));

async function read(pieces: readonly string[]): Promise<string> {
  const spill = new Spill(spills);
  const stream = Readable.from(pieces.map((piece) => Buffer.from(piece, "latin1")));
  try {
    const bytes = await readBody(stream as unknown as SMTPServerDataStream, 1000, spill);
    return Buffer.from(bytes).toString("latin1");
  } catch (error) {
    return String((error as { responseCode?: number }).responseCode);
  } finally {
    await spill.release();
  }
}

test("a CR or LF that is not part of a CRLF is found wherever the pieces end", async () => {
  const letters = ["a", "\r", "\n"];
  const texts = [1, 2, 3, 4].flatMap((length) =>
    Array.from({ length: 3 ** length }, (_, n) =>
      Array.from({ length }, (_, at) => letters[Math.floor(n / 3 ** at) % 3]).join(""),
    ),
  );
  const wrong: string[] = [];
  for (const text of texts) {
    const expected = /\r(?!\n)|(?<!\r)\n/.test(text) ? "550" : text;
    for (let cuts = 0; cuts < 2 ** (text.length - 1); cuts++) {
      const pieces = [""];
      for (const [at, letter] of [...text].entries()) {
        if (at > 0 && cuts & (1 << (at - 1))) pieces.push("");
        pieces.push(`${pieces.pop()}${letter}`);
      }
      if ((await read(pieces)) !== expected) wrong.push(JSON.stringify([pieces, expected]));
    }
  }
  expect(wrong).toEqual([]);
  expect(texts.length).toBe(120);
});
