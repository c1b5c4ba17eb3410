// A limit on bytes, in memory or on disk, that several users share.

/** The bytes that one user of a budget has taken. */
export interface ByteHold {
  /** @returns false when the budget has fewer bytes left */
  take(bytes: number): boolean;
  /** Takes the bytes once they are free, first come first served; a sole user may exceed the budget. */
  wait(bytes: number): Promise<void>;
  /** Gives back everything this user has taken. */
  release(): void;
}

/** A number of bytes shared by all its users. */
export class ByteBudget {
  #held = 0;
  readonly #waiting: { bytes: number; admit(): void }[] = [];

  constructor(private readonly most: number) {}

  /** Bytes taken at the moment. */
  get held(): number {
    return this.#held;
  }

  hold(): ByteHold {
    let mine = 0;
    const add = (bytes: number) => {
      this.#held += bytes;
      mine += bytes;
    };
    return {
      take: (bytes) => {
        const fits = this.#held + bytes <= this.most;
        if (fits) add(bytes);
        return fits;
      },
      wait: (bytes) => {
        if (this.#waiting.length === 0 && this.#fits(bytes)) {
          add(bytes);
          return Promise.resolve();
        }
        return new Promise((resolve) => {
          this.#waiting.push({
            bytes,
            admit: () => {
              add(bytes);
              resolve();
            },
          });
        });
      },
      release: () => {
        this.#held -= mine;
        mine = 0;
        while (this.#waiting[0] && this.#fits(this.#waiting[0].bytes)) this.#waiting.shift()!.admit();
      },
    };
  }

  #fits(bytes: number): boolean {
    return this.#held === 0 || this.#held + bytes <= this.most;
  }
}
