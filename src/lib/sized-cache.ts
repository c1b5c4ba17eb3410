// A cache whose entries differ in size: their sum is bounded, the least recently used go first, and an idle server keeps none.
import { onIdle } from "./collect.ts";

interface SizedEntry<V> {
  value: V;
  size: number;
}

export class SizedCache<V> {
  readonly #entries = new Map<string, SizedEntry<V>>();
  #size = 0;

  /** @param most of all entries together, and of one: a larger one would take the place of many. Keys count too. */
  constructor(private readonly most: { all: number; one: number }) {
    onIdle(() => {
      this.#entries.clear();
      this.#size = 0;
    });
  }

  get(key: string): V | null {
    const entry = this.#entries.get(key);
    if (!entry) return null;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** @param valueSize in characters */
  keep(key: string, value: V, valueSize: number): void {
    const size = key.length + valueSize;
    if (size > this.most.one || this.#entries.has(key)) return;
    this.#entries.set(key, { value, size });
    this.#size += size;
    for (const [oldest, dropped] of this.#entries) {
      if (this.#size <= this.most.all) break;
      this.#entries.delete(oldest);
      this.#size -= dropped.size;
    }
  }
}
