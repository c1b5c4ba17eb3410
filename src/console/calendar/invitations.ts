// Answering an invitation from its card: with the turns that the calendar's calls use.

import { readStoredInvitation } from "../../../actors/identity/calendar/apply-invitation.ts";
import { planAnswer } from "../../../actors/identity/calendar/calendar-plans.ts";
import { type EventChange, prepareChange } from "../../http/resources/calendar/calendar-changes.ts";
import { foundId, ownerOf } from "../../http/resources/calendar/calendar-wire.ts";
import { invitationWork } from "../../http/resources/calendar/message-invitations.ts";
import { invalid, notFound } from "../../lib/failure.ts";
import { isUuid } from "../../lib/ids.ts";
import { must } from "../../lib/must.ts";
import { getMessageRow, type MessageRow } from "../../store/message/messages.ts";
import { requireNameShown } from "../drafts/shown-name.ts";
import { backOf, type Here, redirect, type SentForm } from "../frame/answers.ts";
import { pathPart } from "../frame/path-part.ts";
import { phrases } from "../phrases.ts";

const answers = ["accepted", "tentative", "declined"] as const;

/** @throws Failure not_found, conflict, and those of sending */
export async function answerInvitation(sent: SentForm): Promise<Response> {
  const { deps, form, auth, origin } = sent;
  const row = await messageRow(sent);
  const status = answers.find((one) => one === form.get("status"));
  if (!status) throw invalid(phrases.failure.useForm);
  const owner = await ownerOf(deps, auth, must(row.identityId, "an invitation came to an address"));
  requireNameShown(form, { id: owner.identityId, name: owner.name });
  const eventId = row.calendarEventId ?? (await apply(sent, row));
  const change: EventChange = {
    owner,
    id: foundId(eventId),
    ifMatch: null,
    plan: (loaded, at) => planAnswer(loaded, owner, { status, at }),
    answer: { status, comment: null },
  };
  const work = await prepareChange(deps, auth, change);
  await deps.actors.identity(owner.accountId, owner.identityId).run(work, { origin });
  return back(sent, "answered");
}

/** Takes what nothing proves into the calendar, because a person says so. @throws Failure not_found, conflict */
export async function applyInvitation(sent: SentForm): Promise<Response> {
  await apply(sent, await messageRow(sent));
  return back(sent, "saved");
}

async function apply({ deps, auth, origin }: SentForm, row: MessageRow): Promise<string> {
  const carried = await readStoredInvitation(deps, row);
  if (!carried) throw notFound();
  const owner = await ownerOf(deps, auth, must(row.identityId, "an invitation came to an address"));
  const work = await invitationWork(deps, auth, { owner, carried });
  const event = await deps.actors.identity(owner.accountId, owner.identityId).run(work, { origin });
  return event.id;
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
