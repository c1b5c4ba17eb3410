// Limits concurrent attempts, and keeps open sessions for the next mail. Slots are given in the order of requests, so that no
// mail starves; a destination that hangs occupies only its own slots.

import type { SmtpSession } from "./session.ts";
import type { SmtpTarget } from "./target.ts";

export interface PoolLimits {
  /** Concurrent attempts to one destination, a domain or a relay. */
  readonly perDestination: number;
  /** Concurrent attempts to all destinations. */
  readonly total: number;
  /** How long an idle session is kept, in milliseconds. */
  readonly idleMs: number;
  /** Mails sent through one session. */
  readonly mailsPerSession: number;
}

export const defaultLimits: PoolLimits = {
  perDestination: 8,
  total: 100,
  idleMs: 5000,
  mailsPerSession: 100,
};

export class SessionPool {
  readonly #limits: PoolLimits;
  readonly #taken = new Map<string, number>();
  #total = 0;
  #waiting: { key: string; start: () => void }[] = [];
  #closed = false;
  readonly #idle = new Map<string, { session: SmtpSession; timer: NodeJS.Timeout }[]>();

  constructor(limits: PoolLimits) {
    this.#limits = limits;
  }

  /** How many more attempts to this destination may start without waiting. */
  free(key: string): number {
    const own = this.#limits.perDestination - (this.#taken.get(key) ?? 0);
    return Math.max(0, Math.min(own, this.#limits.total - this.#total));
  }

  /** Waits for a slot. @returns a function that releases it @throws the signal's reason when it is aborted first */
  async slot(key: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.free(key) === 0) {
      await new Promise<void>((resolve, reject) => {
        const entry = { key, start: resolve };
        this.#waiting.push(entry);
        signal?.addEventListener(
          "abort",
          () => {
            const at = this.#waiting.indexOf(entry);
            if (at < 0) return;
            this.#waiting.splice(at, 1);
            reject(signal.reason);
          },
          { once: true },
        );
      });
    } else this.#take(key);
    let taken = true;
    return () => {
      if (taken) this.#release(key);
      taken = false;
    };
  }

  #take(key: string): void {
    this.#taken.set(key, (this.#taken.get(key) ?? 0) + 1);
    this.#total++;
  }

  #release(key: string): void {
    const left = (this.#taken.get(key) ?? 1) - 1;
    if (left === 0) this.#taken.delete(key);
    else this.#taken.set(key, left);
    this.#total--;
    const next = this.#waiting.findIndex((entry) => this.free(entry.key) > 0);
    if (next < 0) return;
    const [entry] = this.#waiting.splice(next, 1);
    if (!entry) return;
    // The slot is taken before the waiter runs, so that no other attempt can take it.
    this.#take(entry.key);
    entry.start();
  }

  /** An idle session to the target; null without one. */
  takeIdle(target: SmtpTarget): SmtpSession | null {
    const key = targetKey(target);
    const list = this.#idle.get(key) ?? [];
    for (let entry = list.pop(); entry; entry = list.pop()) {
      clearTimeout(entry.timer);
      if (entry.session.isReusable) return entry.session;
      entry.session.close();
    }
    this.#idle.delete(key);
    return null;
  }

  /** Keeps a session for the next mail until it has been idle too long. */
  giveBack(session: SmtpSession): void {
    if (!session.isReusable) {
      session.close();
      return;
    }
    const key = targetKey(session.target);
    const list = this.#idle.get(key) ?? [];
    if (
      this.#closed ||
      session.used >= this.#limits.mailsPerSession ||
      list.length >= this.#limits.perDestination
    ) {
      session.quit();
      return;
    }
    const entry = {
      session,
      timer: setTimeout(() => {
        list.splice(list.indexOf(entry), 1);
        if (list.length === 0 && this.#idle.get(key) === list) this.#idle.delete(key);
        session.quit();
      }, this.#limits.idleMs),
    };
    entry.timer.unref();
    list.push(entry);
    this.#idle.set(key, list);
  }

  /** Closes all idle sessions; later ones are not kept. */
  close(): void {
    this.#closed = true;
    for (const list of this.#idle.values()) {
      for (const entry of list) {
        clearTimeout(entry.timer);
        entry.session.quit();
      }
      list.length = 0;
    }
    this.#idle.clear();
  }
}

/** Sessions are shared only between targets with the same login. */
function targetKey(target: SmtpTarget): string {
  return JSON.stringify([
    target.name,
    target.port,
    target.tls,
    target.dane,
    target.auth?.user,
    target.auth?.pass,
  ]);
}
