// The week of an address: a plain function of what it shows. Seven columns where there is room, else one day below the other.
import { type Html, html } from "../../lib/html.ts";
import type { Here } from "../frame/answers.ts";
import { addressForm, buttonOf, emptyState, notice, postForm } from "../frame/forms.ts";
import { icon } from "../frame/icons.ts";
import { phrases } from "../phrases.ts";
import { may } from "../session/accounts.ts";
import { type EventForm, eventFields } from "./event-form.ts";
import type { DayEvent, Week } from "./week.ts";

const words = phrases.calendar;
const path = "/console/calendar";

export interface CalendarView {
  addresses: readonly { id: string; email: string }[];
  chosen: { id: string; email: string };
  /** Of the calendar; days and times are in it. */
  zone: string;
  week: Week;
  days: ReadonlyMap<string, readonly DayEvent[]>;
  form: EventForm;
  error?: string;
}

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" });
const dayName = format({ weekday: "short" });
const dayNumber = format({ day: "numeric", month: "short" });
const wholeDate = format({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
const span = format({ day: "numeric", month: "long", year: "numeric" });
const at = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** @param view null: no address has a calendar */
export function calendarPage(here: Here, view: CalendarView | null): Html {
  if (!view)
    return html`<header class="page-head"><h1>${words.title}</h1></header>${emptyState("calendar", { title: words.none, text: words.noneText, action: html`<a class="button" href="/console/settings/addresses">${phrases.lists.createAddress}</a>` })}`;
  const { chosen, week, zone, error, days } = view;
  const to = (day: string) => `${path}?address=${chosen.id}&week=${day}`;
  const heading = span.formatRange(at(week.days[0]!), at(week.days[6]!));
  return html`<header class="page-head week-head"><div><p class="eyebrow">${chosen.email} · ${zone}</p><h1>${heading}</h1></div>
<nav class="button-row" aria-label="${words.weeks}"><a class="button plain" href="${to(week.previous)}" aria-label="${words.previous}">${icon("back")}</a><a class="button plain" href="${to(week.today)}">${words.today}</a><a class="button plain" href="${to(week.next)}" aria-label="${words.next}">${icon("next")}</a></nav></header>
${addressForm({ action: path, field: "address", more: html`<input type="hidden" name="week" value="${week.days[0]!}">` }, view.addresses, chosen.id)}
${error && notice(error, "bad")}
<ol class="week">${week.days.map((day) => dayView(view, day, days.get(day) ?? []))}</ol>
${
  may(here, "member") &&
  html`<details class="new-event"${error !== undefined && html` open`}><summary class="button primary">${icon("write")}<span>${words.make}</span></summary>
${postForm(here, { action: path, class: "stack", fields: { address: chosen.id } }, html`${eventFields(view.form, zone)}${buttonOf({ text: words.save, class: "button primary" })}`)}</details>`
}`;
}

function dayView({ week, chosen }: CalendarView, day: string, events: readonly DayEvent[]): Html {
  const isToday = day === week.today;
  return html`<li class="week-day${isToday && " is-today"}"><h2 aria-label="${wholeDate.format(at(day))}"${isToday && html` aria-current="date"`}><span aria-hidden="true">${dayName.format(at(day))} <strong>${dayNumber.format(at(day))}</strong></span></h2>
${events.length === 0 ? html`<p class="soft small no-events">${words.free}</p>` : html`<ul>${events.map((one) => eventView(chosen.id, one))}</ul>`}</li>`;
}

function eventView(identityId: string, { event, from, to }: DayEvent): Html {
  const { status, response_status: response } = event;
  const isOff = status === "cancelled" || response === "declined";
  const isOpen = response === "needs-action" || response === "tentative" || status === "tentative";
  const time = from ?? (to === null ? words.allDayShort : words.untilTime(to));
  const note =
    status === "cancelled" ? words.cancelled : response === "needs-action" ? words.notAnswered : null;
  return html`<li><a class="event${isOff ? " is-off" : isOpen ? " is-open" : ""}" href="${path}/${identityId}/${event.id}"><span class="event-time">${time}</span> <span class="event-title">${event.title}</span>${note && html` <span class="small">${note}</span>`}${event.location && html` <span class="soft small">${event.location}</span>`}</a></li>`;
}
