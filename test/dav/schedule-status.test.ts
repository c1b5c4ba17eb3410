// SCHEDULE-STATUS: how far the mails about an object have come, shown to those who sync. RFC 6638 3.2.9, 3.2.10, 7.1 to 7.3
import { afterAll, expect, test } from "bun:test";
import { nowInstant, systemClock } from "../../src/lib/clock.ts";
import { composeDsn } from "../../src/mail/report/compose-dsn.ts";
import { eachApp, eventually } from "../support/app/app.ts";
import { client as rest } from "../support/clients/calendar.ts";
import { clientOf, type DavClient, davClient, eventText, sync } from "../support/clients/dav.ts";
import { smtpError } from "../support/fakes/mx-server.ts";
import { startSink } from "../support/fakes/receivers.ts";

const sink = await startSink({
  onRcptTo({ address }, _session, done) {
    if (address.startsWith("gone")) done(smtpError(550, "5.1.1 User unknown"));
    else if (address.startsWith("wall")) done(smtpError(554, "5.7.1 Blocked by policy"));
    else if (address.startsWith("later")) done(smtpError(451, "4.7.1 Try again later"));
    else done();
  },
});
afterAll(() => sink.stop());

const env = {
  // This machine is the world outside.
  TRUSTED_NETWORKS: "127.0.0.0/8",
  SMTP_GREETING_MS: "0",
  SMTP_TARPIT_MS: "0",
  SMTP_RELAY_URL: sink.url,
};
const when = ["DTSTART:20270401T090000Z", "DTEND:20270401T100000Z", "SUMMARY:Meet"];
let counter = 0;

interface Status {
  email: string;
  code: string;
  message_id: string | null;
}

