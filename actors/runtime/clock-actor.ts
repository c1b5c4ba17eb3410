// Work that comes due by itself: a cron schedule, or a poke when a turn made some. Any number of processes run the
// same clock actors: each claims rows with `skip locked`, so none needs a leader.
import { Cron } from "croner";
import { counts, facts, secondsSince, times } from "../../src/lib/facts.ts";
import { messageOf } from "../../src/lib/failure.ts";
import type { Log } from "../../src/lib/log.ts";
import { DatabaseUnavailable } from "../../src/store/database/database.ts";
import type { Feed } from "./feed.ts";
import type { Topic } from "./turn.ts";

/** What one round of work came to. */
export interface Round {
  /** Things that it dealt with: rows that it took, changed, removed or walked past. */
  done: number;
  /** More is due now: the next round follows at once. */
  more: boolean;
}

/** Rounds that follow at once between two ticks: work that never comes to an end leaves the processor to others. */
const roundsATick = 100;

export interface ClockActorOptions {
  name: string;
  /** croner pattern with seconds. */
  schedule: string;
  /** Runs at once when a committed turn pokes it. */
  topic?: Topic;
  /** One round; `poke` asks for another. To ask for more after doing nothing is a bug: it is logged, and the next round waits for its tick. */
  work: (poke: () => void) => Promise<Round>;
}

export interface ClockActor {
  /** Runs soon, once, however often it is called before that. */
  poke(): void;
  /** Resolves when the running round has ended; none begins afterwards. */
  stop(): Promise<void>;
}

export function startClockActor(deps: { feed: Feed; log: Log }, options: ClockActorOptions): ClockActor {
  let wanted = false;
  let stopped = false;
  let running: Promise<void> | null = null;
  let left = roundsATick;

  async function rounds(): Promise<void> {
    while (wanted && !stopped) {
      wanted = false;
      const startMs = performance.now();
      try {
        const { done, more } = await options.work(poke);
        counts.workerRounds.add([options.name]);
        times.workerRounds.observe(secondsSince(startMs), [options.name]);
        if (more && done <= 0) {
          deps.log.error(
            `${options.name} asks for another round although it did nothing: it waits for its next tick`,
          );
        } else if (more && --left > 0) wanted = true;
      } catch (error) {
        // The next tick tries again: due work stays due. The pool logs that the database is away.
        const fields = { worker: options.name, error: messageOf(error) };
        if (error instanceof DatabaseUnavailable) deps.log.debug("a worker had no database", fields);
        else facts.workerFailed.note(deps.log, fields);
      }
    }
    running = null;
  }

  function poke(): void {
    if (stopped) return;
    wanted = true;
    running ??= Promise.resolve().then(rounds);
  }

  function tick(): void {
    left = roundsATick;
    poke();
  }

  const cron = new Cron(options.schedule, { utcOffset: 0, unref: true }, tick);
  const unsubscribe = options.topic ? deps.feed.onTopic(options.topic, poke) : () => undefined;
  poke();
  return {
    poke,
    async stop() {
      stopped = true;
      cron.stop();
      unsubscribe();
      await running;
    },
  };
}
