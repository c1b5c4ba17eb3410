// Requests that would take long: they are answered within bounds, or refused before the work. RFC 4791 7.8, 9.6.5.
import { expect, test } from "bun:test";
import { newId } from "../../src/lib/ids.ts";
import { objectsInWindow } from "../../src/store/calendar/object-window.ts";
import type { RowSource } from "../../src/store/database/database.ts";
import { eachApp } from "../support/app/app.ts";
import { type DavClient, davClient, events, eventText, query } from "../support/clients/dav.ts";

const namespaces = 'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"';
const stamp = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, "");
const day = (n: number) => stamp(Date.UTC(2027, 2, 1 + n, 9));
const daily = ["DTSTART:20270301T090000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY"];

eachApp("limits of CalDAV", (t) => {
  const report = (client: DavClient, body: string) => client.multi("REPORT", client.calendar, { body });
  const range = (start: string, end: string) => `<C:time-range start="${start}" end="${end}"/>`;
  const expanded = (end: string) =>
    query(
      events(range("20270301T000000Z", end)),
      `<C:calendar-data><C:expand start="20270301T000000Z" end="${end}"/></C:calendar-data>`,
    );

  test("each to-do, journal entry and alarm of a large object is found by its own time", async () => {
    const client = await davClient(t);
    const parts = (name: string, lines: (n: number) => string[]) =>
      Array.from({ length: 400 }, (_, n) => [
        `BEGIN:${name}`,
        "UID:many",
        "DTSTAMP:20260101T000000Z",
        `RECURRENCE-ID:${day(n)}`,
        `DTSTART:${day(n)}`,
        ...lines(n),
        `END:${name}`,
      ]).flat();
    const text = (inside: string[]) =>
      ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x", ...inside, "END:VCALENDAR", ""].join("\r\n");
    const found = async (filter: string) =>
      (await report(client, query(filter))).responses.map(({ href }) => href.slice(client.calendar.length));
    const alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT30M", "END:VALARM"];
    await client.put(
      "todo.ics",
      text(parts("VTODO", (n) => [`DUE:${day(n)}`, `SUMMARY:${"s".repeat(200)}`])),
    );
    const entries = parts("VJOURNAL", () => []).map((line) => line.replace("UID:many", "UID:journal"));
    await client.put("journal.ics", text(entries));
    const alarms = parts("VEVENT", (n) => (n === 399 ? alarm : [])).map((line) =>
      line.replace("UID:many", "UID:alarm"),
    );
    await client.put("alarm.ics", text(alarms));
    const before = range("20270201T000000Z", "20270202T000000Z");
    const last = range(day(399), day(400));
    const half = range(stamp(Date.UTC(2027, 2, 400, 8, 30)), stamp(Date.UTC(2027, 2, 400, 8, 31)));
    const of = (name: string, inside: string) => `<C:comp-filter name="${name}">${inside}</C:comp-filter>`;
    expect(await found(of("VTODO", before))).toEqual([]);
    expect(await found(of("VTODO", last))).toEqual(["todo.ics"]);
    expect(await found(of("VJOURNAL", before))).toEqual([]);
    expect(await found(of("VJOURNAL", last))).toEqual(["journal.ics"]);
    expect(await found(events(of("VALARM", last)))).toEqual([]);
    expect(await found(events(of("VALARM", half)))).toEqual(["alarm.ics"]);
  });

  // DECISIONS CalDAV: Instances of an object are listed whole, or the object is answered with 507
  test("instances of an object are listed whole or not at all", async () => {
    const client = await davClient(t);
    await client.put("daily.ics", eventText("daily", daily));
    const few = await report(client, expanded("20270901T000000Z"));
    expect(few.responses[0]!.props["calendar-data"]!.match(/^RECURRENCE-ID/gm)).toHaveLength(184);
    const many = await report(client, expanded("20370301T000000Z"));
    expect(many.responses.map(({ status }) => status)).toEqual([507]);
    await client.put("daily.ics", eventText("daily", [...daily, `DESCRIPTION:${"long ".repeat(10_000)}`]));
    const long = await report(client, expanded("20270901T000000Z"));
    expect(long.responses.map(({ status }) => status)).toEqual([507]);
  });

  test("an object that is asked for twice comes once", async () => {
    const client = await davClient(t);
    await client.put("a.ics", eventText("a", daily));
    const href = `<D:href>${client.calendar}a.ics</D:href>`;
    const { responses } = await report(
      client,
      `<C:calendar-multiget ${namespaces}><D:prop><C:calendar-data/></D:prop>${href.repeat(50)}</C:calendar-multiget>`,
    );
    expect(responses).toHaveLength(1);
  });

  // DECISIONS CalDAV: A request names at most 500 properties, a filter has at most 200 elements
  test("more properties and filters than a program needs are refused", async () => {
    const client = await davClient(t);
    const names = Array.from({ length: 501 }, (_, n) => `<D:a${n}/>`).join("");
    const propfind = `<D:propfind ${namespaces}><D:prop>${names}</D:prop></D:propfind>`;
    const filters = '<C:prop-filter name="SUMMARY"><C:text-match>x</C:text-match></C:prop-filter>'.repeat(
      101,
    );
    const parts = Array.from({ length: 501 }, (_, n) => `<C:prop name="X-${n}"/>`).join("");
    const data = `<C:calendar-data><C:comp name="VCALENDAR"><C:comp name="VEVENT">${parts}</C:comp></C:comp></C:calendar-data>`;
    const attributes = Array.from({ length: 1001 }, (_, n) => `a${n}=""`).join(" ");
    const cases: [string, string, number][] = [
      ["PROPFIND", propfind, 403],
      ["REPORT", query(events(filters)), 403],
      ["REPORT", query(events(""), data), 403],
      ["PROPFIND", `<D:propfind ${namespaces} ${attributes}><D:allprop/></D:propfind>`, 400],
    ];
    for (const [method, body, status] of cases) {
      const answer = await client.request(method, client.calendar, { body, headers: { depth: "1" } });
      expect([body.slice(0, 200), answer.status]).toEqual([body.slice(0, 200), status]);
    }
  });

  // DECISIONS CalDAV: One change sends at most 1,000 mails
  test("a change that would send thousands of mails is refused", async () => {
    const client = await davClient(t);
    const dates = (more: string[]) =>
      Array.from({ length: 60 }, (_, n) => [
        "BEGIN:VEVENT",
        "UID:dates",
        "DTSTAMP:20260101T000000Z",
        `RECURRENCE-ID:${day(n)}`,
        `DTSTART:${day(n)}`,
        "DURATION:PT1H",
        `ORGANIZER:mailto:${client.email}`,
        ...Array.from({ length: 20 }, (_, m) => `ATTENDEE:mailto:guest${m}@far.example`),
        ...more,
        "END:VEVENT",
      ]).flat();
    const text = (more: string[]) =>
      ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x", ...dates(more), "END:VCALENDAR", ""].join("\r\n");
    const refused = await client.put("dates.ics", text([]));
    expect([refused.status, refused.text.includes("1000 mails")]).toEqual([403, true]);
    expect((await client.get("dates.ics")).status).toBe(404);
  });
});

