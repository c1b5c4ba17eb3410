// Reading commands and DATA off the wire: the same result however the bytes are cut, and as the RFC says it.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { SMTPConnection } from "smtp-server/lib/smtp-connection.js";
import { SMTPStream } from "smtp-server/lib/smtp-stream.js";
import { patchSmtpServer } from "../../src/smtp/smtp-server-patches.ts";

patchSmtpServer();

const share = Number(process.env.FUZZ ?? 1) / 100;

/** RFC 5321 4.5.2, said slowly: lines end in CRLF; a lone dot ends the data, a first dot goes. */
function unstuffed(bytes: string): { data: string; rest: string } {
  let data = "";
  let at = 0;
  for (;;) {
    const end = bytes.indexOf("\r\n", at);
    const line = bytes.slice(at, end === -1 ? undefined : end);
    if (line === "." && end !== -1) return { data, rest: bytes.slice(end + 2) };
    if (end === -1) throw new Error("no end of data");
    data += `${line.startsWith(".") ? line.slice(1) : line}\r\n`;
    at = end + 2;
  }
}

/** What a stream in data mode makes of these chunks, and the command lines behind the data. */
async function fed(chunks: Buffer[]): Promise<{ data: string; lines: string[] }> {
  const stream = new SMTPStream();
  const lines: string[] = [];
  stream.oncommand = (line, next) => {
    lines.push(line.toString("latin1"));
    next?.();
  };
  const data = stream.startDataMode();
  let text = "";
  data.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1");
  });
  data.on("end", () => stream.continue());
  for (const chunk of chunks) await new Promise<void>((resolve) => stream.write(chunk, () => resolve()));
  return { data: text, lines };
}

const letters = fc.array(fc.constantFrom(".", "\r", "\n", "\r\n", "\r\n.", "a"), { maxLength: 40 });

function cut(bytes: string, sizes: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  let at = 0;
  for (const size of sizes) {
    chunks.push(Buffer.from(bytes.slice(at, at + size), "latin1"));
    at += size;
  }
  return [...chunks, Buffer.from(bytes.slice(at), "latin1")].filter((chunk) => chunk.length > 0);
}

test("DATA, cut anywhere, is what the RFC says", async () => {
  await fc.assert(
    fc.asyncProperty(letters, fc.array(fc.nat(6), { maxLength: 12 }), async (parts, sizes) => {
      const bytes = `${parts.join("")}\r\n.\r\nNOOP\r\n`;
      const { data, rest } = unstuffed(bytes);
      const got = await fed(cut(bytes, sizes));
      expect(got.data).toBe(data);
      // what stands behind an earlier end is read as commands, in CRLF lines
      if (rest === "NOOP\r\n") expect(got.lines).toEqual(["NOOP"]);
    }),
    { seed: 11, numRuns: Math.max(1000, 100_000 * share) },
  );
});

test("DATA with more dots than spans", async () => {
  const body = Array.from({ length: 200 }, (_, n) =>
    n % 3 === 0 ? `..${n}` : n % 3 === 1 ? `.${n}` : `${n}`,
  );
  const bytes = `${body.join("\r\n")}\r\n.\r\n`;
  for (const size of [1, 2, 3, 7, 64, 1000, 100_000]) {
    const chunks = cut(bytes, new Array(Math.ceil(bytes.length / size)).fill(size));
    expect((await fed(chunks)).data).toBe(unstuffed(bytes).data);
  }
});

test("command lines, cut anywhere, and only those that end in CRLF", async () => {
  await fc.assert(
    fc.asyncProperty(letters, fc.array(fc.nat(6), { maxLength: 12 }), async (parts, sizes) => {
      const bytes = `${parts.join("")}\r\nNOOP\r\n`;
      const stream = new SMTPStream();
      const lines: string[] = [];
      stream.oncommand = (line, next) => {
        lines.push(line.toString("latin1"));
        if (next) setImmediate(next);
      };
      for (const chunk of cut(bytes, sizes))
        await new Promise<void>((resolve) => stream.write(chunk, () => resolve()));
      const good = bytes.split("\n").filter((line) => line.indexOf("\r") === line.length - 1 && line !== "");
      expect(lines).toEqual(good.map((line) => line.slice(0, -1)));
    }),
    { seed: 12, numRuns: Math.max(300, 30_000 * share) },
  );
});

test("a chunk of many thousand lines is read without a deep stack, and leaves others their turn", async () => {
  const stream = new SMTPStream();
  let lines = 0;
  stream.oncommand = (_, next) => {
    lines++;
    next?.();
  };
  let turns = 0;
  const count = () => {
    turns++;
    if (lines < 100_000) setImmediate(count);
  };
  setImmediate(count);
  await new Promise<void>((resolve) => stream.write(Buffer.from("\r\n".repeat(100_000)), () => resolve()));
  expect(lines).toBe(100_000);
  expect(turns).toBeGreaterThan(100);
});

test("a connection is ready for its greeting at once", () => {
  let isReady = false;
  const connection = {
    _setListeners: (ready: () => void) => ready(),
    connectionReady: () => {
      isReady = true;
    },
  };
  SMTPConnection.prototype.init.call(connection as unknown as SMTPConnection);
  expect(isReady).toBe(true);
});
