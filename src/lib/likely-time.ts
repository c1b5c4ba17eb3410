// Texts that say no plain time, by the time that was most likely meant: a refusal proposes it, and nothing is done by it. DECISIONS MCP
import { systemClock } from "./clock.ts";
import { DAY, dayOf, daysInMonth, formatDate, weekdayOf } from "./local-time.ts";
import { nearest } from "./nearest.ts";
import { spokenTime } from "./spoken-time.ts";
import { regionOf, zoneLike, zoneName } from "./zones.ts";

/** Words and what they are in ours, one after the other. */
const plainer: readonly [words: RegExp, ours: string][] = [
  [/^(?:some ?time|any ?time|early|maybe|probably|perhaps) /, ""],
  [/^(?:the )?end of next week$/, "next friday 17:00"],
  [/^(?:by|from|before|after|around|about|until|starting) /, ""],
  [/\b(?:asap|immediately|right now|right away)\b/, "now"],
  [/\b(?:end of (?:the )?day|eod|cob|close of business)\b/, "17:00"],
  [/\bmidnight\b/, "23:59"],
  [/\b(?:the )?(?:end of (?:the |this )?week|eow)\b/, "friday 17:00"],
  [/\bfirst thing\b/, "9:00"],
  [/^later today$/, "today 17:00"],
  [/,? please$/, ""],
  [/^next week(?: on)? ([a-z]{3,9})\b/, "next $1"],
  [/\b(mon|tue|wed|thu|fri|sat|sun)([a-z]{0,6}) next week\b/, "next $1$2"],
  [/^next week\b/, "next monday"],
  [/^next (month|year)$/, "in 1 $1"],
  [/^(?:last|past) (week|month|year)$/, "1 $1 ago"],
  [/^(?:last|past) (\d{1,4} [a-z]{3,8})$/, "$1 ago"],
  [/^(?:last|past) (?=[a-z]{3})/, ""],
  [/^this week$/, "monday"],
  [/\b(?:an hour and a half|one and a half hours)\b/, "1.5 hours"],
  [/\bin (?:1\.5|one and a half) days\b/, "in 36 hours"],
  [/^(\d{1,4} (?:min(?:ute)?|hour|day|week|month)s?)(?: later)?$/, "in $1"],
  [/^(in \d{1,4} (?:min(?:ute)?|hour|day|week|month)s?) time$/, "$1"],
  [/^(?:at )?(\d{1,2}(?::\d\d)?(?: ?[ap]m)?) (in \d{1,4} (?:day|week|month)s?)$/, "$2 $1"],
  [/\bhalf past (\d{1,2})\b/, "$1:30"],
  [/\bquarter past (\d{1,2})\b/, "$1:15"],
  [/ o clock\b/, " o'clock"],
  [/\b(?:a few|some|several) /, "3 "],
  [/\ba couple (?:of )?/, "2 "],
  [/^in (\d{1,2})\.([0-5]\d) hours?$/, "in $1 hours $2 minutes"],
  [/^in (\d{1,4}) ?m$/, "in $1 minutes"],
  [/^now ?\+ ?/, "+"],
  [/^\+ ?(\d{1,4}) ?(m|h|d)$/, "in $1$2"],
  [/^pt?(\d{1,4})(h|d)$/, "in $1$2"],
  [/^in (\d{1,4})m$/, "in $1 minutes"],
  [/^pt(\d{1,4})m$/, "in $1 minutes"],
  [/^(\d{4})(\d\d)(\d\d)(?:t(\d\d)(\d\d)(?:\d\d)?(z?))?$/, "$1-$2-$3 $4:$5 $6"],
  [/^(\d{4})\/(\d\d)\/(\d\d)\b/, "$1-$2-$3"],
  [/( \d{1,2}(?::\d\d)?(?: ?[ap]m)?) ?(?:[-–]|to |until |till )[^/]{1,40}$/, "$1"],
  [/\b(\d{1,2})\.([0-5]\d)$/, "$1:$2"],
  [/ ([01]\d|2[0-3])([0-5]\d)$/, " $1:$2"],
  [/([a-z]{3}|\d) (\d{1,2})h([0-5]\d)$/, "$1 $2:$3"],
  [/([a-z]{3}|\d) (\d{1,2})h$/, "$1 $2:00"],
  [/ 24:00$/, " 23:59"],
  [/( 1[3-9]| 2[0-3])(:\d\d)? ?pm$/, "$1$2"],
  [/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? (?=\d{4}-)/, ""],
  [/ z$/, " UTC"],
  [/( |^)([1-9]|1[01])(:\d\d)?(?: ?o'clock)?,? in the morning\b/, "$1$2$3am"],
  [/( |^)([1-9]|1[01])(:\d\d)?(?: ?o'clock)?,? (?:in the (?:afternoon|evening)|at night)\b/, "$1$2$3pm"],
  [/ (?:afternoon|evening|night)(?: at)? (\d{1,2})(:\d\d)?$/, " $1$2pm"],
  [/^(?:tonight|this evening)(?: at)? (\d{1,2})(:\d\d)?$/, "today $1$2pm"],
  [/^tonight$/, "today 20:00"],
  [/^tomorrow night$/, "tomorrow 20:00"],
  [/(?:^| )(?:in )?(?:the )?morning$/, " 9:00"],
  [/(?:^| )(?:in )?(?:the )?afternoon$/, " 14:00"],
  [/(?:^| )(?:in )?(?:the )?evening$/, " 19:00"],
  [/^this (?=\d)/, "today "],
  [/ : ?$/, ""],
];

/** Characters of a text that is looked at. */
const maxChars = 80;

/** @param isPast whether the call is about what has been. @returns a time that is understood; null: none is likely */
export function likelyTime(text: string, { isPast }: { isPast: boolean }): string | null {
  if (text.length > maxChars) return null;
  const now = Math.floor(systemClock.now() / 1000);
  const isUnderstood = (said: string) =>
    spokenTime(said, { zone: "UTC", now, isPast, daysAlone: isPast }) !== null;
  let said = spelt(text.trim().toLowerCase().replaceAll(/\s+/g, " "));
  for (const [words, ours] of plainer) said = said.replace(words, ours);
  if (isPast) said = said.replace(/^in (\d.*)$/, "$1 ago");
  said = withDay(withZone(withMonth(said)), now).trim();
  const times = [said, `${said} 9:00`, `${said} 17:00`, `today ${said}`, `tomorrow ${said}`];
  const isLikely = (time: string) => isPast || !isOver(time, now) || /^\d{4}-/.test(time);
  const likely = times.find((time) => isUnderstood(time) && isLikely(time));
  if (likely !== undefined) return likely;
  const [date, ...behind] = said.split(" ");
  // A date that is written stays, whatever stands behind it.
  return behind.length > 0 && isUnderstood(`${date} 9:00`) && /^\d{4}-/.test(date!) ? `${date} 9:00` : null;
}

const daysByName = "today tomorrow yesterday monday tuesday wednesday thursday friday saturday sunday".split(
  " ",
);

/** Days as they are spelt. */
function spelt(said: string): string {
  return said.replaceAll(/\b[a-z]{6,10}\b/g, (word) =>
    zoneName(word) === null ? (nearest(word, daysByName) ?? word) : word,
  );
}

function isOver(said: string, now: number): boolean {
  return (spokenTime(said, { zone: "UTC", now })?.at ?? now) < now;
}

/** The last day of a month in place of one that it does not have. */
function withMonth(said: string): string {
  const [, year, month, day, rest = ""] = /^(\d{4})-(\d\d)-(\d\d)(.*)$/.exec(said) ?? [];
  if (year === undefined || Number(month) < 1 || Number(month) > 12) return said;
  const last = daysInMonth(Number(year), Number(month));
  return Number(day) > last && Number(day) <= 31 ? `${year}-${month}-${last}${rest}` : said;
}

/** A zone of IANA's in place of a short name, or of a town. */
function withZone(said: string): string {
  const words = said.replace(/ time$/, "").split(" ");
  const last = words.length > 1 && words.at(-1)!.length > 1 ? words.at(-1)! : "";
  const zone = last === "" ? null : (regionOf(last) ?? zoneName(last) ?? zoneLike(last));
  if (zone === null) return said;
  const rest = words.slice(0, words.at(-2) === "in" ? -2 : -1);
  return [...rest, zone].join(" ");
}

const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/**
 * The date of a weekday of the next week: "next friday" is the one that comes to some, and the one after it to others. Of "this
 * friday" on a friday, today.
 */
function withDay(said: string, now: number): string {
  const today = dayOf(now);
  return said.replaceAll(
    /\b(this|next) (mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\b/g,
    (words, which: string, name: string) => {
      const ahead = weekdays.indexOf(name) - weekdayOf(today);
      if (which === "this") return ahead === 0 ? "today" : words;
      return ahead > 0 ? formatDate((today + 7 + ahead) * DAY) : words;
    },
  );
}
