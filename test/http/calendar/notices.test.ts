// Events tell that they begin or end soon: once, by whichever process, for dates of a series too, and anew when they move.
import { expect, test } from "bun:test";
import { nowInstant } from "../../../src/lib/clock.ts";
import { lookForNotices, noticeSettings } from "../../../src/store/calendar/notices.ts";
import type { RowSource } from "../../../src/store/database/database.ts";
import type { PageOf } from "../../support/app/api.ts";
import { eachApp, eventually, ShiftedClock, startTestApp, type TestApp } from "../../support/app/app.ts";
import { storeKinds, tempStore } from "../../support/app/database.ts";
import { eventsShown } from "../../support/app/events.ts";
import { davClient, eventText } from "../../support/clients/dav.ts";

interface Told {
  type: string;
  data: { event_id: string; start_at: string; end_at: string; kind: string; minutes_before: number };
}

const minute = 60_000;
const clock = new ShiftedClock();
const at = (ms: number) => new Date(clock.now() + ms).toISOString().slice(0, 19);
/** An event that begins and ends so many minutes from now. */
const meeting = (from: number, to: number, more: object = {}) => ({
  title: "Meet",
  start: at(from * minute),
  end: at(to * minute),
  timezone: "UTC",
  ...more,
});

async function told({ api, app }: TestApp, identityId: string): Promise<Told[]> {
  await eventsShown(app.core.database);
  const found = await api.get<PageOf<Told>>(`/events?identity_id=${identityId}&limit=200`);
  return found.json.data.filter(({ type }) => type.startsWith("calendar_event."));
}

const shown = async (app: TestApp, identityId: string) =>
  (await told(app, identityId)).map(({ type, data }) => `${type.split(".")[1]} ${data.event_id}`);

function pass(app: TestApp, minutes: number): void {
  clock.advance(minutes * minute);
  app.app.core.actors.feed.pokeAll();
}

/** Resolves when the calendar was looked at after all that came before. */
async function looked(app: TestApp): Promise<void> {
  const { database } = app.app.core;
  await eventually(async () => {
    const now = new Date(clock.now()).toISOString();
    const due = await database.rows("select 1 from calendars where next_notice_at <= $1::timestamptz", [now]);
    return due.length === 0;
  });
  await app.app.core.actors.idle();
}

