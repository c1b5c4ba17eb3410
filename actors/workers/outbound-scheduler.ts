// Queued recipients: claimed when due (woken by the topic `outbound`, bound in src/app/workers.ts), grouped by message and
// destination, tried once, their outcome recorded in a turn of the sender's identity. The attempt and the next try's time
// are stored before the network is touched; the claim is renewed while an attempt lasts, and freed when its process is dead.
// A process that cannot be sure to be alive for the others (runtime/heartbeat.ts) ends no mail. What a server has taken is noted
// in a file until its outcome is stored (src/outbound/taken-log.ts, taken-mails.ts). A destination that hangs
// saturates only its own lane, which claims nothing more until it has capacity again.
import { addMs, beside, type Clock, type Instant, nowInstant } from "../../src/lib/clock.ts";
import { secondsSince, times } from "../../src/lib/facts.ts";
import { messageOf } from "../../src/lib/failure.ts";
import type { Log } from "../../src/lib/log.ts";
import type { RecipientResult } from "../../src/outbound/outcome.ts";
import type { RampSchedule } from "../../src/outbound/ramp.ts";
import type { TakenLog } from "../../src/outbound/taken-log.ts";
import {
  type OutboundRoute,
  type RelaySettings,
  routeOf,
  type Transport,
} from "../../src/outbound/transport.ts";
import type { Database } from "../../src/store/database/database.ts";
import {
  claimOutbound,
  freeClaims,
  localLane,
  type OutboundRow,
  releaseOutbound,
  renewOutbound,
} from "../../src/store/sending/outbound.ts";
import { heldAmong } from "../../src/store/sending/send-queue.ts";
import { Outcomes } from "../identity/sending/outcome-writer.ts";
import { lookBackMs, type Round } from "../runtime/clock-actor.ts";
import type { Heartbeat } from "../runtime/heartbeat.ts";
import type { Actors } from "../runtime/registry.ts";
import { type AttemptMail, MailCarrier, type MailCarrierDeps, ownResult } from "./mail-carrier.ts";
import {
  groupsOf,
  isGroup,
  Lane,
  type LaneGroup,
  maxLaneRecipients,
  type RecipientGroup,
} from "./outbound-lane.ts";
import { OutboundPacing } from "./outbound-pacing.ts";
import { PollBackoff } from "./poll-backoff.ts";

export interface OutboundDeps extends MailCarrierDeps {
  database: Database;
  actors: Actors;
  clock: Clock;
  log: Log;
  transport: Transport;
  heartbeat: Heartbeat;
  /** Notes what servers have taken until it is stored; null: nothing is noted. */
  taken: Pick<TakenLog, "note"> | null;
  config: RelaySettings & { sendingRamp: RampSchedule | null };
}

const maxClaimedPerRound = 100;
const maxClaimed = 1000;
/** A row may become visible so long after it came due: its transaction took its time. */
const lateMs = 1000;
/** Attempts at once to addresses of this service. */
const maxLocalAttempts = 32;
const renewMs = 60_000;
const lastWaitMs = 500;

export class OutboundScheduler {
  readonly #deps: OutboundDeps;
  readonly #carrier: MailCarrier;
  readonly #outcomes: Outcomes;
  readonly #pacing: OutboundPacing;
  readonly #lanes = new Map<string, Lane>();
  /** Lanes with queued groups. */
  readonly #queued = new Set<Lane>();
  /** Everything due up to this time was claimed, or is a lane's backlog. */
  #scannedUpTo: Instant | null = null;
  #lookedBackMs = 0;
  /** A claim whose answer was lost may hold rows that this process does not know of. */
  #mayHoldMore = false;
  readonly #backoff: PollBackoff;
  readonly #attempts = new Set<Promise<void>>();
  /** The last round claimed up to `maxClaimed`. */
  #isFull = false;
  readonly #stopping = new AbortController();
  readonly #renewal: ReturnType<typeof setInterval>;
  readonly #unsubscribe: () => void;
  /** Asks for another round, as there may be capacity for more. */
  #poke: () => void = () => undefined;

