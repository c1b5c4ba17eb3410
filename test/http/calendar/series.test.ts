// Series and their dates: pages, changes of one date and of all later ones, and how many a calendar holds.
import { expect, test } from "bun:test";
import { listInstances } from "../../../src/store/calendar/window.ts";
import type { Executor, Param } from "../../../src/store/database/database.ts";
import { eachApp, type TestAddress } from "../../support/app/app.ts";
import { client, type Event, meeting, weekly } from "../../support/clients/calendar.ts";

eachApp("series", (t) => {
  const { pathOf, create, get, patch, remove, list, refused, typesOf } = client(t);

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

  // DECISIONS Calendar: With its last date a series is deleted
  test("a series is gone with its last date, in whatever way that one goes", async () => {
    const address = await t.address();
    const recurrence = { rule: "FREQ=WEEKLY;COUNT=2", rdates: ["2026-05-01T09:00:00"], exdates: [] };
    const series = await create(address, { ...meeting, recurrence });
    const [first, second, third] = (await list(address, "?expand=true")).data as [Event, Event, Event];
    await patch(address, second.id, {
      title: "Apart",
      start: "2026-04-04T09:00:00",
      end: "2026-04-04T10:00:00",
    });
    expect(await remove(address, first.id)).toBe(204);
    expect(await remove(address, third.id)).toBe(204);
    // The one that was changed apart is a date of it still.
    expect((await list(address, "?expand=true")).data.map(({ title }) => title)).toEqual(["Apart"]);
    const window = "after=2026-03-01T00:00:00Z&before=2026-05-20T00:00:00Z";
    const busy = `/identities/${address.id}/calendar/free-busy?${window}`;
    expect((await t.api.must<{ busy: unknown[] }>(200, t.api.get(busy))).busy).toHaveLength(1);
    expect(await remove(address, second.id)).toBe(204);
    expect((await list(address)).data).toEqual([]);
    for (const id of [series.id, second.id])
      expect((await t.api.get(`${pathOf(address)}/${id}`)).status).toBe(404);
    expect((await t.api.must<{ busy: unknown[] }>(200, t.api.get(busy))).busy).toEqual([]);
    expect((await typesOf())(series.id)).toContain("deleted");
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

  test("a date that was changed apart is changed where it is the one that is named, and named as its series has it", async () => {
    const address = await t.address();
    const shown = async () =>
      (await list(address, "?expand=true")).data.map(({ start, title, location, original_start: place }) =>
        [start.slice(5, 13), title, location, place === start ? null : place].filter(Boolean).join(" "),
      );
    const change = async (one: number, input: object, query = "?mode=future") => {
      const { id } = (await list(address, "?expand=true")).data[one]!;
      await t.api.must(200, t.api.patch(`${pathOf(address)}/${id}${query}`, input));
    };
    const at = (day: string, from: number, timezone = "Europe/Berlin") => {
      const time = (hour: number) => `2026-${day}T${String(hour).padStart(2, "0")}:00:00`;
      return { start: time(from), end: time(from + 1), timezone };
    };
    await create(address, { ...weekly, ...at("03-27", 9), recurrence: { rule: "FREQ=DAILY;COUNT=5" } });
    await change(2, { ...at("03-29", 12), location: "Attic" }, "");
    await change(3, { location: "Hall" }, "");
    await change(2, { title: "Late" });
    const early = ["03-27T09 Plan", "03-28T09 Plan"];
    const later = ["03-30T09 Plan Hall", "03-31T09 Late"];
    expect(await shown()).toEqual([...early, "03-29T12 Late Attic 2026-03-29T09:00:00", ...later]);
    // Back to its place, which no other date leaves.
    await change(2, at("03-29", 9));
    expect(await shown()).toEqual([...early, "03-29T09 Late Attic", ...later]);
    // Another zone at the same instants.
    await change(2, at("03-29", 7, "UTC"));
    expect(await shown()).toEqual([
      ...early,
      "03-29T07 Late Attic",
      "03-30T09 Plan Hall 2026-03-30T07:00:00",
      "03-31T07 Late",
    ]);
    // All move: it is one of them again.
    await change(2, at("03-29", 6, "UTC"));
    expect((await shown()).slice(2)).toEqual(["03-29T06 Late", "03-30T06 Late", "03-31T06 Late"]);
    // The only one that is left is what it was.
    await change(3, { ...at("03-30", 14), location: "Attic" }, "");
    await change(3, { title: "Once", recurrence: null });
    expect((await shown()).slice(2)).toEqual(["03-29T06 Late", "03-30T14 Once Attic"]);
    // A part whose dates are all deleted does not stay behind.
    const { id } = await create(address, {
      ...weekly,
      ...at("05-01", 9),
      recurrence: { rule: "FREQ=DAILY;COUNT=3" },
    });
    expect(await remove(address, `${id}_20260501T070000Z`)).toBe(204);
    await change(4, { title: "Rest", ...at("05-02", 8) });
    expect((await shown()).slice(4)).toEqual(["05-02T08 Rest", "05-03T08 Rest"]);
    expect((await list(address)).data.map(({ title }) => title)).toEqual(["Plan", "Late", "Once", "Rest"]);
    await change(4, { recurrence: null });
    expect((await shown()).slice(4)).toEqual(["05-02T08 Rest"]);
  });

  test("a series that begins before its rule keeps its length, when its first date ends later", async () => {
    const address = await t.address();
    await create(address, { ...weekly, recurrence: { rule: "FREQ=WEEKLY;BYDAY=SU;COUNT=2" } });
    const ends = async () => (await list(address, "?expand=true")).data.map(({ end }) => end);
    const first = (await list(address, "?expand=true")).data[0]!;
    const end = first.end.replace("T10", "T11");
    await t.api.must(200, t.api.patch(`${pathOf(address)}/${first.id}?mode=future`, { end }));
    expect(await ends()).toEqual([end, expect.stringContaining("T11:00:00")]);
  });

  test("moving a series to another day moves its weekdays", async () => {
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
    const { database } = t.app.core;
    const [event] = await database.values(
      "select account_id, to_jsonb(e)::text from calendar_events e where e.id = $1::text",
      [id],
    );
    await database.values(
      `insert into calendar_events select copy.* from generate_series(1, 4999) n, lateral
         jsonb_populate_record(null::calendar_events, $2::text::jsonb || jsonb_build_object('id', md5($3::text || n)::uuid::text)) copy
       where copy.account_id = $1::uuid returning 1`,
      [...(event as [string, string]), id],
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
});