eachApp(
  "SCHEDULE-STATUS",
  (t) => {
    const calls = rest(t);
    const meeting = (organizer: DavClient, attendees: readonly string[], more: readonly string[] = []) =>
      eventText(`told-${++counter}`, [
        ...when,
        ...more,
        `ORGANIZER:mailto:${organizer.email}`,
        `ATTENDEE;PARTSTAT=ACCEPTED:mailto:${organizer.email}`,
        ...attendees.map((one) => `ATTENDEE;RSVP=TRUE;PARTSTAT=NEEDS-ACTION${one}`),
      ]);
    /** The statuses in an object, by the first letters of the property and its address; "" for none. */
    const statuses = (text: string) =>
      [...text.replace(/\r\n /g, "").matchAll(/^(ATTENDEE|ORGANIZER)([^\r]*):mailto:([^@\r]+)@/gm)].map(
        ([, name, params, local]) =>
          `${name === "ORGANIZER" ? "organizer " : ""}${local} ${/;SCHEDULE-STATUS=([^;:]+)/.exec(params!)?.[1] ?? ""}`.trim(),
      );
    const shown = async (client: DavClient, href: string) =>
      statuses((await client.request("GET", href)).text);
    const settled = (client: DavClient, href: string, wanted: readonly string[]) =>
      eventually(async () => Bun.deepEquals(await shown(client, href), wanted));
    const hrefOf = async (client: DavClient) => {
      const { responses } = await client.multi("PROPFIND", client.calendar, { headers: { depth: "1" } });
      return responses[1]?.href ?? false;
    };
    const far = (name: string) => `:mailto:${name}@${t.kind}.far.example`;
    const namesOf = (client: DavClient) => client.email.split("@")[0]!;

    // DECISIONS CalDAV: SCHEDULE-STATUS says how far the last mail to each attendee has come, and a bounce changes it
    test("tells of each attendee what became of the mail, until the answer comes", async () => {
      const [ann, bob] = [await davClient(t), await davClient(t)];
      const own = namesOf(ann);
      const people = [`:mailto:${bob.email}`, far("eve"), far("gone"), far("wall"), far("later")];
      const text = meeting(ann, [...people, `:mailto:nobody@${t.domain}`]);
      const put = await ann.put("m.ics", text);
      // RFC 4791 5.3.4: what is given back is not what was written.
      expect([put.status, put.headers.get("etag")]).toEqual([201, null]);
      const tag = put.headers.get("schedule-tag")!;
      const first = await ann.multi("REPORT", ann.calendar, { body: sync("") });
      const href = first.responses[0]!.href;
      const before = [`organizer ${own}`, own, `${namesOf(bob)} 1.2`];
      const rest = ["gone 3.7", "wall 5.3", "later 1.0", "nobody 3.7"];
      await settled(ann, href, [...before, "eve 1.1", ...rest]);
      const now = await ann.request("GET", href);
      expect(now.headers.get("schedule-tag")).toBe(tag);

      // What the next server took comes back later.
      const { from, raw } = await sink.taken.find(({ to }) => to.includes(`eve@${t.kind}.far.example`));
      expect(raw).not.toContain("SCHEDULE-STATUS");
      const failed = { action: "failed" as const, status: "5.1.1", diagnostic: "550 5.1.1 User unknown" };
      const report = await composeDsn({
        from: "mailer-daemon@far.example",
        to: from,
        hostname: "mx.far.example",
        messageId: `<${crypto.randomUUID()}@far.example>`,
        date: nowInstant(systemClock),
        arrived: nowInstant(systemClock),
        recipients: [{ address: `eve@${t.kind}.far.example`, remoteMta: "mx.far.example", ...failed }],
        original: Buffer.from(raw, "latin1"),
        returnFull: false,
      });
      const changes = await ann.multi("REPORT", ann.calendar, { body: sync(first.token!) });
      await t.raw({ from: "", to: from, raw: Buffer.from(report) });
      await settled(ann, href, [...before, "eve 3.7", ...rest]);
      const later = await ann.multi("REPORT", ann.calendar, { body: sync(changes.token!) });
      expect(later.responses.map((one) => one.href)).toEqual([href]);

      // A program that gives back what it read has nothing written anew.
      const read = await ann.request("GET", href);
      expect(read.headers.get("schedule-tag")).toBe(tag);
      const same = await ann.put("m.ics", read.text.replace("SUMMARY:Meet", "X-MINE:1\r\nSUMMARY:Meet"), {
        "if-match": read.headers.get("etag")!,
      });
      expect([same.status, same.headers.get("etag") !== null]).toEqual([204, true]);

      const event = (await calls.list(ann)).data[0]!;
      const path = `${calls.pathOf(ann)}/${event.id}`;
      const known = await t.api.must<{ schedule_status: Status[] }>(200, t.api.get(path));
      const codes = known.schedule_status.map(({ email, code }) => `${email.split("@")[0]} ${code}`).sort();
      expect(codes).toEqual([`${namesOf(bob)} 1.2`, "eve 3.7", ...rest].sort());

      const copy = await eventually(() => hrefOf(bob));
      const { text: given, headers } = await bob.request("GET", copy);
      expect(statuses(given)).not.toContain("1.2");
      const answer = given
        .replace(/\r\n /g, "")
        .replace(new RegExp(`PARTSTAT=NEEDS-ACTION(?=[^\\r]*:mailto:${bob.email})`), "PARTSTAT=ACCEPTED");
      const own2 = headers.get("schedule-tag")!;
      const answered = await bob.request("PUT", copy, {
        body: answer,
        headers: { "if-schedule-tag-match": own2 },
      });
      expect([answered.status, answered.headers.get("schedule-tag")]).toEqual([204, own2]);
      await settled(ann, href, [`organizer ${own}`, own, `${namesOf(bob)} 2.0`, "eve 3.7", ...rest]);
      // The attendee sees whether the organizer has the answer, and of nobody else.
      const names = [namesOf(bob), "eve", "gone", "wall", "later", "nobody"];
      await settled(bob, copy, [`organizer ${own} 1.2`, own, ...names]);
    });

    // DECISIONS CalDAV: What REST's calls mail is told of too, as schedule_status of an event
    test("REST's calls and answers are told of too, and dates that are cancelled", async () => {
      const ann = await davClient(t);
      const ada = `ada@${t.kind}.far.example`;
      const event = await t.api.must<{ id: string }>(
        201,
        t.api.post(calls.pathOf(ann), {
          title: "Daily",
          start: "2027-04-05T09:00:00",
          end: "2027-04-05T09:30:00",
          recurrence: { rule: "FREQ=DAILY;COUNT=5" },
          attendees: [{ email: ada }, { email: `gone.too@${t.kind}.far.example` }],
          send_invites: true,
        }),
      );
      const href = `${ann.calendar}${event.id}.ics`;
      await settled(ann, href, [`organizer ${namesOf(ann)}`, "ada 1.1", "gone.too 3.7"]);
      const read = () =>
        t.api.must<{ etag: string; schedule_status: Status[] }>(
          200,
          t.api.get(`${calls.pathOf(ann)}/${event.id}`),
        );
      const before = await read();
      const date = `${event.id}_20270406T090000Z`;
      await t.api.must(204, t.api.delete(`${calls.pathOf(ann)}/${date}?send_invites=true`));
      const mail = ({ schedule_status: lines }: { schedule_status: Status[] }) =>
        lines.find(({ email }) => email === ada)!;
      await eventually(async () => {
        const { message_id, code } = mail(await read());
        return message_id !== mail(before).message_id && code === "1.1";
      });
      // The mails of somebody who is off the list are over.
      await t.api.must(
        200,
        t.api.patch(`${calls.pathOf(ann)}/${event.id}`, {
          attendees: [{ email: ada }],
          send_invites: true,
        }),
      );
      expect((await read()).schedule_status.map(({ email }) => email)).toEqual([ada]);
    });

    // DECISIONS CalDAV: A mail that waits for a person is pending
    test("a mail that waits for a person is pending, and refused when it does not leave", async () => {
      const ann = await davClient(t);
      await t.api.must(200, t.api.call("PUT", `/identities/${ann.id}/protection`, { outbound: "all" }));
      expect((await ann.put("held.ics", meeting(ann, [far("waits")]))).status).toBe(201);
      const href = `${ann.calendar}held.ics`;
      const own = [`organizer ${namesOf(ann)}`, namesOf(ann)];
      expect(await shown(ann, href)).toEqual([...own, "waits 1.0"]);
      const reviews = await t.api.get<{ data: { id: string; identity_id: string }[] }>("/reviews");
      const { id } = reviews.json.data.find(({ identity_id }) => identity_id === ann.id)!;
      await t.api.must(200, t.api.post(`/reviews/${id}/reject`, { reason: "No." }));
      expect(await shown(ann, href)).toEqual([...own, "waits 5.3"]);
    });

    // DECISIONS CalDAV: SCHEDULE-FORCE-SEND sends again, and is not kept
    test("SCHEDULE-FORCE-SEND sends again and is not kept; SCHEDULE-AGENT=CLIENT keeps the client's status", async () => {
      const ann = await davClient(t);
      const mails = () => sink.mails.filter(({ to }) => to.includes(`force@${t.kind}.far.example`)).length;
      const text = (more: string) => {
        const made = meeting(ann, [
          `${more}${far("force")}`,
          `;SCHEDULE-AGENT=CLIENT;SCHEDULE-STATUS=2.8${far("own")}`,
        ]);
        return made.replace(/UID:told-\d+/, "UID:forced");
      };
      const people = (code: string) => [
        `organizer ${namesOf(ann)}`,
        namesOf(ann),
        `force ${code}`,
        "own 2.8",
      ];
      await ann.put("f.ics", text(""));
      await settled(ann, `${ann.calendar}f.ics`, people("1.1"));
      expect(mails()).toBe(1);
      // Nothing changed, so nobody is told, and what is known stays though the client left it out.
      await ann.put("f.ics", text(""));
      expect(await shown(ann, `${ann.calendar}f.ics`)).toEqual(people("1.1"));
      const forced = await ann.put("f.ics", text(";SCHEDULE-FORCE-SEND=REQUEST"));
      expect([forced.status, forced.headers.get("etag")]).toEqual([204, null]);
      await eventually(async () => mails() === 2);
      await settled(ann, `${ann.calendar}f.ics`, people("1.1"));
      expect((await ann.get("f.ics")).text).not.toContain("FORCE-SEND");
      await t.app.core.actors.idle();
      expect(sink.mails.some(({ to }) => to.includes(`own@${t.kind}.far.example`))).toBe(false);
    });

    test("an answer is sent again with SCHEDULE-FORCE-SEND=REPLY", async () => {
      const bob = await clientOf(t, await t.address());
      const boss = `boss@${t.kind}.far.example`;
      const answers = () => sink.mails.filter(({ to }) => to.includes(boss)).length;
      const text = (more: string) =>
        eventText("reply", [
          ...when,
          `ORGANIZER${more}:mailto:${boss}`,
          `ATTENDEE;PARTSTAT=ACCEPTED:mailto:${bob.email}`,
        ]);
      expect((await bob.put("r.ics", text(""))).status).toBe(201);
      await settled(bob, `${bob.calendar}r.ics`, ["organizer boss 1.1", namesOf(bob)]);
      expect(answers()).toBe(1);
      expect((await bob.put("r.ics", text(";SCHEDULE-FORCE-SEND=REPLY"))).status).toBe(204);
      await eventually(async () => answers() === 2);
      expect((await bob.get("r.ics")).text).not.toContain("FORCE-SEND");
    });
  },
  { env },
);
