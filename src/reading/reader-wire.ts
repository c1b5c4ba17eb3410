// Messages between the server and a reading process. Jobs and results cross as bytes of structured clones, without the large texts
// and bytes within them: those cross piece by piece, so that neither side is long at one of them, and nothing large is in memory
// a second time on its way.
import { deserialize, serialize } from "bun:jsc";
import type { JobName } from "./jobs.ts";

export interface ReaderJob {
  job: JobName;
  input: unknown;
}

export type JobResult = { answer: unknown } | { error: { code?: string; message: string } };

/** Where a large value stands: names and places from the whole to it. */
type Path = readonly (string | number)[];

/** Sizes of what follows in pieces: the clone of the whole first, then each large value. */
export interface Announced {
  /** Bytes of the clone. */
  clone: number;
  parts: readonly { path: Path; kind: "bytes" | "text"; size: number }[];
}

/** Bytes, or characters, of what was announced. */
export type CargoPiece = Uint8Array | { text: string };

/** To a process: a batch of jobs, as a clone; or one that follows in pieces, each of which the process asks for. */
export type ToReader = { jobs: Uint8Array } | Announced | CargoPiece;

/** From it: it takes jobs; it asks for the next piece; results by their places; a large one's place, with what follows; a piece. */
export type FromReader =
  | "ready"
  | "more"
  | { answers: [place: number, result: Uint8Array][] }
  | (Announced & { place: number })
  | CargoPiece;

/** Bytes, or characters, that cross at once. */
export const pieceSize = 512 * 1024;

type Large = Uint8Array | string;

/** A value on its way: what of it is large is cut out of it. */
export class Cargo {
  readonly clone: Uint8Array;
  readonly #large: { path: Path; value: Large }[] = [];

  /** @param mayCut false: all of it is in the clone */
  constructor(value: unknown, mayCut = true) {
    this.clone = new Uint8Array(serialize(mayCut ? withoutLarge(value, [], this.#large) : value));
  }

  /** All that crosses, in bytes and characters. */
  get size(): number {
    return this.#large.reduce((sum, { value }) => sum + value.length, this.clone.length);
  }

  get isSmall(): boolean {
    return this.size <= pieceSize;
  }

  get announced(): Announced {
    const parts = this.#large.map(({ path, value }) => ({
      path,
      kind: typeof value === "string" ? ("text" as const) : ("bytes" as const),
      size: value.length,
    }));
    return { clone: this.clone.length, parts };
  }

  /** How many pieces follow. */
  get count(): number {
    return this.#large.reduce((sum, { value }) => sum + piecesIn(value.length), piecesIn(this.clone.length));
  }

  /** Each is sent before the next is asked for. */
  *pieces(): Generator<CargoPiece> {
    yield* slices(this.clone);
    for (const { value } of this.#large)
      if (typeof value !== "string") yield* slices(value);
      else
        for (let at = 0; at < value.length; at += pieceSize) yield { text: value.slice(at, at + pieceSize) };
  }
}

/** The messages that carry a batch. */
export class Batch {
  readonly #cargo: Cargo;

  constructor(jobs: readonly ReaderJob[]) {
    // Jobs that share a batch are small.
    this.#cargo = new Cargo(jobs, jobs.length === 1);
  }

  get size(): number {
    return this.#cargo.size;
  }

  /** How many messages that are. */
  get count(): number {
    return this.#cargo.isSmall ? 1 : 1 + this.#cargo.count;
  }

  *messages(): Generator<ToReader> {
    if (this.#cargo.isSmall) {
      yield { jobs: this.#cargo.clone };
      return;
    }
    yield this.#cargo.announced;
    yield* this.#cargo.pieces();
  }
}

/** Levels of a value that are searched for what is large in it. */
const maxDepth = 6;

/** The value with nothing in the place of what is large. Nothing of it is changed where it is. */
function withoutLarge(value: unknown, path: Path, found: { path: Path; value: Large }[]): unknown {
  if (typeof value === "string" || value instanceof Uint8Array) {
    if (value.length <= pieceSize) return value;
    found.push({ path, value });
    return null;
  }
  if (path.length > maxDepth || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    let copy = value as unknown[];
    for (const [at, each] of value.entries()) {
      const rest = withoutLarge(each, [...path, at], found);
      if (rest === each) continue;
      if (copy === value) copy = [...value];
      copy[at] = rest;
    }
    return copy;
  }
  if (!isPlain(value)) return value;
  let copy = value as Record<string, unknown>;
  for (const [name, each] of Object.entries(value)) {
    const rest = withoutLarge(each, [...path, name], found);
    if (rest === each) continue;
    if (copy === value) copy = { ...value };
    copy[name] = rest;
  }
  return copy;
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function piecesIn(size: number): number {
  return Math.ceil(size / pieceSize);
}

/** A piece that is being sent: sending serialises at once. */
const piece = new Uint8Array(pieceSize);

/** Copies, since the clone of a view would hold all that it is a view of. */
function* slices(whole: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < whole.length; at += pieceSize) {
    const part = whole.subarray(at, at + pieceSize);
    if (part.length < pieceSize) yield new Uint8Array(part);
    else {
      piece.set(part);
      yield piece;
    }
  }
}

/** A value that comes in pieces. */
export class Gathering {
  /** The piece that is awaited: -1 is the clone. */
  #at = -1;
  #filled = 0;
  #clone = new Uint8Array(0);
  #values: Large[] = [];
  #announced: Announced = { clone: 0, parts: [] };

  begin(announced: Announced): void {
    this.#announced = announced;
    this.#at = -1;
    this.#filled = 0;
    this.#clone = new Uint8Array(announced.clone);
    this.#values = announced.parts.map(({ kind, size }) => (kind === "text" ? "" : new Uint8Array(size)));
  }

  /** @returns whether all are there */
  add(piece: CargoPiece): boolean {
    if (piece instanceof Uint8Array) {
      const target = this.#at < 0 ? this.#clone : (this.#values[this.#at] as Uint8Array);
      target.set(piece, this.#filled);
      this.#filled += piece.length;
    } else {
      this.#values[this.#at] = (this.#values[this.#at] as string) + piece.text;
      this.#filled += piece.text.length;
    }
    if (this.#filled === this.#sizeAt(this.#at)) {
      this.#at++;
      this.#filled = 0;
    }
    return this.#at === this.#values.length;
  }

  /** All that crossed, in bytes and characters. */
  get size(): number {
    return this.#announced.parts.reduce((sum, { size }) => sum + size, this.#announced.clone);
  }

  /** The value; it is held no longer. */
  take(): unknown {
    const holder = { value: deserialize(this.#clone) as unknown };
    for (const [n, { path }] of this.#announced.parts.entries()) put(holder, path, this.#values[n]!);
    this.begin({ clone: 0, parts: [] });
    return holder.value;
  }

  #sizeAt(at: number): number {
    return at < 0 ? this.#announced.clone : this.#announced.parts[at]!.size;
  }
}

function put(holder: { value: unknown }, path: Path, value: Large): void {
  let target: Record<string | number, unknown> = holder;
  let name: string | number = "value";
  for (const step of path) {
    target = target[name] as Record<string | number, unknown>;
    name = step;
  }
  target[name] = value;
}
