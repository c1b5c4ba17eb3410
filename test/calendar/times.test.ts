import { describe, expect, test } from "bun:test";
import { describe as describeEvent, describeTimes } from "../../src/calendar/invitations/describe.ts";
import { eventTimes, refreshTimes } from "../../src/calendar/times.ts";
import { Failure } from "../../src/lib/failure.ts";
import { attendee, content } from "./support.ts";

const input = {
  start: "2026-04-02T10:00",
  end: "2026-04-02T11:00:00",
  timezone: "europe/berlin",
  all_day: false,
};

describe("eventTimes", () => {
  test("gives one form, the zone's usual name and the instants", () => {
    expect(eventTimes(input)).toEqual({
      all_day: false,
      start: "2026-04-02T10:00:00",
      end: "2026-04-02T11:00:00",
      timezone: "Europe/Berlin",
      start_at: "2026-04-02T08:00:00.000000Z",
      end_at: "2026-04-02T09:00:00.000000Z",
    });
    expect(
      eventTimes({ start: "2026-03-29", end: "2026-03-30", timezone: "Europe/Berlin", all_day: true }),
    ).toMatchObject({
      start: "2026-03-29",
      end: "2026-03-30",
      start_at: "2026-03-28T23:00:00.000000Z",
      end_at: "2026-03-29T22:00:00.000000Z",
    });
  });

  test("stored times are computed again from the wall clock", () => {
    const times = eventTimes(input);
    expect(refreshTimes({ ...times, start_at: "2020-01-01T00:00:00.000000Z" })).toEqual(times);
  });

  test.each([
    [{ start: "2026-04-02T10:00:00Z" }, "without it"],
    [{ end: "2026-04-02T10:00:00+02:00" }, "without it"],
    [{ start: "2026-04-02" }, '"all_day"'],
    [{ start: "tomorrow" }, "local date-time"],
    [{ start: "2026-02-30T10:00" }, "local date-time"],
    [{ end: "2026-04-02T09:59" }, "before start"],
    [{ timezone: "Mars/Olympus" }, "IANA"],
    [{ timezone: "+02:00" }, "IANA"],
    [{ end: "2056-04-02T09:59" }, "recurrence rule"],
    [{ all_day: true }, "must be a date"],
    [{ all_day: true, start: "2026-04-02", end: "2026-04-02" }, "the day after"],
  ])("refuses %o", (changes, says) => {
    let message = "";
    try {
      eventTimes({ ...input, ...changes });
    } catch (error) {
      if (error instanceof Failure && error.code === "validation_error") message = error.message;
    }
    expect(message).toContain(says);
  });
});

describe("for people", () => {
  test("times in the reader's zone, days, spans", () => {
    const times = eventTimes(input);
    expect(describeTimes(times, "Europe/Berlin")).toBe(
      "Thursday, 2 April 2026, 10:00 to 11:00 (Europe/Berlin, UTC+02:00)",
    );
    expect(describeTimes(times, "UTC")).toBe("Thursday, 2 April 2026, 08:00 to 09:00 (UTC)");
    const long = eventTimes({ ...input, end: "2026-04-03T11:00" });
    expect(describeTimes(long, "Asia/Kathmandu")).toBe(
      "Thursday, 2 April 2026, 13:45 to Friday, 3 April 2026, 14:45 (Asia/Kathmandu, UTC+05:45)",
    );
    const days = eventTimes({ start: "2026-04-02", end: "2026-04-04", timezone: "UTC", all_day: true });
    expect(describeTimes(days, "UTC")).toBe("Thursday, 2 April 2026 to Friday, 3 April 2026 (all day)");
  });

  test("an invitation, as text and as HTML that shows markup as text", () => {
    const event = content({
      title: "Plan <b>\r\nBcc: x@y",
      description: "Line 1\nLine <script>2</script>",
      location: "Room & Co",
      recurrence: { rule: "FREQ=WEEKLY;COUNT=3", exdates: [], rdates: [] },
      attendees: [
        attendee("ann@example.org", { name: 'Ann "A"' }),
        attendee("bob@example.net", { optional: true }),
      ],
    });
    const { subject, text, html } = describeEvent({ kind: "invitation", event, zone: "Europe/Berlin" });
    expect(subject).toBe(
      "Invitation: Plan <b> Bcc: x@y @ Thursday, 2 April 2026, 10:00 to 11:00 (Europe/Berlin, UTC+02:00)",
    );
    expect(text.split("\n")).toEqual([
      "You are invited to this event.",
      "",
      "Plan <b> Bcc: x@y",
      "",
      "When: Thursday, 2 April 2026, 10:00 to 11:00 (Europe/Berlin, UTC+02:00)",
      "Repeats: every week, 3 times",
      "Where: Room & Co",
      "Organizer: Agent <agent@postroom.example>",
      'Attendees: Ann "A" <ann@example.org>',
      "           bob@example.net (optional)",
      "",
      "Line 1",
      "Line <script>2</script>",
      "",
    ]);
    expect(html).toContain("Plan &lt;b&gt; Bcc: x@y");
    expect(html).toContain("Room &amp; Co");
    expect(html).not.toContain("<script");
  });

  test("a reply says who answered what", () => {
    const answer = { email: "ann@example.org", name: "Ann", status: "declined", comment: "Sorry" } as const;
    const { subject, text } = describeEvent({ kind: "reply", event: content(), zone: "UTC", answer });
    expect(subject).toBe("Declined: Planning");
    expect(text).toContain("Ann <ann@example.org> declined.");
    expect(text).toContain("Comment: Sorry");
  });
});
