// Messages between the server and a reading process. Jobs and results cross as bytes of structured clones;
// many bytes cross in chunks, each asked for, so that neither side is long at one of them.
import { deserialize, serialize } from "bun:jsc";
import type { JobName } from "./jobs.ts";

export interface ReaderJob {
  job: JobName;
  input: unknown;
}

export type JobResult = { answer: unknown } | { error: { code?: string; message: string } };

/**
 * To a process: a batch of jobs, serialised; or the size of one that follows in chunks, with how many bytes of it are the jobs
 * (the rest is the large `raw` of the only one); or a chunk.
 */
export type ToReader = { jobs: Uint8Array } | { size: number; head: number } | Uint8Array;

/** From it: it takes jobs; it asks for the next chunk; results by their places; a large one's place and size, which follows in chunks; a chunk. */
export type FromReader =
  | "ready"
  | "more"
  | { answers: [place: number, result: Uint8Array][] }
  | { place: number; size: number }
  | Uint8Array;

/** Bytes that cross at once. */
export const chunkBytes = 512 * 1024;

/** The messages that carry a batch: the large bytes of a mail cross as they are, and are never in memory a second time. */
export class Batch {
  readonly #head: ArrayBufferLike;
  readonly #raw: Uint8Array | null;

  constructor(jobs: readonly ReaderJob[]) {
    const [only] = jobs;
    this.#raw = jobs.length === 1 ? largeRawOf(only) : null;
    this.#head = serialize(this.#raw ? [withRaw(only as JobWithRaw, new Uint8Array(0))] : jobs);
  }

  get bytes(): number {
    return this.#head.byteLength + (this.#raw?.length ?? 0);
  }

  /** How many messages that are. */
  get count(): number {
    if (this.bytes <= chunkBytes) return 1;
    return 1 + chunksIn(this.#head.byteLength) + chunksIn(this.#raw?.length ?? 0);
  }

  *messages(): Generator<ToReader> {
    if (this.bytes <= chunkBytes) {
      yield { jobs: new Uint8Array(this.#head) };
      return;
    }
    yield { size: this.bytes, head: this.#head.byteLength };
    yield* slices(new Uint8Array(this.#head));
    if (this.#raw) yield* slices(this.#raw);
  }
}

/** The jobs of a batch that came in chunks. @param head how many of its bytes are the jobs */
export function jobsOf(bytes: Uint8Array, head: number): ReaderJob[] {
  const jobs = deserialize(bytes.subarray(0, head)) as ReaderJob[];
  return head === bytes.length ? jobs : [withRaw(jobs[0] as JobWithRaw, bytes.subarray(head))];
}

type JobWithRaw = ReaderJob & { input: { raw: Uint8Array } };

function withRaw(job: JobWithRaw, raw: Uint8Array): JobWithRaw {
  return { ...job, input: { ...job.input, raw } };
}

function largeRawOf(job: ReaderJob | undefined): Uint8Array | null {
  const raw = (job?.input as Partial<JobWithRaw["input"]> | undefined)?.raw;
  return raw instanceof Uint8Array && raw.length > chunkBytes ? raw : null;
}

function chunksIn(bytes: number): number {
  return Math.ceil(bytes / chunkBytes);
}

/** A chunk that is being sent: sending serialises at once. */
const chunk = new Uint8Array(chunkBytes);

/** Copies, since the clone of a view would hold all that it is a view of. Each is sent before the next is asked for. */
export function* slices(whole: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < whole.length; at += chunkBytes) {
    const part = whole.subarray(at, at + chunkBytes);
    if (part.length < chunkBytes) yield new Uint8Array(part);
    else {
      chunk.set(part);
      yield chunk;
    }
  }
}

/** Bytes that come in chunks. */
export class Gathering {
  bytes = new Uint8Array(0);
  place = 0;
  head = 0;
  #filled = 0;

  begin({ size, place = 0, head = size }: { size: number; place?: number; head?: number }): void {
    this.bytes = new Uint8Array(size);
    this.place = place;
    this.head = head;
    this.#filled = 0;
  }

  /** @returns whether all are there */
  add(chunk: Uint8Array): boolean {
    this.bytes.set(chunk, this.#filled);
    this.#filled += chunk.length;
    return this.#filled === this.bytes.length;
  }
}
