// Every kind of event really happens, reaches a webhook, and is as the OpenAPI document says.
import { afterAll, expect, test } from "bun:test";
import { eventTypes } from "../../../src/schema/events/events.ts";
import { eachApp, eventually, ShiftedClock, type TestAddress } from "../../support/app/app.ts";
import { contractOf } from "../../support/app/contract.ts";
import { domainCalls } from "../../support/app/domains.ts";
import { eventMisfit } from "../../support/app/events.ts";
import { signupAccount } from "../../support/app/keys.ts";
import { outsideEnv, startDns } from "../../support/fakes/dns.ts";
import { smtpError } from "../../support/fakes/mx-server.ts";
import { startReceiver, startSink } from "../../support/fakes/receivers.ts";

const dns = await startDns({ "_dmarc.strict.example": { TXT: ["v=DMARC1; p=quarantine"] } });
const sink = await startSink({
  onRcptTo({ address }, _session, done) {
    if (address.startsWith("gone")) done(smtpError(550, "5.1.1 User unknown"));
    else if (address.startsWith("later")) done(smtpError(451, "4.7.1 Try again later"));
    else done();
  },
});
const receiver = startReceiver();
const clock = new ShiftedClock();
afterAll(() => Promise.all([dns.stop(), sink.stop(), receiver.stop()]));

const env = {
  ...outsideEnv(dns),
  SMTP_RELAY_URL: sink.url,
  MAIL_DOMAIN: "agents.test",
};

