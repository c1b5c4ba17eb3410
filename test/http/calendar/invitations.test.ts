// Invitations that arrive: DECISIONS Calendar (incoming), RFC 5546.
import { expect, test } from "bun:test";
import type { PageOf } from "../../support/app/api.ts";
import { eachApp, eventually, ShiftedClock, type SuiteApp, type TestAddress } from "../../support/app/app.ts";

interface Event {
  id: string;
  kind: string;
  uid: string;
  etag: string;
  status: string;
  title: string;
  start: string;
  start_at: string;
  source: string;
  response_status: string | null;
  organizer_email: string | null;
  origin_message_id: string | null;
  attendees: { email: string; status: string; responded_at: string | null }[];
}

interface Message {
  id: string;
  subject: string;
  calendar_event_id: string | null;
  invitation: { start: string; summary: string } | null;
}

let stamp = 0;

/** A calendar object of an organizer elsewhere, newer than the one before. */
function object(method: string, lines: readonly string[]): string {
  const dtstamp = `DTSTAMP:20260101T0000${String(++stamp).padStart(2, "0")}Z`;
  const event = ["BEGIN:VEVENT", dtstamp, ...lines, "END:VEVENT"];
  return ["BEGIN:VCALENDAR", "VERSION:2.0", `METHOD:${method}`, ...event, "END:VCALENDAR", ""].join("\r\n");
}

function client(t: SuiteApp) {
  const pathOf = ({ id }: Pick<TestAddress, "id">) => `/identities/${id}/calendar/events`;
  const list = async (address: TestAddress, query = "") =>
    (await t.api.get<PageOf<Event>>(`${pathOf(address)}${query}`)).json.data;
  const deliver = (
    to: TestAddress,
    { method, lines, from }: { method: string; lines: readonly string[]; from?: string },
  ) => {
    const type = `Content-Type: text/calendar; charset=utf-8; method=${method}`;
    return deliverBody(to, [type, "", object(method, lines)], from);
  };
  /** A mail with these lines of header and body. */
  const deliverBody = async (to: TestAddress, lines: readonly string[], from = "boss@example.org") => {
    const subject = `Mail ${++stamp}`;
    const head = [`From: ${from}`, `To: ${to.email}`, `Subject: ${subject}`, "MIME-Version: 1.0"];
    const raw = [...head, ...lines].join("\r\n");
    await t.raw({ from, to: [to.email], raw });
    return eventually(async () => {
      const threads = await t.api.get<PageOf<{ id: string; subject: string }>>(
        `/threads?identity_id=${to.id}`,
      );
      const thread = threads.json.data.find((one) => one.subject === subject);
      if (!thread) return null;
      const { json } = await t.api.get<PageOf<Message>>(`/messages?thread_id=${thread.id}`);
      return json.data[0];
    });
  };
  return { pathOf, list, deliver, deliverBody };
}

const people = (to: TestAddress) => [
  "ORGANIZER:mailto:boss@example.org",
  `ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${to.email}`,
];
const at = (start: string, end: string) => [`DTSTART:${start}`, `DTEND:${end}`];
const morning = at("20260327T080000Z", "20260327T090000Z");

/** The events are to come. */
const clock = new ShiftedClock();
clock.advance(Date.parse("2026-03-01T00:00:00Z") - Date.now());

eachApp("invitations", suite, { clock });

