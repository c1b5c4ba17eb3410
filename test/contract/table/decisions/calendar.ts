// DECISIONS: The calendar's own calls.
import { expect } from "bun:test";
import { absent, bodiless, many, none, one, page, refused } from "../../answers.ts";
import type { Table } from "../rows.ts";
import { eventsOf, ids, meet, meeting } from "../samples.ts";

export const calendar: Table = {
  "DECISIONS Calendar": {
    "CalendarEvent has exactly the listed fields": async (f) => {
      const to = await f.address();
      const made = await meet(f, to, {
        attendees: [{ email: "a@far.example" }],
        recurrence: { rule: "FREQ=DAILY;COUNT=2" },
      });
      await one(f.get(`${eventsOf(to)}/${made.id}`), 200, "CalendarEvent");
    },
    "kind is single, series or instance": async (f) => {
      const to = await f.address();
      expect((await meet(f, to)).kind).toBe("single");
      const series = await meet(f, to, { recurrence: { rule: "FREQ=DAILY;COUNT=2" } });
      expect(series.kind).toBe("series");
      const all = await many(f.get(`${eventsOf(to)}?expand=true`), "CalendarEvent");
      expect(all.filter(({ series_id }) => series_id === series.id).map(({ kind }) => kind)).toEqual([
        "instance",
        "instance",
      ]);
    },
    "status is confirmed, tentative or cancelled": async (f) => {
      const to = await f.address();
      for (const status of ["confirmed", "tentative", "cancelled"] as const)
        expect((await meet(f, to, { status })).status).toBe(status);
      await refused(f.post(eventsOf(to), { ...meeting, status: "maybe" }), 400, "validation_error");
    },
    "recurrence is { rule, exdates, rdates }": async (f) => {
      const recurrence = {
        rule: "FREQ=DAILY;COUNT=3",
        exdates: ["2027-03-31T09:00:00"],
        rdates: ["2027-05-01T09:00:00"],
      };
      expect((await meet(f, await f.some(), { recurrence })).recurrence).toEqual(recurrence);
    },
    "attendees are { email, name, status, role, optional, rsvp, responded_at }": async (f) => {
      const attendees = [{ email: "a@far.example", name: "A", optional: true }];
      expect((await meet(f, await f.some(), { attendees })).attendees).toMatchObject([
        { ...attendees[0], status: "needs-action", role: "optional", responded_at: null },
      ]);
    },
    "source is api or email; origin_message_id is the mail that made it": async (f) => {
      const to = await f.address();
      expect(await meet(f, to)).toMatchObject({ source: "api", origin_message_id: null });
      const { message } = await f.invite(to, f.next("uid"));
      const found = await one(f.get(`${eventsOf(to)}/${message.calendar_event_id}`), 200, "CalendarEvent");
      expect(found).toMatchObject({ source: "email", origin_message_id: message.id });
    },
    "An instance's id is <series id>_<original start in UTC, basic format>; all-day: the date": async (f) => {
      const to = await f.address();
      const timed = await meet(f, to, {
        timezone: "Europe/Berlin",
        recurrence: { rule: "FREQ=DAILY;COUNT=1" },
      });
      const whole = await one(
        f.post(eventsOf(to), {
          title: "Day",
          all_day: true,
          start: "2027-04-01",
          end: "2027-04-02",
          recurrence: { rule: "FREQ=DAILY;COUNT=1" },
        }),
        201,
        "CalendarEvent",
      );
      const found = ids(await many(f.get(`${eventsOf(to)}?expand=true`), "CalendarEvent"));
      expect(found).toEqual([`${timed.id}_20270330T070000Z`, `${whole.id}_20270401`]);
    },
    "The default zone is UTC, or PATCH /identities/{id}/calendar { timezone }": async (f) => {
      const to = await f.address();
      expect((await meet(f, to)).timezone).toBe("UTC");
      const body = { timezone: "Asia/Tokyo" };
      const set = await one(f.patch(`/identities/${to.id}/calendar`, body), 200, "Calendar");
      expect(set).toEqual({ identity_id: to.id, ...body });
      expect((await meet(f, to)).timezone).toBe("Asia/Tokyo");
    },
    "start or end with Z or an offset: 400 saying to send local time and timezone": async (f) => {
      const to = await f.address();
      for (const start of ["2027-03-30T09:00:00Z", "2027-03-30T09:00:00+02:00"])
        await refused(
          f.post(eventsOf(to), { ...meeting, start }),
          400,
          "validation_error",
          /local time.*timezone/,
        );
      const made = await meet(f, to);
      await refused(
        f.patch(`${eventsOf(to)}/${made.id}`, { end: "2027-03-30T10:00:00Z" }),
        400,
        "validation_error",
        /local time.*timezone/,
      );
    },
    "All-day: YYYY-MM-DD, end exclusive": async (f) => {
      const body = { title: "Day", all_day: true, start: "2027-04-01", end: "2027-04-02" };
      const made = await one(f.post(eventsOf(await f.some()), body), 201, "CalendarEvent");
      expect(made).toMatchObject({
        ...body,
        start_at: "2027-04-01T00:00:00.000000Z",
        end_at: "2027-04-02T00:00:00.000000Z",
      });
    },
    "POST 201, PATCH 200, DELETE 204": async (f) => {
      const to = await f.address();
      const { id } = await meet(f, to);
      await one(f.patch(`${eventsOf(to)}/${id}`, { title: "New" }), 200, "CalendarEvent");
      await bodiless(f.del(`${eventsOf(to)}/${id}`));
    },
    "ETag header on all that return an event": async (f) => {
      const to = await f.address();
      const made = await f.post(eventsOf(to), meeting);
      const { id } = await one(made, 201, "CalendarEvent");
      const invited = await f.invite(to, f.next("uid"));
      for (const answer of [
        made,
        await f.get(`${eventsOf(to)}/${id}`),
        await f.patch(`${eventsOf(to)}/${id}`, { title: "New" }),
        await f.post(`${eventsOf(to)}/${invited.message.calendar_event_id}/respond`, { status: "accepted" }),
      ]) {
        const { etag } = (answer.json as { data: { etag: string } }).data;
        expect(answer.headers.get("etag")).toBe(`"${etag}"`);
      }
    },
    "If-Match on PATCH and DELETE": async (f) => {
      const to = await f.address();
      const { id, etag } = await meet(f, to);
      const path = `${eventsOf(to)}/${id}`;
      const stale = { "if-match": '"stale"' };
      await refused(f.patch(path, { title: "New" }, stale), 412, "precondition_failed");
      await refused(f.del(path, stale), 412, "precondition_failed");
      await bodiless(f.del(path, { "if-match": `"${etag}"` }));
    },
    "GET …/events takes after, before, limit and cursor": async (f) => {
      const to = await f.address();
      const days = ["2027-03-28", "2027-03-29", "2027-03-30"];
      for (const date of days) await meet(f, to, { start: `${date}T09:00:00`, end: `${date}T10:00:00` });
      const path = `${eventsOf(to)}?after=2027-03-28T12:00:00Z&before=2027-03-31T00:00:00Z&limit=1`;
      const first = await page(f.get(path), "CalendarEvent");
      const second = await page(f.get(`${path}&cursor=${first.next_cursor}`), "CalendarEvent");
      expect([...first.data, ...second.data].map(({ start }) => start.slice(0, 10))).toEqual(days.slice(1));
      expect(second.has_more).toBe(false);
    },
    "expand answers instances instead of series": async (f) => {
      const to = await f.address();
      const series = await meet(f, to, { recurrence: { rule: "FREQ=DAILY;COUNT=3" } });
      expect(ids(await many(f.get(eventsOf(to)), "CalendarEvent"))).toEqual([series.id]);
      const dates = await many(f.get(`${eventsOf(to)}?expand=true`), "CalendarEvent");
      expect(dates.map(({ kind, series_id }) => `${kind} ${series_id}`)).toEqual(
        Array(3).fill(`instance ${series.id}`),
      );
    },
    "GET …/events/{eventId}": async (f) => {
      const to = await f.address();
      const made = await meet(f, to);
      expect(await one(f.get(`${eventsOf(to)}/${made.id}`), 200, "CalendarEvent")).toEqual(made);
    },
    "POST …/respond { status: accepted | declined | tentative, comment }": async (f) => {
      const to = await f.address();
      const uid = f.next("uid");
      const { message } = await f.invite(to, uid);
      const path = `${eventsOf(to)}/${message.calendar_event_id}/respond`;
      for (const status of ["declined", "tentative", "accepted"] as const) {
        const answered = await one(f.post(path, { status, comment: `I ${status}` }), 200, "CalendarEvent");
        expect(answered.response_status).toBe(status);
      }
      await refused(f.post(path, { status: "maybe" }), 400, "validation_error");
      const { raw, to: told } = await f.left(`I accepted`);
      expect([told, raw]).toEqual([["boss@far.example"], expect.stringMatching(/method=REPLY/i)]);
    },
    "GET …/calendar/free-busy?after&before": async (f) => {
      const to = await f.address();
      await meet(f, to);
      const query = "after=2027-03-30T00:00:00Z&before=2027-03-31T00:00:00Z";
      expect(await one(f.get(`/identities/${to.id}/calendar/free-busy?${query}`), 200, "FreeBusy")).toEqual({
        busy: [{ start_at: "2027-03-30T09:00:00.000000Z", end_at: "2027-03-30T09:30:00.000000Z" }],
      });
    },
    "DELETE mode: single, an instance id's default": async (f) => {
      const to = await f.address();
      await meet(f, to, { recurrence: { rule: "FREQ=DAILY;COUNT=3" } });
      const dates = ids(await many(f.get(`${eventsOf(to)}?expand=true`), "CalendarEvent"));
      await bodiless(f.del(`${eventsOf(to)}/${dates[1]}`));
      expect(ids(await many(f.get(`${eventsOf(to)}?expand=true`), "CalendarEvent"))).toEqual([
        dates[0]!,
        dates[2]!,
      ]);
    },
    "DELETE mode future": async (f) => {
      const to = await f.address();
      await meet(f, to, { recurrence: { rule: "FREQ=DAILY;COUNT=3" } });
      const dates = ids(await many(f.get(`${eventsOf(to)}?expand=true`), "CalendarEvent"));
      await bodiless(f.del(`${eventsOf(to)}/${dates[1]}?mode=future`));
      expect(ids(await many(f.get(`${eventsOf(to)}?expand=true`), "CalendarEvent"))).toEqual([dates[0]!]);
    },
    "DELETE mode all, a series id's default": async (f) => {
      const to = await f.address();
      for (const query of ["", "?mode=all"]) {
        const series = await meet(f, to, { recurrence: { rule: "FREQ=DAILY;COUNT=3" } });
        await bodiless(f.del(`${eventsOf(to)}/${series.id}${query}`));
        await none(f.get(`${eventsOf(to)}?expand=true`));
      }
      const series = await meet(f, to, { recurrence: { rule: "FREQ=DAILY;COUNT=3" } });
      const [first] = ids(await many(f.get(`${eventsOf(to)}?expand=true`), "CalendarEvent"));
      await bodiless(f.del(`${eventsOf(to)}/${first}?mode=all`));
      await absent(f.get(`${eventsOf(to)}/${series.id}`));
    },
    "PATCH on an instance id changes that date only": async (f) => {
      const to = await f.address();
      await meet(f, to, { recurrence: { rule: "FREQ=DAILY;COUNT=3" } });
      const dates = ids(await many(f.get(`${eventsOf(to)}?expand=true`), "CalendarEvent"));
      await one(f.patch(`${eventsOf(to)}/${dates[1]}`, { title: "Other" }), 200, "CalendarEvent");
      const titles = (await many(f.get(`${eventsOf(to)}?expand=true`), "CalendarEvent")).map(
        ({ title }) => title,
      );
      expect(titles).toEqual(["Plan", "Other", "Plan"]);
    },
    "On events that others organise PATCH changes metadata and reminders only, else 403 pointing to respond":
      async (f) => {
        const to = await f.address();
        const { message } = await f.invite(to, f.next("uid"));
        const path = `${eventsOf(to)}/${message.calendar_event_id}`;
        const noted = await one(f.patch(path, { metadata: { seen: true } }), 200, "CalendarEvent");
        expect(noted.metadata).toEqual({ seen: true });
        await refused(f.patch(path, { title: "Mine" }), 403, "forbidden", /respond/);
      },
    "DELETE of them removes the local copy and, with send_invites, declines": async (f) => {
      const to = await f.address();
      const uid = f.next("uid");
      const { message } = await f.invite(to, uid);
      await bodiless(f.del(`${eventsOf(to)}/${message.calendar_event_id}?send_invites=true`));
      await none(f.get(eventsOf(to)));
      const { raw } = await f.left(uid);
      expect(raw).toMatch(/method=REPLY/i);
      expect(raw).toContain("PARTSTAT=DECLINED");
    },
    "Calendar mail: one mail an attendee, From the address": async (f) => {
      const to = await f.address();
      const guests = [f.far(), f.far()];
      const made = await meet(f, to, { attendees: guests.map((email) => ({ email })), send_invites: true });
      const mails = await f.sink.taken.count(2, ({ raw }) => raw.includes(made.uid));
      expect(mails.flatMap((mail) => mail.to).sort()).toEqual(guests.sort());
      for (const { raw } of mails) expect(raw).toMatch(new RegExp(`^From: .*${to.email}`, "m"));
    },
    "text, HTML and text/calendar with its method and VTIMEZONE in multipart/alternative, and the same as .ics":
      async (f) => {
        const body = { timezone: "Europe/Berlin", attendees: [{ email: f.far() }], send_invites: true };
        const made = await meet(f, await f.some(), body);
        const { raw } = await f.left(made.uid);
        for (const part of [
          /multipart\/alternative/,
          /text\/plain/,
          /text\/html/,
          /text\/calendar;[\s\S]*?method=REQUEST/i,
          /\.ics/,
          /BEGIN:VTIMEZONE/,
        ])
          expect(raw).toMatch(part);
      },
    "UID never changes": async (f) => {
      const to = await f.address();
      const made = await meet(f, to);
      const changed = await one(
        f.patch(`${eventsOf(to)}/${made.id}`, { title: "New" }),
        200,
        "CalendarEvent",
      );
      expect(changed.uid).toBe(made.uid);
      await refused(f.patch(`${eventsOf(to)}/${made.id}`, { uid: "x" }), 400, "validation_error");
    },
  },
};
