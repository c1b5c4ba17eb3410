// The calendar of an address: a plain function of what it shows. A week has seven columns where there is room, else one day below the
// other; the agenda lists the days that hold something.

import { type Html, html } from "../../lib/html.ts";
import { must } from "../../lib/must.ts";
import { type NamedSender, senderFields } from "../drafts/shown-name.ts";
import type { Here } from "../frame/answers.ts";
import { addressForm, buttonOf, emptyState, notice, postForm } from "../frame/forms.ts";
import { icon } from "../frame/icons.ts";
import { phrases } from "../phrases.ts";
import { may } from "../session/accounts.ts";
import { type EventForm, eventFields } from "./event-form.ts";
import type { DayEvent, Days } from "./week.ts";

const words = phrases.calendar;
const path = "/console/calendar";

export interface CalendarView {
  addresses: readonly { id: string; email: string }[];
  chosen: NamedSender;
  /** The calendar's time zone; days and times are in it. */
  zone: string;
  /** The agenda, not a week. */
  isAgenda: boolean;
  shown: Days;
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
  const { chosen, shown, isAgenda, zone, error, days } = view;
  const [first, last] = [shown.days[0]!, shown.days.at(-1)!];
  const to = (day: string, agenda = isAgenda) =>
    `${path}?address=${chosen.id}&${agenda ? "view=agenda&from" : "week"}=${day}`;
  const heading = span.formatRange(at(first), at(last));
  const way = isAgenda ? words.agendaWays : words.weekWays;
  const today = shown.days.includes(shown.today) ? shown.today : first;
  const tab = (text: string, agenda: boolean) =>
    html`<a class="button plain" href="${to(agenda || isAgenda ? today : first, agenda)}"${isAgenda === agenda && html` aria-current="page"`}>${text}</a>`;
  return html`<header class="page-head week-head"><div><p class="eyebrow">${chosen.email} · ${zone}</p><h1>${heading}</h1></div>
<nav class="button-row" aria-label="${words.views}">${tab(words.week, false)}${tab(words.agenda, true)}</nav>
<nav class="button-row" aria-label="${way.label}"><a class="button plain" href="${to(shown.previous)}" aria-label="${way.previous}">${icon("back")}</a><a class="button plain" href="${to(shown.today)}">${words.today}</a><a class="button plain" href="${to(shown.next)}" aria-label="${way.next}">${icon("next")}</a></nav></header>
${addressForm({ action: path, field: "address", more: isAgenda ? html`<input type="hidden" name="view" value="agenda"><input type="hidden" name="from" value="${first}">` : html`<input type="hidden" name="week" value="${first}">` }, view.addresses, chosen.id)}
${error && notice(error, "bad")}
${isAgenda ? agendaView(view, to) : html`<ol class="week">${shown.days.map((day) => dayView(view, day, days.get(day) ?? []))}</ol>`}
${
  may(here, "member") &&
  html`<details class="new-event"${error !== undefined && html` open`}><summary class="button primary">${icon("write")}<span>${words.make}</span></summary>
${postForm(here, { action: path, class: "stack", fields: { address: chosen.id } }, html`${eventFields(view.form, zone)}${senderFields(chosen)}${buttonOf({ text: words.save, class: "button primary" })}`)}</details>`
}`;
}

/** The days that hold something; each leads to its week. */
function agendaView(view: CalendarView, to: (day: string, agenda: boolean) => string): Html {
  const { shown, days, chosen } = view;
  const full = shown.days.filter((day) => (days.get(day) ?? []).length > 0);
  if (full.length === 0)
    return emptyState("calendar", { title: words.agendaNone, text: words.agendaNoneText });
  return html`<ol class="week agenda">${full.map(
    (
      day,
    ) => html`<li class="week-day${day === shown.today && " is-today"}"><h2${day === shown.today && html` aria-current="date"`}><a href="${to(day, false)}" aria-label="${words.toWeekOf(wholeDate.format(at(day)))}">${dayName.format(at(day))} <strong>${dayNumber.format(at(day))}</strong></a></h2>
<ul>${must(days.get(day), "each day of the view has a list").map((one) => eventView(chosen.id, one))}</ul></li>`,
  )}</ol>`;
}

function dayView({ shown, chosen }: CalendarView, day: string, events: readonly DayEvent[]): Html {
  const isToday = day === shown.today;
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
  return html`<li><a class="event${isOff ? " is-off" : isOpen ? " is-open" : ""}" href="${path}/${identityId}/${event.id}"><span class="event-time">${time}</span> <span class="event-title">${event.title}</span>${note && html` <span class="small">(${note})</span>`}${event.location && html` <span class="soft small">${event.location}</span>`}</a></li>`;
}
