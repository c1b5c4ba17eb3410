// Calendars: SPEC Calendar events, DECISIONS Calendar.
import { expect, test } from "bun:test";
import { listInstances } from "../../../src/store/calendar/window.ts";
import type { Executor, Param } from "../../../src/store/database/database.ts";
import type { PageOf, Refusal } from "../../support/app/api.ts";
import { eachApp, type SuiteApp, type TestAddress } from "../../support/app/app.ts";
import { eventsShown } from "../../support/app/events.ts";
import { restrictedKey } from "../../support/app/keys.ts";

interface Attendee {
  email: string;
  name: string | null;
  status: string;
  role: string;
  optional: boolean;
  rsvp: boolean;
  responded_at: string | null;
}

interface Event {
  id: string;
  kind: string;
  series_id: string | null;
  original_start: string | null;
  uid: string;
  sequence: number;
  etag: string;
  status: string;
  title: string;
  start: string;
  end: string;
  timezone: string;
  start_at: string;
  end_at: string;
  recurrence: { rule: string | null; exdates: string[]; rdates: string[] } | null;
  attendees: Attendee[];
  organizer_email: string | null;
  response_status: string | null;
  metadata: Record<string, unknown>;
  created_at: string;
  updated_at: string;
}

const eventFields = [
  "all_day",
  "attendees",
  "created_at",
  "description",
  "end",
  "end_at",
  "etag",
  "id",
  "identity_id",
  "kind",
  "location",
  "metadata",
  "organizer_email",
  "organizer_name",
  "origin_message_id",
  "original_start",
  "recurrence",
  "response_status",
  "sequence",
  "series_id",
  "source",
  "start",
  "start_at",
  "status",
  "timezone",
  "title",
  "uid",
  "updated_at",
];

const meeting = {
  title: "Plan",
  start: "2026-03-27T09:00:00",
  end: "2026-03-27T10:00:00",
  timezone: "Europe/Berlin",
};
const weekly = { ...meeting, recurrence: { rule: "FREQ=WEEKLY" } };

function client(t: SuiteApp) {
  const pathOf = ({ id }: Pick<TestAddress, "id">) => `/identities/${id}/calendar/events`;
  const create = (address: TestAddress, body: object = meeting) =>
    t.api.must<Event>(201, t.api.post(pathOf(address), body));
  const get = (address: TestAddress, id: string) =>
    t.api.must<Event>(200, t.api.get(`${pathOf(address)}/${id}`));
  const patch = (address: TestAddress, id: string, body: object) =>
    t.api.must<Event>(200, t.api.patch(`${pathOf(address)}/${id}`, body));
  const remove = async (address: TestAddress, id: string, query = "") =>
    (await t.api.delete(`${pathOf(address)}/${id}${query}`)).status;
  const list = (address: TestAddress, query = "") =>
    t.api.get<PageOf<Event>>(`${pathOf(address)}${query}`).then(({ json }) => json);
  const refused = async (answer: Promise<{ status: number; json: unknown }>) => {
    const { status, json } = await answer;
    return [status, (json as Refusal).error.code];
  };
  const typesOf = async () => {
    await eventsShown(t.app.core.database);
    const { json } =
      await t.api.get<PageOf<{ type: string; data: { event_id?: string } }>>("/events?limit=200");
    return (id: string) =>
      json.data
        .filter(({ data }) => data.event_id === id)
        .map(({ type }) => type.replace("calendar.event.", ""));
  };
  return { pathOf, create, get, patch, remove, list, refused, typesOf };
}

