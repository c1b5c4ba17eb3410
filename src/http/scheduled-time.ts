// The time of a scheduled send. SPEC Limits
import { addMs, type Clock, type Instant, nowInstant, parseInstant } from "../lib/clock.ts";
import { Failure, invalid } from "../lib/failure.ts";

const minuteMs = 60_000;
const longestMs = 30 * 24 * 60 * minuteMs;

/** @throws Failure validation_error, schedule_out_of_range */
export function scheduledTime(clock: Clock, text: string): Instant {
  const sendAt = parseInstant(text);
  if (!sendAt)
    throw invalid('Field "send_at" in the body must be a date-time with zone, such as 2026-01-02T03:04:05Z.');
  const now = nowInstant(clock);
  const [first, last] = [addMs(now, minuteMs), addMs(now, longestMs)];
  if (sendAt < first || sendAt > last) {
    throw new Failure(
      "schedule_out_of_range",
      `send_at is ${sendAt}, and must be at least one minute and at most thirty days from now, between ${first} and ${last}.`,
    );
  }
  return sendAt;
}
