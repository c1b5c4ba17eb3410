// Hours in a grid: the days of a week in columns, or one day. Hours in which nothing is stay away until they are asked for. Where there is no room for seven columns, a week stands as a list.

import { type Html, html } from "../../lib/html.ts";
import { DAY, dayOf } from "../../lib/local-time.ts";
import { must } from "../../lib/must.ts";
import { toLocal } from "../../lib/zones.ts";
import { phrases } from "../phrases.ts";
import type { PlacedEvent } from "./calendar-data.ts";
import { type CalendarView, calendarPath } from "./calendar-data.ts";
import { atDay, dayName, dayNumber, wholeDate } from "./calendar-dates.ts";
import { clockOf, type DayEvent } from "./days.ts";
import { eventView } from "./event-view.ts";
import { lanesOf, type MinuteSpan, type MoreEvents, placeClasses, slotMinutes } from "./lanes.ts";

const words = phrases.calendar;
/** Hours that are shown though nothing is in them. */
const usual = { first: 7, last: 20 };
/** Events beside each other that have room for their words: where more overlap, the last place says how many. */
const mostInDay = 6;
const mostInWeek = 3;

export function hoursView(view: CalendarView): Html {
  const { shown, days, zone, isWhole } = view;
  const hours = isWhole ? { first: 0, last: 24 } : hoursOf([...days.values()].flat());
  const labels = Array.from({ length: hours.last - hours.first }, (_, n) => clockOf((hours.first + n) * 60));
  const other = { ...view, isWhole: !isWhole };
  return html`<div class="hours ${shown.days.length === 1 ? "one" : "seven"}" data-hours="${String(hours.first)} ${String(hours.last)}" data-zone="${zone}">
<div class="rail" aria-hidden="true">${labels.map((label) => html`<span>${label}</span>`)}</div>
<ol>${shown.days.map((day) => dayColumn(view, day, { from: hours.first * 60, to: hours.last * 60 }))}</ol></div>
<p class="small"><a href="${calendarPath(other, shown.on)}">${isWhole ? words.usualHours : words.allHours}</a></p>`;
}

/** The hours that hold all events, and at least the usual ones. */
function hoursOf(events: readonly DayEvent[]): { first: number; last: number } {
  const timed = events.flatMap(({ minutes }) => (minutes ? [minutes] : []));
  return {
    first: Math.min(usual.first, ...timed.map(({ from }) => Math.floor(from / 60))),
    last: Math.max(usual.last, ...timed.map(({ to }) => Math.min(24, Math.ceil(to / 60)))),
  };
}

function dayColumn(view: CalendarView, day: string, span: MinuteSpan): Html {
  const { shown, days } = view;
  const events = must(days.get(day), "each day of the view has a list");
  const isToday = day === shown.today;
  const timed = events.filter(({ minutes }) => minutes !== null);
  const whole = events.filter(({ minutes }) => minutes === null);
  const most = shown.days.length === 1 ? mostInDay : mostInWeek;
  const { lanes, more } = lanesOf(
    timed.map(({ minutes }) => minutes!),
    most,
  );
  const place = (event: DayEvent<PlacedEvent>, n: number) => {
    const lane = lanes[n];
    return html`<li class="${lane ? placeClasses(event.minutes!, lane, span) : "beyond"}">${eventView(view, event, true)}</li>`;
  };
  const rest = (one: MoreEvents) =>
    html`<li class="and-more ${placeClasses(one, one.place, span)}"><a class="small" href="${calendarPath({ ...view, view: "agenda" }, day)}">${words.moreEvents(one.count)}</a></li>`;
  return html`<li class="week-day${isToday && " is-today"}"><h2${isToday && html` aria-current="date"`}><a href="${calendarPath({ ...view, view: "day" }, day)}" aria-label="${dayName.format(atDay(day))} ${dayNumber.format(atDay(day))}: ${wholeDate.format(atDay(day))}">${dayName.format(atDay(day))} <strong>${dayNumber.format(atDay(day))}</strong></a></h2>
<ul class="all-day">${whole.map((one) => html`<li>${eventView(view, one)}</li>`)}</ul>
<ul class="slots" data-day="${day}">${timed.map(place)}${more.map(rest)}${isToday && nowMark(view, span)}</ul>${events.length === 0 && html`<p class="soft small no-events">${words.free}</p>`}</li>`;
}

/** The line of the present moment, where its hour is shown. */
function nowMark({ now, zone }: CalendarView, span: MinuteSpan): Html | false {
  const local = toLocal(Math.floor(now / 1000), zone);
  const minute = (local - dayOf(local) * DAY) / 60;
  const slot = Math.floor((minute - span.from) / slotMinutes);
  return (
    minute >= span.from &&
    minute < span.to &&
    html`<li class="now-mark at-${String(slot)}" aria-hidden="true"></li>`
  );
}
