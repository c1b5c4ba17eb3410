// The form of an event: what a person types, and what the calendar's turns take.
import { invalid } from "../../lib/failure.ts";
import { type Html, html } from "../../lib/html.ts";
import { parseAddress } from "../../mail/address.ts";
import type { CalendarEvent } from "../../schema/calendar/calendar-events.ts";
import { field } from "../frame/forms.ts";
import { phrases } from "../phrases.ts";
import { movedDate, readDate } from "./dates.ts";

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
}

export function emptyForm(date: string): EventForm {
  const nothing = { title: "", until: "", location: "", description: "", attendees: "", isAllDay: false };
  return { ...nothing, date, from: "09:00", to: "10:00" };
}

export function readEventForm(form: URLSearchParams): EventForm {
  const text = (name: string) => (form.get(name) ?? "").replaceAll("\0", "").trim();
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
  };
}

/** An event as its form shows it, in its own zone. */
export function formOf(event: CalendarEvent): EventForm {
  const { all_day: isAllDay, start, end } = event;
  const lastDay = isAllDay ? movedDate(end.slice(0, 10), -1) : end.slice(0, 10);
  return {
    title: event.title,
    date: start.slice(0, 10),
    from: isAllDay ? "" : start.slice(11, 16),
    to: isAllDay ? "" : end.slice(11, 16),
    until: lastDay === start.slice(0, 10) ? "" : lastDay,
    isAllDay,
    location: event.location ?? "",
    description: event.description ?? "",
    attendees: event.attendees.map(({ email }) => email).join(", "),
  };
}

/** Return the form as input of a turn. @throws Failure validation_error that says what to mend */
export function toInput(form: EventForm) {
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
  };
}

function attendeesOf(text: string): { email: string }[] {
  const emails = text.split(/[\s,;]+/).filter((part) => part !== "");
  if (emails.length > mostAttendees) throw invalid(words.tooManyAttendees);
  for (const email of emails) if (!parseAddress(email)) throw invalid(words.notAnAddress(email));
  return emails.map((email) => ({ email }));
}

const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** @param zone that the times are in */
export function eventFields(form: EventForm, zone: string): Html {
  const input = (name: "date" | "from" | "to" | "until", type: "date" | "time", isNeeded = false) =>
    html`<input id="${name}" name="${name}" type="${type}" value="${form[name]}"${isNeeded && html` required`}>`;
  return html`${field("title", words.titleLabel, html`<input id="title" name="title" type="text" required maxlength="1000" value="${form.title}" autocomplete="off">`)}
<div class="event-times">${field("date", words.date, input("date", "date", true))}${field("from", words.from, input("from", "time"))}${field("to", words.to, input("to", "time"))}${field("until", words.until, input("until", "date"))}</div>
<label class="pick"><input type="checkbox" name="all_day"${form.isAllDay && html` checked`}> <span>${words.allDay}</span></label>
<p class="hint">${words.zoneHint(zone)}</p>
${field("location", words.location, html`<input id="location" name="location" type="text" maxlength="1000" value="${form.location}" autocomplete="off">`)}
${field("attendees", words.attendees, html`<input id="attendees" name="attendees" type="text" maxlength="20000" value="${form.attendees}" autocomplete="off">`, words.attendeesHint)}
${field("description", words.description, html`<textarea id="description" name="description" rows="3" maxlength="50000">${form.description}</textarea>`)}`;
}
