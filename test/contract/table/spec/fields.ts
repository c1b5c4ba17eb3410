// SPEC: The fields of addresses, attachments, messages, invitations and threads.
import { expect } from "bun:test";
import { absent, many, none, one, refused } from "../../answers.ts";
import { minute, nobody } from "../../fixtures.ts";
import type { Table } from "../rows.ts";
import { emails, eventsOf, withFile } from "../samples.ts";

export const fields: Table = {
  "SPEC Resources and their fields": {
    "Timestamps are ISO 8601 in UTC": async (f) => {
      const { created_at } = await f.address();
      expect(created_at).toMatch(/Z$/);
      expect(Math.abs(Date.parse(created_at) - f.clock.now())).toBeLessThan(minute);
    },
    "ids are strings": async (f) => expect((await f.address()).id).toBeString(),
    "Integers are plain integers": async (f) => {
      const { text } = await f.get(`/identities/${(await f.address()).id}`);
      expect(text).toMatch(/"routed_address_count":0,/);
    },
  },

  "SPEC Address": {
    "All of its fields are always present, and there are no others": async (f) => {
      const { id } = await f.address();
      await one(f.get(`/identities/${id}`), 200, "Address");
    },
    "email is local_part and domain": async (f) => {
      const address = await f.address();
      expect(address.email).toBe(`${address.local_part}@${address.domain}`);
      expect(address.domain).toBe(f.t.domain);
    },
    "display_name is a string or null": async (f) => {
      expect((await f.address()).display_name).toBeNull();
      expect((await f.address({ display_name: "Ada" })).display_name).toBe("Ada");
    },
    "type is human, team, application, workflow or agent": async (f) => {
      for (const type of ["human", "team", "application", "workflow", "agent"] as const)
        expect((await f.address({ type })).type).toBe(type);
      const body = { domain_id: f.t.domainId, local_part: f.next("x"), type: "robot" };
      await refused(f.post("/identities", body), 400, "validation_error", /human, team/);
    },
    "mode says who answers: human, automated or hybrid": async (f) => {
      for (const mode of ["human", "automated", "hybrid"] as const)
        expect((await f.address({ mode })).mode).toBe(mode);
    },
    "status is active, suspended or archived": async (f) => {
      const { id, status } = await f.address();
      expect(status).toBe("active");
      for (const wanted of ["suspended", "archived", "active"])
        expect((await one(f.patch(`/identities/${id}`, { status: wanted }), 200, "Address")).status).toBe(
          wanted as "active",
        );
    },
    "capabilities are booleans by name, derived from type and plan": async (f) => {
      const { capabilities } = await f.address({ type: "application" });
      expect(capabilities).toMatchObject({ send: true, inbox: false });
    },
    "has_inbox is false for an address that turns mail into events and stores nothing": async (f) => {
      expect((await f.address({ type: "application" })).has_inbox).toBe(false);
      expect((await f.address()).has_inbox).toBe(true);
    },
    "expires_at is when it stops accepting mail": async (f) => {
      const to = await f.address({ expires_at: f.soon(2 * minute) });
      expect(await f.rcpt(to.email)).toBe("250 2.1.5");
      f.clock.advance(3 * minute);
      expect(await f.rcpt(to.email)).toStartWith("550 5.2.1");
    },
    "Expiry suspends the address and never deletes it": async (f) => {
      const { id } = await f.address({ expires_at: f.soon(2 * minute) });
      f.clock.advance(3 * minute);
      await f.expire();
      expect(await one(f.get(`/identities/${id}`), 200, "Address")).toMatchObject({
        id,
        status: "suspended",
      });
    },
    "send_policy is open, reply_only (who wrote first) or list": async (f) => {
      for (const send_policy of ["open", "reply_only", "list"] as const)
        expect((await f.address({ send_policy })).send_policy).toBe(send_policy);
    },
    "tenant_id is the caller's own grouping, never parsed": async (f) => {
      const tenant_id = "  {not: parsed}/ü ";
      expect((await f.address({ tenant_id })).tenant_id).toBe(tenant_id);
    },
    "An application has no inbox: its threads are an empty result, not an error": async (f) => {
      const { id } = await f.address({ type: "application" });
      await none(f.get(`/threads?identity_id=${id}`));
    },
  },

  "SPEC Attachment": {
    "It has exactly these fields; size is in bytes": async (f) => {
      const { message } = await f.inbound(withFile);
      const { attachments } = await one(f.get(`/messages/${message.id}`), 200, "Message");
      expect(attachments).toMatchObject([
        { filename: "n.txt", content_type: "text/x-note", size: 5, downloadable: true },
      ]);
    },
    "downloadable is false when no stored object backs the metadata": async (f) => {
      const { message } = await f.inbound(withFile);
      const [file] = message.attachments;
      const restore = await f.loseObject(file!.id);
      const { attachments } = await one(f.get(`/messages/${message.id}`), 200, "Message");
      expect(attachments).toEqual([{ ...file!, downloadable: false }]);
      await absent(f.get(`/attachments/${file!.id}`));
      await restore();
    },
  },

  "SPEC Message": {
    "All of its fields are always present, and there are no others": async (f) => {
      const { message } = await f.inbound();
      await one(f.get(`/messages/${message.id}`), 200, "Message");
    },
    "identity is the address that it belongs to": async (f) => {
      const { address, message } = await f.inbound();
      expect(message.identity).toBe(address.id);
    },
    "from, to and cc are mailbox references": async (f) => {
      const { message } = await f.inbound({
        from: "Ada <ada@far.example>",
        headers: ["To: Bob <bob@far.example>, c@far.example", "Cc: Dan <d@far.example>"],
      });
      expect([message.from, message.to, message.cc]).toEqual([
        { email: "ada@far.example", name: "Ada" },
        [
          { email: "bob@far.example", name: "Bob" },
          { email: "c@far.example", name: null },
        ],
        [{ email: "d@far.example", name: "Dan" }],
      ]);
    },
    "subject is a string or null": async (f) => {
      expect((await f.inbound({ subject: "Words" })).message.subject).toBe("Words");
      expect((await f.inbound({ subject: "" })).message.subject).toBeNull();
    },
    "delivered_to is the envelope recipient, and not always in to": async (f) => {
      const { address, message } = await f.inbound({ headers: ["To: list@far.example"] });
      expect([message.delivered_to, emails(message.to)]).toEqual([address.email, ["list@far.example"]]);
    },
    "delivered_to is null where there was no envelope recipient": async (f) => {
      const sent = await f.send(await f.some(), { to: f.far() });
      expect((await one(f.get(`/messages/${sent.id}`), 200, "Message")).delivered_to).toBeNull();
    },
    "text is the message's own text part, quoted history included": async (f) =>
      expect((await f.quoted()).message.text).toContain("> Are you free?"),
    "html is sanitised by the server": async (f) => {
      const { message } = await f.inbound({
        headers: ["MIME-Version: 1.0", "Content-Type: text/html"],
        body: '<p onclick="x()">Hi<script>alert(1)</script><img src="javascript:x()"></p>\r\n',
      });
      expect(message.html).toContain("Hi");
      expect(message.html).not.toMatch(/script|onclick/);
    },
    "reply_html is html without quoted history": async (f) => {
      const { message } = await f.quoted();
      expect(message.reply_html).toContain("Yes, gladly.");
      expect(message.reply_html).not.toContain("Are you free?");
    },
    "quoted_html is the quoted history": async (f) =>
      expect((await f.quoted()).message.quoted_html).toContain("Are you free?"),
    "quoted_html is null when there was nothing to fold": async (f) =>
      expect((await f.inbound()).message.quoted_html).toBeNull(),
    "reply_text is the reply as plain text": async (f) =>
      expect((await f.quoted()).message.reply_text).toBe("Yes, gladly."),
    "is_read and is_spam are booleans, false for ordinary new mail": async (f) =>
      expect((await f.inbound()).message).toMatchObject({ is_read: false, is_spam: false }),
    "invitation is the calendar part that the message carried": async (f) => {
      const to = await f.address();
      const { message } = await f.invite(to, f.next("uid"));
      expect(message.invitation).toMatchObject({ method: "REQUEST", summary: "Planning" });
    },
    "calendar_event_id is the event that the calendar made of it": async (f) => {
      const to = await f.address();
      const { message } = await f.invite(to, f.next("uid"));
      const found = await one(f.get(`${eventsOf(to)}/${message.calendar_event_id}`), 200, "CalendarEvent");
      expect(found.origin_message_id).toBe(message.id);
    },
    "A later move of the meeting does not change what invitation reports": async (f) => {
      const to = await f.address();
      const uid = f.next("uid");
      const first = await f.invite(to, uid);
      await f.invite(to, uid, {
        lines: ["SEQUENCE:1", "DTSTART:20270401T070000Z", "DTEND:20270401T080000Z"],
      });
      const [event] = await many(f.get(eventsOf(to)), "CalendarEvent");
      expect(event!.start_at).toBe("2027-04-01T07:00:00.000000Z");
      const again = await one(f.get(`/messages/${first.message.id}`), 200, "Message");
      expect(again.invitation).toEqual(first.message.invitation);
    },
  },

  "SPEC Invitation": {
    "It has exactly these fields": async (f) => {
      const to = await f.address();
      const { message } = await f.invite(to, f.next("uid"));
      await one(f.get(`/messages/${message.id}`), 200, "Message");
      expect(message.invitation).not.toBeNull();
    },
    "uid and sequence are those of the calendar part": async (f) => {
      const uid = f.next("uid");
      const { message } = await f.invite(await f.some(), uid, { lines: ["SEQUENCE:3"] });
      expect(message.invitation).toMatchObject({ uid, sequence: 3 });
    },
    "start is the local wall time that the sender wrote; with timezone it is authoritative": async (f) => {
      const { message } = await f.invite(await f.some(), f.next("uid"), {
        lines: ["DTSTART;TZID=Europe/Berlin:20270330T090000", "DTEND;TZID=Europe/Berlin:20270330T100000"],
      });
      expect(message.invitation).toMatchObject({
        start: "2027-03-30T09:00:00",
        end: "2027-03-30T10:00:00",
        timezone: "Europe/Berlin",
      });
    },
    "starts_at and ends_at are the same moments as UTC instants": async (f) => {
      const { message } = await f.invite(await f.some(), f.next("uid"), {
        lines: ["DTSTART;TZID=Europe/Berlin:20270330T090000", "DTEND;TZID=Europe/Berlin:20270330T100000"],
      });
      expect(message.invitation).toMatchObject({
        starts_at: "2027-03-30T07:00:00.000000Z",
        ends_at: "2027-03-30T08:00:00.000000Z",
      });
    },
    "all_day is told": async (f) => {
      const { message } = await f.invite(await f.some(), f.next("uid"), {
        lines: ["DTSTART;VALUE=DATE:20270330", "DTEND;VALUE=DATE:20270331"],
      });
      expect(message.invitation).toMatchObject({ all_day: true, start: "2027-03-30", end: "2027-03-31" });
    },
    "organizer_email and organizer_name are told": async (f) => {
      const { message } = await f.invite(await f.some(), f.next("uid"));
      expect(message.invitation).toMatchObject({
        organizer_email: "boss@far.example",
        organizer_name: "Boss",
      });
    },
    "Each attendee has email, name, status, optional and rsvp": async (f) => {
      const to = await f.address();
      const { message } = await f.invite(to, f.next("uid"));
      expect(message.invitation!.attendees).toEqual([
        { email: to.email, name: null, status: "needs-action", optional: false, rsvp: true },
      ]);
    },
    "recurrence_rule is the rule of a series": async (f) => {
      const { message } = await f.invite(await f.some(), f.next("uid"), {
        lines: ["RRULE:FREQ=WEEKLY;COUNT=3"],
      });
      expect(message.invitation).toMatchObject({
        recurrence_rule: "FREQ=WEEKLY;COUNT=3",
        is_instance: false,
      });
    },
    "is_instance is true for one date of a series": async (f) => {
      const { message } = await f.invite(await f.some(), f.next("uid"), {
        lines: ["RECURRENCE-ID:20270330T070000Z"],
      });
      expect(message.invitation!.is_instance).toBe(true);
    },
  },

  "SPEC Thread": {
    "It has exactly these fields": async (f) => {
      const { message } = await f.inbound();
      await one(f.get(`/threads/${message.thread_id}`), 200, "Thread");
    },
    "status is open, waiting, resolved or human_review": async (f) => {
      const { message } = await f.inbound();
      for (const status of ["waiting", "resolved", "human_review", "open"] as const) {
        const changed = await one(f.patch(`/threads/${message.thread_id}`, { status }), 200, "Thread");
        expect(changed.status).toBe(status);
      }
    },
    "owner_type is human, automation or agent": async (f) => {
      const { message } = await f.inbound();
      for (const owner_type of ["human", "automation", "agent"] as const) {
        const changed = await one(f.patch(`/threads/${message.thread_id}`, { owner_type }), 200, "Thread");
        expect(changed.owner_type).toBe(owner_type);
      }
    },
    "assignee_id is a uuid or null, and assigned_at with it": async (f) => {
      const { message } = await f.inbound();
      const path = `/threads/${message.thread_id}`;
      expect(await one(f.get(path), 200, "Thread")).toMatchObject({ assignee_id: null, assigned_at: null });
      const given = await one(f.patch(path, { assignee_id: nobody }), 200, "Thread");
      expect(given).toMatchObject({ assignee_id: nobody, assigned_at: expect.any(String) });
    },
    "message_count and last_message_at follow its messages": async (f) => {
      const { address, message } = await f.inbound({ subject: "Count" });
      const reply = await f.send(address, { to: "ada@far.example", in_reply_to: message.id });
      const thread = await one(f.get(`/threads/${message.thread_id}`), 200, "Thread");
      const newest = await one(f.get(`/messages/${reply.id}`), 200, "Message");
      expect(thread).toMatchObject({
        message_count: 2,
        last_message_at: newest.created_at,
        subject: "Count",
      });
    },
  },
};