  constructor(deps: OutboundDeps) {
    this.#deps = deps;
    // Where time passes by leaps, nothing is queued between two polls.
    this.#backoff = new PollBackoff(deps.clock.leaps ? { minMs: 0, maxMs: 0 } : { minMs: 20, maxMs: 160 });
    this.#carrier = new MailCarrier(deps);
    this.#outcomes = new Outcomes(deps, this.#stopping.signal);
    this.#pacing = new OutboundPacing({ ...deps, poke: () => deps.actors.feed.pokeTopic("outbound") });
    this.#renewal = setInterval(() => this.#renew(), renewMs);
    this.#unsubscribe = deps.actors.feed.onTopic("held", () => void this.#withdrawHeld());
  }

  async round(poke: () => void): Promise<Round> {
    this.#poke = poke;
    await this.#backoff.wait();
    const { database, heartbeat, clock } = this.#deps;
    const claimed = this.#claimed();
    const maxRows = Math.min(maxClaimedPerRound, maxClaimed - claimed.length);
    if (maxRows <= 0 || this.#stopping.signal.aborted)
      return { done: 0, more: false, needsHelp: maxRows <= 0 };
    // A process without its heartbeat could not finish what it claims now.
    if (!heartbeat.owns(heartbeat.id)) return { done: 0, more: false };
    const held = claimed.map((row) => row.id);
    await this.#lookBack(held);
    const now = nowInstant(clock);
    const refilled = this.#lanesOf("refillable");
    const { rows, backlogged, scanned, scannedUpTo, next } = await claimOutbound(database, {
      now,
      after: this.#scannedUpTo,
      maxRows,
      maxPerLane: maxLaneRecipients,
      capacity: new Map(
        this.#lanes
          .values()
          .filter((lane) => !lane.isEmpty)
          .map((lane) => [lane.name, lane.capacity]),
      ),
      refilled: refilled.map((lane) => lane.name),
      saturated: this.#lanesOf("saturated").map((lane) => lane.name),
      held,
      claimedBy: heartbeat.id,
    }).catch((error) => {
      this.#mayHoldMore = true;
      throw error;
    });
    this.#scannedUpTo = scannedUpTo ?? addMs(now, -lateMs);
    for (const lane of refilled) lane.hasBacklog = false;
    for (const name of backlogged) this.#laneOf(name).hasBacklog = true;
    this.#backoff.polled(rows.length === 0 && this.#hasBacklog());
    if (rows.length > 0) await this.#pacing.refresh();
    for (const group of groupsOf(rows)) this.#add(group);
    this.#startAttempts();
    this.#isFull = this.#claimed().length >= maxClaimed;
    const states = backlogged.map((name) => this.#laneOf(name).state);
    for (const lane of refilled) this.#dropIfIdle(lane);
    return {
      done: rows.length + scanned,
      // Rows that stay due while none could be claimed are held by another process.
      more: scannedUpTo !== null || (rows.length > 0 && states.includes("refillable")),
      needsHelp: states.includes("saturated"),
      ...(!this.#hasBacklog() && { next }),
    };
  }

  /** Resolves when no attempt is under way. */
  async idle(): Promise<void> {
    while (this.#attempts.size > 0) await Promise.all(this.#attempts);
  }

  /**
   * Begins nothing more. What is under way after `graceMs` is cut short; what does not end even then (a question to DNS)
   * stays claimed: its claim runs out, and it is tried again.
   */
  async stop(graceMs: number): Promise<void> {
    const { database, clock, log } = this.#deps;
    const untried = [...this.#lanes.values()].flatMap((lane) => lane.removeQueued());
    if (untried.length > 0) {
      await releaseOutbound(database, nowInstant(clock), untried).then(
        // Other processes take them at once.
        () => this.#deps.actors.feed.askForHelp("outbound"),
        (error) => log.warn("claims of outgoing mail could not be given back", { error: messageOf(error) }),
      );
    }
    await Promise.race([this.idle(), Bun.sleep(graceMs)]);
    this.#stopping.abort(new Error("the service is stopping"));
    await Promise.race([this.idle(), Bun.sleep(lastWaitMs)]);
    clearInterval(this.#renewal);
    this.#unsubscribe();
    this.#carrier.stop();
  }

  /** Now and then everything that is due is scanned, however long it has been. */
  async #lookBack(held: readonly string[]): Promise<void> {
    const { database, heartbeat, clock } = this.#deps;
    if (Math.abs(clock.now() - this.#lookedBackMs) > lookBackMs) {
      this.#scannedUpTo = null;
      this.#lookedBackMs = clock.now();
      // A claim that was given up may have reached the database after its rows were given back.
      this.#mayHoldMore = true;
    }
    if (!this.#mayHoldMore) return;
    await this.#withdrawHeld();
    await freeClaims(database, nowInstant(clock), { of: heartbeat.id, but: held });
    this.#mayHoldMore = false;
  }

  /** Forgets what the operator holds now, unless its attempt has begun. */
  async #withdrawHeld(): Promise<void> {
    const claimed = this.#claimed();
    if (claimed.length === 0) return;
    const { database, log } = this.#deps;
    try {
      const held = await heldAmong(database, claimed);
      for (const lane of [...this.#lanes.values()]) {
        lane.withdraw(held);
        this.#dropIfIdle(lane);
      }
    } catch (error) {
      log.warn("which claims are held could not be asked", { error: messageOf(error) });
    }
  }

  #claimed(): OutboundRow[] {
    return [...this.#lanes.values()].flatMap((lane) => lane.recipients);
  }

  #laneOf(name: string): Lane {
    const lane = this.#lanes.get(name) ?? new Lane(name);
    this.#lanes.set(name, lane);
    return lane;
  }

  #lanesOf(state: Lane["state"]): Lane[] {
    return [...this.#lanes.values()].filter((lane) => lane.state === state);
  }

  #hasBacklog(): boolean {
    return this.#lanes.values().some((lane) => lane.hasBacklog);
  }

  #add(recipients: RecipientGroup): void {
    const lane = this.#laneOf(recipients[0].lane);
    const group = lane.add(recipients);
    if (this.#pacing.isOpen) this.#enqueue(lane, group, recipients);
    else void beside(this.#deps.clock, () => this.#keepPace(lane, group));
  }

  /** Forgets rows that may not go now: their claims have been given back. */
  async #keepPace(lane: Lane, group: LaneGroup): Promise<void> {
    const { recipients } = group;
    const passed = await this.#pacing.pass(recipients, this.#routeOf(recipients[0])).catch((error) => {
      this.#deps.log.warn("whether mail may go could not be asked", { error: messageOf(error) });
      return recipients;
    });
    if (isGroup(passed)) this.#enqueue(lane, group, passed);
    else this.#remove(lane, group);
    this.#startAttempts();
  }

  #enqueue(lane: Lane, group: LaneGroup, recipients: RecipientGroup): void {
    lane.enqueue(group, recipients);
    this.#queued.add(lane);
  }

  #remove(lane: Lane, group: LaneGroup): void {
    lane.remove(group);
    this.#dropIfIdle(lane);
  }

  #dropIfIdle(lane: Lane): void {
    if (lane.isEmpty && !lane.hasBacklog) this.#lanes.delete(lane.name);
  }

