// The calendar of an address: its week, and events that a person makes, changes, deletes and answers. They use the plans and
// turns that the calendar's calls use. DECISIONS Calendar

import { newEvent } from "../../../actors/identity/calendar/calendar-content.ts";
import { createEvent } from "../../../actors/identity/calendar/calendar-events.ts";
import { composeNotices, sendAll } from "../../../actors/identity/calendar/calendar-mail.ts";
import {
  type Loaded,
  loadEvent,
  planAnswer,
  planChange,
  planDelete,
  planNew,
} from "../../../actors/identity/calendar/calendar-plans.ts";
import type { HttpDeps } from "../../http/context.ts";
import {
  type EventChange,
  prepareChange,
  runChange,
} from "../../http/resources/calendar/calendar-changes.ts";
import { eventId, freshIds, ownerOf, toCalendarEvent } from "../../http/resources/calendar/calendar-wire.ts";
import { Failure, invalid, notFound } from "../../lib/failure.ts";
import type { Html } from "../../lib/html.ts";
import { isUuid, newId } from "../../lib/ids.ts";
import { must } from "../../lib/must.ts";
import { type CalendarEventRow, zoneOfCalendar } from "../../store/calendar/calendar-events.ts";
import { findEvent } from "../../store/calendar/window.ts";
import { requireNameShown } from "../drafts/shown-name.ts";
import { action, type Here, page, redirect, routes, type SentForm } from "../frame/answers.ts";
import { refusalText } from "../frame/refusals.ts";
import { widePage } from "../frame/shell.ts";
import { phrases } from "../phrases.ts";
import { may } from "../session/accounts.ts";
import { zoneIn } from "../session/session.ts";
import {
  type CalendarView,
  calendarPath,
  daysAt,
  eventsOf,
  knownZone,
  placeFields,
  placeOf,
  shownTitle,
  wantedOf,
} from "./calendar-data.ts";
import { calendarPage } from "./calendar-page.ts";
import { dateIn, readDate } from "./dates.ts";
import { byDay } from "./days.ts";
import {
  type EventForm,
  emptyForm,
  formOf,
  isTime,
  readEventForm,
  requireLastDay,
  ruleOf,
  toInput,
} from "./event-form.ts";
import { eventPage, type ShownVersions } from "./event-page.ts";
import { guestsView } from "./guests.ts";
import { timesIn, undoMove } from "./moves.ts";
import { alarmsOf, reminderPages, remindersOf } from "./reminders.ts";
import { type PageChange, saveEvent } from "./saved-event.ts";
import { lookAt, Unseen, unseenPage } from "./unseen.ts";

const words = phrases.calendar;
const path = "/console/calendar";
const answers = ["accepted", "tentative", "declined"] as const;
/** Failures that a person can mend in the form. */
const mendable = new Set(["validation_error", "conflict", "precondition_failed", "recipient_suppressed"]);

export function calendarPages(deps: HttpDeps) {
  return routes()
    .get(
      path,
      page(deps, "reviewer", (here) => showDays(here)),
    )
    .get(
      `${path}/:identity/:event`,
      page(deps, "reviewer", (here) => showEvent(here, {})),
    )
    .post(path, action(deps, "member", make))
    .use(reminderPages(deps))
    .post(`${path}/:identity/:event`, action(deps, "member", change));
}

interface ChosenEvent {
  identityId: string;
  eventId: string;
}

/** @throws Failure not_found */
function chosenIn({ url }: Here): ChosenEvent {
  const [identityId = "", event = ""] = url.pathname.slice(path.length + 1).split("/");
  const id = eventId(event);
  if (!isUuid(identityId) || id === null) throw notFound();
  return { identityId, eventId: id };
}

const pathOf = ({ identityId, eventId: id }: ChosenEvent) => `${path}/${identityId}/${id}`;

/** The page that a form was sent from, at this day. */
async function backTo(sent: SentForm, day: string, done: string): Promise<Response> {
  const place = await placeOf(sent, sent.form);
  const on = readDate(day) === null ? (sent.form.get("on") ?? "") : day;
  const to = place ? calendarPath(place, on) : path;
  return redirect(`${to}&done=${done}`, sent.visit);
}

