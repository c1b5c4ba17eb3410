// The socket that postgres.js uses for the embedded database. Bytes go to the worker and back; the startup message is
// answered here. A pipe lives as long as its worker.
import { EventEmitter } from "node:events";
import { onIdle } from "../../lib/collect.ts";
import type { Counters, OpenOrder, WorkerOrder, WorkerReport } from "./embedded-worker.ts";
import { compileEngine } from "./files.ts";

/** AuthenticationOk and ReadyForQuery. PostgreSQL 54.7 */
const welcome = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

/** In the compiled executable all code but workers lies in one folder, and workers keep their paths under src. */
const workerPath = Bun.isStandaloneExecutable
  ? "./store/embedded/embedded-worker.js"
  : "./embedded-worker.ts";

/** From so many bytes on a message is handed over. */
const largeBytes = 1024 * 1024;

/** A shutdown that takes longer is aborted: the log on disk has every commit. */
const closeMs = 20_000;

export class WorkerPipe extends EventEmitter {
  readyState: "open" | "closed" = "open";
  readonly #worker: Worker;
  #backlog: Uint8Array<ArrayBuffer>[] | null = [];
  #over = false;
  readonly #ended = Promise.withResolvers<void>();
  #counters: ((counters: Counters) => void)[] = [];
  #held: (() => void)[] = [];
  readonly #endIdle = onIdle(() => this.#order("release"));

  /** @param dir the data directory, which exists and which no other worker has open */
  constructor(dir: string, isCopy = false) {
    super();
    this.#worker = new Worker(new URL(workerPath, import.meta.url).href, { smol: true });
    this.#worker.onmessage = (event: MessageEvent<Uint8Array<ArrayBuffer> | WorkerReport>) => {
      const { data } = event;
      if (data instanceof Uint8Array) this.emit("data", Buffer.from(data.buffer));
      else this.#hear(data);
    };
    this.#worker.onerror = (event) => this.#end(new Error(`the embedded database failed: ${event.message}`));
    compileEngine().then(
      (engine) => this.#order({ open: dir, engine, isCopy }),
      (error: Error) => this.#end(error),
    );
  }

  /** Resolves when the worker has ended and no longer uses the data directory. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  write(bytes: Buffer): boolean {
    if (this.readyState === "closed") return false;
    // Copied, because postMessage transfers the buffer and the driver still uses its own; it forgets a large one, which is no part
    // of another.
    const isAlone = bytes.length >= largeBytes && bytes.length === bytes.buffer.byteLength;
    const message = isAlone ? new Uint8Array(bytes.buffer as ArrayBuffer) : new Uint8Array(bytes);
    if (this.#backlog) this.#backlog.push(message);
    else this.#send(message);
    return true;
  }

  /** Shuts the database down cleanly, so that the next start has nothing to recover. */
  end(): void {
    if (this.readyState === "closed") return;
    this.readyState = "closed";
    this.#order("close");
    setTimeout(() => this.#end(null), closeMs).unref();
  }

  destroy(): void {
    this.#end(new Error("the embedded database was ended"));
  }

  counters(): Promise<Counters> {
    return new Promise((resolve) => {
      this.#counters.push(resolve);
      this.#order("counters");
    });
  }

  /** Resolves when checkpoints wait; a worker that ends meanwhile never answers. */
  hold(): Promise<void> {
    return new Promise((resolve) => {
      this.#held.push(resolve);
      this.#order("hold");
    });
  }

  unhold(): void {
    this.#order("unhold");
  }

  #send(message: Uint8Array<ArrayBuffer>): void {
    if (message[0] === 0) this.emit("data", welcome);
    else this.#worker.postMessage(message, [message.buffer]);
  }

  #order(order: OpenOrder | WorkerOrder): void {
    this.#worker.postMessage(order);
  }

  #hear(report: WorkerReport): void {
    if ("opened" in report) {
      const backlog = this.#backlog ?? [];
      this.#backlog = null;
      for (const message of backlog) this.#send(message);
    } else if ("counters" in report) {
      for (const resolve of this.#counters.splice(0)) resolve(report.counters);
    } else if ("held" in report) {
      for (const resolve of this.#held.splice(0)) resolve();
    } else if ("closed" in report) {
      this.#end(null);
    } else {
      this.#end(new Error(`the embedded database broke: ${report.broken}`));
    }
  }

  #end(error: Error | null): void {
    if (this.#over) return;
    this.#over = true;
    this.readyState = "closed";
    this.#endIdle();
    this.#worker.terminate();
    if (error && this.listenerCount("error") > 0) this.emit("error", error);
    this.emit("close", error !== null);
    this.#ended.resolve();
  }
}
