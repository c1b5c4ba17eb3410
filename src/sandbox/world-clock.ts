// The clock of a world. It runs at a multiple of real time or stands, and is moved on by hand: then everything that comes due on
// the way happens in its order, each thing to its end before the next. While somebody waits (a call that waits for mail, IDLE), a
// clock that stands moves on by itself, to the next thing that happens.
import { type Clock, instantOf, type LeapTimers, type Urge } from "../lib/clock.ts";
import { messageOf } from "../lib/failure.ts";
import type { Log } from "../lib/log.ts";

interface Timer {
  dueMs: number;
  action: () => void;
  urge: Urge;
  isOver: boolean;
}

/** Timers of one call before a world counts as one that cannot end. */
const maxEvents = 1_000_000;
/** Real time after which a program outside that has not answered may wait for a call of its own. */
const outsideMs = 1_000;
/** Real time after which a clock that stands tries again to move on. */
const retryMs = 1_000;
/** The runtime's longest timer. */
const maxTimerMs = 2 ** 31 - 1;

export class WorldClock implements Clock {
  readonly leaps: LeapTimers;
  readonly #log: Log;
  #timers: Timer[] = [];
  #awaited = 0;
  /** Work under way. */
  #busy = 0;
  /** Calls of programs outside that are waited for, each with whether it was waited for long. */
  readonly #outside = new Set<{ isLate: boolean }>();
  #rested: (() => void)[] = [];
  readonly #looks = { step: new Set<() => boolean>(), end: new Set<() => boolean>() };
  /** Work that runs in turn. */
  #turn: Promise<void> = Promise.resolve();
  /** Moves of the clock, one after the other. */
  #moves: Promise<unknown> = Promise.resolve();
  #isMoving = false;
  #isRunningOn = false;
  #atMs: number;
  #sinceMs = performance.now();
  #speed: number;
  #alarm: ReturnType<typeof setTimeout> | null = null;
  #isStopped = false;
  /** Waits until what has happened can be seen, in real time: before a clock that stands moves on, and before a move is answered. */
  seen: () => Promise<void> = async () => undefined;

  /** @param speed world's milliseconds in a real one; 0: the clock stands */
  constructor({ startMs, speed, log }: { startMs: number; speed: number; log: Log }) {
    this.#atMs = startMs;
    this.#speed = speed;
    this.#log = log;
    this.leaps = {
      after: (ms, action, urge) => this.#after(ms, action, urge),
      during: (work) => this.#during(work),
      inTurn: (work) => this.#inTurn(work),
      outside: (work) => this.#waitFor(work),
      settled: async () => {
        if (this.#speed === 0 && !this.#isStopped) await this.#rest(() => this.#outsideIsLate);
      },
      onRest: (look, when) => {
        this.#looks[when].add(look);
        return () => this.#looks[when].delete(look);
      },
    };
  }

  now(): number {
    if (this.#isMoving || this.#speed === 0) return this.#atMs;
    return Math.floor(this.#atMs + (performance.now() - this.#sinceMs) * this.#speed);
  }

  get speed(): number {
    return this.#speed;
  }

  /** The time of the next thing that happens by itself; null: nothing is due. */
  get nextMs(): number | null {
    const next = this.#timers.find(({ isOver, urge }) => !isOver && urge === "due");
    return next?.dueMs ?? null;
  }

  setSpeed(speed: number): void {
    this.#set(this.now());
    this.#speed = speed;
    this.#aim();
    this.#runOn();
  }

  /**
   * Moves on to this time: what comes due until then happens, and can be seen, before it resolves. An earlier time moves nothing.
   * @returns how many timers ran
   */
  moveTo(ms: number): Promise<number> {
    return this.#move(async () => {
      const ran = await this.#until(ms);
      if (!this.#isStopped) await this.seen();
      return ran;
    });
  }

  /** Resolves when all work under way has come to rest. */
  rest(): Promise<void> {
    return this.#rest(() => false);
  }

  async #rest(isOver: () => boolean): Promise<void> {
    for (;;) {
      while (this.#busy > 0 && !isOver()) await new Promise<void>((resolve) => this.#rested.push(resolve));
      if (isOver()) return;
      // Callbacks of sockets and of finished work begin what follows from it.
      for (let n = 0; n < 3 && this.#busy === 0; n++) await new Promise((resolve) => setImmediate(resolve));
      if (this.#busy > 0) continue;
      if (!this.#look("step") && this.#busy === 0) return;
    }
  }

  /** @returns whether work began */
  #look(when: "step" | "end"): boolean {
    let began = false;
    for (const look of [...this.#looks[when]]) began = look() || began;
    return began;
  }

  stop(): void {
    this.#isStopped = true;
    this.#timers = [];
    if (this.#alarm) clearTimeout(this.#alarm);
  }

  #set(ms: number): void {
    this.#atMs = ms;
    this.#sinceMs = performance.now();
  }

  #move<T>(work: () => Promise<T>): Promise<T> {
    const moved = this.#moves.then(async () => {
      this.#set(this.now());
      this.#isMoving = true;
      try {
        return await work();
      } finally {
        this.#set(this.#atMs);
        this.#isMoving = false;
        this.#aim();
      }
    });
    this.#moves = moved.catch(() => undefined);
    return moved;
  }

  async #until(ms: number): Promise<number> {
    let ran = 0;
    await this.rest();
    for (; !this.#isStopped; ran++) {
      if (ran >= maxEvents)
        throw new Error(
          `The world does not come to an end: ${maxEvents} things happened until ${instantOf(this.#atMs)}. Move it on in smaller steps.`,
        );
      const next = this.#take(ms);
      if (next === null && !this.#look("end")) break;
      if (next === null) {
        await this.rest();
        continue;
      }
      this.#atMs = Math.max(this.#atMs, next.dueMs);
      this.#fire(next);
      await this.rest();
    }
    this.#atMs = Math.max(this.#atMs, ms);
    return ran;
  }

  /** The next timer until this time, which is taken out. */
  #take(ms: number): Timer | null {
    while (this.#timers[0]?.isOver) this.#timers.shift();
    const [next] = this.#timers;
    if (next === undefined || next.dueMs > ms) return null;
    this.#timers.shift();
    return next;
  }

  #fire(timer: Timer): void {
    if (timer.isOver) return;
    this.#end(timer);
    try {
      timer.action();
    } catch (error) {
      this.#log.error("a timer of the world failed", { error: messageOf(error) });
    }
  }

  #end(timer: Timer): void {
    if (timer.isOver) return;
    timer.isOver = true;
    if (timer.urge === "awaited") this.#awaited--;
  }

  #after(ms: number, action: () => void, urge: Urge): () => void {
    if (this.#isStopped) return () => undefined;
    const timer = { dueMs: this.now() + Math.max(0, ms), action, urge, isOver: false };
    this.#insert(timer);
    if (urge === "awaited") this.#awaited++;
    this.#aim();
    this.#runOn();
    return () => this.#end(timer);
  }

  /** Behind those of its instant. */
  #insert(timer: Timer): void {
    let [low, high] = [0, this.#timers.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#timers[middle]!.dueMs <= timer.dueMs) low = middle + 1;
      else high = middle;
    }
    this.#timers.splice(low, 0, timer);
  }

