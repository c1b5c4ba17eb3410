// The only clock of the program. Instants are ISO 8601 UTC strings with microseconds (DECISIONS Conventions):
// a JavaScript Date loses the microseconds, so instants stay strings from the database to the wire. They sort as text.

/** An instant, `2026-01-02T03:04:05.678901Z`. */
export type Instant = string;

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Timers of a clock that passes by leaps (a sandbox); absent: time passes by itself, and the runtime's timers go by it. */
  readonly leaps?: LeapTimers;
}

/**
 * Why time has to come to a timer: something happens then; only housekeeping looks; or somebody waits for it, for whom a
 * clock that stands moves on.
 */
export type Urge = "due" | "housekeeping" | "awaited";

/** Timers of a clock that passes by leaps: it moves on to the next timer when all work under way has come to rest. */
export interface LeapTimers {
  /** @returns what cancels it */
  after(ms: number, action: () => void, urge: Urge): () => void;
  /** Time stands until this work has ended. */
  during<T>(work: Promise<T>): Promise<T>;
  /** Runs one piece of work after the other, so that each course of events can be repeated. Time stands meanwhile. */
  inTurn(work: () => Promise<void>): Promise<void>;
  /** As `outside` below. */
  outside<T>(work: Promise<T>): Promise<T>;
  /**
   * Resolves when the work that earlier calls began has come to rest, where the clock stands: a program that makes one call after
   * the other finds the same each time. A program outside that is waited for holds it up for a second: it may be the caller.
   */
  settled(): Promise<void>;
  /**
   * Asked when all work rests: true when more work began. "step": before time moves on; "end": when it stays where it is.
   * @returns what ends that
   */
  onRest(look: () => boolean, when: "step" | "end"): () => void;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Runs an action once, so many milliseconds of the clock from now; it keeps no process alive. @returns what cancels it */
export function runAfter(clock: Clock, ms: number, action: () => void, urge: Urge = "due"): () => void {
  if (clock.leaps) return clock.leaps.after(ms, action, urge);
  const timer = setTimeout(action, ms);
  timer.unref();
  return () => clearTimeout(timer);
}

/** Marks work that runs beside its caller: a clock that passes by leaps stands until it has ended. */
export function during<T>(clock: Clock, work: Promise<T>): Promise<T> {
  return clock.leaps ? clock.leaps.during(work) : work;
}

/** Runs work beside its caller; where time passes by leaps, one piece after the other. */
export function beside(clock: Clock, work: () => Promise<void>): Promise<void> {
  return clock.leaps ? clock.leaps.inTurn(work) : work();
}

/** Marks work that waits for a program outside, which may call meanwhile. */
export function outside<T>(clock: Clock, work: Promise<T>): Promise<T> {
  return clock.leaps ? clock.leaps.outside(work) : work;
}

/** Milliseconds for spans of time, which no correction of the system's time disturbs. */
export function steadyMs(clock: Clock): number {
  return clock.leaps ? clock.now() : performance.now();
}

const unitSeconds = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Seconds of a time such as 30m, 4h or 2d, as settings and commands take it; null: it is none. */
export function spanSeconds(text: string): number | null {
  const [, number, unit] = /^(\d{1,5})([smhd])$/.exec(text) ?? [];
  return unit === undefined ? null : Number(number) * unitSeconds[unit as keyof typeof unitSeconds];
}

/** A clock that tests move by hand. */
export class ManualClock implements Clock {
  #ms: number;
  constructor(startMs: number) {
    this.#ms = startMs;
  }
  now(): number {
    return this.#ms;
  }
  advance(ms: number): void {
    this.#ms += ms;
  }
}

/** Milliseconds since the epoch (fractions carry microseconds) to an Instant. */
export function instantOf(ms: number): Instant {
  const whole = Math.floor(ms);
  const micros = Math.round((ms - whole) * 1000);
  return `${new Date(whole).toISOString().slice(0, -1)}${String(Math.min(micros, 999)).padStart(3, "0")}Z`;
}

export function nowInstant(clock: Clock): Instant {
  return instantOf(clock.now());
}

/** An Instant as milliseconds since the epoch; microseconds are truncated. */
export function msOf(instant: Instant): number {
  return Date.parse(`${instant.slice(0, 23)}Z`);
}

export function earlierOf(one: Instant, other: Instant): Instant {
  return one < other ? one : other;
}

export function laterOf(one: Instant, other: Instant): Instant {
  return one > other ? one : other;
}

/** The instant one microsecond after this one. */
export function nextInstant(instant: Instant): Instant {
  const micros = Number(instant.slice(23, 26));
  if (micros < 999) return `${instant.slice(0, 23)}${String(micros + 1).padStart(3, "0")}Z`;
  return instantOf(msOf(instant) + 1);
}

/** `instant` moved by whole milliseconds (either sign), microseconds kept. */
export function addMs(instant: Instant, ms: number): Instant {
  return `${new Date(msOf(instant) + ms).toISOString().slice(0, -1)}${instant.slice(23, 26)}Z`;
}

const postgresPattern = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:\+00(?::?00)?|Z)$/;

/**
 * Read an Instant from Postgres's text of a timestamptz (session zone UTC), e.g. `2026-01-02
 * 03:04:05.6789+00`.
 * @throws Error for any other text
 */
export function instantFromPostgres(text: string): Instant {
  if (!postgresPattern.test(text)) throw new Error(`not a UTC timestamp: ${text}`);
  const micros = text[19] === "." ? text.slice(20, text.endsWith("Z") ? -1 : text.indexOf("+")) : "";
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${micros.padEnd(6, "0")}Z`;
}

const instantPattern = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.(\d{1,6})\d*)?(Z|[+-]\d\d:\d\d)$/;

/** Years 1 to 9999 in UTC: those of four digits, which both databases accept. */
const firstMs = Date.parse("0001-01-01T00:00:00Z");
const lastMs = Date.parse("9999-12-31T23:59:59Z");

/** A caller's date-time (any offset) as an Instant, or null when it is not one. RFC 3339 5.6 */
export function parseInstant(text: string): Instant | null {
  const match = instantPattern.exec(text);
  if (!match) return null;
  const ms = Date.parse(`${match[1]}T${match[2]}${match[4]}`);
  if (Number.isNaN(ms) || ms < firstMs || ms > lastMs || !validDate(match[1] ?? "")) return null;
  return `${new Date(ms).toISOString().slice(0, 19)}.${(match[3] ?? "").padEnd(6, "0")}Z`;
}

function validDate(date: string): boolean {
  const ms = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date);
}
