// Times that people choose for what is to happen later: usual ones, and one of one's own, in a zone.
import { type Instant, instantOf } from "../../lib/clock.ts";
import { invalid } from "../../lib/failure.ts";
import { dateFormat } from "../../lib/languages.ts";
import { DAY, dayOf, type LocalSeconds, parseLocal, weekdayOf } from "../../lib/local-time.ts";
import { instantAt, toUtc } from "../../lib/zones.ts";
import { phrases } from "../phrases.ts";

const words = phrases.snooze;

/** The hour at which a day begins. */
const morning = 8;
/** Seconds of an hour. */
const hour = 3600;

export interface UsualTime {
  text: string;
  at: LocalSeconds;
}

/** The usual times after this one, in a zone. */
export function usualTimes(now: LocalSeconds): UsualTime[] {
  const today = dayOf(now);
  const morningIn = (days: number) => (today + days) * DAY + morning * hour;
  return [
    { text: words.later, at: Math.ceil(now / hour + 3) * hour },
    { text: words.tomorrow, at: morningIn(1) },
    { text: words.monday, at: morningIn(7 - weekdayOf(today)) },
    { text: words.month, at: morningIn(28) },
  ];
}

/** The time that a form chose: `until`, an instant, else `at`, a time of the zone. @throws Failure validation_error */
export function chosenTime(form: URLSearchParams, zone: string): Instant {
  const until = form.get("until") ?? "";
  if (until !== "") {
    const ms = Date.parse(until);
    if (Number.isNaN(ms)) throw invalid(phrases.failure.useForm);
    return instantOf(ms);
  }
  const wall = parseLocal(form.get("at") ?? "");
  if (wall === null) throw invalid(words.noTime);
  return instantAt(toUtc(wall, zone));
}

/** A usual time as its button says it. */
export const shortTime = dateFormat({
  timeZone: "UTC",
  weekday: "short",
  hour: "2-digit",
  minute: "2-digit",
});
