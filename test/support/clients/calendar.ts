// Calls on the calendar of an address, and what they answer.
import type { PageOf, Refusal } from "../app/api.ts";
import type { SuiteApp, TestAddress } from "../app/app.ts";
import { eventsShown } from "../app/events.ts";

export interface Attendee {
  email: string;
  name: string | null;
  status: string;
  role: string;
  optional: boolean;
  rsvp: boolean;
  responded_at: string | null;
}

export interface Event {
  reminders: number[];
  id: string;
  kind: string;
  series_id: string | null;
  original_start: string | null;
  uid: string;
  sequence: number;
  etag: string;
  status: string;
  title: string;
  location: string | null;
  start: string;
  end: string;
  timezone: string;
  start_at: string;
  end_at: string;
  recurrence: { rule: string | null; exdates: string[]; rdates: string[] } | null;
  attendees: Attendee[];
  organizer_email: string | null;
  response_status: string | null;
  metadata: Record<string, unknown>;
  created_at: string;
  updated_at: string;
}

export const eventFields = [
  "all_day",
  "attendees",
  "created_at",
  "description",
  "end",
  "end_at",
  "etag",
  "id",
  "identity_id",
  "kind",
  "location",
  "metadata",
  "organizer_email",
  "organizer_name",
  "origin_message_id",
  "original_start",
  "recurrence",
  "reminders",
  "response_status",
  "sequence",
  "series_id",
  "source",
  "start",
  "start_at",
  "status",
  "timezone",
  "title",
  "uid",
  "updated_at",
];

export const meeting = {
  title: "Plan",
  start: "2026-03-27T09:00:00",
  end: "2026-03-27T10:00:00",
  timezone: "Europe/Berlin",
};

export const weekly = { ...meeting, recurrence: { rule: "FREQ=WEEKLY" } };

export function client(t: SuiteApp) {
  const pathOf = ({ id }: Pick<TestAddress, "id">) => `/identities/${id}/calendar/events`;
  const create = (address: TestAddress, body: object = meeting) =>
    t.api.must<Event>(201, t.api.post(pathOf(address), body));
  const get = (address: TestAddress, id: string) =>
    t.api.must<Event>(200, t.api.get(`${pathOf(address)}/${id}`));
  const patch = (address: TestAddress, id: string, body: object) =>
    t.api.must<Event>(200, t.api.patch(`${pathOf(address)}/${id}`, body));
  const remove = async (address: TestAddress, id: string, query = "") =>
    (await t.api.delete(`${pathOf(address)}/${id}${query}`)).status;
  const list = (address: TestAddress, query = "") =>
    t.api.get<PageOf<Event>>(`${pathOf(address)}${query}`).then(({ json }) => json);
  const refused = async (answer: Promise<{ status: number; json: unknown }>) => {
    const { status, json } = await answer;
    return [status, (json as Refusal).error.code];
  };
  const typesOf = async () => {
    await eventsShown(t.app.core.database);
    const { json } =
      await t.api.get<PageOf<{ type: string; data: { event_id?: string } }>>("/events?limit=200");
    return (id: string) =>
      json.data
        .filter(({ data }) => data.event_id === id)
        .map(({ type }) => type.replace("calendar.event.", ""));
  };
  return { pathOf, create, get, patch, remove, list, refused, typesOf };
}
