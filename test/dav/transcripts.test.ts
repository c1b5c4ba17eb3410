// Exchanges as the examples of the RFCs have them, in our own words: RFC 4791 7.8 to 7.10, 9.6.6; RFC 6578 3.8; RFC 6638 9.1,
// Appendix B; RFC 7809 5. The calendar is like the one of RFC 4791 Appendix B.
import { expect, test } from "bun:test";
import { eachApp, eventually } from "../support/app/app.ts";
import { type DavClient, davClient, eventText, preconditions } from "../support/clients/dav.ts";

const spaces = 'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"';
const range = (start: string, end: string) => `start="${start}" end="${end}"`;
const eastern = (name: string, at: string) => `${name};TZID=America/New_York:${at}`;

const changed = (place: string, start: string, title: string) => [
  "BEGIN:VEVENT",
  "UID:daily",
  "DTSTAMP:20060206T001121Z",
  eastern("RECURRENCE-ID", place),
  eastern("DTSTART", start),
  "DURATION:PT1H",
  `SUMMARY:${title}`,
  "END:VEVENT",
];
const objects: Record<string, string> = {
  "lunch.ics": eventText("lunch", [eastern("DTSTART", "20060102T120000"), "DURATION:PT1H", "SUMMARY:Lunch"]),
  "daily.ics": eventText(
    "daily",
    [eastern("DTSTART", "20060102T120000"), "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=5", "SUMMARY:Daily"],
    [
      ...changed("20060104T120000", "20060104T140000", "Daily, later"),
      ...changed("20060106T120000", "20060106T140000", "Daily, last"),
    ],
  ),
  "board.ics": eventText("board", [
    eastern("DTSTART", "20060104T100000"),
    "DURATION:PT1H",
    "SUMMARY:Board",
    "STATUS:TENTATIVE",
    "ATTENDEE;PARTSTAT=ACCEPTED;ROLE=CHAIR:mailto:cyrus@example.com",
    "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:lisa@example.com",
    "X-ABC-GUID:E1CX5Dr-0007ym-Hz@example.com",
  ]),
};