  /** A clock that runs comes to its next timer by itself. */
  #aim(): void {
    if (this.#alarm) clearTimeout(this.#alarm);
    this.#alarm = null;
    while (this.#timers[0]?.isOver) this.#timers.shift();
    const [next] = this.#timers;
    if (next === undefined || this.#speed === 0 || this.#isMoving || this.#isStopped) return;
    const waitMs = Math.min(maxTimerMs, Math.max(0, (next.dueMs - this.now()) / this.#speed));
    this.#alarm = setTimeout(() => {
      const nowMs = this.now();
      this.#move(() => this.#until(nowMs)).catch((error) =>
        this.#log.error("the world stopped", { error: messageOf(error) }),
      );
    }, waitMs);
    this.#alarm.unref();
  }

  /** A clock that stands moves on while somebody waits. */
  #runOn(): void {
    if (this.#speed !== 0 || this.#awaited === 0 || this.#isRunningOn || this.#isStopped) return;
    this.#isRunningOn = true;
    this.#move(async () => {
      while (this.#awaited > 0 && this.#speed === 0 && !this.#isStopped) {
        await this.rest();
        await this.seen();
        if (this.#awaited === 0) break;
        const next = this.#take(Number.POSITIVE_INFINITY);
        if (next === null) break;
        this.#atMs = Math.max(this.#atMs, next.dueMs);
        this.#fire(next);
      }
      this.#look("end");
    })
      .catch((error) => {
        this.#log.error("the world stopped", { error: messageOf(error) });
        return new Promise<void>((resolve) => setTimeout(resolve, retryMs).unref());
      })
      .finally(() => {
        this.#isRunningOn = false;
        this.#runOn();
      });
  }

  #during<T>(work: Promise<T>): Promise<T> {
    this.#busy++;
    const done = () => {
      if (--this.#busy === 0) this.#wake();
    };
    work.then(done, done);
    return work;
  }

  #wake(): void {
    for (const wake of this.#rested.splice(0)) wake();
  }

  #waitFor<T>(work: Promise<T>): Promise<T> {
    const call = { isLate: false };
    this.#outside.add(call);
    const late = setTimeout(() => {
      call.isLate = true;
      this.#wake();
    }, outsideMs);
    late.unref();
    const done = () => {
      clearTimeout(late);
      this.#outside.delete(call);
    };
    work.then(done, done);
    return work;
  }

  get #outsideIsLate(): boolean {
    return [...this.#outside].some(({ isLate }) => isLate);
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const ran = this.#turn.then(work);
    this.#turn = ran.catch(() => undefined);
    return this.#during(ran);
  }
}
