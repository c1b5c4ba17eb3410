// Signs outgoing mail. An RSA signature takes more of the processor than all else of sending, so that where mails follow
// each other closely a thread signs them; a single one is signed on the spot. The thread ends when nothing comes.
import type { Instant } from "../lib/clock.ts";
import { type DkimSigner, signaturesOf, withSignatures } from "./dkim.ts";
import type { SigningAnswer, SigningRequest } from "./signing-worker.ts";

/** Mails that follow the one before within this are close. */
const closeMs = 50;
const idleMs = 30_000;
/** A larger mail is not copied to the thread: it is hashed in steps. */
const maxBytes = 256 * 1024;

/** In the compiled executable all code but workers lies in one folder, and workers keep their paths under src. */
const workerPath = import.meta.url.endsWith("/signing.ts")
  ? "./signing-worker.ts"
  : "./outbound/signing-worker.js";

interface PendingSignature {
  resolve: (signatures: string) => void;
  reject: (error: Error) => void;
  /** Signs on the main thread instead. */
  again: () => void;
}

interface SigningThread {
  worker: Worker;
  ready: boolean;
  waiting: Map<number, PendingSignature>;
}

export class Signing {
  #thread: SigningThread | null = null;
  #lastMs = Number.NEGATIVE_INFINITY;
  #next = 1;
  #idle: ReturnType<typeof setTimeout> | null = null;
  #stopped = false;

  /** Whether a thread takes mails. */
  get hasThread(): boolean {
    return this.#thread?.ready ?? false;
  }

  /** As signMail. @throws Error when a key cannot sign */
  async sign(raw: Uint8Array, signers: readonly DkimSigner[], at: Instant): Promise<Uint8Array> {
    if (signers.length === 0) return raw;
    const nowMs = performance.now();
    const isClose = nowMs - this.#lastMs < closeMs;
    this.#lastMs = nowMs;
    if (isClose && raw.length <= maxBytes) this.#start();
    const thread = this.#thread;
    const signatures =
      thread?.ready && raw.length <= maxBytes
        ? await this.#inThread(thread, { raw, signers, at })
        : await signaturesOf(raw, signers, at);
    return withSignatures(raw, signatures);
  }

  stop(): void {
    this.#stopped = true;
    this.#end();
  }

  #inThread(
    thread: SigningThread,
    { raw, signers, at }: { raw: Uint8Array; signers: readonly DkimSigner[]; at: Instant },
  ): Promise<string> {
    this.#idle?.refresh();
    const id = this.#next++;
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const again = () => void signaturesOf(raw, signers, at).then(resolve, reject);
    thread.waiting.set(id, { resolve, reject, again });
    thread.worker.postMessage({ id, raw, signers, at } satisfies SigningRequest);
    return promise;
  }

  #start(): void {
    if (this.#thread || this.#stopped) return;
    let worker: Worker;
    try {
      worker = new Worker(new URL(workerPath, import.meta.url).href);
    } catch {
      return;
    }
    worker.unref();
    const thread: SigningThread = { worker, ready: false, waiting: new Map() };
    this.#thread = thread;
    this.#idle = setTimeout(() => this.#end(), idleMs);
    this.#idle.unref();
    worker.onmessage = ({ data }: MessageEvent<SigningAnswer>) => {
      if (data.kind === "ready") {
        thread.ready = true;
        return;
      }
      const waiting = thread.waiting.get(data.id);
      thread.waiting.delete(data.id);
      if (data.kind === "signed") waiting?.resolve(data.signatures);
      else waiting?.reject(new Error(data.message));
    };
    worker.onerror = () => {
      // One that did not even start would not the next time.
      this.#stopped ||= !thread.ready;
      this.#end(thread);
    };
  }

  /** Sign here what the thread has left unsigned. */
  #end(thread = this.#thread): void {
    if (!thread) return;
    if (thread === this.#thread) {
      this.#thread = null;
      if (this.#idle) clearTimeout(this.#idle);
    }
    thread.worker.onmessage = null;
    thread.worker.onerror = null;
    thread.worker.terminate();
    for (const { again } of thread.waiting.values()) again();
    thread.waiting.clear();
  }
}
