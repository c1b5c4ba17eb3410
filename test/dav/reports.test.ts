// calendar-query, calendar-multiget, free-busy-query and sync-collection. RFC 4791 7.8 to 7.10, RFC 6578 3.
import { expect, test } from "bun:test";
import { sweepCalendars } from "../../src/store/maintenance/sweep.ts";
import { eachApp } from "../support/app/app.ts";
import { client as rest } from "../support/clients/calendar.ts";
import {
  type DavClient,
  davClient,
  events,
  eventText,
  preconditions,
  query,
  sync,
} from "../support/clients/dav.ts";

const range = (start: string, end: string) => `<C:time-range start="${start}" end="${end}"/>`;
const textMatch = (name: string, text: string, attributes = "") =>
  `<C:prop-filter name="${name}"><C:text-match ${attributes}>${text}</C:text-match></C:prop-filter>`;

/** What RFC 4791 Appendix B has: a single event, a daily series with a changed date, one with an alarm, a to-do. */
const objects: Record<string, string> = {
  "single.ics": eventText("single", [
    "DTSTART:20060102T170000Z",
    "DURATION:PT1H",
    "SUMMARY:Event #1",
    "CATEGORIES:WORK",
  ]),
  "series.ics": eventText(
    "series",
    ["DTSTART:20060102T190000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=5", "SUMMARY:Event #2"],
    [
      "BEGIN:VEVENT",
      "UID:series",
      "DTSTAMP:20060206T001121Z",
      "RECURRENCE-ID:20060104T190000Z",
      "DTSTART:20060104T210000Z",
      "DURATION:PT1H",
      "SUMMARY:Event #2 bis",
      "END:VEVENT",
    ],
  ),
  "alarm.ics": eventText("alarm", [
    "DTSTART:20060106T100000Z",
    "DURATION:PT1H",
    "SUMMARY:Event #3",
    "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:lisa@example.com",
    "BEGIN:VALARM",
    "ACTION:AUDIO",
    "TRIGGER;RELATED=START:-PT10M",
    "END:VALARM",
  ]),
  "todo.ics": eventText("todo", ["DUE:20060106T100000Z", "SUMMARY:Task"]).replaceAll("VEVENT", "VTODO"),
};

