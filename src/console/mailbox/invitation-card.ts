// An invitation as a card: what, when, where, with whom, and the answer. Where the calendar has its event, the card shows that
// one: an answer carries the event, which may have changed since the mail. DECISIONS Calendar.

import { toCalendarEvent } from "../../http/resources/calendar/calendar-wire.ts";
import type { Instant } from "../../lib/clock.ts";
import { msOf, parseInstant } from "../../lib/clock.ts";
import { type Html, html } from "../../lib/html.ts";
import { listText, localeNow } from "../../lib/languages.ts";
import { must } from "../../lib/must.ts";
import type { CalendarEvent } from "../../schema/calendar/calendar-events.ts";
import type { Invitation } from "../../schema/message/messages.ts";
import { repeatText } from "../calendar/repeat-text.ts";
import { type NamedSender, senderFields } from "../drafts/shown-name.ts";
import type { Here } from "../frame/answers.ts";
import { buttonOf, hidden, postForm } from "../frame/forms.ts";
import { icon } from "../frame/icons.ts";
import { nameOf } from "../frame/people.ts";
import { phrases } from "../phrases.ts";
import { may } from "../session/accounts.ts";
import type { ReadMessage } from "./thread-data.ts";

const words = phrases.invitation;
const answers = ["accepted", "tentative", "declined"] as const;
const buttons = { accepted: "accept", tentative: "tentative", declined: "decline" } as const;

/** @param given.back the page that the answer leads back to @param given.sender the address that answers, with the name that it has */
export function invitationCard(
  here: Here,
  { row, message, event }: ReadMessage,
  { back, sender }: { back: string; sender: NamedSender },
): Html {
  const invitation = must(message.invitation, "the card is of a mail with an invitation");
  const isRequest = invitation.method === "REQUEST" && row.direction === "inbound";
  const shown = isRequest && event ? asInvitation(invitation, toCalendarEvent(event)) : invitation;
  const { summary, location, attendees } = shown;
  const eventStatus = event?.responseStatus ?? null;
  const names = attendees.slice(0, 6).map(({ email, name }) => nameOf({ email, name }));
  const more = attendees.length > 6 ? ` ${phrases.people.others(attendees.length - 6)}` : "";
  const when = datesOf(shown);
  const isAsked = isRequest && may(here, "member") && (event !== null || message.calendar_event_id === null);
  const line = (label: string, value: string | Html | null) =>
    value !== null && value !== "" && html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
  return html`<section class="invitation" aria-label="${titleOf(invitation)}">
<div class="date" aria-hidden="true"><span class="month">${when.month}</span><span class="day">${when.day}</span></div>
<div class="grow"><p class="eyebrow">${titleOf(invitation)}</p><h3>${summary ?? words.untitled}</h3>
<p class="when">${when.text}</p>
<dl class="fields">${line(words.where, location)}${line(words.organiser, organiserOf(shown))}${line(words.attendees, `${listText(names)}${more}`)}${line(words.repeats, repeatsOf(shown))}</dl>
${
  isAsked
    ? postForm(
        here,
        { action: `/console/messages/${row.id}/answer`, class: "answers" },
        html`${hidden("back", back)}${hidden("etag", event?.etag ?? "")}${senderFields(sender)}${carriedView(shown.uid)}${message.calendar_event_id === null && html`<p class="small warn-text">${icon("alert")} ${words.unproven}</p>`}<div class="button-row">${answers.map(
          (status) =>
            html`<button name="status" value="${status}" class="button ${status === "accepted" && eventStatus === "needs-action" ? "primary" : "plain"}"${eventStatus === status && html` aria-pressed="true"`}>${words[buttons[status]]}</button>`,
        )}</div>${eventStatus !== null && eventStatus !== "needs-action" && html`<p class="small soft">${icon("check")} ${words.answered[eventStatus]}</p>`}`,
      )
    : message.calendar_event_id !== null
      ? html`<p class="small soft">${icon("check")} <a href="/console/calendar/${row.identityId}/${message.calendar_event_id}">${words.applied}</a></p>`
      : row.direction === "inbound" &&
        may(here, "member") &&
        postForm(
          here,
          { action: `/console/messages/${row.id}/apply`, class: "answers" },
          html`${hidden("back", back)}${buttonOf({ text: words.apply, class: "button plain" })}`,
        )
}</div></section>`;
}

/** The fields of an event in place of those of the mail that it was made from. */
function asInvitation(invitation: Invitation, event: CalendarEvent): Invitation {
  const { uid, title, location, start, end, all_day, timezone, organizer_email, organizer_name } = event;
  const times = { start, end, starts_at: event.start_at, ends_at: event.end_at, all_day, timezone };
  return { ...invitation, ...times, uid, summary: title, location, organizer_email, organizer_name };
}

/** The person whom an answer goes to. */
export function organiserOf({
  organizer_name: name,
  organizer_email: email,
}: Pick<Invitation, "organizer_name" | "organizer_email">): string | null {
  return name === null || email === null ? (name ?? email) : `${name} <${email}>`;
}

/** The part of an answer that stands nowhere else on the page. */
export function carriedView(uid: string): Html {
  return html`<p class="small soft">${words.carries} <code>${uid}</code></p>`;
}

function titleOf({ method }: Invitation): string {
  if (method === "CANCEL") return words.cancelled;
  if (method === "REPLY") return words.reply;
  if (method === "COUNTER") return words.counter;
  return words.title;
}

function repeatsOf({ recurrence_rule: rule, timezone }: Invitation): string | null {
  if (rule === null) return null;
  return repeatText({ rule, exdates: [], rdates: [] }, timezone ?? "UTC");
}

interface Dates {
  month: string;
  day: string;
  text: string;
}

function datesOf({
  starts_at: starts,
  ends_at: ends,
  start,
  end,
  all_day: allDay,
  timezone,
}: Invitation): Dates {
  const first = at(starts ?? start);
  const last = at(ends ?? end);
  if (first === null) return { month: "", day: "?", text: start ?? "" };
  const zone = allDay ? "UTC" : knownZone(timezone);
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(localeNow(), { timeZone: zone, ...options });
  const day = format({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
  const time = format({ hour: "2-digit", minute: "2-digit" });
  const text = allDay
    ? `${day.format(first)}, ${words.allDay}`
    : `${day.format(first)}, ${time.format(first)}${last === null ? "" : `–${day.format(last) === day.format(first) ? "" : `${day.format(last)}, `}${time.format(last)}`} (${zone})`;
  return {
    month: format({ month: "short" }).format(first),
    day: format({ day: "numeric" }).format(first),
    text,
  };
}

function at(text: string | null): number | null {
  if (text === null) return null;
  const instant: Instant | null = parseInstant(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text);
  return instant === null ? null : msOf(instant);
}

function knownZone(name: string | null): string {
  if (name === null) return "UTC";
  try {
    return new Intl.DateTimeFormat("en-GB", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}