eachApp(
  "events that begin or end soon",
  (t) => {
    const pathOf = (id: string) => `/identities/${id}/calendar`;
    const calendar = async (settings: object) => {
      const { id } = await t.address();
      await t.api.must(200, t.api.patch(pathOf(id), settings));
      const make = (event: object) =>
        t.api.must<{ id: string }>(201, t.api.post(`${pathOf(id)}/events`, event)).then((made) => made.id);
      const move = (event: string, patch: object) =>
        t.api.must(200, t.api.patch(`${pathOf(id)}/events/${event}`, patch));
      const tells = (...wanted: string[]) =>
        eventually(async () => Bun.deepEquals(await shown(t, id), wanted));
      return { id, make, move, tells };
    };

    // DECISIONS Calendar: PATCH /identities/{id}/calendar keeps what is left out, null is off, and GET reads it
    test("what is set is read, kept and taken back", async () => {
      const { id } = await calendar({ starting_minutes: 15, timezone: "Asia/Tokyo" });
      const read = () => t.api.must<object>(200, t.api.get(pathOf(id)));
      expect(await read()).toEqual({ identity_id: id, timezone: "Asia/Tokyo", starting_minutes: 15 });
      await t.api.must(200, t.api.patch(pathOf(id), { ending_minutes: 0, starting_minutes: null }));
      expect(await read()).toEqual({ identity_id: id, timezone: "Asia/Tokyo", ending_minutes: 0 });
      for (const wrong of [{}, { starting_minutes: -1 }, { ending_minutes: 10_081 }, { minutes: 1 }])
        expect((await t.api.patch(pathOf(id), wrong)).status).toBe(400);
      const { id: fresh } = await t.address();
      const unset = await t.api.must<object>(200, t.api.get(pathOf(fresh)));
      expect(unset).toEqual({ identity_id: fresh, timezone: "UTC" });
    });

    // DECISIONS Calendar: So many minutes before an event begins or ends an event tells of it, once, and anew when it moves
    test("are told once, at once when they are near, and anew when they move", async () => {
      const { id, make, move, tells } = await calendar({ starting_minutes: 15, ending_minutes: 5 });
      const far = await make(meeting(120, 150));
      const near = await make(meeting(10, 40));
      await tells(`starting ${near}`);
      const [first] = await told(t, id);
      expect(first!.data).toMatchObject({ minutes_before: 15, kind: "single" });
      // A change that moves nothing tells nothing.
      await move(near, { title: "Meet again" });
      await looked(t);
      await move(near, { start: at(60 * minute), end: at(90 * minute) });
      await looked(t);
      expect(await shown(t, id)).toEqual([`starting ${near}`]);
      pass(t, 46);
      await tells(`starting ${near}`, `starting ${near}`);
      pass(t, 40);
      await tells(`starting ${near}`, `starting ${near}`, `ending ${near}`);
      pass(t, 20);
      await tells(`starting ${near}`, `starting ${near}`, `ending ${near}`, `starting ${far}`);
      await t.api.must(204, t.api.delete(`${pathOf(id)}/events/${far}`));
      pass(t, 60);
      await looked(t);
      expect(await shown(t, id)).toHaveLength(4);
    });

    // DECISIONS Calendar: calendar_event.starting has the id of the date where it is one of a series; not of cancelled and declined ones
    test("dates of a series are told one by one; those that moved, when they take place; cancelled and declined ones never", async () => {
      const { id, make, move, tells } = await calendar({ starting_minutes: 30 });
      const series = await make(meeting(60, 90, { recurrence: { rule: "FREQ=DAILY;COUNT=5" } }));
      const dates = (
        await t.api.must<{ id: string }[]>(200, t.api.get(`${pathOf(id)}/events?expand=true`))
      ).map((one) => one.id);
      expect(dates).toHaveLength(5);
      const [one, two, three, four] = dates as [string, string, string, string];
      const days = (n: number) => n * 24 * 60;
      await move(two, { start: at((days(1) + 180) * minute), end: at((days(1) + 200) * minute) });
      await t.api.must(204, t.api.delete(`${pathOf(id)}/events/${three}`));
      await move(four, { status: "cancelled" });
      pass(t, 31);
      await tells(`starting ${one}`);
      pass(t, days(1));
      await looked(t);
      expect(await shown(t, id)).toHaveLength(1);
      pass(t, 120);
      await tells(`starting ${one}`, `starting ${two}`);
      for (let day = 0; day < 2; day++) {
        pass(t, days(1));
        await looked(t);
      }
      expect(await shown(t, id)).toHaveLength(2);
      pass(t, days(1));
      await tells(`starting ${one}`, `starting ${two}`, `starting ${dates[4]}`);
      expect((await told(t, id)).at(-1)!.data).toMatchObject({ kind: "instance", series_id: series });
    });

    // DECISIONS Calendar: Each of an event's own reminders is told with its own minutes, whatever starting_minutes is; of several due together one
    test("an event's own reminders are told too, each once, and of those due together the nearest or the calendar's", async () => {
      const { id } = await t.address();
      const path = `${pathOf(id)}/events`;
      const make = (event: object) =>
        t.api.must<{ id: string }>(201, t.api.post(path, event)).then((made) => made.id);
      const minutes = async () =>
        (await told(t, id)).map(({ data }) => `${data.event_id} ${data.minutes_before}`);
      const tells = async (...wanted: string[]) => {
        await eventually(async () => (await minutes()).length >= wanted.length);
        await looked(t);
        expect(await minutes()).toEqual(wanted);
      };
      // Nothing is set for the calendar, and an event without reminders is told of by nothing.
      await make(meeting(40, 70));
      const far = await make(meeting(100, 130, { reminders: [60, 10] }));
      // Nearer than two of its reminders: one notice.
      const near = await make(meeting(5, 35, { reminders: [30, 15, 1] }));
      await tells(`${near} 15`);
      pass(t, 4);
      await tells(`${near} 15`, `${near} 1`);
      pass(t, 36);
      const first = [`${near} 15`, `${near} 1`, `${far} 60`];
      await tells(...first);
      // A change that moves nothing tells nothing; a new reminder is told in its turn.
      await t.api.must(200, t.api.patch(`${path}/${far}`, { title: "Meet again", reminders: [60, 20] }));
      await looked(t);
      await t.api.must(200, t.api.patch(pathOf(id), { starting_minutes: 20 }));
      pass(t, 40);
      await tells(...first, `${far} 20`);
      // Without the calendar's setting its own are told on, of each date of a series; without any, nothing.
      await t.api.must(200, t.api.patch(pathOf(id), { starting_minutes: null }));
      const series = await make(
        meeting(60, 90, { reminders: [30], recurrence: { rule: "FREQ=DAILY;COUNT=3" } }),
      );
      pass(t, 31);
      await eventually(async () => (await minutes()).length === 5);
      const [firstDate] = (await told(t, id)).slice(4);
      expect(firstDate!.data).toMatchObject({ series_id: series, minutes_before: 30, kind: "instance" });
      pass(t, 24 * 60);
      await eventually(async () => (await minutes()).length === 6);
      await t.api.must(200, t.api.patch(`${path}/${series}`, { reminders: [] }));
      pass(t, 24 * 60);
      await looked(t);
      expect(await minutes()).toHaveLength(6);
      await eventually(async () => {
        const rows = await t.app.core.database.rows(
          "select 1 from calendars where identity_id = $1::uuid and next_notice_at is null",
          [id],
        );
        return rows.length === 1;
      });
    });

    // DECISIONS Calendar: Of an event's reminders one that is added when a nearer one was told comes too late
    test("a reminder that is longer than one that was told is not told", async () => {
      const { id } = await t.address();
      const path = `${pathOf(id)}/events`;
      const minutes = async () => (await told(t, id)).map(({ data }) => data.minutes_before);
      const change = (event: string, reminders: number[]) =>
        t.api.must(200, t.api.patch(`${path}/${event}`, { reminders }));
      const { id: event } = await t.api.must<{ id: string }>(
        201,
        t.api.post(path, meeting(8, 40, { reminders: [10] })),
      );
      await eventually(async () => (await minutes()).length === 1);
      await change(event, [30, 10]);
      await looked(t);
      await change(event, [20, 3]);
      await looked(t);
      expect(await minutes()).toEqual([10]);
      pass(t, 6);
      await eventually(async () => (await minutes()).length === 2);
      await looked(t);
      expect(await minutes()).toEqual([10, 3]);
    });

    test("an invited event with a reminder is told again where a mail moves it into the future", async () => {
      const to = await t.address();
      const basic = (ms: number) => `${at(ms).replace(/[-:]/g, "")}Z`;
      const invite = (sequence: number, from: number) => {
        const lines = [
          "BEGIN:VCALENDAR",
          "VERSION:2.0",
          "METHOD:REQUEST",
          "BEGIN:VEVENT",
          `UID:moved-${to.id}`,
          `SEQUENCE:${sequence}`,
          `DTSTAMP:${basic(0)}`,
          `DTSTART:${basic(from * minute)}`,
          `DTEND:${basic((from + 10) * minute)}`,
          "SUMMARY:Plan",
          "ORGANIZER:mailto:boss@example.org",
          `ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${to.email}`,
          "END:VEVENT",
          "END:VCALENDAR",
          "",
        ];
        const head = [
          "From: boss@example.org",
          `To: ${to.email}`,
          `Subject: Plan ${sequence}`,
          "MIME-Version: 1.0",
          "Content-Type: text/calendar; charset=utf-8; method=REQUEST",
          "",
        ];
        return t.raw({ from: "boss@example.org", to: [to.email], raw: [...head, ...lines].join("\r\n") });
      };
      await invite(0, 5);
      const event = await eventually(async () => {
        const { json } = await t.api.get<PageOf<{ id: string }>>(`${pathOf(to.id)}/events`);
        return json.data[0];
      });
      await t.api.must(200, t.api.patch(`${pathOf(to.id)}/events/${event.id}`, { reminders: [30] }));
      await eventually(async () => (await told(t, to.id)).length === 1);
      // Long over: nothing of the calendar is told any more.
      pass(t, 3 * 24 * 60);
      await eventually(async () => {
        const rows = await t.app.core.database.rows(
          "select 1 from calendars where identity_id = $1::uuid and next_notice_at is null",
          [to.id],
        );
        return rows.length === 1;
      });
      await invite(1, 20);
      await eventually(async () => (await told(t, to.id)).length === 2);
    });

    test("a reminder of four weeks has a look read no other events so far ahead", async () => {
      const { id } = await calendar({ starting_minutes: 10 });
      const days = 24 * 60;
      const make = (event: object) => t.api.must(201, t.api.post(`${pathOf(id)}/events`, event));
      for (let n = 0; n < 40; n++) await make(meeting(3 * days + n * 60, 3 * days + n * 60 + 30));
      await make(meeting(20 * days, 20 * days + 30, { reminders: [4 * 7 * days, 10] }));
      await eventually(async () => (await told(t, id)).length === 1);
      const { database } = t.app.core;
      const owner = { accountId: t.accountId, identityId: id };
      const settings = await noticeSettings(database, owner);
      let read = 0;
      const counting: RowSource = {
        rows: async (sql, params) => {
          const rows = await database.rows<never>(sql, params);
          read += rows.length;
          return rows;
        },
      };
      const now = nowInstant(clock);
      const found = await lookForNotices(counting, owner, { settings: settings!, now });
      expect(found.due.map(({ minutes }) => minutes)).toEqual([4 * 7 * days]);
      expect(found.reminds).toBe(true);
      expect(read).toBeLessThan(20);
      // One that is told of in months keeps the calendar awake.
      const { id: other } = await t.address();
      await t.api.must(
        201,
        t.api.post(`${pathOf(other)}/events`, meeting(90 * days, 90 * days + 30, { reminders: [10] })),
      );
      await looked(t);
      const [row] = await database.rows<{ isAwake: boolean }>(
        `select next_notice_at is not null as "isAwake" from calendars where identity_id = $1::uuid`,
        [other],
      );
      expect(row).toEqual({ isAwake: true });
    });

    test("the reminder of a phone's alarm is told", async () => {
      const phone = await davClient(t);
      const lines = [
        `DTSTART:${at(20 * minute).replace(/[-:]/g, "")}Z`,
        "DURATION:PT1H",
        "SUMMARY:Walk",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        "DESCRIPTION:Walk",
        "TRIGGER:-PT15M",
        "END:VALARM",
      ];
      expect((await phone.put("walk.ics", eventText(`walk-${phone.id}`, lines))).status).toBe(201);
      await looked(t);
      expect(await shown(t, phone.id)).toEqual([]);
      pass(t, 6);
      await eventually(async () => (await told(t, phone.id)).length === 1);
      expect((await told(t, phone.id))[0]!.data.minutes_before).toBe(15);
    });

    test("what a phone writes is told; what it writes into the past is not", async () => {
      const phone = await davClient(t);
      await t.api.must(200, t.api.patch(pathOf(phone.id), { starting_minutes: 10 }));
      const basic = (ms: number) => `${at(ms).replace(/[-:]/g, "")}Z`;
      const put = (name: string, from: number) =>
        phone.put(
          `${name}.ics`,
          eventText(`${name}-${phone.id}`, [
            `DTSTART:${basic(from * minute)}`,
            "DURATION:PT1H",
            `SUMMARY:${name}`,
          ]),
        );
      expect((await put("past", -30)).status).toBe(201);
      expect((await put("soon", 5)).status).toBe(201);
      await eventually(async () => (await shown(t, phone.id)).length === 1);
      await looked(t);
      expect(await shown(t, phone.id)).toHaveLength(1);
      // A deleted address tells nothing.
      expect((await put("later", 60)).status).toBe(201);
      await t.api.must(204, t.api.delete(`/identities/${phone.id}`));
      pass(t, 60);
      await looked(t);
    });
  },
  { clock },
);

