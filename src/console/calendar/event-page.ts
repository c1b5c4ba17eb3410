// One event: what it is, the answer to it, and the forms that change and delete it.

import { type Html, html } from "../../lib/html.ts";
import { localeNow } from "../../lib/languages.ts";
import type { CalendarEvent } from "../../schema/calendar/calendar-events.ts";
import { type NamedSender, senderFields } from "../drafts/shown-name.ts";
import type { Here } from "../frame/answers.ts";
import { buttonOf, notice, postForm } from "../frame/forms.ts";
import { wordsAt } from "../frame/kept-words.ts";
import { nameOf } from "../frame/people.ts";
import { carriedView, organiserOf } from "../mailbox/invitation-card.ts";
import { phrases } from "../phrases.ts";
import { may } from "../session/accounts.ts";
import { shownTitle } from "./calendar-data.ts";
import { type EventForm, eventFields, ruleOf } from "./event-form.ts";
import { reminderText } from "./reminders.ts";

const words = phrases.calendar;
const answers = ["accepted", "tentative", "declined"] as const;
const answerNames = { accepted: "accept", tentative: "tentative", declined: "decline" } as const;

/** The versions of an event, and of the series of a date. */
export interface ShownVersions {
  etag: string;
  series: string | null;
}

export interface EventView {
  event: CalendarEvent;
  /** The address whose calendar it is in. */
  sender: NamedSender;
  path: string;
  /** Where the calendar was, at its day. */
  back: { href: string; text: string };
  /** Fields by which a form leads back there. */
  kept: Readonly<Record<string, string>>;
  /** This address organises it. */
  isOwn: boolean;
  /** How the series of a date repeats. */
  series: { rule: string | null } | null;
  /** The zone of the browser. */
  zone: string;
  /** Alarms that a calendar program has set, in words. */
  alarms: string | null;
  /** The form as it is shown: what was typed, or the event. */
  form: EventForm;
  /** The event as it is. */
  shownForm: EventForm;
  /** Whether its guests are free. */
  guests?: Html;
  error?: string;
  /** Versions that the form changes. */
  versions: ShownVersions;
}

export function eventPage(here: Here, view: EventView): Html {
  const { event, series, sender, path, back, isOwn, form, shownForm, error } = view;
  const line = (label: string, value: string | Html | null) =>
    value !== null && value !== "" && html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
  const fields = { ...view.kept, etag: event.etag, date: shownForm.date };
  const repeats = series ? series.rule : ruleOf(event);
  const attendees = event.attendees.map(
    ({ name, email, status }) =>
      html`<li>${nameOf({ email, name })} <span class="soft small">${words.answers[status]}</span></li>`,
  );
  return html`<p><a href="${back.href}">${back.text}</a></p>
<header class="page-head"><h1 data-reminder="${reminderText(event, view.zone)}">${shownTitle(event.title)}</h1><p class="soft">${whenOf(shownForm, event.timezone)}${hereOf(event, view.zone)}</p></header>
${error && notice(error, "bad")}${view.guests}${form !== shownForm && error === undefined && !view.guests && notice(words.notSaved)}
${event.status === "cancelled" && notice(words.cancelled, "info")}
<dl class="facts spaced">${line(words.location, event.location)}${line(words.organiser, isOwn ? null : organiserOf(event))}${line(words.repeats, repeats)}${line(words.reminders.title, view.alarms)}
${attendees.length > 0 && line(words.attendeesShort, html`<ul>${attendees}</ul>`)}${line(words.description, event.description && html`<span class="event-text">${event.description}</span>`)}</dl>
${may(here, "member") && event.response_status !== null && event.status !== "cancelled" && answerForm(here, view)}
${
  may(here, "member") &&
  isOwn &&
  event.status === "tentative" &&
  postForm(
    here,
    { action: path, class: "answers", fields: { ...fields, do: "take" } },
    html`${senderFields(sender)}${buttonOf({ text: words.takeIt, icon: "check", class: "button primary" })}`,
  )
}
${
  may(here, "member") &&
  isOwn &&
  html`<h2 id="change">${words.changeTitle}</h2>
${postForm(here, { action: path, class: "stack", fields: { ...view.kept, ...view.versions, do: "save" }, data: wordsAt(here, `event ${event.id}`) }, html`${eventFields(form, { zone: event.timezone, rule: repeats })}${series && whichField()}${senderFields(sender)}<div class="button-row">${buttonOf({ text: words.save, class: "button primary", key: "Ctrl+Enter" })}<button class="button plain" name="busy" value="1">${words.askBusy}</button></div>`)}`
}
${
  may(here, "member") &&
  html`<details class="sure spaced"><summary>${isOwn ? words.delete : words.remove}</summary><div><p class="small">${hintOf(event, { isOwn, now: here.now })}</p>
${postForm(here, { action: path, fields: { ...fields, do: "delete" } }, html`${senderFields(sender)}<div class="button-row">${event.kind === "instance" && isOwn ? dateDeletes() : html`<button class="button danger"${event.kind === "series" && html` name="mode" value="all"`}>${event.kind === "instance" ? words.deleteDate : words.deleteSure}</button>`}</div>`)}</div></details>`
}`;
}

