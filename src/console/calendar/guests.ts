// Whether guests are free at a time: known of the addresses of the account, whose calendars are here.

import { storedClock, timesOf } from "../../calendar/times.ts";
import type { EventAttendee } from "../../calendar/types.ts";
import { busyOf } from "../../http/resources/calendar/calendar-wire.ts";
import { type Html, html } from "../../lib/html.ts";
import { DAY, dayOf } from "../../lib/local-time.ts";
import { secondsOf, toLocal } from "../../lib/zones.ts";
import { calendarsOfAddresses } from "../../store/calendar/calendar-addresses.ts";
import type { Here } from "../frame/answers.ts";
import { notice } from "../frame/forms.ts";
import { phrases } from "../phrases.ts";
import { clockOf } from "./days.ts";
import { guestsIn } from "./event-form.ts";

const words = phrases.calendar;
/** Guests that are looked up. */
const mostAsked = 50;

interface AskedTimes {
  start: string;
  end: string;
  all_day: boolean;
  timezone: string;
  /** The UID of the event that is to be then: its own time does not count. */
  exceptUid?: string;
}

/** Says of each guest whether the time is free. @throws Failure validation_error */
export async function guestsView({ deps, auth }: Here, text: string, times: AskedTimes): Promise<Html> {
  const asked = [...new Set(guestsIn(text).map((email) => email.toLowerCase()))].slice(0, mostAsked);
  if (asked.length === 0) return notice(words.nobodyInvited);
  const known = await calendarsOfAddresses(deps.database, auth.accountId, asked);
  const { timezone, all_day: allDay, exceptUid } = times;
  const window = timesOf({ start: storedClock(times.start), end: storedClock(times.end), allDay, timezone });
  const clock = (at: string) => {
    const local = toLocal(secondsOf(at), timezone);
    return clockOf(Math.floor((local - dayOf(local) * DAY) / 60));
  };
  const says = async (email: string) => {
    const identityId = known.get(email);
    if (!identityId) return words.busyUnknown;
    const wanted = { identityId, after: window.start_at, before: window.end_at, exceptUid };
    const busy = await busyOf(deps, auth, wanted);
    const first = busy[0];
    return first ? words.busyFrom(clock(first.start_at), clock(first.end_at)) : words.isFree;
  };
  const lines = await Promise.all(asked.map(async (email) => html`<li>${email}: ${await says(email)}</li>`));
  return notice(html`<ul>${lines}</ul>`);
}

/** Guests as they were, where they are named again: a form has their addresses alone. */
export function keptGuests(
  before: readonly EventAttendee[],
  wanted: readonly { email: string }[],
): { email: string; name?: string | null; role?: EventAttendee["role"]; rsvp?: boolean }[] {
  const known = new Map(before.map((one) => [one.email.toLowerCase(), one]));
  return wanted.map(({ email }) => {
    const one = known.get(email.toLowerCase());
    return one ? { email: one.email, name: one.name, role: one.role, rsvp: one.rsvp } : { email };
  });
}
