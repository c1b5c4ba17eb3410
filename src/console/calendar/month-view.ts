// A month: its weeks below each other. On a phone a day says how many events it has, and leads to them.

import { type Html, html } from "../../lib/html.ts";
import { must } from "../../lib/must.ts";
import { phrases } from "../phrases.ts";
import { type CalendarView, calendarPath } from "./calendar-data.ts";
import { atDay, dayName, wholeDate } from "./calendar-dates.ts";
import { eventView } from "./event-view.ts";

const words = phrases.calendar;
/** Events of a day that stand in its field; the day has them all. */
const mostInDay = 4;

export function monthView(view: CalendarView): Html {
  const { shown } = view;
  return html`<ol class="month">${shown.days.map((day, n) => dayField(view, day, n < 7))}</ol>`;
}

function dayField(view: CalendarView, day: string, isFirstWeek: boolean): Html {
  const { shown, days } = view;
  const events = must(days.get(day), "each day of the view has a list");
  const isToday = day === shown.today;
  const isOther = day.slice(0, 7) !== shown.on.slice(0, 7);
  const path = calendarPath({ ...view, view: "day" }, day);
  const number = String(Number(day.slice(8)));
  const more = events.length - mostInDay;
  return html`<li class="month-day${isToday && " is-today"}${isOther && " is-other"}" data-day="${day}"><h2${isToday && html` aria-current="date"`}>${isFirstWeek && html`<span class="month-weekday">${dayName.format(atDay(day))} </span>`}<a href="${path}" aria-label="${number}: ${wholeDate.format(atDay(day))}">${number}</a></h2>
${events.length > 0 && html`<p class="month-count"><a href="${path}" aria-label="${words.eventsOn(events.length, wholeDate.format(atDay(day)))}">${String(events.length)}</a></p>`}<ul>${events.slice(0, mostInDay).map((one) => html`<li>${eventView(view, one, true)}</li>`)}${more > 0 && html`<li><a class="small" href="${path}">${words.moreEvents(more)}</a></li>`}</ul></li>`;
}
