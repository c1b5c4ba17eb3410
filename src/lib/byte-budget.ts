// What many may hold together: bytes in memory, or on the disk.

/** Bytes that one of many holds. */
export interface ByteHold {
  /** @returns false when there is no room for these bytes beside what the others hold */
  take(bytes: number): boolean;
  /** Takes them once there is room, in the order of asking; alone, one may hold more than there is room for. */
  wait(bytes: number): Promise<void>;
  /** Gives back all that was taken. */
  release(): void;
}

/** Room for so many bytes, shared by all who hold some. */
export class ByteBudget {
  #held = 0;
  readonly #waiting: { bytes: number; admit(): void }[] = [];

  constructor(private readonly most: number) {}

  /** Bytes that are held now. */
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