async function make(sent: SentForm): Promise<Response> {
  const { deps, form, auth, origin } = sent;
  const identityId = form.get("address") ?? "";
  if (!isUuid(identityId)) throw notFound();
  const typed = readEventForm(form);
  try {
    requireLastDay(typed, typed.date);
    const owner = await ownerOf(deps, auth, identityId);
    const timezone =
      knownZone(form.get("zone")) ?? (await zoneOfCalendar(deps.database, owner.accountId, owner.identityId));
    const input = { ...toInput(typed, timezone), timezone };
    if (form.has("busy")) {
      const guests = await guestsView(sent, typed.attendees, input);
      return showDays(sent, { guests, typed, identityId });
    }
    requireNameShown(form, { id: owner.identityId, name: owner.name });
    const row = newEvent(owner, onceIds(sent), input);
    const sender = { scope: auth, owner, zone: null };
    const mails = row.attendees.length > 0 ? await composeNotices(deps, sender, planNew(row)) : [];
    await deps.actors.identity(owner.accountId, owner.identityId).run(
      async (turn) => {
        const scope = { accountId: turn.accountId, identityIds: null };
        const before = await findEvent(turn, scope, { identityId: owner.identityId, id: row.id });
        // A form that comes twice makes one event, and invites once.
        if (before && !isSame(before.row, row)) throw new Failure("conflict", words.madeAlready);
        if (before) return;
        await createEvent(turn, row);
        await sendAll(turn, mails);
      },
      { origin },
    );
    return backTo(sent, typed.date, "event-made");
  } catch (error) {
    if (error instanceof Failure && mendable.has(error.code))
      return showDays(sent, { error: refusalText(error.message), typed, identityId });
    throw error;
  }
}

/** The id that the form has from the start. */
function onceIds({ deps, form }: SentForm): { id: string; uid: string } {
  const id = form.get("once") ?? "";
  const fresh = freshIds(deps);
  return isUuid(id) ? { id, uid: fresh.uid.replace(fresh.id, id) } : fresh;
}

/** Whether two events say the same. */
function isSame(one: CalendarEventRow, other: CalendarEventRow): boolean {
  const said = (row: CalendarEventRow) => {
    const { title, startLocal, endLocal, allDay, description, location, attendees } = row;
    const { recurrence, reminderMinutes } = row;
    const emails = attendees.map(({ email }) => email);
    const texts = [title, startLocal, endLocal, allDay, description, location, emails];
    return JSON.stringify([...texts, recurrence?.rule, recurrence?.exdates, reminderMinutes]);
  };
  return said(one) === said(other);
}