eachApp("calendars", (t) => {
  const { pathOf, create, get, patch, remove, list, refused, typesOf } = client(t);

  test("an event is made from three fields and shows every field", async () => {
    const address = await t.address();
    const answer = await t.api.post<{ data: Event }>(pathOf(address), {
      title: "Plan",
      start: "2026-03-27T09:00",
      end: "2026-03-27T10:00:00",
    });
    const { data } = answer.json;
    expect(answer.status).toBe(201);
    expect(answer.headers.get("etag")).toBe(`"${data.etag}"`);
    expect(Object.keys(data).sort()).toEqual(eventFields);
    expect(data).toMatchObject({
      kind: "single",
      sequence: 0,
      status: "confirmed",
      start: "2026-03-27T09:00:00",
      timezone: "UTC",
      start_at: "2026-03-27T09:00:00.000000Z",
      organizer_email: address.email,
      response_status: null,
      attendees: [],
      metadata: {},
    });
    const got = await t.api.get(`${pathOf(address)}/${data.id}`);
    expect(got.headers.get("etag")).toBe(`"${data.etag}"`);
    expect(await get(address, data.id)).toEqual(data);
  });

  test("refuses what it cannot keep, and says what to send", async () => {
    const address = await t.address();
    const wrong: [object, string][] = [
      [{ ...meeting, start: "2026-03-27T09:00:00Z" }, "timezone"],
      [{ ...meeting, start: "2026-03-27T09:00:00+01:00" }, "timezone"],
      [{ ...meeting, end: "2026-03-27T08:00:00" }, "end is before start"],
      [{ ...meeting, timezone: "Mars/Base" }, "IANA"],
      [{ ...meeting, all_day: true }, "date"],
      [{ ...meeting, recurrence: { rule: "FREQ=SOMETIMES" } }, "recurrence.rule"],
      [{ ...meeting, recurrence: {} }, "rule or rdates"],
      [
        { ...meeting, attendees: Array.from({ length: 201 }, (_, n) => ({ email: `a${n}@example.org` })) },
        "at most 200",
      ],
      [{ ...meeting, attendees: [{ email: "a@example.org" }, { email: "A@example.org" }] }, "twice"],
      [{ ...meeting, attendees: [{ email: "a..b@example.org" }] }, "not an email address"],
      [{ ...meeting, colour: "red" }, "Unknown field"],
      [{ title: "x", start: meeting.start }, "end"],
    ];
    for (const [body, words] of wrong) {
      const { status, json } = await t.api.post<Refusal>(pathOf(address), body);
      expect([status, json.error.code]).toEqual([400, "validation_error"]);
      expect(json.error.message).toContain(words);
    }
    const robot = await t.address({ type: "application" });
    expect(await refused(t.api.post(pathOf(robot), meeting))).toEqual([403, "capability_missing"]);
  });

  test("the calendar's zone is that of events that name none", async () => {
    const address = await t.address();
    const path = `/identities/${address.id}/calendar`;
    expect(await refused(t.api.patch(path, { timezone: "Nowhere" }))).toEqual([400, "validation_error"]);
    for (const timezone of ["America/New_York", "Asia/Kathmandu"]) {
      const data = await t.api.must(200, t.api.patch(path, { timezone }));
      expect(data).toEqual({ identity_id: address.id, timezone });
    }
    const event = await create(address, { ...meeting, timezone: undefined });
    expect(event).toMatchObject({ timezone: "Asia/Kathmandu", start_at: "2026-03-27T03:15:00.000000Z" });
  });

  test("a patch keeps what it leaves out; sequence rises for what attendees see", async () => {
    const address = await t.address();
    const event = await create(address, {
      ...meeting,
      attendees: [{ email: "ann@example.org" }],
      location: "Here",
    });
    const noted = await patch(address, event.id, { metadata: { a: 1 }, description: "words" });
    expect(noted).toMatchObject({ sequence: 0, location: "Here", metadata: { a: 1 } });
    expect(noted.etag).not.toBe(event.etag);
    expect((await patch(address, event.id, { metadata: { a: 1 } })).etag).toBe(noted.etag);
    const moved = await patch(address, event.id, { start: "2026-03-27T08:00:00", title: "New" });
    expect(moved).toMatchObject({ sequence: 1, location: "Here", title: "New", end: meeting.end });
    expect((await patch(address, event.id, { attendees: [] })).sequence).toBe(2);
    expect((await typesOf())(event.id)).toEqual(["created", "updated", "updated", "updated"]);
  });

  test("of many changes with one etag one wins", async () => {
    const address = await t.address();
    const event = await create(address);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        t.api.patch(
          `${pathOf(address)}/${event.id}`,
          { title: `Title ${n}` },
          { "if-match": `"${event.etag}"` },
        ),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 412)).toHaveLength(99);
    expect((await get(address, event.id)).sequence).toBe(1);
    const stale = { "if-match": `"${event.etag}"` };
    expect(await refused(t.api.delete(`${pathOf(address)}/${event.id}`, stale))).toEqual([
      412,
      "precondition_failed",
    ]);
    expect((await t.api.delete(`${pathOf(address)}/${event.id}`, { "if-match": "*" })).status).toBe(204);
    expect((await t.api.get(`${pathOf(address)}/${event.id}`)).status).toBe(404);
  });

  test("local time is kept over changes of the clocks", async () => {
    const address = await t.address();
    await create(address, weekly);
    const window = "?expand=true&after=2026-03-20T00:00:00Z&before=2026-04-04T00:00:00Z";
    const { data } = await list(address, window);
    expect(data.map(({ start, start_at }) => [start, start_at])).toEqual([
      ["2026-03-27T09:00:00", "2026-03-27T08:00:00.000000Z"],
      ["2026-04-03T09:00:00", "2026-04-03T07:00:00.000000Z"],
    ]);
    const gap = await create(address, {
      ...meeting,
      start: "2026-03-29T02:30:00",
      end: "2026-03-29T03:30:00",
    });
    expect(gap.start_at).toBe("2026-03-29T01:30:00.000000Z");
    const fold = {
      ...meeting,
      start: "2026-11-01T01:30:00",
      end: "2026-11-01T02:30:00",
      timezone: "America/New_York",
    };
    expect(await create(address, fold)).toMatchObject({
      start_at: "2026-11-01T05:30:00.000000Z",
      end_at: "2026-11-01T07:30:00.000000Z",
    });
  });

  test("pages are whole, in order, and end even where a series does not", async () => {
    const address = await t.address();
    await create(address, { ...meeting, recurrence: { rule: "FREQ=HOURLY" } });
    await create(address, {
      ...meeting,
      title: "Never",
      recurrence: { rule: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30" },
    });
    for (let n = 0; n < 5; n++) await create(address, { ...meeting, title: `Single ${n}` });
    const all = await list(address, "?limit=200");
    expect(all.data.map(({ kind }) => kind).filter((kind) => kind === "single")).toHaveLength(5);
    const window = "?expand=true&after=2026-03-27T00:00:00Z&before=2026-03-29T00:00:00Z";
    const whole = await list(address, `${window}&limit=200`);
    expect(whole.has_more).toBe(false);
    const seen: string[] = [];
    for (let cursor = ""; ; ) {
      const page = await list(address, `${window}&limit=7${cursor}`);
      seen.push(...page.data.map(({ id }) => id));
      if (!page.has_more) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    expect(seen).toEqual(whole.data.map(({ id }) => id));
    expect(new Set(seen).size).toBe(40 + 5);
    expect(await list(address, "?expand=true&limit=200")).toMatchObject({ has_more: true });
    expect(await refused(t.api.get(`${pathOf(address)}?cursor=x`))).toEqual([400, "invalid_cursor"]);
  });

  test("one date of a series is changed and deleted on its own", async () => {
    const address = await t.address();
    const series = await create(address, weekly);
    const window = "?expand=true&after=2026-03-01T00:00:00Z&before=2026-04-20T00:00:00Z";
    const [first, second, third] = (await list(address, window)).data as [Event, Event, Event];
    expect(second).toMatchObject({
      kind: "instance",
      series_id: series.id,
      id: `${series.id}_20260403T070000Z`,
    });
    expect(await get(address, second.id)).toEqual(second);
    const moved = await patch(address, second.id, {
      start: "2026-04-04T12:00:00",
      end: "2026-04-04T13:00:00",
    });
    expect(moved).toMatchObject({ id: second.id, original_start: "2026-04-03T09:00:00", sequence: 1 });
    expect(await remove(address, third.id)).toBe(204);
    expect((await list(address, window)).data.map(({ id, start }) => [id, start])).toEqual([
      [first.id, first.start],
      [second.id, "2026-04-04T12:00:00"],
      [`${series.id}_20260417T070000Z`, "2026-04-17T09:00:00"],
    ]);
    expect((await t.api.get(`${pathOf(address)}/${third.id}`)).status).toBe(404);
    expect((await list(address)).data.map(({ id }) => id)).toEqual([series.id]);
    await patch(address, series.id, { title: "Other" });
    expect((await get(address, second.id)).title).toBe("Plan");
    expect(await remove(address, series.id)).toBe(204);
    expect((await list(address, window)).data).toEqual([]);
  });

  test("this and later dates become a series of their own, or end", async () => {
    const address = await t.address();
    const series = await create(address, { ...weekly, recurrence: { rule: "FREQ=WEEKLY;COUNT=6" } });
    const [, , third, fourth] = (await list(address, "?expand=true")).data as Event[];
    const path = `${pathOf(address)}/${third!.id}?mode=future`;
    const later = await t.api.must<Event>(200, t.api.patch(path, { title: "Later" }));
    expect(later).toMatchObject({ kind: "series", series_id: series.id, start: third!.start, sequence: 0 });
    expect(later.recurrence?.rule).toContain("COUNT=4");
    const titles = (await list(address, "?expand=true")).data.map(({ title }) => title);
    expect(titles).toEqual(["Plan", "Plan", "Later", "Later", "Later", "Later"]);
    const cut = `${later.id}_${fourth!.id.split("_")[1]}`;
    expect(await remove(address, cut, "?mode=future")).toBe(204);
    expect((await list(address, "?expand=true")).data).toHaveLength(3);
    expect(await refused(t.api.delete(`${pathOf(address)}/${series.id}?mode=future`))).toEqual([
      400,
      "validation_error",
    ]);
  });

  test("a series that moves to another day takes its weekdays along", async () => {
    const address = await t.address();
    const rule = "FREQ=WEEKLY;BYDAY=FR;COUNT=4";
    const series = await create(address, { ...weekly, recurrence: { rule } });
    await patch(address, series.id, { start: "2026-03-26T09:00:00", end: "2026-03-26T10:00:00" });
    const starts = async () =>
      (await list(address, "?expand=true")).data.map(({ start }) => start.slice(5, 13)) as string[];
    expect(await starts()).toEqual(["03-26T09", "04-02T09", "04-09T09", "04-16T09"]);
    const third = (await list(address, "?expand=true")).data[2]!;
    const path = `${pathOf(address)}/${third.id}?mode=future`;
    await t.api.must(200, t.api.patch(path, { start: "2026-04-11T08:00:00", end: "2026-04-11T09:00:00" }));
    expect(await starts()).toEqual(["03-26T09", "04-02T09", "04-11T08", "04-18T08"]);
  });

  test("busy times are put together", async () => {
    const address = await t.address();
    await create(address, weekly);
    await create(address, { ...meeting, start: "2026-03-27T09:30:00", end: "2026-03-27T11:00:00" });
    await create(address, { ...meeting, start: "2026-03-28", end: "2026-03-29", all_day: true });
    await create(address, {
      ...meeting,
      start: "2026-03-27T15:00:00",
      end: "2026-03-27T16:00:00",
      status: "cancelled",
    });
    const path = `/identities/${address.id}/calendar/free-busy`;
    const query = "?after=2026-03-27T00:00:00Z&before=2026-04-01T00:00:00Z";
    expect(await t.api.must<object>(200, t.api.get(path + query))).toEqual({
      busy: [
        { start_at: "2026-03-27T08:00:00.000000Z", end_at: "2026-03-27T10:00:00.000000Z" },
        { start_at: "2026-03-27T23:00:00.000000Z", end_at: "2026-03-28T23:00:00.000000Z" },
      ],
    });
    expect(
      await refused(t.api.get(`${path}?after=2026-01-01T00:00:00Z&before=2027-01-01T00:00:00Z`)),
    ).toEqual([400, "validation_error"]);
  });

  test("a date that is changed while others read is shown once, as it was or as it is", async () => {
    const address = await t.address();
    const { id } = await create(address, { ...weekly, recurrence: { rule: "FREQ=DAILY;COUNT=20" } });
    const dates = (await list(address, "?expand=true")).data;
    const busyPath = `/identities/${address.id}/calendar/free-busy?after=${dates[0]!.start_at}&before=2026-05-01T00:00:00Z`;
    const busy = await t.api.must<object>(200, t.api.get(busyPath));
    let changing = true;
    const change = async () => {
      for (const [place, date] of dates.entries())
        await patch(address, place % 5 === 4 ? id : date.id, { title: `Changed ${place}` });
      changing = false;
    };
    const read = async () => {
      while (changing) {
        const { data } = await list(address, "?expand=true");
        expect(data.map((date) => date.id)).toEqual(dates.map((date) => date.id));
        expect(await t.api.must<object>(200, t.api.get(busyPath))).toEqual(busy);
      }
    };
    await Promise.all([change(), read(), read(), read()]);
  });

  /** A page of a month's instances, and what the database was asked for it. */
  async function readBy(address: TestAddress, count: number) {
    const { database } = t.app.core;
    const found = { rows: 0, statements: 0, titles: [] as string[] };
    const counting: Pick<Executor, "rows"> = {
      async rows<T extends object>(text: string, params: readonly Param[]) {
        const rows = await database.rows<T>(text, params);
        found.statements++;
        found.rows += rows.length;
        return rows;
      },
    };
    const [owner] = await database.rows<{ id: string }>(
      "select account_id as id from identities where id = $1::uuid",
      [address.id],
    );
    const scope = { accountId: owner!.id, identityIds: null };
    const window = { after: "2027-03-01T00:00:00.000000Z", before: "2027-04-01T00:00:00.000000Z" };
    const listed = await listInstances(counting, scope, {
      identityId: address.id,
      ...window,
      past: null,
      count,
    });
    found.titles = listed.map(({ row }) => row.title);
    return found;
  }

  test("a calendar holds a bounded number of series, and is read with all of them", async () => {
    const address = await t.address();
    const { id } = await create(address, weekly);
    await t.app.core.database.values(
      `insert into calendar_events select copy.* from calendar_events e, generate_series(1, 4999) n, lateral
         jsonb_populate_record(null::calendar_events, to_jsonb(e) || jsonb_build_object('id', md5(e.id || n)::uuid::text)) copy
       where e.id = $1::text returning 1`,
      [id],
    );
    expect(await refused(t.api.post(pathOf(address), weekly))).toEqual([409, "conflict"]);
    const single = await create(address);
    expect(
      await refused(t.api.patch(`${pathOf(address)}/${single.id}`, { recurrence: weekly.recurrence })),
    ).toEqual([409, "conflict"]);
    expect((await patch(address, id, { title: "Still" })).title).toBe("Still");
    const invite = (uid: string, rule: string) => {
      const event = [`UID:${uid}`, "DTSTART:20260327T080000Z", `SUMMARY:${uid}`, rule];
      const lines = [
        "BEGIN:VCALENDAR",
        "METHOD:REQUEST",
        "BEGIN:VEVENT",
        ...event,
        "END:VEVENT",
        "END:VCALENDAR",
      ];
      const head = ["From: boss@example.org", `To: ${address.email}`, "Content-Type: text/calendar", ""];
      return t.raw({
        from: "boss@example.org",
        to: [address.email],
        raw: [...head, ...lines, ""].join("\r\n"),
      });
    };
    await invite("repeats", "RRULE:FREQ=DAILY");
    await invite("once", "COMMENT:no rule");
    const mailed = await t.app.core.database.values(
      "select title from calendar_events where identity_id = $1::uuid and source = 'email'",
      [address.id],
    );
    expect(mailed).toEqual([["once"]]);
    const month = "?expand=true&limit=200&after=2027-03-01T00:00:00Z&before=2027-04-01T00:00:00Z";
    const first = await list(address, month);
    const second = await list(address, `${month}&cursor=${first.next_cursor}`);
    const ids = [...first.data, ...second.data].map((event) => event.id);
    expect(new Set(ids).size).toBe(400);
    // of 5,000 series only whether they changed, and the page's own rows
    const { rows, statements } = await readBy(address, 200);
    expect([rows, statements]).toEqual([1, 1]);
    const [changed] = first.data;
    await patch(address, changed!.series_id!, { title: "Changed" });
    const after = await readBy(address, 200);
    expect(after.titles.filter((title) => title === "Changed")).toHaveLength(1);
    expect((await readBy(address, 200)).rows).toBe(1);
    expect(await remove(address, id)).toBe(204);
    await create(address, weekly);
  });

  test("a long event is found from inside it", async () => {
    const address = await t.address();
    const long = await create(address, { ...meeting, end: "2027-03-27T10:00:00" });
    const { data } = await list(address, "?after=2026-12-01T00:00:00Z&before=2026-12-02T00:00:00Z");
    expect(data.map(({ id }) => id)).toEqual([long.id]);
    expect((await list(address, "?after=2027-12-01T00:00:00Z")).data).toEqual([]);
  });

  test("what a key does not reach is not there", async () => {
    const [mine, other] = [await t.address(), await t.address()];
    const event = await create(mine);
    const api = await restrictedKey(t.api, [other.id]);
    const stranger = (await t.otherAccount()).api;
    for (const path of [pathOf(mine), `${pathOf(mine)}/${event.id}`]) {
      for (const who of [api, stranger]) expect((await who.get(path)).status).toBe(404);
    }
    const crossed = `${pathOf(other)}/${event.id}`;
    for (const answer of [api.get(crossed), api.patch(crossed, { title: "x" }), api.delete(crossed)]) {
      expect((await answer).status).toBe(404);
    }
    for (const id of ["x", `${event.id}_x`, `${event.id}_20260403T070000Z`]) {
      expect((await t.api.get(`${pathOf(mine)}/${id}`)).status).toBe(404);
    }
  });

  test("a repeated POST makes one event", async () => {
    const address = await t.address();
    const headers = { "idempotency-key": "once" };
    const [one, two] = [
      await t.api.post(pathOf(address), meeting, headers),
      await t.api.post(pathOf(address), meeting, headers),
    ];
    expect(two.text).toBe(one.text);
    expect(two.headers.get("etag")).toBe(one.headers.get("etag"));
    expect((await list(address)).data).toHaveLength(1);
  });
});
