// Times that an event is moved to: given as a day and hours of the zone that a page shows, kept in the event's own.

import { loadEvent } from "../../../actors/identity/calendar/calendar-plans.ts";
import { storedClock, writeWallClock } from "../../calendar/times.ts";
import { foundId, ownerOf } from "../../http/resources/calendar/calendar-wire.ts";
import { Failure, invalid } from "../../lib/failure.ts";
import { type Html, html } from "../../lib/html.ts";
import { formatDate, formatLocal, parseLocal } from "../../lib/local-time.ts";
import { toLocal, toUtc } from "../../lib/zones.ts";
import type { CalendarEventRow } from "../../store/calendar/calendar-events.ts";
import { senderFields } from "../drafts/shown-name.ts";
import type { Here } from "../frame/answers.ts";
import { buttonOf, postForm } from "../frame/forms.ts";
import { icon } from "../frame/icons.ts";
import { phrases } from "../phrases.ts";
import type { CalendarView } from "./calendar-data.ts";

const words = phrases.calendar;

interface MovedTimes {
  start: string;
  end: string;
}

/**
 * A start that the zone's change of clocks leaves out is later by that change (RFC 5545 3.3.5); an end that would not be behind it any
 * more is later too, so that the event keeps its length.
 * @throws Failure validation_error
 */
export function timesIn(fields: URLSearchParams, { zone, to }: { zone: string; to: string }): MovedTimes {
  const date = fields.get("date") ?? "";
  const read = (day: string, time: string) => {
    const local = parseLocal(`${day}T${time}:00`);
    if (local === null) throw invalid(words.timeMissing);
    return { local, at: toUtc(local, zone) };
  };
  const start = read(date, fields.get("from") ?? "");
  const end = read(fields.get("until") || date, fields.get("to") ?? "");
  const length = end.local - start.local;
  const until = end.at > start.at ? end.at : start.at + length;
  const write = (at: number) => formatLocal(toLocal(at, to));
  const times = { start: write(start.at), end: write(until) };
  if (length < 0 || times.end < times.start) throw invalid(words.endFirst);
  return times;
}

/** The times of a series whose date moved from where it is to where the form has it. */
export function shiftedTimes(
  series: CalendarEventRow,
  date: CalendarEventRow,
  wanted: MovedTimes & { all_day: boolean },
): MovedTimes {
  const [start, end] = [storedClock(wanted.start), storedClock(wanted.end)];
  const moved = storedClock(series.startLocal) + start - storedClock(date.startLocal);
  const write = (local: number) => writeWallClock(local, wanted.all_day);
  return { start: write(moved), end: write(moved + end - start) };
}

/** The notice of a move, with the way back; null: nothing was moved. */
export async function undoMove(here: Here, view: CalendarView): Promise<Html | null> {
  const { searchParams: query } = here.url;
  if (query.get("done") !== "event-moved") return null;
  const [identityId = "", id = ""] = (query.get("moved") ?? "").split("/");
  const [start, end] = (query.get("was") ?? "").split("~").map((text) => parseLocal(text));
  if (start == null || end == null || !view.mayChange) return null;
  try {
    const owner = await ownerOf(here.deps, here.auth, identityId);
    const { row } = await loadEvent(here.deps.database, owner, foundId(id));
    // Guests are told from the event's page alone.
    if (row.attendees.length > 0) return null;
    const clock = (local: number) => formatLocal(local).slice(11, 16);
    const fields = {
      ...view.kept,
      do: "move",
      etag: row.etag,
      zone: row.timezone,
      date: formatDate(start),
      from: clock(start),
      until: formatDate(end),
      to: clock(end),
    };
    const sender = { id: owner.identityId, email: owner.email, name: owner.name };
    const action = `/console/calendar/${owner.identityId}/${row.id}`;
    const undo = postForm(
      here,
      { action, class: "inline", fields },
      html`${senderFields(sender)}${buttonOf({ text: phrases.write.undo, class: "button small", key: "z" })}`,
    );
    return html`<div class="toast">${icon("check")}<span>${phrases.notices["event-moved"]}</span>${undo}</div>`;
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
