// Limits of a listener: open connections in all and from one network (an IPv4 address or an IPv6 /64), and new connections
// a second. When the listener is full, the connection that has been idle longest, of the network with the most connections,
// is closed for a network with fewer; a tenth of the connections is reserved for networks without any. The listener itself
// writes the refusal or the farewell of its protocol.

import type { Clock } from "./clock.ts";
import { must } from "./must.ts";
import { clientNetwork } from "./networks.ts";
import { TokenBuckets } from "./token-bucket.ts";

export interface MostConnections {
  /** A tenth of them is reserved for networks that have no connection. */
  inAll: number;
  /** At once. */
  perNetwork: number;
  /** New ones a second from one network, sustained; ten times as many in a burst. */
  perSecond: number;
}

export type TooMany = "in all" | "from one network";

/** The client of a connection. */
export interface ConnectionClient {
  ip: string;
  /** Exempt from the limits for one network, and never closed for others. */
  trusted: boolean;
}

/** How the limits close a connection of a listener. */
export interface Closable {
  /** When the client was last active: any rising number; null: it has logged in or is being served, and stays open. */
  idleSince(): number | null;
  /** Closes the connection for another one. */
  end(): void;
}

interface CountedConnection {
  network: string;
  /** null: the connection was refused or is being closed. */
  closable: Closable | null;
  trusted: boolean;
}

export class ConnectionLimits {
  readonly #counted = new Map<object, CountedConnection>();
  /** Connections of each network; `open` includes refused ones that are still open. */
  readonly #networks = new Map<string, { open: number; admitted: Set<CountedConnection> }>();
  #admitted = 0;
  readonly #fresh: TokenBuckets;

  constructor(
    private readonly most: MostConnections,
    clock: Clock,
  ) {
    this.#fresh = new TokenBuckets(most.perSecond, most.perSecond * 10, clock);
  }

  /** Open connections, without those that were refused. */
  get admitted(): number {
    return this.#admitted;
  }

  /**
   * Counts a connection until it closes; may close another one for it.
   * @returns the limit that it exceeds, or null
   */
  open(connection: object, { ip, trusted }: ConnectionClient, closable: Closable): TooMany | null {
    const network = clientNetwork(ip);
    const own = this.#networks.get(network) ?? { open: 0, admitted: new Set() };
    const counted: CountedConnection = { network, closable: null, trusted };
    this.#networks.set(network, own);
    this.#counted.set(connection, counted);
    own.open++;
    if (!trusted && (own.open > this.most.perNetwork || !this.#fresh.take(network).allowed))
      return "from one network";
    const others = trusted ? 0 : own.admitted.size;
    const kept = others > 0 ? Math.floor(this.most.inAll / 10) : 0;
    if (this.#admitted >= this.most.inAll - kept && !this.#makeRoom(others)) return "in all";
    counted.closable = closable;
    own.admitted.add(counted);
    this.#admitted++;
    return null;
  }

  /** Ignores a connection that was never counted, since it closed before its greeting. */
  close(connection: object): void {
    const counted = this.#counted.get(connection);
    if (counted === undefined) return;
    this.#counted.delete(connection);
    const own = must(this.#networks.get(counted.network), "the network of an open connection is counted");
    if (own.admitted.delete(counted)) this.#admitted--;
    if (--own.open === 0) this.#networks.delete(counted.network);
  }

  /** @param others connections of the new one's network. @returns whether a connection of a larger network was closed */
  #makeRoom(others: number): boolean {
    // Networks of equal size keep theirs, except for the sake of a network that has none.
    let fullest = others === 0 ? 1 : others + 2;
    let idlest: CountedConnection | null = null;
    let since = Number.POSITIVE_INFINITY;
    for (const { admitted } of this.#networks.values()) {
      if (admitted.size < fullest) continue;
      for (const each of admitted) {
        const idleSince = each.trusted
          ? null
          : must(each.closable, "an admitted connection of a stranger can be closed").idleSince();
        if (idleSince === null || (admitted.size === fullest && idleSince >= since)) continue;
        [idlest, since, fullest] = [each, idleSince, admitted.size];
      }
    }
    if (!idlest) return false;
    const { closable } = idlest;
    idlest.closable = null;
    must(this.#networks.get(idlest.network), "the network of an open connection is counted").admitted.delete(
      idlest,
    );
    this.#admitted--;
    must(closable, "an admitted connection of a stranger can be closed").end();
    return true;
  }
}
