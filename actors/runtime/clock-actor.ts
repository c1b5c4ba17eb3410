// Work that comes due by itself: by a cron schedule, by a tick between, or by a poke when a turn made some. Any number of processes run the same clock
// actors: each claims rows with `skip locked`, so none needs a leader. A round that found nothing says when something is
// next due, and ticks before that ask the database nothing: a turn that makes something due earlier pokes the topic. A look
// every 30 s finds what a lost hint did not tell.
// So that many processes do not all look for the same rows, a process takes what its own turns made at once, and what comes due
// by the clock or was left by others when it is first in line for the worker (line.ts). One that has no room asks all to help.
import { type Clock, type Instant, msOf, runAfter } from "../../src/lib/clock.ts";
import { counts, facts, secondsSince, times } from "../../src/lib/facts.ts";
import { messageOf } from "../../src/lib/failure.ts";
import type { Log } from "../../src/lib/log.ts";
import { DatabaseUnavailable } from "../../src/store/database/database.ts";
import type { Feed, PokeSource } from "./feed.ts";
import { firstOfOne, type LinePosition } from "./line.ts";
import { onSchedule } from "./schedule.ts";
import type { Topic } from "./turn.ts";

/** The result of one round of work. */
export interface Round {
  /** Things that it dealt with: rows that it took, changed, removed or walked past. */
  done: number;
  /** More is due now: the next round follows at once. */
  more: boolean;
  /**
   * The time at which something is next due; null: nothing waits. Absent: it is not known, and the next tick
   * looks.
   */
  next?: Instant | null;
  /** More is due than this process has capacity for: others are asked to help. */
  needsHelp?: boolean;
}

/** Rounds that follow at once between two ticks: work that never comes to an end leaves the processor to others. */
const roundsATick = 100;
/** Workers look after so long, whatever is known. */
export const lookBackMs = 30_000;
/** By place in the line: how long after a hint of another process's turn it looks whether that has left anything. */
const leftAfterMs = [1_000, 4_000];
/** The second in line looks for what came due so long after the first should have. */
const secondAfterMs = 4_000;
/** Work due within this time of a look is taken by the process that looked, wherever it is in the line. */
const soonMs = 2_000;
const defaultLeapMs = 3_600_000;
/** Between two calls for help, this process's and others'. */
const helpEveryMs = 2_000;

export interface ClockActorOptions {
  name: string;
  /** When it looks whatever is known: croner pattern with seconds, UTC. */
  schedule: string;
  /** Between two ticks, which look when something is due or nothing is known; left out: the schedule alone. */
  everyMs?: number;
  /** Between two looks where time passes by leaps, and it is not known when something is due; an hour when left out. */
  leapMs?: number;
  /** Where time passes by leaps, it looks for what is watched only when time stays where it is. */
  looksAtEnd?: boolean;
  /** Runs at once when a committed turn pokes it. */
  topic?: Topic;
  /** A number that changes when work may have been made that pokes no topic: the next tick looks then. */
  watch?: () => number;
  /** True: the work is each process's own, such as certificates in memory, and all processes look alike. */
  everywhere?: boolean;
  /** One round; `poke` asks for another. To ask for more after doing nothing is a bug: it is logged, and the next round waits for its tick. */
  work: (poke: () => void) => Promise<Round>;
}

export interface ClockActor {
  /** Runs soon, once, however often it is called before that. */
  poke(): void;
  /** Resolves when the running round has ended; none begins afterwards. */
  stop(): Promise<void>;
}

/** A time span without due work, as a round that found nothing saw it. */
interface Quiet {
  fromMs: number;
  /** Infinity: nothing waits, or this process need not know. */
  nextMs: number;
  watched: number;
}

export interface ClockActorDeps {
  feed: Feed;
  clock: Clock;
  log: Log;
  /** Left out: there is no other process. */
  line?: (worker: string) => LinePosition;
}

