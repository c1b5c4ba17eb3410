// Serves calendar feeds: the events of some identities as iCalendar, for all who know the secret in the address. The text is
// written page by page, so that memory does not grow with the calendar, and depends on the events and the day alone, so that
// its ETag is known before it is written. DECISIONS Calendar; RFC 9110 8.8.3, 13.1.2.
import { Elysia } from "elysia";
import {
  calendarHead,
  calendarTail,
  type WrittenEvent,
  writeEvent,
  writeZones,
} from "../calendar/objects/calendar-text.ts";
import { takesTime } from "../calendar/recurrence/free-busy.ts";
import { addMs, nowInstant } from "../lib/clock.ts";
import { notFound } from "../lib/failure.ts";
import { Pauses } from "../lib/pauses.ts";
import { sha256 } from "../lib/secrets.ts";
import { type CalendarEventRow, farFuture, farPast } from "../store/calendar/calendar-events.ts";
import {
  type FeedSource,
  findCalendarFeed,
  listWhole,
  zonesOfWindow,
} from "../store/calendar/calendar-feeds.ts";
import { writtenEvent } from "../store/calendar/written.ts";
import type { HttpDeps } from "./context.ts";

const dayMs = 86_400_000;
const daysBack = 92;
const daysAhead = 731;
/** Characters that are written at once. */
const chunkLength = 16 * 1024;
/** Events and series of one query. */
const pageRows = 200;
/** How long programs keep what they read, and how often they are asked to read again. */
const freshSeconds = 300;
const refreshSeconds = 3600;

export function feedPath(secret: string): string {
  return `/calendar-feeds/${secret}.ics`;
}

type FoundFeed = NonNullable<Awaited<ReturnType<typeof findCalendarFeed>>>;

export function calendarFeedPages(deps: HttpDeps) {
  const { database, clock } = deps;
  return new Elysia({ normalize: false }).get(
    "/calendar-feeds/:file",
    async ({ request, params: { file } }) => {
      const secret = /^([0-9A-Za-z]{40})\.ics$/.exec(file)?.[1];
      const found = secret === undefined ? null : await findCalendarFeed(database, sha256(secret));
      if (!found) throw notFound();
      const today = nowInstant(clock).slice(0, 10);
      const headers = {
        etag: etagOf(found, today),
        "cache-control": `private, max-age=${freshSeconds}`,
        "content-type": "text/calendar; charset=utf-8",
        "content-disposition": 'inline; filename="calendar.ics"',
        "x-content-type-options": "nosniff",
      };
      if (isCurrent(request.headers.get("if-none-match"), headers.etag))
        return new Response(null, { status: 304, headers });
      if (request.method === "HEAD") return new Response(null, { headers });
      return new Response(streamOf(textOf(deps, found, today)), { headers });
    },
  );
}

/** RFC 9110 13.1.2: weak comparison. */
function isCurrent(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch
    .split(",")
    .some((text) => text.trim() === "*" || text.trim().replace(/^W\//, "") === etag);
}

/** The window of a near feed moves at midnight UTC. */
function etagOf({ feed, sources }: FoundFeed, today: string): string {
  const parts = [feed.id, feed.range === "near" ? today : "", ...sources.map(({ version }) => version)];
  return `"${sha256(parts.join("\n")).toString("base64url").slice(0, 22)}"`;
}

function windowOf(range: "near" | "all", today: string) {
  if (range === "all") return { after: farPast, before: farFuture };
  const midnight = `${today}T00:00:00.000000Z`;
  return { after: addMs(midnight, -daysBack * dayMs), before: addMs(midnight, daysAhead * dayMs) };
}

async function* textOf(
  { database }: HttpDeps,
  { feed, sources }: FoundFeed,
  today: string,
): AsyncGenerator<string> {
  const window = windowOf(feed.range, today);
  const { accountId } = feed;
  yield calendarHead(feed.name, refreshSeconds);
  const zones = new Map<string, { timezone: string; from: string; until: string }>();
  for (const { identityId } of sources) {
    for (const zone of await zonesOfWindow(database, { accountId, identityId, ...window })) {
      const known = zones.get(zone.timezone) ?? zone;
      const [from, until] = [[zone.from, known.from].sort()[0]!, [zone.until, known.until].sort()[1]!];
      zones.set(zone.timezone, { ...zone, from, until });
    }
  }
  yield writeZones(
    [...zones.values()].map((zone) => ({ ...zone, until: zone.until === farFuture ? null : zone.until })),
  );
  const shown = new Map<string, string>();
  const pauses = new Pauses();
  for (const source of sources) {
    let past: string | null = null;
    for (;;) {
      const query = { accountId, identityId: source.identityId, ...window, past, count: pageRows };
      const rows: CalendarEventRow[] = await listWhole(database, query);
      let text = "";
      for (const one of eventTexts(rows, { feed, source, shown: sources.length > 1 ? shown : null })) {
        text += one;
        if (text.length < chunkLength) continue;
        yield text;
        text = "";
        if (pauses.isDue) await pauses.take();
      }
      if (text !== "") yield text;
      const whole = rows.filter((row) => row.kind !== "instance" || row.seriesId === null);
      if (whole.length < pageRows) break;
      past = whole.at(-1)!.id;
    }
  }
  yield calendarTail;
}

interface FeedPageInput {
  feed: FoundFeed["feed"];
  source: FeedSource;
  /** By UID the identity that showed it: a meeting of several of them stands once. Null with one identity. */
  shown: Map<string, string> | null;
}

/** The texts of the events of a page. */
function* eventTexts(
  rows: readonly CalendarEventRow[],
  { feed, source, shown }: FeedPageInput,
): Generator<string> {
  const series = new Map(rows.filter(({ kind }) => kind === "series").map((row) => [row.id, row]));
  for (const row of rows) {
    // Reminders are those of the address, not of its readers.
    const event = { ...writtenEvent(row, series.get(row.seriesId ?? "") ?? null), reminders: null };
    if (feed.content === "free_busy") yield busyText(row, event, { feed, source });
    else if (shown === null || (shown.get(event.uid) ?? source.identityId) === source.identityId) {
      shown?.set(event.uid, source.identityId);
      yield writeEvent(event);
    }
  }
}

/** A date of a busy series that takes no time is written as cancelled: else its series would show it. */
function busyText(
  row: CalendarEventRow,
  event: WrittenEvent,
  { feed, source }: Pick<FeedPageInput, "feed" | "source">,
): string {
  const isBusy = takesTime({
    status: row.status,
    response_status: row.responseStatus,
    transparent: row.transparent,
  });
  if (!isBusy && (row.kind !== "instance" || row.seriesId === null)) return "";
  const status = isBusy ? "confirmed" : "cancelled";
  return writeEvent({ ...busyOnly(event, feed.id, source), status });
}

function busyOnly(event: WrittenEvent, feedId: string, { identityId }: FeedSource): WrittenEvent {
  const uid = sha256(`${feedId}\n${identityId}\n${event.uid}`).toString("base64url").slice(0, 32);
  return {
    ...event,
    uid,
    title: "Busy",
    description: null,
    location: null,
    attendees: [],
    organizer_email: null,
    organizer_name: null,
    sequence: 0,
  };
}

function streamOf(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}
