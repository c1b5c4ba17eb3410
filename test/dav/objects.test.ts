// Objects of a calendar: stored byte for byte, seen by REST, changed by either side. RFC 4791 5.3.2 to 5.3.4.
import { expect, test } from "bun:test";
import { eachApp } from "../support/app/app.ts";
import { client as rest } from "../support/clients/calendar.ts";
import { davClient, events, eventText, preconditions, query } from "../support/clients/dav.ts";

const alarm = [
  "BEGIN:VALARM",
  "ACTION:DISPLAY",
  "DESCRIPTION:Soon",
  "TRIGGER:-PT15M",
  "X-ALARM:kept",
  "END:VALARM",
];
const lines = [
  "DTSTART;TZID=Europe/Berlin:20270301T090000",
  "DTEND;TZID=Europe/Berlin:20270301T100000",
  "SUMMARY:Plan; with a \\, comma",
  'X-APPLE-TRAVEL;X-PARAM="a:b":1',
  "CATEGORIES:WORK,HOME",
  ...alarm,
];

eachApp("objects of a calendar", (t) => {
  const calls = rest(t);

  // DECISIONS CalDAV: An object is given back byte for byte as long as nothing else changed it
  test("are given back byte for byte, and are events of REST", async () => {
    const client = await davClient(t);
    const odd = eventText("odd", lines).replaceAll("\r\n", "\n").replace("SUMMARY:Plan", "SUMMARY:Pl\n an");
    const put = await client.put("odd.ics", odd, { "if-none-match": "*" });
    expect(put.status).toBe(201);
    const got = await client.get("odd.ics");
    expect([got.text, got.headers.get("etag")]).toEqual([odd, put.headers.get("etag")]);
    const [event] = (await calls.list({ ...client })).data;
    expect(event).toMatchObject({
      uid: "odd",
      title: "Plan; with a , comma",
      start: "2027-03-01T09:00:00",
      timezone: "Europe/Berlin",
      organizer_email: client.email,
    });
    const types = await calls.typesOf();
    expect(types(event!.id)).toEqual(["created"]);
    const again = odd.replace("SUMMARY:Pl", "SUMMARY:Al");
    const second = await client.put("odd.ics", again);
    expect([second.status, second.headers.get("etag")]).toEqual([
      204,
      (await client.get("odd.ics")).headers.get("etag"),
    ]);
    expect((await client.get("odd.ics")).text).toBe(again);
    expect((await client.put("odd.ics", odd)).status).toBe(204);
    put.headers.set("etag", (await client.get("odd.ics")).headers.get("etag")!);
    const cached = await client.request("GET", `${client.calendar}odd.ics`, {
      headers: { "if-none-match": put.headers.get("etag")! },
    });
    expect(cached.status).toBe(304);
  });

  // DECISIONS CalDAV: What REST changes leaves the client's own properties alone
  test("keep their client's own properties when REST changes them", async () => {
    const client = await davClient(t);
    await client.put("a.ics", eventText("a", lines));
    const [event] = (await calls.list(client)).data;
    await calls.patch(client, event!.id, {
      title: "New",
      start: "2027-03-01T10:00:00",
      end: "2027-03-01T11:00:00",
    });
    const { text, headers } = await client.get("a.ics");
    for (const line of [...alarm, 'X-APPLE-TRAVEL;X-PARAM="a:b":1', "CATEGORIES:WORK,HOME", "SUMMARY:New"])
      expect(text).toContain(`${line}\r\n`);
    expect(text).toContain("DTSTART;TZID=Europe/Berlin:20270301T100000\r\n");
    expect(text.match(/^DTSTART;/gm)).toHaveLength(1);
    expect(text).toContain("BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin");
    expect((await client.get("a.ics")).text).toBe(text);
    const again = await client.put("a.ics", text, { "if-match": headers.get("etag")! });
    expect([again.status, (await client.get("a.ics")).text]).toEqual([204, text]);
    expect(await calls.get(client, event!.id)).toMatchObject({ title: "New", start: "2027-03-01T10:00:00" });
  });

  test("of a series hold its changed dates, which REST sees as dates", async () => {
    const client = await davClient(t);
    const changed = [
      "BEGIN:VEVENT",
      "UID:s",
      "DTSTAMP:20260101T000000Z",
      "RECURRENCE-ID;TZID=Europe/Berlin:20270308T090000",
      "DTSTART;TZID=Europe/Berlin:20270309T140000",
      "DTEND;TZID=Europe/Berlin:20270309T150000",
      "SUMMARY:Moved",
      "END:VEVENT",
    ];
    const text = eventText("s", [...lines, "RRULE:FREQ=WEEKLY;COUNT=4"], changed);
    expect((await client.put("s.ics", text)).status).toBe(201);
    const { data } = await calls.list(client, "?expand=true");
    expect(data.map(({ start, title }) => `${start} ${title.slice(0, 5)}`)).toEqual([
      "2027-03-01T09:00:00 Plan;",
      "2027-03-09T14:00:00 Moved",
      "2027-03-15T09:00:00 Plan;",
      "2027-03-22T09:00:00 Plan;",
    ]);
    await calls.patch(client, data[2]!.id, { title: "Third" });
    const now = (await client.get("s.ics")).text;
    expect([now.match(/BEGIN:VEVENT/g)!.length, now.includes("SUMMARY:Third")]).toEqual([3, true]);
    expect(now).toContain("RECURRENCE-ID;TZID=Europe/Berlin:20270315T090000");
    await client.put(
      "s.ics",
      eventText("s", [...lines, "RRULE:FREQ=WEEKLY;COUNT=4", "EXDATE;TZID=Europe/Berlin:20270322T090000"]),
    );
    const rest = (await calls.list(client, "?expand=true")).data.map(({ start }) => start.slice(0, 10));
    expect(rest).toEqual(["2027-03-01", "2027-03-08", "2027-03-15"]);
  });

  // DECISIONS CalDAV: What is cut off of a series stays in its calendar, with the properties and alarms of its client
  test("of a series that is cut in two keep what the client wrote, both in one calendar", async () => {
    const client = await davClient(t);
    const other = `${client.home}work/`;
    expect((await client.request("MKCALENDAR", other)).status).toBe(201);
    const alarm = (trigger: string) => [
      "BEGIN:VALARM",
      "ACTION:DISPLAY",
      "DESCRIPTION:Soon",
      trigger,
      "END:VALARM",
    ];
    const own = ["X-ROOM:7", "CATEGORIES:Team", ...alarm("TRIGGER;RELATED=END:-PT5M")];
    const date = [
      "BEGIN:VEVENT",
      "UID:cut",
      "DTSTAMP:20260101T000000Z",
      "RECURRENCE-ID;TZID=Europe/Berlin:20270322T090000",
      "DTSTART;TZID=Europe/Berlin:20270322T140000",
      "DTEND;TZID=Europe/Berlin:20270322T150000",
      "SUMMARY:Apart",
      "X-DATE:1",
      ...alarm("TRIGGER:-PT90S"),
      "END:VEVENT",
    ];
    const text = eventText("cut", [...lines, "RRULE:FREQ=WEEKLY;COUNT=4", ...own], date);
    const headers = { "content-type": "text/calendar" };
    expect((await client.request("PUT", `${other}cut.ics`, { body: text, headers })).status).toBe(201);
    const third = (await calls.list(client, "?expand=true")).data[2]!;
    const path = `${calls.pathOf(client)}/${third.id}?mode=future`;
    const { uid } = await t.api.must<{ uid: string }>(200, t.api.patch(path, { title: "Later" }));
    const { responses } = await client.multi("PROPFIND", other, { headers: { depth: "1" } });
    const texts = await Promise.all(
      responses.slice(1).map(async ({ href }) => (await client.request("GET", href)).text),
    );
    const late = texts.find((one) => one.includes(uid))!;
    const early = texts.find((one) => one.includes("UID:cut\r\n"))!;
    for (const one of [early, late])
      for (const line of ["X-ROOM:7", "CATEGORIES:Team", "TRIGGER;RELATED=END:-PT5M"])
        expect(one).toContain(`${line}\r\n`);
    expect([late.match(/^UID:.*$/gm), late.match(/^SUMMARY:.*$/gm)]).toEqual([
      [`UID:${uid}`, `UID:${uid}`],
      ["SUMMARY:Later", "SUMMARY:Apart"],
    ]);
    expect(late.includes("X-DATE:1") && late.includes("TRIGGER:-PT90S")).toBe(true);
    expect([early.includes("X-DATE:1"), early.includes("COUNT")]).toEqual([false, false]);
    // It is written as any other: a program reads it, changes it and puts it back.
    const { href } = responses.find(({ href: one }) => !one.endsWith("cut.ics") && one !== other)!;
    const renamed = late.replace("SUMMARY:Later", "SUMMARY:Latest");
    expect((await client.request("PUT", href, { body: renamed, headers })).status).toBe(204);
    expect((await client.request("GET", href)).text).toBe(renamed);
  });

  // DECISIONS CalDAV: A condition that fails is answered with the etag that stands
  test("answer conditions with the etag that stands", async () => {
    const client = await davClient(t);
    const first = await client.put("c.ics", eventText("c", lines), { "if-none-match": "*" });
    const taken = await client.put("c.ics", eventText("c", lines), { "if-none-match": "*" });
    expect([taken.status, taken.headers.get("etag")]).toEqual([412, first.headers.get("etag")]);
    const [event] = (await calls.list(client)).data;
    const { etag } = await calls.patch(client, event!.id, { title: "REST was first" });
    const late = await client.put("c.ics", eventText("c", lines), { "if-match": first.headers.get("etag")! });
    expect(late.status).toBe(412);
    const current = (await client.get("c.ics")).headers.get("etag")!;
    expect(late.headers.get("etag")).toBe(current);
    expect((await client.put("c.ics", eventText("c", lines), { "if-match": current })).status).toBe(204);
    const stale = t.api.patch(
      `${calls.pathOf(client)}/${event!.id}`,
      { title: "late" },
      { "if-match": `"${etag}"` },
    );
    expect((await stale).status).toBe(412);
    const gone = await client.request("DELETE", `${client.calendar}c.ics`, {
      headers: { "if-match": '"other"' },
    });
    expect(gone.status).toBe(412);
    expect((await client.request("DELETE", `${client.calendar}c.ics`)).status).toBe(204);
    expect((await client.get("c.ics")).status).toBe(404);
    expect((await calls.list(client)).data).toEqual([]);
    expect((await client.put("c.ics", eventText("c", lines), { "if-match": "*" })).status).toBe(412);
  });

  test("that REST made are there under a name of their own", async () => {
    const client = await davClient(t);
    const event = await calls.create(client, {
      title: "By REST",
      start: "2027-05-01T09:00:00",
      end: "2027-05-01T10:00:00",
      timezone: "America/New_York",
      recurrence: { rule: "FREQ=DAILY;COUNT=3" },
    });
    const { text, headers } = await client.get(`${event.id}.ics`);
    expect(text).toContain(`UID:${event.uid}`);
    const put = await client.put(`${event.id}.ics`, text.replace("By REST", "By phone"), {
      "if-match": headers.get("etag")!,
    });
    expect(put.status).toBe(204);
    expect(await calls.get(client, event.id)).toMatchObject({ title: "By phone", kind: "series" });
    await calls.remove(client, event.id);
    expect((await client.get(`${event.id}.ics`)).status).toBe(404);
  });

  // DECISIONS CalDAV: Objects are refused with the precondition that they break
  test("are refused with the precondition that they break", async () => {
    const client = await davClient(t);
    await client.put("first.ics", eventText("one", lines));
    const refusals: [string, string][] = [
      ["nothing", "valid-calendar-data"],
      [eventText("two", lines).replace("END:VEVENT\r\n", ""), "valid-calendar-data"],
      [eventText("two", ["SUMMARY:No start"]), "valid-calendar-data"],
      ...[
        "ann@x.example bob@y.example",
        "ann@x.example,bob@y.example",
        "ann@x.example mailto:bob@y.example",
        "ann@x.example?cc=bob@y.example",
        "ann@x.example?subject=a&BCC=bob@y.example",
      ].map((people): [string, string] => [
        eventText("two", [...lines, `ATTENDEE:mailto:${people}`]),
        "valid-calendar-data",
      ]),
      [eventText("two", [...lines, "RRULE:FREQ=SOMETIMES"]), "valid-calendar-data"],
      [eventText("two", [...lines, "RRULE:FREQ=SECONDLY"]), "max-instances"],
      [
        eventText("two", lines).replace("VERSION:2.0", "VERSION:2.0\r\nMETHOD:PUBLISH"),
        "valid-calendar-object-resource",
      ],
      [
        eventText("two", lines, ["BEGIN:VEVENT", "UID:three", "DTSTART:20270101", "END:VEVENT"]),
        "valid-calendar-object-resource",
      ],
      [
        eventText("two", [...lines, "ATTACH;ENCODING=BASE64;VALUE=BINARY:YQ=="]),
        "valid-calendar-object-resource",
      ],
      [eventText("two", lines).replaceAll("VEVENT", "VAVAILABILITY"), "supported-calendar-component"],
      [eventText("one", lines), "no-uid-conflict"],
      [eventText("two", [...lines, `DESCRIPTION:${"x".repeat(1_000_001)}`]), "max-resource-size"],
    ];
    for (const [text, wanted] of refusals) {
      const answer = await client.put("second.ics", text);
      expect([wanted, [403, 413].includes(answer.status), preconditions(answer)]).toEqual([
        wanted,
        true,
        [wanted],
      ]);
    }
    expect((await client.get("second.ics")).status).toBe(404);
    const linked = await client.put(
      "second.ics",
      eventText("two", [...lines, "ATTACH:https://a.example/plan.pdf"]),
    );
    expect(linked.status).toBe(201);
  });

  test("move to another name and another calendar of the address", async () => {
    const client = await davClient(t);
    await client.request("MKCALENDAR", `${client.home}other/`);
    await client.put("a.ics", eventText("a", lines));
    const to = `${client.home}other/b%20c.ics`;
    const moved = await client.request("MOVE", `${client.calendar}a.ics`, { headers: { destination: to } });
    expect(moved.status).toBe(201);
    expect((await client.get("a.ics")).status).toBe(404);
    expect((await client.request("GET", to)).text).toBe(eventText("a", lines));
    const back = await client.put("back.ics", eventText("a", lines));
    expect([back.status, (await client.request("GET", to)).status]).toEqual([201, 404]);
    expect((await calls.list(client)).data).toHaveLength(1);
  });

  test("may be to-dos and journal entries, which REST does not see", async () => {
    const client = await davClient(t);
    const todo = eventText("t", ["DUE:20270301T090000Z", "SUMMARY:Do"]).replaceAll("VEVENT", "VTODO");
    expect((await client.put("t.ics", todo)).status).toBe(201);
    expect((await client.get("t.ics")).text).toBe(todo);
    expect((await calls.list(client)).data).toEqual([]);
    const range = '<C:time-range start="20270301T000000Z" end="20270302T000000Z"/>';
    const found = await client.multi("REPORT", client.calendar, {
      body: query(`<C:comp-filter name="VTODO">${range}</C:comp-filter>`),
    });
    expect(found.responses).toHaveLength(1);
    expect(
      (await client.multi("REPORT", client.calendar, { body: query(events("")) })).responses,
    ).toHaveLength(0);
    expect((await client.request("DELETE", `${client.calendar}t.ics`)).status).toBe(204);
    expect((await client.get("t.ics")).status).toBe(404);
  });
});
