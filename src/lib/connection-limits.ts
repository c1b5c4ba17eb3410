// How many connections there may be, at once and in a while: in all, and from one network, which is an IPv4 address or
// an IPv6 /64. When all places are taken, the idlest connection of the network that has most makes room for a network
// that has fewer, and the last places are kept for networks that have none. What a listener says to one too many, or to
// one that has to go, is its own protocol's business.

import type { Clock } from "./clock.ts";
import { clientNetwork } from "./networks.ts";
import { TokenBuckets } from "./token-bucket.ts";

export interface MostConnections {
  /** A tenth of them is kept for networks that are not there yet. */
  inAll: number;
  /** At once. */
  perNetwork: number;
  /** New ones a second from one network, sustained; ten seconds' worth may come at once. */
  perSecond: number;
}

export type TooMany = "in all" | "from one network";

/** Whose connection it is. */
export interface Client {
  ip: string;
  /** Free of the limits for one network, and never made to go. */
  trusted: boolean;
}

/** How a listener lets one of its connections go. */
export interface Guest {
  /** A number that is the lower the longer its client is silent; null: it stays, since it has logged in or work is done for it. */
  idleSince(): number | null;
  /** Ends it, to make room. */
  end(): void;
}

interface Counted {
  network: string;
  /** null: it was refused, or has to go. */
  guest: Guest | null;
  trusted: boolean;
}

export class ConnectionLimits {
  readonly #counted = new Map<object, Counted>();
  /** Connections of each network, with those that were refused and are still open. */
  readonly #networks = new Map<string, { open: number; admitted: Set<Counted> }>();
  #admitted = 0;
  readonly #fresh: TokenBuckets;

  constructor(
    private readonly most: MostConnections,
    clock: Clock,
  ) {
    this.#fresh = new TokenBuckets(most.perSecond, most.perSecond * 10, clock);
  }

  /** Connections that were let in and are open. */
  get admitted(): number {
    return this.#admitted;
  }

  /**
   * Counts a connection until it closes; may end another one to make room for it.
   * @returns why it is one too many, or null
   */
  open(connection: object, { ip, trusted }: Client, guest: Guest): TooMany | null {
    const network = clientNetwork(ip);
    const own = this.#networks.get(network) ?? { open: 0, admitted: new Set() };
    const counted: Counted = { network, guest: null, trusted };
    this.#networks.set(network, own);
    this.#counted.set(connection, counted);
    own.open++;
    if (!trusted && (own.open > this.most.perNetwork || !this.#fresh.take(network).allowed))
      return "from one network";
    const others = trusted ? 0 : own.admitted.size;
    const kept = others > 0 ? Math.floor(this.most.inAll / 10) : 0;
    if (this.#admitted >= this.most.inAll - kept && !this.#makeRoom(others)) return "in all";
    counted.guest = guest;
    own.admitted.add(counted);
    this.#admitted++;
    return null;
  }

  /** One that was never counted, since it closed before its greeting, changes nothing. */
  close(connection: object): void {
    const counted = this.#counted.get(connection);
    if (counted === undefined) return;
    this.#counted.delete(connection);
    const own = this.#networks.get(counted.network)!;
    if (own.admitted.delete(counted)) this.#admitted--;
    if (--own.open === 0) this.#networks.delete(counted.network);
  }

  /** @param others that the newcomer's network has. @returns whether a network with more of them had to give one up */
  #makeRoom(others: number): boolean {
    // Among equals nothing would be gained, but for who has none.
    let fullest = others === 0 ? 1 : others + 2;
    let idlest: Counted | null = null;
    let since = Number.POSITIVE_INFINITY;
    for (const { admitted } of this.#networks.values()) {
      if (admitted.size < fullest) continue;
      for (const each of admitted) {
        const idleSince = each.trusted ? null : each.guest!.idleSince();
        if (idleSince === null || (admitted.size === fullest && idleSince >= since)) continue;
        [idlest, since, fullest] = [each, idleSince, admitted.size];
      }
    }
    if (!idlest) return false;
    const { guest } = idlest;
    idlest.guest = null;
    this.#networks.get(idlest.network)!.admitted.delete(idlest);
    this.#admitted--;
    guest!.end();
    return true;
  }
}
