// The calendar part of a message, and applying it by a call. DECISIONS Calendar.
import {
  applyStoredInvitation,
  cannot,
  eventOfRequest,
  type Judgement,
  judgeStoredInvitation,
  patchOf,
  readStoredInvitation,
  type StoredInvitation,
} from "../../../../actors/identity/calendar/apply-invitation.ts";
import {
  composeRefresh,
  sendAll,
  type ToldEvent,
  withHeld,
} from "../../../../actors/identity/calendar/calendar-mail.ts";
import { type Loaded, loadEvent, planChange } from "../../../../actors/identity/calendar/calendar-plans.ts";
import type { Turn } from "../../../../actors/runtime/turn.ts";
import type { Proposal } from "../../../calendar/invitations/itip-decision.ts";
import { notFound } from "../../../lib/failure.ts";
import { CalendarEvent } from "../../../schema/calendar/calendar-events.ts";
import { IdParams, NoBody } from "../../../schema/common.ts";
import { Single } from "../../../schema/envelope.ts";
import { MessageInvitation } from "../../../schema/message/message-parts.ts";
import type { CalendarEventRow } from "../../../store/calendar/calendar-events.ts";
import { getMessageRow, type MessageRow } from "../../../store/message/messages.ts";
import { type Call, call } from "../../call.ts";
import type { Auth, HttpDeps } from "../../context.ts";
import { operation, sendingFailures } from "../../openapi/operation.ts";
import { pathId } from "../../params.ts";
import { found } from "../../resource.ts";
import { writePrepared } from "../../write.ts";
import { type EventChange, prepareChange } from "./calendar-changes.ts";
import { eventAnswer, freshIds, ownerOf, withEtag } from "./calendar-wire.ts";

export const messageInvitationCalls: readonly Call[] = [
  call(
    "GET /messages/{id}/invitation",
    {
      params: IdParams,
      answer: Single(MessageInvitation),
      doc: operation(
        "getMessageInvitation",
        "Read what a message asks of the calendar, and whether it was done",
        {
          description:
            "An answer, change or invitation whose author nothing proved is `waiting`, as a proposal (COUNTER) or question (REFRESH) of an attendee is: `reason` and `proof` say why.",
          errors: ["capability_missing"],
        },
      ),
    },
    async (deps, { auth, params }) => {
      const row = await rowOf(deps, auth, params.id);
      const carried = row.identityId === null ? null : await readStoredInvitation(deps, row);
      if (!carried) return { data: toInvitation(row, null) };
      const owner = await ownerOf(deps, auth, row.identityId!);
      return { data: toInvitation(row, await judgeStoredInvitation(deps.database, owner, carried)) };
    },
  ),
  call(
    "POST /messages/{id}/invitation/apply",
    {
      params: IdParams,
      body: NoBody,
      answer: { 200: Single(CalendarEvent), 202: Single(CalendarEvent) },
      doc: operation("applyMessageInvitation", "Do what a message asks of the calendar", {
        description:
          "Takes what waits, whoever sent it: look at it first. REQUEST, CANCEL and REPLY change the event as if their author had been proven; a COUNTER becomes the event's time, title and place, and all attendees are told; who sent a REFRESH gets the event as it is. What cannot be done is 409.",
        errors: [...sendingFailures, "conflict"],
        etag: true,
      }),
    },
    async (deps, { auth, request, params, body }) => {
      const prepare = async () => {
        const row = await rowOf(deps, auth, params.id);
        if (row.identityId === null) throw notFound();
        const owner = await ownerOf(deps, auth, row.identityId);
        const carried = await readStoredInvitation(deps, row);
        if (!carried) throw cannot("The message has no calendar part.");
        const work = await invitationWork(deps, auth, { owner, carried });
        return { actor: deps.actors.identity(owner.accountId, owner.identityId), work };
      };
      const response = await writePrepared(
        { request, body },
        { actors: deps.actors, prepare },
        eventAnswer(200),
      );
      return withEtag(response);
    },
  ),
];

function rowOf({ database }: HttpDeps, auth: Auth, id: string): Promise<MessageRow> {
  return found(getMessageRow(database, auth, pathId(id)));
}

