// Seeded: broken and hostile XML, calendar texts and headers to CalDAV. Each is answered, never as a fault of the server's
// own, and what was stored before stands afterwards. RFC 4918 20.
import { expect, test } from "bun:test";
import { eachApp } from "../support/app/app.ts";
import { mutate } from "../support/app/fuzz.ts";
import { pick, seeded } from "../support/app/random.ts";
import { davClient, events, eventText, prop, query, sync } from "../support/clients/dav.ts";

const rounds = 20 * Number(process.env.FUZZ ?? 1);
const seed = Number(process.env.FUZZ_SEED ?? 1);

const words = [
  "<!DOCTYPE a [<!ENTITY b 'c'>]>",
  "&b;",
  "<?xml version='1.0' encoding='utf-16'?>",
  "<![CDATA[",
  "]]>",
  'xmlns:x="',
  "</D:prop>",
  "\0",
  "\ufffd",
  "RRULE:FREQ=YEARLY;BYDAY=MO;COUNT=999999999\r\n",
  "RECURRENCE-ID:20270301T090000Z\r\n",
  "BEGIN:VEVENT\r\n",
  "END:VCALENDAR\r\n",
  "DTSTART;TZID=Nowhere/Land:99991231T235959\r\n",
  "DURATION:P999999999W\r\n",
  "ATTENDEE;PARTSTAT=",
  'start="99991231T000000Z"',
  'start="00000101T000000Z"',
];

const when = [
  "DTSTART:20270301T090000Z",
  "DTEND:20270301T100000Z",
  "RRULE:FREQ=DAILY;COUNT=5",
  "SUMMARY:Hello",
];
const range = '<C:time-range start="20270101T000000Z" end="20280101T000000Z"/>';

eachApp(
  "hostile input to CalDAV",
  (t) => {
    test(`is answered, ${rounds} times`, async () => {
      const client = await davClient(t);
      const kept = eventText("kept", when);
      await client.put("kept.ics", kept);
      const bodies: [method: string, path: string, text: string][] = [
        ["PUT", `${client.calendar}new.ics`, eventText("new", when)],
        ["PROPFIND", client.home, prop("D:displayname", "D:getetag")],
        ["REPORT", client.calendar, query(events(range))],
        [
          "REPORT",
          client.calendar,
          query(events('<C:prop-filter name="SUMMARY"><C:text-match>x</C:text-match></C:prop-filter>')),
        ],
        ["REPORT", client.calendar, sync("")],
        [
          "PROPPATCH",
          `${client.home}none/`,
          '<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><D:displayname>x</D:displayname></D:prop></D:set></D:propertyupdate>',
        ],
      ];
      for (let round = 0; round < rounds; round++) {
        const next = seeded(seed * 1_000_003 + round);
        const [method, path, text] = pick(bodies, next);
        const body = mutate(Buffer.from(text), words, { next, most: 6 });
        const headers = {
          depth: pick(["0", "1", "infinity", "x"], next),
          "if-match": "*",
          "schedule-reply": "F",
        };
        const sent = next(2) === 0 ? { depth: "1" } : headers;
        const answer = await client.request(method, path, { body, headers: sent });
        expect([`FUZZ_SEED=${seed}, round ${round}: ${method}`, answer.status < 500]).toEqual([
          `FUZZ_SEED=${seed}, round ${round}: ${method}`,
          true,
        ]);
      }
      expect((await client.get("kept.ics")).text).toBe(kept);
    }, 3_600_000);

    test("of great size, depth and number is refused", async () => {
      const client = await davClient(t);
      const deep = `<D:propfind xmlns:D="DAV:">${"<a>".repeat(100)}${"</a>".repeat(100)}</D:propfind>`;
      const many = `<D:propfind xmlns:D="DAV:"><D:prop>${"<a/>".repeat(60_000)}</D:prop></D:propfind>`;
      const entities =
        '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><D:propfind xmlns:D="DAV:">&b;</D:propfind>';
      const propfind = (body: string) =>
        client
          .request("PROPFIND", client.home, { headers: { depth: "0" }, body })
          .then(({ status }) => status);
      expect([await propfind(deep), await propfind(many), await propfind(entities)]).toEqual([400, 400, 400]);
      expect(await propfind("x".repeat(1024 * 1024 + 1))).toBe(413);
      const lines = Array.from({ length: 30_000 }, (_, n) => `X-${n}:y`);
      expect((await client.put("many.ics", eventText("many", [...when, ...lines]))).status).toBe(403);
    });
  },
  { checkOnce: true },
);
