// The log of a world: what happened, in its order, with the time of the world. It holds no
// octets that a machine or a port decides.

export interface LogEntry {
  n: number;
  at: string;
  kind: "began" | "moved" | "joined" | "left" | "came" | "refused" | "passed" | "dropped";
  from?: string;
  to?: string;
  subject?: string;
  message_id?: string;
  code?: number;
  text?: string;
}

/** Older entries are dropped. */
const maxEntries = 100_000;

export class WorldLog {
  #entries: LogEntry[] = [];
  #count = 0;

  note(at: string, entry: Omit<LogEntry, "n" | "at">): void {
    this.#entries.push({ n: ++this.#count, at, ...entry });
    if (this.#entries.length > maxEntries * 1.1) this.#entries = this.#entries.slice(-maxEntries);
  }

  /** At most `count` entries after the one of that number. */
  after(n: number, count: number): LogEntry[] {
    const from = this.#entries.findIndex((entry) => entry.n > n);
    return from < 0 ? [] : this.#entries.slice(from, from + count);
  }

  clear(): void {
    this.#entries = [];
    this.#count = 0;
  }
}
