// The calendar of an address: its week, and events that a person makes, changes, deletes and answers. They use the plans and
// turns that the calendar's calls use. DECISIONS Calendar

import { emailOf } from "../../../actors/account/addresses/identities.ts";
import { newEvent } from "../../../actors/identity/calendar/calendar-content.ts";
import { createEvent } from "../../../actors/identity/calendar/calendar-events.ts";
import { composeNotices, sendAll } from "../../../actors/identity/calendar/calendar-mail.ts";
import {
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
import {
  eventId,
  freshIds,
  ownerOf,
  toCalendarEvent,
  toListedEvent,
} from "../../http/resources/calendar/calendar-wire.ts";
import { Failure, invalid, notFound } from "../../lib/failure.ts";
import { isUuid } from "../../lib/ids.ts";
import { capabilitiesOf } from "../../schema/addresses/capabilities.ts";
import { listIdentities } from "../../store/addresses/identities.ts";
import { zoneOfCalendar } from "../../store/calendar/calendar-events.ts";
import { listInstances } from "../../store/calendar/window.ts";
import { namedSender, requireNameShown } from "../drafts/shown-name.ts";
import { action, type Here, page, redirect, routes, type SentForm } from "../frame/answers.ts";
import { widePage } from "../frame/shell.ts";
import { phrases } from "../phrases.ts";
import { type CalendarView, calendarPage } from "./calendar-page.ts";
import { dateIn } from "./dates.ts";
import { type EventForm, emptyForm, formOf, readEventForm, toInput } from "./event-form.ts";
import { eventPage } from "./event-page.ts";
import { lookAt, Unseen, unseenPage } from "./unseen.ts";
import { agendaOf, byDay, weekOf } from "./week.ts";

const words = phrases.calendar;
const path = "/console/calendar";
const shownAddresses = 200;
const shownEvents = 500;
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
const weekPath = (identityId: string, day: string) => `${path}?address=${identityId}&week=${day}`;

async function make(sent: SentForm): Promise<Response> {
  const { deps, form, auth, origin, visit } = sent;
  const identityId = form.get("address") ?? "";
  if (!isUuid(identityId)) throw notFound();
  const typed = readEventForm(form);
  try {
    const owner = await ownerOf(deps, auth, identityId);
    requireNameShown(form, { id: owner.identityId, name: owner.name });
    const timezone = await zoneOfCalendar(deps.database, owner.accountId, owner.identityId);
    const row = newEvent(owner, freshIds(deps), { ...toInput(typed), timezone });
    const sender = { scope: auth, owner, zone: null };
    const mails = row.attendees.length > 0 ? await composeNotices(deps, sender, planNew(row)) : [];
    await deps.actors.identity(owner.accountId, owner.identityId).run(
      async (turn) => {
        const made = await createEvent(turn, row);
        await sendAll(turn, mails);
        return made;
      },
      { origin },
    );
    return redirect(`${weekPath(identityId, typed.date)}&done=event-made`, visit);
  } catch (error) {
    if (error instanceof Failure && mendable.has(error.code))
      return showDays(sent, { error: error.message, typed, identityId });
    throw error;
  }
}

async function change(sent: SentForm): Promise<Response> {
  const { deps, form, auth, visit, origin } = sent;
  const chosen = chosenIn(sent);
  const owner = await ownerOf(deps, auth, chosen.identityId);
  const base = { owner, id: chosen.eventId, ifMatch: `"${form.get("etag") ?? ""}"`, mails: true, origin };
  const look = lookAt(form, { name: owner.name, shows: "event" });
  const day = form.get("date") ?? "";
  const typed = readEventForm(form);
  try {
    requireNameShown(form, { id: owner.identityId, name: owner.name });
    switch (form.get("do")) {
      case "save": {
        const wanted = { patch: toInput(typed), mode: "single" as const, fresh: freshIds(deps) };
        await runChange(deps, auth, { ...base, look, plan: (loaded) => planChange(loaded, owner, wanted) });
        return redirect(`${weekPath(chosen.identityId, typed.date)}&done=saved`, visit);
      }
      case "delete": {
        const mode = form.get("mode") === "all" ? ("all" as const) : undefined;
        await runChange(deps, auth, { ...base, look, plan: (loaded) => planDelete(loaded, mode) });
        return redirect(`${weekPath(chosen.identityId, day)}&done=event-deleted`, visit);
      }
      case "answer":
        await answer(sent, base);
        return redirect(`${pathOf(chosen)}?done=answered`, visit);
      default:
        throw invalid(phrases.failure.useForm);
    }
  } catch (error) {
    if (error instanceof Unseen) return unseenPage(sent, sent, error);
    if (error instanceof Failure && mendable.has(error.code))
      return showEvent(sent, { error: error.code === "precondition_failed" ? words.changed : error.message });
    throw error;
  }
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

/** The week, or with `view=agenda` the thirty days from a date on. */
async function showDays(
  here: Here,
  more: { error?: string; typed?: EventForm; identityId?: string } = {},
): Promise<Response> {
  const { deps, scope, auth, account, url, now } = here;
  const { database } = deps;
  const all = await listIdentities(database, scope, { filter: {}, cursor: null, count: shownAddresses });
  const addresses = all.filter(({ type }) => capabilitiesOf(type).calendar);
  const wanted = more.identityId ?? url.searchParams.get("address");
  const chosen = addresses.find(({ id }) => id === wanted) ?? addresses[0];
  const options = { title: words.title, place: "calendar" as const, status: more.error ? 400 : 200 };
  const list = addresses.map((one) => ({ id: one.id, email: emailOf(one) }));
  if (!chosen) return widePage(here, options, calendarPage(here, null));
  const zone = await zoneOfCalendar(database, account.accountId, chosen.id);
  const isAgenda = url.searchParams.get("view") === "agenda" && !more.typed;
  const shown = isAgenda
    ? agendaOf(url.searchParams.get("from"), { zone, now })
    : weekOf(more.typed?.date ?? url.searchParams.get("week"), { zone, now });
  const { after, before } = shown;
  const window = { identityId: chosen.id, after, before, past: null, count: shownEvents };
  const events = (await listInstances(database, auth, window)).slice(0, shownEvents).map(toListedEvent);
  const day = shown.days.includes(shown.today) ? shown.today : shown.days[0]!;
  const view: CalendarView = {
    addresses: list,
    chosen: namedSender(chosen),
    zone,
    isAgenda,
    shown,
    days: byDay(shown, { events, zone }),
    form: more.typed ?? emptyForm(day),
    error: more.error,
  };
  return widePage(here, options, calendarPage(here, view));
}

async function showEvent(here: Here, { error }: { error?: string }): Promise<Response> {
  const { deps, auth } = here;
  const chosen = chosenIn(here);
  const owner = await ownerOf(deps, auth, chosen.identityId);
  const { row } = await loadEvent(deps.database, owner, chosen.eventId);
  const event = toCalendarEvent(row);
  const isOwn = event.organizer_email === null || event.organizer_email.toLowerCase() === owner.email;
  const options = { title: event.title, place: "calendar" as const, status: error === undefined ? 200 : 409 };
  const day = event.all_day ? event.start.slice(0, 10) : dateIn(event.timezone, Date.parse(event.start_at));
  const sender = { id: owner.identityId, email: owner.email, name: owner.name };
  const view = { event, sender, path: pathOf(chosen), back: weekPath(chosen.identityId, day), isOwn, error };
  return widePage(here, options, eventPage(here, { ...view, form: formOf(event) }));
}
