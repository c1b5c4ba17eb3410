// Work that comes due by itself: by a cron schedule, by a tick between, or by a poke when a turn made some. Any number of processes run the same clock
// actors: each claims rows with `skip locked`, so none needs a leader. A round that found nothing says when something is
// next due, and ticks before that ask the database nothing: a turn that makes something due earlier pokes the topic. What a
// hint should have told and did not is found by the look back.
import { type Clock, type Instant, msOf } from "../../src/lib/clock.ts";
import { counts, facts, secondsSince, times } from "../../src/lib/facts.ts";
import { messageOf } from "../../src/lib/failure.ts";
import type { Log } from "../../src/lib/log.ts";
import { DatabaseUnavailable } from "../../src/store/database/database.ts";
import type { Feed } from "./feed.ts";
import { onSchedule } from "./schedule.ts";
import type { Topic } from "./turn.ts";

/** What one round of work came to. */
export interface Round {
  /** Things that it dealt with: rows that it took, changed, removed or walked past. */
  done: number;
  /** More is due now: the next round follows at once. */
  more: boolean;
  /** When something is next due; null: nothing waits. Left out: it is not known, and the next tick looks. */
  next?: Instant | null;
}

/** Rounds that follow at once between two ticks: work that never comes to an end leaves the processor to others. */
const roundsATick = 100;
/** Workers look after so long, whatever is known. */
export const lookBackMs = 30_000;

export interface ClockActorOptions {
  name: string;
  /** When it looks whatever is known: croner pattern with seconds, UTC. */
  schedule: string;
  /** Between two ticks, which look when something is due or nothing is known; left out: the schedule alone. */
  everyMs?: number;
  /** Runs at once when a committed turn pokes it. */
  topic?: Topic;
  /** A number that changes when work may have been made of which no topic tells: the next tick looks then. */
  watch?: () => number;
  /** One round; `poke` asks for another. To ask for more after doing nothing is a bug: it is logged, and the next round waits for its tick. */
  work: (poke: () => void) => Promise<Round>;
}

export interface ClockActor {
  /** Runs soon, once, however often it is called before that. */
  poke(): void;
  /** Resolves when the running round has ended; none begins afterwards. */
  stop(): Promise<void>;
}

/** What a round that found nothing knows. */
interface Quiet {
  fromMs: number;
  untilMs: number;
  watched: number;
}

export interface ClockActorDeps {
  feed: Feed;
  clock: Clock;
  log: Log;
}

export function startClockActor(deps: ClockActorDeps, options: ClockActorOptions): ClockActor {
  const { clock } = deps;
  const { schedule, everyMs, watch = () => 0 } = options;
  let quiet: Quiet | null = null;
  let soon: ReturnType<typeof setTimeout> | null = null;
  let wanted = false;
  let stopped = false;
  let running: Promise<void> | null = null;
  let left = roundsATick;

  async function rounds(): Promise<void> {
    while (wanted && !stopped) {
      wanted = false;
      quiet = null;
      const startMs = performance.now();
      const from = { fromMs: clock.now(), watched: watch() };
      try {
        const { done, more, next } = await options.work(poke);
        counts.workerRounds.add([options.name]);
        times.workerRounds.observe(secondsSince(startMs), [options.name]);
        if (more && done <= 0) {
          deps.log.error(
            `${options.name} asks for another round although it did nothing: it waits for its next tick`,
          );
        } else if (more && --left > 0) wanted = true;
        else if (!more && next !== undefined)
          quiet = {
            ...from,
            untilMs: Math.min(next === null ? Infinity : msOf(next) + 1, from.fromMs + lookBackMs),
          };
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

  function isQuiet(): boolean {
    if (quiet === null) return false;
    const now = clock.now();
    // A clock that was set back says nothing about what is due.
    return now >= quiet.fromMs && now < quiet.untilMs && watch() === quiet.watched;
  }

  /** What comes due before the next tick does not wait for it. */
  function aim(): void {
    if (soon) clearTimeout(soon);
    soon = null;
    const waitMs = quiet === null ? Infinity : quiet.untilMs - clock.now();
    if (stopped || waitMs > (everyMs ?? lookBackMs)) return;
    soon = setTimeout(poke, Math.max(waitMs, 1));
    soon.unref();
  }

  function poke(): void {
    if (stopped) return;
    wanted = true;
    running ??= Promise.resolve().then(rounds);
  }

  function tick(): void {
    left = roundsATick;
    if (isQuiet()) aim();
    else poke();
  }

  const endSchedule = onSchedule(schedule, () => {
    left = roundsATick;
    poke();
  });
  const ticks = everyMs === undefined ? null : setInterval(tick, everyMs);
  ticks?.unref();
  const unsubscribe = options.topic ? deps.feed.onTopic(options.topic, poke) : () => undefined;
  poke();
  return {
    poke,
    async stop() {
      stopped = true;
      endSchedule();
      if (ticks) clearInterval(ticks);
      aim();
      unsubscribe();
      await running;
    },
  };
}
