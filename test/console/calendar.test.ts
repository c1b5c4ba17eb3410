// The calendar's pages, as a browser without scripts uses them.
import { expect, test } from "bun:test";
import { createUnrestrictedKey } from "../../actors/account/accounts/operator.ts";
import { byDay, daysOf } from "../../src/console/calendar/days.ts";
import { lanesOf } from "../../src/console/calendar/lanes.ts";
import { instantOf } from "../../src/lib/clock.ts";
import type { CalendarEvent } from "../../src/schema/calendar/calendar-events.ts";
import type { PageOf } from "../support/app/api.ts";
import { eachApp, eventually } from "../support/app/app.ts";
import { signedIn } from "./signed-in.ts";

test("weeks begin on Monday, in the zone of the calendar", () => {
  const now = Date.parse("2026-11-22T23:30:00Z");
  expect(daysOf("week", null, { zone: "UTC", now })).toMatchObject({
    today: "2026-11-22",
    previous: "2026-11-09",
  });
  const tokyo = daysOf("week", null, { zone: "Asia/Tokyo", now });
  expect(tokyo).toMatchObject({ today: "2026-11-23", next: "2026-11-30" });
  expect(tokyo.days).toEqual([23, 24, 25, 26, 27, 28, 29].map((day) => `2026-11-${day}`));
  expect(daysOf("week", "1969-12-31", { zone: "UTC", now }).days[0]).toBe("1969-12-29");
  expect(daysOf("week", "2026-13-77", { zone: "UTC", now }).days[0]).toBe("2026-11-16");
});

test("the agenda begins today, or with the day that is asked for, and has thirty days", () => {
  const now = Date.parse("2026-11-22T23:30:00Z");
  const tokyo = daysOf("agenda", null, { zone: "Asia/Tokyo", now });
  expect([tokyo.days[0], tokyo.days.at(-1), tokyo.days.length]).toEqual(["2026-11-23", "2026-12-22", 30]);
  const leap = daysOf("agenda", "2028-02-20", { zone: "UTC", now });
  expect(leap).toMatchObject({ today: "2026-11-22", previous: "2028-01-21", next: "2028-03-21" });
  expect(daysOf("agenda", "2028-02-30", { zone: "UTC", now }).days[0]).toBe("2026-11-22");
});

test("a month has whole weeks, and leads to the months beside it", () => {
  const now = Date.parse("2026-11-22T12:00:00Z");
  const month = daysOf("month", "2027-01-31", { zone: "UTC", now });
  expect(month).toMatchObject({ on: "2027-01-31", previous: "2026-12-01", next: "2027-02-01" });
  expect([month.days[0], month.days.at(-1), month.days.length]).toEqual(["2026-12-28", "2027-01-31", 35]);
  // February 2027 is four weeks from a Monday on.
  expect(daysOf("month", "2027-02-10", { zone: "UTC", now }).days).toHaveLength(28);
  expect(daysOf("day", "2027-02-28", { zone: "UTC", now })).toMatchObject({
    days: ["2027-02-28"],
    next: "2027-03-01",
  });
});

test("events that overlap stand beside each other, and those after them have the whole width again", () => {
  const at = (from: number, to: number) => ({ from: from * 60, to: to * 60 });
  expect(lanesOf([at(9, 11), at(9, 10), at(10, 11), at(11, 12)])).toEqual([
    { lane: 0, of: 2 },
    { lane: 1, of: 2 },
    { lane: 1, of: 2 },
    { lane: 0, of: 1 },
  ]);
  // Five share the day's columns as six do; what is shorter than its words is shown as long as they need.
  const five = lanesOf([at(9, 9), at(9, 9), at(9, 9), at(9, 9), at(9.25, 9.25), at(9.5, 10)]);
  expect(five.map(({ lane, of }) => [lane, of])).toEqual([
    [0, 6],
    [1, 6],
    [2, 6],
    [3, 6],
    [4, 6],
    [0, 6],
  ]);
});

