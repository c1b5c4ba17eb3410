// Messages between the server and a reading process. Jobs and results cross as bytes of structured clones;
// many bytes cross in chunks, each asked for, so that neither side is long at one of them.
import type { JobName } from "./jobs.ts";

export interface ReaderJob {
  job: JobName;
  input: unknown;
}

export type JobResult = { answer: unknown } | { error: { code?: string; message: string } };

/** To a process: a batch of jobs, serialised; or the size of one that follows in chunks; or a chunk. */
export type ToReader = { jobs: Uint8Array } | { size: number } | Uint8Array;

/** From it: it takes jobs; it asks for the next chunk; results by their places; a large one's place and size, which follows in chunks; a chunk. */
export type FromReader =
  | "ready"
  | "more"
  | { answers: [place: number, result: Uint8Array][] }
  | { place: number; size: number }
  | Uint8Array;

/** Bytes that cross at once. */
export const chunkBytes = 512 * 1024;

/** The messages that carry a batch. */
export function* chunksOf(batch: ArrayBufferLike): Generator<ToReader> {
  if (batch.byteLength <= chunkBytes) {
    yield { jobs: new Uint8Array(batch) };
    return;
  }
  yield { size: batch.byteLength };
  yield* slices(batch);
}

/** How many messages that are. */
export function chunkCount(batchBytes: number): number {
  return batchBytes <= chunkBytes ? 1 : 1 + Math.ceil(batchBytes / chunkBytes);
}

/** Copies, since the clone of a view would hold all that it is a view of. */
export function* slices(whole: ArrayBufferLike): Generator<Uint8Array> {
  for (let at = 0; at < whole.byteLength; at += chunkBytes)
    yield new Uint8Array(whole.slice(at, at + chunkBytes));
}

/** Bytes that come in chunks. */
export class Gathering {
  bytes = new Uint8Array(0);
  place = 0;
  #filled = 0;

  begin({ size, place = 0 }: { size: number; place?: number }): void {
    this.bytes = new Uint8Array(size);
    this.place = place;
    this.#filled = 0;
  }

  /** @returns whether all are there */
  add(chunk: Uint8Array): boolean {
    this.bytes.set(chunk, this.#filled);
    this.#filled += chunk.length;
    return this.#filled === this.bytes.length;
  }
}
