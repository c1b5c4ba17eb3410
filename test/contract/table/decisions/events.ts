// DECISIONS: The kinds of events, their list and their stream.
import { expect } from "bun:test";
import { bodiless, many, one, page, refused } from "../../answers.ts";
import { held, type Table } from "../rows.ts";
import { eventsOf, meet } from "../samples.ts";

export const events: Table = {
  "DECISIONS Events, webhooks, deliveries": {
    "type takes kinds with commas between them": held(
      "http/message/message-sending.test.ts",
      "events of several kinds, with commas or each apart",
    ),
    "The event kinds": async (f) => {
      const kinds =
        "message.received message.received.spam message.sent message.delivered message.deferred message.bounced message.complained message.failed message.forwarded recipient.unsubscribed message.read message.unread message.moved message.deleted draft.created draft.updated draft.deleted draft.send_failed thread.labelled thread.unlabelled thread.created thread.updated thread.unsnoozed identity.created identity.updated identity.suspended identity.deleted domain.verified domain.failed calendar.event.created calendar.event.updated calendar.event.deleted calendar.event.responded calendar_event.starting calendar_event.ending review.requested review.approved review.rejected review.returned review.expired webhook.test".split(
          " ",
        );
      const hook = await f.hook({ identity_id: (await f.quiet()).id, event_types: kinds });
      expect(hook.event_types.toSorted()).toEqual(kinds.toSorted());
      const { webhooks } = JSON.parse((await f.raw("/openapi.json", { key: null })).text);
      expect(Object.keys(webhooks).sort()).toEqual(kinds.sort());
    },
    "No event_types: all": async (f) => {
      const address = await f.address();
      const hook = await f.hook({ identity_id: address.id });
      expect(hook.event_types).toEqual([]);
      const { message } = await f.inbound({ to: address });
      await one(f.patch(`/threads/${message.thread_id}`, { status: "resolved" }), 200, "Thread");
      for (const type of ["message.received", "thread.created", "thread.updated"]) await f.told(hook, type);
    },
    "message.sent, thread.created, identity.created, identity.updated and identity.suspended come as named":
      async (f) => {
        const address = await f.address();
        await f.send(address, { to: f.far() });
        await one(f.patch(`/identities/${address.id}`, { display_name: "New" }), 200, "Address");
        await one(f.patch(`/identities/${address.id}`, { status: "suspended" }), 200, "Address");
        for (const type of [
          "identity.created",
          "identity.updated",
          "identity.suspended",
          "message.sent",
          "thread.created",
        ])
          expect((await f.event(type, address.id)).data).toMatchObject({ identity_id: address.id });
      },
    "identity.deleted comes too": async (f) => {
      const { id, email } = await f.address();
      await bodiless(f.del(`/identities/${id}`));
      await f.until(async () => {
        const { data: rows } = await page(f.get("/events?type=identity.deleted&limit=200"), "Event");
        return rows.find(({ data: told }) => told.identity_id === id && told.email === email);
      });
    },
    "calendar.event.created, updated and deleted come as named": async (f) => {
      const to = await f.address();
      const { id } = await meet(f, to);
      await one(f.patch(`${eventsOf(to)}/${id}`, { title: "New" }), 200, "CalendarEvent");
      await bodiless(f.del(`${eventsOf(to)}/${id}`));
      for (const type of ["created", "updated", "deleted"])
        expect((await f.event(`calendar.event.${type}`, to.id)).data).toMatchObject({ event_id: id });
    },
    "message.read, unread, moved, deleted, thread.labelled and draft.created come as named": held(
      "actors/identity/mailbox-events.test.ts",
      "what is done with mail is told, of many messages in one event",
    ),
    "message.received.spam comes for spam": held("smtp/authentication.test.ts", "message.received.spam"),
    "message.deferred comes while a recipient's server puts mail off": held(
      "actors/workers/outbound-mail.test.ts",
      "a deferred mail is tried again, and reported once",
    ),
    "message.bounced and message.failed come for what is refused for good": held(
      "actors/workers/outbound-mail.test.ts",
      "a permanent refusal bounces; the last one fails the message; an unknown user is suppressed",
    ),
    "message.complained comes for a complaint": held(
      "actors/workers/returned-mail.test.ts",
      "a complaint to abuse finds its message by the returned envelope sender",
    ),
    "draft.send_failed comes when a scheduled draft is refused": held(
      "actors/workers/scheduled-drafts.test.ts",
      "draft.send_failed",
    ),
    "domain.verified and domain.failed come as named": held(
      "http/domains/domain-verification.test.ts",
      "domain.failed",
    ),
    "calendar.event.responded comes with an answer": async (f) => {
      const to = await f.address();
      const { message } = await f.invite(to, f.next("uid"));
      const path = `${eventsOf(to)}/${message.calendar_event_id}/respond`;
      await one(f.post(path, { status: "accepted" }), 200, "CalendarEvent");
      expect((await f.event("calendar.event.responded", to.id)).data).toMatchObject({
        event_id: message.calendar_event_id,
      });
    },
    "message.delivered is per recipient: its server gave the final 250": async (f) => {
      const from = await f.address();
      const [a, b] = [f.far(), f.far()];
      await f.send(from, { to: [a, b] });
      const told = await f.until(async () => {
        const { data: rows } = await page(
          f.get(`/events?type=message.delivered&identity_id=${from.id}`),
          "Event",
        );
        return rows.length === 2 && rows;
      });
      expect(told.map(({ data: one_ }) => one_.recipient).sort()).toEqual([a, b].sort());
    },
    "Mail to an address of this service is delivered when stored": async (f) => {
      const [from, to] = [await f.address(), await f.address()];
      await f.send(from, { to: to.email });
      expect((await f.event("message.delivered", from.id)).data).toMatchObject({ recipient: to.email });
    },
    'In message.received to is the envelope recipient, from the bare address, subject "" when there is none':
      async (f) => {
        const { address } = await f.inbound({
          from: "Ada <ada@far.example>",
          headers: ["To: else@far.example"],
          subject: "",
        });
        expect((await f.event("message.received", address.id)).data).toMatchObject({
          to: address.email,
          from: "ada@far.example",
          subject: "",
        });
      },
    "GET /events answers a page of the last 30 days": async (f) => {
      const address = await f.address();
      await f.event("identity.created", address.id);
      await many(f.get("/events"), "Event");
    },
    "Events are kept 30 days": held("http/events/events.test.ts", "goes back thirty days"),
    "?wait=30 waits for the next": held(
      "http/events/event-stream.test.ts",
      "a list that waits answers with the next event, or with nothing in time",
    ),
    "GET /events?order=desc is newest first; ?after= leaves out what is older": held(
      "http/events/event-lists.test.ts",
      "after begins with a moment",
    ),
    "?cursor=now is what happens from now on": held(
      "http/events/event-lists.test.ts",
      "cursor=now begins with what happens next",
    ),
    "With wait next_cursor always says where to go on": held(
      "http/events/event-lists.test.ts",
      "a list that waits always says where to go on, without loss or repeat",
    ),
    "wait with order=desc is 400": async (f) =>
      void (await refused(f.get("/events?order=desc&wait=1"), 400, "validation_error")),
    "No page of events is empty with has_more": held(
      "http/events/event-lists.test.ts",
      "a page holds what a filter or a key lets through, whatever lies between",
    ),
    "GET /events/stream: server-sent events; Last-Event-ID resumes without a gap": held(
      "http/events/event-stream.test.ts",
      "a client that is cut a hundred times sees each event once, in order",
    ),
    "POST /next hands out mail from before, between and during calls, each once": held(
      "http/events/next.test.ts",
      "mail before the first call, between calls and during one comes, each once, with its text",
    ),
    "An item that nobody has acknowledged comes again when its lease ends, to whoever asks": held(
      "http/events/next.test.ts",
      "without its token an item comes again when its lease ends, in its order; others go on meanwhile",
    ),
    "A token holds after the lease, until another call has the item, and twice": held(
      "http/events/next.test.ts",
      "a token holds after the lease, until another call has the item, and twice",
    ),
    "Workers of one key share the work": held(
      "http/events/next.test.ts",
      "workers with one key share the work, keys have each their own",
    ),
    "POST /next under an Idempotency-Key repeats the item": held(
      "http/events/next.test.ts",
      "a call that was made again with its Idempotency-Key gets its item, also when it was acknowledged",
    ),
    "What was handed out for one filter is not handed out for another": held(
      "http/events/next.test.ts",
      "filters have each their place, and what is done for one is done for all",
    ),
    "begin is start or now": held(
      "http/events/next.test.ts",
      "a first call begins with unread mail, or with what comes from now on",
    ),
    "Held mail comes once it was let in": held(
      "http/events/next.test.ts",
      "held mail comes once it was let in",
    ),
    "Decisions come to the key whose send waited": held(
      "http/events/next.test.ts",
      "decisions come to the key whose send waited, and to no other",
    ),
    "What a key remembers ends with it": held(
      "http/events/next.test.ts",
      "a key gets what it reaches, and remembers nothing once it has ended",
    ),
    "What a key remembers is bounded": held(
      "http/events/next.test.ts",
      "what is remembered is bounded, and old read mail is passed over once",
    ),
    "A program of the level read may call POST /next": held(
      "http/events/next.test.ts",
      "a program of the level read may ask, and has a place of its own",
    ),
    "skipped_since says from when events are no longer kept": held(
      "http/events/next.test.ts",
      "what was asked for longer ago than events are kept says so, and unread mail comes all the same",
    ),
  },
};
