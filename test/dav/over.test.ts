// What is over, by CalDAV: who changes or clears out what is past mails nobody. RFC 6638 3.2
import { expect, test } from "bun:test";
import type { PageOf } from "../support/app/api.ts";
import { eachApp, eventually } from "../support/app/app.ts";
import { client as rest } from "../support/clients/calendar.ts";
import { type DavClient, davClient, eventText } from "../support/clients/dav.ts";

const past = ["DTSTART:20200102T090000Z", "DTEND:20200102T100000Z"];
const people = (organizer: DavClient, ...attendees: DavClient[]) => [
  `ORGANIZER:mailto:${organizer.email}`,
  `ATTENDEE;PARTSTAT=ACCEPTED:mailto:${organizer.email}`,
  ...attendees.map(({ email }) => `ATTENDEE;RSVP=TRUE;PARTSTAT=NEEDS-ACTION:mailto:${email}`),
];

eachApp("what is over, by CalDAV", (t) => {
  const calls = rest(t);
  const only = async (client: DavClient) => (await calls.list(client)).data[0];
  const names = async (client: DavClient, path: string) => {
    const { responses } = await client.multi("PROPFIND", path, { headers: { depth: "1" } });
    return responses.slice(1).map(({ href }) => href);
  };
  const sentBy = async ({ id }: DavClient) => {
    await t.app.core.actors.idle();
    const { json } = await t.api.get<PageOf<{ direction: string }>>(`/messages?identity_id=${id}`);
    return json.data.filter(({ direction }) => direction === "outbound").length;
  };

  // DECISIONS CalDAV: Of a date that is over nobody hears
  test("of dates that are over nobody hears, neither guests nor the organizer", async () => {
    const [ann, bob, eve] = [await davClient(t), await davClient(t), await davClient(t)];
    const old = ["BEGIN:VEVENT", "UID:long", "DTSTAMP:20260101T000000Z", "RECURRENCE-ID:20200109T090000Z"];
    const date = [...old, "DTSTART:20200109T110000Z", "DTEND:20200109T120000Z", "SUMMARY:Old"];
    const put = async (more: string[], ...dates: string[]) => {
      const times = ["DTSTART:20200102T090000Z", "DTEND:20200102T100000Z", "RRULE:FREQ=WEEKLY"];
      const text = eventText("long", [...times, "SUMMARY:Long", ...people(ann, bob), ...more], dates);
      expect((await ann.put("long.ics", text)).status).toBeLessThan(300);
      await t.app.core.actors.idle();
    };
    await put([], ...date, ...people(ann, bob, eve), "END:VEVENT");
    await put([], ...date, ...people(ann, bob), "END:VEVENT");
    await put([]);
    expect(await sentBy(ann)).toBe(1);
    await eventually(async () => (await only(bob)) !== undefined);
    const [href] = await names(bob, bob.calendar);
    const { text } = await bob.request("GET", href!);
    const out = async (...days: string[]) => {
      const dates = days.map((day) => `EXDATE:${day}T090000Z\r\n`).join("");
      const body = text.replace(/RRULE:[^\r]*\r\n/, (rule) => rule + dates);
      expect((await bob.request("PUT", href!, { body })).status).toBe(204);
      await t.app.core.actors.idle();
    };
    // More than are declined at once: a program that clears what is over.
    const weeks = Array.from({ length: 150 }, (_, n) =>
      new Date(Date.UTC(2020, 0, 2 + 7 * n)).toISOString().slice(0, 10).replaceAll("-", ""),
    );
    await out(...weeks);
    expect(await sentBy(bob)).toBe(0);
    // 2 January 2020 and 3 January 2030 are Thursdays.
    await out(...weeks, "20300103");
    expect(await sentBy(bob)).toBe(1);
  });

  // DECISIONS Calendar: Who deletes or cancels what is over tells nobody
  test("who clears what is over out of a calendar cancels and declines nothing", async () => {
    const [ann, bob] = [await davClient(t), await davClient(t)];
    const guests = people(ann, bob);
    const series = (uid: string, last: string) =>
      eventText(
        uid,
        [...past, "RRULE:FREQ=WEEKLY;COUNT=2", "SUMMARY:Ends"],
        [
          ...["BEGIN:VEVENT", `UID:${uid}`, "DTSTAMP:20260101T000000Z", "RECURRENCE-ID:20200109T090000Z"],
          ...[`DTSTART:${last}T110000Z`, `DTEND:${last}T120000Z`, "SUMMARY:Last", ...guests, "END:VEVENT"],
        ],
      );
    const single = eventText("old", [...past, "SUMMARY:Old", ...guests]);
    // The invitations that it sends, and the cancellations. A date that was moved behind the end of its series is to come.
    for (const [uid, text, sent] of [
      ["old", single, [1, 0]],
      ["ends", series("ends", "20200109"), [0, 0]],
      ["moved", series("moved", "20400109"), [1, 1]],
    ] as const) {
      const before = await sentBy(ann);
      expect((await ann.put(`${uid}.ics`, text)).status).toBe(201);
      const invited = (await sentBy(ann)) - before;
      if (uid === "old") await eventually(async () => (await only(bob)) !== undefined);
      expect((await ann.request("DELETE", `${ann.calendar}${uid}.ics`)).status).toBe(204);
      expect([uid, invited, (await sentBy(ann)) - before - invited]).toEqual([uid, ...sent]);
    }
    const [href] = await names(bob, bob.calendar);
    expect((await bob.request("DELETE", href!)).status).toBe(204);
    expect(await sentBy(bob)).toBe(0);
    // Dates alone: those that are to come are declined, each.
    const alone = ["20200109", "20400109", "20400116"].flatMap((day) => [
      ...["BEGIN:VEVENT", "UID:alone", "DTSTAMP:20260101T000000Z", `RECURRENCE-ID:${day}T090000Z`],
      ...[`DTSTART:${day}T090000Z`, `DTEND:${day}T100000Z`, "SUMMARY:Alone", ...guests, "END:VEVENT"],
    ]);
    const dates = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x", ...alone, "END:VCALENDAR", ""].join("\r\n");
    expect((await bob.put("alone.ics", dates)).status).toBe(201);
    expect((await bob.request("DELETE", `${bob.calendar}alone.ics`)).status).toBe(204);
    expect(await sentBy(bob)).toBe(2);
  });
});
