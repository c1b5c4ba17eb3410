// Hostile bytes for a running server: made from real ones by mutation, seeded by their round, sent in slices.
import { connect } from "node:net";
import { pick, type Random, seeded } from "./random.ts";

/** Up to `most` changes: words put in, spans taken out, doubled or swapped, bytes changed, the end cut off. */
export function mutate(
  bytes: Buffer,
  words: readonly string[],
  { next, most }: { next: Random; most: number },
): Buffer {
  let out = bytes;
  for (let changes = next(most + 1); changes > 0; changes--) {
    const at = next(out.length + 1);
    const to = Math.min(out.length, at + next(24));
    const word = Buffer.from(pick(words, next), "latin1");
    const [head, middle, tail] = [out.subarray(0, at), out.subarray(at, to), out.subarray(to)];
    switch (next(7)) {
      case 0:
        out = Buffer.concat([head, word, middle, tail]);
        break;
      case 1:
        out = Buffer.concat([head, tail]);
        break;
      case 2:
        out = Buffer.concat([head, middle, middle, tail]);
        break;
      case 3:
        out = Buffer.concat([head, word, tail]);
        break;
      case 4:
        out = Buffer.concat([head, Buffer.from([next(256)]), tail]);
        break;
      case 5:
        out = Buffer.concat([head, Buffer.alloc(next(3000), word.length > 0 ? word : "x"), tail]);
        break;
      default:
        out = next(8) === 0 ? head : out;
    }
  }
  return out;
}

export interface Exchange {
  next: Random;
  patienceMs?: number;
  /** What ends it before the server does. */
  until?: RegExp;
  /** What is said in any case, however long it takes. */
  expects?: RegExp;
  /** What the server says before anything is sent. */
  after?: RegExp;
}

/**
 * Sends the bytes in slices, as a client does who does not wait for answers.
 * @returns what came back until the server closed, or was silent for `patienceMs`
 */
export async function exchange(
  port: number,
  bytes: Buffer,
  { next, patienceMs = 1500, until, after, expects }: Exchange,
): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  const chunks: Buffer[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  let silences = 0;
  socket.setTimeout(patienceMs, () => {
    // A busy machine is slow to say what it must.
    const owes = expects !== undefined && !expects.test(Buffer.concat(chunks).toString("latin1"));
    if (!owes || ++silences === 20) resolve();
    else socket.setTimeout(patienceMs);
  });
  const greeted = Promise.withResolvers<void>();
  if (!after) greeted.resolve();
  socket.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    if (after?.test(chunk.toString("latin1"))) greeted.resolve();
    if (until?.test(chunk.toString("latin1"))) resolve();
  });
  for (const event of ["end", "close", "error"]) socket.on(event, () => resolve());
  await Promise.race([greeted.promise, promise]);
  const slices = 1 + next(3);
  const size = Math.max(1, Math.ceil(bytes.length / slices));
  for (let at = 0; at < bytes.length; at += size) {
    socket.write(bytes.subarray(at, at + size));
    if (slices > 1) await new Promise((go) => setImmediate(go));
  }
  await promise;
  socket.destroy();
  return Buffer.concat(chunks).toString("latin1");
}

/** Runs every round, so many at once; an error names the round that makes it again. */
export async function rounds(
  count: number,
  { atOnce, first = 0 }: { atOnce: number; first?: number },
  run: (round: number, next: Random) => Promise<void>,
): Promise<void> {
  const only = process.env.FUZZ_ROUND;
  let at = only === undefined ? first : Number(only);
  const end = only === undefined ? first + count : at + 1;
  const worker = async () => {
    while (at < end) {
      const round = at++;
      try {
        await run(round, seeded(round * 7919 + 1));
      } catch (error) {
        throw new Error(`FUZZ_ROUND=${round}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, end - at) }, worker));
}
