// calendar-query and calendar-multiget. RFC 4791 7.8, 7.9
import { type CompFilter, rangeKey, type TimeRange, windowOf } from "../../calendar/objects/filter.ts";
import { Pauses } from "../../lib/pauses.ts";
import { zoneName } from "../../lib/zones.ts";
import { asksWhole, rowsFor, viewOf, wholeTexts } from "../../reading/object-texts.ts";
import { headsOfObjects, pagesOfObjects } from "../../store/calendar/object-pages.ts";
import { objectsInWindow } from "../../store/calendar/object-window.ts";
import {
  type CalendarCollectionRow,
  type CalendarObjectRow,
  findCalendar,
  type ObjectHead,
} from "../../store/calendar/objects.ts";
import { DavRefusal, type DavRequest, multistatus } from "../context.ts";
import { placeOfHref } from "../paths.ts";
import { propertiesXml } from "../propfind.ts";
import { type DavResource, objectResource } from "../resources.ts";
import { childOf, childrenOf, type XmlElement } from "../xml-read.ts";
import { c, d, element, escaped, responseXml } from "../xml-write.ts";
import { readFilter } from "./filter-read.ts";
import { inboxMultiget, inboxQuery } from "./inbox-reports.ts";
import { type Wish, wishOf } from "./wish.ts";

const maxHrefs = 20_000;

type CalendarResource = DavResource & { kind: "calendar" };

/** An object that a report found, with its text in the form that was asked for. */
interface ReportedObject {
  calendar: CalendarCollectionRow;
  object: ObjectHead;
  /** Null: not asked for, or too long in that form. */
  text: string | null;
}

/** The response of an object. RFC 4791 7.8, 7.9 */
function foundXml(
  request: DavRequest,
  { calendar, object, text }: ReportedObject,
  { wanted, data }: Wish,
): string {
  const resource = objectResource(request.owner, calendar, object);
  // Instances are listed whole or not at all. RFC 4791 7.8
  if (data && text === null)
    return responseXml(resource.path, 507, element(d("number-of-matches-within-limits")));
  const more = new Map(text === null ? [] : [[c("calendar-data"), () => escaped(text)]]);
  return propertiesXml(request, resource, { wanted, more });
}

export async function calendarQuery(
  request: DavRequest,
  resource: DavResource,
  root: XmlElement,
): Promise<Response> {
  if (resource.kind === "inbox") return inboxQuery(request, root);
  if (resource.kind !== "calendar") throw new DavRefusal(403, [d("supported-report")]);
  const filter = readFilter(childOf(root, c("filter")));
  const wish = wishOf(root);
  const limit = limitIn(root);
  const zone = zoneIn(root) ?? resource.zone;
  const found = matching(request, resource, { filter, zone, wish });
  async function* responses() {
    let count = 0;
    for await (const one of found) {
      if (count++ === limit) {
        yield responseXml(resource.path, 507, element(d("number-of-matches-within-limits")));
        return;
      }
      yield foundXml(request, one, wish);
    }
  }
  return multistatus(responses());
}

function zoneIn(root: XmlElement): string | null {
  const id = childOf(root, c("timezone-id"));
  return id ? (zoneName(id.text.trim()) ?? null) : null;
}

