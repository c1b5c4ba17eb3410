import { describe, expect, test } from "bun:test";
import {
  audience,
  isVisibleChange,
  keepAnswers,
  notices,
  significantChanges,
} from "../../src/calendar/invitations/significance.ts";
import type { EventContent } from "../../src/calendar/types.ts";
import { attendee, content } from "./support.ts";

const organizer = "agent@postroom.example";
const ann = attendee("ann@example.org", { status: "accepted", responded_at: "2026-03-01T00:00:00.000000Z" });
const bob = attendee("bob@example.net");
const carl = attendee("carl@example.com");
const before = content({ attendees: [ann, bob] });
const after = (changes: Partial<EventContent>) => ({ ...before, ...changes });

describe("what raises sequence", () => {
  test.each([
    ["time", { start: "2026-04-02T09:00:00" }],
    ["time", { end: "2026-04-02T12:00:00" }],
    ["time", { timezone: "Europe/Paris" }],
    ["time", { recurrence: { rule: "FREQ=DAILY", exdates: [], rdates: [] } }],
    ["title", { title: "Other" }],
    ["location", { location: "Room 1" }],
    ["status", { status: "tentative" }],
    ["attendees", { attendees: [ann] }],
    ["attendees", { attendees: [ann, bob, carl] }],
    ["attendees", { attendees: [ann, attendee("bob@example.net", { role: "optional", optional: true })] }],
  ] as [string, Partial<EventContent>][])("%s: %o", (kind, changes) => {
    expect(significantChanges(before, after(changes)) as string[]).toEqual([kind]);
  });

  test.each([
    [{ description: "New" }],
    [{ location: "" }],
    [{ organizer_name: "Somebody" }],
    [{ attendees: [bob, ann] }],
    [{ attendees: [attendee("ANN@example.org", { name: "Ann", status: "declined" }), bob] }],
  ] as [Partial<EventContent>][])("not: %o", (changes) => {
    expect(significantChanges(before, after(changes))).toEqual([]);
  });

  test("a description is seen, though it does not raise it", () => {
    expect(isVisibleChange(before, after({ description: "New" }))).toBe(true);
    expect(isVisibleChange(before, after({ description: "" }))).toBe(false);
  });
});

describe("who is notified", () => {
  const told = (list: ReturnType<typeof notices>) =>
    list.map(({ email, method, whole, update }) => [email, method, whole, update]);

  test("a new event sends REQUEST, a deleted one CANCEL, an unchanged one nothing", () => {
    expect(told(notices(null, before, organizer))).toEqual([
      ["ann@example.org", "REQUEST", false, false],
      ["bob@example.net", "REQUEST", false, false],
    ]);
    expect(told(notices(before, null, organizer))).toEqual([
      ["ann@example.org", "CANCEL", true, true],
      ["bob@example.net", "CANCEL", true, true],
    ]);
    expect(notices(before, { ...before }, organizer)).toEqual([]);
  });

  test("added attendees get REQUEST, removed ones CANCEL, the others an update", () => {
    expect(told(notices(before, after({ attendees: [ann, carl] }), organizer))).toEqual([
      ["bob@example.net", "CANCEL", false, true],
      ["carl@example.com", "REQUEST", false, false],
      ["ann@example.org", "REQUEST", false, true],
    ]);
  });

  test("a cancelled event sends CANCEL to everybody and REQUEST to nobody", () => {
    expect(told(notices(before, after({ status: "cancelled", attendees: [ann, carl] }), organizer))).toEqual([
      ["bob@example.net", "CANCEL", true, true],
      ["ann@example.org", "CANCEL", true, true],
    ]);
  });

  test("the organizer gets no mail about an own event", () => {
    const self = attendee("Agent@postroom.example");
    expect(audience([], [self, ann], organizer).added).toEqual([ann]);
  });
});

test("answers stay unless the time moves", () => {
  const asked = [attendee("ANN@example.org"), carl];
  expect(
    keepAnswers(before, after({ title: "Other", attendees: asked })).map(({ status }) => status),
  ).toEqual(["accepted", "needs-action"]);
  expect(
    keepAnswers(before, after({ start: "2026-04-02T09:00:00", attendees: asked })).map(
      ({ status, responded_at }) => [status, responded_at],
    ),
  ).toEqual([
    ["needs-action", null],
    ["needs-action", null],
  ]);
});
