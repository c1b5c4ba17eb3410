// Calendar mails of people elsewhere, by SMTP, and what became of them.
import type { Answer, PageOf, Refusal } from "../app/api.ts";
import { eventually, type SuiteApp, type TestAddress } from "../app/app.ts";

export interface ShownEvent {
  id: string;
  kind: string;
  uid: string;
  etag: string;
  sequence: number;
  status: string;
  title: string;
  start: string;
  start_at: string;
  end_at: string;
  location: string | null;
  response_status: string | null;
  organizer_email: string | null;
  attendees: { email: string; status: string; responded_at: string | null }[];
}

export interface ShownMessage {
  id: string;
  calendar_event_id: string | null;
  is_spam: boolean;
  invitation: { method: string | null; summary: string | null; recurrence_rule: string | null } | null;
}

let counter = 0;

/** The lines of a VEVENT in an object. A DTSTAMP newer than the one before is put in unless there is one. */
export function calendarObject(method: string, lines: readonly string[]): string {
  const minutes = ++counter;
  const stamp = `DTSTAMP:20260101T${String(Math.floor(minutes / 60)).padStart(2, "0")}${String(minutes % 60).padStart(2, "0")}00Z`;
  const own = lines.some((line) => line.startsWith("DTSTAMP")) ? [] : [stamp];
  const event = ["BEGIN:VEVENT", ...own, ...lines, "END:VEVENT"];
  return ["BEGIN:VCALENDAR", "VERSION:2.0", `METHOD:${method}`, ...event, "END:VCALENDAR", ""].join("\r\n");
}

/** Short ways to a calendar and to mail for it. */
export function calendarClient(t: SuiteApp) {
  const pathOf = ({ id }: Pick<TestAddress, "id">) => `/identities/${id}/calendar/events`;
  const list = async (address: TestAddress, query = "") =>
    (await t.api.get<PageOf<ShownEvent>>(`${pathOf(address)}${query}`)).json.data;
  const messageOf = (to: TestAddress, subject: string) =>
    eventually(async () => {
      const { json } = await t.api.get<PageOf<{ id: string; subject: string }>>(
        `/threads?identity_id=${to.id}`,
      );
      const thread = json.data.find((one) => one.subject === subject);
      if (!thread) return null;
      return (await t.api.get<PageOf<ShownMessage>>(`/messages?thread_id=${thread.id}`)).json.data[0];
    });
  /** A mail with these lines of header and body, once it is there. */
  const deliverBody = async (to: TestAddress, lines: readonly string[], from = "boss@example.org") => {
    const subject = `Calendar mail ${++counter}`;
    const head = [`From: ${from}`, `To: ${to.email}`, `Subject: ${subject}`, "MIME-Version: 1.0"];
    await t.raw({ from, to: [to.email], raw: [...head, ...lines].join("\r\n") });
    return messageOf(to, subject);
  };
  const deliver = (
    to: TestAddress,
    { method, lines, from }: { method: string; lines: readonly string[]; from?: string },
  ) => {
    const type = `Content-Type: text/calendar; charset=utf-8; method=${method}`;
    return deliverBody(to, [type, "", calendarObject(method, lines)], from);
  };
  return { pathOf, list, messageOf, deliver, deliverBody };
}

/** The status and the code of a refusal. */
export async function refusalOf(answer: Promise<Answer<unknown>>): Promise<[number, string]> {
  const { status, json } = await answer;
  return [status, (json as Refusal).error?.code];
}