function suite(t: SuiteApp): void {
  const { pathOf, list, deliver, deliverBody } = client(t);

  test("a request makes an event, its changes and its cancel follow; strangers change nothing", async () => {
    const to = await t.address();
    const base = [`UID:one-${to.id}`, "SUMMARY:Plan", ...people(to)];
    const message = await deliver(to, { method: "REQUEST", lines: [...base, ...morning] });
    const [event] = (await list(to)) as [Event];
    expect(event).toMatchObject({
      title: "Plan",
      source: "email",
      response_status: "needs-action",
      organizer_email: "boss@example.org",
      origin_message_id: message.id,
      start_at: "2026-03-27T08:00:00.000000Z",
    });
    expect(message.calendar_event_id).toBe(event.id);
    const later = [...base, "SEQUENCE:1", ...at("20260327T100000Z", "20260327T110000Z")];
    const stranger = await deliver(to, { method: "REQUEST", lines: later, from: "eve@example.net" });
    expect(stranger.calendar_event_id).toBeNull();
    expect((await list(to))[0]?.etag).toBe(event.etag);
    const moved = await deliver(to, { method: "REQUEST", lines: later });
    expect(moved.calendar_event_id).toBe(event.id);
    expect((await list(to))[0]?.start_at).toBe("2026-03-27T10:00:00.000000Z");
    const first = await t.api.must<Message>(200, t.api.get(`/messages/${message.id}`));
    expect(first.invitation?.start).toBe("2026-03-27T08:00:00");
    const path = `${pathOf(to)}/${event.id}`;
    expect((await t.api.patch(path, { title: "Mine" })).status).toBe(403);
    await t.api.must(200, t.api.patch(path, { metadata: { seen: true } }));
    await deliver(to, { method: "CANCEL", lines: [...base, "SEQUENCE:2", ...morning] });
    expect((await list(to))[0]?.status).toBe("cancelled");
  });

  test("dates of a series are changed and cancelled on their own", async () => {
    const to = await t.address();
    const base = [`UID:two-${to.id}`, ...people(to)];
    const lone = ["RECURRENCE-ID:20260403T080000Z", ...at("20260403T120000Z", "20260403T130000Z")];
    await deliver(to, { method: "REQUEST", lines: [...base, "SUMMARY:Early", ...lone] });
    expect((await list(to)).map(({ kind, title }) => [kind, title])).toEqual([["instance", "Early"]]);
    const series = [...base, "SUMMARY:Weekly", ...morning, "RRULE:FREQ=WEEKLY;COUNT=4"];
    await deliver(to, { method: "REQUEST", lines: series });
    const off = [
      ...base,
      "SEQUENCE:1",
      "RECURRENCE-ID:20260410T080000Z",
      ...at("20260410T080000Z", "20260410T090000Z"),
    ];
    await deliver(to, { method: "CANCEL", lines: off });
    const shown = (await list(to, "?expand=true")).map(({ title, start, status }) => [title, start, status]);
    expect(shown).toEqual([
      ["Weekly", "2026-03-27T08:00:00", "confirmed"],
      ["Early", "2026-04-03T12:00:00", "confirmed"],
      ["Weekly", "2026-04-10T08:00:00", "cancelled"],
      ["Weekly", "2026-04-17T08:00:00", "confirmed"],
    ]);
    expect(await list(to)).toHaveLength(1);
  });

  test("a date and all later ones are changed and cancelled", async () => {
    const to = await t.address();
    const base = [`UID:range-${to.id}`, ...people(to)];
    const series = [...base, "SUMMARY:Weekly", ...morning, "RRULE:FREQ=WEEKLY;BYDAY=FR;COUNT=6"];
    await deliver(to, { method: "REQUEST", lines: series });
    const shown = async () =>
      (await list(to, "?expand=true")).map(
        ({ title, start, status }) => `${start.slice(5, 16)} ${title} ${status}`,
      );
    const from = (place: string, ...lines: string[]) => [
      ...base,
      `RECURRENCE-ID;RANGE=THISANDFUTURE:${place}`,
      ...lines,
    ];
    const late = from("20260410T080000Z", "SUMMARY:Later", ...at("20260411T100000Z", "20260411T103000Z"));
    const moved = await deliver(to, { method: "REQUEST", lines: [...late, "SEQUENCE:1"] });
    expect(await shown()).toEqual([
      "03-27T08:00 Weekly confirmed",
      "04-03T08:00 Weekly confirmed",
      "04-11T10:00 Later confirmed",
      "04-18T10:00 Later confirmed",
      "04-25T10:00 Later confirmed",
      "05-02T10:00 Later confirmed",
    ]);
    const parts = await list(to);
    expect(parts).toHaveLength(2);
    expect(moved.calendar_event_id).toBe(parts[1]!.id);
    // Dates are named as the whole series had them, also behind the cut.
    const one = [
      "RECURRENCE-ID:20260417T080000Z",
      ...at("20260419T080000Z", "20260419T090000Z"),
      "SUMMARY:Once",
    ];
    await deliver(to, { method: "REQUEST", lines: [...base, ...one, "SEQUENCE:2"] });
    expect((await shown())[3]).toBe("04-19T08:00 Once confirmed");
    const off = from("20260424T080000Z", ...at("20260425T100000Z", "20260425T103000Z"), "SEQUENCE:3");
    await deliver(to, { method: "CANCEL", lines: off });
    expect((await shown()).slice(3)).toEqual([
      "04-19T08:00 Once confirmed",
      "04-25T10:00 Later cancelled",
      "05-02T10:00 Later cancelled",
    ]);
    const whole = [...base, "SUMMARY:New", ...morning, "RRULE:FREQ=WEEKLY;COUNT=2", "SEQUENCE:4"];
    await deliver(to, { method: "REQUEST", lines: whole });
    expect(await shown()).toEqual(["03-27T08:00 New confirmed", "04-03T08:00 New confirmed"]);
    expect(await list(to)).toHaveLength(1);
  });

  test("the first date and all later ones are the whole series; what no rule can say changes nothing", async () => {
    const to = await t.address();
    const base = [`UID:whole-${to.id}`, ...people(to)];
    const rule = "RRULE:FREQ=MONTHLY;BYDAY=4FR;COUNT=3";
    await deliver(to, { method: "REQUEST", lines: [...base, "SUMMARY:Monthly", ...morning, rule] });
    const from = (...lines: string[]) => [...base, ...lines];
    const place = (text: string) => `RECURRENCE-ID;RANGE=THISANDFUTURE:${text}`;
    const [before] = await list(to);
    const saturday = from(
      place("20260424T080000Z"),
      ...at("20260425T080000Z", "20260425T090000Z"),
      "SEQUENCE:1",
    );
    expect((await deliver(to, { method: "REQUEST", lines: saturday })).calendar_event_id).toBeNull();
    expect((await list(to))[0]?.etag).toBe(before!.etag);
    const later = from(
      place("20260327T080000Z"),
      "SUMMARY:All",
      ...at("20260327T090000Z", "20260327T100000Z"),
      "SEQUENCE:2",
    );
    await deliver(to, { method: "REQUEST", lines: later });
    const all = await list(to, "?expand=true");
    expect(all.map(({ title, start }) => [title, start])).toEqual([
      ["All", "2026-03-27T09:00:00"],
      ["All", "2026-04-24T09:00:00"],
      ["All", "2026-05-22T09:00:00"],
    ]);
  });

  test("all calendar parts and all their events count, each once", async () => {
    const to = await t.address();
    const lines = (name: string) => [`UID:${name}-${to.id}`, `SUMMARY:${name}`, ...people(to), ...morning];
    const first = object("REQUEST", lines("one"));
    const two = ["BEGIN:VEVENT", "DTSTAMP:20260101T000000Z", ...lines("three"), "END:VEVENT"].join("\r\n");
    const second = object("REQUEST", lines("two")).replace("END:VEVENT", `END:VEVENT\r\n${two}`);
    const shown = object("PUBLISH", lines("four"));
    const base64 = Buffer.from(second).toString("base64").replace(/.{76}/g, "$&\r\n");
    const part = (type: string, ...body: string[]) => ["--b", `Content-Type: ${type}`, ...body];
    const message = await deliverBody(to, [
      "Content-Type: multipart/mixed; boundary=b",
      "",
      ...part("text/calendar; method=PUBLISH; name=four.ics", "", shown),
      ...part("text/calendar; method=REQUEST; charset=utf-8", "", first),
      ...part("application/ics; name=invite.ics", "Content-Transfer-Encoding: base64", "", base64),
      ...part("text/calendar; method=REQUEST; name=again.ics", "", first),
      "--b--",
      "",
    ]);
    expect(message.invitation?.summary).toBe("one");
    const events = await list(to);
    expect(events.map(({ title }) => title).sort()).toEqual(["one", "three", "two"]);
    expect(message.calendar_event_id).toBe(events.find(({ title }) => title === "one")!.id);
  });

  test("the same request once more changes nothing; another one of the same second does", async () => {
    const to = await t.address();
    const lines = [`UID:second-${to.id}`, "DTSTAMP:20260101T120000Z", ...people(to), ...morning];
    const request = (summary: string) =>
      deliverBody(to, [
        "Content-Type: text/calendar; method=REQUEST",
        "",
        object("REQUEST", [...lines, `SUMMARY:${summary}`]).replace(/DTSTAMP:20260101T0000\d\dZ\r\n/, ""),
      ]);
    await request("First");
    const [event] = await list(to);
    const again = await request("First");
    expect(again.calendar_event_id).toBe(event!.id);
    expect((await list(to))[0]?.etag).toBe(event!.etag);
    await request("Second");
    expect((await list(to))[0]?.title).toBe("Second");
  });

  test("dates cut off a series are a new invitation, which nobody has answered", async () => {
    const [host, guest] = [await t.address(), await t.address()];
    const made = await t.api.must<Event>(201, t.api.post(pathOf(host), dailyWith(guest)));
    const got = await eventually(async () => (await list(guest))[0]);
    await t.api.must(200, t.api.post(`${pathOf(guest)}/${got.id}/respond`, { status: "accepted" }));
    await eventually(async () => (await list(host))[0]?.attendees[0]?.status === "accepted");
    const later = `${pathOf(host)}/${made.id}_20260329T090000Z?mode=future`;
    await t.api.must(200, t.api.patch(later, { title: "Later", send_invites: true }));
    const answers = (events: Event[]) =>
      events.map(({ title, attendees }) => [title, attendees[0]?.status]).sort();
    expect(answers(await list(host))).toEqual([
      ["Daily", "needs-action"],
      ["Later", "needs-action"],
    ]);
    await eventually(async () => Bun.deepEquals(answers(await list(guest)), answers(await list(host))));
  });

  test("a date that was only answered follows its series, and keeps the answer; a guest does not cut the series", async () => {
    const [host, guest] = [await t.address(), await t.address()];
    const made = await t.api.must<Event>(201, t.api.post(pathOf(host), dailyWith(guest)));
    const dates = async (of: TestAddress) =>
      (await t.api.must<Event[]>(200, t.api.get(`${pathOf(of)}?expand=true`))).map(
        ({ title, attendees }) => `${title} ${attendees[0]?.status}`,
      );
    const got = await eventually(async () => (await list(guest))[0]);
    const third = `${pathOf(guest)}/${got.id}_20260329T090000Z`;
    expect((await t.api.patch(`${third}?mode=future`, { reminders: [5] })).status).toBe(403);
    await t.api.must(200, t.api.post(`${third}/respond`, { status: "declined" }));
    const agree = async (wanted: string[]) => {
      await eventually(async () => Bun.deepEquals(await dates(host), wanted));
      await eventually(async () => Bun.deepEquals(await dates(guest), wanted));
    };
    const open = (title: string) => `${title} needs-action`;
    await agree([open("Daily"), open("Daily"), "Daily declined", open("Daily")]);
    const change = (path: string, title: string) =>
      t.api.must(200, t.api.patch(`${pathOf(host)}/${path}`, { title, send_invites: true }));
    await change(made.id, "New");
    await agree([open("New"), open("New"), "New declined", open("New")]);
    // Nobody has answered under another UID.
    await change(`${made.id}_20260328T090000Z?mode=future`, "Later");
    await agree([open("New"), open("Later"), open("Later"), open("Later")]);
  });

  // DECISIONS Calendar: Mail between addresses of this service counts as authenticated
  test("two local addresses invite and accept", async () => {
    const [host, guest] = [await t.address(), await t.address()];
    const body = {
      title: "Talk",
      start: "2026-03-27T09:00:00",
      end: "2026-03-27T10:00:00",
      timezone: "Europe/Berlin",
      attendees: [{ email: guest.email }],
      send_invites: true,
    };
    const made = await t.api.must<Event>(201, t.api.post(pathOf(host), body));
    const got = await eventually(async () => (await list(guest))[0]);
    expect(got).toMatchObject({ uid: made.uid, start: made.start, response_status: "needs-action" });
    const answer = await t.api.post(`${pathOf(guest)}/${got.id}/respond`, {
      status: "accepted",
      comment: "Yes",
    });
    expect(answer.status).toBe(200);
    expect((await list(guest))[0]?.response_status).toBe("accepted");
    const line = await eventually(async () => {
      const [mine] = await list(host);
      return mine?.attendees[0]?.status === "accepted" && mine.attendees[0];
    });
    expect(line.responded_at).not.toBeNull();
    // DTSTAMP has whole seconds: a second answer within one is not newer.
    const answeredIn = Math.floor(clock.now() / 1000);
    await eventually(async () => Math.floor(clock.now() / 1000) > answeredIn);
    await t.api.must(200, t.api.patch(`${pathOf(host)}/${made.id}`, { title: "Moved", send_invites: true }));
    await eventually(async () => (await list(guest))[0]?.title === "Moved");
    expect((await t.api.delete(`${pathOf(guest)}/${got.id}?send_invites=true`)).status).toBe(204);
    await eventually(async () => (await list(host))[0]?.attendees[0]?.status === "declined");
  });
}

/** A series of four dates, with an invitation for the guest. */
function dailyWith({ email }: TestAddress) {
  return {
    title: "Daily",
    start: "2026-03-27T09:00:00",
    end: "2026-03-27T10:00:00",
    timezone: "UTC",
    recurrence: { rule: "FREQ=DAILY;COUNT=4" },
    attendees: [{ email }],
    send_invites: true,
  };
}
