// Answering an invitation from its card: with the turns that the calendar's calls use.

import { readStoredInvitation } from "../../../actors/identity/calendar/apply-invitation.ts";
import { planAnswer } from "../../../actors/identity/calendar/calendar-plans.ts";
import { type EventChange, prepareChange } from "../../http/resources/calendar/calendar-changes.ts";
import { foundId, ownerOf, toCalendarEvent } from "../../http/resources/calendar/calendar-wire.ts";
import { invitationWork } from "../../http/resources/calendar/message-invitations.ts";
import { msOf } from "../../lib/clock.ts";
import { Failure, invalid, notFound } from "../../lib/failure.ts";
import { isUuid } from "../../lib/ids.ts";
import { must } from "../../lib/must.ts";
import type { Invitation } from "../../schema/message/messages.ts";
import type { CalendarEventRow } from "../../store/calendar/calendar-events.ts";
import { getMessageRow, type MessageRow } from "../../store/message/messages.ts";
import { requireNameShown } from "../drafts/shown-name.ts";
import { backOf, type Here, redirect, type SentForm } from "../frame/answers.ts";
import { pathPart } from "../frame/path-part.ts";
import { phrases } from "../phrases.ts";

import { lookAt, Unseen, unseenPage } from "./unseen.ts";

const answers = ["accepted", "tentative", "declined"] as const;

/** @throws Failure not_found, conflict, and those of sending */
export async function answerInvitation(sent: SentForm): Promise<Response> {
  const { deps, form, auth, origin } = sent;
  const row = await messageRow(sent);
  const status = answers.find((one) => one === form.get("status"));
  if (!status) throw invalid(phrases.failure.useForm);
  const owner = await ownerOf(deps, auth, must(row.identityId, "an invitation came to an address"));
  requireNameShown(form, { id: owner.identityId, name: owner.name });
  const event = row.calendarEventId === null ? await apply(sent, row) : null;
  if (event && !isAsShown(event, row)) throw moved();
  const change: EventChange = {
    owner,
    id: foundId(event?.id ?? must(row.calendarEventId, "it was there, or is made now")),
    ifMatch: `"${event?.etag ?? form.get("etag") ?? ""}"`,
    plan: (loaded, at) => planAnswer(loaded, owner, { status, at }),
    answer: { status, comment: null },
  };
  const work = await prepareChange(deps, auth, change);
  await deps.actors
    .identity(owner.accountId, owner.identityId)
    .run(work, { origin })
    .catch((error: unknown) => {
      throw error instanceof Failure && error.code === "precondition_failed" ? moved() : error;
    });
  return back(sent, "answered");
}

/** Whether an event that was made just now says what the mail says, which the card showed. */
function isAsShown(event: CalendarEventRow, { invitation }: MessageRow): boolean {
  const { title, location, organizer_email: organizer, start_at: start, uid } = toCalendarEvent(event);
  const said = invitation as unknown as Invitation;
  return (
    title === (said.summary ?? title) &&
    (location ?? "") === (said.location ?? "") &&
    organizer?.toLowerCase() === said.organizer_email?.toLowerCase() &&
    msOf(start) === msOf(said.starts_at ?? start) &&
    uid === said.uid
  );
}

const moved = () => new Failure("conflict", phrases.invitation.moved);

/** Takes what nothing proves into the calendar, because a person says so. @throws Failure not_found, conflict */
export async function applyInvitation(sent: SentForm): Promise<Response> {
  try {
    await apply(sent, await messageRow(sent));
    return back(sent, "saved");
  } catch (error) {
    if (error instanceof Unseen) return unseenPage(sent, sent, error);
    throw error;
  }
}

async function apply({ deps, auth, origin, form }: SentForm, row: MessageRow): Promise<CalendarEventRow> {
  const carried = await readStoredInvitation(deps, row);
  if (!carried) throw notFound();
  const owner = await ownerOf(deps, auth, must(row.identityId, "an invitation came to an address"));
  const look = lookAt(form, { name: owner.name, shows: "nothing" });
  const work = await invitationWork(deps, auth, { owner, carried, look });
  return deps.actors.identity(owner.accountId, owner.identityId).run(work, { origin });
}

async function messageRow({ deps, scope, url }: Here): Promise<MessageRow> {
  const id = pathPart(url.pathname, -2);
  const row = isUuid(id) ? await getMessageRow(deps.database, scope, id) : null;
  if (!row || row.identityId === null) throw notFound();
  return row;
}

function back({ form, visit }: SentForm, done: string): Response {
  const to = backOf(form, "/console");
  return redirect(`${to}${to.includes("?") ? "&" : "?"}done=${done}`, visit);
}