async function change(sent: SentForm): Promise<Response> {
  const { deps, form, auth, visit, origin } = sent;
  const chosen = chosenIn(sent);
  const owner = await ownerOf(deps, auth, chosen.identityId);
  const base = { owner, id: chosen.eventId, ifMatch: `"${form.get("etag") ?? ""}"`, mails: true, origin };
  const event = await loadEvent(deps.database, owner, chosen.eventId);
  const look = lookAt(form, { name: owner.name, shows: shownOf(form, event) });
  try {
    // Where nobody is invited, no mail leaves that would bear the name.
    const isQuiet = ["move", "take"].includes(form.get("do") ?? "") && event.row.attendees.length === 0;
    if (!isQuiet) requireNameShown(form, { id: owner.identityId, name: owner.name });
    switch (form.has("busy") ? "busy" : form.get("do")) {
      case "save": {
        const typed = readEventForm(form);
        await saveEvent(sent, { ...base, look }, { typed, event });
        return backTo(sent, typed.date, "saved");
      }
      case "move":
        return await move(sent, { ...base, look }, event.row);
      case "busy": {
        const typed = readEventForm(form);
        const timezone = knownZone(form.get("zone")) ?? "UTC";
        const times = { ...toInput(typed, timezone), timezone, exceptUid: event.row.objectUid };
        const guests = await guestsView(sent, typed.attendees, times);
        return showEvent(sent, { typed, guests, versions: versionsIn(form) });
      }
      case "take": {
        const wanted = {
          patch: { status: "confirmed" as const },
          mode: "single" as const,
          fresh: freshIds(deps),
        };
        await runChange(deps, auth, { ...base, look, plan: (loaded) => planChange(loaded, owner, wanted) });
        return backTo(sent, form.get("on") ?? "", "event-taken");
      }
      case "delete": {
        const mode = (["single", "future", "all"] as const).find((one) => one === form.get("mode"));
        // The version that the page showed is of the date: what is deleted with it is its series, whole or from it on.
        await runChange(deps, auth, { ...base, look, plan: (loaded) => planDelete(loaded, mode) });
        return backTo(sent, form.get("date") ?? "", "event-deleted");
      }
      case "answer":
        await answer(sent, base);
        return redirect(
          `${pathOf(chosen)}?${new URLSearchParams({ ...placeFields(form), done: "answered" })}`,
          visit,
        );
      default:
        throw invalid(phrases.failure.useForm);
    }
  } catch (error) {
    if (error instanceof Unseen) return unseenPage(sent, sent, error);
    if (error instanceof Failure && mendable.has(error.code)) {
      const isChanged = error.code === "precondition_failed";
      const said = isChanged ? words.changed : refusalText(error.message);
      const typed = form.has("title") ? readEventForm(form) : undefined;
      return showEvent(sent, { error: said, typed, versions: isChanged ? undefined : versionsIn(form) });
    }
    throw error;
  }
}

/** The part of what its mails are made from that the page of a form showed. */
function shownOf(form: URLSearchParams, { series, stored }: Loaded): "event" | "series" | "nothing" {
  // A drag, and the way back from it, show an event's time alone.
  if (form.get("do") === "move") return "nothing";
  const dates = form.get(form.get("do") === "delete" ? "mode" : "which");
  const isOfSeries = series !== null && (dates === "future" || dates === "all");
  // A date that was changed apart does not say what its series has.
  return !isOfSeries ? "event" : stored ? "nothing" : "series";
}

/** Other times of an event, as it was dragged: given in the zone that the page shows, kept in the event's own. */
async function move(sent: SentForm, base: PageChange, row: CalendarEventRow): Promise<Response> {
  const { deps, form, auth } = sent;
  const zone = knownZone(form.get("zone"));
  if (!zone || row.allDay) throw invalid(phrases.failure.useForm);
  const times = timesIn(form, { zone, to: row.timezone });
  const wanted = { patch: times, mode: "single" as const, fresh: freshIds(deps) };
  await runChange(deps, auth, { ...base, plan: (loaded) => planChange(loaded, base.owner, wanted) });
  const place = await placeOf(sent, form);
  const was = new URLSearchParams({
    moved: `${row.identityId}/${row.id}`,
    was: `${row.startLocal}~${row.endLocal}`,
  });
  const to = calendarPath(must(place, "an address has an event"), form.get("on") || (form.get("date") ?? ""));
  return redirect(`${to}&done=event-moved&${was}`, sent.visit);
}

async function answer(
  { deps, form, auth, origin }: SentForm,
  { owner, id, ifMatch }: Pick<EventChange, "owner" | "id" | "ifMatch">,
): Promise<void> {
  const status = answers.find((one) => one === form.get("status"));
  if (!status) throw invalid(phrases.failure.useForm);
  const work = await prepareChange(deps, auth, {
    owner,
    id,
    ifMatch,
    plan: (loaded, at) => planAnswer(loaded, owner, { status, at }),
    answer: { status, comment: null },
  });
  await deps.actors.identity(owner.accountId, owner.identityId).run(work, { origin });
}

interface Typing {
  error?: string;
  typed?: EventForm;
  identityId?: string;
  guests?: Html;
  /** Versions that the form was shown with, and is shown with again; absent: those of now. */
  versions?: ShownVersions;
}

function versionsIn(form: URLSearchParams): ShownVersions {
  return { etag: form.get("etag") ?? "", series: form.get("series") };
}

