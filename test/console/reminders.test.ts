// Reminders of events: a setting of the address, told by the page's stream; alarms of a calendar program are kept and shown.
import { expect, test } from "bun:test";
import { alarmMinutes, withAlarms } from "../../src/calendar/objects/alarms.ts";
import { readRaw, writeRaw } from "../../src/calendar/objects/raw.ts";
import { eachApp, ShiftedClock } from "../support/app/app.ts";
import { client as rest } from "../support/clients/calendar.ts";
import { davClient, eventText } from "../support/clients/dav.ts";
import { colleague } from "./colleagues.ts";

const clock = new ShiftedClock();
const alarm = (trigger: string) => ["BEGIN:VALARM", "ACTION:DISPLAY", trigger, "END:VALARM"];

test("an alarm that stays is as its program wrote it, beside those that are new", () => {
  const mine = (trigger: string) => [
    "BEGIN:VALARM",
    "ACTION:EMAIL",
    "UID:a1",
    "X-SOUND:bell",
    trigger,
    "END:VALARM",
  ];
  const textOf = (...lines: string[]) => ["BEGIN:VEVENT", ...lines, "END:VEVENT", ""].join("\r\n");
  const kept = [...mine("TRIGGER:-P1D"), ...alarm("TRIGGER;RELATED=END:-PT5M"), ...alarm("TRIGGER:-P5W")];
  const [event] = readRaw(textOf(...kept, ...alarm("TRIGGER:-PT15M")));
  const made = ["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Plan", "TRIGGER:-PT30M", "END:VALARM"];
  expect(writeRaw(withAlarms(event!, { reminders: [1440, 30], title: "Plan" }))).toBe(
    textOf(...kept, ...made),
  );
});

test("alarms are those before the beginning, of the date that is asked for", () => {
  const date = [
    "BEGIN:VEVENT",
    "RECURRENCE-ID;TZID=Europe/Berlin:20270308T090000",
    ...alarm("TRIGGER:-P1D"),
    "END:VEVENT",
  ];
  const main = [
    "BEGIN:VEVENT",
    ...alarm("TRIGGER:-PT15M"),
    ...alarm("TRIGGER;RELATED=START:-PT1H"),
    ...alarm("TRIGGER:PT0S"),
    ...alarm("TRIGGER:-PT15M"),
    ...alarm("TRIGGER;RELATED=END:-PT5M"),
    ...alarm("TRIGGER:PT5M"),
    ...alarm("TRIGGER;VALUE=DATE-TIME:20270301T080000Z"),
    ...alarm("TRIGGER:nonsense"),
    ...alarm("TRIGGER:-P5W"),
    "END:VEVENT",
  ];
  const text = ["BEGIN:VCALENDAR", ...date, ...main, "END:VCALENDAR", ""].join("\r\n");
  expect(alarmMinutes(text, null)).toEqual([60, 15, 0]);
  expect(alarmMinutes(text, "20270308T090000")).toEqual([1440]);
  expect(alarmMinutes(text, "20270315T090000")).toEqual([60, 15, 0]);
  expect(alarmMinutes("BEGIN:VCALENDAR", null)).toEqual([]);
});

