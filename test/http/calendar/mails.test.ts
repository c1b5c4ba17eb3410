// Mails of a calendar: SPEC Calendar events (send_invites), DECISIONS Calendar (calendar mail, RFC 5546, 6047).
import { expect, test } from "bun:test";
import { parseCalendar } from "../../../src/calendar/invitations/invitation.ts";
import { parseNow } from "../../../src/mail/parse/parse.ts";
import type { PageOf } from "../../support/app/api.ts";
import { eachApp, ShiftedClock, type SuiteApp, type TestAddress } from "../../support/app/app.ts";
import { eventsShown } from "../../support/app/events.ts";

const meeting = {
  title: "Plan",
  start: "2026-03-27T09:00:00",
  end: "2026-03-27T10:00:00",
  timezone: "Europe/Berlin",
};

interface Event {
  id: string;
  uid: string;
  sequence: number;
  title: string;
  start: string;
}

function client(t: SuiteApp) {
  const pathOf = ({ id }: TestAddress) => `/identities/${id}/calendar/events`;
  /** What an address sent, oldest first: to whom, and the calendar object inside. */
  const sent = async (address: TestAddress) => {
    await eventsShown(t.app.core.database);
    const { json } =
      await t.api.get<PageOf<{ type: string; data: { message_id: string; identity_id: string } }>>(
        "/events?limit=200",
      );
    const ids = json.data
      .filter(({ type, data }) => type === "message.sent" && data.identity_id === address.id)
      .map(({ data }) => data.message_id);
    return Promise.all(ids.map((id) => read(id)));
  };
  const read = async (id: string) => {
    const raw = await t.api.bytes(`/messages/${id}/raw`);
    const mail = parseNow(raw, { envelopeFrom: "" });
    const calendar = parseCalendar(mail.calendarParts[0]?.text ?? "", mail.calendarParts[0]?.method ?? null);
    expect(calendar.defects).toEqual([]);
    return { to: mail.to.map(({ email }) => email), subject: mail.subject, mail, calendar };
  };
  return { pathOf, sent };
}

/** The events are to come. */
const clock = new ShiftedClock();
clock.advance(Date.parse("2026-03-01T00:00:00Z") - Date.now());

eachApp("calendar mails", suite, { clock });

