// Calendar feeds of an address: created, listed, revoked. DECISIONS Calendar.
import { createCalendarFeed, revokeCalendarFeed } from "../../../../actors/account/calendar-feeds.ts";
import { newId } from "../../../lib/ids.ts";
import { randomBase62, sha256 } from "../../../lib/secrets.ts";
import {
  CalendarFeed,
  CalendarFeedCreate,
  CalendarFeedCreated,
  CalendarFeedListQuery,
  CalendarFeedParams,
} from "../../../schema/calendar/calendar-feeds.ts";
import { Deleted, IdParams } from "../../../schema/common.ts";
import { Page, Single } from "../../../schema/envelope.ts";
import {
  type CalendarFeedRow,
  getCalendarFeed,
  listCalendarFeeds,
} from "../../../store/calendar/calendar-feeds.ts";
import { feedPath } from "../../calendar-feed.ts";
import { type Call, call } from "../../call.ts";
import { operation } from "../../openapi/operation.ts";
import { pageByTime } from "../../paging.ts";
import { pathId } from "../../params.ts";
import { deleted, found } from "../../resource.ts";
import { write } from "../../write.ts";
import { ownerOf } from "./calendar-wire.ts";

export const calendarFeedCalls: readonly Call[] = [
  call(
    "GET /identities/{id}/calendar-feeds",
    {
      params: IdParams,
      query: CalendarFeedListQuery,
      answer: Page(CalendarFeed),
      doc: operation("listCalendarFeeds", "List the calendar feeds of an address", {
        description: "A feed is a secret URL by which a calendar program reads the events of an address.",
        errors: ["capability_missing"],
      }),
    },
    async (deps, { auth, params, query }) => {
      const { identityId } = await ownerOf(deps, auth, params.id);
      return pageByTime(
        query,
        (window) => listCalendarFeeds(deps.database, auth, { identityId, ...window }),
        toCalendarFeed,
      );
    },
  ),
  call(
    "POST /identities/{id}/calendar-feeds",
    {
      params: IdParams,
      body: CalendarFeedCreate,
      answer: { 201: Single(CalendarFeedCreated) },
      doc: operation("createCalendarFeed", "Make a secret address that calendar programs subscribe to", {
        optionalBody: true,
        description:
          "`url` answers with the events as iCalendar, for all who know it. It is in this answer and never again; it ends with DELETE, with the address and with the key that made it.",
        errors: ["capability_missing", "conflict"],
        example: { name: "Family", content: "free_busy" },
      }),
    },
    write({
      keepsRefusals: true,
      find: async (deps, { auth, params, body }) => {
        const secret = randomBase62(40);
        const { identityId, email } = await ownerOf(deps, auth, params.id);
        const input = {
          id: newId(),
          identityId,
          identityIds: [...new Set([identityId, ...(body.identity_ids ?? [])])],
          name: body.name ?? email,
          content: body.content ?? ("full" as const),
          range: body.range ?? ("near" as const),
          secretHash: sha256(secret),
          mintedBy: auth.keyId,
        };
        return { input, url: deps.baseUrl() + feedPath(secret) };
      },
      turn: (turn, { input }, auth) => createCalendarFeed(turn, input, auth),
      answer: (row, { url }) => ({
        status: 201,
        body: { data: { ...toCalendarFeed(row), url } },
        secret: true,
      }),
    }),
  ),
  call(
    "DELETE /identities/{id}/calendar-feeds/{feedId}",
    {
      params: CalendarFeedParams,
      answer: Single(Deleted),
      doc: operation("revokeCalendarFeed", "Revoke a calendar feed", {
        description: "Its URL answers nothing from then on.",
        errors: ["capability_missing"],
      }),
    },
    async (deps, { auth, params }) => {
      const { identityId } = await ownerOf(deps, auth, params.id);
      const feed = { identityId, id: pathId(params.feedId) };
      await found(getCalendarFeed(deps.database, auth, feed));
      await deps.actors.account(auth.accountId).run((turn) => revokeCalendarFeed(turn, feed, auth));
      return deleted(feed.id);
    },
  ),
];

function toCalendarFeed(row: CalendarFeedRow): CalendarFeed {
  return {
    id: row.id,
    identity_id: row.identityId,
    identity_ids: [...row.identityIds],
    name: row.name,
    content: row.content,
    range: row.range,
    created_at: row.createdAt,
  };
}