function mail(from: string, to: string, lines: readonly string[] = ["", "Hello"]): string {
  return [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${crypto.randomUUID()}`,
    "MIME-Version: 1.0",
    ...lines,
    "",
  ].join("\r\n");
}

/** A complaint in the feedback format about a message that was sent. RFC 5965 */
function complaint(about: { from: string; raw: string }, recipient: string): string[] {
  const part = (type: string, ...lines: string[]) => ["--b", `Content-Type: ${type}`, ...lines];
  return [
    'Content-Type: multipart/report; report-type=feedback-report; boundary="b"',
    "",
    ...part("text/plain", "", "This is an abuse report."),
    ...part("message/feedback-report", "", "Feedback-Type: abuse", "User-Agent: Fbl/1", "Version: 1"),
    `Original-Rcpt-To: ${recipient}`,
    "",
    ...part("message/rfc822", "", `Return-Path: <${about.from}>`, ...about.raw.split("\r\n")),
    "--b--",
  ];
}

function invitation(to: TestAddress): string[] {
  return [
    "Content-Type: text/calendar; charset=utf-8; method=REQUEST",
    "",
    ...["BEGIN:VCALENDAR", "VERSION:2.0", "METHOD:REQUEST", "BEGIN:VEVENT", "DTSTAMP:20260101T000000Z"],
    ...[`UID:${to.id}`, "SUMMARY:Plan", "ORGANIZER:mailto:boss@far.example"],
    `ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${to.email}`,
    ...["DTSTART:20270327T080000Z", "DTEND:20270327T090000Z", "END:VEVENT", "END:VCALENDAR"],
  ];
}

eachApp(
  "every kind of event",
  (t) => {
    test("happens, and reaches a webhook as documented", async () => {
      receiver.calls.items.length = 0;
      const hook = await t.api.must<{ id: string }>(201, t.api.post("/webhooks", { url: receiver.url }));
      const told = (type: string) => receiver.calls.find(({ event }) => event.type === type);
      await t.api.must(200, t.api.post(`/webhooks/${hook.id}/test`));
      const address = await t.address();
      const { id, email } = address;

      await t.raw({ from: "ada@far.example", to: email, raw: mail("ada@far.example", email) });
      await t.raw({ from: "eve@strict.example", to: email, raw: mail("eve@strict.example", email) });
      const { event } = await told("thread.created");
      await t.api.must(200, t.api.patch(`/threads/${event.data.thread_id}`, { status: "resolved" }));
      const until = new Date(clock.now() + 30_000).toISOString();
      await t.api.must(200, t.api.patch(`/threads/${event.data.thread_id}`, { snoozed_until: until }));

      const send = (to: string) =>
        t.api.must<{ id: string }>(
          201,
          t.api.post("/messages", { from: email, to, subject: "S", text: "T" }),
        );
      await send("ok@far.example");
      await send("gone@far.example");
      await send("later@far.example");
      await told("message.delivered");
      const sent = sink.mails.findLast(({ to }) => to.includes("ok@far.example"))!;
      const abuse = `abuse@${t.domain}`;
      const lines = complaint(sent, "ok@far.example");
      await t.raw({ from: "fbl@far.example", to: abuse, raw: mail("fbl@far.example", abuse, lines) });

      const news = { from: email, to: "ok@far.example", text: "News", list_unsubscribe: true };
      await t.api.must(201, t.api.post("/messages", news));
      const mailbox = await eventually(
        () => /<mailto:(unsubscribe[^?]*)/.exec(sink.mails.at(-1)!.raw.replace(/\r\n[ \t]+/g, ""))?.[1],
      );
      await t.raw({ from: "ok@far.example", to: mailbox, raw: mail("ok@far.example", mailbox) });

      const rule = { domain_id: t.domainId, local_part: `passed-on-${t.kind}`, identity_id: id };
      const { address: routed } = await t.api.must<{ address: string }>(
        201,
        t.api.post("/routing-rules", { ...rule, forward_to: ["ok@far.example"] }),
      );
      await t.raw({ from: "ada@far.example", to: routed, raw: mail("ada@far.example", routed) });

      const calendar = `/identities/${id}/calendar/events`;
      const meeting = {
        title: "Plan",
        start: "2027-01-05T09:00:00",
        end: "2027-01-05T10:00:00",
        timezone: "UTC",
      };
      const notices = { starting_minutes: 10, ending_minutes: 0 };
      await t.api.must(200, t.api.patch(`/identities/${id}/calendar`, notices));
      const local = (ms: number) => new Date(clock.now() + ms).toISOString().slice(0, 19);
      const soon = { title: "Soon", start: local(60_000), end: local(90_000) };
      await t.api.must(201, t.api.post(calendar, soon));
      await told("calendar_event.starting");
      clock.advance(100_000);
      t.app.core.actors.feed.pokeAll();
      await told("calendar_event.ending");
      const made = await t.api.must<{ id: string }>(201, t.api.post(calendar, meeting));
      await t.api.must(200, t.api.patch(`${calendar}/${made.id}`, { title: "Plan B" }));
      await t.api.must(204, t.api.delete(`${calendar}/${made.id}`));
      const request = mail("boss@far.example", email, invitation(address));
      await t.raw({ from: "boss@far.example", to: email, raw: request });
      const invited = await receiver.calls.find(
        ({ event }) => event.type === "calendar.event.created" && event.data.source === "email",
      );
      const respond = t.api.post(`${calendar}/${invited.event.data.event_id}/respond`, {
        status: "accepted",
      });
      await t.api.must(200, respond);

      const draft = await t.api.must<{ id: string }>(
        201,
        t.api.post("/drafts", { identity_id: id, to: [`nobody@${t.domain}`], text: "T" }),
      );
      const sendAt = new Date(clock.now() + 90_000).toISOString();
      await t.api.must(200, t.api.post(`/drafts/${draft.id}/schedule`, { send_at: sendAt }));
      clock.advance(100_000);
      t.app.core.actors.feed.pokeAll();
      await told("draft.send_failed");

      const protection = `/identities/${id}/protection`;
      const held = { outbound: "all", expires_after: 60, on_expiry: "reject" };
      await t.api.must(200, t.api.call("PUT", protection, held));
      const hold = async () => {
        const body = { from: email, to: "ada@far.example", subject: "Waits", text: "Hello" };
        const { review_id } = await t.api.must<{ review_id: string }>(202, t.api.post("/messages", body));
        return `/reviews/${review_id}`;
      };
      await t.api.must(200, t.api.post(`${await hold()}/approve`));
      await t.api.must(200, t.api.post(`${await hold()}/reject`, { reason: "No." }));
      await t.api.must(200, t.api.post(`${await hold()}/return`, { comment: "Say when." }));
      await hold();
      clock.advance(61_000);
      t.app.core.actors.feed.pokeAll();
      await told("review.expired");
      await t.api.must(200, t.api.call("PUT", protection, {}));

      const { event: came } = await told("message.received");
      const { message_id: message, thread_id: thread } = came.data as Record<string, string>;
      for (const change of [{ is_read: true }, { is_read: false }, { folder: "archive" }])
        await t.api.must(200, t.api.patch(`/messages/${message}`, change));
      const label = await t.api.must<{ id: string }>(
        201,
        t.api.post("/labels", { identity_id: id, name: "kinds" }),
      );
      await t.api.must(200, t.api.call("PUT", `/threads/${thread}/labels/${label.id}`));
      await t.api.must(200, t.api.delete(`/threads/${thread}/labels/${label.id}`));
      for (let n = 0; n < 2; n++) await t.api.must(200, t.api.delete(`/messages/${message}`));
      await t.api.must(200, t.api.patch(`/drafts/${draft.id}`, { text: "U" }));
      await t.api.delete(`/drafts/${draft.id}`);

      await t.api.must(200, t.api.patch(`/identities/${id}`, { display_name: "D" }));
      await t.api.must(200, t.api.patch(`/identities/${id}`, { status: "suspended" }));
      await t.api.must(204, t.api.delete(`/identities/${id}`));
      await t.api.must(201, t.api.post("/domains", { domain: `kinds-${t.kind}.example` }));

      // A claim of somebody else's account that nobody proves.
      const { add, verify } = domainCalls(t);
      const { api } = await signupAccount(t);
      const claimed = await add(api, `unproven-${t.kind}.example`);
      await api.must(201, api.post("/webhooks", { url: receiver.url, event_types: ["domain.failed"] }));
      clock.advance(73 * 3_600_000);
      await verify(claimed.id, api);

      const contract = await contractOf(t.api.base);
      for (const type of eventTypes) {
        const { event: one } = await told(type);
        expect([type, eventMisfit(contract, one)]).toEqual([type, null]);
      }
      expect(receiver.calls.items.flatMap(({ event: one }) => eventMisfit(contract, one) ?? [])).toEqual([]);
      await eventually(async () => {
        const [row] = await t.app.core.database.values(
          "select count(*)::int from deliveries where status <> 'delivered'",
        );
        return row?.[0] === 0;
      });
    });
  },
  { clock, env },
);
