// Invitations that arrive: DECISIONS Calendar (incoming), RFC 5546.
import { expect, test } from "bun:test";
import type { PageOf } from "../support/api.ts";
import { eachApp, eventually, type SuiteApp, type TestAddress } from "../support/app.ts";

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
  const deliver = async (
    to: TestAddress,
    mail: { method: string; lines: readonly string[]; from?: string },
  ) => {
    const { method, lines, from = "boss@example.org" } = mail;
    const subject = `${method} ${++stamp}`;
    const head = [`From: ${from}`, `To: ${to.email}`, `Subject: ${subject}`, "MIME-Version: 1.0"];
    const type = `Content-Type: text/calendar; charset=utf-8; method=${method}`;
    const raw = [...head, type, "", object(method, lines)].join("\r\n");
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
  return { pathOf, list, deliver };
}

const people = (to: TestAddress) => [
  "ORGANIZER:mailto:boss@example.org",
  `ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${to.email}`,
];
const at = (start: string, end: string) => [`DTSTART:${start}`, `DTEND:${end}`];
const morning = at("20260327T080000Z", "20260327T090000Z");

eachApp("invitations", (t) => {
  const { pathOf, list, deliver } = client(t);

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

  test("two addresses of this service agree", async () => {
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
    const answeredIn = Math.floor(Date.now() / 1000);
    await eventually(async () => Math.floor(Date.now() / 1000) > answeredIn);
    await t.api.must(200, t.api.patch(`${pathOf(host)}/${made.id}`, { title: "Moved", send_invites: true }));
    await eventually(async () => (await list(guest))[0]?.title === "Moved");
    expect((await t.api.delete(`${pathOf(guest)}/${got.id}?send_invites=true`)).status).toBe(204);
    await eventually(async () => (await list(host))[0]?.attendees[0]?.status === "declined");
  });
});
