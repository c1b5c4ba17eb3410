// DECISIONS: The kinds of events, their list and their stream.
import { expect } from "bun:test";
import { bodiless, many, one, page, refused } from "../../answers.ts";
import type { Table } from "../rows.ts";
import { eventsOf, meet } from "../samples.ts";

export const events: Table = {
  "DECISIONS Events, webhooks, deliveries": {
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
    "wait with order=desc is 400": async (f) =>
      void (await refused(f.get("/events?order=desc&wait=1"), 400, "validation_error")),
  },
};
