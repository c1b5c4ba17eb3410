// Scheduling by CalDAV: the server mails what a PUT or DELETE means for others, and mail changes the objects of those who
// sync. RFC 6638 3, 4, 5.
import { expect, test } from "bun:test";
import { parseNow } from "../../src/mail/parse/parse.ts";
import type { PageOf } from "../support/app/api.ts";
import { eachApp, eventually } from "../support/app/app.ts";
import { client as rest } from "../support/clients/calendar.ts";
import { type DavClient, davClient, eventText, preconditions } from "../support/clients/dav.ts";

const when = ["DTSTART:20270401T090000Z", "DTEND:20270401T100000Z"];
const people = (organizer: DavClient, ...attendees: DavClient[]) => [
  `ORGANIZER:mailto:${organizer.email}`,
  `ATTENDEE;PARTSTAT=ACCEPTED:mailto:${organizer.email}`,
  ...attendees.map(({ email }) => `ATTENDEE;RSVP=TRUE;PARTSTAT=NEEDS-ACTION:mailto:${email}`),
];
let counter = 0;

eachApp("scheduling by CalDAV", (t) => {
  const calls = rest(t);
  const only = async (client: DavClient) => (await calls.list(client)).data[0];
  const names = async (client: DavClient, path: string) => {
    const { responses } = await client.multi("PROPFIND", path, { headers: { depth: "1" } });
    return responses.slice(1).map(({ href }) => href);
  };
  /** A meeting that one has put and another has received. */
  const meeting = async () => {
    const [ann, bob] = [await davClient(t), await davClient(t)];
    const uid = `meeting-${++counter}`;
    const put = await ann.put("m.ics", eventText(uid, [...when, "SUMMARY:Meet", ...people(ann, bob)]));
    // What the server adds, SCHEDULE-STATUS, makes it another text than was written. RFC 4791 5.3.4
    expect([put.status, put.headers.get("etag")]).toEqual([201, null]);
    await eventually(async () => (await only(bob)) !== undefined);
    const [href] = await names(bob, bob.calendar);
    return { ann, bob, uid, tag: put.headers.get("schedule-tag")!, href: href! };
  };
  const accept = (text: string, { email }: DavClient) =>
    text
      .replace(/\r\n /g, "")
      .replace(new RegExp(`PARTSTAT=NEEDS-ACTION(?=[^\\r]*:mailto:${email})`), "PARTSTAT=ACCEPTED");

  // DECISIONS CalDAV: Schedule-Tag changes with the ETag, but for answers
  test("an invitation comes to the inbox and the calendar, and its answer back", async () => {
    const { ann, bob, uid, tag, href } = await meeting();
    expect(await only(bob)).toMatchObject({
      uid,
      title: "Meet",
      organizer_email: ann.email,
      response_status: "needs-action",
    });
    const [item] = await names(bob, `${bob.home}inbox/`);
    const message = await bob.request("GET", item!);
    expect(message.text).toContain("METHOD:REQUEST");
    expect((await bob.request("DELETE", item!)).status).toBe(204);
    expect(await names(bob, `${bob.home}inbox/`)).toEqual([]);
    const copy = await bob.request("GET", href);
    const own = copy.headers.get("schedule-tag");
    const answer = await bob.request("PUT", href, {
      body: accept(copy.text, bob),
      headers: { "if-schedule-tag-match": own!, "content-type": "text/calendar" },
    });
    expect([answer.status, answer.headers.get("schedule-tag")]).toEqual([204, own]);
    const known = async () => (await only(ann))!.attendees.find(({ email }) => email === bob.email)!.status;
    await eventually(async () => (await known()) === "accepted");
    const mine = await ann.get("m.ics");
    expect(mine.text.replace(/\r\n /g, "")).toMatch(
      new RegExp(`ATTENDEE;RSVP=TRUE;PARTSTAT=ACCEPTED;SCHEDULE-STATUS=2\\.0:mailto:${bob.email}`),
    );
    expect(mine.headers.get("schedule-tag")).toBe(tag);
    // An organizer's program that has not seen the answer may write with Schedule-Tag: the answer stands.
    const late = eventText(uid, [...when, "SUMMARY:Meet", "LOCATION:Here", ...people(ann, bob)]);
    expect((await ann.put("m.ics", late, { "if-schedule-tag-match": tag })).status).toBe(204);
    expect(await known()).toBe("accepted");
    expect((await ann.put("m.ics", late, { "if-schedule-tag-match": tag })).status).toBe(412);
  });

  // DECISIONS CalDAV: The organizer's PUT and DELETE mail the attendees, an attendee's the organizer
  test("the organizer moves and cancels a meeting, the attendee cannot", async () => {
    const { ann, bob, uid, href } = await meeting();
    const copy = await bob.request("GET", href);
    const moved = await bob.request("PUT", href, {
      body: copy.text.replace("DTSTART:20270401T09", "DTSTART:20270401T08"),
    });
    expect([moved.status, preconditions(moved)]).toEqual([
      403,
      ["allowed-attendee-scheduling-object-change"],
    ]);
    const alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT5M", "END:VALARM"].join("\r\n");
    const own = copy.text.replace(
      "END:VEVENT",
      `${alarm}\r\nX-MINE:1\r\nEND:VEVENT`.replace(`${alarm}\r\nX-MINE:1`, `X-MINE:1\r\n${alarm}`),
    );
    expect((await bob.request("PUT", href, { body: own })).status).toBe(204);
    const later = ["DTSTART:20270401T150000Z", "DTEND:20270401T160000Z", "SEQUENCE:1"];
    expect(
      (await ann.put("m.ics", eventText(uid, [...later, "SUMMARY:Meet", ...people(ann, bob)]))).status,
    ).toBe(204);
    await eventually(async () => (await only(bob))!.start === "2027-04-01T15:00:00");
    const now = (await bob.request("GET", href)).text;
    for (const line of ["DTSTART:20270401T150000Z", "X-MINE:1", "TRIGGER:-PT5M"])
      expect(now).toContain(`${line}\r\n`);
    expect((await ann.request("DELETE", `${ann.calendar}m.ics`)).status).toBe(204);
    await eventually(async () => (await only(bob))!.status === "cancelled");
    expect((await bob.request("GET", href)).text).toContain("STATUS:CANCELLED");
  });

  test("to delete an invitation declines it, unless the client says not to answer", async () => {
    const first = await meeting();
    await first.bob.request("DELETE", first.href);
    const answer = async ({ ann, bob }: typeof first) =>
      (await only(ann))!.attendees.find(({ email }) => email === bob.email)!.status;
    await eventually(async () => (await answer(first)) === "declined");
    const quiet = await meeting();
    await quiet.bob.request("DELETE", quiet.href, { headers: { "schedule-reply": "F" } });
    await t.app.core.actors.idle();
    expect(await answer(quiet)).toBe("needs-action");
  });

  // DECISIONS CalDAV: Attendees with SCHEDULE-AGENT=CLIENT or NONE are told nothing
  test("attendees whom the server is not to tell hear nothing, of the end neither", async () => {
    const [ann, bob, eve] = [await davClient(t), await davClient(t), await davClient(t)];
    const text = eventText(`silent-${++counter}`, [...when, "SUMMARY:Quiet", ...people(ann, bob, eve)]);
    const silent = text.replace(`ATTENDEE;RSVP=TRUE;PARTSTAT=NEEDS-ACTION:mailto:${eve.email}`, (line) =>
      line.replace("ATTENDEE;", "ATTENDEE;SCHEDULE-AGENT=CLIENT;"),
    );
    await ann.put("silent.ics", silent);
    await eventually(async () => (await only(bob)) !== undefined);
    await ann.request("DELETE", `${ann.calendar}silent.ics`);
    await eventually(async () => (await only(bob))!.status === "cancelled");
    await t.app.core.actors.idle();
    expect(await names(eve, `${eve.home}inbox/`)).toEqual([]);
  });

  test("REST's own calls and a phone's are one calendar", async () => {
    const { ann, bob, href } = await meeting();
    const event = (await only(bob))!;
    await t.api.must(200, t.api.post(`${calls.pathOf(bob)}/${event.id}/respond`, { status: "tentative" }));
    expect((await bob.request("GET", href)).text.replace(/\r\n /g, "")).toContain("PARTSTAT=TENTATIVE");
    await eventually(async () => (await only(ann))!.attendees.some(({ status }) => status === "tentative"));
  });

  // DECISIONS CalDAV: The outbox answers free-busy for the addresses of the same account
  test("the outbox says when others of the account are busy, and nothing of anybody else", async () => {
    const { ann, bob } = await meeting();
    const stranger = await t.otherAccount();
    const foreign = await stranger.api.must<{ email: string }>(
      201,
      stranger.api.post("/identities", { domain_id: stranger.domainId, local_part: "else" }),
    );
    const ask = (organizer: string) =>
      ann.request("POST", `${ann.home}outbox/`, {
        headers: { "content-type": "text/calendar" },
        body: [
          "BEGIN:VCALENDAR",
          "VERSION:2.0",
          "PRODID:x",
          "METHOD:REQUEST",
          "BEGIN:VFREEBUSY",
          "UID:q",
          "DTSTAMP:20270101T000000Z",
          "DTSTART:20270401T000000Z",
          "DTEND:20270402T000000Z",
          `ORGANIZER:mailto:${organizer}`,
          `ATTENDEE:mailto:${bob.email}`,
          `ATTENDEE:mailto:${foreign.email}`,
          "ATTENDEE:mailto:nobody@far.example",
          "END:VFREEBUSY",
          "END:VCALENDAR",
          "",
        ].join("\r\n"),
      });
    const answer = await ask(ann.email);
    expect(answer.status).toBe(200);
    expect(answer.text.match(/<C:request-status>[^<]*/g)).toEqual([
      "<C:request-status>2.0;Success",
      "<C:request-status>3.7;Invalid Calendar User",
      "<C:request-status>3.7;Invalid Calendar User",
    ]);
    expect(answer.text).toContain("FREEBUSY;FBTYPE=BUSY:20270401T090000Z/20270401T100000Z");
    const forged = await ask(bob.email);
    expect([forged.status, preconditions(forged)]).toEqual([403, ["organizer-allowed"]]);
  });

  /** A weekly meeting of four dates, the second apart with guests of its own, and what its organizer mails from then on. */
  const weekly = async (guests: "none" | "bob") => {
    const [ann, bob, eve] = [await davClient(t), await davClient(t), await davClient(t)];
    const uid = `weekly-${++counter}`;
    const names = new Map([bob, eve, ann].map(({ email }, n) => [email, ["bob", "eve", "ann"][n]!]));
    const invited = guests === "bob" ? people(ann, bob) : [];
    const second = (title: string, ...lines: string[]) => [
      "BEGIN:VEVENT",
      `UID:${uid}`,
      "DTSTAMP:20260101T000000Z",
      "RECURRENCE-ID:20270408T090000Z",
      "DTSTART:20270408T110000Z",
      "DTEND:20270408T120000Z",
      `SUMMARY:${title}`,
      ...lines,
      "END:VEVENT",
    ];
    const asEve = people(ann, ...(guests === "bob" ? [bob, eve] : [eve]));
    const put = async (title: string, more: string[], dates: string[], to = invited) => {
      const series = [...when, "RRULE:FREQ=WEEKLY;COUNT=4", `SUMMARY:${title}`, ...to, ...more];
      expect((await ann.put("weekly.ics", eventText(uid, series, dates))).status).toBeLessThan(300);
    };
    /** The mails of an address: to whom, method and the date that they are about. */
    const mails = async ({ id }: DavClient) => {
      await t.app.core.actors.idle();
      const { json } = await t.api.get<PageOf<{ id: string; direction: string; to: { email: string }[] }>>(
        `/messages?identity_id=${id}&limit=100`,
      );
      const sent = json.data.filter(({ direction }) => direction === "outbound").reverse();
      return Promise.all(
        sent.map(async (mail) => {
          const [part] = parseNow(await t.api.bytes(`/messages/${mail.id}/raw`), {
            envelopeFrom: "",
          }).calendarParts;
          const date = /^RECURRENCE-ID.*:(\d{8})/m.exec(part!.text.split("BEGIN:VEVENT")[1]!)?.[1] ?? "all";
          return [names.get(mail.to[0]!.email), part!.method, date].join(" ");
        }),
      );
    };
    await put("Week", [], second("Apart", ...asEve));
    const first = await mails(ann);
    let told = first.length;
    /** The mails that were not asked for yet. */
    const since = async () => {
      const all = await mails(ann);
      const fresh = all.slice(told);
      told = all.length;
      return fresh.sort();
    };
    /** What a guest's calendar shows of it in the end. */
    const shows = async (guest: DavClient, ...wanted: string[]) => {
      const seen = async () =>
        (await calls.list(guest, "?expand=true")).data
          .filter(
            ({ status, attendees }) =>
              status !== "cancelled" && attendees.some(({ email }) => email === guest.email),
          )
          .map(({ start, title }) => `${start.slice(8, 13)} ${title}`);
      await t.app.core.actors.idle();
      await eventually(async () => (await seen()).join() === wanted.join());
    };
    return { ann, bob, eve, first: first.sort(), second, asEve, put, mails, since, shows };
  };

  // DECISIONS CalDAV: A PUT tells the guests of a date what becomes of it
  test("the guests of one date hear of it, beside their series or alone, and nobody else does", async () => {
    const off = ["EXDATE:20270408T090000Z"];
    const gone = "eve CANCEL 20270408";
    const alone = await weekly("none");
    expect(alone.first).toEqual(["eve REQUEST 20270408"]);
    await alone.put("Week", off, []);
    expect(await alone.since()).toEqual([gone]);
    const back = await weekly("none");
    await back.put("Week", [], []);
    expect(await back.since()).toEqual([gone]);
    const silent = await weekly("none");
    const quiet = silent.asEve.map((line) =>
      line.replace("ATTENDEE;RSVP", "ATTENDEE;SCHEDULE-AGENT=NONE;RSVP"),
    );
    await silent.put("Week", [], silent.second("Apart", ...quiet));
    await silent.put("Week", off, []);
    expect(await silent.since()).toEqual([gone].slice(1));
    const both = await weekly("bob");
    expect(both.first).toEqual(["bob REQUEST all", "eve REQUEST 20270408"]);
    await both.put("Renamed", [], both.second("Apart", ...both.asEve));
    expect(await both.since()).toEqual(["bob REQUEST all"]);
    await both.put("Again", [], both.second("Renamed", ...both.asEve));
    expect(await both.since()).toEqual(["bob REQUEST all", "eve REQUEST 20270408"]);
    await both.put("Again", off, []);
    expect(await both.since()).toEqual(["bob REQUEST all", gone]);
  });

  test("the calendars of guests show what the series and its dates are in the end", async () => {
    const off = ["EXDATE:20270408T090000Z"];
    const { ann, bob, eve, second, asEve, put, since, shows } = await weekly("bob");
    await shows(bob, "01T09 Week", "08T11 Apart", "15T09 Week", "22T09 Week");
    await shows(eve, "08T11 Apart");
    // A date that is what its series is again, and follows it from then on.
    await put("Week", [], []);
    expect(await since()).toEqual(["bob REQUEST 20270408", "eve CANCEL 20270408"]);
    await shows(bob, "01T09 Week", "08T09 Week", "15T09 Week", "22T09 Week");
    await shows(eve);
    await put("Named", [], []);
    expect(await since()).toEqual(["bob REQUEST all"]);
    await shows(bob, "01T09 Named", "08T09 Named", "15T09 Named", "22T09 Named");
    // Who is taken off one date hears of that date alone, and an alarm of it is nobody's matter.
    await put("Named", [], second("Without", ...people(ann, eve)));
    expect(await since()).toEqual(["bob CANCEL 20270408", "eve REQUEST 20270408"]);
    await shows(bob, "01T09 Named", "15T09 Named", "22T09 Named");
    const alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT5M", "END:VALARM"];
    await put("Named", [], second("Without", ...people(ann, eve), ...alarm));
    expect(await since()).toEqual([]);
    // A later version of the series tells nothing of the date to who is not invited to it. RFC 6638 3.2.6
    await put("Later", [], second("Without", ...people(ann, eve)));
    expect(await since()).toEqual(["bob REQUEST all"]);
    await shows(bob, "01T09 Later", "15T09 Later", "22T09 Later");
    expect((await calls.list(bob, "?expand=true")).data.map(({ title }) => title)).not.toContain("Without");
    expect(JSON.stringify((await calls.list(bob)).data)).not.toContain(eve.email);
    // A date that was apart and is left out, and one that comes back.
    await put("Named", [], second("Apart", ...asEve));
    await shows(bob, "01T09 Named", "08T11 Apart", "15T09 Named", "22T09 Named");
    await put("Named", off, []);
    await shows(bob, "01T09 Named", "15T09 Named", "22T09 Named");
    await shows(eve);
    await put("Named", [], []);
    await shows(bob, "01T09 Named", "08T09 Named", "15T09 Named", "22T09 Named");
    // Who is taken off the series is a guest of the date still.
    await put("Named", [], second("Both", ...asEve));
    await since();
    await put("Named", [], second("Both", ...asEve), people(ann, eve));
    expect(await since()).toEqual(["bob CANCEL all", "bob REQUEST 20270408", "eve REQUEST all"]);
    await shows(bob, "08T11 Both");
    await shows(eve, "01T09 Named", "08T11 Both", "15T09 Named", "22T09 Named");
  });

  // DECISIONS CalDAV: A date to come that an attendee leaves out is declined
  test("a date that an attendee leaves out of a series is declined, once", async () => {
    const { ann, bob, mails } = await weekly("bob");
    await eventually(async () => (await only(bob)) !== undefined);
    const [href] = await names(bob, bob.calendar);
    const out = async (...days: string[]) => {
      const { text } = await bob.request("GET", href!);
      const dates = days.map((day) => `EXDATE:202704${day}T090000Z\r\n`).join("");
      const body = text.replace(/RRULE:[^\r]*\r\n/, (rule) => rule + dates);
      return (await bob.request("PUT", href!, { body, headers: { "content-type": "text/calendar" } })).status;
    };
    expect(await out("15")).toBe(204);
    expect(await mails(bob)).toEqual(["ann REPLY 20270415"]);
    await eventually(async () => (await ann.get("weekly.ics")).text.includes("PARTSTAT=DECLINED"));
    const third = `${(await only(ann))!.id}_20270415T090000Z`;
    expect((await calls.get(ann, third)).attendees.find(({ email }) => email === bob.email)!.status).toBe(
      "declined",
    );
    // No date of the series is named, and one that is declined already.
    expect(await out("16")).toBe(204);
    expect(await mails(bob)).toHaveLength(1);
  });

  test("of two hundred pairs of a phone and an agent with one etag each, one wins", async () => {
    const client = await davClient(t);
    const pairs = Number(process.env.FUZZ ?? 1) >= 100 ? 200 : 40;
    const text = (title: string) => eventText("race", [...when, `SUMMARY:${title}`]);
    await client.put("race.ics", text("start"));
    for (let n = 0; n < pairs; n++) {
      const event = (await only(client))!;
      const etag = (await client.get("race.ics")).headers.get("etag")!;
      const patch = () =>
        t.api.patch(
          `${calls.pathOf(client)}/${event.id}`,
          { title: `agent ${n}` },
          { "if-match": `"${event.etag}"` },
        );
      const put = () => client.put("race.ics", text(`phone ${n}`), { "if-match": etag });
      const [one, other] = n % 2 === 0 ? [patch(), put()] : [put(), patch()];
      const statuses = [(await one).status, (await other).status];
      expect([n, statuses.filter((status) => status < 300).length, statuses.includes(412)]).toEqual([
        n,
        1,
        true,
      ]);
      const { title } = (await only(client))!;
      expect((await client.get("race.ics")).text).toContain(`SUMMARY:${title}\r\n`);
    }
  });
});
