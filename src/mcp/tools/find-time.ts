// The tool that finds a time for several people: when all are free whose calendars the caller may see.
import { bareEmail } from "../../lib/bare-email.ts";
import { instantOf, systemClock } from "../../lib/clock.ts";
import { isoDate } from "../../lib/date-forms.ts";
import { likelyTime } from "../../lib/likely-time.ts";
import { spokenTime } from "../../lib/spoken-time.ts";
import { type UtcSeconds, zoneLike } from "../../lib/zones.ts";
import type { Identity, Postroom } from "../../sdk/typescript/index.ts";
import { type AnswerPart, answerOf } from "../answer.ts";
import { freeWithin, hoursWithin, wallClock } from "../free-times.ts";
import { hoursLike } from "../other-forms.ts";
import { refusalWith } from "../right-call.ts";
import { address, flag, list, rows, text, tool } from "../tool.ts";
import { id, nothing, type Ours, ours, Theirs, time, zone } from "../words.ts";
import { addressOf } from "./addresses.ts";

const usualMinutes = 30;
const usualHours = "9-17";
const minute = 60;
/** Times that one answer offers. */
const maxTimes = 12;
/** People whose calendars one call looks into. */
const maxPeople = 20;

export const findTime = tool<{
  address?: string;
  people?: string[];
  after: string;
  before: string;
  minutes?: number;
  hours?: string;
  weekends?: boolean;
  timezone?: string;
}>({
  name: "find_time",
  title: "Find a time",
  description: "When you and people are free, between two times.",
  input: {
    address,
    people: list(),
    after: text("ISO time"),
    before: text(),
    minutes: { type: "integer", minimum: 5, maximum: 1440 },
    hours: text(usualHours),
    weekends: flag(),
    timezone: text(),
  },
  required: ["after", "before"],
  output: { times: rows },
  level: "read",
  async run(client, { address, people = [], after, before, minutes = usualMinutes, ...wanted }) {
    if (people.length > maxPeople)
      throw refusalWith(ours`At most ${maxPeople} people are looked up at once. Ask for fewer.`, {
        given: {},
        right: { arguments: { people: people.slice(0, maxPeople) } },
      });
    const own = await addressOf(client, address);
    const timezone = await zoneOf(client, own, wanted.timezone);
    const hours = hoursOf(wanted.hours, wanted.weekends ?? false);
    const { known, unknown } = await calendarsOf(client, own, people);
    const asked = {
      from: momentOf(after, timezone, ours`after`),
      until: momentOf(before, timezone, ours`before`),
    };
    const window = { after: instantOf(asked.from * 1000), before: instantOf(asked.until * 1000) };
    const looked = await Promise.all(known.map(({ id }) => client.calendar.getFreeBusy(id, window)));
    const busy = looked.flatMap((one) =>
      one.busy.map(({ start_at, end_at }) => ({
        from: Date.parse(start_at) / 1000,
        until: Date.parse(end_at) / 1000,
      })),
    );
    const begin = Math.ceil(Math.max(asked.from, systemClock.now() / 1000) / minute) * minute;
    const days = hoursWithin({ from: begin, until: asked.until }, timezone, hours);
    const free = freeWithin(days, busy).filter(({ from, until }) => until - from >= minutes * minute);
    const times = free.slice(0, maxTimes).map(({ from, until }): AnswerPart => {
      const [start, end] = [time(wallClock(from, timezone)), time(wallClock(until, timezone))];
      return { head: ours`free ${start} to ${end}`, fields: { start, end }, mail: null };
    });
    const lines: AnswerPart[] = unknown.length === 0 ? [] : [unknownPart(unknown)];
    const more = free.length > maxTimes ? ours` There are more: ask from the last one on.` : nothing;
    const tail =
      times.length === 0
        ? ours`No ${minutes} minutes are free. Try longer days (hours), weekends, or other dates.`
        : ours`Times are local in ${timezone}; a meeting of ${minutes} minutes fits into each.${more}`;
    return answerOf({ parts: [...times, ...lines], rows: "times", fields: { timezone }, tail });
  },
});

function unknownPart(unknown: readonly string[]): AnswerPart {
  return {
    head: ours`It is not known when these are busy; only their answers will say:`,
    fields: {},
    mail: new Theirs({ not_known: unknown }, [unknown.join(", ")]),
  };
}

/** @throws ToolRefusal */
async function zoneOf(client: Postroom, own: Identity, asked: string | undefined): Promise<Ours> {
  const name = asked ?? (await client.calendar.get(own.id)).timezone;
  const known = zone(name);
  if (known !== null) return known;
  throw refusalWith(ours`There is no such time zone. Give one as Europe/Berlin.`, {
    given: { timezone: name },
    right: { arguments: { timezone: zoneLike(name) ?? "UTC" } },
  });
}

/** A moment as the caller says it. @throws ToolRefusal */
function momentOf(text: string, zone: string, argument: Ours): UtcSeconds {
  const isWritten = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.test(text);
  const at = isWritten
    ? Date.parse(text) / 1000
    : (spokenTime(text, { zone, now: Math.floor(systemClock.now() / 1000), daysAlone: true })?.at ??
      Number.NaN);
  if (!Number.isNaN(at)) return at;
  throw refusalWith(
    ours`This ${argument} is no time. Give one as ${time("2031-05-05T09:00:00Z")}, a date, or words such as tomorrow 9:00.`,
    {
      given: { [argument]: text },
      right: {
        arguments: {
          [argument]:
            isoDate(text) ??
            likelyTime(text, { isPast: false }) ??
            (argument.startsWith("before") ? "in 7 days" : "now"),
        },
      },
    },
  );
}

/** @throws ToolRefusal */
function hoursOf(text: string = usualHours, weekends: boolean) {
  const [, from = "", until = ""] = /^(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  const hours = { from: Number(from), until: Number(until), weekends };
  if (from !== "" && hours.from < hours.until && hours.until <= 24) return hours;
  throw refusalWith(ours`hours are two whole hours of a day, as ${id("9-17")} or ${id("0-24")}.`, {
    given: { hours: text },
    right: { arguments: { hours: hoursLike(text) ?? usualHours } },
  });
}

/** The addresses whose calendars this key reaches, and the others. */
async function calendarsOf(client: Postroom, own: Identity, people: readonly string[]) {
  const asked = [...new Set(people.map((one) => bareEmail(one).toLowerCase()))].filter(
    (email) => email !== own.email,
  );
  const found = await Promise.all(
    asked.map(async (email) => (await client.identities.list({ email, limit: 1 })).data[0] ?? null),
  );
  return {
    known: [own, ...found.filter((one) => one !== null)],
    unknown: asked.filter((_, index) => found[index] === null),
  };
}
