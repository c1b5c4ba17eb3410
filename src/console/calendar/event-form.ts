// The form of an event: what a person types, and what the calendar's turns take.
import { invalid } from "../../lib/failure.ts";
import { type Html, html } from "../../lib/html.ts";
import { DAY, formatBasic, formatBasicDate, parseDate } from "../../lib/local-time.ts";
import { must } from "../../lib/must.ts";
import { toUtc } from "../../lib/zones.ts";
import { parseAddress } from "../../mail/address.ts";
import type { CalendarEvent } from "../../schema/calendar/calendar-events.ts";
import { field, option } from "../frame/forms.ts";
import { phrases } from "../phrases.ts";
import { movedDate, readDate } from "./dates.ts";
import { beforeText, offeredMinutes } from "./reminder-times.ts";
import { repeatText } from "./repeat-text.ts";

const words = phrases.calendar;
const longestTitle = 1000;
const longestText = 50_000;
const mostAttendees = 200;

export interface EventForm {
  title: string;
  /** 2026-11-22 */
  date: string;
  /** 09:00; of an event of whole days "". */
  from: string;
  to: string;
  /** The last day; "" for the same day. */
  until: string;
  isAllDay: boolean;
  location: string;
  description: string;
  /** Addresses with commas between them. */
  attendees: string;
  /** How often; "": once; "kept": as it is. */
  repeats: Repeats | "" | "kept";
  /** The last day on which it may repeat; "": without end. */
  ends: string;
  /** Minutes before it; "": no reminder; "kept": as they are. */
  remind: string;
}

/** Rules that the form offers. RFC 5545 3.3.10 */
const rules = {
  daily: "FREQ=DAILY",
  weekdays: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
  weekly: "FREQ=WEEKLY",
  fortnightly: "FREQ=WEEKLY;INTERVAL=2",
  monthly: "FREQ=MONTHLY",
  yearly: "FREQ=YEARLY",
} as const;
type Repeats = keyof typeof rules;
const repeatNames = Object.keys(rules) as Repeats[];

export function emptyForm(date: string): EventForm {
  const nothing = { title: "", until: "", location: "", description: "", attendees: "", isAllDay: false };
  return { ...nothing, date, from: "09:00", to: "10:00", repeats: "", ends: "", remind: "" };
}

export function readEventForm(form: URLSearchParams): EventForm {
  // A form has its line ends as CRLF.
  const text = (name: string) => (form.get(name) ?? "").replaceAll("\0", "").replaceAll("\r\n", "\n").trim();
  return {
    title: text("title"),
    date: text("date"),
    from: text("from"),
    to: text("to"),
    until: text("until"),
    isAllDay: form.get("all_day") === "on",
    location: text("location"),
    description: text("description"),
    attendees: text("attendees"),
    repeats: [...repeatNames, "kept" as const].find((one) => one === text("repeats")) ?? "",
    ends: text("ends"),
    remind: text("remind"),
  };
}

/** An event as its form shows it, in its own zone. @param isRepeated it is a series, or a date of one */
export function formOf(event: CalendarEvent, isRepeated: boolean): EventForm {
  const { all_day: isAllDay, start, end } = event;
  const lastDay = isAllDay ? movedDate(end.slice(0, 10), -1) : end.slice(0, 10);
  return {
    title: event.title.trim(),
    date: start.slice(0, 10),
    from: isAllDay ? "" : start.slice(11, 16),
    to: isAllDay ? "" : end.slice(11, 16),
    until: lastDay === start.slice(0, 10) ? "" : lastDay,
    isAllDay,
    location: (event.location ?? "").trim(),
    description: (event.description ?? "").replaceAll("\r\n", "\n").trim(),
    attendees: event.attendees.map(({ email }) => email).join(", "),
    repeats: isRepeated ? "kept" : "",
    ends: "",
    remind: remindedBy(event),
  };
}

/** The choice that says when an event reminds. */
function remindedBy({ reminders }: CalendarEvent): string {
  const [one = null, ...more] = reminders;
  if (one === null) return "";
  return more.length === 0 && offeredMinutes.includes(one) ? String(one) : "kept";
}

/** Return the form as input of a turn. @param zone of the times @throws Failure validation_error that says what to mend */
export function toInput(form: EventForm, zone: string) {
  const { title, date, from, to, isAllDay } = form;
  const until = form.until || date;
  if (title === "" || title.length > longestTitle) throw invalid(words.titleMissing);
  if (readDate(date) === null || readDate(until) === null) throw invalid(words.dateMissing);
  if (!isAllDay && !(isTime(from) && isTime(to))) throw invalid(words.timeMissing);
  const start = isAllDay ? date : `${date}T${from}:00`;
  const end = isAllDay ? movedDate(until, 1) : `${until}T${to}:00`;
  if (end < start) throw invalid(words.endFirst);
  if (form.description.length > longestText || form.location.length > longestTitle)
    throw invalid(words.tooLong);
  return {
    title,
    start,
    end,
    all_day: isAllDay,
    location: form.location || null,
    description: form.description || null,
    attendees: attendeesOf(form.attendees),
    ...recurrenceOf(form, zone),
    ...remindersOf(form),
  };
}

