// Slows down password guessing. Each wrong password from a network (an IPv4 address, an IPv6 /64) delays the next refusal,
// and too many block the network for a while. Each wrong password for a name delays the next check for that name, except
// from networks where the name has logged in before, so that attackers cannot lock its owner out. A refusal takes the same
// time whether or not the name exists, however long the check took. State in memory is bounded; where there are other processes,
// their failures count too (shared-limits.ts).

import type { Clock } from "./clock.ts";
import { must } from "./must.ts";
import { clientNetwork } from "./networks.ts";
import { dropOldest } from "./oldest.ts";
import { rounding, type SharedLimits } from "./shared-limits.ts";

export interface GuardedAttempt {
  ip: string;
  /** The login name in its canonical form. */
  name: string;
  /** Exempt from the limits for one network. */
  trusted: boolean;
}

/** Time of the first refusals: longer than the slowest password check. */
const leastMs = 500;
const maxMs = 16_000;
/** Wrong passwords from one network before the delay grows, and before the network is blocked. */
const freeOfNetwork = 5;
const maxOfNetwork = 30;
/** Wrong passwords for one name before attempts wait, and attempts that may wait at once. */
const freeOfName = 5;
const maxWaiting = 4;
/** One failure is forgotten after this time. */
const forgetMs = 60_000;
const knownMs = 30 * 86_400_000;
const maxKept = 50_000;
/** More failures than that count for nothing: buckets that processes share hold so many. */
const maxShared = 60;

/** Failure counts by key; one failure of each is forgotten every `forgetMs`. */
class FailureCounts {
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
  readonly #networks: FailureCounts;
  readonly #names: FailureCounts;
  readonly #limits: SharedLimits;
  readonly #waiting = new Map<string, number>();
  /** When a login of this name from this network stops counting, by network and name. */
  readonly #known = new Map<string, number>();

  constructor(clock: Clock, limits: SharedLimits) {
    this.#clock = clock;
    this.#limits = limits;
    this.#networks = new FailureCounts(clock);
    this.#names = new FailureCounts(clock);
  }

  /** Failures of the network and of the name in all processes; with `spent` that many are added. */
  async #shared({ network, name, spent }: { network: string; name: string; spent: number }) {
    if (!this.#limits.isOn) return { network: 0, name: 0 };
    const bucket = { capacity: maxShared, rate: 1000 / forgetMs, spent, wanted: 0 };
    const counts = [`login network ${network}`, `login name ${name}`].map(async (key) => {
      const left = await this.#limits.ask({ ...bucket, key });
      return left === null ? 0 : Math.ceil(maxShared - left.tokens - rounding);
    });
    const [ofNetwork = 0, ofName = 0] = await Promise.all(counts);
    return { network: ofNetwork, name: ofName };
  }

  /**
   * Checks a password, after a delay if earlier attempts failed.
   * @param check resolves to null for a wrong password and for an unknown name
   * @returns the result of `check`; "blocked" when the password was not checked; both refusals are delayed
   */
  async attempt<T extends object>(
    { ip, name, trusted }: GuardedAttempt,
    check: () => Promise<T | null>,
  ): Promise<T | null | "blocked"> {
    const began = this.#clock.now();
    const network = clientNetwork(ip);
    const key = `${network} ${name}`;
    const shared = await this.#shared({ network, name, spent: 0 });
    const ofNetwork = Math.max(this.#networks.of(network), shared.network);
    const ofName = Math.max(this.#names.of(name), shared.name);
    const isBlocked = !trusted && ofNetwork >= maxOfNetwork;
    const isKnown = (this.#known.get(key) ?? 0) > this.#clock.now();
    const found = !isBlocked && (isKnown || (await this.#wait(name, ofName))) ? await check() : "blocked";
    if (found !== null && found !== "blocked") {
      keep(this.#known, key, this.#clock.now() + knownMs);
      return found;
    }
    const count = trusted ? 0 : Math.max(this.#networks.of(network), ofNetwork);
    if (found === null) {
      await this.#shared({ network, name, spent: 1 });
      this.#networks.add(network);
      this.#names.add(name);
    }
    const delayMs = found === null ? doubled(leastMs, count - freeOfNetwork) : leastMs;
    await Bun.sleep(Math.max(0, began + delayMs - this.#clock.now()));
    return found;
  }

  /** Waits before a check. @returns false when too many attempts for this name wait already */
  async #wait(name: string, failures: number): Promise<boolean> {
    const count = failures - freeOfName;
    if (count < 0) return true;
    const waiting = this.#waiting.get(name) ?? 0;
    if (waiting >= maxWaiting) return false;
    this.#waiting.set(name, waiting + 1);
    await Bun.sleep(doubled(leastMs, count));
    const left = must(this.#waiting.get(name), "an attempt that waits is counted") - 1;
    if (left === 0) this.#waiting.delete(name);
    else this.#waiting.set(name, left);
    return true;
  }
}

/** Doubles `ms` for each time. */
function doubled(ms: number, times: number): number {
  return Math.min(ms * 2 ** Math.max(0, times), maxMs);
}

/** Sets the value; drops the oldest entry of a full map. */
function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  dropOldest(map, maxKept);
}
