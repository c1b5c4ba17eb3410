// Large answers, written by a reading process into a file that the server made.
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSpills, Spills } from "../../src/lib/spill.ts";
import { encodeMessages, writeMessages } from "../../src/reading/mails.ts";
import type { PackedAnswer } from "../../src/reading/message-bodies.ts";
import type { Message } from "../../src/schema/message/messages.ts";
import { packContent } from "../../src/store/message/content.ts";

const dir = mkdtempSync(join(tmpdir(), "answers-"));
afterAll(() => rmSync(dir, { recursive: true }));

const text = "A line of a ledger, and a sign: 🎈\n".repeat(60_000);

function answerOf(length: number): PackedAnswer {
  const body = text.slice(0, length);
  const packed = packContent(
    {
      text: body,
      html: "",
      replyText: body,
      replyHtml: "",
      quotedHtml: null,
      searchText: body,
      defects: [],
    } as never,
    null,
  );
  const fields = { id: "message", subject: "A ledger" } as Message;
  return { answer: { has_more: false }, data: [{ fields, packed, pictures: {} }] };
}

test("a process writes an answer into a file of the server's, which then has no name", async () => {
  const spills = new Spills(dir);
  const file = (await spills.file(10_000_000))!;
  expect(statSync(file.path).mode & 0o777).toBe(0o600);
  const input = answerOf(text.length);
  const size = await writeMessages(input, { source: "a", file: file.path }).finally(file.dropName);
  expect(readdirSync(dir)).toEqual([]);
  const bytes = new Uint8Array(size);
  await file.handle.read(bytes, 0, size, 0);
  const inMemory = await encodeMessages(input, { source: "a" });
  expect(size).toBe(inMemory.length);
  expect(Buffer.compare(bytes, inMemory)).toBe(0);
  expect((await file.handle.stat()).size).toBe(size);
  await file.release();
  expect(spills.onDisk.held).toBe(0);
});

test("an answer whose file was removed is refused for now, and makes no file", async () => {
  const spills = new Spills(dir);
  const file = (await spills.file(1000))!;
  await file.dropName();
  const written = writeMessages(answerOf(2_000_000), { source: "a", file: file.path });
  expect(await written.catch(({ code }: { code: string }) => code)).toBe("unavailable");
  expect(readdirSync(dir)).toEqual([]);
  await file.release();
});

test("a release removes the name too, and a start what a crash left", async () => {
  const spills = new Spills(dir);
  const file = (await spills.file(1000))!;
  await file.release();
  expect([readdirSync(dir), spills.onDisk.held]).toEqual([[], 0]);
  const { clients } = openSpills(dir);
  writeFileSync(join(clients.dir, "left"), "of a crash");
  openSpills(dir);
  expect(readdirSync(clients.dir)).toEqual([]);
});
