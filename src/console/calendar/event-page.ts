// One event: what it is, the answer to it, and the forms that change and delete it.

import { describeRule } from "../../calendar/recurrence/describe-rule.ts";
import { type Html, html } from "../../lib/html.ts";
import type { CalendarEvent } from "../../schema/calendar/calendar-events.ts";
import { type NamedSender, senderFields } from "../drafts/shown-name.ts";
import type { Here } from "../frame/answers.ts";
import { buttonOf, notice, postForm } from "../frame/forms.ts";
import { carriedView, organiserOf } from "../mailbox/invitation-card.ts";
import { phrases } from "../phrases.ts";
import { may } from "../session/accounts.ts";
import { type EventForm, eventFields } from "./event-form.ts";

const words = phrases.calendar;
const answers = ["accepted", "tentative", "declined"] as const;
const answerTexts = {
  accepted: phrases.invitation.accept,
  tentative: phrases.invitation.tentative,
  declined: phrases.invitation.decline,
};

export interface EventView {
  event: CalendarEvent;
  /** The address whose calendar it is in. */
  sender: NamedSender;
  path: string;
  /** The week that it is in. */
  back: string;
  /** This address organises it. */
  isOwn: boolean;
  form: EventForm;
  error?: string;
}

export function eventPage(here: Here, { event, sender, path, back, isOwn, form, error }: EventView): Html {
  const line = (label: string, value: string | Html | null) =>
    value !== null && value !== "" && html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
  const fields = { etag: event.etag, date: form.date };
  const repeats = event.recurrence && describeRule(event.recurrence, event.timezone);
  const attendees = event.attendees.map(
    ({ name, email, status }) =>
      html`<li>${name ?? email} <span class="soft small">${words.answers[status]}</span></li>`,
  );
  return html`<p><a href="${back}">${words.back}</a></p>
<header class="page-head"><h1>${event.title}</h1><p class="soft">${whenOf(form, event.timezone)}</p></header>
${error && notice(error, "bad")}
${event.status === "cancelled" && notice(words.cancelled, "info")}
<dl class="facts spaced">${line(words.location, event.location)}${line(words.organiser, isOwn ? null : organiserOf(event))}${line(words.repeats, repeats)}
${attendees.length > 0 && line(words.attendeesShort, html`<ul>${attendees}</ul>`)}${line(words.description, event.description && html`<span class="event-text">${event.description}</span>`)}</dl>
${may(here, "member") && event.response_status !== null && event.status !== "cancelled" && answerForm(here, { event, sender, path })}
${
  may(here, "member") &&
  isOwn &&
  html`<h2 id="change">${words.changeTitle}</h2>${event.kind === "instance" && html`<p class="hint">${words.onlyThisDate}</p>`}
${postForm(here, { action: path, class: "stack", fields: { etag: event.etag, do: "save" } }, html`${eventFields(form, event.timezone)}${senderFields(sender)}${buttonOf({ text: words.save, class: "button primary" })}`)}`
}
${
  may(here, "member") &&
  html`<details class="sure spaced"><summary>${isOwn ? words.delete : words.remove}</summary><div><p class="small">${isOwn ? words.deleteHint : words.removeHint}</p>
${postForm(here, { action: path, fields: { ...fields, do: "delete" } }, html`${senderFields(sender)}<button class="button danger"${event.kind === "series" && html` name="mode" value="all"`}>${event.kind === "instance" ? words.deleteDate : words.deleteSure}</button>`)}</div></details>`
}`;
}

function answerForm(here: Here, { event, sender, path }: Pick<EventView, "event" | "sender" | "path">): Html {
  return postForm(
    here,
    { action: path, class: "answers", fields: { do: "answer", etag: event.etag } },
    html`${senderFields(sender)}${carriedView(event.uid)}<div class="button-row">${answers.map(
      (status) =>
        html`<button name="status" value="${status}" class="button ${status === "accepted" && event.response_status === "needs-action" ? "primary" : "plain"}"${event.response_status === status && html` aria-pressed="true"`}>${answerTexts[status]}</button>`,
    )}</div>`,
  );
}

function whenOf({ date, from, to, until, isAllDay }: EventForm, zone: string): string {
  const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeZone: "UTC" });
  const text = (value: string) => day.format(Date.parse(`${value}T00:00:00Z`));
  if (isAllDay)
    return until ? `${text(date)} – ${text(until)}` : `${text(date)}, ${phrases.invitation.allDay}`;
  return `${text(date)}, ${from} – ${until ? `${text(until)}, ` : ""}${to} (${zone})`;
}
