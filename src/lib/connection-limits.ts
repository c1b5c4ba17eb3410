// How many connections there may be, at once and in a while: in all, and from one network, which is an IPv4 address or
// an IPv6 /64. What a listener says to one too many is its own protocol's business.
import { clientNetwork } from "./client-network.ts";
import type { Clock } from "./clock.ts";
import { TokenBuckets } from "./token-bucket.ts";

export interface MostConnections {
  inAll: number;
  /** At once. */
  perNetwork: number;
  /** New ones a second from one network, sustained; ten seconds' worth may come at once. */
  perSecond: number;
}

export type TooMany = "in all" | "from one network";

export class ConnectionLimits {
  readonly #byNetwork = new Map<string, number>();
  readonly #counted = new Map<object, string>();
  readonly #fresh: TokenBuckets;

  constructor(
    private readonly most: MostConnections,
    clock: Clock,
  ) {
    this.#fresh = new TokenBuckets(most.perSecond, most.perSecond * 10, clock);
  }

  /**
   * Counts a connection; a refused one is counted too, until it closes.
   * @param trusted free of the limits for one network
   * @returns why it is one too many, or null
   */
  open(connection: object, ip: string, trusted: boolean): TooMany | null {
    const network = clientNetwork(ip);
    const ofNetwork = (this.#byNetwork.get(network) ?? 0) + 1;
    this.#byNetwork.set(network, ofNetwork);
    this.#counted.set(connection, network);
    if (this.#counted.size > this.most.inAll) return "in all";
    if (trusted) return null;
    return ofNetwork > this.most.perNetwork || !this.#fresh.take(network).allowed ? "from one network" : null;
  }

  /** One that was never counted, since it closed before its greeting, changes nothing. */
  close(connection: object): void {
    const network = this.#counted.get(connection);
    if (network === undefined) return;
    this.#counted.delete(connection);
    const ofNetwork = this.#byNetwork.get(network)!;
    if (ofNetwork === 1) this.#byNetwork.delete(network);
    else this.#byNetwork.set(network, ofNetwork - 1);
  }
}
