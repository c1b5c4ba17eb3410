// Calendars: SPEC Calendar events, DECISIONS Calendar.
import { expect, test } from "bun:test";
import type { Refusal } from "../../support/app/api.ts";
import { eachApp } from "../../support/app/app.ts";
import { restrictedKey } from "../../support/app/keys.ts";
import { client, type Event, eventFields, meeting, weekly } from "../../support/clients/calendar.ts";

eachApp("calendars", (t) => {
  const { pathOf, create, get, patch, list, refused, typesOf } = client(t);

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

  test("guests are written as recipients are: one or several, with or without a name", async () => {
    const address = await t.address();
    const invited = async (attendees: unknown) =>
      (await create(address, { ...meeting, attendees } as object)).attendees.map(({ email, name }) => ({
        email,
        name,
      }));
    const ada = { email: "ada@example.org", name: null };
    const bob = { email: "bob@example.org", name: "Bob, Sales" };
    expect(await invited("ada@example.org")).toEqual([ada]);
    expect(await invited(["ada@example.org", '"Bob, Sales" <bob@example.org>'])).toEqual([ada, bob]);
    expect(await invited({ email: "ada@example.org", role: "chair" })).toEqual([ada]);
    for (const attendees of [
      "ada",
      ["ada@example.org", "Bob"],
      [{ email: "ada@example.org", role: "boss" }],
    ]) {
      const { status, json } = await t.api.post<Refusal>(pathOf(address), { ...meeting, attendees });
      expect([status, json.error.code]).toEqual([400, "validation_error"]);
      expect(json.error.message).toMatch(/"ada",|"Bob",|cannot have this role/);
    }
  });

  test("events without a zone have the calendar's", async () => {
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

  // SPEC Errors: 412: the If-Match of a calendar event no longer matches
  test("of concurrent changes with one etag one succeeds", async () => {
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

  test("busy times are merged", async () => {
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

  test("a long event is found from inside it", async () => {
    const address = await t.address();
    const long = await create(address, { ...meeting, end: "2027-03-27T10:00:00" });
    const { data } = await list(address, "?after=2026-12-01T00:00:00Z&before=2026-12-02T00:00:00Z");
    expect(data.map(({ id }) => id)).toEqual([long.id]);
    expect((await list(address, "?after=2027-12-01T00:00:00Z")).data).toEqual([]);
  });

  test("events beyond a key's reach are 404", async () => {
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
