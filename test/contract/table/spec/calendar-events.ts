// SPEC: Calendar events.
import { expect } from "bun:test";
import { bodiless, many, one, refused } from "../../answers.ts";
import { decided, type Table } from "../rows.ts";
import { eventsOf, ids, meet, meeting } from "../samples.ts";

export const calendarEvents: Table = {
  "SPEC Calendar events": {
    "They are at /api/v1/identities/{id}/calendar/events": async (f) => {
      const to = await f.address();
      const made = await meet(f, to);
      expect(ids(await many(f.get(eventsOf(to)), "CalendarEvent"))).toEqual([made.id]);
    },
    "POST takes title, start and end, and only these are required": async (f) => {
      const to = await f.address();
      for (const [field] of Object.entries(meeting))
        await refused(
          f.post(eventsOf(to), { ...meeting, [field]: undefined }),
          400,
          "validation_error",
          new RegExp(field),
        );
      await meet(f, to);
    },
    "start and end are local date-times": async (f) =>
      refused(
        f.post(eventsOf(await f.some()), { ...meeting, start: "tomorrow" }),
        400,
        "validation_error",
        /start/,
      ),
    "timezone is an IANA name; without it the calendar's default applies": async (f) => {
      const to = await f.address();
      expect((await meet(f, to, { timezone: "Asia/Tokyo" })).start_at).toBe("2027-03-30T00:00:00.000000Z");
      expect((await meet(f, to)).timezone).toBe("UTC");
      await refused(
        f.post(eventsOf(to), { ...meeting, timezone: "Mars/Olympus" }),
        400,
        "validation_error",
        /timezone|zone/,
      );
    },
    "location is a string": async (f) =>
      expect((await meet(f, await f.some(), { location: "Room 1" })).location).toBe("Room 1"),
    "attendees are at most 200, each with email and an optional name": async (f) => {
      const to = await f.address();
      const people = (count: number) =>
        Array.from({ length: count }, (_, n) => ({ email: `p${n}@far.example` }));
      expect(
        (await meet(f, to, { attendees: [{ email: "a@far.example", name: "A" }] })).attendees,
      ).toMatchObject([{ email: "a@far.example", name: "A" }]);
      expect((await meet(f, to, { attendees: people(200) })).attendees).toHaveLength(200);
      await refused(
        f.post(eventsOf(to), { ...meeting, attendees: people(201) }),
        400,
        "validation_error",
        /200/,
      );
    },
    "Other fields have defaults": async (f) =>
      expect(await meet(f, await f.some())).toMatchObject({
        kind: "single",
        status: "confirmed",
        description: null,
        location: null,
        all_day: false,
        recurrence: null,
        attendees: [],
        metadata: {},
      }),
    "Adding attendees sends nothing": async (f) => {
      const to = await f.address();
      const made = await meet(f, to, { attendees: [{ email: f.far() }] });
      await f.send(to, { to: f.far(), subject: f.next("after") });
      await f.left(`From: ${to.email}`);
      expect(f.sink.taken.items.filter(({ raw }) => raw.includes(made.uid))).toEqual([]);
    },
    "With send_invites true a calendar REQUEST is mailed from the mailbox": async (f) => {
      const to = await f.address();
      const made = await meet(f, to, { attendees: [{ email: f.far() }], send_invites: true });
      const { raw } = await f.left(made.uid);
      expect(raw).toMatch(/method=REQUEST/i);
      expect(raw).toMatch(new RegExp(`^From: .*${to.email}`, "m"));
    },
    "PATCH keeps what it leaves out": async (f) => {
      const to = await f.address();
      const made = await meet(f, to, { location: "Room 1", metadata: { a: 1 } });
      const changed = await one(
        f.patch(`${eventsOf(to)}/${made.id}`, { title: "New" }),
        200,
        "CalendarEvent",
      );
      expect(changed).toMatchObject({ ...meeting, title: "New", location: "Room 1", metadata: { a: 1 } });
    },
    "PATCH with If-Match is refused with 412 when the event has changed since": async (f) => {
      const to = await f.address();
      const made = await meet(f, to);
      const path = `${eventsOf(to)}/${made.id}`;
      const changed = await one(
        f.patch(path, { title: "One" }, { "if-match": `"${made.etag}"` }),
        200,
        "CalendarEvent",
      );
      expect(changed.etag).not.toBe(made.etag);
      await refused(
        f.patch(path, { title: "Two" }, { "if-match": `"${made.etag}"` }),
        412,
        "precondition_failed",
      );
      expect((await one(f.get(path), 200, "CalendarEvent")).title).toBe("One");
    },
    "sequence rises for time, title, place, status and attendee list": async (f) => {
      const to = await f.address();
      const made = await meet(f, to);
      let sequence = made.sequence;
      for (const body of [
        { end: "2027-03-30T10:00:00" },
        { title: "New" },
        { location: "Room 2" },
        { status: "tentative" },
        { attendees: [{ email: "a@far.example" }] },
      ]) {
        const changed = await one(f.patch(`${eventsOf(to)}/${made.id}`, body), 200, "CalendarEvent");
        expect([body, changed.sequence]).toEqual([body, ++sequence]);
      }
    },
    "Edits of metadata do not raise it": async (f) => {
      const to = await f.address();
      const made = await meet(f, to);
      const changed = await one(
        f.patch(`${eventsOf(to)}/${made.id}`, { metadata: { a: 1 } }),
        200,
        "CalendarEvent",
      );
      expect([changed.sequence, changed.metadata]).toEqual([made.sequence, { a: 1 }]);
    },
    "DELETE takes mode for one date of a series": async (f) => {
      const to = await f.address();
      const series = await meet(f, to, { recurrence: { rule: "FREQ=DAILY;COUNT=3" } });
      const dates = await many(f.get(`${eventsOf(to)}?expand=true`), "CalendarEvent");
      await bodiless(f.del(`${eventsOf(to)}/${dates[1]!.id}?mode=single`));
      expect(await many(f.get(`${eventsOf(to)}?expand=true`), "CalendarEvent")).toHaveLength(2);
      await refused(f.del(`${eventsOf(to)}/${series.id}?mode=some`), 400, "validation_error", /future/);
    },
    "Values of mode, listing, fetching and status codes: not shown": decided("Calendar"),
  },
};
