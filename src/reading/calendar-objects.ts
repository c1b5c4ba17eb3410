// The entry point to reading and showing the objects of calendars. Small ones are read on the main thread, in a few
// milliseconds; all others in a reading thread.
import type { ObjectReading } from "../calendar/objects/object-read.ts";
import type { ObjectView, ShownObject, Viewed } from "../calendar/objects/object-view.ts";
import { answerOrBusy, inThread, ordinary } from "./call.ts";
import { jobs } from "./jobs.ts";

/** Octets of an object that are read on the main thread: at most about 20 ms, whatever they say. */
const smallBytes = 32 * 1024;
/** What an event and an attendee add to a text that is written anew. */
const eventBytes = 1000;
const attendeeBytes = 100;

/** The account that causes the work: sources share the threads equally. */
interface Source {
  source: string;
}

/** Reads what a client stores. @throws Failure unavailable when it takes too long */
export async function readCalendarObject(text: string, { source }: Source): Promise<ObjectReading> {
  if (text.length <= smallBytes) return jobs.readObject(text);
  const pack = () => ({ input: text, transfer: [] });
  const outcome = await inThread("readObject", pack, { ...ordinary, source, bytes: text.length });
  return outcome === "none" ? jobs.readObject(text) : answerOrBusy<"readObject">(outcome);
}

/** The addresses that the server tells nothing of an object. @throws Failure unavailable when it takes too long */
export async function silentOf(text: string, { source }: Source): Promise<string[]> {
  if (text.length <= smallBytes) return jobs.silentIn(text);
  const pack = () => ({ input: text, transfer: [] });
  const outcome = await inThread("silentIn", pack, { ...ordinary, source, bytes: text.length });
  return outcome === "none" ? jobs.silentIn(text) : answerOrBusy<"silentIn">(outcome);
}

/** Shows an object. @throws Failure unavailable when it takes too long */
export async function viewCalendarObject(view: ObjectView, { source }: Source): Promise<Viewed> {
  const bytes = sizeOf(view.object);
  if (bytes <= smallBytes) return jobs.viewObject(view);
  const pack = () => ({ input: view, transfer: [] });
  const outcome = await inThread("viewObject", pack, { ...ordinary, source, bytes });
  return outcome === "none" ? jobs.viewObject(view) : answerOrBusy<"viewObject">(outcome);
}

function sizeOf({ source, events }: ShownObject): number {
  const written = events.reduce(
    (sum, { attendees }) => sum + eventBytes + attendees.length * attendeeBytes,
    0,
  );
  return Math.max(source?.length ?? 0, written);
}
