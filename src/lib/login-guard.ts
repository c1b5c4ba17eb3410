// What wrong passwords cost, and whom. By network (an IPv4 address, an IPv6 /64): each one more is answered later, and
// after many nobody there is heard for a while. By name: each one more makes the next attempt wait before it is looked at,
// except from networks where this name has logged in, so that strangers cannot lock its owner out. A refusal takes the
// same time whether the name exists or not, and how long looking at its password took. All in memory, bounded.

import type { Clock } from "./clock.ts";
import { clientNetwork } from "./networks.ts";

export interface GuardedAttempt {
  ip: string;
  /** Whom it is about, in one form. */
  name: string;
  /** Free of the limits for one network. */
  trusted: boolean;
}

/** The first refusals take this long: more than looking at the slowest password. */
const leastMs = 500;
const longestMs = 16_000;
/** Wrong passwords of one network that are answered without growing delay; how many until it is not heard. */
const freeOfNetwork = 5;
const mostOfNetwork = 30;
/** Wrong passwords for one name before attempts wait; how many may wait at once. */
const freeOfName = 5;
const mostWaiting = 4;
/** One failure is forgotten in this time. */
const forgetMs = 60_000;
const knownMs = 30 * 86_400_000;
const mostKept = 50_000;

/** Failures that are forgotten one by one. */
class Counts {
  readonly #counts = new Map<string, { count: number; at: number }>();
  constructor(private readonly clock: Clock) {}

  of(key: string): number {
    const found = this.#counts.get(key);
    if (!found) return 0;
    return Math.max(0, found.count - Math.floor((this.clock.now() - found.at) / forgetMs));
  }

  add(key: string): void {
    const count = this.of(key) + 1;
    keep(this.#counts, key, { count, at: this.clock.now() });
  }
}

export class LoginGuard {
  readonly #clock: Clock;
  readonly #networks: Counts;
  readonly #names: Counts;
  readonly #waiting = new Map<string, number>();
  /** Networks where a name has logged in, until when that counts. */
  readonly #known = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#networks = new Counts(clock);
    this.#names = new Counts(clock);
  }

  /**
   * Looks at a password when its turn has come.
   * @param look null: it is wrong, or there is no such name
   * @returns what `look` found; null, late, for a wrong one; "unheard" for one that was not looked at
   */
  async attempt<T extends object>(
    { ip, name, trusted }: GuardedAttempt,
    look: () => Promise<T | null>,
  ): Promise<T | null | "unheard"> {
    const began = this.#clock.now();
    const network = clientNetwork(ip);
    const place = `${network} ${name}`;
    const isHeard = trusted || this.#networks.of(network) < mostOfNetwork;
    const isKnown = (this.#known.get(place) ?? 0) > this.#clock.now();
    const found = isHeard && (isKnown || (await this.#wait(name))) ? await look() : "unheard";
    if (found !== null && found !== "unheard") {
      keep(this.#known, place, this.#clock.now() + knownMs);
      return found;
    }
    const count = trusted ? 0 : this.#networks.of(network);
    if (found === null) {
      this.#networks.add(network);
      this.#names.add(name);
    }
    const lateMs = found === null ? grown(leastMs, count - freeOfNetwork) : leastMs;
    await Bun.sleep(Math.max(0, began + lateMs - this.#clock.now()));
    return found;
  }

  /** @returns false when too many wait for this name already */
  async #wait(name: string): Promise<boolean> {
    const count = this.#names.of(name) - freeOfName;
    if (count < 0) return true;
    const waiting = this.#waiting.get(name) ?? 0;
    if (waiting >= mostWaiting) return false;
    this.#waiting.set(name, waiting + 1);
    await Bun.sleep(grown(leastMs, count));
    const left = this.#waiting.get(name)! - 1;
    if (left === 0) this.#waiting.delete(name);
    else this.#waiting.set(name, left);
    return true;
  }
}

/** Twice as long each time. */
function grown(ms: number, times: number): number {
  return Math.min(ms * 2 ** Math.max(0, times), longestMs);
}

/** The newest are kept. */
function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > mostKept) map.delete(map.keys().next().value!);
}
