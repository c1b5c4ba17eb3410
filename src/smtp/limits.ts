// What all connections together may take: how many at once, from one address and in all, and how many bytes of mail.

export class ConnectionLimits {
  readonly #byIp = new Map<string, number>();
  readonly #counted = new Map<object, string>();

  constructor(private readonly most: { perIp: number; inAll: number }) {}

  /**
   * Counts a connection; a refused one is counted too, until it closes.
   * @param trusted free of the limit for one address
   * @returns the refusal's text, or null
   */
  open(connection: object, ip: string, trusted: boolean): string | null {
    const ofIp = (this.#byIp.get(ip) ?? 0) + 1;
    this.#byIp.set(ip, ofIp);
    this.#counted.set(connection, ip);
    if (this.#counted.size > this.most.inAll) return "4.7.0 Too many connections, try again later";
    if (!trusted && ofIp > this.most.perIp)
      return "4.7.0 Too many connections from your address, try again later";
    return null;
  }

  /** One that was never counted, since it closed before its greeting, changes nothing. */
  close(connection: object): void {
    const ip = this.#counted.get(connection);
    if (ip === undefined) return;
    this.#counted.delete(connection);
    const ofIp = this.#byIp.get(ip)!;
    if (ofIp === 1) this.#byIp.delete(ip);
    else this.#byIp.set(ip, ofIp - 1);
  }
}

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
