// Turns that create and revoke calendar feeds. DECISIONS Calendar.
import { Failure, notFound } from "../../src/lib/failure.ts";
import { capabilitiesOf } from "../../src/schema/addresses/capabilities.ts";
import { reachableIdentities } from "../../src/store/access/api-keys.ts";
import {
  type CalendarFeedRow,
  getCalendarFeed,
  hasMaxCalendarFeeds,
  maxCalendarFeeds,
} from "../../src/store/calendar/calendar-feeds.ts";
import type { Scope } from "../../src/store/scope.ts";
import { calendarFeeds } from "../../src/store/tables/index.ts";
import type { Turn } from "../runtime/turn.ts";
import { checkMinter } from "./access/minted.ts";

export type NewCalendarFeed = Omit<CalendarFeedRow, "accountId" | "createdAt">;

/** @throws Failure not_found, capability_missing, conflict (too many), unauthorized (its key was revoked meanwhile) */
export async function createCalendarFeed(
  turn: Turn,
  input: NewCalendarFeed,
  scope: Scope,
): Promise<CalendarFeedRow> {
  await checkMinter(turn, input.mintedBy);
  const { accountId } = turn;
  const found = await reachableIdentities(turn, scope, input.identityIds);
  if (found.length < input.identityIds.length) throw notFound();
  const without = found.find(({ type }) => !capabilitiesOf(type).calendar);
  if (without) {
    throw new Failure(
      "capability_missing",
      `An address of type ${without.type} has no calendar. Use one of type agent, human or team.`,
    );
  }
  if (await hasMaxCalendarFeeds(turn, { accountId, identityId: input.identityId })) {
    throw new Failure(
      "conflict",
      `This address has ${maxCalendarFeeds} calendar feeds, which is the most. Revoke one that is no longer read first.`,
    );
  }
  const row: CalendarFeedRow = { accountId, ...input, createdAt: turn.instant() };
  turn.insert(calendarFeeds, row);
  return row;
}

/** @throws Failure not_found */
export async function revokeCalendarFeed(
  turn: Turn,
  feed: { identityId: string; id: string },
  scope: Scope,
): Promise<void> {
  if (!(await getCalendarFeed(turn, scope, feed))) throw notFound();
  turn.remove(calendarFeeds, { accountId: turn.accountId, id: feed.id });
}