test("what is kept of windows is bounded by the characters of their UIDs", async () => {
  const answering = (count: number, length: number): RowSource => ({
    rows: async <T>(text: string) => {
      if (text.includes("calendar_collections"))
        return [{ version: "1", count: 0, latest: null, id: null }] as T[];
      const uids = text.includes("object_uid") ? Array.from({ length: count }, (_, n) => n) : [];
      return uids.map((n) => ({ id: String(n), object_uid: String(n).padEnd(length, "u") })) as T[];
    },
  });
  const look = (identityId: string, db: RowSource, month = 1) => {
    const [after, before] = [month, month + 1].map(
      (n) => `2026-${String(n).padStart(2, "0")}-01T00:00:00.000000Z`,
    );
    return objectsInWindow(
      db,
      { accountId: identityId, identityId },
      { identityId, after: after!, before: before! },
    );
  };
  const isKept = async (...of: Parameters<typeof look>) => {
    const before = await look(...of);
    return (await look(...of)) === before;
  };
  const [usual, large, long] = [answering(400, 36), answering(999, 1000), answering(200, 1000)];
  expect([await isKept(newId(), usual), await isKept(newId(), large)]).toEqual([true, false]);
  const first = newId();
  const found = await look(first, long);
  expect((await look(first, long)) === found).toBe(true);
  for (const id of [newId(), newId()]) for (let month = 1; month <= 12; month++) await look(id, long, month);
  expect((await look(first, long)) === found).toBe(false);
});
