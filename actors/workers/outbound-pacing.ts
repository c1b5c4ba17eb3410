// The leave of queued mail to go now, which the ramp of its domain and the pace of its provider give. Where neither applies,
// nothing is queried.
import type { Clock } from "../../src/lib/clock.ts";
import type { Log } from "../../src/lib/log.ts";
import type { RecipientResult } from "../../src/outbound/outcome.ts";
import type { RampSchedule } from "../../src/outbound/ramp.ts";
import type { OutboundRoute, Transport } from "../../src/outbound/transport.ts";
import type { Database } from "../../src/store/database/database.ts";
import { localLane, type OutboundRow } from "../../src/store/sending/outbound.ts";
import { OutboundHolds } from "./outbound-holds.ts";
import { isGroup, type RecipientGroup } from "./outbound-lane.ts";
import { DomainRamp } from "./outbound-ramp.ts";
import { ProviderThrottle } from "./outbound-throttle.ts";

export interface PacingDeps {
  database: Database;
  clock: Clock;
  log: Log;
  transport: Pick<Transport, "providerOf">;
  config: { sendingRamp: RampSchedule | null };
  /** Wakes the workers of all processes: something comes due earlier than they know. */
  poke(): void;
}

export class OutboundPacing {
  readonly #throttle: ProviderThrottle;
  readonly #ramp: DomainRamp | null;

  constructor(deps: PacingDeps) {
    const { sendingRamp } = deps.config;
    const holds = new OutboundHolds(deps);
    this.#throttle = new ProviderThrottle(deps, holds);
    this.#ramp = sendingRamp && new DomainRamp(deps, sendingRamp, holds);
  }

  /** Reads what other processes know, now and then. Call it where mail was claimed. */
  refresh(): Promise<void> {
    return this.#throttle.refresh();
  }

  /** Everything goes at once: there is nothing to ask. */
  get isOpen(): boolean {
    return this.#ramp === null && !this.#throttle.isThrottling;
  }

  /** The provider of a lane may have one more attempt now. */
  hasSlot(lane: string): boolean {
    return this.#throttle.hasSlot(lane);
  }

  /** Return the part of a claimed group that may go now; the other claims are released until their time. */
  async pass(group: RecipientGroup, route: OutboundRoute): Promise<readonly OutboundRow[]> {
    if (group[0].lane === localLane) return group;
    const going = this.#ramp === null ? group : await this.#ramp.pass(group);
    return isGroup(going) && (await this.#throttle.pass(going, route)) ? going : [];
  }

  /** An attempt begins. @returns its provider as far as it is known, for `end` */
  begin(lane: string): string | null {
    return this.#throttle.begin(lane);
  }

  end(lane: string, begun: string | null, results: readonly RecipientResult[]): Promise<void> {
    return this.#throttle.end(lane, begun, results);
  }
}
