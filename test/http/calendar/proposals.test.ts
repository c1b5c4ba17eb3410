// Requests of attendees to the organizer of an event: another time (COUNTER), or the event again (REFRESH).
// DECISIONS Calendar, RFC 5546 3.2.6, 3.2.7.
import { expect, test } from "bun:test";
import type { PageOf } from "../../support/app/api.ts";
import { eachApp, type TestAddress } from "../../support/app/app.ts";
import { calendarClient, refusalOf, type ShownEvent } from "../../support/smtp/calendar-mail.ts";

const ann = "ann@elsewhere.example";
const bob = "bob@elsewhere.example";

interface State {
  status: string;
  reason: string | null;
  calendar_event_id: string | null;
}

eachApp("proposals of attendees", (t) => {
  const { pathOf, list, deliver } = calendarClient(t);
  const make = (to: TestAddress, more: object = {}) =>
    t.api.must<ShownEvent>(
      201,
      t.api.post(pathOf(to), {
        title: "Plan",
        start: "2027-03-30T09:00:00",
        end: "2027-03-30T10:00:00",
        timezone: "Europe/Berlin",
        location: "Room 1",
        attendees: [{ email: ann }, { email: bob }],
        ...more,
      }),
    );
  const counter = (to: TestAddress, uid: string, lines: readonly string[], from = ann) =>
    deliver(to, {
      method: "COUNTER",
      from,
      lines: [`UID:${uid}`, `ORGANIZER:mailto:${to.email}`, `ATTENDEE:mailto:${from}`, ...lines],
    });
  const stateOf = (id: string) => t.api.must<State>(200, t.api.get(`/messages/${id}/invitation`));
  const apply = (id: string) => t.api.post<{ data: ShownEvent }>(`/messages/${id}/invitation/apply`);
  /** Whom calendar mail went to: newest first. */
  const told = async (to: TestAddress) => {
    const rows = await t.api.get<PageOf<{ thread_id: string }>>(`/mailboxes/sent?identity_id=${to.id}`);
    // The mails of one change are in one thread.
    const shown = rows.json.data.map(({ thread_id }) =>
      t.api.get<PageOf<{ to: { email: string }[] }>>(`/messages?thread_id=${thread_id}`),
    );
    const messages = (await Promise.all(shown)).flatMap(({ json }) => json.data);
    return messages.map((message) => message.to[0]!.email).sort();
  };

  // DECISIONS Calendar: COUNTER carries its event and is taken by one call; an older one is 409
  test("COUNTER names its event, changes nothing, and one call accepts it and notifies all attendees", async () => {
    const to = await t.address();
    const made = await make(to);
    const later = ["DTSTART:20270331T120000Z", "DTEND:20270331T123000Z", "LOCATION:Room 2", "SEQUENCE:0"];
    const message = await counter(to, made.uid, later);
    expect(message).toMatchObject({ calendar_event_id: made.id, invitation: { method: "COUNTER" } });
    expect((await list(to))[0]!.etag).toBe(made.etag);
    expect(await stateOf(message.id)).toMatchObject({
      status: "waiting",
      reason: "An attendee proposes a change.",
      calendar_event_id: made.id,
    });
    const taken = await apply(message.id);
    expect(taken.status).toBe(200);
    expect(taken.json.data).toMatchObject({
      id: made.id,
      sequence: 1,
      title: "Plan",
      location: "Room 2",
      start: "2027-03-31T14:00:00",
      timezone: "Europe/Berlin",
      start_at: "2027-03-31T12:00:00.000000Z",
      end_at: "2027-03-31T12:30:00.000000Z",
    });
    expect(await list(to)).toEqual([taken.json.data]);
    expect(await told(to)).toEqual([ann, bob]);
    // Accepted once: afterwards it refers to an older version.
    expect(await refusalOf(apply(message.id))).toEqual([409, "conflict"]);
    expect(await told(to)).toEqual([ann, bob]);
  });

  test("COUNTER of one date changes that date", async () => {
    const to = await t.address();
    const made = await make(to, { recurrence: { rule: "FREQ=DAILY;COUNT=3" } });
    const lines = ["DTSTART:20270331T120000Z", "DTEND:20270331T130000Z"];
    const message = await counter(to, made.uid, ["RECURRENCE-ID:20270331T070000Z", ...lines]);
    expect(message.calendar_event_id).toBe(`${made.id}_20270331T070000Z`);
    await t.api.must(200, t.api.get(`${pathOf(to)}/${message.calendar_event_id}`));
    expect((await apply(message.id)).json.data).toMatchObject({
      id: message.calendar_event_id,
      kind: "instance",
    });
    expect((await list(to, "?expand=true")).map(({ start }) => start)).toEqual([
      "2027-03-30T09:00:00",
      "2027-03-31T14:00:00",
      "2027-04-01T09:00:00",
    ]);
    const nowhere = await counter(to, made.uid, ["RECURRENCE-ID:20270405T110000Z", ...lines]);
    expect(nowhere.calendar_event_id).toBe(made.id);
    expect(await refusalOf(apply(nowhere.id))).toEqual([409, "conflict"]);
    const ranged = await counter(to, made.uid, [
      "RECURRENCE-ID;RANGE=THISANDFUTURE:20270331T070000Z",
      ...lines,
    ]);
    expect((await stateOf(ranged.id)).status).toBe("kept");
    expect(await refusalOf(apply(ranged.id))).toEqual([409, "conflict"]);
  });

  test("a proposal that cannot be accepted is refused with the reason", async () => {
    const to = await t.address();
    const made = await make(to);
    const later = ["DTSTART:20270331T120000Z", "DTEND:20270331T123000Z"];
    const crasher = await counter(to, made.uid, later, "eve@elsewhere.example");
    expect(crasher.calendar_event_id).toBe(made.id);
    const timeless = await counter(to, made.uid, ["SUMMARY:No time"]);
    const other = await counter(to, "no-such-event", later);
    expect(other.calendar_event_id).toBeNull();
    const old = await counter(to, made.uid, [...later, "SEQUENCE:0"]);
    await t.api.must(200, t.api.patch(`${pathOf(to)}/${made.id}`, { title: "New plan" }));
    for (const { id } of [crasher, timeless, other, old]) {
      const state = await stateOf(id);
      expect(state.status).toBe("kept");
      const refused = await t.api.post<{ error: { message: string } }>(`/messages/${id}/invitation/apply`);
      expect(refused.status).toBe(409);
      expect(refused.json.error.message).toStartWith(state.reason!);
    }
    const fresh = await counter(to, made.uid, [...later, "SEQUENCE:1"]);
    await t.api.must(200, t.api.patch(`${pathOf(to)}/${made.id}`, { status: "cancelled" }));
    expect(await refusalOf(apply(fresh.id))).toEqual([409, "conflict"]);
    expect((await list(to))[0]!.start).toBe("2027-03-30T09:00:00");
    expect(await told(to)).toEqual([]);
  });

  // DECISIONS Calendar: REFRESH carries its event, and a call sends it
  test("REFRESH names its event, and a call sends the event to the attendee", async () => {
    const to = await t.address();
    const made = await make(to);
    const refresh = (from: string) =>
      deliver(to, {
        method: "REFRESH",
        from,
        lines: [`UID:${made.uid}`, `ORGANIZER:mailto:${to.email}`, `ATTENDEE:mailto:${from}`],
      });
    const message = await refresh(bob);
    expect(message).toMatchObject({ calendar_event_id: made.id, invitation: { method: "REFRESH" } });
    expect((await stateOf(message.id)).status).toBe("waiting");
    expect(await told(to)).toEqual([]);
    expect((await apply(message.id)).json.data.etag).toBe(made.etag);
    expect(await told(to)).toEqual([bob]);
    const crasher = await refresh("eve@elsewhere.example");
    expect(await refusalOf(apply(crasher.id))).toEqual([409, "conflict"]);
    expect(await told(to)).toEqual([bob]);
  });
});