function suite(t: SuiteApp): void {
  const { pathOf, sent } = client(t);
  const told = async (address: TestAddress, from = 0) =>
    (await sent(address))
      .slice(from)
      .map(
        ({ to, calendar }) => [to[0], calendar.method, calendar.invitations[0]?.invitation.sequence] as const,
      )
      .sort((a, b) => String(a[0]).localeCompare(String(b[0])));

  test("a date that was changed apart is so in the series that begins before it, under the UID of that one", async () => {
    const [address, guest] = [await t.address(), "ann@example.org"];
    const recurrence = { rule: "FREQ=WEEKLY;COUNT=5" };
    const body = { ...meeting, attendees: [{ email: guest }], recurrence };
    await t.api.must(201, t.api.post(pathOf(address), body));
    const dates = () => t.api.must<Event[]>(200, t.api.get(`${pathOf(address)}?expand=true`));
    const change = async (one: number, patch: object, query = "") =>
      t.api.must<Event>(200, t.api.patch(`${pathOf(address)}/${(await dates())[one]!.id}${query}`, patch));
    for (const one of [1, 3]) await change(one, { location: `Room ${one}` });
    const later = await change(2, { title: "Later", send_invites: true }, "?mode=future");
    const found = await dates();
    expect(found.map(({ title, uid }) => [title, uid === later.uid])).toEqual([
      ["Plan", false],
      ["Plan", false],
      ["Later", true],
      ["Plan", true],
      ["Later", true],
    ]);
    expect(found[3]).toMatchObject({
      series_id: later.id,
      original_start: found[3]!.start,
      location: "Room 3",
    });
    const mails = (await sent(address)).map(({ calendar }) => calendar.invitations);
    const told = mails.map((all) =>
      all.map(({ invitation: { uid, location } }) => [uid === later.uid, location]),
    );
    // The series that ends with its own date, and the one that begins with its.
    expect(told).toEqual([
      [
        [false, null],
        [false, "Room 1"],
      ],
      [
        [true, null],
        [true, "Room 3"],
      ],
    ]);
  });

  // DECISIONS Calendar: Who is added to a series is invited to its changed dates too, but cancelled ones
  test("who is added to a series is invited to all of its dates, and who was taken off one hears no more of it", async () => {
    const address = await t.address();
    const [ann, bob, eve] = ["ann", "bob", "eve"].map((name) => ({ email: `${name}@example.org` }));
    const body = { ...meeting, attendees: [ann, bob], recurrence: { rule: "FREQ=WEEKLY;COUNT=5" } };
    const { id } = await t.api.must<Event>(201, t.api.post(pathOf(address), body));
    const dates = () => t.api.must<Event[]>(200, t.api.get(`${pathOf(address)}?expand=true`));
    const change = async (of: number | string, patch: object, query = "") => {
      const path = `${pathOf(address)}/${typeof of === "string" ? of : (await dates())[of]!.id}${query}`;
      return t.api.must<Event>(200, t.api.patch(path, patch));
    };
    const late = { start: "2026-04-04T11:00:00", end: "2026-04-04T12:00:00" };
    await change(1, late);
    await change(3, { attendees: [ann] });
    await change(4, { status: "cancelled" });
    let before = 0;
    /** What each hears of the series: the dates that are left out, and those that are named. */
    const told = async () => {
      const mails = (await sent(address)).slice(before);
      before += mails.length;
      return mails
        .map(({ to, calendar }) => {
          const [series, ...named] = calendar.invitations;
          const out = series!.recurrence?.exdates.map((date) => date.slice(5, 10)) ?? [];
          const own = named.map(({ recurrence_id: date }) => date!.value.slice(5, 10));
          return `${to[0]!.split("@")[0]} -${out.join(" -")} +${own.join(" +")}`;
        })
        .sort();
    };
    await change(id, { attendees: [ann, bob, eve], send_invites: true });
    expect(await told()).toEqual([
      "ann - +04-03 +04-17 +04-24",
      "bob -04-17 +04-03 +04-24",
      "eve -04-24 +04-03 +04-17",
    ]);
    expect((await dates())[1]).toMatchObject({ start: late.start, attendees: [ann, bob, eve] });
    // Off a date for good, however often the series changes; and on it again.
    await change(id, { title: "Named", send_invites: true });
    expect(await told()).toEqual([
      "ann - +04-03 +04-17 +04-24",
      "bob -04-17 +04-03 +04-24",
      "eve -04-24 +04-03 +04-17",
    ]);
    await change(3, { attendees: [ann, bob, eve] });
    await change(
      2,
      { attendees: [ann, bob, eve, { email: "zoe@example.org" }], send_invites: true },
      "?mode=future",
    );
    expect((await told()).filter((line) => line.startsWith("zoe"))).toEqual(["zoe -04-24 +04-17"]);
  });

  test("a guest of one date alone is told when it goes or changes with its series", async () => {
    const address = await t.address();
    const [ann, bob] = [{ email: "ann@example.org" }, { email: "bob@example.org" }];
    const body = { ...meeting, attendees: [ann], recurrence: { rule: "FREQ=WEEKLY;COUNT=4" } };
    await t.api.must(201, t.api.post(pathOf(address), body));
    const path = async (one: number) =>
      `${pathOf(address)}/${(await t.api.must<Event[]>(200, t.api.get(`${pathOf(address)}?expand=true`)))[one]!.id}`;
    const elsewhere = { start: "2026-04-10T09:00:00", end: "2026-04-10T10:00:00", timezone: "Europe/London" };
    await t.api.must(200, t.api.patch(await path(2), { ...elsewhere, attendees: [ann, bob] }));
    const toBob = async () =>
      (await sent(address))
        .filter(({ to }) => to[0] === bob.email)
        .map(({ calendar: { method, invitations } }) => [
          method,
          invitations[0]!.invitation.summary,
          invitations[0]!.invitation.uid,
          invitations.map(({ recurrence_id: place }) => `${place?.value} ${place?.timezone}`),
        ]);
    const late = { title: "Later", send_invites: true };
    const first = await t.api.must<Event>(200, t.api.get(await path(0)));
    const later = await t.api.must<Event>(200, t.api.patch(`${await path(2)}?mode=future`, late));
    const place = ["2026-04-10T09:00:00 Europe/Berlin"];
    const told = [
      ["CANCEL", "Plan", first.uid, place],
      ["REQUEST", "Later", later.uid, place],
    ];
    expect(await toBob()).toEqual(told);
    expect((await t.api.delete(`${pathOf(address)}/${later.id}?send_invites=true`)).status).toBe(204);
    expect(await toBob()).toEqual([...told, ["CANCEL", "Later", later.uid, place]]);
  });

  // SPEC Events: Invitations sent with send_invites are calendar REQUEST mails
  test("attendees are notified only on request, each by a mail of their own", async () => {
    const address = await t.address({ display_name: "Desk" });
    const attendees = [{ email: "ann@example.org" }, { email: "bob@example.org", name: "Bob" }];
    await t.api.must(201, t.api.post(pathOf(address), { ...meeting, attendees }));
    expect(await sent(address)).toEqual([]);
    const body = { ...meeting, attendees, send_invites: true };
    const event = await t.api.must<Event>(201, t.api.post(pathOf(address), body));
    const mails = await sent(address);
    expect(mails.map(({ to }) => to)).toEqual([["ann@example.org"], ["bob@example.org"]]);
    for (const { mail, calendar } of mails) {
      expect(calendar).toMatchObject({ method: "REQUEST" });
      expect(calendar.invitations[0]?.invitation).toMatchObject({
        uid: event.uid,
        sequence: 0,
        summary: "Plan",
        timezone: "Europe/Berlin",
        starts_at: "2026-03-27T08:00:00.000000Z",
        organizer_email: address.email,
      });
      expect(mail.from.email).toBe(address.email);
    }
  });

  test("a change notifies added, removed and remaining attendees; a deletion all", async () => {
    const address = await t.address();
    const people = (...names: string[]) => names.map((name) => ({ email: `${name}@example.org` }));
    const path = pathOf(address);
    const body = { ...meeting, attendees: people("ann", "bob") };
    const { id } = await t.api.must<Event>(201, t.api.post(path, body));
    const change = { attendees: people("bob", "cat"), start: "2026-03-27T08:00:00", send_invites: true };
    await t.api.must(200, t.api.patch(`${path}/${id}`, change));
    expect(await told(address)).toEqual([
      ["ann@example.org", "CANCEL", 1],
      ["bob@example.org", "REQUEST", 1],
      ["cat@example.org", "REQUEST", 1],
    ]);
    await t.api.must(200, t.api.patch(`${path}/${id}`, { metadata: { a: 1 } }));
    expect(await told(address, 3)).toEqual([]);
    expect((await t.api.delete(`${path}/${id}?send_invites=true`)).status).toBe(204);
    expect(await told(address, 3)).toEqual([
      ["bob@example.org", "CANCEL", 2],
      ["cat@example.org", "CANCEL", 2],
    ]);
  });

  test("a mail about one instance has its RECURRENCE-ID", async () => {
    const address = await t.address();
    const body = {
      ...meeting,
      recurrence: { rule: "FREQ=WEEKLY" },
      attendees: [{ email: "ann@example.org" }],
    };
    const { id } = await t.api.must<Event>(201, t.api.post(pathOf(address), body));
    const path = `${pathOf(address)}/${id}_20260403T070000Z`;
    await t.api.must(200, t.api.patch(path, { title: "Other", send_invites: true }));
    expect((await t.api.delete(`${path}?send_invites=true`)).status).toBe(204);
    const parts = (await sent(address)).map(({ calendar }) => calendar.invitations[0]);
    expect(parts.map((part) => part?.recurrence_id?.at)).toEqual([
      "2026-04-03T07:00:00.000000Z",
      "2026-04-03T07:00:00.000000Z",
    ]);
    expect(parts.map((part) => part?.invitation.method)).toEqual(["REQUEST", "CANCEL"]);
  });

  test("a refused recipient does not stop the mails to the others", async () => {
    const address = await t.address();
    await t.api.must(201, t.api.post("/suppressions", { email: "ann@example.org" }));
    const body = { ...meeting, send_invites: true };
    const both = [{ email: "ann@example.org" }, { email: "bob@example.org" }];
    await t.api.must(201, t.api.post(pathOf(address), { ...body, attendees: both }));
    expect((await sent(address)).map(({ to }) => to)).toEqual([["bob@example.org"]]);
    const alone = await t.api.post(pathOf(address), { ...body, attendees: both.slice(0, 1) });
    expect(alone.status).toBe(422);
    const { json } = await t.api.get<PageOf<Event>>(pathOf(address));
    expect(json.data).toHaveLength(1);
  });

  test("an own event cannot be answered", async () => {
    const address = await t.address();
    const { id } = await t.api.must<Event>(201, t.api.post(pathOf(address), meeting));
    expect((await t.api.post(`${pathOf(address)}/${id}/respond`, { status: "accepted" })).status).toBe(403);
  });

  // DECISIONS Calendar: Who deletes or cancels what is over tells nobody, by whatever door
  test("what is over is deleted and cancelled without a word", async () => {
    const address = await t.address();
    const path = pathOf(address);
    const over = { start: "2026-01-02T09:00:00", end: "2026-01-02T10:00:00" };
    const body = { ...meeting, attendees: [{ email: "zed@example.org" }] };
    const made = (fields: object) => t.api.must<Event>(201, t.api.post(path, { ...body, ...fields }));
    const ended = await made({ ...over, recurrence: { rule: "FREQ=WEEKLY;COUNT=2" } });
    const weekly = await made({ ...over, recurrence: { rule: "FREQ=WEEKLY" } });
    const [deleted, cancelled] = [await made(over), await made(over)];
    for (const id of [ended.id, deleted.id, `${weekly.id}_20260109T080000Z`])
      expect((await t.api.delete(`${path}/${id}?send_invites=true`)).status).toBe(204);
    const called = { status: "cancelled", send_invites: true };
    await t.api.must(200, t.api.patch(`${path}/${cancelled.id}`, called));
    await t.api.must(200, t.api.patch(`${path}/${weekly.id}_20260116T080000Z`, called));
    expect(await told(address)).toEqual([]);
    // A date that was moved is to come, though no date of the rule is.
    const moved = await made({ ...over, recurrence: { rule: "FREQ=WEEKLY;COUNT=2" } });
    const later = { start: "2026-06-01T09:00:00", end: "2026-06-01T10:00:00" };
    await t.api.must(200, t.api.patch(`${path}/${moved.id}_20260109T080000Z`, later));
    expect((await t.api.delete(`${path}/${moved.id}?send_invites=true`)).status).toBe(204);
    expect((await told(address)).map(([, method]) => method)).toEqual(["CANCEL"]);
    const before = (await told(address)).length;
    // A series that goes on is told.
    expect((await t.api.delete(`${path}/${weekly.id}?send_invites=true`)).status).toBe(204);
    expect((await told(address)).slice(before)).toEqual([["zed@example.org", "CANCEL", expect.any(Number)]]);
  });
}
