// The calendar's pages, as a browser without scripts uses them.
// Long: one app for all of them.
import { expect, test } from "bun:test";
import { createUnrestrictedKey } from "../../actors/account/accounts/operator.ts";
import type { CalendarEvent } from "../../src/schema/calendar/calendar-events.ts";
import type { PageOf } from "../support/app/api.ts";
import { eachApp, eventually } from "../support/app/app.ts";
import { signedIn } from "./signed-in.ts";

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
      // An event may be on the last day that there is; a month that holds more than is shown says so.
      await browser.get("/console/calendar?on=9999-12-31");
      expect(browser.status).toBe(200);
      await browser.get(`/console/calendar?address=${south}&view=month&on=2027-03-10`);
      expect(browser.text).not.toContain("There are more events");
      await make(south!, event("10:00", { title: "Often", recurrence: { rule: "FREQ=HOURLY" } }));
      await browser.get(`/console/calendar?address=${south}&view=month&on=2027-03-10`);
      expect(browser.text).toContain("There are more events");
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
        expect(browser.text).toContain("every day, until");
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
      await change("3", { do: "save", which: "all", from: "08:00", to: "08:30" });
      const early = [1, 2, 3].map((day) => `0${day}T08:00 Round`);
      expect(await dates()).toEqual([...early, "04T09:00 Late round", "05T09:00 Late round"]);
      // What would be left aside is said.
      const refused = async (fields: Record<string, string>, said: string) => {
        const { at } = browser;
        await expect(change("1", { do: "save", ...fields })).rejects.toThrow();
        expect([at, browser.status, browser.text.includes(said)]).toEqual([at, 409, true]);
      };
      const wholly = "choose this date and all later ones";
      await refused({ which: "single", repeats: "weekly" }, wholly);
      await refused({ which: "all", repeats: "" }, wholly);
      await refused({ which: "all", ends: "2027-03-02" }, "Say how it repeats, too");
      await change("5", { do: "delete", mode: "future" });
      expect(await dates()).toEqual([...early, "04T09:00 Late round"]);
      await change("2", { do: "delete", mode: "single" });
      await change("3", { do: "delete", mode: "all" });
      expect(await dates()).toEqual(["04T09:00 Late round"]);
    });

    test("what a date has of its own stays with it, deleted dates stay out, and nobody's change is written over unseen", async () => {
      const { browser, accountId } = await signedIn(t);
      await browser.get("/console/settings/addresses");
      await browser.submit("/console/addresses", { local_part: `own${t.kind}` });
      const agent = t.api.as((await createUnrestrictedKey(t.app.core.actors, accountId, "Agent")).token);
      const id = (await agent.get<PageOf<{ id: string }>>("/identities")).json.data[0]!.id;
      const events = `/identities/${id}/calendar/events`;
      const dates = async () => {
        const query = "expand=true&after=2027-02-28T00:00:00Z&before=2027-04-20T00:00:00Z";
        return (await agent.get<PageOf<CalendarEvent>>(`${events}?${query}`)).json.data;
      };
      const shown = async () =>
        (await dates()).map(({ title, start, location }) =>
          [start.slice(5, 13), title, location].join(" ").trim(),
        );
      const series = (rule: string) => {
        const times = {
          start: "2027-03-01T09:00:00",
          end: "2027-03-01T10:00:00",
          timezone: "America/New_York",
        };
        return agent.must(201, agent.post(events, { title: "S", ...times, recurrence: { rule } }));
      };
      const press = async (event: { id: string }, fields: Record<string, string>, doing = "save") => {
        const path = `/console/calendar/${id}/${event.id}`;
        await browser.get(path);
        await browser.submit(path, fields, (form) => form.get("do") === doing);
      };
      const refused = async (event: { id: string }, fields: Record<string, string>, said: string) => {
        const before = await shown();
        await press(event, fields);
        expect([browser.status, browser.text.includes(said), await shown()]).toEqual([409, true, before]);
      };
      const apart = { which: "single", date: "2027-03-16", from: "14:00", to: "15:00" };
      await series("FREQ=WEEKLY;COUNT=6");
      for (const which of ["all", "future"]) {
        await press((await dates())[2]!, apart);
        await press((await dates())[2]!, { which, date: "2027-03-15", from: "09:00", to: "10:00" });
        expect((await shown())[2]).toBe("03-15T09 S");
      }
      // A word that says neither is of this date alone.
      await press((await dates())[2]!, { which: "later", location: "Hall", from: "14:00", to: "15:00" });
      await press((await dates())[2]!, { which: "future", repeats: "" });
      expect((await shown()).slice(2)).toEqual(["03-15T14 S Hall"]);
      for (const one of [0, 0]) await press((await dates())[one]!, { mode: "all" }, "delete");
      await series("FREQ=WEEKLY;COUNT=6");
      await press((await dates())[2]!, apart);
      await press((await dates())[4]!, { which: "single", title: "Other", location: "Attic" });
      // Only what was typed goes to the other dates, and to this one.
      await press((await dates())[2]!, { which: "all", location: "Hall" });
      const weeks = ["03-01T09 S Hall", "03-08T09 S Hall", "03-16T14 S Hall", "03-22T09 S Hall"];
      expect(await shown()).toEqual([...weeks, "03-29T09 Other Attic", "04-05T09 S Hall"]);
      await press((await dates())[2]!, { which: "future", title: "T" });
      const later = ["03-16T14 T Hall", "03-22T09 T Hall", "03-29T09 Other Attic", "04-05T09 T Hall"];
      expect(await shown()).toEqual([...weeks.slice(0, 2), ...later]);
      await press((await dates())[2]!, { which: "future", from: "15:00", to: "16:00" });
      expect((await shown()).slice(2)).toEqual(
        ["16", "23", "30"].map((day) => `03-${day}T15 T Hall`).concat("04-06T15 T Hall"),
      );
      for (const one of [0, 0]) await press((await dates())[one]!, { mode: "all" }, "delete");
      expect(await shown()).toEqual([]);

      await series("FREQ=WEEKLY;BYDAY=MO;COUNT=9");
      for (const one of [4, 1]) await press((await dates())[one]!, { mode: "single" }, "delete");
      await refused(
        (await dates())[1]!,
        { which: "all", repeats: "weekly", ends: "2027-02-20" },
        "before its first",
      );
      await press((await dates())[1]!, {
        which: "all",
        repeats: "weekly",
        ends: "2027-04-12",
        from: "08:00",
        to: "09:00",
      });
      expect(await shown()).toEqual(
        ["03-01", "03-15", "03-22", "04-05", "04-12"].map((day) => `${day}T08 S`),
      );
      await press((await dates())[1]!, { which: "future", repeats: "weekly", ends: "2027-04-05" });
      expect(await shown()).toEqual(["03-01", "03-15", "03-22", "04-05"].map((day) => `${day}T08 S`));
      for (const one of [0, 0]) await press((await dates())[one]!, { mode: "all" }, "delete");
      await series("FREQ=MONTHLY;BYDAY=1MO");
      for (const which of ["all", "future"])
        await refused((await dates())[1]!, { which, date: "2027-04-06" }, "How it repeats cannot move");

      // A question in between does not take over what others have done meanwhile.
      const day = { start: "2027-03-10T09:00:00", end: "2027-03-10T10:00:00", timezone: "UTC" };
      const one = await agent.must<CalendarEvent>(201, agent.post(events, { title: "One", ...day }));
      const path = `/console/calendar/${id}/${one.id}`;
      const isSave = (form: URLSearchParams) => form.get("do") === "save";
      const presses: Record<string, string>[] = [{ busy: "1" }, { title: "" }];
      for (const fields of presses) {
        await browser.get(path);
        await agent.must(200, agent.patch(`${events}/${one.id}`, { location: JSON.stringify(fields) }));
        await browser.submit(path, fields, isSave);
        await browser.submit(path, { title: "By a person" }, isSave);
        expect([browser.status, browser.text.includes("Somebody else has changed")]).toEqual([409, true]);
      }
      await browser.submit(path, { title: "By a person", location: "Attic" }, isSave);
      expect(await shown()).toContain("03-10T09 By a person Attic");
      // From a month and back to it; what has no title is named too.
      await agent.must(200, agent.patch(`${events}/${one.id}`, { title: " " }));
      await browser.get("/console/calendar?view=month&on=2027-03-10");
      expect(browser.text).toContain(`href="${path}?view=month"`);
      await browser.get(`${path}?view=month`);
      expect(browser.text).toMatch(/href="[^"]*view=month[^"]*on=2027-03-10"/);
      expect(browser.text).toContain("(untitled)</h1>");
      await browser.submit(path, { title: "Named" }, isSave);
      expect(browser.at).toContain("view=month&on=2027-03-10&done=saved");
    });

    // DECISIONS Protection and reviews: mails of what the page did not show are shown first
    test("what is done to a series from a date that was changed apart, or by a drag, shows its mails before they leave", async () => {
      const { browser, accountId } = await signedIn(t);
      const guest = await t.address();
      await browser.get("/console/settings/addresses");
      await browser.submit("/console/addresses", { local_part: `apart${t.kind}` });
      const agent = t.api.as((await createUnrestrictedKey(t.app.core.actors, accountId, "Agent")).token);
      const id = (await agent.get<PageOf<{ id: string }>>("/identities")).json.data[0]!.id;
      const events = `/identities/${id}/calendar/events`;
      const made = {
        title: "Written by an agent",
        start: "2027-03-01T09:00:00",
        end: "2027-03-01T10:00:00",
        timezone: "UTC",
        attendees: [{ email: guest.email }],
        send_invites: false,
      };
      const recurrence = { rule: "FREQ=DAILY;COUNT=5" };
      await agent.must(201, agent.post(events, { ...made, recurrence }));
      const dates = async () =>
        (
          await agent.get<PageOf<CalendarEvent>>(
            `${events}?expand=true&after=2027-03-01T00:00:00Z&before=2027-03-09T00:00:00Z`,
          )
        ).json.data;
      const third = (await dates())[2]!;
      const apart = { title: "Harmless", start: "2027-03-04T09:00:00", end: "2027-03-04T10:00:00" };
      await agent.must(200, agent.patch(`${events}/${third.id}`, { ...apart, send_invites: false }));
      // Two dates of one series that are at the same time both stand there.
      await browser.get("/console/calendar?week=2027-03-01");
      expect(browser.text.match(/<a class="event /g)).toHaveLength(5);
      const page = `/console/calendar/${id}/${third.id}`;
      const press = async (fields: Record<string, string>) => {
        await browser.get(page);
        expect(browser.text).not.toContain("Written by an agent");
        await browser.submit(page, fields, (form) => form.get("do") === fields.do);
        expect(browser.text).toContain("What leaves");
        expect(browser.text).toContain("Written by an agent");
        expect(await dates()).toHaveLength(5);
      };
      await press({ do: "save", which: "future", location: "Hall" });
      await press({ do: "delete", mode: "future" });
      await press({ do: "delete", mode: "all" });
      await browser.submit(page);
      expect(await dates()).toHaveLength(0);
      // A drag, and a link that offers to take one back.
      const { id: single, etag } = await agent.must<{ id: string; etag: string }>(
        201,
        agent.post(events, made),
      );
      const path = `/console/calendar/${id}/${single}`;
      const was = `moved=${id}/${single}&was=2027-03-02T09:00:00~2027-03-02T10:00:00`;
      await browser.get(`/console/calendar?week=2027-03-01&done=event-moved&${was}`);
      expect(browser.text).not.toContain(`action="${path}"`);
      const moved = browser.form("/console/calendar", (form) => form.get("do") === "move");
      const times = { etag, date: "2027-03-02", from: "09:00", until: "2027-03-02", to: "10:00" };
      for (const [name, value] of Object.entries(times)) moved.set(name, value);
      expect(await (await browser.post(path, moved)).text()).toContain("What leaves");
      expect((await dates())[0]!.start).toBe(made.start);
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
      // An event is not in its own way.
      const meeting = {
        title: "Meeting",
        date: "2027-03-11",
        from: "09:00",
        to: "10:00",
        attendees: guests[1]!,
      };
      const make = (more: object) =>
        browser.submit("/console/calendar", { ...meeting, address: whose("host"), ...more }, (form) =>
          form.has("title"),
        );
      await make({});
      await eventually(async () => {
        await make({ busy: "1" });
        return browser.text.includes(`${guests[1]}: busy 09:00 to 10:00`);
      });
      const page = new RegExp(`/console/calendar/${whose("host")}/[0-9a-f-]{36}`).exec(browser.text)![0];
      await browser.get(page);
      await browser.submit(
        page,
        { from: "09:30", to: "10:30", busy: "1" },
        (form) => form.get("do") === "save",
      );
      expect(browser.text).toContain(`${guests[1]}: free`);
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
