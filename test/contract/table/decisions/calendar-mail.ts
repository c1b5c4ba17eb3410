// DECISIONS: What mail does to the calendar.
import { expect } from "bun:test";
import { many, one } from "../../answers.ts";
import { held, type Table } from "../rows.ts";
import { eventsOf } from "../samples.ts";

export const calendarMail: Table = {
  "DECISIONS Calendar": {
    "The mails of one call are in one thread": held(
      "http/calendar/many-attendees.test.ts",
      "each has a mail of their own, and all are in one thread",
    ),
    "Incoming: a REQUEST with an unknown UID makes the event, needs-action": async (f) => {
      const to = await f.address();
      const { message } = await f.invite(to, f.next("uid"));
      expect(await many(f.get(eventsOf(to)), "CalendarEvent")).toMatchObject([
        { id: message.calendar_event_id, response_status: "needs-action" },
      ]);
    },
    "unless the mail is spam or DMARC fails": held(
      "calendar/itip.test.ts",
      "not from spam, not against DMARC, not in this address's own name",
    ),
    "A change or CANCEL needs From or Sender to be the organizer or its SENT-BY": held(
      "calendar/itip.test.ts",
      "From or Sender must be the organizer, or who was known to send for him",
    ),
    "authentication no weaker than the mail that made it": held(
      "calendar/itip.test.ts",
      "authentication must not be weaker than before, and never failed",
    ),
    "and a newer SEQUENCE or DTSTAMP": held("calendar/itip.test.ts", "SEQUENCE first, then DTSTAMP"),
    "A CANCEL cancels": async (f) => {
      const to = await f.address();
      const uid = f.next("uid");
      const { message } = await f.invite(to, uid);
      await f.invite(to, uid, { method: "CANCEL", lines: ["SEQUENCE:1"] });
      const found = await one(f.get(`${eventsOf(to)}/${message.calendar_event_id}`), 200, "CalendarEvent");
      expect(found.status).toBe("cancelled");
    },
    "REPLY changes only its own sender's attendee line": held(
      "calendar/itip-cancel-reply.test.ts",
      "changes its own sender's line",
    ),
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
    "What mail brings is not taken in when it repeats more often than once an hour": held(
      "http/calendar/dense.test.ts",
      "a rule by mail of more than one instance an hour makes no event",
    ),
    "A cancelled event cannot be answered: 409": held(
      "http/calendar/cancelled.test.ts",
      "a cancelled meeting cannot be answered, and deleting it sends no decline",
    ),
    "A time in UTC names the day of an all-day series whose midnight it is": held(
      "http/calendar/cancelled.test.ts",
      "a time in UTC names the day of an all-day series, to leave it out and to cancel it",
    ),
    "What is not proven changes nothing: a REPLY without proof, all mail while DNS gives no answer or SPF fails":
      held("http/calendar/unproven.test.ts", "a REPLY waits until it is proven or taken by a call"),
    "Proof is of whom the method lets speak; TRUSTED_NETWORKS are not asked": held(
      "calendar/itip.test.ts",
      "what DNS did not answer and what SPF refuses is not believed; a call believes everything",
    ),
    "An invitation of a doubted author waits for a call; unproven mail makes new events": held(
      "http/calendar/unproven.test.ts",
      "an invitation waits when DNS gave no answer or SPF fails",
    ),
    "GET and POST /messages/{id}/invitation: what it asks, and doing it; 409 says why not": held(
      "http/calendar/unproven.test.ts",
      "a call refuses a message that no call may apply",
    ),
    "COUNTER carries its event and is taken by one call; an older one is 409": held(
      "http/calendar/proposals.test.ts",
      "COUNTER names its event, changes nothing, and one call accepts it and notifies all attendees",
    ),
    "REFRESH carries its event, and a call sends it": held(
      "http/calendar/proposals.test.ts",
      "REFRESH names its event, and a call sends the event to the attendee",
    ),
    "Mail between addresses of this service counts as authenticated": held(
      "http/calendar/invitations.test.ts",
      "two local addresses invite and accept",
    ),
  },
};
