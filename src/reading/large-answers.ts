// Answers with large bodies take turns: what they hold in memory together is bounded, and the account that has had the least
// comes first, so that one that asks a hundred times at once delays no other.
import { Failure } from "../lib/failure.ts";
import { FairQueue } from "./fair-queue.ts";

/** Bytes of bodies, unpacked, from which on an answer is large. */
export const largeAnswer = 1024 * 1024;
/** Bytes of bodies, unpacked, that large answers hold at once; one alone may exceed it. An answer has up to ten times as many. */
const maxHeldBytes = 24 * 1024 * 1024;
/** Milliseconds that an answer waits for its turn: connections may be idle for 90 s. */
const maxWaitMs = 40_000;

interface WaitingAnswer {
  source: string;
  urgent: false;
  bytes: number;
  begin(): void;
}

const queue = new FairQueue<WaitingAnswer>();
let held = 0;

/**
 * Runs what reads and writes a large answer, when its turn comes.
 * @param source the account
 * @throws Failure unavailable when the turn does not come in time
 */
export async function inTurn<T>(source: string, bytes: number, run: () => Promise<T>): Promise<T> {
  const work = await turnOf(source, bytes);
  try {
    return await run();
  } finally {
    held -= bytes;
    queue.done(work);
    next();
  }
}

/** Runs it at once where it is not large, else when its turn comes. @throws Failure as `inTurn` */
export function inTurnIfLarge<T>(source: string, bytes: number, run: () => Promise<T>): Promise<T> {
  return bytes > largeAnswer ? inTurn(source, bytes, run) : run();
}

function turnOf(source: string, bytes: number): Promise<WaitingAnswer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      if (!queue.remove(work)) return;
      reject(
        new Failure("unavailable", "The server is too busy for an answer this large. Try again later.", 30),
      );
      next();
    }, maxWaitMs);
    timer.unref?.();
    const begin = () => {
      clearTimeout(timer);
      resolve(work);
    };
    const work: WaitingAnswer = { source, urgent: false, bytes, begin };
    queue.add(work);
    next();
  });
}

function next(): void {
  for (;;) {
    const work = queue.take(({ bytes }) => held === 0 || held + bytes <= maxHeldBytes);
    if (work === null) return;
    held += work.bytes;
    queue.charge(work.source, work.bytes);
    work.begin();
  }
}
