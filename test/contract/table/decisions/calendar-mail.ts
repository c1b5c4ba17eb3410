// DECISIONS: What mail does to the calendar.
import { expect } from "bun:test";
import { many, one } from "../../answers.ts";
import type { Table } from "../rows.ts";
import { eventsOf } from "../samples.ts";

export const calendarMail: Table = {
  "DECISIONS Calendar": {
    "Incoming: a REQUEST with an unknown UID makes the event, needs-action": async (f) => {
      const to = await f.address();
      const { message } = await f.invite(to, f.next("uid"));
      expect(await many(f.get(eventsOf(to)), "CalendarEvent")).toMatchObject([
        { id: message.calendar_event_id, response_status: "needs-action" },
      ]);
    },
    "A CANCEL cancels": async (f) => {
      const to = await f.address();
      const uid = f.next("uid");
      const { message } = await f.invite(to, uid);
      await f.invite(to, uid, { method: "CANCEL", lines: ["SEQUENCE:1"] });
      const found = await one(f.get(`${eventsOf(to)}/${message.calendar_event_id}`), 200, "CalendarEvent");
      expect(found.status).toBe("cancelled");
    },
    "COUNTER is kept with the message and changes nothing": async (f) => {
      const to = await f.address();
      const uid = f.next("uid");
      const { message } = await f.invite(to, uid);
      const before = await one(f.get(`${eventsOf(to)}/${message.calendar_event_id}`), 200, "CalendarEvent");
      const counter = await f.invite(to, uid, {
        method: "COUNTER",
        lines: ["SEQUENCE:5", "DTSTART:20280101T000000Z"],
      });
      expect(counter.message.invitation!.method).toBe("COUNTER");
      expect(await one(f.get(`${eventsOf(to)}/${before.id}`), 200, "CalendarEvent")).toEqual(before);
    },
  },
};
