// What all connections together may take in memory: bytes of mail.

/** Bytes that one of many holds. */
export interface ByteHold {
  /** @returns false when there is no room for these bytes beside what the others hold */
  take(bytes: number): boolean;
  release(): void;
}

/** Bytes in memory, shared by all who hold some. */
export class ByteBudget {
  #held = 0;

  constructor(private readonly most: number) {}

  hold(): ByteHold {
    let mine = 0;
    return {
      take: (bytes) => {
        if (this.#held + bytes > this.most) return false;
        this.#held += bytes;
        mine += bytes;
        return true;
      },
      release: () => {
        this.#held -= mine;
        mine = 0;
      },
    };
  }
}