test("an event stands on each of its days", () => {
  const week = daysOf("week", "2026-11-18", { zone: "Europe/Berlin", now: 0 });
  const event = (more: Partial<CalendarEvent>) => ({ title: "x", all_day: false, ...more }) as CalendarEvent;
  const at = (text: string) => instantOf(Date.parse(text));
  const night = event({ start_at: at("2026-11-17T21:00:00Z"), end_at: at("2026-11-18T03:00:00Z") });
  const fair = event({
    all_day: true,
    start: "2026-11-19",
    end: "2026-11-21",
    start_at: at("2026-11-18T23:00:00Z"),
    end_at: at("2026-11-20T23:00:00Z"),
  });
  const days = byDay(week, { events: [night, fair], zone: "Europe/Berlin" });
  expect([...days].map(([day, list]) => [day.slice(8), list.map(({ from, to }) => [from, to])])).toEqual([
    ["16", []],
    ["17", [["22:00", null]]],
    ["18", [[null, "04:00"]]],
    ["19", [[null, null]]],
    ["20", [[null, null]]],
    ["21", []],
    ["22", []],
  ]);
});

interface Message {
  subject: string;
}

eachApp(
  "the calendar's pages",
  (t) => {
    test("an event is made, moved, refused when it changed meanwhile, and deleted; who is invited is told", async () => {
      const { browser } = await signedIn(t);
      const guest = await t.address();
      await browser.get("/console/calendar");
      expect(browser.text).toContain("No address has a calendar");
      await browser.get("/console/settings/addresses");
      await browser.submit("/console/addresses", { local_part: "planner" });
      await browser.get("/console/calendar?week=2027-03-03");
      const wanted = {
        title: "Tasting <b>",
        date: "2027-03-04",
        from: "18:00",
        to: "19:30",
        attendees: guest.email,
      };
      await browser.submit("/console/calendar", { ...wanted, attendees: "nobody" });
      expect([browser.status, browser.text.includes("is not an email address")]).toEqual([400, true]);
      expect(browser.text).toContain('value="Tasting &lt;b&gt;"');
      await browser.submit("/console/calendar", wanted);
      expect(browser.text).toContain("Tasting &lt;b&gt;");
      expect(browser.text).toContain("18:00");
      const told = async (text: string) =>
        eventually(async () => {
          const threads = await t.api.get<PageOf<{ id: string }>>(`/threads?identity_id=${guest.id}`);
          for (const { id } of threads.json.data) {
            const messages = await t.api.get<PageOf<Message>>(`/messages?thread_id=${id}`);
            if (messages.json.data.some(({ subject }) => subject.includes(text))) return true;
          }
        });
      await told("Tasting");
      const page = /\/console\/calendar\/[0-9a-f-]{36}\/[0-9a-f-]{36}/.exec(browser.text)![0];
      await browser.get(page);
      await browser.get("/console/calendar?view=agenda&from=2027-02-20");
      expect(browser.text).toContain("Tasting &lt;b&gt;");
      expect(/href="[^"]*week=2027-03-04"[^>]*aria-label="Thu 4 Mar: its week"/.test(browser.text)).toBe(
        true,
      );
      await browser.get("/console/calendar?view=agenda&from=2027-04-20");
      expect(browser.text).toContain("Nothing in these thirty days");
      await browser.get(page);
      const save = (form: URLSearchParams) => form.get("do") === "save";
      const stale = browser.form(page, save);
      await browser.submit(page, { date: "2027-03-05", from: "17:00", to: "18:00" }, save);
      expect(browser.at).toContain("week=2027-03-05");
      expect(browser.text).toContain("17:00");
      stale.set("title", "Too late");
      const refused = await browser.post(page, stale);
      expect(refused.status).toBe(409);
      expect(await refused.text()).toContain("changed the event meanwhile");
      await browser.get(page);
      await browser.submit(page, {}, (form) => form.get("do") === "delete");
      expect(browser.text).not.toContain("Tasting");
      await told("ancel");
      await browser.get(page);
      expect(browser.status).toBe(404);
    });

    test("addresses stand together, an event that is moved can be moved back, a kept time is taken by one press", async () => {
      const { browser, accountId } = await signedIn(t);
      await browser.get("/console/settings/addresses");
      for (const name of ["north", "south"])
        await browser.submit("/console/addresses", { local_part: `${name}${t.kind}` });
      const agent = t.api.as((await createUnrestrictedKey(t.app.core.actors, accountId, "Agent")).token);
      const { data } = (await agent.get<PageOf<{ id: string; email: string }>>("/identities")).json;
      const [north, south] = ["north", "south"].map(
        (name) => data.find(({ email }) => email.startsWith(name))!.id,
      );
      const event = (at: string, more: object) => ({
        start: `2027-03-10T${at}:00`,
        end: `2027-03-10T23:00:00`,
        timezone: "Asia/Tokyo",
        ...more,
      });
      const make = (who: string, body: object) =>
        agent.must<{ id: string }>(201, agent.post(`/identities/${who}/calendar/events`, body));
      const moved = await make(north!, event("18:00", { title: "Plan", end: "2027-03-10T19:00:00" }));
      const kept = await make(south!, event("21:00", { title: "Maybe", status: "tentative" }));
      browser.cookies.set("postroom_zone", "Europe/Berlin");
      await browser.get("/console/calendar?week=2027-03-10");
      // 18:00 in Tokyo is 10:00 in Berlin; the grid begins at 07:00.
      expect(browser.text).toMatch(
        /<li class="at-12 for-4 lane-1-0"><a[^>]*>.*10:00.*Plan.*18:00 in Asia\/Tokyo/,
      );
      expect(browser.text).toMatch(/Maybe.*kept, not taken/);
      const path = `/console/calendar/${north}/${moved.id}`;
      const at = async () =>
        (await agent.get<{ data: CalendarEvent }>(`/identities/${north}/calendar/events/${moved.id}`)).json
          .data;
      const form = browser.form("/console/calendar", (fields) => fields.get("do") === "move");
      const { etag } = await at();
      for (const [name, value] of Object.entries({
        etag,
        date: "2027-03-11",
        from: "23:30",
        until: "2027-03-12",
        to: "00:30",
      }))
        form.set(name, value);
      const answered = await browser.post(path, form);
      expect(answered.status).toBe(303);
      expect(await at()).toMatchObject({
        start: "2027-03-12T07:30:00",
        end: "2027-03-12T08:30:00",
        timezone: "Asia/Tokyo",
      });
      expect((await browser.post(path, form)).status).toBe(409);
      await browser.get(answered.headers.get("location")!);
      await browser.submit(path, {}, (fields) => fields.get("do") === "move");
      expect(await at()).toMatchObject({ start: "2027-03-10T18:00:00", end: "2027-03-10T19:00:00" });
      const take = `/console/calendar/${south}/${kept.id}`;
      await browser.submit(take, {}, (fields) => fields.get("do") === "take");
      expect(browser.text).toContain("Taken.");
      const taken = await agent.get<{ data: CalendarEvent }>(
        `/identities/${south}/calendar/events/${kept.id}`,
      );
      expect(taken.json.data.status).toBe("confirmed");
      for (const view of ["day", "month", "agenda"]) {
        await browser.get(`/console/calendar?view=${view}&on=2027-03-10`);
        expect([view, browser.status, browser.text.includes("Plan")]).toEqual([view, 200, true]);
      }
      await browser.get(`/console/calendar?address=${south}&week=2027-03-10`);
      expect(browser.text).not.toContain("Plan");
    });

    test("a series is made and changed: one date, this and the following, all; deleted likewise", async () => {
      const { browser, accountId } = await signedIn(t);
      await browser.get("/console/settings/addresses");
      await browser.submit("/console/addresses", { local_part: `series${t.kind}` });
      const agent = t.api.as((await createUnrestrictedKey(t.app.core.actors, accountId, "Agent")).token);
      const id = (await agent.get<PageOf<{ id: string }>>("/identities")).json.data[0]!.id;
      await browser.get("/console/calendar?week=2027-03-01");
      const wanted = {
        title: "Round",
        date: "2027-03-01",
        from: "09:00",
        to: "09:30",
        repeats: "daily",
        ends: "2027-03-05",
      };
      await browser.submit("/console/calendar", wanted);
      const dates = async () => {
        const query = "expand=true&after=2027-02-28T00:00:00Z&before=2027-03-09T00:00:00Z";
        const { json } = await agent.get<PageOf<CalendarEvent>>(`/identities/${id}/calendar/events?${query}`);
        return json.data.map(({ title, start }) => `${start.slice(8, 16)} ${title}`);
      };
      expect(await dates()).toEqual([1, 2, 3, 4, 5].map((day) => `0${day}T09:00 Round`));
      const change = async (day: string, fields: Record<string, string>) => {
        const query = `expand=true&after=2027-03-0${day}T00:00:00Z&before=2027-03-0${day}T23:00:00Z`;
        const { json } = await agent.get<PageOf<CalendarEvent>>(`/identities/${id}/calendar/events?${query}`);
        const path = `/console/calendar/${id}/${json.data[0]!.id}`;
        await browser.get(path);
        expect(browser.text).toContain("every day, until 5 Mar 2027");
        await browser.submit(path, fields, (form) => form.get("do") === fields.do);
        expect([browser.at, browser.status]).toEqual([expect.stringContaining("week="), 200]);
      };
      await change("2", { do: "save", which: "single", from: "11:00", to: "11:30" });
      await change("4", { do: "save", which: "future", title: "Late round" });
      expect(await dates()).toEqual([
        "01T09:00 Round",
        "02T11:00 Round",
        "03T09:00 Round",
        "04T09:00 Late round",
        "05T09:00 Late round",
      ]);
    });

    test("a form says which guests are free: those whose calendars are here", async () => {
      const { browser } = await signedIn(t);
      await browser.get("/console/settings/addresses");
      for (const name of ["host", "busy", "idle"])
        await browser.submit("/console/addresses", { local_part: `${name}-${t.kind}` });
      await browser.get("/console/calendar?week=2027-03-10");
      const whose = (name: string) =>
        new RegExp(`value="([0-9a-f-]{36})"[^>]*>${name}-`).exec(browser.text)![1]!;
      const times = { title: "Busy", date: "2027-03-10", from: "09:00", to: "10:00" };
      await browser.submit("/console/calendar", { ...times, address: whose("busy") }, (form) =>
        form.has("title"),
      );
      const guests = ["busy", "idle"].map((name) => `${name}-${t.kind}@${t.domain}`);
      const asked = {
        ...times,
        from: "09:30",
        to: "11:00",
        attendees: `${guests.join(", ")}, x@else.example`,
        busy: "1",
      };
      await browser.submit("/console/calendar", { ...asked, address: whose("host") }, (form) =>
        form.has("title"),
      );
      expect(browser.text).toContain(`${guests[0]}: busy 09:30 to 10:00`);
      expect(browser.text).toContain(`${guests[1]}: free`);
      expect(browser.text).toContain("x@else.example: not known here");
      expect(browser.text).toContain('value="09:30"');
    });

    test("an invitation is answered on its page", async () => {
      const { browser } = await signedIn(t);
      const host = await t.address();
      await browser.get("/console/settings/addresses");
      await browser.submit("/console/addresses", { local_part: `guest${t.kind}` });
      const email = `guest${t.kind}@${t.domain}`;
      const event = {
        title: "Walk",
        start: "2027-03-10T09:00:00",
        end: "2027-03-10T10:00:00",
        timezone: "UTC",
      };
      const { id } = await t.api.must<{ id: string }>(
        201,
        t.api.post(`/identities/${host.id}/calendar/events`, {
          ...event,
          attendees: [{ email }],
          send_invites: true,
        }),
      );
      const page = await eventually(async () => {
        await browser.get("/console/calendar?week=2027-03-10");
        return /\/console\/calendar\/[0-9a-f-]{36}\/[0-9a-f-]{36}/.exec(browser.text)?.[0];
      });
      expect(browser.text).toContain("not answered");
      await browser.get(page);
      expect(browser.text).not.toContain("Change or move");
      await browser.submit(page, { status: "accepted" }, (form) => form.get("do") === "answer");
      expect(browser.text).toContain("Your answer was sent.");
      await eventually(async () => {
        const path = `/identities/${host.id}/calendar/events/${id}`;
        const { attendees } = (await t.api.get<{ data: CalendarEvent }>(path)).json.data;
        return attendees[0]!.status === "accepted";
      });
    });
  },
  { env: { MAIL_DOMAIN: "agents.test" } },
);
