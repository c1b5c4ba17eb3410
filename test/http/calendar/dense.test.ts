// Events that repeat densely: from mail they stay with the message, and free-busy answers for own ones of any density.
import { expect, test } from "bun:test";
import { eachApp, type SuiteApp, type TestAddress } from "../../support/app/app.ts";
import { calendarClient } from "../../support/smtp/calendar-mail.ts";

function client(t: SuiteApp, to: TestAddress) {
  const base = `/identities/${to.id}/calendar`;
  const { list, deliver } = calendarClient(t);
  const request = (uid: string, rule: string, ...more: string[]) =>
    deliver(to, {
      method: "REQUEST",
      lines: [
        ...[
          `UID:${uid}`,
          "ORGANIZER:mailto:boss@example.org",
          `ATTENDEE:mailto:${to.email}`,
          `RRULE:${rule}`,
        ],
        ...["DTSTART:20270301T090000Z", "DTEND:20270301T091000Z", "SUMMARY:Dense", ...more],
      ],
    });
  const busy = async () =>
    (
      await t.api.must<{ busy: { start_at: string; end_at: string }[] }>(
        200,
        t.api.get(`${base}/free-busy?after=2027-03-01T00:00:00Z&before=2027-06-01T00:00:00Z`),
      )
    ).busy;
  return { base, request, busy, list: () => list(to) };
}

eachApp("dense series", (t) => {
  // DECISIONS Calendar: What mail brings is not taken in when it repeats more often than once an hour
  test("a rule by mail of more than one instance an hour makes no event", async () => {
    const to = await t.address();
    const { request, busy, list } = client(t, to);
    const all = (most: number) => Array.from({ length: most }, (_, n) => n).join(",");
    const rules = [
      "FREQ=SECONDLY",
      "FREQ=MINUTELY;INTERVAL=3",
      "FREQ=HOURLY;BYMINUTE=0,30",
      `FREQ=DAILY;BYHOUR=${all(24)};BYMINUTE=${all(60)};BYSECOND=${all(60)}`,
      `FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=${all(24)};BYMINUTE=1,2`,
    ];
    for (const [n, rule] of rules.entries()) {
      const message = await request(`dense-${n}-${to.id}`, rule);
      expect(message).toMatchObject({ invitation: { recurrence_rule: rule }, calendar_event_id: null });
    }
    expect(await list()).toEqual([]);
    expect(await busy()).toEqual([]);
    // A less dense rule makes an event, and no change by mail makes it dense.
    for (const [n, rule] of ["FREQ=HOURLY", "FREQ=DAILY;BYHOUR=9,14;BYMINUTE=0,30"].entries()) {
      const message = await request(`sparse-${n}-${to.id}`, rule);
      expect(message.calendar_event_id).not.toBeNull();
    }
    const later = await request(`sparse-0-${to.id}`, "FREQ=SECONDLY", "SEQUENCE:1");
    expect(later.calendar_event_id).toBeNull();
    expect((await busy()).length).toBe(92 * 26 - 9);
  });

  test("an own event of every second is one busy interval", async () => {
    const to = await t.address();
    const { base, busy } = client(t, to);
    const dense = {
      title: "Always",
      start: "2027-03-01T09:00:00",
      end: "2027-03-01T09:30:00",
      timezone: "Europe/Berlin",
      recurrence: { rule: "FREQ=SECONDLY" },
    };
    await t.api.must(201, t.api.post(`${base}/events`, dense));
    expect(await busy()).toEqual([
      { start_at: "2027-03-01T08:00:00.000000Z", end_at: "2027-06-01T00:00:00.000000Z" },
    ]);
  });

  test("more single events than one answer may list are still merged", async () => {
    const to = await t.address();
    const { base, busy } = client(t, to);
    const first = { title: "First", start: "2027-03-02T00:00:00", end: "2027-03-02T00:02:00" };
    const { id } = await t.api.must<{ id: string }>(201, t.api.post(`${base}/events`, first));
    // 21,000 of two minutes, each a minute after the one before
    const { database } = t.app.core;
    const [event] = await database.values(
      "select account_id, to_jsonb(e)::text, start_at, end_at from calendar_events e where e.id = $1::text",
      [id],
    );
    await database.rows(
      `insert into calendar_events select copied.* from generate_series(1, 21000) n
       cross join lateral jsonb_populate_record(null::calendar_events, $2::text::jsonb || jsonb_build_object('id', gen_random_uuid(),
         'start_at', $3::timestamptz + n * interval '1 minute', 'end_at', $4::timestamptz + n * interval '1 minute',
         'until_at', $4::timestamptz + n * interval '1 minute')) copied where copied.account_id = $1::uuid`,
      event as string[],
    );
    expect(await busy()).toEqual([
      { start_at: "2027-03-02T00:00:00.000000Z", end_at: "2027-03-16T14:02:00.000000Z" },
    ]);
  });
});
