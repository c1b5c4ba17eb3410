// Hostile and odd calendar mails by SMTP: each is taken in as a message, and calendar, free-busy and its own calls answer.
import { expect, test } from "bun:test";
import { eachApp } from "../../support/app/app.ts";
import { calendarClient, type ShownEvent } from "../../support/smtp/calendar-mail.ts";

const at = ["DTSTART:20270330T090000Z", "DTEND:20270330T100000Z"];
const boss = "ORGANIZER:mailto:boss@example.org";
const many = (count: number, line: (n: number) => string) => Array.from({ length: count }, (_, n) => line(n));

/** By name: the method, and the lines of the VEVENT. `$own` is an own event's UID, `$me` the address. */
const mails: Record<string, [string, string[]]> = {
  "a counter of an own event at year 9999": [
    "COUNTER",
    ["UID:$own", "DTSTART:99991231T235959Z", "DTEND:99991231T235959Z"],
  ],
  "a counter that ends before it begins": [
    "COUNTER",
    ["UID:$own", "DTSTART:20270331T090000Z", "DTEND:20270330T090000Z"],
  ],
  "a counter that lasts for ever": [
    "COUNTER",
    ["UID:$own", "DTSTART:20270331T090000Z", "DURATION:P99999999999W"],
  ],
  "an all-day counter of a timed event": ["COUNTER", ["UID:$own", "DTSTART;VALUE=DATE:20270331"]],
  "a counter with an endless title": ["COUNTER", ["UID:$own", ...at, `SUMMARY:${"x".repeat(200_000)}`]],
  "a counter with control characters": [
    "COUNTER",
    ["UID:$own", ...at, "SUMMARY:a\u0001\u0007b\\nc\u202ed", "LOCATION:\\n\\n"],
  ],
  "a counter with an empty title": ["COUNTER", ["UID:$own", ...at, "SUMMARY:", "LOCATION:"]],
  "a counter of a date that an event has not": [
    "COUNTER",
    ["UID:$own", ...at, "RECURRENCE-ID:20270330T090000Z"],
  ],
  "a counter whose sequence is the highest": ["COUNTER", ["UID:$own", ...at, "SEQUENCE:2147483647"]],
  "a counter with a sequence below zero": ["COUNTER", ["UID:$own", ...at, "SEQUENCE:-5"]],
  "a counter with a rule": ["COUNTER", ["UID:$own", ...at, "RRULE:FREQ=SECONDLY"]],
  "a refresh of a date": ["REFRESH", ["UID:$own", "RECURRENCE-ID:20270330T090000Z"]],
  "a refresh with nothing": ["REFRESH", []],
  "a reply that says every answer": [
    "REPLY",
    [
      "UID:$own",
      ...many(
        5,
        (n) =>
          `ATTENDEE;PARTSTAT=${["ACCEPTED", "DECLINED", "X", "", "DELEGATED"][n]}:mailto:boss@example.org`,
      ),
    ],
  ],
  "a reply for a date far away": [
    "REPLY",
    ["UID:$own", "RECURRENCE-ID:99990101T000000Z", "ATTENDEE;PARTSTAT=ACCEPTED:mailto:boss@example.org"],
  ],
  "a request in our own name": ["REQUEST", ["UID:$own", ...at, "ORGANIZER:mailto:$me", "SEQUENCE:99"]],
  "a cancel of an own event": ["CANCEL", ["UID:$own", ...at, "ORGANIZER:mailto:$me", "SEQUENCE:99"]],
  "a request with a thousand attendees": [
    "REQUEST",
    ["UID:crowd", ...at, boss, ...many(3000, (n) => `ATTENDEE:mailto:a${n}@example.org`)],
  ],
  "a request whose organizer is a script": [
    "REQUEST",
    ["UID:script", ...at, "ORGANIZER:javascript:alert(1)"],
  ],
  "a request with no organizer": ["REQUEST", ["UID:nobody", ...at]],
  "a uid of a megabyte": ["REQUEST", [`UID:${"u".repeat(1_000_000)}`, ...at, boss]],
  "a uid of nothing but spaces": ["REQUEST", ["UID:   ", ...at, boss]],
  "a uid with a NUL and a quote": ["REQUEST", ["UID:a\u0000b'; drop table x", ...at, boss]],
  "a day with minus thirteen months": ["REQUEST", ["UID:badday", "DTSTART:20271399T999999Z", boss]],
  "the year zero": ["REQUEST", ["UID:zero", "DTSTART:00000101T000000Z", "DTEND:00000101T010000Z", boss]],
  "an event of ten thousand years": [
    "REQUEST",
    ["UID:long", "DTSTART:00010101T000000Z", "DTEND:99991231T235959Z", boss],
  ],
  "a rule that never matches": [
    "REQUEST",
    ["UID:never", ...at, boss, "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"],
  ],
  "a rule with every part": [
    "REQUEST",
    [
      "UID:all",
      ...at,
      boss,
      "RRULE:FREQ=YEARLY;INTERVAL=1;BYMONTH=1,2,3;BYWEEKNO=1,2;BYYEARDAY=1,2;BYMONTHDAY=1;BYDAY=MO;BYHOUR=1;BYMINUTE=1;BYSECOND=1;BYSETPOS=-1;WKST=SU;COUNT=999999999",
    ],
  ],
  "an interval without end": [
    "REQUEST",
    ["UID:interval", ...at, boss, "RRULE:FREQ=HOURLY;INTERVAL=2147483647"],
  ],
  "an hourly rule with a count": [
    "REQUEST",
    ["UID:count", ...at, boss, "RRULE:FREQ=HOURLY;BYDAY=MO;COUNT=2000000000"],
  ],
  "ten thousand dates left out": [
    "REQUEST",
    [
      "UID:exdates",
      "DTSTART;VALUE=DATE:20270330",
      boss,
      "RRULE:FREQ=YEARLY;BYDAY=5MO",
      ...many(
        10_000,
        (n) =>
          `EXDATE:2027${String(1 + (n % 12)).padStart(2, "0")}${String(1 + (n % 28)).padStart(2, "0")}T2${n % 4}0000Z`,
      ),
    ],
  ],
  "two thousand further dates": [
    "REQUEST",
    [
      "UID:rdates",
      ...at,
      boss,
      `RDATE:${many(2500, (n) => `202703${String(1 + (n % 28)).padStart(2, "0")}T${String(n % 24).padStart(2, "0")}${String(n % 60).padStart(2, "0")}00Z`).join(",")}`,
    ],
  ],
  "a zone that is a path": ["REQUEST", ["UID:zone", "DTSTART;TZID=../../etc/passwd:20270330T090000", boss]],
  "a zone of its own making": [
    "REQUEST",
    ["UID:zone2", `DTSTART;TZID=${"Z".repeat(5000)}:20270330T090000`, boss],
  ],
  "a this-and-future of nothing": [
    "CANCEL",
    ["UID:future", "RECURRENCE-ID;RANGE=THISANDFUTURE:20270330T090000Z", boss],
  ],
  "a recurrence id that is none": ["REQUEST", ["UID:recid", ...at, boss, "RECURRENCE-ID:tomorrow"]],
  "a method that is none": ["DROP TABLE", ["UID:method", ...at, boss]],
  "an event in an event": [
    "REQUEST",
    ["UID:outer", ...at, boss, "BEGIN:VEVENT", "UID:inner", ...at, boss, "END:VEVENT"],
  ],
  "an alarm that runs a program": [
    "REQUEST",
    [
      "UID:alarm",
      ...at,
      boss,
      "BEGIN:VALARM",
      "ACTION:PROCEDURE",
      "ATTACH:file:///bin/sh",
      "TRIGGER:-PT1M",
      "END:VALARM",
    ],
  ],
  "a status that is none, twice": [
    "REQUEST",
    ["UID:status", ...at, boss, "STATUS:WHATEVER", "STATUS:CANCELLED"],
  ],
};

