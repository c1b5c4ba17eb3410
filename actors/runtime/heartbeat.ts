// Whether this process still owns what it has claimed, and which others do not any more. Each process counts beats in the
// database. One whose count has not risen for 20 s, while this process could beat all that time, is said to be dead: then it
// cannot beat again under its name, and what it had claimed is free. A process that could not beat for 9 s is no longer sure
// that it is alive, and must not finish what cannot be undone. No clock of another machine is believed: only how long a
// count stood still here. So a database that was away for all kills nobody.
import { type Clock, nowInstant } from "../../src/lib/clock.ts";
import { facts } from "../../src/lib/facts.ts";
import { messageOf } from "../../src/lib/failure.ts";
import { newId } from "../../src/lib/ids.ts";
import type { Log } from "../../src/lib/log.ts";
import type { Database } from "../../src/store/database/database.ts";
import { claimants, freeClaims } from "../../src/store/queues/outbound.ts";
import {
  addProcess,
  type Beating,
  beat,
  declareDead,
  liveProcesses,
  removeProcess,
} from "../../src/store/queues/processes.ts";
import { firstOfOne, type Place, placeOf } from "./line.ts";

export interface HeartbeatOptions {
  database: Database;
  clock: Clock;
  log: Log;
  /** Claims were freed: they are due. */
  freed: () => void;
  /** Milliseconds, rising, also while the process stands still. */
  now?: () => number;
}

export const beatMs = 3_000;
/** Shorter than `deadMs` by more than a mail's last octets take to the network. */
export const sureMs = 9_000;
export const deadMs = 20_000;
/** Between two looks for claims under names that no live process has. */
export const strayMs = 30_000;
/** One whose count stood still for so long is not counted on any more; what it has claimed stays its own. */
const silentMs = 7_000;

interface Watched {
  beats: number;
  /** Since when the count has stood there, as seen here. */
  sinceMs: number;
}

export class Heartbeat {
  readonly #options: HeartbeatOptions;
  readonly #now: () => number;
  /** The only process of an embedded database, by the lock of its directory. */
  readonly #isOnly: boolean;
  #id = newId();
  #known = false;
  #stopped = false;
  /** When the last beat that succeeded began. */
  #beatenMs = Number.NEGATIVE_INFINITY;
  #straysMs = Number.NEGATIVE_INFINITY;
  readonly #others = new Map<string, Watched>();
  /** Those that were heard at the last beat. */
  #heard = new Set<string>();
  #gone = 0;
  #beating: Promise<void> | null = null;
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#isOnly = options.database.kind === "embedded";
  }

  /** The name under which this process claims. It changes when others took it for dead. */
  get id(): string {
    return this.#id;
  }

  /** Whether claims made under this name still belong to this process. */
  owns(id: string | null): boolean {
    if (this.#stopped) return false;
    return this.#isOnly || (id === this.#id && this.#now() - this.#beatenMs < sureMs);
  }

  /** Live processes that were seen, this one too. */
  get processes(): number {
    return this.#others.size + 1;
  }

  /** Where this process stands in the line for a worker. */
  line(worker: string): Place {
    if (this.#isOnly) return firstOfOne;
    const others = this.#heardOthers();
    return { place: placeOf(worker, this.#id, others), of: others.length + 1, gone: this.#gone };
  }

  #heardOthers(): string[] {
    const nowMs = this.#now();
    return [...this.#others].filter(([, { sinceMs }]) => nowMs - sinceMs < silentMs).map(([id]) => id);
  }

  /** Takes over at once from processes before it where there can be no other; else begins to beat. */
  async start(): Promise<void> {
    if (this.#isOnly) {
      await this.#free({ allBut: this.#id });
      return;
    }
    await this.beat();
    this.#timer = setInterval(() => void this.beat(), beatMs);
    this.#timer.unref();
  }

  /** Frees what this process still has claimed, and ends nothing of it any more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearInterval(this.#timer);
    await this.#beating;
    try {
      await this.#free({ of: this.#id });
      if (this.#known) await removeProcess(this.#options.database, this.#id);
    } catch (error) {
      // Others find it dead.
      this.#options.log.debug("claims could not be given back", { error: messageOf(error) });
    }
  }

  /** Beats once, and looks after the others. One at a time: while one is under way, it is waited for. */
  beat(): Promise<void> {
    this.#beating ??= this.#beat()
      .catch((error) => this.#options.log.debug("a beat failed", { error: messageOf(error) }))
      .finally(() => {
        this.#beating = null;
      });
    return this.#beating;
  }

  async #beat(): Promise<void> {
    const { database, clock, log } = this.#options;
    const startMs = this.#now();
    const { aside } = database;
    if (!this.#known) {
      await addProcess(aside, this.#id, nowInstant(clock));
      this.#known = true;
    }
    const all = await beat(aside, this.#id, nowInstant(clock));
    if (!all.some(({ id }) => id === this.#id)) {
      log.warn("this process stood still, and others have taken what it had claimed", {
        process_id: this.#id,
      });
      await removeProcess(aside, this.#id);
      this.#id = newId();
      this.#known = false;
      return this.#beat();
    }
    // In a gap of its own this process saw nobody: it begins to watch anew.
    if (startMs - this.#beatenMs > sureMs) this.#others.clear();
    this.#beatenMs = startMs;
    const others = all.filter(({ id }) => id !== this.#id);
    for (const id of this.#others.keys())
      if (!others.some((other) => other.id === id)) this.#others.delete(id);
    for (const other of others) if (this.#isSilent(other)) await this.#bury(other);
    const heard = new Set(this.#heardOthers());
    if ([...this.#heard].some((id) => !heard.has(id))) this.#gone++;
    this.#heard = heard;
    if (startMs - this.#straysMs >= strayMs) await this.#freeStrays();
  }

  /** What a process claimed after it was said to be dead, before it learned of that: it may have died meanwhile. */
  async #freeStrays(): Promise<void> {
    const { database, log } = this.#options;
    this.#straysMs = this.#now();
    // In this order: a process is known before it claims.
    const names = await claimants(database);
    const live = new Set(names.length > 0 ? await liveProcesses(database) : []);
    for (const id of names.filter((name) => !live.has(name))) {
      const freed = await this.#free({ of: id });
      if (freed > 0) log.warn("claims of a process that is long gone are free", { process_id: id, freed });
    }
  }

  #isSilent({ id, beats, isDead }: Beating): boolean {
    const nowMs = this.#now();
    const watched = this.#others.get(id);
    if (watched?.beats !== beats) this.#others.set(id, { beats, sinceMs: nowMs });
    return isDead || (watched?.beats === beats && nowMs - watched.sinceMs >= deadMs);
  }

  /** Removes the name when nothing is left under it: a process that dies in between leaves the rest to others. */
  async #bury(other: Beating): Promise<void> {
    const { database, clock, log } = this.#options;
    if (!(await declareDead(database, other, nowInstant(clock)))) return;
    this.#others.delete(other.id);
    const freed = await this.#free({ of: other.id });
    await removeProcess(database, other.id);
    facts.processLost.note(log, { process_id: other.id, freed });
  }

  async #free(whose: { of: string } | { allBut: string }): Promise<number> {
    const { database, clock, freed } = this.#options;
    for (let count = 0; ; ) {
      const step = await freeClaims(database, nowInstant(clock), whose);
      count += step.freed;
      if (step.more) continue;
      if (count > 0) freed();
      return count;
    }
  }
}
