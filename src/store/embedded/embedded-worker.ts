// The embedded database's thread: PGlite, which takes and returns messages of the Postgres wire protocol. The file adds what
// the engine lacks: syncing to disk, checkpoints, and ending the thread when the engine is broken.
import { fdatasyncSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { collectAfter } from "../../lib/collect.ts";
import { releaseEmptyPages } from "../../lib/libc.ts";
import { syncPath } from "../../lib/sync-path.ts";
import { planning } from "../database/planning.ts";
import { dataSize, engineFiles, readData } from "./files.ts";

/** The first message to the worker: opens a data directory. */
export interface OpenOrder {
  open: string;
  engine: WebAssembly.Module;
  /** Nothing is synced to disk: a copy that is read and removed. */
  isCopy: boolean;
}
/** Later messages to the worker, beside bytes. */
export type WorkerOrder = "close" | "counters" | "release" | "hold" | "unhold";

/** Messages from the worker, beside bytes. */
export type WorkerReport =
  | { opened: true }
  | { counters: Counters }
  /** No checkpoint is made before "unhold": the log keeps all from the last one on. */
  | { held: true }
  | { closed: true }
  /** The engine cannot continue: the thread must be ended, and the next start recovers. */
  | { broken: string };

export interface Counters {
  /** fdatasync calls on files and fsync calls on directories. */
  syncs: number;
  checkpoints: number;
  /** Bytes of write-ahead log since the last checkpoint. */
  walBytes: number;
}

/** WAL size at which a checkpoint is made: the engine has no background process that would make one. */
const checkpointBytes = 64 * 1024 * 1024;
/** After this much idle time a smaller log is checkpointed too, for a quick start after a kill. */
const idleMs = 3_000;
const idleCheckpointBytes = 2 * 1024 * 1024;

const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== "-F"),
  ...[
    "fsync=on",
    // The engine's file system has no fdatasync; `hookFiles` gives it fsync.
    "wal_sync_method=fsync",
    "shared_buffers=16MB",
    "maintenance_work_mem=16MB",
    "max_connections=5",
    "max_wal_senders=0",
    "min_wal_size=16MB",
    "max_wal_size=128MB",
    // A tenth of the usual sample: nobody else is served while a table is analysed. PostgreSQL 14.2.1
    "default_statistics_target=10",
    ...Object.entries(planning).map(([name, value]) => `${name}=${value}`),
    "timezone=UTC",
    "datestyle=ISO",
  ].flatMap((setting) => ["-c", setting]),
];

declare const self: { onmessage: (event: MessageEvent) => void };

const counters: Counters = { syncs: 0, checkpoints: 0, walBytes: 0 };
let broken: string | null = null;
/** The engine's last lines of stderr. */
const lastLines: string[] = [];
const onStderr = (line: string) => {
  lastLines.push(line);
  if (lastLines.length > 5) lastLines.shift();
  return false;
};
let idle: ReturnType<typeof setTimeout> | null = null;
let isHeld = false;

/** The engine's internals used here: Emscripten's file system, and PGlite's main loop. */
interface EngineModule {
  NODEFS: {
    realPath(node: unknown): string;
    stream_ops: {
      fsync?: (stream: EngineStream) => number;
      write: (stream: EngineStream, ...rest: unknown[]) => number;
    };
  };
  FS: { lookupPath(path: string): { node: EngineNode } };
  _PostgresMainLoopOnce: () => void;
  stackRestore: (pointer: number) => void;
}
interface EngineStream {
  nfd?: number;
  node: unknown;
  path?: string;
}

/** A file or directory in the engine's memory; a directory's contents are nodes by name. */
interface EngineNode {
  contents: Uint8Array<ArrayBuffer> | Record<string, EngineNode>;
}

/** Emscripten's (WASI's) EIO. */
const ioError = 29;

class SyncedFiles extends NodeFS {
  override async init(...args: Parameters<NodeFS["init"]>) {
    const [engine, options] = args;
    const hook = (module: unknown) => hookFiles((module as EngineModule).NODEFS);
    return super.init(engine, { ...options, preRun: [hook, ...(options.preRun ?? [])] } as typeof options);
  }
}

function hookFiles(files: EngineModule["NODEFS"]): void {
  const { write } = files.stream_ops;
  files.stream_ops.write = (stream, ...rest) => {
    const written = write(stream, ...rest);
    if (stream.path?.includes("/pg_wal/")) counters.walBytes += written;
    return written;
  };
  files.stream_ops.fsync = (stream) => {
    try {
      if (stream.nfd === undefined) syncPath(files.realPath(stream.node));
      else fdatasyncSync(stream.nfd);
      counters.syncs++;
      return 0;
    } catch {
      // Postgres panics on a failed sync, which ends this thread; the next start recovers from the log on disk.
      return ioError;
    }
  };
}

