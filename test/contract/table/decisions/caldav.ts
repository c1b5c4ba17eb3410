// DECISIONS: CalDAV.
import { held, type Table } from "../rows.ts";

const limits = "dav/limits.test.ts";
const objects = "dav/objects.test.ts";
const scheduling = "dav/scheduling.test.ts";
const statuses = "dav/schedule-status.test.ts";

export const caldav: Table = {
  "DECISIONS CalDAV": {
    "At /dav/ by Basic with an app password of the address, which sees nothing of others": held(
      "dav/discovery.test.ts",
      "needs an app password, and shows nothing of others",
    ),
    "An API key, as Bearer or as the password, sees the addresses that it reaches": held(
      "dav/keys.test.ts",
      "a key sees the addresses that it reaches, each with its calendars",
    ),
    "An object is given back byte for byte as long as nothing else changed it": held(
      objects,
      "are given back byte for byte, and are events of REST",
    ),
    "A PUT or DELETE is a turn of the address, as REST's calls are, with the same events": held(
      "dav/one-truth.test.ts",
      "phone, laptop, agent and webhook see each other's changes at once, and the mailbox none",
    ),
    "What REST changes leaves the client's own properties alone": held(
      objects,
      "keep their client's own properties when REST changes them",
    ),
    "A condition that fails is answered with the etag that stands": held(
      objects,
      "answer conditions with the etag that stands",
    ),
    "Objects are refused with the precondition that they break": held(
      objects,
      "are refused with the precondition that they break",
    ),
    "The default calendar cannot be deleted; others are made, renamed and deleted": held(
      "dav/discovery.test.ts",
      "makes, renames, colours and deletes calendars, but the default one stays",
    ),
    "The organizer's PUT and DELETE mail the attendees, an attendee's the organizer": held(
      scheduling,
      "the organizer moves and cancels a meeting, the attendee cannot",
    ),
    "SCHEDULE-STATUS says how far the last mail to each attendee has come, and a bounce changes it": held(
      statuses,
      "tells of each attendee what became of the mail, until the answer comes",
    ),
    "What REST's calls mail is told of too, as schedule_status of an event": held(
      statuses,
      "REST's calls and answers are told of too, and dates that are cancelled",
    ),
    "A mail that waits for a person is pending": held(
      statuses,
      "a mail that waits for a person is pending, and refused when it does not leave",
    ),
    "SCHEDULE-FORCE-SEND sends again, and is not kept": held(
      statuses,
      "SCHEDULE-FORCE-SEND sends again and is not kept; SCHEDULE-AGENT=CLIENT keeps the client's status",
    ),
    "Schedule-Tag changes with the ETag, but for answers": held(
      scheduling,
      "an invitation comes to the inbox and the calendar, and its answer back",
    ),
    "The outbox answers free-busy for the addresses of the same account": held(
      scheduling,
      "the outbox says when others of the account are busy, and nothing of anybody else",
    ),
    "A request names at most 500 properties, a filter has at most 200 elements": held(
      limits,
      "more properties and filters than a program needs are refused",
    ),
    "One change sends at most 1,000 mails": held(
      limits,
      "a change that would send thousands of mails is refused",
    ),
    "Instances of an object are listed whole, or the object is answered with 507": held(
      limits,
      "instances of an object are listed whole or not at all",
    ),
    "Attendees with SCHEDULE-AGENT=CLIENT or NONE are told nothing": held(
      scheduling,
      "attendees whom the server is not to tell hear nothing, of the end neither",
    ),
    "free-busy-query is of one calendar; the outbox leaves out calendars that are transparent": held(
      "dav/transcripts.test.ts",
      "busy times of one calendar, and of those that are opaque to scheduling (RFC 4791 7.10, RFC 6638 9.1)",
    ),
    "Sync tokens that are too old are valid-sync-token": held(
      "dav/reports.test.ts",
      "refuse tokens that were never given, are of another calendar, or are too old",
    ),
  },
};
