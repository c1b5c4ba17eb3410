// Cancelled meetings, and days of all-day series. DECISIONS Calendar, RFC 5546 3.2.5
import { expect, test } from "bun:test";
import { eachApp, type TestAddress } from "../../support/app/app.ts";
import { calendarClient, refusalOf } from "../../support/smtp/calendar-mail.ts";

const people = (to: TestAddress) => [
  "ORGANIZER:mailto:boss@example.org",
  `ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${to.email}`,
];
const morning = ["DTSTART:20270326T080000Z", "DTEND:20270326T090000Z"];

eachApp("what was called off", (t) => {
  const { pathOf, list, deliver } = calendarClient(t);

  // DECISIONS Calendar: A cancelled event cannot be answered: 409
  test("a cancelled meeting cannot be answered, and deleting it sends no decline", async () => {
    const to = await t.address();
    const base = [`UID:off-${to.id}`, "SUMMARY:Plan", ...people(to), ...morning];
    const { calendar_event_id: id } = await deliver(to, { method: "REQUEST", lines: base });
    const path = `${pathOf(to)}/${id}`;
    await t.api.must(200, t.api.post(`${path}/respond`, { status: "tentative" }));
    await deliver(to, { method: "CANCEL", lines: [...base, "SEQUENCE:1"] });
    const [before] = await list(to);
    expect(before!.status).toBe("cancelled");
    const sent = async () =>
      (
        await t.api.get<{ data: { total: number; role: string }[] }>(`/mailboxes?identity_id=${to.id}`)
      ).json.data.find(({ role }) => role === "sent")!.total;
    const answers = await sent();
    for (const status of ["accepted", "tentative", "declined"])
      expect(await refusalOf(t.api.post(`${path}/respond`, { status }))).toEqual([409, "conflict"]);
    expect(await list(to)).toEqual([before!]);
    expect((await t.api.delete(`${path}?send_invites=true`)).status).toBe(204);
    expect(await sent()).toBe(answers);
  });

  test("a cancelled date cannot be answered while its series can", async () => {
    const to = await t.address();
    const base = [`UID:date-${to.id}`, ...people(to), ...morning];
    const { calendar_event_id: id } = await deliver(to, {
      method: "REQUEST",
      lines: [...base, "RRULE:FREQ=WEEKLY;COUNT=3"],
    });
    await deliver(to, { method: "CANCEL", lines: [...base, "RECURRENCE-ID:20270402T080000Z"] });
    const respond = (event: string) => t.api.post(`${pathOf(to)}/${event}/respond`, { status: "accepted" });
    expect(await refusalOf(respond(`${id}_20270402T080000Z`))).toEqual([409, "conflict"]);
    await t.api.must(200, respond(`${id}_20270409T080000Z`));
    await t.api.must(200, respond(id!));
  });

  // DECISIONS Calendar: A time in UTC names the day of an all-day series whose midnight it is
  test("a time in UTC names the day of an all-day series, to leave it out and to cancel it", async () => {
    const to = await t.address();
    const day = ["DTSTART;VALUE=DATE:20270326", "DTEND;VALUE=DATE:20270327"];
    const base = [`UID:days-${to.id}`, "SUMMARY:Day", ...people(to)];
    const series = ["RRULE:FREQ=DAILY;COUNT=6", "EXDATE:20270328T040000Z,20270328T220000Z"];
    await deliver(to, { method: "REQUEST", lines: [...base, ...day, ...series] });
    await deliver(to, { method: "CANCEL", lines: [...base, "RECURRENCE-ID:20270329T220000Z", "SEQUENCE:1"] });
    expect((await list(to, "?expand=true")).map(({ start, status }) => `${start} ${status}`)).toEqual([
      "2027-03-26 confirmed",
      "2027-03-27 confirmed",
      "2027-03-30 cancelled",
      "2027-03-31 confirmed",
    ]);
  });
});
