// How long a call took by a clock that passes by leaps (a sandbox), for clients that wait: `Server-Timing: world;dur=30000`.
// W3C Server Timing 3
import type { Clock } from "../../lib/clock.ts";

/** Milliseconds of the clock at which calls under way began. */
const begun = new WeakMap<Request, number>();

export function noteBegin(clock: Clock, request: Request): void {
  if (clock.leaps) begun.set(request, clock.now());
}

/** Milliseconds, as a field of the answer; none where time passes by itself. */
export function worldTime(clock: Clock, request: Request): Record<string, string> {
  const from = begun.get(request);
  return from === undefined ? {} : { "server-timing": `world;dur=${clock.now() - from}` };
}
