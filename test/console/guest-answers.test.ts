// Guests answer an invitation by the links of its mail: what a GET leaves as it is, what a POST tells, and when a link ends.
import { expect, test } from "bun:test";
import { answerToken } from "../../actors/identity/calendar/answer-links.ts";
import { nowInstant } from "../../src/lib/clock.ts";
import { getEventRow } from "../../src/store/calendar/calendar-events.ts";
import { eachApp, eventually, ShiftedClock, type SuiteApp, type TestAddress } from "../support/app/app.ts";
import { Browser } from "./browser.ts";

const clock = new ShiftedClock();
const day = 86_400_000;

interface MadeEvent {
  id: string;
  attendees: { email: string; status: string }[];
}

const dateAt = (days: number) => new Date(clock.now() + days * day).toISOString().slice(0, 10);

async function invited(t: SuiteApp, more: Record<string, unknown> = {}) {
  const [host, guest] = [await t.address({ display_name: "Host" }), await t.address()];
  const made = await t.api.must<MadeEvent>(
    201,
    t.api.post(`/identities/${host.id}/calendar/events`, {
      title: "Plans & cakes",
      location: "Room 5",
      start: `${dateAt(3)}T10:00:00`,
      end: `${dateAt(3)}T11:00:00`,
      timezone: "Europe/Berlin",
      attendees: [{ email: guest.email }, { email: "third@remote.example" }],
      send_invites: true,
      ...more,
    }),
  );
  const mail = await letterTo(t, guest);
  const links = [...mail.text.matchAll(/^(Yes|Maybe|No): (http\S+)$/gm)].map(([, , url]) => url!);
  const path = `/identities/${host.id}/calendar/events/${made.id}`;
  const answer = async () =>
    (await t.api.must<MadeEvent>(200, t.api.get(path))).attendees.map(({ status }) => status);
  return { host, guest, made, mail, links, path, answer };
}

async function letterTo(t: SuiteApp, { id }: TestAddress) {
  const { id: message } = await eventually(
    async () => (await t.api.must<{ id: string }[]>(200, t.api.get(`/messages?identity_id=${id}`)))[0],
  );
  return t.api.must<{ text: string; html: string }>(200, t.api.get(`/messages/${message}`));
}

async function visited(t: SuiteApp, link: string): Promise<Browser> {
  const browser = new Browser(t.api.base);
  const { pathname, search } = new URL(link);
  await browser.get(pathname + search);
  return browser;
}

