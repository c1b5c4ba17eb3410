// calendar-query, calendar-multiget and free-busy-query. RFC 4791 7.8 to 7.10
import { type CompFilter, matchesFilter, type TimeRange, windowOf } from "../../calendar/objects/filter.ts";
import { writeFreeBusy } from "../../calendar/objects/free-busy-text.ts";
import { zoneName } from "../../calendar/timezones/zones.ts";
import { nowInstant } from "../../lib/clock.ts";
import { busyTimes } from "../../store/calendar/busy.ts";
import type { CalendarEventRow } from "../../store/calendar/calendar-events.ts";
import { objectsInWindow } from "../../store/calendar/object-window.ts";
import {
  type CalendarCollectionRow,
  type CalendarObjectRow,
  eventsOfObjects,
  findCalendar,
  getObjects,
  listObjects,
} from "../../store/calendar/objects.ts";
import { DavRefusal, type DavRequest, multistatus } from "../context.ts";
import { textOf } from "../object-texts.ts";
import { placeOfHref } from "../paths.ts";
import { propertiesXml } from "../propfind.ts";
import { objectResource, type Resource } from "../resources.ts";
import { childOf, childrenOf, type Element } from "../xml-read.ts";
import { c, d, responseXml } from "../xml-write.ts";
import { dataXml } from "./calendar-data.ts";
import { readFilter, readRange } from "./filter-read.ts";
import { inboxMultiget, inboxQuery } from "./inbox-reports.ts";
import { type Wish, wishOf } from "./wish.ts";

/** Objects that are read at once. */
const objectsAtOnce = 100;
const mostHrefs = 20_000;

type CalendarResource = Resource & { kind: "calendar" };

/** The responses of some objects of a calendar. */
async function responsesOf(
  request: DavRequest,
  {
    calendar,
    objects,
    wish,
  }: { calendar: CalendarCollectionRow; objects: readonly CalendarObjectRow[]; wish: Wish },
  rows: ReadonlyMap<string, CalendarEventRow[]>,
): Promise<string> {
  return objects
    .map((object) => {
      const events = rows.get(object.objectUid) ?? [];
      const more = new Map<string, () => string>();
      const { data } = wish;
      if (data) more.set(c("calendar-data"), () => dataXml(object, events, data));
      return propertiesXml(request, objectResource(request.owner, calendar, object), {
        wanted: wish.wanted,
        more,
      });
    })
    .join("");
}

async function rowsFor(
  { deps, owner }: DavRequest,
  objects: readonly CalendarObjectRow[],
  isWhole: boolean,
): Promise<Map<string, CalendarEventRow[]>> {
  const needed = objects.filter(
    ({ component, sourceEtag, etag }) => component === "VEVENT" && (isWhole || sourceEtag !== etag),
  );
  return eventsOfObjects(deps.database, owner, needed);
}

export async function calendarQuery(
  request: DavRequest,
  resource: Resource,
  root: Element,
): Promise<Response> {
  if (resource.kind === "inbox") return inboxQuery(request, root);
  if (resource.kind !== "calendar") throw new DavRefusal(403, [d("supported-report")]);
  const filter = readFilter(childOf(root, c("filter")));
  const wish = wishOf(root);
  const limit = limitIn(root);
  const zone = zoneIn(root) ?? resource.zone;
  const found = matching(request, resource, { filter, zone });
  async function* responses() {
    let count = 0;
    for await (const page of found) {
      const objects = page.slice(0, limit - count);
      count += objects.length;
      const rows = await rowsFor(request, objects, wish.data?.expand != null);
      yield await responsesOf(
        request,
        { calendar: (resource as CalendarResource).calendar, objects, wish },
        rows,
      );
      if (page.length > objects.length) {
        yield responseXml(resource.path, 507, `<D:number-of-matches-within-limits/>`);
        return;
      }
    }
  }
  return multistatus(responses());
}

function zoneIn(root: Element): string | null {
  const id = childOf(root, c("timezone-id"));
  return id ? (zoneName(id.text.trim()) ?? null) : null;
}

export function limitIn(root: Element): number {
  const text = childOf(childOf(root, d("limit")), d("nresults"))?.text.trim();
  if (text === undefined) return Number.POSITIVE_INFINITY;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new DavRefusal(403, [d("number-of-matches-within-limits")]);
  return Number(text);
}

/** The single time range that the filter puts on events; null when it has none. */
function eventRangeOf(filter: CompFilter): TimeRange | null {
  const [comp] = filter.comps;
  return filter.comps.length === 1 && comp?.name === "VEVENT" && !comp.isNotDefined ? comp.range : null;
}

/** Whether the range is all that the filter asks of events. */
function isRangeAlone(filter: CompFilter): boolean {
  const [comp] = filter.comps;
  return filter.props.length === 0 && comp?.props.length === 0 && comp.comps.length === 0;
}

