// The entry point to reading and showing the objects of calendars, in a reading process.
import type { ObjectReading } from "../calendar/objects/object-read.ts";
import type { ObjectView, ShownObject, Viewed } from "../calendar/objects/object-view.ts";
import { answer } from "./call.ts";

/** Octets that an event and an attendee add to a text that is written anew. */
const eventBytes = 1000;
const attendeeBytes = 100;

/** Octets of the objects that one job writes: it is a short one, whose turn comes soon. */
const octetsOfJob = 256 * 1024;

/** The account that causes the work: sources share the processes equally. */
interface WorkSource {
  source: string;
}

/** Reads what a client stores. @throws Failure unavailable when it takes too long */
export function readCalendarObject(text: string, { source }: WorkSource): Promise<ObjectReading> {
  return answer("readObject", () => text, { source, bytes: text.length });
}

/** The addresses that the server tells nothing of an object. @throws Failure unavailable when it takes too long */
export function silentOf(text: string, { source }: WorkSource): Promise<string[]> {
  return answer("silentIn", () => text, { source, bytes: text.length });
}

/** Shows an object. @throws Failure unavailable when it takes too long */
export function viewCalendarObject(view: ObjectView, { source }: WorkSource): Promise<Viewed> {
  return answer("viewObject", () => view, { source, bytes: sizeOf(view.object) });
}

/** Shows objects whose form takes little more than writing them. @throws Failure unavailable when it takes too long */
export function viewCalendarObjects(views: readonly ObjectView[], { source }: WorkSource): Promise<Viewed[]> {
  const bytes = views.reduce((sum, { object }) => sum + sizeOf(object), 0);
  return answer("viewObjects", () => views, { source, bytes });
}

/** Objects of bounded size together. One that is larger is alone. */
export function inJobs<One extends ShownObject>(objects: readonly One[]): One[][] {
  const jobs: One[][] = [];
  let octets = Number.POSITIVE_INFINITY;
  for (const object of objects) {
    const size = sizeOf(object);
    if (octets + size > octetsOfJob) {
      jobs.push([]);
      octets = 0;
    }
    jobs.at(-1)?.push(object);
    octets += size;
  }
  return jobs;
}

/** Octets that the text of an object may have, as far as can be told before it is written. */
function sizeOf({ source, events }: ShownObject): number {
  const written = events.reduce(
    (sum, { attendees }) => sum + eventBytes + attendees.length * attendeeBytes,
    0,
  );
  return Math.max(source?.length ?? 0, written);
}
