// Telemetry: the way of one signal to the collector. What waits is bounded, one request is under way at a time, and what a collector
// that is away or slow does not take is dropped and counted: nothing else waits for it.
import { counts } from "../lib/facts.ts";
import { messageOf } from "../lib/failure.ts";
import { peerMessage } from "../lib/peer-trouble.ts";

export interface OutletOptions<T> {
  signal: "traces" | "metrics" | "logs";
  url: string;
  headers: Readonly<Record<string, string>>;
  timeoutMs: number;
  encode(items: readonly T[]): Uint8Array | undefined;
  /** Called once when a collector that took all no longer does, and for what cannot be encoded. */
  failed(reason: string): void;
  maxWaiting: number;
  /** Items of one request. */
  maxBatch: number;
}

/** OpenTelemetry, Batch Span Processor: scheduledDelayMillis. */
const delayMs = 5000;
const maxTries = 5;
const maxPauseMs = 30_000;

export class Outlet<T> {
  readonly #options: OutletOptions<T>;
  #waiting: T[] = [];
  #timer: Timer | null = null;
  #sending: Promise<void> | null = null;
  #isDown = false;
  readonly #stopping = new AbortController();

  constructor(options: OutletOptions<T>) {
    this.#options = options;
  }

  push(item: T): void {
    if (this.#waiting.length >= this.#options.maxWaiting) {
      counts.telemetryDropped.add([this.#options.signal]);
      return;
    }
    this.#waiting.push(item);
    if (this.#waiting.length >= this.#options.maxBatch) this.#send();
    else this.#timer ??= setTimeout(() => this.#send(), delayMs).unref();
  }

  /** Sends what waits, with one try for each request, for at most so long. */
  async stop(graceMs: number): Promise<void> {
    const end = setTimeout(() => this.#stopping.abort(), graceMs);
    this.#isLast = true;
    this.#wake?.();
    this.#send();
    await this.#sending;
    clearTimeout(end);
  }

  #isLast = false;
  #wake: (() => void) | null = null;

  #send(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null;
    });
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#options.maxBatch);
      if (!(await this.#deliver(batch))) counts.telemetryDropped.add([this.#options.signal], batch.length);
    }
  }

  async #deliver(batch: readonly T[]): Promise<boolean> {
    const body = this.#encoded(batch);
    if (body === undefined) return false;
    for (let tries = 1; ; tries++) {
      const answer = await this.#post(body);
      if (answer === "taken") {
        this.#isDown = false;
        return true;
      }
      if (!this.#isDown) this.#options.failed(answer.reason);
      this.#isDown = true;
      if (!answer.mayRepeat || tries >= maxTries || this.#isLast) return false;
      await this.#pause(Math.min(maxPauseMs, answer.afterMs ?? 1000 * 2 ** tries));
      if (this.#isLast && this.#stopping.signal.aborted) return false;
    }
  }

  #encoded(batch: readonly T[]): Uint8Array | undefined {
    try {
      return this.#options.encode(batch);
    } catch (error) {
      this.#options.failed(messageOf(error));
      return undefined;
    }
  }

  /** OTLP 1.x, Failures: which answers may be repeated. */
  async #post(
    body: Uint8Array,
  ): Promise<"taken" | { reason: string; mayRepeat: boolean; afterMs: number | null }> {
    const { url, headers, timeoutMs } = this.#options;
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), this.#stopping.signal]);
      const response = await fetch(url, {
        method: "POST",
        headers,
        body: Buffer.from(body),
        signal,
        redirect: "manual",
      });
      // The rest of an answer may never end.
      await response.body?.cancel();
      if (response.ok) return "taken";
      const mayRepeat = [429, 502, 503, 504].includes(response.status);
      const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
      const afterMs = seconds >= 0 ? seconds * 1000 : null;
      return { reason: `it answered ${response.status}`, mayRepeat, afterMs };
    } catch (error) {
      return { reason: peerMessage(error), mayRepeat: true, afterMs: null };
    }
  }

  async #pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms).unref();
    this.#wake = resolve;
    await promise;
    clearTimeout(timer);
    this.#wake = null;
  }
}
