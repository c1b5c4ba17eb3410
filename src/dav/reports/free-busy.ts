// free-busy-query: when the events of a calendar take time. RFC 4791 7.10
import { windowOf } from "../../calendar/objects/filter.ts";
import { writeFreeBusy } from "../../calendar/objects/free-busy-text.ts";
import { nowInstant } from "../../lib/clock.ts";
import { busyTimes } from "../../store/calendar/busy.ts";
import { listCalendars, objectUidsOf } from "../../store/calendar/objects.ts";
import type { Executor } from "../../store/database/database.ts";
import type { Owner } from "../../store/scope.ts";
import { DavRefusal, type DavRequest } from "../context.ts";
import type { DavResource } from "../resources.ts";
import { childOf, type XmlElement } from "../xml-read.ts";
import { c, d } from "../xml-write.ts";
import { readRange } from "./filter-read.ts";

const maxBusySeconds = 3 * 366 * 86_400;
const maxBusy = 20_000;

export async function freeBusyQuery(
  { deps, owner }: DavRequest,
  resource: DavResource,
  root: XmlElement,
): Promise<Response> {
  if (resource.kind !== "calendar") throw new DavRefusal(403, [d("supported-report")]);
  const range = readRange(childOf(root, c("time-range")));
  if (!range || !(range.end - range.start <= maxBusySeconds))
    throw new DavRefusal(
      403,
      [c("valid-filter")],
      "free-busy-query has a start and an end at most three years apart.",
    );
  const { accountId, identityId } = owner;
  const { database } = deps;
  const window = windowOf(range);
  const isOnly = (await listCalendars(database, owner)).length === 1;
  const times = await busyTimes(
    database,
    { accountId, identityIds: [identityId] },
    {
      identityId,
      ...window,
      most: maxBusy,
      objectUids: isOnly ? undefined : await objectUidsOf(database, owner, [resource.calendar.id]),
    },
  );
  if (!times)
    throw new DavRefusal(507, [d("number-of-matches-within-limits")], "There are too many busy times.");
  const text = writeFreeBusy({ ...window, times, uid: null, dtstamp: nowInstant(deps.clock) });
  return new Response(text, { headers: { "content-type": "text/calendar; charset=utf-8" } });
}

/**
 * The UIDs of objects that count when somebody asks by scheduling: those of calendars that are not transparent. Undefined: all.
 * RFC 6638 9.1
 */
export async function scheduledUids(db: Executor, owner: Owner): Promise<Set<string> | undefined> {
  const calendars = await listCalendars(db, owner);
  const opaque = calendars.filter(
    ({ properties }) => !/\btransparent\b/.test(properties[c("schedule-calendar-transp")] ?? ""),
  );
  if (opaque.length === calendars.length) return undefined;
  return objectUidsOf(
    db,
    owner,
    opaque.map(({ id }) => id),
  );
}
