// A round trip: the invitations that this server mails are read by programs that are not ours, and their answers,
// changes and cancellations come back by mail. Each needs Debian's python3-icalendar or libical3.
import { expect, test } from "bun:test";
import { parseNow } from "../../../src/mail/parse/parse.ts";
import { readWithPython } from "../../calendar/programs.ts";
import type { PageOf } from "../../support/app/api.ts";
import { eachApp, type TestAddress } from "../../support/app/app.ts";
import { eventsShown } from "../../support/app/events.ts";

interface Event {
  id: string;
  uid: string;
  title: string;
  status: string;
  start: string;
  start_at: string;
  end_at: string;
  etag: string;
  response_status: string | null;
  attendees: { email: string; name: string | null; status: string }[];
}

const ann = { email: "ann@example.org", name: "Ann, of “Example” GmbH" };
const wanted = [
  {
    title: "Größe; prüfen, bitte\\ja",
    description: "One\nTwo; three, four",
    location: "Raum 1, 2. Stock",
    start: "2026-03-27T09:00:00",
    end: "2026-03-27T10:30:00",
    timezone: "Europe/Berlin",
  },
  { title: "Whole days", start: "2026-04-01", end: "2026-04-03", all_day: true },
  {
    title: "Weekly",
    start: "2026-10-20T09:00:00",
    end: "2026-10-20T09:45:00",
    timezone: "America/New_York",
    recurrence: { rule: "FREQ=WEEKLY;COUNT=6", exdates: ["2026-11-03T09:00:00"] },
  },
  { title: "Odd zone", start: "2026-05-01T09:00:00", end: "2026-05-01T10:00:00", timezone: "Asia/Kathmandu" },
];

eachApp("other programs", (t) => {
  const pathOf = ({ id }: TestAddress) => `/identities/${id}/calendar/events`;
  /** The calendar objects that an address has mailed, oldest first. */
  const mailed = async (address: TestAddress) => {
    await eventsShown(t.app.core.database);
    const { json } =
      await t.api.get<PageOf<{ type: string; data: { message_id: string; identity_id: string } }>>(
        "/events?limit=200",
      );
    const ids = json.data.filter(
      ({ type, data }) => type === "message.sent" && data.identity_id === address.id,
    );
    return Promise.all(
      ids.map(async ({ data }) => {
        const mail = parseNow(await t.api.bytes(`/messages/${data.message_id}/raw`));
        return mail.calendarParts[0]!.text;
      }),
    );
  };
  const deliver = (to: TestAddress, mail: { from: string; method: string; text: string }) =>
    t.raw({
      from: mail.from,
      to: [to.email],
      raw: [
        `From: ${mail.from}`,
        `To: ${to.email}`,
        "MIME-Version: 1.0",
        `Content-Type: text/calendar; charset=utf-8; method=${mail.method}`,
        "Content-Transfer-Encoding: base64",
        "",
        Buffer.from(mail.text).toString("base64").replace(/.{76}/g, "$&\r\n"),
        "",
      ].join("\r\n"),
    });

  for (const program of ["icalendar", "libical"] as const) {
    const isThere = readWithPython(program, { texts: [], replies: [], cancels: [] }) !== null;

    test.skipIf(!isThere)(`${program} reads what is sent, and its answers count`, async () => {
      const host = await t.address({ display_name: "Desk" });
      const made: Event[] = [];
      for (const body of wanted) {
        const full = { ...body, attendees: [ann, { email: "bob@example.net" }], send_invites: true };
        made.push(await t.api.must<Event>(201, t.api.post(pathOf(host), full)));
      }
      const texts = (await mailed(host)).filter((_, index) => index % 2 === 0);
      const { events, replies } = readWithPython(program, {
        texts,
        replies: texts.map((text) => ({ text, email: ann.email, partstat: "TENTATIVE" })),
        cancels: [],
      })!;
      for (const [index, [reading]] of events.entries()) {
        const [body, event] = [wanted[index]!, made[index]!];
        const epoch = (local: string, at: string) =>
          Date.parse(body.all_day ? `${local}T00:00:00Z` : at) / 1000;
        expect(reading).toMatchObject({
          method: "REQUEST",
          uid: event.uid,
          summary: body.title,
          description: body.description ?? "",
          location: body.location ?? "",
          status: "CONFIRMED",
          sequence: 0,
          start: epoch(body.start, event.start_at),
          end: epoch(body.end, event.end_at),
          organizer: `mailto:${host.email}`,
        });
        expect(reading!.attendees.map(([address]) => address)).toEqual([
          "mailto:ann@example.org",
          "mailto:bob@example.net",
        ]);
        if (reading!.instances && body.recurrence) {
          const window = `after=${event.start_at}&before=2027-01-01T00:00:00Z`;
          const shown = await t.api.get<PageOf<Event>>(`${pathOf(host)}?expand=true&${window}`);
          expect(reading!.instances).toEqual(
            shown.json.data
              .filter(({ id }) => id.startsWith(event.id))
              .map(({ start_at }) => Date.parse(start_at) / 1000),
          );
        }
      }
      for (const text of replies) await deliver(host, { from: ann.email, method: "REPLY", text });
      for (const { id } of made) {
        const { attendees } = await t.api.must<Event>(200, t.api.get(`${pathOf(host)}/${id}`));
        expect(attendees.map(({ email, status }) => [email, status])).toEqual([
          [ann.email, "tentative"],
          ["bob@example.net", "needs-action"],
        ]);
      }
    });

    test.skipIf(!isThere)(`${program} invites and cancels`, async () => {
      const [host, guest] = [await t.address(), await t.address()];
      const foreign = `boss-${program}@corp.example`;
      for (const body of wanted) {
        const full = { ...body, attendees: [guest], send_invites: true };
        await t.api.must(201, t.api.post(pathOf(host), { ...full, attendees: [{ email: guest.email }] }));
      }
      // The object that the service sent, read and written by the program as an organizer of its own.
      const texts = (await mailed(host)).map((text) =>
        text
          .replace(/\r?\n[ \t]/g, "")
          .replaceAll(host.email, foreign)
          .replaceAll("UID:", "UID:x-"),
      );
      const { cancels } = readWithPython(program, { texts: [], replies: [], cancels: texts })!;
      for (const text of texts) await deliver(guest, { from: foreign, method: "REQUEST", text });
      const theirs = async () => (await list(guest)).filter(({ uid }) => uid.startsWith("x-"));
      expect(
        (await theirs()).map(({ title, status, response_status }) => [title, status, response_status]),
      ).toEqual(
        [...wanted]
          .sort((a, b) => (a.start < b.start ? -1 : 1))
          .map(({ title }) => [title, "confirmed", "needs-action"]),
      );
      for (const text of cancels) await deliver(guest, { from: foreign, method: "CANCEL", text });
      expect((await theirs()).map(({ status }) => status)).toEqual(wanted.map(() => "cancelled"));
    });
  }

  const list = async (address: TestAddress) =>
    (await t.api.get<PageOf<Event>>(`${pathOf(address)}?limit=200`)).json.data;
});