function remindersOf({ remind }: EventForm): { reminders?: number[] } {
  if (remind === "kept") return {};
  const minutes = offeredMinutes.find((one) => String(one) === remind);
  return { reminders: minutes === undefined ? [] : [minutes] };
}

function recurrenceOf({ repeats, ends, isAllDay }: EventForm, zone: string) {
  if (repeats === "kept") return {};
  if (repeats === "") return { recurrence: null };
  const last = ends === "" ? null : parseDate(ends);
  if (ends !== "" && last === null) throw invalid(words.dateMissing);
  const rule = rules[repeats];
  if (last === null) return { recurrence: { rule } };
  // RFC 5545 3.3.10: UNTIL is a date where the start is one, else in UTC
  const until = isAllDay ? formatBasicDate(last) : `${formatBasic(toUtc(last + DAY - 1, zone))}Z`;
  return { recurrence: { rule: `${rule};UNTIL=${until}` } };
}

/** @param first the day or time of the first date @throws Failure validation_error: what repeats ends before it */
export function requireLastDay({ repeats, ends }: EventForm, first: string): void {
  const isRule = repeats !== "" && repeats !== "kept";
  if (isRule && ends !== "" && ends < first.slice(0, 10)) throw invalid(words.lastFirst);
}

/** The addresses that a form names, without what is none. */
export function guestsIn(text: string): string[] {
  return text
    .split(/[\s,;]+/)
    .filter((part) => parseAddress(part) !== null)
    .slice(0, mostAttendees);
}

function attendeesOf(text: string): { email: string }[] {
  const emails = text.split(/[\s,;]+/).filter((part) => part !== "");
  if (emails.length > mostAttendees) throw invalid(words.tooManyAttendees);
  for (const email of emails) if (!parseAddress(email)) throw invalid(words.notAnAddress(email));
  return emails.map((email) => ({ email }));
}

/** How a series repeats, in words; null: it does not. */
export function ruleOf({ recurrence, timezone }: CalendarEvent): string | null {
  return recurrence && must(repeatText(recurrence, timezone), "a series repeats");
}

export const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/**
 * @param options.zone that the times are in
 * @param options.rule how the event repeats as it is, in words
 */
export function eventFields(
  form: EventForm,
  { zone, rule = null, isFocused = false }: { zone: string; rule?: string | null; isFocused?: boolean },
): Html {
  const input = (name: "date" | "from" | "to" | "until", type: "date" | "time", isNeeded = false) =>
    html`<input id="${name}" name="${name}" type="${type}" value="${form[name]}"${isNeeded && html` required`}>`;
  return html`${field("title", words.titleLabel, html`<input id="title" name="title" type="text" required maxlength="1000" value="${form.title}" autocomplete="off" data-first${isFocused && html` autofocus`}>`)}
<div class="event-times">${field("date", words.date, input("date", "date", true))}${field("from", words.from, input("from", "time"))}${field("to", words.to, input("to", "time"))}${field("until", words.until, input("until", "date"))}</div>
<label class="pick"><input type="checkbox" name="all_day"${form.isAllDay && html` checked`}> <span>${words.allDay}</span></label>
<p class="hint">${words.zoneHint(zone)}</p><input type="hidden" name="zone" value="${zone}">
<div class="event-times">${field("repeats", words.repeats, html`<select id="repeats" name="repeats">${rule !== null && option("kept", rule, form.repeats === "kept")}${option("", words.once, form.repeats === "")}${repeatNames.map((name) => option(name, words.repeatsNamed[name], form.repeats === name))}</select>`)}${field("ends", words.ends, html`<input id="ends" name="ends" type="date" value="${form.ends}">`)}</div>
${field("remind", words.reminders.when, html`<select id="remind" name="remind">${form.remind === "kept" && option("kept", words.reminders.kept, true)}${option("", words.reminders.never, form.remind === "")}${offeredMinutes.map((one) => option(String(one), beforeText(one), form.remind === String(one)))}</select>`, words.reminders.ofEvent)}
${field("location", words.location, html`<input id="location" name="location" type="text" maxlength="1000" value="${form.location}" autocomplete="off">`)}
${field("attendees", words.attendees, html`<input id="attendees" name="attendees" type="text" maxlength="20000" value="${form.attendees}" autocomplete="off">`, words.attendeesHint)}
${field("description", words.description, html`<textarea id="description" name="description" rows="3" maxlength="50000">${form.description}</textarea>`)}`;
}
