// DECISIONS: CalDAV.
import { held, type Table } from "../rows.ts";

const objects = "dav/objects.test.ts";
const scheduling = "dav/scheduling.test.ts";

export const caldav: Table = {
  "DECISIONS CalDAV": {
    "At /dav/ by Basic with an app password of the address, which sees nothing of others": held(
      "dav/discovery.test.ts",
      "needs an app password, and shows nothing of others",
    ),
    "An object is given back byte for byte as long as nothing else changed it": held(
      objects,
      "are given back byte for byte, and are events of REST",
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
    "Schedule-Tag changes with the ETag, but for answers": held(
      scheduling,
      "an invitation comes to the inbox and the calendar, and its answer back",
    ),
    "The outbox answers free-busy for the addresses of the same account": held(
      scheduling,
      "the outbox says when others of the account are busy, and nothing of anybody else",
    ),
    "Sync tokens that are too old are valid-sync-token": held(
      "dav/reports.test.ts",
      "refuse tokens that were never given, are of another calendar, or are too old",
    ),
  },
};
