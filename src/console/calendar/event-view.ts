// An event as the views of the calendar show it: a link to its page, in the colour of its address, with what the script needs to move it.

import { type Html, html } from "../../lib/html.ts";
import { DAY, dayOf } from "../../lib/local-time.ts";
import { secondsOf, toLocal } from "../../lib/zones.ts";
import { buttonForm } from "../frame/forms.ts";
import { phrases } from "../phrases.ts";
import { type CalendarView, type PlacedEvent, placeFields, shownTitle } from "./calendar-data.ts";
import { clockOf, type DayEvent } from "./days.ts";

const words = phrases.calendar;

const eventPathOf = ({ identity_id: identity, id }: PlacedEvent) => `/console/calendar/${identity}/${id}`;

/** A time that is kept for somebody who has not decided: an own event that is tentative. */
const isGhost = ({ status, isOwn }: PlacedEvent) => status === "tentative" && isOwn;

/** @param isPlaced its place in a grid says when it is, and the script may move it there */
export function eventView(
  view: CalendarView,
  { event, from, to, minutes }: DayEvent<PlacedEvent>,
  isPlaced = false,
): Html {
  const { status, response_status: response } = event;
  const isOff = status === "cancelled" || response === "declined";
  const isOpen = response === "needs-action" || response === "tentative";
  const time = from === null ? (to === null ? words.allDayShort : words.untilTime(to)) : from;
  const note =
    status === "cancelled"
      ? words.cancelled
      : isGhost(event)
        ? words.tentative
        : response === "needs-action"
          ? words.notAnswered
          : null;
  const looks = [
    isOff ? "is-off" : isGhost(event) ? "is-ghost" : isOpen ? "is-open" : "",
    `hue-${event.hue}`,
  ];
  const isMovable =
    isPlaced &&
    view.mayChange &&
    event.isOwn &&
    !isOff &&
    from !== null &&
    to !== null &&
    minutes &&
    // In the hour that a clock change repeats, an event may end before it begins.
    minutes.from <= minutes.to;
  // An event with guests, or of a series, is changed on its own page: the script leads there.
  const asks = event.attendees.length > 0 || event.kind !== "single";
  const move =
    isMovable &&
    html` data-etag="${event.etag}" data-from="${String(minutes.from)}" data-to="${String(minutes.to)}"${asks && html` data-asks`} draggable="false"`;
  const own = ownTime(event, view.zone);
  const place = new URLSearchParams(placeFields(new URLSearchParams(view.kept))).toString();
  return html`<a class="event ${looks.filter((look) => look !== "").join(" ")}" href="${eventPathOf(event)}${place && `?${place}`}"${move}><span class="event-time">${time}${from !== null && to !== null && html`<span class="event-end">–${to}</span>`}</span> <span class="event-title">${shownTitle(event.title)}</span>${note !== null && html` <span class="small">(${note})</span>`}${own !== null && html` <span class="small">${own}</span>`}${event.location && html` <span class="small event-where">${event.location}</span>`}${view.shownOf.length > 1 && html` <span class="small event-whose">· ${event.whose.map((email) => email.split("@", 1)[0]!).join(", ")}</span>`}</a>${view.mayChange && isGhost(event) && event.attendees.length === 0 && takeForm(view, event)}`;
}

/** The time in the event's own zone, where that is another one. */
function ownTime(
  { all_day: isAllDay, start, timezone, start_at: at }: PlacedEvent,
  zone: string,
): string | null {
  if (isAllDay) return null;
  const here = toLocal(secondsOf(at), zone);
  const shown = clockOf(Math.floor((here - dayOf(here) * DAY) / 60));
  const own = start.slice(11, 16);
  return own === shown ? null : words.ownTime(own, timezone);
}

/** One press takes a time that is kept. */
function takeForm(view: CalendarView, event: PlacedEvent): Html {
  const fields = { do: "take", etag: event.etag, ...view.kept };
  return buttonForm(
    view.context,
    { action: eventPathOf(event), class: "take", fields },
    { text: words.take(shownTitle(event.title)), icon: "check", iconOnly: true, class: "button small" },
  );
}