/** Detects a broken engine: PGlite ignores everything that it throws, but only a longjmp (100) is harmless. pglite.ts execProtocolRawSync */
function noticeBreaks(module: EngineModule): void {
  const known = 100;
  const { _PostgresMainLoopOnce: once, stackRestore } = module;
  module._PostgresMainLoopOnce = () => {
    try {
      once();
    } catch (error) {
      if ((error as { status?: number }).status !== known) broken = String(error);
      throw error;
    }
  };
  module.stackRestore = (pointer) => {
    if (broken !== null) throw new Error(broken);
    stackRestore(pointer);
  };
}

/**
 * The engine holds the 6 MB of its own files (time zones, libraries, what initdb needs) in memory, as parts of one buffer, and
 * reads a few of them. From now on each is read from where it lies when it is asked for.
 */
function leaveFiles({ FS: files }: EngineModule): void {
  let whole: ArrayBuffer | null = null;
  const leave = (node: EngineNode): void => {
    const { contents } = node;
    if (!(contents instanceof Uint8Array)) {
      for (const child of Object.values(contents ?? {})) leave(child);
      return;
    }
    const { buffer, byteOffset, length } = contents;
    if (buffer.byteLength !== dataSize) return;
    whole = buffer;
    Object.defineProperty(node, "contents", { get: () => readData(byteOffset, length) });
  };
  leave(files.lookupPath("/pglite").node);
  // Transferred, it is empty for all that refer to it.
  if (whole) structuredClone(whole, { transfer: [whole] });
}

async function open(order: OpenOrder): Promise<void> {
  const engine = await PGlite.create({
    fs: new SyncedFiles(order.open),
    startParams: order.isCopy ? [...startParams, "-F"] : startParams,
    onStderr,
    ...engineFiles(order.engine),
  });
  noticeBreaks(engine.Module as unknown as EngineModule);
  self.onmessage = (event: MessageEvent<Uint8Array | WorkerOrder>) => {
    if (typeof event.data !== "string") void answer(engine, event.data);
    else if (event.data === "counters") report({ counters });
    else if (event.data === "release") release(engine);
    else if (event.data === "hold") hold();
    else if (event.data === "unhold") isHeld = false;
    else void close(engine);
  };
  leaveFiles(engine.Module as unknown as EngineModule);
  report({ opened: true });
  // Frees the tens of megabytes that the start needed.
  setTimeout(() => release(engine), 500);
}

/** Gives back what the engine does not use: the start fills 20 MB of its memory with zeros. */
function release(engine: PGlite): void {
  Bun.shrink();
  releaseEmptyPages(engine.Module.HEAPU8 as Uint8Array<ArrayBuffer>);
}

async function answer(engine: PGlite, request: Uint8Array): Promise<void> {
  if (idle) clearTimeout(idle);
  const size = request.length;
  const response = await run(engine, request);
  if (!response) return;
  collectAfter(size + response.length);
  const mayCheckpoint = endsIdle(response);
  postMessage(response, [response.buffer]);
  if (!mayCheckpoint || isHeld) return;
  if (counters.walBytes >= checkpointBytes) await checkpoint(engine);
  else if (counters.walBytes >= idleCheckpointBytes) idle = setTimeout(() => void checkpoint(engine), idleMs);
}

/** The engine's response; null when the engine broke, as its response is then not reliable. */
async function run(engine: PGlite, request: Uint8Array): Promise<Uint8Array<ArrayBuffer> | null> {
  const parts: Uint8Array[] = [];
  const onRawData = (bytes: Uint8Array) => {
    parts.push(bytes.slice());
  };
  try {
    // The call is synchronous, so requests never overlap.
    await engine.execProtocolRawStream(request, { syncToFs: false, onRawData });
  } catch (error) {
    broken ??= String(error);
  }
  if (broken !== null) {
    report({ broken: [broken, ...lastLines].join("; ") });
    return null;
  }
  const response = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    response.set(part, at);
    at += part.length;
  }
  return response;
}

/** True when the response ends with ReadyForQuery outside of a transaction. PostgreSQL 54.7 */
function endsIdle(response: Uint8Array): boolean {
  return response.at(-6) === 0x5a && response.at(-1) === 0x49;
}

const checkpointQuery = new TextEncoder().encode("Q\0\0\0\x0fcheckpoint\0");

async function checkpoint(engine: PGlite): Promise<void> {
  counters.walBytes = 0;
  counters.checkpoints++;
  await run(engine, checkpointQuery);
}

function hold(): void {
  isHeld = true;
  if (idle) clearTimeout(idle);
  report({ held: true });
}

async function close(engine: PGlite): Promise<void> {
  if (idle) clearTimeout(idle);
  await engine.close();
  report({ closed: true });
}

function report(message: WorkerReport): void {
  postMessage(message);
}

self.onmessage = (event: MessageEvent<OpenOrder>) => {
  open(event.data).catch((error: unknown) => report({ broken: [error, ...lastLines].join("; ") }));
};
