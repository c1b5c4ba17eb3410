// Places for work that may run so many times at once, in all and for one key.
import { must } from "./must.ts";

export class Places {
  readonly #taken = new Map<string, number>();
  #all = 0;

  constructor(private readonly most: { inAll: number; perKey: number }) {}

  /** @returns gives the place back, to be called once; null: all are taken */
  take(key: string): (() => void) | null {
    const own = this.#taken.get(key) ?? 0;
    if (own >= this.most.perKey || this.#all >= this.most.inAll) return null;
    this.#taken.set(key, own + 1);
    this.#all++;
    return () => {
      this.#all--;
      const left = must(this.#taken.get(key), "a place is taken before it is free") - 1;
      if (left > 0) this.#taken.set(key, left);
      else this.#taken.delete(key);
    };
  }
}