for (const kind of storeKinds) {
  const isMissing = kind === "postgres" && process.env.POSTROOM_TEST_DATABASE_URL === undefined;
  test.skipIf(isMissing)(
    `${kind}: after a restart what fell due is told, by one of the servers`,
    async () => {
      const store = await tempStore(kind);
      const second = kind === "postgres" ? await tempStore("embedded") : null;
      try {
        let app = await startTestApp(store, { clock });
        const { id } = await app.api.must<{ id: string }>(
          201,
          app.api.post("/identities", { domain_id: app.domainId, local_part: "a" }),
        );
        await app.api.must(200, app.api.patch(`/identities/${id}/calendar`, { starting_minutes: 0 }));
        const path = `/identities/${id}/calendar/events`;
        for (let n = 0; n < 30; n++) await app.api.must(201, app.api.post(path, meeting(10 + n, 60 + n)));
        await looked(app);
        await app.stop();
        clock.advance(30 * minute);
        const peer = second && (await startTestApp({ ...store, dataDir: second.dataDir }, { clock }));
        app = await startTestApp(store, { clock });
        await eventually(async () => (await told(app, id)).length >= 20);
        pass(app, 11);
        peer?.app.core.actors.feed.pokeAll();
        await eventually(async () => (await told(app, id)).length >= 30);
        await looked(app);
        const all = (await told(app, id)).map(({ data }) => data.event_id);
        expect([all.length, new Set(all).size]).toEqual([30, 30]);
        await peer?.stop();
        await app.stop();
      } finally {
        await store.dispose();
        await second?.dispose();
      }
    },
    120_000,
  );
}