  /** Begins what has a slot: one of each lane in turn. */
  #startAttempts(): void {
    for (let hasStarted = true; hasStarted; ) {
      hasStarted = false;
      for (const lane of this.#queued) {
        const { next } = lane;
        if (!next) this.#queued.delete(lane);
        else if (this.#hasSlot(lane, next)) {
          this.#start(lane, next);
          hasStarted = true;
        }
      }
    }
  }

  #hasSlot(lane: Lane, { recipients }: LaneGroup): boolean {
    if (lane.name === localLane) return lane.attempts < maxLocalAttempts;
    return (
      this.#pacing.hasSlot(lane.name) &&
      this.#deps.transport.free(this.#routeOf(recipients[0])) > lane.preparing
    );
  }

  #routeOf({ envelopeFrom: from, recipient }: OutboundRow): OutboundRoute {
    return routeOf(this.#deps.config, { from, recipient });
  }

  #start(lane: Lane, group: LaneGroup): void {
    const mail = lane.start(group) ?? this.#carrier.read(group.recipients);
    const attempt = beside(this.#deps.clock, () => this.#attempt(lane, group, mail))
      .catch((error) => {
        if (this.#stopping.signal.aborted) return;
        this.#deps.log.error("an attempt to send mail failed", { error: messageOf(error) });
      })
      .finally(() => {
        const wasFull = this.#isFull;
        this.#isFull = false;
        this.#attempts.delete(attempt);
        this.#remove(lane, group);
        if (this.#stopping.signal.aborted) return;
        this.#startAttempts();
        if (wasFull || lane.state === "refillable") {
          this.#backoff.reset();
          this.#poke();
        }
      });
    this.#attempts.add(attempt);
    lane.prefetch((recipients) => this.#carrier.read(recipients));
  }

  async #attempt(lane: Lane, group: LaneGroup, mail: Promise<AttemptMail>): Promise<void> {
    const { recipients } = group;
    const startMs = performance.now();
    const provider = this.#pacing.begin(lane.name);
    const noted: (() => void)[] = [];
    const results = await mail
      .then((read) =>
        this.#carrier.carry(recipients, read, {
          route: (row) => this.#routeOf(row),
          signal: this.#stopping.signal,
          mayEnd: () => this.#owns(recipients),
          handedOver: () => lane.handOver(group),
          answered: (rows, results) => noted.push(...this.#noteTaken(rows, results)),
        }),
      )
      .catch((error) => recipients.map((row) => ownResult(row, "deferred", `4.3.0 ${messageOf(error)}`)));
    times.attempts.observe(secondsSince(startMs));
    await this.#pacing.end(lane.name, provider, results);
    // Others take its slot while the outcome is stored.
    lane.handOver(group);
    this.#startAttempts();
    if (results.every(({ kind }) => kind === "deferred") && !this.#owns(recipients)) {
      // This process cut the attempt short, for its own reasons: it does not count, and the row is due at
      // once.
      const { database, clock } = this.#deps;
      await this.#outcomes.untilStored(() => releaseOutbound(database, nowInstant(clock), recipients));
      return;
    }
    await this.#outcomes.record(recipients, results);
    for (const stored of noted) stored();
  }

  /** @returns to be called once the outcomes are stored */
  #noteTaken(rows: readonly OutboundRow[], results: readonly RecipientResult[]): (() => void)[] {
    const { taken } = this.#deps;
    const done = rows.flatMap((row, n) => {
      const result = results[n];
      return result?.kind === "delivered" ? [{ row, result }] : [];
    });
    if (!taken || done.length === 0) return [];
    const { accountId, identityId, messageId } = rows[0]!;
    return [
      taken.note({
        accountId,
        identityId,
        messageId,
        rows: done.map(({ row: { id, attempts } }) => ({ id, attempts })),
        results: done.map(({ result }) => result),
      }),
    ];
  }

  #owns(recipients: RecipientGroup): boolean {
    return this.#deps.heartbeat.owns(recipients[0].claimedBy);
  }

  #renew(): void {
    const claimed = this.#claimed();
    if (claimed.length === 0) return;
    const { database, clock, log } = this.#deps;
    renewOutbound(database, nowInstant(clock), claimed).catch((error) =>
      log.warn("claims of outgoing mail could not be renewed", { error: messageOf(error) }),
    );
  }
}
