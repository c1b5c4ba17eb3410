// Work that comes due by itself: a cron schedule, or a poke when a turn made some. Any number of processes run the
// same clock actors: each claims rows with `skip locked`, so none needs a leader.
import { Cron } from "croner";
import { messageOf } from "../../src/lib/failure.ts";
import type { Log } from "../../src/lib/log.ts";
import { DatabaseUnavailable } from "../../src/store/database.ts";
import type { Feed } from "./feed.ts";
import type { Topic } from "./turn.ts";

export interface ClockActorOptions {
  name: string;
  /** croner pattern with seconds. */
  schedule: string;
  /** Runs at once when a committed turn pokes it. */
  topic?: Topic;
  /** One round; true when there is more to do now. */
  work: () => Promise<boolean>;
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

  async function rounds(): Promise<void> {
    while (wanted && !stopped) {
      wanted = false;
      try {
        if (await options.work()) wanted = true;
      } catch (error) {
        // The next tick tries again: due work stays due. A database that is away is told of by its pool.
        const write = error instanceof DatabaseUnavailable ? deps.log.debug : deps.log.error;
        write(`${options.name} failed`, { error: messageOf(error) });
      }
    }
    running = null;
  }

  function poke(): void {
    if (stopped) return;
    wanted = true;
    running ??= Promise.resolve().then(rounds);
  }

  const cron = new Cron(options.schedule, { utcOffset: 0, unref: true }, poke);
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