eachApp(
  "hostile calendar mail",
  (t) => {
    const { pathOf, list, deliver } = calendarClient(t);
    for (const [name, [method, lines]] of Object.entries(mails)) {
      test(name, async () => {
        const to = await t.address();
        const own = await t.api.must<ShownEvent>(
          201,
          t.api.post(pathOf(to), {
            title: "Own",
            start: "2027-03-30T09:00:00",
            end: "2027-03-30T10:00:00",
            attendees: [{ email: "boss@example.org" }],
          }),
        );
        const filled = lines.map((line) => line.replaceAll("$own", own.uid).replaceAll("$me", to.email));
        const { id } = await deliver(to, { method, lines: filled });
        const look = async () => {
          const events = await list(to);
          for (const event of events) await t.api.must(200, t.api.get(`${pathOf(to)}/${event.id}`));
          await t.api.must(
            200,
            t.api
              .get(`${pathOf(to)}?expand=true&after=2027-03-01T00:00:00Z&before=2027-06-01T00:00:00Z`)
              .then((answer) => ({ ...answer, json: { data: answer.json } })),
          );
          await t.api.must(
            200,
            t.api.get(
              `${pathOf(to).replace("/events", "/free-busy")}?after=2027-03-01T00:00:00Z&before=2027-06-01T00:00:00Z`,
            ),
          );
          return events;
        };
        expect((await look()).find((event) => event.id === own.id)).toMatchObject({
          title: "Own",
          start: "2027-03-30T09:00:00",
          status: "confirmed",
        });
        const state = await t.api.must<{ status: string }>(200, t.api.get(`/messages/${id}/invitation`));
        const applied = await t.api.post<{ data: ShownEvent }>(`/messages/${id}/invitation/apply`);
        expect([200, 400, 409]).toContain(applied.status);
        if (state.status === "kept" || state.status === "none") expect(applied.status).toBe(409);
        await look();
        if (applied.status === 200) await t.api.must(200, t.api.get(`${pathOf(to)}/${applied.json.data.id}`));
        if (method !== "COUNTER")
          expect((await list(to)).find((event) => event.id === own.id)).toMatchObject({
            title: "Own",
            start: "2027-03-30T09:00:00",
            status: "confirmed",
          });
      });
    }
  },
  { checkOnce: true },
);