eachApp(
  "reminders",
  (t) => {
    // DECISIONS Calendar: A person sets on the page when an address is reminded; the page's stream tells it, with the event's place
    test("are set on the page, and told by its stream", async () => {
      const { id, email } = await t.address();
      await t.address();
      const { browser } = await colleague(t, "member");
      await browser.get(`/console/calendar?address=${id}`);
      await browser.submit("/console/calendar/reminders", { minutes: "30" });
      expect(browser.at).toContain("done=saved");
      expect(browser.text).toContain(`${email}: 30 minutes before`);
      const settings = () =>
        t.api.must<{ starting_minutes?: number }>(200, t.api.get(`/identities/${id}/calendar`));
      expect((await settings()).starting_minutes).toBe(30);
      const stream = await fetch(`${t.api.base}/console/live`, {
        headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      });
      const at = (minutes: number) => new Date(clock.now() + minutes * 60_000).toISOString().slice(0, 19);
      const event = await t.api.must<{ id: string }>(
        201,
        t.api.post(`/identities/${id}/calendar/events`, {
          title: "Stand-up <b>",
          start: at(20),
          end: at(50),
          timezone: "UTC",
        }),
      );
      let told = "";
      for await (const part of stream.body!.pipeThrough(new TextDecoderStream())) {
        told += part;
        if (/event: calendar_event\.starting\n.*\n\n/s.test(told)) break;
      }
      expect(told).toContain(`"event":"${id}/${event.id}"`);
      await browser.get(`/console/calendar/${id}/${event.id}`);
      expect(browser.text).toMatch(/data-reminder="Reminder: Stand-up &lt;b&gt;, [^"]+"/);
      await browser.get("/console/calendar");
      expect(browser.text).toContain(`${email}: 30 minutes before`);
      await browser.submit("/console/calendar/reminders", { address: id, minutes: "off" });
      expect((await settings()).starting_minutes).toBeUndefined();
    });

    test("stay as a program has set them where the form is sent as it is", async () => {
      const { id, email } = await t.address();
      await t.api.must(200, t.api.patch(`/identities/${id}/calendar`, { starting_minutes: 45 }));
      const { browser } = await colleague(t, "member");
      await browser.get(`/console/calendar?address=${id}`);
      await browser.submit("/console/calendar/reminders", { minutes: "45" });
      expect(browser.text).toContain(`${email}: 45 minutes before`);
      const form = browser.form("/console/calendar/reminders");
      form.set("minutes", "soon");
      expect((await browser.post("/console/calendar/reminders", form)).status).toBe(400);
    });

    test("are a member's to set, of an address of the account", async () => {
      const { id } = await t.address();
      const reviewer = await colleague(t, "reviewer");
      await reviewer.browser.get(`/console/calendar?address=${id}`);
      expect(reviewer.browser.text).not.toContain('action="/console/calendar/reminders"');
      const member = await colleague(t, "member");
      await member.browser.get(`/console/calendar?address=${id}`);
      const form = member.browser.form("/console/calendar/reminders");
      form.set("address", "01a2208f-34cf-7535-b15d-73b1c3d05fbd");
      expect((await member.browser.post("/console/calendar/reminders", form)).status).toBe(404);
    });

    test("of a calendar program are kept when the event changes here, and shown", async () => {
      const client = await davClient(t);
      const when = ["DTSTART;TZID=Europe/Berlin:20270301T090000", "DTEND;TZID=Europe/Berlin:20270301T100000"];
      await client.put("a.ics", eventText("a", [...when, "SUMMARY:Plan", ...alarm("TRIGGER:-PT2H")]));
      const calls = rest(t);
      const [event] = (await calls.list(client)).data;
      await calls.patch(client, event!.id, { title: "New" });
      const { browser } = await colleague(t, "member");
      await browser.get(`/console/calendar/${client.id}/${event!.id}`);
      expect(browser.text).toContain("<dt>Reminders</dt><dd>2 hours before</dd>");
      expect((await client.get("a.ics")).text).toContain("TRIGGER:-PT2H");
    });

    // DECISIONS Calendar: `reminders` of an event
    test("of one event are set by REST, by its page and by a calendar program, each seen by the others", async () => {
      const client = await davClient(t);
      const calls = rest(t);
      const made = await calls.create(client, {
        ...{
          title: "Plan",
          start: "2027-03-01T09:00:00",
          end: "2027-03-01T10:00:00",
          timezone: "Europe/Berlin",
        },
        reminders: [15, 1440, 15],
        recurrence: { rule: "FREQ=DAILY;COUNT=3" },
      });
      expect(made.reminders).toEqual([1440, 15]);
      const name = `${made.id}.ics`;
      const text = async () => (await client.get(name)).text!;
      const triggers = async () => (await text()).match(/^TRIGGER.*$/gm)?.map((line) => line.trim()) ?? [];
      expect(await triggers()).toEqual(["TRIGGER:-PT1440M", "TRIGGER:-PT15M"]);
      expect(await text()).toContain("DESCRIPTION:Plan\r\nTRIGGER");

      // The program's own alarm of another kind stays, whoever changes the others.
      const other = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER;RELATED=END:-PT5M", "END:VALARM"].join(
        "\r\n",
      );
      const edited = (await text())
        .replace("TRIGGER:-PT1440M", "TRIGGER:-PT2H")
        .replace("END:VEVENT", `${other}\r\nEND:VEVENT`);
      expect((await client.put(name, edited)).status).toBe(204);
      expect((await client.get(name)).text).toBe(edited);
      expect((await calls.get(client, made.id)).reminders).toEqual([120, 15]);
      const dates = (
        await calls.list(client, "?after=2027-02-28T00:00:00Z&before=2027-04-01T00:00:00Z&expand=true")
      ).data;
      expect(dates.map(({ reminders }) => reminders)).toEqual([
        [120, 15],
        [120, 15],
        [120, 15],
      ]);

      const { browser } = await colleague(t, "member");
      const page = `/console/calendar/${client.id}/${made.id}`;
      await browser.get(page);
      expect(browser.text).toContain(
        "<dd>2 hours and 15 minutes before</dd>".replace("2 hours and", "2 hours before and"),
      );
      expect(browser.form(page).get("remind")).toBe("kept");
      await browser.submit(page, { do: "save", remind: "kept", which: "all", title: "Planning" });
      expect((await calls.get(client, made.id)).reminders).toEqual([120, 15]);
      await browser.get(page);
      await browser.submit(page, { do: "save", remind: "30", which: "all" });
      const { sequence, reminders } = await calls.get(client, made.id);
      expect(reminders).toEqual([30]);
      expect(await triggers()).toEqual(["TRIGGER;RELATED=END:-PT5M", "TRIGGER:-PT30M"]);
      const none = await calls.patch(client, made.id, { reminders: [] });
      expect([none.reminders, none.sequence]).toEqual([[], sequence]);
      expect(await triggers()).toEqual(["TRIGGER;RELATED=END:-PT5M"]);
      const events = calls.pathOf(client);
      for (const wrong of [[-1], [40_321], Array.from({ length: 11 }, (_, n) => n)])
        expect((await t.api.patch(`${events}/${made.id}`, { reminders: wrong })).status).toBe(400);
    });

    test("of one event stay out of a feed", async () => {
      const address = await t.address();
      const calls = rest(t);
      await calls.create(address, {
        title: "Plan",
        start: "2027-03-01",
        end: "2027-03-02",
        all_day: true,
        reminders: [60],
      });
      const { url } = await t.api.must<{ url: string }>(
        201,
        t.api.post(`/identities/${address.id}/calendar-feeds`, { range: "all" }),
      );
      const feed = await (await fetch(`${t.api.base}${new URL(url).pathname}`)).text();
      expect(feed).toContain("SUMMARY:Plan");
      expect(feed).not.toContain("VALARM");
    });
  },
  { deps: { clock } },
);
