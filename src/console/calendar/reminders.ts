// Reminders of events: how long before each event of an address the page says so (and with it calendar_event.starting to programs),
// and the alarms that a calendar program has set for one event. DECISIONS Calendar
import { setCalendar } from "../../../actors/identity/calendar/calendar-events.ts";
import { alarmMinutes } from "../../calendar/objects/alarms.ts";
import type { HttpDeps } from "../../http/context.ts";
import { ownerOf } from "../../http/resources/calendar/calendar-wire.ts";
import { invalid, notFound } from "../../lib/failure.ts";
import { type Html, html } from "../../lib/html.ts";
import { isUuid } from "../../lib/ids.ts";
import { andText, dateFormat, localeNow } from "../../lib/languages.ts";
import type { CalendarEvent } from "../../schema/calendar/calendar-events.ts";
import type { CalendarEventRow } from "../../store/calendar/calendar-events.ts";
import { reminderMinutes } from "../../store/calendar/notices.ts";
import { getObjectOfUid } from "../../store/calendar/objects.ts";
import { action, type Here, redirect, routes, type SentForm } from "../frame/answers.ts";
import { buttonOf, field, hidden, option, postForm } from "../frame/forms.ts";
import { icon } from "../frame/icons.ts";
import { phrases } from "../phrases.ts";
import { type CalendarPlace, type CalendarView, calendarPath, placeOf } from "./calendar-data.ts";
import { beforeText, offeredMinutes } from "./reminder-times.ts";

const words = phrases.calendar.reminders;
const path = "/console/calendar/reminders";
/** Bytes of an object whose alarms a page reads. */
const maxRead = 64_000;

export function reminderPages(deps: HttpDeps) {
  return routes().post(path, action(deps, "member", set));
}

async function set(sent: SentForm): Promise<Response> {
  const { deps, auth, form, visit, origin } = sent;
  const identityId = form.get("address") ?? "";
  if (!isUuid(identityId)) throw notFound();
  const owner = await ownerOf(deps, auth, identityId);
  const asked = form.get("minutes") ?? "";
  // A program may have set one that is not offered: the form has that, too.
  const before = (await reminderMinutes(deps.database, owner.accountId, [identityId])).get(identityId);
  const startingMinutes = [...offeredMinutes, before].find((minutes) => String(minutes) === asked) ?? null;
  if (startingMinutes === null && asked !== "off") throw invalid(phrases.failure.useForm);
  await deps.actors
    .identity(owner.accountId, owner.identityId)
    .run((turn) => setCalendar(turn, { startingMinutes }), { origin });
  const place = await placeOf(sent, form);
  const to = place
    ? `${calendarPath(place, form.get("on") ?? "")}&done=saved#reminders`
    : "/console/calendar";
  return redirect(to, visit);
}

/** Minutes before the events of the addresses that are shown, by address; those without reminders are missing. */
export async function remindersOf(
  { deps, account }: Here,
  { shownOf }: CalendarPlace,
): Promise<ReadonlyMap<string, number>> {
  const ids = shownOf.map(({ id }) => id);
  return reminderMinutes(deps.database, account.accountId, ids);
}

/** The reminders of the addresses, and the form that sets one. */
export function remindersView(view: CalendarView): Html {
  const { addresses, shownOf, chosen, reminders, context, kept, formOf } = view;
  const set = shownOf.flatMap(({ id, email }) =>
    reminders.has(id) ? [html`<li>${email}: ${beforeText(reminders.get(id)!)}</li>`] : [],
  );
  const now = chosen ? reminders.get(chosen.id) : undefined;
  const choices =
    now === undefined || offeredMinutes.includes(now) ? offeredMinutes : [...offeredMinutes, now];
  const whose = chosen
    ? hidden("address", chosen.id)
    : field(
        "remind-address",
        phrases.calendar.whose,
        html`<select id="remind-address" name="address">${addresses.map(({ id, email }) => option(id, email, id === formOf))}</select>`,
      );
  return html`<details class="new-event" id="reminders"><summary class="button plain">${icon("clock")}<span>${words.title}</span></summary>
<div class="stack"><p class="small soft">${words.hint}</p>${set.length > 0 && html`<ul>${set}</ul>`}
${view.mayChange && postForm(context, { action: path, class: "stack", fields: { ...kept } }, html`${whose}${field("minutes", words.when, html`<select id="minutes" name="minutes">${option("off", words.never, now === undefined)}${choices.map((minutes) => option(String(minutes), beforeText(minutes), minutes === now))}</select>`)}<div class="button-row">${buttonOf({ text: phrases.calendar.save, class: "button primary" })}</div>`)}
<p><button type="button" class="button plain" data-notify hidden>${words.notify}</button></p></div></details>`;
}

/** When an event reminds, as a page, a call or a calendar program has set it; null: never. */
export async function alarmsOf({ deps }: Here, row: CalendarEventRow): Promise<string | null> {
  if (row.reminderMinutes !== null) return textOf(row.reminderMinutes);
  if (row.objectUid === null) return null;
  const object = await getObjectOfUid(deps.database, row, row.objectUid);
  if (!object?.source || object.source.length > maxRead) return null;
  const date = row.kind === "instance" ? (row.originalStart?.replaceAll(/[-:]/g, "") ?? null) : null;
  const minutes = alarmMinutes(new TextDecoder().decode(object.source), date);
  return textOf(minutes);
}

const textOf = (minutes: readonly number[]) =>
  minutes.length === 0 ? null : andText(minutes.map(beforeText));

const wholeDay = dateFormat({ dateStyle: "full", timeZone: "UTC" });

/** An event in one sentence, in the zone of the browser, as the page says that it is near. */
export function reminderText(
  { title, all_day: isAllDay, start_at: at }: CalendarEvent,
  zone: string,
): string {
  const ms = Date.parse(at);
  const when = isAllDay
    ? wholeDay.format(ms)
    : new Intl.DateTimeFormat(localeNow(), {
        dateStyle: "medium",
        timeStyle: "short",
        timeZone: zone,
      }).format(ms);
  return words.near(title || phrases.invitation.untitled, when);
}
