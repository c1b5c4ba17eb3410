// Domains for which this service takes no mail, as its database said a moment ago. When this process or another adds a domain to
// the service, all are forgotten.

/** Time for which an answer is trusted: news of another process's change may come late, or never. */
const freshMs = 5_000;
const maxKept = 10_000;

export class ForeignDomains {
  /** Until when each counts: milliseconds, rising. */
  readonly #until = new Map<string, number>();
  readonly #nowMs: () => number;
  #cleared = 0;

  /** @param nowMs milliseconds, rising */
  constructor(nowMs = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  has(domain: string): boolean {
    const until = this.#until.get(domain);
    if (until === undefined) return false;
    if (this.#nowMs() < until) return true;
    this.#until.delete(domain);
    return false;
  }

  /** Call it before the database is asked. @returns takes the domains that it says are foreign, unless `clear` was called meanwhile */
  asking(): (domain: string) => void {
    const cleared = this.#cleared;
    return (domain) => {
      if (this.#cleared !== cleared) return;
      if (this.#until.size >= maxKept) this.#until.clear();
      this.#until.set(domain, this.#nowMs() + freshMs);
    };
  }

  clear(): void {
    this.#cleared++;
    this.#until.clear();
  }
}
