// Times as a person reads them: how long ago, with the exact one in the title. The server knows UTC; the script shows the
// device's own zone.
import { type Instant, msOf } from "../../lib/clock.ts";
import { type Html, html } from "../../lib/html.ts";
import { dateFormat } from "../../lib/languages.ts";
import { phrases } from "../phrases.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const exact = dateFormat({ dateStyle: "full", timeStyle: "short", timeZone: "UTC" });
const weekday = dateFormat({ weekday: "short", timeZone: "UTC" });
const dayOfYear = dateFormat({ day: "numeric", month: "short", timeZone: "UTC" });
const dayOfAnyYear = dateFormat({
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

export function exactTime(instant: Instant): string {
  return `${exact.format(msOf(instant))} UTC`;
}

/** @param now milliseconds since the epoch */
function relativeTime(instant: Instant, now: number): string {
  const at = msOf(instant);
  const ago = now - at;
  if (ago < 0) return futureTime(-ago) ?? dateOf(at, now);
  if (ago < minuteMs) return phrases.times.now;
  if (ago < hourMs) return phrases.times.minutes(Math.floor(ago / minuteMs));
  if (ago < 12 * hourMs) return phrases.times.hours(Math.floor(ago / hourMs));
  const days = Math.floor(now / dayMs) - Math.floor(at / dayMs);
  if (days === 0) return phrases.times.hours(Math.floor(ago / hourMs));
  if (days === 1) return phrases.times.yesterday;
  if (days < 7) return weekday.format(at);
  return dateOf(at, now);
}

function futureTime(ahead: number): string | null {
  if (ahead < minuteMs) return phrases.times.soon;
  if (ahead < hourMs) return phrases.times.inMinutes(Math.floor(ahead / minuteMs));
  if (ahead < dayMs) return phrases.times.inHours(Math.floor(ahead / hourMs));
  return null;
}

function dateOf(at: number, now: number): string {
  return new Date(at).getUTCFullYear() === new Date(now).getUTCFullYear()
    ? dayOfYear.format(at)
    : dayOfAnyYear.format(at);
}

/** As part of a sentence: "4 min ago", "on 3 Nov". @param now milliseconds since the epoch */
function timeInSentence(instant: Instant, now: number): string {
  const { times } = phrases;
  const at = msOf(instant);
  const days = Math.floor(now / dayMs) - Math.floor(at / dayMs);
  const text = relativeTime(instant, now);
  if (text === times.now || at > now) return text;
  if (text === times.yesterday) return times.sinceYesterday;
  return days === 0 || now - at < 12 * hourMs ? times.ago(text) : times.on(text);
}

/** @param now milliseconds since the epoch */
export function timeTag(instant: Instant, now: number): Html {
  return tagOf(instant, relativeTime(instant, now));
}

/** Behind a verb: "made 4 min ago". @param now milliseconds since the epoch */
export function agoTag(instant: Instant, now: number): Html {
  return tagOf(instant, timeInSentence(instant, now));
}

/** Behind "since": the day. @param now milliseconds since the epoch */
export function dayTag(instant: Instant, now: number): Html {
  return tagOf(instant, dateOf(msOf(instant), now));
}

function tagOf(instant: Instant, text: string): Html {
  return html`<time datetime="${instant}" title="${exactTime(instant)}">${text}</time>`;
}