/** A day, a week, a month or the agenda. */
async function showDays(here: Here | SentForm, more: Typing = {}): Promise<Response> {
  const { url, now } = here;
  const wanted = "form" in here ? here.form : wantedOf(url);
  const options = {
    title: words.title,
    place: "calendar" as const,
    status: more.error ? 400 : 200,
    isWide: true,
  };
  const place = await placeOf(here, wanted);
  if (!place) return widePage(here, options, calendarPage(null));
  const on = more.typed?.date || wanted.get("on");
  const shown = daysAt(place, on, now);
  const day = shown.days.includes(shown.today) && on === null ? shown.today : shown.on;
  const { events, isCut } = await eventsOf(here, place, shown);
  const view: CalendarView = {
    ...place,
    mayChange: may(here, "member"),
    context: here,
    now,
    shown,
    days: byDay(shown, { events, zone: place.zone }),
    isCut,
    reminders: await remindersOf(here, place),
    form: more.typed ?? askedForm(url, day),
    formOf: more.identityId ?? (place.chosen ?? place.addresses[0]!).id,
    once: ("form" in here && here.form.get("once")) || newId(),
    isMaking: more.typed !== undefined || url.searchParams.get("new") === "1",
    kept: {
      ...(place.chosen && place.addresses.length > 1 ? { shown: place.chosen.id } : {}),
      view: place.view,
      on: shown.on,
      hours: place.isWhole ? "all" : "",
    },
    guests: more.guests,
    error: more.error,
  };
  const toast = await undoMove(here, view);
  return widePage(here, toast ? { ...options, toast } : options, calendarPage(view));
}

/** The form of a new event; times that were dragged stand in the address. */
function askedForm({ searchParams: query }: URL, day: string): EventForm {
  const form = emptyForm(day);
  const [from, to] = [query.get("at") ?? "", query.get("until") ?? ""];
  return isTime(from) && isTime(to) ? { ...form, from, to } : form;
}

async function showEvent(
  here: Here,
  { error, typed, guests, versions }: Omit<Typing, "identityId">,
): Promise<Response> {
  const { deps, auth, request } = here;
  const chosen = chosenIn(here);
  const owner = await ownerOf(deps, auth, chosen.identityId);
  const { row, series } = await loadEvent(deps.database, owner, chosen.eventId);
  const event = toCalendarEvent(row);
  const isOwn = event.organizer_email === null || event.organizer_email.toLowerCase() === owner.email;
  const options = {
    title: shownTitle(event.title),
    place: "calendar" as const,
    status: error === undefined ? 200 : 409,
  };
  const day = event.all_day ? event.start.slice(0, 10) : dateIn(event.timezone, Date.parse(event.start_at));
  const isRepeated = series !== null || event.kind === "series";
  const wanted = "form" in here ? (here as SentForm).form : here.url.searchParams;
  const place = await placeOf(here, wanted);
  const shownForm = formOf(event, isRepeated);
  const view = {
    event,
    series: series && { rule: ruleOf(toCalendarEvent(series)) },
    sender: { id: owner.identityId, email: owner.email, name: owner.name },
    path: pathOf(chosen),
    back: {
      href: place ? calendarPath(place, day) : path,
      text: place?.view === "week" ? words.back : words.title,
    },
    kept: placeFields(wanted),
    isOwn,
    zone: zoneIn(request) ?? event.timezone,
    alarms: await alarmsOf(here, row),
    form: typed ?? askedTimes(here, row) ?? shownForm,
    shownForm,
    guests,
    error,
    versions: versions ?? { etag: row.etag, series: series?.etag ?? null },
  };
  return widePage(here, options, eventPage(here, view));
}

/** The form with times that were dragged to, where guests or other dates have to be thought of. */
function askedTimes({ url: { searchParams: query } }: Here, row: CalendarEventRow): EventForm | null {
  const zone = knownZone(query.get("zone"));
  if (!query.has("date") || !zone || row.allDay) return null;
  const { start, end } = timesIn(query, { zone, to: row.timezone });
  const event = toCalendarEvent({ ...row, startLocal: start, endLocal: end });
  return formOf(event, row.kind !== "single");
}