eachApp(
  "links of invitations",
  (t) => {
    // DECISIONS Calendar: A guest answers by a link of the mail: a GET changes nothing, a POST counts as a REPLY
    test("show what was mailed, and answer by a form alone", async () => {
      const { guest, mail, links, answer, made, host } = await invited(t);
      expect(links).toHaveLength(3);
      expect(mail.text).toContain("Where: Room 5");
      expect(mail.html).toContain("Will you come?");
      expect(mail.html).toContain("Plans &amp; cakes");
      for (const link of links) {
        const browser = await visited(t, link);
        expect(browser.status).toBe(200);
        for (const text of ["Plans &amp; cakes", "Room 5", "Europe/Berlin", "10:00–11:00"])
          expect(browser.text).toContain(text);
        for (const text of ["third@remote.example", host.email, t.accountId, 'class="side"'])
          expect(browser.text).not.toContain(text);
      }
      expect(await answer()).toEqual(["needs-action", "needs-action"]);
      const browser = await visited(t, links[0]!);
      await browser.submit("/console/invitation", { answer: "accepted" });
      expect([browser.status, browser.text.includes("You said yes.")]).toEqual([200, true]);
      expect(await answer()).toEqual(["accepted", "needs-action"]);
      const again = await visited(t, links[2]!);
      expect(again.text).toContain("You accepted");
      await again.submit("/console/invitation", { answer: "accepted" });
      await again.get(again.at);
      const declined = await visited(t, links[2]!);
      await declined.submit("/console/invitation", { answer: "declined" });
      expect(await answer()).toEqual(["declined", "needs-action"]);
      // An answer that is there already is none.
      const told = await t.app.core.database.values(
        "select data->>'response_status', data->>'attendee' from events where account_id = $1::uuid and type = 'calendar.event.responded' and data::text like '%' || $2::text || '%' order by xid, id",
        [t.accountId, made.id],
      );
      expect(told).toEqual([
        ["accepted", guest.email],
        ["declined", guest.email],
      ]);
    });

    test("are one guest's, whole, and without words that were not mailed", async () => {
      const { links, path, answer } = await invited(t);
      const token = new URL(links[0]!).searchParams.get("token")!;
      const browser = await visited(t, links[0]!);
      const form = browser.form("/console/invitation");
      for (const bad of [
        "",
        "x",
        token.slice(0, -1),
        `${token.slice(0, 60)}A${token.slice(61)}`,
        `${token}A`,
      ]) {
        expect((await visited(t, `http://x/console/invitation?token=${bad}`)).status).toBe(410);
        const sent = new URLSearchParams({ ...Object.fromEntries(form), token: bad, answer: "accepted" });
        expect((await browser.post("/console/invitation", sent)).status).toBe(410);
      }
      const odd = new URLSearchParams({ ...Object.fromEntries(form), answer: "delegated" });
      expect((await browser.post("/console/invitation", odd)).status).toBe(400);
      const forged = new URLSearchParams({ token, answer: "accepted", csrf: "x" });
      expect((await browser.post("/console/invitation", forged)).status).toBe(403);
      await t.api.must(200, t.api.patch(path, { title: "A secret purpose", location: "The cellar" }));
      const after = await visited(t, links[0]!);
      expect([after.status, after.text.includes("secret"), after.text.includes("cellar")]).toEqual([
        200,
        false,
        false,
      ]);
      expect(await answer()).toEqual(["needs-action", "needs-action"]);
    });

    // DECISIONS Calendar: The link of a guest ends when the event moves, loses the guest, is cancelled, deleted or over
    test("end when the event moves, loses the guest, is cancelled or over", async () => {
      const changes: Record<string, Record<string, unknown>> = {
        moves: { start: `${dateAt(3)}T12:00:00`, end: `${dateAt(3)}T13:00:00` },
        guest: { attendees: [{ email: "third@remote.example" }] },
        cancelled: { status: "cancelled" },
      };
      for (const [name, change] of Object.entries(changes)) {
        const { links, path } = await invited(t);
        const open = await visited(t, links[0]!);
        expect([name, open.status]).toEqual([name, 200]);
        await t.api.must(200, t.api.patch(path, change));
        expect([name, (await visited(t, links[0]!)).status]).toEqual([name, 410]);
        await open.submit("/console/invitation", { answer: "accepted" });
        expect([name, open.status]).toEqual([name, 410]);
      }
      const gone = await invited(t);
      await t.api.must(204, t.api.delete(gone.path));
      expect((await visited(t, gone.links[0]!)).status).toBe(410);
      const late = await invited(t);
      clock.advance(4 * day);
      expect((await visited(t, late.links[0]!)).status).toBe(410);
    });

    // DECISIONS Calendar: The link of a guest answers nothing while the address takes no mail
    test("answer nothing while the address takes no mail, or is gone", async () => {
      const { links, host, answer } = await invited(t);
      const open = await visited(t, links[0]!);
      await t.api.must(200, t.api.patch(`/identities/${host.id}`, { status: "suspended" }));
      expect((await visited(t, links[0]!)).status).toBe(410);
      await open.submit("/console/invitation", { answer: "accepted" });
      expect(open.status).toBe(410);
      await t.api.must(200, t.api.patch(`/identities/${host.id}`, { status: "active" }));
      expect(await answer()).toEqual(["needs-action", "needs-action"]);
      expect((await visited(t, links[0]!)).status).toBe(200);
      await t.api.must(204, t.api.delete(`/identities/${host.id}`));
      expect((await visited(t, links[0]!)).status).toBe(410);
    });

    // DECISIONS Calendar: The link of a guest answers nothing where their mailed answer would wait for a person
    test("answer nothing where the guest's REPLY would be held", async () => {
      const { links, host, guest, answer } = await invited(t);
      const open = await visited(t, links[0]!);
      const own = `/identities/${host.id}/protection`;
      const refused = async () => {
        await open.submit("/console/invitation", { answer: "accepted" });
        expect([open.status, open.text.includes("come by mail")]).toEqual([403, true]);
        expect(await answer()).toEqual(["needs-action", "needs-action"]);
        const { pathname, search } = new URL(links[0]!);
        await open.get(pathname + search);
      };
      const entry = async (list: string) =>
        t.api.must<{ data: { id: string }[] }>(
          201,
          t.api.post(`${own}/lists`, { direction: "receive", list, entries: [guest.email] }),
        );
      await t.api.must(200, t.api.call("PUT", own, { inbound: "new_senders" }));
      await refused();
      // Nobody tells a blocked guest of it: the words are the same.
      await t.api.must(200, t.api.call("PUT", own, { inbound: "off" }));
      await entry("block");
      await refused();
      const listed = await t.api.get<{ data: { id: string }[] }>(`${own}/lists`);
      for (const { id } of listed.json.data) await t.api.must(200, t.api.delete(`${own}/lists/${id}`));
      await t.api.must(200, t.api.call("PUT", own, { inbound: "new_senders" }));
      await entry("allow");
      await open.submit("/console/invitation", { answer: "accepted" });
      expect(await answer()).toEqual(["accepted", "needs-action"]);
    });

    test("are for a series, and for a date that was changed, apart", async () => {
      const { host, guest, made, answer, links, path } = await invited(t, {
        recurrence: { rule: "FREQ=WEEKLY;COUNT=4" },
      });
      const dates = await t.api.must<MadeEvent[]>(
        200,
        t.api.get(`/identities/${host.id}/calendar/events?expand=true`),
      );
      const second = dates.filter(({ id }) => id.startsWith(`${made.id}_`))[1]!;
      const datePath = path.replace(made.id, second.id);
      await t.api.must(200, t.api.patch(datePath, { location: "Room 6" }));
      const { database, bounceSecret } = t.app.core;
      const scope = { accountId: t.accountId, identityIds: null };
      const row = await getEventRow(database, scope, { identityId: host.id, id: second.id });
      const token = answerToken(bounceSecret, row!, { email: guest.email, now: nowInstant(clock) });
      const ofDate = await visited(t, `http://x/console/invitation?token=${token}`);
      await ofDate.submit("/console/invitation", { answer: "declined" });
      expect(ofDate.text).toContain("You said no.");
      const dateAnswer = await t.api.must<MadeEvent>(200, t.api.get(datePath));
      expect(dateAnswer.attendees[0]!.status).toBe("declined");
      expect(await answer()).toEqual(["needs-action", "needs-action"]);
      const whole = await visited(t, links[1]!);
      await whole.submit("/console/invitation", { answer: "tentative" });
      expect(await answer()).toEqual(["tentative", "needs-action"]);
    });
  },
  { clock, deps: { clock } },
);
