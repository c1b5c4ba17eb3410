// Notices before events begin and end. A calendar says when it is next to be looked at: the next notice, at most a day ahead,
// and at once after each change of its events. The claim keeps other processes away for a while; the turn decides what is told.
import { addMs, type Clock, nowInstant } from "../../src/lib/clock.ts";
import { Failure } from "../../src/lib/failure.ts";
import { calendarVersion } from "../../src/store/calendar/calendar-version.ts";
import {
  claimCalendars,
  grouped,
  lookForNotices,
  nextNotice,
  noticeSettings,
  untold,
} from "../../src/store/calendar/notices.ts";
import type { Database } from "../../src/store/database/database.ts";
import type { Owner } from "../../src/store/scope.ts";
import { tellNotices } from "../identity/calendar/notices.ts";
import type { Round } from "../runtime/clock-actor.ts";
import type { Actors } from "../runtime/registry.ts";

interface NoticeDeps {
  database: Database;
  clock: Clock;
  actors: Actors;
}

/** Calendars of one round. */
const batch = 32;
const leaseMs = 60_000;
/** Beginnings and ends of one turn. */
const maxAtOnce = 200;
/** Looks at a calendar that changes meanwhile; then it is due at once. */
const maxTries = 3;

export async function noticeRound({ database, clock, actors }: NoticeDeps): Promise<Round> {
  const now = nowInstant(clock);
  const first = await nextNotice(database);
  if (first === null || first > now) return { done: 0, more: false, next: first };
  const due = await claimCalendars(database, { now, until: addMs(now, leaseMs), count: batch });
  const failed: unknown[] = [];
  for (const owner of due)
    await tell({ database, clock, actors }, owner).catch((error) => failed.push(error));
  // Such a calendar is looked at again when the claim has run out; the others were told.
  if (failed.length > 0) throw failed[0];
  return { done: due.length, more: due.length > 0 };
}

async function tell({ database, clock, actors }: NoticeDeps, owner: Owner): Promise<void> {
  const scope = { accountId: owner.accountId, identityIds: [owner.identityId] };
  for (let tries = 0; tries < maxTries; tries++) {
    const version = await calendarVersion(database, scope, owner.identityId);
    const now = nowInstant(clock);
    const settings = await noticeSettings(database, owner);
    if (!settings) return;
    const { due: all, next, reminds } = await lookForNotices(database, owner, { settings, now });
    const groups = grouped(await untold(database, owner, all));
    const due = groups.slice(0, maxAtOnce).flatMap((group) => group.all);
    const looked = { version, settings, now, due, next, reminds, more: groups.length > maxAtOnce };
    try {
      const actor = actors.identity(owner.accountId, owner.identityId);
      if (await actor.run((turn) => tellNotices(turn, looked))) return;
    } catch (error) {
      // The address was deleted.
      if (error instanceof Failure && error.code === "not_found") return;
      throw error;
    }
  }
}
