// Cron schedules, one timer a pattern: workers of one pattern share it, since working out the next time of a pattern costs
// more than a round that finds nothing.
import { Cron } from "croner";

interface Schedule {
  cron: Cron;
  actions: Set<() => void>;
}

const schedules = new Map<string, Schedule>();

/**
 * Runs an action at the times of a pattern, UTC.
 * @param pattern croner's, with seconds
 * @returns a function that ends it
 */
export function onSchedule(pattern: string, action: () => void): () => void {
  const schedule = schedules.get(pattern) ?? start(pattern);
  schedule.actions.add(action);
  return () => {
    schedule.actions.delete(action);
    if (schedule.actions.size > 0 || schedules.get(pattern) !== schedule) return;
    schedule.cron.stop();
    schedules.delete(pattern);
  };
}

function start(pattern: string): Schedule {
  const actions = new Set<() => void>();
  const cron = new Cron(pattern, { utcOffset: 0, unref: true }, () => {
    for (const action of [...actions]) action();
  });
  const schedule = { cron, actions };
  schedules.set(pattern, schedule);
  return schedule;
}