eachApp("reports of CalDAV", (t) => {
  const calls = rest(t);
  const filled = async () => {
    const client = await davClient(t);
    for (const [name, text] of Object.entries(objects))
      expect((await client.put(name, text)).status).toBe(201);
    return client;
  };
  const found = async (client: DavClient, filters: string) => {
    const { responses } = await client.multi("REPORT", client.calendar, {
      headers: { depth: "1" },
      body: query(filters),
    });
    return responses.map(({ href }) => href.slice(client.calendar.length, -4)).sort();
  };

  test("find objects by time, text and alarm", async () => {
    const client = await filled();
    const cases: [string, string[]][] = [
      ["", ["alarm", "series", "single", "todo"]],
      [events(""), ["alarm", "series", "single"]],
      [events(range("20060104T000000Z", "20060105T000000Z")), ["series"]],
      // The changed date was moved away from 19:00.
      [events(range("20060104T190000Z", "20060104T200000Z")), []],
      [events(range("20060104T213000Z", "20060104T220000Z")), ["series"]],
      [events(range("20060106T100000Z", "20060106T110000Z")), ["alarm"]],
      [events('<C:time-range start="20060105T000000Z"/>'), ["alarm", "series"]],
      [events('<C:time-range end="20060102T180000Z"/>'), ["single"]],
      [events(textMatch("SUMMARY", "EVENT #2")), ["series"]],
      [events(textMatch("SUMMARY", "EVENT #2", 'collation="i;octet"')), []],
      [events(textMatch("SUMMARY", "#1", 'negate-condition="yes"')), ["alarm", "series"]],
      [events(textMatch("UID", "alarm")), ["alarm"]],
      [events('<C:prop-filter name="CATEGORIES"><C:is-not-defined/></C:prop-filter>'), ["alarm", "series"]],
      [
        events(
          '<C:prop-filter name="ATTENDEE"><C:text-match>lisa</C:text-match><C:param-filter name="PARTSTAT"><C:text-match>NEEDS-ACTION</C:text-match></C:param-filter></C:prop-filter>',
        ),
        ["alarm"],
      ],
      [
        events(
          `<C:comp-filter name="VALARM">${range("20060106T094000Z", "20060106T100000Z")}</C:comp-filter>`,
        ),
        ["alarm"],
      ],
      [
        events(
          `<C:comp-filter name="VALARM">${range("20060106T100000Z", "20060106T110000Z")}</C:comp-filter>`,
        ),
        [],
      ],
      [
        `<C:comp-filter name="VTODO">${range("20060106T000000Z", "20060107T000000Z")}</C:comp-filter>`,
        ["todo"],
      ],
      [events(range("20060101T000000Z", "20070101T000000Z") + textMatch("SUMMARY", "#3")), ["alarm"]],
    ];
    for (const [filters, names] of cases)
      expect([filters, await found(client, filters)]).toEqual([filters, names]);
  });

  test("refuse filters that mean nothing", async () => {
    const client = await davClient(t);
    const cases: [string, string][] = [
      [events('<C:time-range start="2006"/>'), "valid-filter"],
      [events(range("20060105T000000Z", "20060104T000000Z")), "valid-filter"],
      [events(textMatch("SUMMARY", "x", 'collation="i;unknown"')), "supported-collation"],
    ];
    for (const [filters, wanted] of cases) {
      const answer = await client.request("REPORT", client.calendar, { body: query(filters) });
      expect([answer.status, preconditions(answer)]).toEqual([403, [wanted]]);
    }
  });

  test("expand series, and cut objects to the properties that are asked for", async () => {
    const client = await filled();
    const data =
      '<C:calendar-data><C:expand start="20060103T000000Z" end="20060105T000000Z"/></C:calendar-data>';
    const body = query(events(range("20060103T000000Z", "20060105T000000Z")), data);
    const { responses } = await client.multi("REPORT", client.calendar, { body });
    const text = responses[0]!.props["calendar-data"]!;
    expect(text.match(/^(DTSTART|RECURRENCE-ID|SUMMARY|RRULE).*(?=\r)/gm)!.sort()).toEqual([
      "DTSTART:20060103T190000Z",
      "DTSTART:20060104T210000Z",
      "RECURRENCE-ID:20060103T190000Z",
      "RECURRENCE-ID:20060104T190000Z",
      "SUMMARY:Event #2",
      "SUMMARY:Event #2 bis",
    ]);
    const few =
      '<C:calendar-data><C:comp name="VCALENDAR"><C:prop name="VERSION"/><C:comp name="VEVENT"><C:prop name="UID"/></C:comp></C:comp></C:calendar-data>';
    const cut = await client.multi("REPORT", client.calendar, {
      body: query(events(textMatch("UID", "single")), few),
    });
    expect(cut.responses[0]!.props["calendar-data"]).toBe(
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:single\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
    );
  });

  test("show a month as it is at each look, whoever changed it", async () => {
    const client = await filled();
    const march = events(range("20260301T000000Z", "20260401T000000Z"));
    const look = async () => {
      const asked = { headers: { depth: "1" }, body: query(march) };
      const { responses } = await client.multi("REPORT", client.calendar, asked);
      // Twice: the second look is answered from what the first one kept.
      expect((await client.multi("REPORT", client.calendar, asked)).responses).toEqual(responses);
      return responses
        .map(({ props }) => /^SUMMARY:(.*)$/m.exec(props["calendar-data"]!)?.[1]?.trim())
        .sort();
    };
    const at = (day: string) => ({ start: `${day}T10:00:00`, end: `${day}T11:00:00`, timezone: "UTC" });
    expect(await look()).toEqual([]);
    const one = await calls.create(client, { title: "One", ...at("2026-03-02") });
    const weekly = { ...at("2026-02-24"), recurrence: { rule: "FREQ=WEEKLY;COUNT=2" } };
    const series = await calls.create(client, { title: "Series", ...weekly });
    expect(await look()).toEqual(["One", "Series"]);
    await calls.patch(client, one.id, { title: "Other" });
    expect(await look()).toEqual(["Other", "Series"]);
    await calls.patch(client, one.id, at("2026-04-02"));
    await calls.patch(client, series.id, { title: "Weekly" });
    expect(await look()).toEqual(["Weekly"]);
    await calls.patch(client, series.id, { recurrence: { rule: "FREQ=WEEKLY;COUNT=1" } });
    await client.put("own.ics", eventText("own", ["DTSTART:20260310T100000Z", "SUMMARY:Own"]));
    expect(await look()).toEqual(["Own"]);
    const [own] = (await calls.list(client)).data.filter(({ title }) => title === "Own");
    await calls.patch(client, own!.id, { title: "Changed" });
    await calls.patch(client, one.id, at("2026-03-31"));
    expect(await look()).toEqual(["Changed", "Other"]);
    await calls.remove(client, one.id);
    expect(await look()).toEqual(["Changed"]);
  });

  test("get many objects at once, and say which are not there", async () => {
    const client = await filled();
    const hrefs = ["single.ics", "none.ics", "todo.ics"].map(
      (name) => `<D:href>${client.calendar}${name}</D:href>`,
    );
    const { responses } = await client.multi("REPORT", client.calendar, {
      body: `<C:calendar-multiget xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/><C:calendar-data/></D:prop>${hrefs.join("")}<D:href>/dav/calendars/x@y.example/calendar/a.ics</D:href></C:calendar-multiget>`,
    });
    const found = responses.map(({ href, status, props }) => [href, status ?? props["calendar-data"]]);
    expect(Object.fromEntries(found)).toEqual({
      [`${client.calendar}single.ics`]: objects["single.ics"],
      [`${client.calendar}none.ics`]: 404,
      [`${client.calendar}todo.ics`]: objects["todo.ics"],
      "/dav/calendars/x@y.example/calendar/a.ics": 404,
    });
  });

  test("tell when the address is busy, without what takes no time", async () => {
    const client = await filled();
    await client.put(
      "free.ics",
      eventText("free", ["DTSTART:20060103T080000Z", "DURATION:PT1H", "TRANSP:TRANSPARENT"]),
    );
    const answer = await client.request("REPORT", client.calendar, {
      body: `<C:free-busy-query xmlns:C="urn:ietf:params:xml:ns:caldav">${range("20060102T000000Z", "20060105T000000Z")}</C:free-busy-query>`,
    });
    expect(answer.headers.get("content-type")).toContain("text/calendar");
    expect(answer.text.match(/^FREEBUSY.*(?=\r)/gm)).toEqual([
      "FREEBUSY;FBTYPE=BUSY:20060102T170000Z/20060102T180000Z",
      "FREEBUSY;FBTYPE=BUSY:20060102T190000Z/20060102T200000Z",
      "FREEBUSY;FBTYPE=BUSY:20060103T190000Z/20060103T200000Z",
      "FREEBUSY;FBTYPE=BUSY:20060104T210000Z/20060104T220000Z",
    ]);
    const busy = await t.api.get<{ data: { busy: object[] } }>(
      `/identities/${client.id}/calendar/free-busy?after=2006-01-03T00:00:00Z&before=2006-01-03T12:00:00Z`,
    );
    expect(busy.json.data.busy).toEqual([]);
  });

  test("tell what changed since a token, by whichever side", async () => {
    const client = await filled();
    const changes = async (token: string, limit = "") => {
      const { responses, token: next } = await client.multi("REPORT", client.calendar, {
        body: sync(token, limit),
      });
      return {
        next: next!,
        changes: responses.map(({ href, status }) => `${href.slice(client.calendar.length)} ${status}`),
      };
    };
    const first = await changes("");
    expect(first.changes.sort()).toEqual(
      Object.keys(objects)
        .map((name) => `${name} null`)
        .sort(),
    );
    expect((await changes(first.next)).changes).toEqual([]);
    const [event] = (await calls.list(client)).data;
    await calls.patch(client, event!.id, { title: "By REST" });
    await client.request("DELETE", `${client.calendar}todo.ics`);
    const made = await calls.create(client);
    const second = await changes(first.next);
    expect(second.changes).toEqual(["single.ics null", "todo.ics 404", `${made.id}.ics null`]);
    await calls.remove(client, made.id);
    await client.put("todo.ics", objects["todo.ics"]!);
    expect((await changes(first.next)).changes).toEqual([
      "single.ics null",
      `${made.id}.ics 404`,
      "todo.ics null",
    ]);
    // Page by page nothing is lost and nothing comes twice.
    const seen: string[] = [];
    for (let token = ""; ; ) {
      const page = await changes(token, "<D:limit><D:nresults>1</D:nresults></D:limit>");
      seen.push(...page.changes.filter((line) => !line.endsWith("507")));
      token = page.next;
      if (!page.changes.some((line) => line.endsWith("507"))) break;
    }
    const members = seen.filter((line) => line.endsWith(" null"));
    expect(members.sort()).toEqual(["alarm.ics null", "series.ics null", "single.ics null", "todo.ics null"]);
  });

  // DECISIONS CalDAV: Sync tokens that are too old are valid-sync-token
  test("refuse tokens that were never given, are of another calendar, or are too old", async () => {
    const [client, other] = [await filled(), await davClient(t)];
    const { token } = await client.multi("REPORT", client.calendar, { body: sync("") });
    const [, modseq] = /:(\d+)$/.exec(token!)!;
    const foreign = (await other.multi("REPORT", other.calendar, { body: sync("") })).token!;
    const refused = async (given: string) => {
      const answer = await client.request("REPORT", client.calendar, { body: sync(given) });
      return [answer.status, preconditions(answer)];
    };
    const unknown = [403, ["valid-sync-token"]];
    for (const given of [
      "x",
      "urn:postroom:sync:x:1",
      foreign,
      token!.replace(modseq!, `${Number(modseq) + 1}`),
    ])
      expect(await refused(given)).toEqual(unknown);
    await client.request("DELETE", `${client.calendar}todo.ics`);
    const { responses } = await client.multi("REPORT", client.calendar, { body: sync(token!) });
    expect(responses.map(({ status }) => status)).toEqual([404]);
    await sweepCalendars(t.app.core.database, "9999-01-01T00:00:00.000000Z");
    expect(await refused(token!)).toEqual(unknown);
    const fresh = (await client.multi("REPORT", client.calendar, { body: sync("") })).token!;
    expect((await client.multi("REPORT", client.calendar, { body: sync(fresh) })).responses).toEqual([]);
  });
});
