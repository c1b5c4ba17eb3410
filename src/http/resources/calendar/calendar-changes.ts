// Changes an event and sends its mails: planned and composed from the current version, applied in a turn that finds the
// same version; repeated from the start when another change came first.
import type { CalendarOwner } from "../../../../actors/identity/calendar/calendar-content.ts";
import {
  changeEvent,
  EventChanged,
  emitEvent,
} from "../../../../actors/identity/calendar/calendar-events.ts";
import {
  composeNotices,
  composeReply,
  sendAll,
  type ToldEvent,
  tellsOfDates,
  withHeld,
} from "../../../../actors/identity/calendar/calendar-mail.ts";
import {
  type CalendarPlan,
  isAllOver,
  isForeign,
  type Loaded,
  loadEvent,
} from "../../../../actors/identity/calendar/calendar-plans.ts";
import type { Outgoing } from "../../../../actors/identity/message/outgoing.ts";
import type { Turn } from "../../../../actors/runtime/turn.ts";
import { type Instant, nowInstant } from "../../../lib/clock.ts";
import { Failure } from "../../../lib/failure.ts";
import type { CalendarEventRow } from "../../../store/calendar/calendar-events.ts";
import type { Origin } from "../../../store/tables/index.ts";
import type { Auth, HttpDeps } from "../../context.ts";

export interface EventChange {
  owner: CalendarOwner;
  id: string;
  /** The If-Match header; null when missing. */
  ifMatch: string | null;
  plan(loaded: Loaded, at: Instant): CalendarPlan;
  /** Send mails to attendees or the organizer. */
  mails?: boolean;
  /** This address's answer to an event that others organise. */
  answer?: { status: "accepted" | "declined" | "tentative"; comment: string | null };
  /** The person who asks; absent: the key. */
  origin?: Origin;
  /** Called with what would leave, before anything is changed: it throws to send nothing. */
  look?(leaving: EventMails): void;
}

/** Mails of a change, and the events that they are made from. */
export interface EventMails {
  mails: readonly Outgoing[];
  loaded: Loaded;
  /** Dates of a series that its invitation includes, and those that mails call off. */
  kept: readonly CalendarEventRow[];
}

const mostTries = 30;

/** Runs a change. @throws Failure not_found, precondition_failed, and those of the plan and of sending */
export async function runChange(deps: HttpDeps, auth: Auth, change: EventChange): Promise<ToldEvent | null> {
  const { accountId, identityId } = change.owner;
  for (let tries = 1; ; tries++) {
    const work = await prepareChange(deps, auth, change, true);
    try {
      const origin = {
        kind: "key" as const,
        id: auth.keyId,
        ip: null,
        level: auth.level,
        reach: auth.identityIds,
      };
      return await deps.actors.identity(accountId, identityId).run(work, { origin: change.origin ?? origin });
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

/** Composes the mails of a change and returns the work of its turn. */
export async function prepareChange(
  deps: HttpDeps,
  auth: Auth,
  change: EventChange,
  mayRepeat = false,
): Promise<(turn: Turn) => Promise<ToldEvent | null>> {
  const { owner, id, ifMatch, plan, answer } = change;
  const composed = change.mails || answer ? await compose(deps, auth, change) : null;
  const expected = { id, ifMatch, version: composed?.version ?? null };
  return async (turn) => {
    const row = await changeEvent(turn, owner, {
      expected,
      plan: answer ? withoutNotices(plan) : plan,
    }).catch((error: unknown) => {
      throw error instanceof EventChanged && !mayRepeat ? changedMeanwhile() : error;
    });
    const held = composed ? await sendAll(turn, composed.mails) : [];
    if (answer) emitEvent(turn, "responded", row!, { email: owner.email, status: answer.status });
    return row && withHeld(row, held);
  };
}

/** The plan of an answer, which is reported as `responded` instead of as a change. */
function withoutNotices(plan: EventChange["plan"]): EventChange["plan"] {
  return (loaded, at) => {
    const planned = plan(loaded, at);
    return { ...planned, steps: planned.steps.map((step) => ({ ...step, isReported: false })) };
  };
}

async function compose(
  deps: HttpDeps,
  auth: Auth,
  { owner, id, plan, answer, look }: EventChange,
): Promise<{ version: string; mails: Outgoing[] }> {
  const loaded = await loadEvent(deps.database, owner, id);
  const at = nowInstant(deps.clock);
  const planned = plan(loaded, at);
  const { row, series } = loaded;
  const sender = { scope: auth, owner, zone: series?.timezone ?? null };
  if (answer) return { version: row.etag, mails: [await composeReply(deps, sender, { row, ...answer })] };
  // Deleting an invitation declines it, unless the event is cancelled or over.
  if (isForeign(row, owner)) {
    const declined = { row, status: "declined" as const, comment: null };
    const isDeclined =
      planned.result === null && row.status !== "cancelled" && !isAllOver(row, loaded.changed, at);
    return { version: row.etag, mails: isDeclined ? [await composeReply(deps, sender, declined)] : [] };
  }
  const mails = await composeNotices(deps, sender, planned);
  const kept = tellsOfDates(planned, owner, at) ? [...planned.kept, ...planned.dropped] : planned.kept;
  look?.({ mails, loaded, kept });
  return { version: row.etag, mails };
}
