import { describe, expect, test } from "bun:test";
import {
  primaryInvitation,
  readCalendars,
  timesOfInvitation,
} from "../../src/calendar/invitations/invitation.ts";
import { parseNow } from "../../src/mail/parse/parse.ts";
import { shapes } from "./shapes.ts";

describe("shapes of real invitations", () => {
  test.each(shapes.map((shape) => [shape.name, shape] as const))("%s", async (_name, shape) => {
    const found = readCalendars(parseNow(shape.raw).calendarParts);
    const primary = primaryInvitation(found!)!;
    const { attendees, ...invitation } = primary.invitation;
    expect(invitation).toMatchObject(shape.expected);
    if (shape.attendees) {
      expect(
        attendees.map(({ email, status, optional }) => `${email} ${status}${optional ? "?" : ""}`),
      ).toEqual(shape.attendees);
    }
    if (shape.recurrence) expect(primary.recurrence).toEqual(shape.recurrence);
    if (shape.recurrenceId) expect(primary.recurrence_id).toMatchObject(shape.recurrenceId);
    if (shape.times) expect(timesOfInvitation(primary, "Asia/Tokyo")).toMatchObject(shape.times);
  });
});
