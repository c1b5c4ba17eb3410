// The calendar's pages, as a browser without scripts uses them.
import { expect, test } from "bun:test";
import { agendaOf, byDay, weekOf } from "../../src/console/calendar/week.ts";
import { instantOf } from "../../src/lib/clock.ts";
import type { CalendarEvent } from "../../src/schema/calendar/calendar-events.ts";
import type { PageOf } from "../support/app/api.ts";
import { eachApp, eventually } from "../support/app/app.ts";
import { signedIn } from "./signed-in.ts";

test("weeks begin on Monday, in the zone of the calendar", () => {
  const now = Date.parse("2026-11-22T23:30:00Z");
  expect(weekOf(null, { zone: "UTC", now })).toMatchObject({ today: "2026-11-22", previous: "2026-11-09" });
  const tokyo = weekOf(null, { zone: "Asia/Tokyo", now });
  expect(tokyo).toMatchObject({ today: "2026-11-23", next: "2026-11-30" });
  expect(tokyo.days).toEqual([23, 24, 25, 26, 27, 28, 29].map((day) => `2026-11-${day}`));
  expect(weekOf("1969-12-31", { zone: "UTC", now }).days[0]).toBe("1969-12-29");
  expect(weekOf("2026-13-77", { zone: "UTC", now }).days[0]).toBe("2026-11-16");
});

test("the agenda begins today, or with the day that is asked for, and has thirty days", () => {
  const now = Date.parse("2026-11-22T23:30:00Z");
  const tokyo = agendaOf(null, { zone: "Asia/Tokyo", now });
  expect([tokyo.days[0], tokyo.days.at(-1), tokyo.days.length]).toEqual(["2026-11-23", "2026-12-22", 30]);
  const leap = agendaOf("2028-02-20", { zone: "UTC", now });
  expect(leap).toMatchObject({ today: "2026-11-22", previous: "2028-01-21", next: "2028-03-21" });
  expect(agendaOf("2028-02-30", { zone: "UTC", now }).days[0]).toBe("2026-11-22");
});

test("an event stands on each of its days", () => {
  const week = weekOf("2026-11-18", { zone: "Europe/Berlin", now: 0 });
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
      expect(
        /href="[^"]*week=2027-03-04"[^>]*aria-label="Thursday,? 4 March 2027: its week"/.test(browser.text),
      ).toBe(true);
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
