// Queued recipients: claimed when due, grouped by message and destination, tried once, their outcome recorded in a turn
// of the sender's identity. The attempt and the next try's time are stored before the network is touched; the claim is
// renewed while an attempt lasts, and freed when its process is dead. A process that cannot be sure to be alive for the others
// (runtime/heartbeat.ts) ends no mail. A destination that hangs holds only its own places, and what
// waits for it is not looked at again before there is one.
import { addMs, type Clock, type Instant, nowInstant } from "../../src/lib/clock.ts";
import { secondsSince, times } from "../../src/lib/facts.ts";
import { messageOf } from "../../src/lib/failure.ts";
import type { Log } from "../../src/lib/log.ts";
import type { RampSchedule } from "../../src/outbound/ramp.ts";
import {
  destinationOf,
  type RelaySettings,
  type Destination as Route,
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
import { Outcomes } from "../identity/sending/outcome-writer.ts";
import { lookBackMs, type Round } from "../runtime/clock-actor.ts";
import type { Heartbeat } from "../runtime/heartbeat.ts";
import type { Actors } from "../runtime/registry.ts";
import { MailCarrier, type MailCarrierDeps, ownResult, type ReadMail } from "./mail-carrier.ts";
import { OutboundGate } from "./outbound-gate.ts";
import { type Group, groupOf, isFresh, type Lane, type Waiting } from "./outbound-lanes.ts";
import { Rest } from "./rest.ts";

export interface OutboundDeps extends MailCarrierDeps {
  database: Database;
  actors: Actors;
  clock: Clock;
  log: Log;
  transport: Transport;
  heartbeat: Heartbeat;
  config: RelaySettings & { sendingRamp: RampSchedule | null };
}

/** Rows claimed in one round, and under way at most: in all, and by one lane. */
const batch = 100;
const maxUnderWay = 1000;
const maxPerLane = 128;
/** A lane that was full is looked into again when it has room for so many. */
const refill = maxPerLane / 4;
/** Where mails of a lane begin closely one after the other, those that follow are read before they have a place, many in one statement. */
const ahead = 32;
const closeMs = 30;
/** A row may come to be seen so long after it came due: its transaction took its time. */
const lateMs = 1000;
/** Attempts at once to addresses of this service. */
const maxInside = 32;
const renewMs = 60_000;
const lastWaitMs = 500;

export class OutboundMail {
  readonly #deps: OutboundDeps;
  readonly #carrier: MailCarrier;
  readonly #outcomes: Outcomes;
  readonly #gate: OutboundGate;
  readonly #lanes = new Map<string, Lane>();
  readonly #rows = new Map<string, OutboundRow>();
  /** Lanes in which more is due than was taken. */
  readonly #full = new Set<string>();
  /** Everything due before this time was looked at. */
  #after: Instant | null = null;
  #lookedBack = 0;
  /** A claim whose answer was lost may hold rows that this process does not know of. */
  #mayHoldMore = false;
  readonly #rest = new Rest({ shortestMs: 20, longestMs: 160 });
  readonly #attempts = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #renewal: ReturnType<typeof setInterval>;

  constructor(deps: OutboundDeps) {
    this.#deps = deps;
    this.#carrier = new MailCarrier(deps);
    this.#outcomes = new Outcomes(deps, this.#stopping.signal);
    this.#gate = new OutboundGate({ ...deps, poke: () => this.#pokeAll() });
    this.#renewal = setInterval(() => this.#renew(), renewMs);
  }

  /** One round. @param poke called when attempts end, as there may be room for more */
  async round(poke: () => void): Promise<Round> {
    await this.#rest.over();
    const count = Math.min(batch, maxUnderWay - this.#rows.size);
    if (count <= 0 || this.#stopping.signal.aborted) return { done: 0, more: false, short: count <= 0 };
    const { database, heartbeat } = this.#deps;
    // A process without its heartbeat could not finish what it claims now.
    if (!heartbeat.owns(heartbeat.id)) return { done: 0, more: false };
    const now = this.#deps.clock.now();
    // Now and then everything that is due is looked at, however long it has been.
    if (Math.abs(now - this.#lookedBack) > lookBackMs) {
      this.#after = null;
      this.#lookedBack = now;
      // A claim that was given up may have reached the database after its rows were given back.
      this.#mayHoldMore = true;
    }
    if (this.#mayHoldMore) {
      await freeClaims(database, nowInstant(this.#deps.clock), {
        of: heartbeat.id,
        but: [...this.#rows.keys()],
      });
      this.#mayHoldMore = false;
    }
    const waiting = [...this.#full].filter((name) => this.#room(name) >= refill);
    const instant = nowInstant(this.#deps.clock);
    const { rows, left, last, seen, next } = await claimOutbound(this.#deps.database, {
      now: instant,
      after: this.#after,
      count,
      perLane: maxPerLane,
      room: new Map([...this.#lanes.keys()].map((name) => [name, this.#room(name)])),
      waiting,
      full: [...this.#full].filter((name) => !waiting.includes(name)),
      underWay: [...this.#rows.keys()],
      claimedBy: this.#deps.heartbeat.id,
    }).catch((error) => {
      this.#mayHoldMore = true;
      throw error;
    });
    this.#after = last ?? addMs(instant, -lateMs);
    for (const name of waiting) this.#full.delete(name);
    for (const name of left) this.#full.add(name);
    this.#rest.looked(rows.length === 0 && this.#full.size > 0);
    if (rows.length > 0) await this.#gate.refresh();
    for (const group of Map.groupBy(rows, groupOf).values()) this.#add(group, poke);
    this.#pump(poke);
    // Rows left over while none could be taken are held by another process.
    const mayTake = rows.length > 0 && left.some((name) => this.#room(name) >= refill);
    const isKnown = this.#full.size === 0 && left.length === 0;
    const short = left.some((name) => this.#room(name) < refill);
    return { done: rows.length + seen, more: last !== null || mayTake, short, ...(isKnown && { next }) };
  }

  #room(name: string): number {
    return maxPerLane - (this.#lanes.get(name)?.rows ?? 0);
  }

  /** Resolves when no attempt is under way. */
  async idle(): Promise<void> {
    while (this.#attempts.size > 0) await Promise.all(this.#attempts);
  }

  /**
   * Begins nothing more. What is under way after `graceMs` is cut short; what does not end even then (a question to DNS)
   * is left: its claim runs out, and it is tried again.
   */
  async stop(graceMs: number): Promise<void> {
    const { database, clock, log } = this.#deps;
    const untried = [...this.#lanes.values()].flatMap(({ waiting }) =>
      waiting.splice(0).flatMap(({ group }) => group),
    );
    for (const { id } of untried) this.#rows.delete(id);
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
    this.#carrier.stop();
  }

  #pokeAll(): void {
    this.#deps.actors.feed.pokeTopic("outbound");
  }

  #add(group: Group, poke: () => void): void {
    const name = group[0]!.lane;
    const known = this.#lanes.get(name) ?? { waiting: [], begun: 0, begunMs: 0, preparing: 0, rows: 0 };
    this.#lanes.set(name, known);
    known.rows += group.length;
    for (const row of group) this.#rows.set(row.id, row);
    if (this.#gate.isOpen) known.waiting.push({ group, read: null });
    else void this.#ask(known, group, poke);
  }

  /** Release rows that may not go now. */
  async #ask(known: Lane, group: Group, poke: () => void): Promise<void> {
    const going = await this.#gate.pass(group, this.#routeOf(group[0]!)).catch((error) => {
      this.#deps.log.warn("whether mail may go could not be asked", { error: messageOf(error) });
      return group;
    });
    const rows = new Set(going);
    this.#forget(
      known,
      group.filter((row) => !rows.has(row)),
    );
    if (going.length > 0) known.waiting.push({ group: [...going], read: null });
    this.#pump(poke);
  }

  #forget(known: Lane, rows: Group): void {
    known.rows -= rows.length;
    for (const { id } of rows) this.#rows.delete(id);
    const name = rows[0]?.lane;
    if (name !== undefined && known.rows === 0 && this.#lanes.get(name) === known) this.#lanes.delete(name);
  }

  /** Begins what has a place: one of each lane in turn. */
  #pump(poke: () => void): void {
    for (let began = true; began; ) {
      began = false;
      for (const [name, known] of this.#lanes) {
        if (known.waiting.length === 0 || !this.#hasPlace(name, known)) continue;
        this.#begin(known, known.waiting.shift()!, poke);
        began = true;
      }
    }
  }

  #readAhead(known: Lane): void {
    const { waiting, begunMs } = known;
    known.begunMs = performance.now();
    if (known.begunMs - begunMs > closeMs || isFresh(waiting[Math.min(waiting.length, ahead / 2) - 1]))
      return;
    for (const next of waiting.slice(0, ahead)) if (!isFresh(next)) this.#read(next);
  }

  #read(waiting: Waiting): Promise<ReadMail> {
    const mail = this.#carrier.read(waiting.group);
    mail.catch(() => undefined);
    waiting.read = { atMs: performance.now(), mail };
    return mail;
  }

  #hasPlace(name: string, { begun, preparing, waiting }: Lane): boolean {
    if (name === localLane) return begun < maxInside;
    return (
      this.#gate.hasRoom(name) && this.#deps.transport.free(this.#routeOf(waiting[0]!.group[0]!)) > preparing
    );
  }

  #routeOf({ envelopeFrom: from, recipient }: OutboundRow): Route {
    return destinationOf(this.#deps.config, { from, recipient });
  }

  #begin(known: Lane, waiting: Waiting, poke: () => void): void {
    const { group } = waiting;
    known.begun++;
    known.preparing++;
    let prepared = false;
    const handedOver = () => {
      if (!prepared) known.preparing--;
      prepared = true;
    };
    // The outcome is written meanwhile.
    const ended = () => {
      handedOver();
      this.#pump(poke);
    };
    const attempt = this.#attempt(waiting, { handedOver, ended })
      .catch((error) => {
        if (this.#stopping.signal.aborted) return;
        this.#deps.log.error("an attempt to send mail failed", { error: messageOf(error) });
      })
      .finally(() => {
        handedOver();
        const isCrowded = this.#rows.size >= maxUnderWay;
        known.begun--;
        const name = group[0]!.lane;
        this.#forget(known, group);
        this.#attempts.delete(attempt);
        if (this.#stopping.signal.aborted) return;
        this.#pump(poke);
        if (isCrowded || (this.#full.has(name) && this.#room(name) >= refill)) {
          this.#rest.cut();
          poke();
        }
      });
    this.#attempts.add(attempt);
    this.#readAhead(known);
  }

  async #attempt(
    waiting: Waiting,
    { handedOver, ended }: { handedOver: () => void; ended: () => void },
  ): Promise<void> {
    const { group, read } = waiting;
    const startMs = performance.now();
    const begun = this.#gate.begin(group[0]!.lane);
    const mail = read && isFresh(waiting) ? read.mail : this.#read(waiting);
    const results = await mail
      .then((read) =>
        this.#carrier.carry(group, read, {
          route: (row) => this.#routeOf(row),
          signal: this.#stopping.signal,
          mayEnd: () => this.#owns(group),
          handedOver,
        }),
      )
      .catch((error) => group.map((row) => ownResult(row, "deferred", `4.3.0 ${messageOf(error)}`)));
    times.attempts.observe(secondsSince(startMs));
    await this.#gate.end(group[0]!.lane, begun, results);
    ended();
    if (results.every(({ kind }) => kind === "deferred") && !this.#owns(group)) {
      // This process cut the attempt short, for its own reasons: it does not count, and the row is due at
      // once.
      const { database, clock } = this.#deps;
      await this.#outcomes.untilStored(() => releaseOutbound(database, nowInstant(clock), group));
      return;
    }
    await this.#outcomes.record(group, results);
  }

  #owns(group: Group): boolean {
    return this.#deps.heartbeat.owns(group[0]!.claimedBy);
  }

  #renew(): void {
    if (this.#rows.size === 0) return;
    const { database, clock, log } = this.#deps;
    renewOutbound(database, nowInstant(clock), [...this.#rows.values()]).catch((error) =>
      log.warn("claims of outgoing mail could not be renewed", { error: messageOf(error) }),
    );
  }
}