eachApp("transcripts of CalDAV", (t) => {
  const filled = async () => {
    const client = await davClient(t);
    for (const [name, text] of Object.entries(objects))
      expect((await client.put(name, text)).status).toBe(201);
    return client;
  };
  /** What a report answers of each object, by name. */
  const answers = async (client: DavClient, body: string) => {
    const { responses } = await client.multi("REPORT", client.calendar, { headers: { depth: "1" }, body });
    return new Map(
      responses.map(({ href, props }) => [href.slice(client.calendar.length), props["calendar-data"] ?? ""]),
    );
  };
  const query = (data: string, filter: string) =>
    `<?xml version="1.0" encoding="utf-8" ?>\n<C:calendar-query ${spaces}><D:prop><D:getetag/>${data}</D:prop><C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">${filter}</C:comp-filter></C:comp-filter></C:filter></C:calendar-query>`;
  const named = (text: string, names: string) =>
    (text.replace(/\r\n /g, "").match(new RegExp(`^(${names})[;:].*(?=\\r)`, "gm")) ?? []).sort();

  test("partial retrieval of events by a time range (RFC 4791 7.8.1)", async () => {
    const client = await filled();
    const props = ["SUMMARY", "UID", "DTSTART", "DURATION", "RRULE", "RECURRENCE-ID"].map(
      (name) => `<C:prop name="${name}"/>`,
    );
    const data = `<C:calendar-data><C:comp name="VCALENDAR"><C:prop name="VERSION"/><C:comp name="VEVENT">${props.join("")}</C:comp><C:comp name="VTIMEZONE"/></C:comp></C:calendar-data>`;
    const found = await answers(
      client,
      query(data, `<C:time-range ${range("20060104T000000Z", "20060105T000000Z")}/>`),
    );
    expect([...found.keys()].sort()).toEqual(["board.ics", "daily.ics"]);
    const board = found.get("board.ics")!;
    expect(board.match(/^TZID:.*(?=\r)/gm)).toEqual(["TZID:America/New_York"]);
    expect(board.replace(/BEGIN:VTIMEZONE.*END:VTIMEZONE\r\n/s, "")).toBe(
      [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "BEGIN:VEVENT",
        "SUMMARY:Board",
        "UID:board",
        eastern("DTSTART", "20060104T100000"),
        "DURATION:PT1H",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
      ].join("\r\n"),
    );
  });

  test("the changed dates of a window alone (RFC 4791 7.8.2)", async () => {
    const client = await filled();
    const within = range("20060103T000000Z", "20060105T000000Z");
    const found = await answers(
      client,
      query(
        `<C:calendar-data><C:limit-recurrence-set ${within}/></C:calendar-data>`,
        `<C:time-range ${within}/>`,
      ),
    );
    expect(named(found.get("daily.ics")!, "SUMMARY|RRULE|RECURRENCE-ID")).toEqual([
      eastern("RECURRENCE-ID", "20060104T120000"),
      "RRULE:FREQ=DAILY;COUNT=5",
      "SUMMARY:Daily",
      "SUMMARY:Daily, later",
    ]);
    // A date that was moved out of the window is one of it: its series would show it there.
    const moved = await answers(
      client,
      query(
        `<C:calendar-data><C:limit-recurrence-set ${range("20060104T170000Z", "20060104T173000Z")}/></C:calendar-data>`,
        '<C:prop-filter name="UID"><C:text-match>daily</C:text-match></C:prop-filter>',
      ),
    );
    expect(named(moved.get("daily.ics")!, "SUMMARY")).toEqual(["SUMMARY:Daily", "SUMMARY:Daily, later"]);
  });

  test("expanded series (RFC 4791 7.8.3)", async () => {
    const client = await filled();
    const within = range("20060103T000000Z", "20060105T000000Z");
    const found = await answers(
      client,
      query(`<C:calendar-data><C:expand ${within}/></C:calendar-data>`, `<C:time-range ${within}/>`),
    );
    expect(named(found.get("daily.ics")!, "DTSTART|SUMMARY|RRULE|RECURRENCE-ID|TZID")).toEqual([
      "DTSTART:20060103T170000Z",
      "DTSTART:20060104T190000Z",
      "RECURRENCE-ID:20060103T170000Z",
      "RECURRENCE-ID:20060104T170000Z",
      "SUMMARY:Daily",
      "SUMMARY:Daily, later",
    ]);
  });

  test("events by UID, by the answer of an attendee, and all (RFC 4791 7.8.6 to 7.8.9)", async () => {
    const client = await filled();
    const names = async (filter: string) =>
      [...(await answers(client, query("<C:calendar-data/>", filter))).keys()].sort();
    const match = (text: string) => `<C:text-match collation="i;octet">${text}</C:text-match>`;
    const open = `<C:param-filter name="PARTSTAT">${match("NEEDS-ACTION")}</C:param-filter>`;
    expect(await names(`<C:prop-filter name="UID">${match("board")}</C:prop-filter>`)).toEqual(["board.ics"]);
    const asked = (email: string) =>
      `<C:prop-filter name="ATTENDEE">${match(`mailto:${email}`)}${open}</C:prop-filter>`;
    expect(await names(asked("lisa@example.com"))).toEqual(["board.ics"]);
    expect(await names(asked("cyrus@example.com"))).toEqual([]);
    expect(await names("")).toEqual(["board.ics", "daily.ics", "lunch.ics"]);
    const own = '<C:prop-filter name="X-ABC-GUID"/>';
    expect(await names(own)).toEqual(["board.ics"]);
  });

  // DECISIONS CalDAV: free-busy-query is of one calendar; the outbox leaves out calendars that are transparent
  test("busy times of one calendar, and of those that are opaque to scheduling (RFC 4791 7.10, RFC 6638 9.1)", async () => {
    const client = await filled();
    const work = `${client.home}work/`;
    expect((await client.request("MKCALENDAR", work)).status).toBe(201);
    const text = eventText("desk", ["DTSTART:20060104T150000Z", "DURATION:PT30M", "SUMMARY:Desk"]);
    const put = await client.request("PUT", `${work}desk.ics`, {
      body: text,
      headers: { "content-type": "text/calendar" },
    });
    expect(put.status).toBe(201);
    const busy = async (calendar: string) => {
      const body = `<C:free-busy-query ${spaces}><C:time-range ${range("20060104T140000Z", "20060105T220000Z")}/></C:free-busy-query>`;
      const answer = await client.request("REPORT", calendar, { headers: { depth: "1" }, body });
      expect(answer.headers.get("content-type")).toStartWith("text/calendar");
      return named(answer.text, "FREEBUSY").map((line) => line.split(":")[1]);
    };
    expect(await busy(work)).toEqual(["20060104T150000Z/20060104T153000Z"]);
    expect(await busy(client.calendar)).toEqual([
      "20060104T150000Z/20060104T160000Z",
      "20060104T190000Z/20060104T200000Z",
      "20060105T170000Z/20060105T180000Z",
    ]);
    const asked = async () => {
      const body = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Example//Phone//EN",
        "METHOD:REQUEST",
        "BEGIN:VFREEBUSY",
        "UID:ask",
        "DTSTAMP:20060101T000000Z",
        "DTSTART:20060104T140000Z",
        "DTEND:20060104T180000Z",
        `ORGANIZER:mailto:${client.email}`,
        `ATTENDEE:mailto:${client.email}`,
        "END:VFREEBUSY",
        "END:VCALENDAR",
        "",
      ].join("\r\n");
      const answer = await client.request("POST", `${client.home}outbox/`, {
        body,
        headers: { "content-type": "text/calendar" },
      });
      return answer.text.match(/(?<=FBTYPE=BUSY:)[\dTZ/]+/g) ?? [];
    };
    expect(await asked()).toEqual(["20060104T150000Z/20060104T160000Z"]);
    const transparent = `<D:propertyupdate ${spaces}><D:set><D:prop><C:schedule-calendar-transp><C:transparent/></C:schedule-calendar-transp></D:prop></D:set></D:propertyupdate>`;
    await client.multi("PROPPATCH", client.calendar, { body: transparent });
    expect(await asked()).toEqual(["20060104T150000Z/20060104T153000Z"]);
    expect(await busy(client.calendar)).toHaveLength(3);
  });

  test("a sync that is cut, and goes on (RFC 6578 3.6, 3.10)", async () => {
    const client = await filled();
    const sync = (token: string, limit: string) =>
      `<D:sync-collection ${spaces}><D:sync-token>${token}</D:sync-token><D:sync-level>1</D:sync-level>${limit}<D:prop><D:getetag/></D:prop></D:sync-collection>`;
    const two = "<D:limit><D:nresults>2</D:nresults></D:limit>";
    const first = await client.multi("REPORT", client.calendar, { body: sync("", two) });
    expect(first.responses.map(({ href, status }) => [href === client.calendar, status])).toEqual([
      [false, null],
      [false, null],
      [true, 507],
    ]);
    const second = await client.multi("REPORT", client.calendar, { body: sync(first.token!, two) });
    expect(second.responses.map(({ status }) => status)).toEqual([null]);
    const deep = sync(second.token!, "").replace("<D:sync-level>1<", "<D:sync-level>infinite<");
    const refused = await client.request("REPORT", client.calendar, { body: deep });
    expect([refused.status, preconditions(refused)]).toEqual([403, ["sync-traversal-supported"]]);
  });

  test("an organizer invites, an attendee answers for one date, the organizer takes it off (RFC 6638 B, RFC 5546 4.4)", async () => {
    const [ann, bob] = [await davClient(t), await davClient(t)];
    const people = [
      `ORGANIZER:mailto:${ann.email}`,
      `ATTENDEE;PARTSTAT=ACCEPTED:mailto:${ann.email}`,
      `ATTENDEE;RSVP=TRUE;PARTSTAT=NEEDS-ACTION:mailto:${bob.email}`,
    ];
    const series = (more: string[] = []) =>
      eventText("weekly", [
        eastern("DTSTART", "20270301T120000"),
        "DURATION:PT1H",
        "RRULE:FREQ=WEEKLY;COUNT=4",
        "SUMMARY:Weekly",
        ...people,
        ...more,
      ]);
    const made = await ann.put("weekly.ics", series(), { "if-none-match": "*" });
    expect(made.status).toBe(201);
    const paths = async () =>
      (await bob.multi("PROPFIND", bob.calendar, { headers: { depth: "1" } })).responses.slice(1);
    await eventually(async () => (await paths()).length === 1);
    const { href } = (await paths())[0]!;
    const copy = await bob.request("GET", href);
    const one = [
      "BEGIN:VEVENT",
      "UID:weekly",
      "DTSTAMP:20270201T000000Z",
      eastern("RECURRENCE-ID", "20270308T120000"),
      eastern("DTSTART", "20270308T120000"),
      "DURATION:PT1H",
      "SUMMARY:Weekly",
      ...people.slice(0, 2),
      `ATTENDEE;PARTSTAT=DECLINED:mailto:${bob.email}`,
      "END:VEVENT",
      "END:VCALENDAR",
    ].join("\r\n");
    const answer = await bob.request("PUT", href, {
      body: copy.text.replace(/END:VCALENDAR\s*$/, `${one}\r\n`),
      headers: {
        "content-type": "text/calendar",
        "if-schedule-tag-match": copy.headers.get("schedule-tag")!,
      },
    });
    expect([answer.status, answer.text]).toEqual([204, ""]);
    const atAnn = async () => (await ann.get("weekly.ics")).text.replace(/\r\n /g, "");
    await eventually(async () => (await atAnn()).includes("PARTSTAT=DECLINED"));
    expect(named(await atAnn(), "RECURRENCE-ID")).toEqual([eastern("RECURRENCE-ID", "20270308T120000")]);
    const off = series([eastern("EXDATE", "20270315T120000")]);
    expect((await ann.put("weekly.ics", off)).status).toBe(204);
    await eventually(async () => (await bob.request("GET", href)).text.includes("EXDATE"));
  });

  test("zones by reference: an object without VTIMEZONE is read by the zone's name (RFC 7809 3)", async () => {
    const client = await davClient(t);
    const body = `<D:propertyupdate ${spaces}><D:set><D:prop><C:calendar-timezone-id>Australia/Lord_Howe</C:calendar-timezone-id></D:prop></D:set></D:propertyupdate>`;
    await client.multi("PROPPATCH", client.calendar, { body });
    await client.put("floating.ics", eventText("floating", ["DTSTART:20270301T120000", "DURATION:PT1H"]));
    const found = await answers(
      client,
      query(
        `<C:calendar-data><C:expand ${range("20270301T000000Z", "20270302T000000Z")}/></C:calendar-data>`,
        `<C:time-range ${range("20270301T010000Z", "20270301T013000Z")}/>`,
      ),
    );
    expect(named(found.get("floating.ics")!, "DTSTART")).toEqual(["DTSTART:20270301T010000Z"]);
    const wrong = body.replace("Australia/Lord_Howe", "Nowhere/Land");
    const { responses } = await client.multi("PROPPATCH", client.calendar, { body: wrong });
    expect(responses[0]!.props).toEqual({});
  });
});