/** Guests and organiser: what they hear when it is deleted. */
function hintOf(event: CalendarEvent, { isOwn, now }: { isOwn: boolean; now: number }): string {
  if (event.kind !== "series" && Date.parse(event.end_at) <= now) return words.overHint;
  return isOwn ? words.deleteHint : words.removeHint;
}

/** The dates of a series that a change is of. */
function whichField(): Html {
  const one = (value: string, text: string, isFirst = false) =>
    html`<label class="pick"><input type="radio" name="which" value="${value}"${isFirst && html` checked`}> <span>${text}</span></label>`;
  return html`<fieldset><legend>${words.which}</legend>${one("single", words.thisDate, true)}${one("future", words.followingDates)}${one("all", words.allDates)}</fieldset>`;
}

function dateDeletes(): Html {
  const one = (mode: string, text: string) =>
    html`<button class="button danger" name="mode" value="${mode}">${text}</button>`;
  return html`${one("single", words.deleteDate)}${one("future", words.deleteFollowing)}${one("all", words.deleteAll)}`;
}

/** The time in the browser's zone, where that is another one. */
function hereOf(
  { all_day: isAllDay, start_at: from, end_at: to, timezone }: CalendarEvent,
  zone: string,
): Html | false {
  if (isAllDay || zone === timezone) return false;
  const format = new Intl.DateTimeFormat(localeNow(), {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: zone,
  });
  return html`<br>${format.formatRange(Date.parse(from), Date.parse(to))} (${zone})`;
}

function answerForm(here: Here, { event, sender, path, kept }: EventView): Html {
  return postForm(
    here,
    { action: path, class: "answers", fields: { ...kept, do: "answer", etag: event.etag } },
    html`${senderFields(sender)}${carriedView(event.uid)}<div class="button-row">${answers.map(
      (status) =>
        html`<button name="status" value="${status}" class="button ${status === "accepted" && event.response_status === "needs-action" ? "primary" : "plain"}"${event.response_status === status && html` aria-pressed="true"`}>${phrases.invitation[answerNames[status]]}</button>`,
    )}</div>`,
  );
}

function whenOf({ date, from, to, until, isAllDay }: EventForm, zone: string): string {
  const day = new Intl.DateTimeFormat(localeNow(), { dateStyle: "full", timeZone: "UTC" });
  const text = (value: string) => day.format(Date.parse(`${value}T00:00:00Z`));
  if (isAllDay)
    return until ? `${text(date)} – ${text(until)}` : `${text(date)}, ${phrases.invitation.allDay}`;
  return `${text(date)}, ${from} – ${until ? `${text(until)}, ` : ""}${to} (${zone})`;
}
