// A change of an event with its mails: planned and composed from what was read, carried out in a turn that finds the
// same version; again from the start when another change came between.
import type { CalendarOwner } from "../../../actors/identity/calendar/calendar-content.ts";
import { changeEvent, EventChanged, tell } from "../../../actors/identity/calendar/calendar-events.ts";
import { composeNotices, composeReply, sendAll } from "../../../actors/identity/calendar/calendar-mail.ts";
import {
  isForeign,
  type Loaded,
  loadEvent,
  type Plan,
} from "../../../actors/identity/calendar/calendar-plans.ts";
import type { Outgoing } from "../../../actors/identity/sending/send.ts";
import type { Turn } from "../../../actors/runtime/turn.ts";
import { type Instant, nowInstant } from "../../lib/clock.ts";
import { Failure } from "../../lib/failure.ts";
import type { CalendarEventRow } from "../../store/calendar/calendar-events.ts";
import type { Auth, HttpDeps } from "../context.ts";

export interface EventChange {
  owner: CalendarOwner;
  id: string;
  /** The header; null: none. */
  ifMatch: string | null;
  plan(loaded: Loaded, at: Instant): Plan;
  /** Attendees, or the organizer, are to be told. */
  mails?: boolean;
  /** It is this address's answer to an event that others organise. */
  answer?: { status: "accepted" | "declined" | "tentative"; comment: string | null };
}

const mostTries = 30;

/** @throws Failure not_found, precondition_failed, what the plan and sending refuse */
export async function runChange(
  deps: HttpDeps,
  auth: Auth,
  change: EventChange,
): Promise<CalendarEventRow | null> {
  const { accountId, identityId } = change.owner;
  for (let tries = 1; ; tries++) {
    const work = await prepareChange(deps, auth, change, true);
    try {
      return await deps.actors.identity(accountId, identityId).run(work);
    } catch (error) {
      if (!(error instanceof EventChanged)) throw error;
      if (tries === mostTries) throw changedMeanwhile();
    }
  }
}

function changedMeanwhile(): Failure {
  return new Failure(
    "conflict",
    "The event was changed by others at the same moment. Read it again, then decide.",
  );
}

/** The turn's work. */
export async function prepareChange(
  deps: HttpDeps,
  auth: Auth,
  change: EventChange,
  mayRepeat = false,
): Promise<(turn: Turn) => Promise<CalendarEventRow | null>> {
  const { owner, id, ifMatch, plan, answer } = change;
  const composed = change.mails || answer ? await compose(deps, auth, change) : null;
  const expected = { id, ifMatch, version: composed?.version ?? null };
  return async (turn) => {
    const row = await changeEvent(turn, owner, { expected, plan: answer ? quietly(plan) : plan }).catch(
      (error: unknown) => {
        throw error instanceof EventChanged && !mayRepeat ? changedMeanwhile() : error;
      },
    );
    if (composed) await sendAll(turn, composed.mails);
    if (answer) tell(turn, "responded", row!, { email: owner.email, status: answer.status });
    return row;
  };
}

/** An answer is told as `responded`, not as a change. */
function quietly(plan: EventChange["plan"]): EventChange["plan"] {
  return (loaded, at) => {
    const planned = plan(loaded, at);
    return { ...planned, steps: planned.steps.map((step) => ({ ...step, told: false })) };
  };
}

async function compose(
  deps: HttpDeps,
  auth: Auth,
  { owner, id, plan, answer }: EventChange,
): Promise<{ version: string; mails: Outgoing[] }> {
  const loaded = await loadEvent(deps.database, owner, id);
  const planned = plan(loaded, nowInstant(deps.clock));
  const { row, series } = loaded;
  const sender = { scope: auth, owner, zone: series?.timezone ?? null };
  if (answer) return { version: row.etag, mails: [await composeReply(deps, sender, { row, ...answer })] };
  // Who throws an invitation away declines it, unless it was called off before.
  if (isForeign(row, owner)) {
    const declined = { row, status: "declined" as const, comment: null };
    const isDeclined = planned.result === null && row.status !== "cancelled";
    return { version: row.etag, mails: isDeclined ? [await composeReply(deps, sender, declined)] : [] };
  }
  return { version: row.etag, mails: await composeNotices(deps, sender, planned) };
}
