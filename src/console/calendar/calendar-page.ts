// The calendar of an address, or of all of them together: a plain function of what it shows. A day and a week stand in a grid of hours,
// a month in weeks, the agenda lists the days that hold something.

import { type Html, html } from "../../lib/html.ts";
import { must } from "../../lib/must.ts";
import { namesShown, shownSender } from "../drafts/shown-name.ts";
import { buttonOf, emptyState, field, hidden, notice, option, postForm } from "../frame/forms.ts";
import { icon } from "../frame/icons.ts";
import { onceField, wordsAt } from "../frame/kept-words.ts";
import { phrases } from "../phrases.ts";
import { type CalendarView, calendarPath } from "./calendar-data.ts";
import { atDay, dayName, dayNumber, monthName, spanOfDays, wholeDate } from "./calendar-dates.ts";
import { type CalendarSpan, calendarViews } from "./days.ts";
import { eventFields } from "./event-form.ts";
import { eventView } from "./event-view.ts";
import { hoursView } from "./hours-view.ts";
import { monthView } from "./month-view.ts";
import { remindersView } from "./reminders.ts";

const words = phrases.calendar;
const path = "/console/calendar";

/** Single keys of the views, as the script presses them. */
const viewKeys: Record<CalendarSpan, string> = { day: "1", week: "2", month: "3", agenda: "4" };

/** @param view null: no address has a calendar */
export function calendarPage(view: CalendarView | null): Html {
  if (!view)
    return html`<header class="page-head"><h1>${words.title}</h1></header>${emptyState("calendar", { title: words.none, text: words.noneText, action: html`<a class="button" href="/console/settings/addresses">${phrases.lists.createAddress}</a>` })}`;
  const { chosen, shown, zone, error, view: span } = view;
  const way = words.ways[span];
  const tab = (one: CalendarSpan) =>
    html`<a class="button plain" href="${calendarPath({ ...view, view: one }, shown.on)}"${span === one && html` aria-current="page"`} data-key="${viewKeys[one]}">${words.spans[one]}</a>`;
  const go = (day: string) => calendarPath(view, day);
  return html`<header class="page-head week-head"><div><p class="eyebrow">${chosen ? chosen.email : words.together} · ${zone}</p><h1>${headingOf(view)}</h1></div>
<nav class="button-row" aria-label="${words.views}">${calendarViews.map(tab)}</nav>
<div class="button-row"><nav class="button-row" aria-label="${way.label}"><a class="button plain" href="${go(shown.previous)}" aria-label="${way.previous}" data-key="[">${icon("back")}</a><a class="button plain" href="${go(shown.today)}" data-key="t">${words.today}</a><a class="button plain" href="${go(shown.next)}" aria-label="${way.next}" data-key="]">${icon("next")}</a></nav>${view.mayChange && html`<a class="button primary" href="${go(shown.on)}&new=1#new">${words.make}</a>`}</div></header>
${addressNav(view)}
${error !== undefined && notice(error, "bad")}${view.guests}${view.isCut && notice(words.cut)}
${span === "agenda" ? agendaView(view) : span === "month" ? monthView(view) : hoursView(view)}
${view.mayChange && makeForm(view)}${remindersView(view)}${view.mayChange && moveForm(view)}`;
}

function headingOf({ view, shown }: CalendarView): string {
  const [first, last] = [atDay(shown.days[0]!), atDay(shown.days.at(-1)!)];
  if (view === "day") return wholeDate.format(first);
  return view === "month" ? monthName.format(atDay(shown.on)) : spanOfDays.formatRange(first, last);
}

/** The addresses, each in its colour. */
function addressNav(view: CalendarView): Html | false {
  const { addresses, chosen, shown, shownOf } = view;
  if (addresses.length < 2) return false;
  const one = (id: string, text: Html | string, isHere: boolean) =>
    html`<li><a href="${calendarPath({ ...view, chosen: addresses.find((address) => address.id === id) ?? null }, shown.on)}"${isHere && html` aria-current="true"`}>${text}</a></li>`;
  const listed = addresses.filter(
    ({ id }) => addresses.length <= 12 || shownOf.some((other) => other.id === id),
  );
  return html`<nav aria-label="${words.addresses}"><ul class="calendars">${one("", words.allTogether, chosen === null)}${listed.map(({ id, email, hue }) => one(id, html`<span class="swatch hue-${String(hue)}" aria-hidden="true"></span>${email}`, chosen?.id === id))}</ul></nav>
${
  listed.length < addresses.length &&
  html`<form class="search-form" method="get" action="${path}"><label for="address">${words.another}</label>
<select id="address" name="address" data-submit>${addresses.map(({ id, email }) => option(id, email, id === chosen?.id))}</select>${hidden("view", view.view)}${hidden("on", shown.on)}${buttonOf({ text: phrases.addresses.show, class: "button plain no-script" })}</form>`
}`;
}

/** The days that hold something; each leads to its week. */
function agendaView(view: CalendarView): Html {
  const { shown, days } = view;
  const full = shown.days.filter((day) => (days.get(day) ?? []).length > 0);
  if (full.length === 0)
    return emptyState("calendar", { title: words.agendaNone, text: words.agendaNoneText });
  return html`<ol class="week agenda">${full.map(
    (
      day,
    ) => html`<li class="week-day${day === shown.today && " is-today"}"><h2${day === shown.today && html` aria-current="date"`}><a href="${calendarPath({ ...view, view: "week" }, day)}" aria-label="${words.toWeekOf(`${dayName.format(atDay(day))} ${dayNumber.format(atDay(day))}`)}">${dayName.format(atDay(day))} <strong>${dayNumber.format(atDay(day))}</strong></a></h2>
<ul>${must(days.get(day), "each day of the view has a list").map((one) => html`<li>${eventView(view, one)}</li>`)}</ul></li>`,
  )}</ol>`;
}

function makeForm(view: CalendarView): Html {
  const { addresses, form, formOf, zone, isMaking } = view;
  const whose =
    addresses.length > 1
      ? field(
          "whose",
          words.whose,
          html`<select id="whose" name="address">${addresses.map((one) => option(one.id, shownSender(one), one.id === formOf))}</select>`,
        )
      : html`${hidden("address", formOf)}${addresses[0]!.name !== null && html`<p class="small soft">${phrases.write.sentAs(shownSender(addresses[0]!))}</p>`}`;
  return html`<details class="new-event" id="new"${isMaking && html` open`}><summary class="button primary" data-key="n">${icon("write")}<span>${words.make}</span></summary>
${postForm(view.context, { action: path, class: "stack", fields: { ...view.kept, names: namesShown(addresses) }, data: wordsAt(view.context, "event:new") }, html`${onceField(view.once)}${whose}${eventFields(form, { zone, isFocused: isMaking })}<div class="button-row">${buttonOf({ text: words.save, class: "button primary", key: "Ctrl+Enter" })}<button class="button plain" name="busy" value="1">${words.askBusy}</button></div>`)}</details>`;
}

/** Sent by the script when an event was dragged or moved by keys. */
function moveForm(view: CalendarView): Html {
  const empty = { do: "move", etag: "", date: "", from: "", to: "", until: "" };
  return html`${postForm(view.context, { action: path, id: "move", fields: { ...view.kept, ...empty, zone: view.zone }, data: { hint: words.moveHint, said: words.moveSaid } }, "")}<p class="hidden-label" role="status" id="move-said"></p>`;
}
