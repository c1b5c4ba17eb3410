// Which queued mail may go now: what the ramp of its domain and the pace of its provider allow. Where neither applies, nothing is
// queried. The wait of many recipients is written in one statement, with the time at which each goes.
import type { Clock } from "../../src/lib/clock.ts";
import type { Log } from "../../src/lib/log.ts";
import type { RecipientResult } from "../../src/outbound/outcome.ts";
import type { RampSchedule } from "../../src/outbound/ramp.ts";
import type { OutboundRoute, Transport } from "../../src/outbound/transport.ts";
import type { Database } from "../../src/store/database/database.ts";
import { type Hold, holdOutbound, localLane, type OutboundRow } from "../../src/store/sending/outbound.ts";
import { isGroup, type RecipientGroup } from "./outbound-lane.ts";
import { DomainRamp } from "./outbound-ramp.ts";
import { ProviderThrottle } from "./outbound-throttle.ts";

export interface GateDeps {
  database: Database;
  clock: Clock;
  log: Log;
  transport: Pick<Transport, "providerOf">;
  config: { sendingRamp: RampSchedule | null };
  /** Wakes the workers of all processes: something comes due earlier than they know. */
  poke(): void;
}

/** How long claimed recipients wait, and why. */
export interface WaitReason extends Pick<Hold, "until" | "heldBy"> {
  /** Null: what was said before stays. */
  why: string | null;
  rampDay?: string;
}

/** Gives claims back until a time. Resolves when that is written. */
export type HoldRecipients = (rows: readonly OutboundRow[], reason: WaitReason) => Promise<void>;

export class OutboundGate {
  readonly #deps: GateDeps;
  readonly #throttle: ProviderThrottle;
  readonly #ramp: DomainRamp | null;
  #holds: Hold[] = [];
  #writing: Promise<void> | null = null;

  constructor(deps: GateDeps) {
    this.#deps = deps;
    const { sendingRamp } = deps.config;
    const hold: HoldRecipients = (rows, reason) => this.#hold(rows, reason);
    this.#throttle = new ProviderThrottle(deps, hold);
    this.#ramp = sendingRamp && new DomainRamp(deps, sendingRamp, hold);
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

  /** Written with the other holds of the moment. */
  #hold(rows: readonly OutboundRow[], { until, heldBy, why, rampDay }: WaitReason): Promise<void> {
    const response = why === null ? null : `Waits until ${until}: ${why}`.slice(0, 500);
    this.#holds.push(
      ...rows.map((row) => ({ row, until, heldBy, response, rampDay: rampDay ?? row.rampDay })),
    );
    this.#writing ??= Promise.resolve().then(async () => {
      const holds = this.#holds;
      this.#holds = [];
      this.#writing = null;
      await holdOutbound(this.#deps.database, holds);
      if (holds.some((hold) => hold.until !== null)) this.#deps.poke();
    });
    return this.#writing;
  }
}
