// Whether this process still owns what it has claimed, and which others do not any more. Each process counts beats in the
// database. One whose count has not risen for 20 s, while this process could beat all that time, is said to be dead: then it
// cannot beat again under its name, and what it had claimed is free. A process that could not beat for 9 s is no longer sure
// that it is alive, and must not finish what cannot be undone. No clock of another machine is believed: only how long a
// count stood still here. So a database that was away for all kills nobody.
import { type Clock, nowInstant } from "../../src/lib/clock.ts";
import { facts } from "../../src/lib/facts.ts";
import { messageOf } from "../../src/lib/failure.ts";
import { passingId } from "../../src/lib/ids.ts";
import type { Log } from "../../src/lib/log.ts";
import { RareWarning } from "../../src/lib/rare-warning.ts";
import type { Database } from "../../src/store/database/database.ts";
import {
  addProcess,
  type Beating,
  beat,
  changeSettings,
  declareDead,
  liveProcesses,
  type ProcessSettings,
  removeProcess,
  settingsOf,
} from "../../src/store/maintenance/processes.ts";
import { claimants, freeClaims } from "../../src/store/sending/outbound.ts";
import { firstOfOne, type LinePosition, placeOf } from "./line.ts";

export interface HeartbeatOptions {
  database: Database;
  clock: Clock;
  log: Log;
  /** This process's settings, for others to compare. Default: none. */
  settings?: () => ProcessSettings;
  /** Claims were freed: they are due. */
  freed: () => void;
  /** Milliseconds, rising, also while the process stands still. */
  now?: () => number;
}

export const beatMs = 3_000;
/** Shorter than `deadMs` by more than a mail's last octets take to the network. */
export const sureMs = 9_000;
export const deadMs = 20_000;
/** Difference between the clocks of this machine and of the database that needs no warning. */
const maxOffSeconds = 5;
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
  #id = passingId();
  #known = false;
  /** The settings that the row has. */
  #written = "";
  #stopped = false;
  /** The start of the last beat that succeeded. */
  #beatenMs = Number.NEGATIVE_INFINITY;
  #straysMs = Number.NEGATIVE_INFINITY;
  readonly #others = new Map<string, Watched>();
  /** Ids of the processes alive at the last beat. */
  #heard = new Set<string>();
  /** Ids of processes whose settings were compared with ours. */
  readonly #compared = new Set<string>();
  readonly #clockIsOff: RareWarning;
  #gone = 0;
  #beating: Promise<void> | null = null;
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#isOnly = options.database.kind === "embedded";
    this.#clockIsOff = new RareWarning(
      options.log,
      "this machine's clock disagrees with the database's: let NTP set both (timedatectl set-ntp true)",
      this.#now,
    );
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

  /** Return this process's place in the line for a worker. */
  line(worker: string): LinePosition {
    if (this.#isOnly) return firstOfOne;
    const others = this.#heardOthers();
    return { place: placeOf(worker, this.#id, others), of: others.length + 1, gone: this.#gone };
  }

  #settings(): ProcessSettings {
    return this.#options.settings?.() ?? {};
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
    const settings = this.#settings();
    const written = JSON.stringify(settings);
    if (!this.#known) await addProcess(aside, this.#id, { now: nowInstant(clock), settings });
    else if (written !== this.#written) {
      await changeSettings(aside, this.#id, settings);
      this.#compared.clear();
    }
    this.#known = true;
    this.#written = written;
    const askedMs = clock.now();
    const all = await beat(aside, this.#id, nowInstant(clock));
    this.#compareClock(all, (askedMs + clock.now()) / 2);
    if (!all.some(({ id }) => id === this.#id)) {
      log.warn("this process stood still, and others have taken what it had claimed", {
        process_id: this.#id,
      });
      await removeProcess(aside, this.#id);
      this.#id = passingId();
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
    await this.#compareSettings(others.map(({ id }) => id));
    if (startMs - this.#straysMs >= strayMs) await this.#freeStrays();
  }

  #compareClock(all: readonly Beating[], hereMs: number): void {
    const there = all.find(({ id }) => id === this.#id)?.nowMs ?? null;
    if (there === null) return;
    const seconds = Math.round((hereMs - there) / 1000);
    if (Math.abs(seconds) < maxOffSeconds) this.#clockIsOff.over();
    else this.#clockIsOff.write(`${Math.abs(seconds)} s ${seconds > 0 ? "ahead" : "behind"}`);
  }

  /** Once for each process: what differs would differ from call to call for clients. */
  async #compareSettings(others: readonly string[]): Promise<void> {
    const { database, log } = this.#options;
    for (const id of this.#compared) if (!others.includes(id)) this.#compared.delete(id);
    const fresh = others.filter((id) => !this.#compared.has(id));
    if (fresh.length === 0) return;
    const own = this.#settings();
    for (const { id, settings } of await settingsOf(database.aside, fresh)) {
      const theirs = settings ?? {};
      const names = Object.keys(own).filter((name) => name in theirs && theirs[name] !== own[name]);
      if (names.includes("S3_BUCKET"))
        log.warn(
          "another process keeps large mails elsewhere, where this one cannot read them: set the same S3_BUCKET",
          {
            process_id: id,
          },
        );
      const rest = names.filter((name) => name !== "S3_BUCKET");
      if (rest.length > 0)
        log.warn("another process on this database has other settings", {
          process_id: id,
          settings: rest.join(", "),
        });
    }
    for (const id of fresh) this.#compared.add(id);
  }

  /**
   * Free claims that a process made after it was declared dead and before it learned of that: it may have
   * died meanwhile.
   */
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
