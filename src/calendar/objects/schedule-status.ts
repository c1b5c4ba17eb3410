// How far the mails about an object have come, one code a person who was told: SCHEDULE-STATUS. Pure. RFC 6638 3.2.9, 7.3
import { type RawComponent, withParam } from "./raw.ts";

/** By address in lower case. */
export type ScheduleStatuses = Readonly<Record<string, ScheduleStatus>>;

export interface ScheduleStatus {
  /** One of scheduleCodes. */
  code: string;
  /** The last mail to the address about the object; null: the address has answered it. */
  message_id: string | null;
}

/** RFC 6638 3.2.9 */
export const scheduleCodes = {
  /** The mail waits, is on its way, or is tried again later. */
  pending: "1.0",
  /** The next server has taken it; whether it came is not known. */
  sent: "1.1",
  /** The mail is in the mailbox of an address of this service. */
  delivered: "1.2",
  /** The recipient has answered. */
  answered: "2.0",
  /** The address does not exist. */
  unknown: "3.7",
  /** Sending was given up for now: another try may succeed. */
  failed: "5.1",
  /** No server takes mail for the address. */
  unreachable: "5.2",
  /** The mail was not let through, here or there. */
  refused: "5.3",
} as const;

/** The address of an ATTENDEE or ORGANIZER as statuses name it. */
export function statusAddress(value: string): string {
  return value
    .trim()
    .replace(/^mailto:/i, "")
    .toLowerCase();
}

/** Whether the server does the scheduling with a person. RFC 6638 7.1 */
export function isServerAgent(params: ReadonlyMap<string, string>): boolean {
  const agent = params.get("SCHEDULE-AGENT");
  return agent === undefined || agent.toUpperCase() === "SERVER";
}

/** The event with the statuses of those whom the server told: the organizer where that is another address, else attendees. */
export function withStatuses(event: RawComponent, statuses: ScheduleStatuses): RawComponent {
  const { told, name: wanted } = toldIn(event, statuses);
  const lines = event.lines.map((line) => {
    if (line.name !== wanted || !isServerAgent(line.params)) return line;
    const code = told(line.value);
    if (code === undefined || line.params.get("SCHEDULE-STATUS") === code) return line;
    return withParam(line, "SCHEDULE-STATUS", code);
  });
  return { ...event, lines };
}

/** Whether an event says of everybody what is known of them. */
export function hasStatuses(event: RawComponent, statuses: ScheduleStatuses): boolean {
  return withStatuses(event, statuses).lines.every((line, n) => line === event.lines[n]);
}

function toldIn({ lines }: RawComponent, statuses: ScheduleStatuses) {
  const told = (value: string) => {
    const address = statusAddress(value);
    return Object.hasOwn(statuses, address) ? statuses[address]!.code : undefined;
  };
  const organizer = lines.find(({ name }) => name === "ORGANIZER");
  const isReply = organizer !== undefined && told(organizer.value) !== undefined;
  return { told, name: isReply ? "ORGANIZER" : "ATTENDEE" };
}