export function startClockActor(deps: ClockActorDeps, options: ClockActorOptions): ClockActor {
  const { clock } = deps;
  const { schedule, everyMs, watch = () => 0 } = options;
  let quiet: Quiet | null = null;
  let soon: (() => void) | null = null;
  let wanted = false;
  let stopped = false;
  let running: Promise<void> | null = null;
  let left = roundsATick;
  let lookedMs = Number.NEGATIVE_INFINITY;
  let helpMs = Number.NEGATIVE_INFINITY;
  let late: (() => void) | null = null;
  const line = () => (options.everywhere ? firstOfOne : (deps.line?.(options.name) ?? firstOfOne));
  let stood = line();

  async function rounds(): Promise<void> {
    while (wanted && !stopped) {
      wanted = false;
      quiet = null;
      lookedMs = clock.now();
      const startMs = performance.now();
      const from = { fromMs: clock.now(), watched: watch() };
      try {
        const { done, more, next, needsHelp } = await options.work(poke);
        if (needsHelp) askForHelp();
        counts.workerRounds.add([options.name]);
        times.workerRounds.observe(secondsSince(startMs), [options.name]);
        if (more && done <= 0) {
          deps.log.error(
            `${options.name} asks for another round although it did nothing: it waits for its next tick`,
          );
        } else if (more && --left > 0) wanted = true;
        // Without ticks it looks once more, for when something is next due.
        else if (clock.leaps && !more && next === undefined && done > 0 && --left > 0) wanted = true;
        else if (!more && next !== undefined)
          quiet = { ...from, nextMs: next === null ? Infinity : msOf(next) + 1 };
        // The first process in line looks after the work of others.
        else if (!more && done === 0 && line().place > 0) quiet = { ...from, nextMs: Infinity };
      } catch (error) {
        // The next tick tries again: due work stays due. The pool logs that the database is away.
        const fields = { worker: options.name, error: messageOf(error) };
        if (error instanceof DatabaseUnavailable) deps.log.debug("a worker had no database", fields);
        else facts.workerFailed.note(deps.log, fields);
      }
    }
    running = null;
    aim();
  }

  /** Until when there is nothing to look for, as far as this process has to know. */
  function quietUntil({ fromMs, nextMs }: Quiet): number {
    const { place, of } = line();
    if (place === 0) return Math.min(nextMs, fromMs + lookBackMs);
    const dueMs = nextMs - fromMs <= soonMs ? nextMs : place === 1 ? nextMs + secondAfterMs : Infinity;
    return Math.min(dueMs, fromMs + lookBackMs * of);
  }

  function isQuiet(): boolean {
    if (quiet === null) return false;
    const now = clock.now();
    // A clock that was set back says nothing about what is due.
    return now >= quiet.fromMs && now < quietUntil(quiet) && watch() === quiet.watched;
  }

  /** Set a timer for work that is due before the next tick. */
  function aim(): void {
    soon?.();
    soon = null;
    if (stopped) return;
    if (clock.leaps) {
      soon = aimInLeaps();
      return;
    }
    const waitMs = quiet === null ? Infinity : quietUntil(quiet) - clock.now();
    if (waitMs > (everyMs ?? lookBackMs)) return;
    soon = runAfter(clock, Math.max(waitMs, 1), poke);
  }

  /** Where time passes by leaps there are no ticks between: it looks when something is due, or now and then where that is not known. */
  function aimInLeaps(): (() => void) | null {
    const isKnown = quiet !== null && line().place === 0;
    const isWoken = options.topic !== undefined || options.watch !== undefined;
    if (isKnown && isWoken && quiet!.nextMs === Infinity) return null;
    if (isKnown && quiet!.nextMs < Infinity)
      return runAfter(clock, Math.max(quiet!.nextMs - clock.now(), 1), poke);
    // Cut off while there was more.
    if (left <= 0) return runAfter(clock, 1000, poke);
    const leapMs = options.leapMs ?? defaultLeapMs;
    return runAfter(clock, leapMs - (clock.now() % leapMs), poke, "housekeeping");
  }

  function poke(): void {
    if (stopped) return;
    if (clock.leaps && running === null) left = roundsATick;
    wanted = true;
    running ??= clock.leaps ? clock.leaps.inTurn(rounds) : Promise.resolve().then(rounds);
  }

  /** Looks for work that pokes no topic, where no tick does. */
  function lookAtRest(): boolean {
    if (quiet === null || running !== null || watch() === quiet.watched) return false;
    poke();
    return true;
  }

  /** Turns of another process made work, which that process takes. */
  function lookLater(): void {
    const { place, of } = line();
    // Commands have no workers.
    if (of === 1) poke();
    else if (place < leftAfterMs.length && late === null && !stopped) {
      late = runAfter(clock, leftAfterMs[place]!, () => {
        late = null;
        poke();
      });
    }
  }

  function hear(_together: number, source: PokeSource): void {
    if (source === "elsewhere") lookLater();
    else poke();
    if (source === "all") helpMs = clock.now();
  }

  function askForHelp(): void {
    if (options.topic === undefined || Math.abs(clock.now() - helpMs) < helpEveryMs) return;
    helpMs = clock.now();
    deps.feed.askForHelp(options.topic);
  }

  /** Whether the first in line has become this process, or a process is gone that may have left something. */
  function hasInherited(): boolean {
    const before = stood;
    stood = line();
    return stood.place === 0 && (before.place > 0 || stood.gone !== before.gone);
  }

  function tick(): void {
    left = roundsATick;
    if (hasInherited() || !isQuiet()) poke();
    else aim();
  }

  /** The first looks each time, the others as rarely as there are many. */
  function onTime(): void {
    left = roundsATick;
    const { place, of } = line();
    const agoMs = Math.abs(clock.now() - lookedMs);
    if (place === 0 || agoMs >= lookBackMs * of) poke();
  }

  const endSchedule = clock.leaps
    ? clock.leaps.onRest(lookAtRest, options.looksAtEnd ? "end" : "step")
    : onSchedule(schedule, onTime);
  const ticks = everyMs === undefined || clock.leaps ? null : setInterval(tick, everyMs);
  ticks?.unref();
  const unsubscribe = options.topic ? deps.feed.onTopic(options.topic, hear) : () => undefined;
  poke();
  return {
    poke,
    async stop() {
      stopped = true;
      endSchedule();
      if (ticks) clearInterval(ticks);
      late?.();
      aim();
      unsubscribe();
      await running;
    },
  };
}