type InvitationTurn = (turn: Turn) => Promise<ToldEvent>;

interface AskedInvitation extends Pick<EventChange, "owner" | "look"> {
  carried: StoredInvitation;
}

/** The turn that does what the message asks. @throws Failure conflict where that may not be; as a change of the event */
export async function invitationWork(
  deps: HttpDeps,
  auth: Auth,
  { owner, carried, look }: AskedInvitation,
): Promise<InvitationTurn> {
  const { decision } = await judgeStoredInvitation(deps.database, owner, carried);
  if (decision.action === "refresh") {
    const { email } = decision;
    if (email === null) throw cannot(decision.reason);
    const event = await eventOfRequest(deps.database, owner, { calendar: carried.calendar, decision });
    return refreshWork(deps, auth, { owner, event, email, look });
  }
  if (decision.action === "counter") {
    if (decision.proposal === null) throw cannot(decision.reason);
    const event = await eventOfRequest(deps.database, owner, { calendar: carried.calendar, decision });
    return counterWork(deps, auth, { owner, event, proposal: decision.proposal, look });
  }
  if (decision.action === "keep" || decision.action === "ignore") throw cannot(decision.reason);
  return (turn) => applyStoredInvitation(turn, carried);
}

/** RFC 5546 3.2.7: the organizer takes a proposal by changing the event and telling all attendees. */
async function counterWork(
  deps: HttpDeps,
  auth: Auth,
  {
    owner,
    event,
    proposal,
    look,
  }: Pick<AskedInvitation, "owner" | "look"> & { event: CalendarEventRow; proposal: Proposal },
): Promise<InvitationTurn> {
  const fresh = freshIds(deps);
  const plan = (loaded: Loaded) => {
    if (proposal.sequence !== null && proposal.sequence < loaded.row.sequence)
      throw cannot("The proposal is about an older version of the event.");
    return planChange(loaded, owner, { patch: patchOf(proposal, loaded.row), mode: "single", fresh });
  };
  const work = await prepareChange(deps, auth, {
    owner,
    id: event.id,
    ifMatch: null,
    plan,
    mails: true,
    look,
  });
  return async (turn) => (await work(turn))!;
}

/** RFC 5546 3.2.6: the attendee who asks is sent the event as it is. */
async function refreshWork(
  deps: HttpDeps,
  auth: Auth,
  {
    owner,
    event,
    email,
    look,
  }: Pick<AskedInvitation, "owner" | "look"> & { event: CalendarEventRow; email: string },
): Promise<InvitationTurn> {
  const loaded = await loadEvent(deps.database, owner, event.id);
  const sender = { scope: auth, owner, zone: loaded.series?.timezone ?? null };
  const mail = await composeRefresh(deps, sender, { row: loaded.row, kept: loaded.changed, email });
  const mails = mail ? [mail] : [];
  look?.({ mails, loaded, kept: loaded.changed });
  return async (turn) => {
    const held = await sendAll(turn, mails);
    return withHeld((await loadEvent(turn, owner, event.id)).row, held);
  };
}

function toInvitation(row: MessageRow, asked: Judgement | null): MessageInvitation {
  const { id, invitation, calendarEventId } = row;
  const shown = invitation as { method: string | null; uid: string } | null;
  const head = {
    message_id: id,
    method: shown?.method ?? null,
    uid: shown?.uid ?? null,
    calendar_event_id: calendarEventId,
  };
  if (!asked) return { ...head, status: shown ? "kept" : "none", proof: null, reason: null };
  const { decision, proof, reason } = asked;
  const isAsking = decision.action === "counter" || decision.action === "refresh";
  if (calendarEventId !== null && !isAsking) return { ...head, status: "applied", proof, reason: null };
  return { ...head, status: canApply(asked) ? "waiting" : "kept", proof, reason };
}

function canApply({ decision }: Judgement): boolean {
  if (decision.action === "counter") return decision.proposal !== null;
  if (decision.action === "refresh") return decision.email !== null;
  return decision.action !== "keep" && decision.action !== "ignore";
}