/** The objects that match, page by page. */
async function* matching(
  request: DavRequest,
  { calendar }: CalendarResource,
  { filter, zone }: { filter: CompFilter; zone: string },
): AsyncGenerator<CalendarObjectRow[]> {
  const { deps, owner } = request;
  const { database } = deps;
  const range = eventRangeOf(filter);
  const within = new Map<string, Set<string>>();
  const inWindow = async (asked: TimeRange) => {
    const uids = await objectsInWindow(database, owner, { identityId: owner.identityId, ...windowOf(asked) });
    within.set(rangeKey(asked), uids);
    return uids;
  };
  for (const asked of rangesIn(filter)) await inWindow(asked);
  const matches = (object: CalendarObjectRow, rows: ReadonlyMap<string, CalendarEventRow[]>) =>
    matchesFilter(textOf(object, rows.get(object.objectUid) ?? []), filter, {
      zone,
      overlaps: (asked) => within.get(rangeKey(asked))?.has(object.objectUid) ?? false,
    });
  const sifted = async (objects: readonly CalendarObjectRow[], isSure: boolean) => {
    if (isSure) return [...objects];
    const rows = await rowsFor(request, objects, false);
    return objects.filter((object) => matches(object, rows));
  };
  if (range) {
    const uids = [...within.get(rangeKey(range))!];
    for (let at = 0; at < uids.length; at += objectsAtOnce) {
      const some = await getObjects(database, owner, { objectUids: uids.slice(at, at + objectsAtOnce) });
      yield await sifted(
        some.filter(({ calendarId }) => calendarId === calendar.id),
        isRangeAlone(filter),
      );
    }
    return;
  }
  const component =
    filter.comps.length === 1 && !filter.comps[0]!.isNotDefined ? filter.comps[0]!.name : null;
  const isBare = filter.comps.every(({ range: asked }) => asked === null) && isRangeAlone(filter);
  for (let past = ""; ; ) {
    const page = await listObjects(database, owner, { calendarId: calendar.id, past, count: objectsAtOnce });
    const some = component === null ? page : page.filter((object) => object.component === component);
    yield await sifted(some, isBare && (component !== null || filter.comps.length === 0));
    if (page.length < objectsAtOnce) return;
    past = page.at(-1)!.name;
  }
}

function rangeKey({ start, end }: TimeRange): string {
  return `${start} ${end}`;
}

/** The ranges that are asked of events, at any depth of the filter. */
function rangesIn(filter: CompFilter): TimeRange[] {
  const own = filter.name === "VEVENT" && filter.range ? [filter.range] : [];
  return [...own, ...filter.comps.flatMap(rangesIn)];
}

export async function calendarMultiget(
  request: DavRequest,
  resource: Resource,
  root: Element,
): Promise<Response> {
  const { deps, owner } = request;
  const wish = wishOf(root);
  const hrefs = childrenOf(root, d("href")).map(({ text }) => text.trim());
  if (hrefs.length > mostHrefs) throw new DavRefusal(507, [d("number-of-matches-within-limits")]);
  if (resource.kind === "inbox") return inboxMultiget(request, { hrefs, wish });
  async function* responses() {
    for (let at = 0; at < hrefs.length; at += objectsAtOnce) {
      const some = hrefs.slice(at, at + objectsAtOnce);
      const places = some.map(placeOfHref);
      const byCalendar = new Map<string, string[]>();
      for (const place of places)
        if (place?.kind === "object" && place.email === owner.email.toLowerCase())
          byCalendar.set(place.calendar, [...(byCalendar.get(place.calendar) ?? []), place.name]);
      const found = new Map<string, { calendar: CalendarCollectionRow; object: CalendarObjectRow }>();
      for (const [name, names] of byCalendar) {
        const calendar = await findCalendar(deps.database, owner, name);
        if (!calendar) continue;
        for (const object of await getObjects(deps.database, owner, { calendarId: calendar.id, names }))
          found.set(`${name}/${object.name}`, { calendar, object });
      }
      const rows = await rowsFor(
        request,
        [...found.values()].map(({ object }) => object),
        wish.data?.expand != null,
      );
      for (const [n, place] of places.entries()) {
        const one = place?.kind === "object" ? found.get(`${place.calendar}/${place.name}`) : undefined;
        yield one
          ? await responsesOf(request, { calendar: one.calendar, objects: [one.object], wish }, rows)
          : responseXml(some[n]!, 404);
      }
    }
  }
  return multistatus(responses());
}

const longestBusySeconds = 3 * 366 * 86_400;
const mostBusy = 20_000;

export async function freeBusyQuery(
  request: DavRequest,
  resource: Resource,
  root: Element,
): Promise<Response> {
  if (resource.kind !== "calendar") throw new DavRefusal(403, [d("supported-report")]);
  const range = readRange(childOf(root, c("time-range")));
  if (!range || !(range.end - range.start <= longestBusySeconds))
    throw new DavRefusal(
      403,
      [c("valid-filter")],
      "free-busy-query has a start and an end at most three years apart.",
    );
  return new Response(await busyText(request, { range, uid: null }), {
    headers: { "content-type": "text/calendar; charset=utf-8" },
  });
}

/** The busy times of the address as a calendar. @throws DavRefusal when there are too many */
export async function busyText(
  { deps, owner }: Pick<DavRequest, "deps" | "owner">,
  { range, uid }: { range: TimeRange; uid: string | null },
  lines = "",
): Promise<string> {
  const window = windowOf(range);
  const scope = { accountId: owner.accountId, identityIds: [owner.identityId] };
  const times = await busyTimes(deps.database, scope, {
    identityId: owner.identityId,
    ...window,
    most: mostBusy,
  });
  if (!times)
    throw new DavRefusal(507, [d("number-of-matches-within-limits")], "There are too many busy times.");
  return writeFreeBusy({ ...window, times, uid, dtstamp: nowInstant(deps.clock), lines });
}