export function limitIn(root: XmlElement): number {
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

/** The objects that match. */
async function* matching(
  request: DavRequest,
  { calendar }: CalendarResource,
  { filter, zone, wish }: { filter: CompFilter; zone: string; wish: Wish },
): AsyncGenerator<ReportedObject> {
  const { deps, owner } = request;
  const { database } = deps;
  const range = eventRangeOf(filter);
  const within = new Map<string, ReadonlySet<string>>();
  for (const asked of rangesIn(filter)) {
    const window = { identityId: owner.identityId, ...windowOf(asked) };
    within.set(rangeKey(asked), await objectsInWindow(database, owner, window));
  }
  const [first] = filter.comps;
  const component = filter.comps.length === 1 && !first!.isNotDefined ? first!.name : null;
  const isBare = filter.comps.every(({ range: asked }) => asked === null) && isRangeAlone(filter);
  const isSure = range ? isRangeAlone(filter) : isBare && (component !== null || filter.comps.length === 0);
  const pauses = new Pauses();
  const wanted = range ? { objectUids: [...within.get(rangeKey(range))!] } : { calendarId: calendar.id };
  if (isSure && wish.data === null) {
    for await (const object of headsOfObjects(database, owner, { wanted, component }))
      if (object.calendarId === calendar.id) yield { calendar, object, text: null };
    return;
  }
  for await (const all of pagesOfObjects(database, owner, { wanted, component })) {
    const page = all.filter(({ calendarId }) => calendarId === calendar.id);
    if (isSure && asksWhole({ filter: null, data: wish.data })) {
      const texts = await wholeTexts(request, page);
      for (const [n, object] of page.entries()) yield { calendar, object, text: texts[n]! };
      continue;
    }
    const rows = await rowsFor(request, page, needsEvents(wish));
    for (const object of page) {
      const overlapped = [...within].filter(([, uids]) => uids.has(object.objectUid)).map(([key]) => key);
      const sieve = isSure ? null : { filter, zone, overlapped };
      const { isMatch, text } = await viewed(request, { object, rows }, { filter: sieve, data: wish.data });
      if (isMatch) yield { calendar, object, text };
      if (pauses.isDue) await pauses.take();
    }
  }
}

/** Whether the form of the texts depends on the events, not on what clients wrote alone. */
function needsEvents({ data }: Wish): boolean {
  return data !== null && (data.expand !== null || data.limit !== null);
}

async function viewed(
  request: DavRequest,
  { object, rows }: { object: CalendarObjectRow; rows: Awaited<ReturnType<typeof rowsFor>> },
  as: Parameters<typeof viewOf>[2],
): Promise<{ isMatch: boolean; text: string | null }> {
  return viewOf(request, { object, rows: rows.get(object.objectUid) ?? [] }, as);
}

/** The ranges that are asked of events, at any depth of the filter. */
function rangesIn(filter: CompFilter): TimeRange[] {
  const own = filter.name === "VEVENT" && filter.range ? [filter.range] : [];
  return [...own, ...filter.comps.flatMap(rangesIn)];
}

export async function calendarMultiget(
  request: DavRequest,
  resource: DavResource,
  root: XmlElement,
): Promise<Response> {
  const { owner } = request;
  const wish = wishOf(root);
  const hrefs = [...new Set(childrenOf(root, d("href")).map(({ text }) => text.trim()))];
  if (hrefs.length > maxHrefs) throw new DavRefusal(507, [d("number-of-matches-within-limits")]);
  if (resource.kind === "inbox") return inboxMultiget(request, { hrefs, wish });
  /** The hrefs that ask for each object, by calendar and name. */
  const asked = new Map<string, Map<string, string[]>>();
  const foreign: string[] = [];
  for (const href of hrefs) {
    const place = placeOfHref(href);
    if (place?.kind !== "object" || place.email !== owner.email.toLowerCase()) foreign.push(href);
    else {
      const names = asked.get(place.calendar) ?? new Map<string, string[]>();
      asked.set(place.calendar, names);
      names.set(place.name, [...(names.get(place.name) ?? []), href]);
    }
  }
  async function* responses() {
    for (const [name, names] of asked) {
      const calendar = await findCalendar(request.deps.database, owner, name);
      if (calendar) yield* responsesOf(request, { calendar, names, wish });
      for (const missing of [...names.values()].flat()) yield responseXml(missing, 404);
    }
    for (const href of foreign) yield responseXml(href, 404);
  }
  return multistatus(responses());
}

/** Responses of those objects that are there; their names are removed from `names`. */
async function* responsesOf(
  request: DavRequest,
  { calendar, names, wish }: { calendar: CalendarCollectionRow; names: Map<string, string[]>; wish: Wish },
): AsyncGenerator<string> {
  const { deps, owner } = request;
  const pauses = new Pauses();
  const wanted = { calendarId: calendar.id, names: [...names.keys()] };
  if (wish.data === null) {
    for await (const object of headsOfObjects(deps.database, owner, { wanted })) {
      yield foundXml(request, { calendar, object, text: null }, wish);
      names.delete(object.name);
    }
    return;
  }
  const as = { filter: null, data: wish.data };
  for await (const page of pagesOfObjects(deps.database, owner, { wanted })) {
    const texts = asksWhole(as) ? await wholeTexts(request, page) : null;
    const rows = texts ? new Map() : await rowsFor(request, page, needsEvents(wish));
    for (const [n, object] of page.entries()) {
      const text = texts ? texts[n]! : (await viewed(request, { object, rows }, as)).text;
      yield foundXml(request, { calendar, object, text }, wish);
      names.delete(object.name);
      if (pauses.isDue) await pauses.take();
    }
  }
}
