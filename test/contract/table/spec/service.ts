// SPEC: What the service is: its path, its promises in a sentence each, how it names a mailbox.
import { expect } from "bun:test";
import { callsOf } from "../../../support/app/contract.ts";
import { bodiless, gone, many, one, refused } from "../../answers.ts";
import { hour } from "../../fixtures.ts";
import type { Table } from "../rows.ts";
import { eventsOf, ids, meet, meeting } from "../samples.ts";

export const service: Table = {
  "SPEC Email Inbox Service API Specification": {
    "Paths begin with /api/v1, relative to the service's host root": async (f) => {
      const document = JSON.parse((await f.raw("/openapi.json", { key: null })).text);
      expect(callsOf(document).filter(({ path }) => !path.startsWith("/api/v1/"))).toEqual([]);
      expect((await f.raw("/api/v1/pods")).status).toBe(200);
    },
    "/v1 in the prose on calendars is short for the same prefix: calendars are below /api/v1, and there is no other":
      async (f) => {
        const { id } = await f.address();
        await one(f.post(`/identities/${id}/calendar/events`, meeting), 201, "CalendarEvent");
        expect((await f.raw(`/v1/identities/${id}/calendar/events`)).status).toBe(404);
      },
  },

  "SPEC What the service does": {
    "One call creates an address that receives mail into an inbox": async (f) => {
      const address = await one(
        f.post("/identities", { domain_id: f.t.domainId, local_part: f.next("one-call") }),
        201,
        "Address",
      );
      const { message } = await f.inbound({ to: address });
      expect(message.identity).toBe(address.id);
    },
    "Conversations are kept as threads that carry status and ownership": async (f) => {
      const { message } = await f.inbound();
      const thread = await one(f.get(`/threads/${message.thread_id}`), 200, "Thread");
      expect(thread).toMatchObject({ status: "open", owner_type: "automation" });
    },
    "It sends mail from a domain the account owns": async (f) => {
      const from = await f.address();
      await f.send(from, { to: f.far(), subject: f.next("owned") });
      expect((await f.left(`From: ${from.email}`)).from).toEndWith(`@${f.t.domain}`);
    },
    "An address has a type, a mode and a send policy": async (f) => {
      const fields = { type: "team", mode: "hybrid", send_policy: "list" };
      expect(await f.address(fields)).toMatchObject(fields);
    },
    "A message has text and sanitised HTML, a view without quoted history, attachments and perhaps an invitation":
      async (f) => {
        const { message } = await f.quoted();
        expect(message).toMatchObject({ attachments: [], invitation: null, reply_text: "Yes, gladly." });
        expect([message.text, message.html]).toEqual([
          expect.stringContaining("Are you free?"),
          expect.stringContaining("Are you free?"),
        ]);
      },
    "Messages are sent, drafts kept, and a draft is scheduled to send later": async (f) => {
      const draft = await f.draft({ to: [f.far()], text: "later" });
      const sendAt = { send_at: f.soon(hour) };
      const scheduled = await one(f.post(`/drafts/${draft.id}/schedule`, sendAt), 200, "Draft");
      expect(scheduled.status).toBe("scheduled");
    },
    "Labels and folders organise; pods group addresses and domains": async (f) => {
      const pod = await one(f.post("/pods", { name: "Group" }), 201, "Pod");
      const address = await f.address({ pod_id: pod.id });
      expect(ids(await many(f.get(`/pods/${pod.id}/identities`), "Address"))).toEqual([address.id]);
      await many(f.get(`/mailboxes?identity_id=${address.id}`), "Folder");
    },
    "An unclaimed address is routed to an existing address or to a webhook": async (f) => {
      const local_part = f.next("unclaimed");
      expect(await f.rcpt(`${local_part}@${f.t.domain}`)).toBe("550 5.1.1");
      const to = await f.address();
      await one(
        f.post("/routing-rules", { domain_id: f.t.domainId, local_part, identity_id: to.id }),
        201,
        "RoutingRule",
      );
      const { message } = await f.inbound({ to, rcpt: `${local_part}@${f.t.domain}` });
      expect(message.delivered_to).toBe(`${local_part}@${f.t.domain}`);
    },
    "Events are pushed to an HTTP endpoint; attempts are inspected and replayed": async (f) => {
      const { address } = await f.inbound();
      const hook = await f.hook({ identity_id: address.id });
      await f.inbound({ to: address });
      await f.told(hook, "message.received");
      const [delivery] = await many(f.get(`/deliveries?webhook_id=${hook.id}`), "Delivery");
      await one(f.post(`/deliveries/${delivery!.id}/replay`), 200, "Delivery");
    },
    "API keys are minted and revoked, and restricted to a list of address ids": async (f) => {
      const { id } = await f.address();
      const key = await one(f.post("/api-keys", { name: "k", identity_ids: [id] }), 201, "ApiKeyCreated");
      expect(ids(await many(f.api.as(key.token).get("/identities"), "Address"))).toEqual([id]);
      await gone(f.del(`/api-keys/${key.id}`), key.id);
    },
    "An agent signs itself up, with a six-digit code that a human confirms": async (f) => {
      const { human, signup } = await f.agent();
      const code = await f.code(human);
      expect(code).toMatch(/^\d{6}$/);
      await one(f.verify(signup.signup_id, code), 200, "AgentVerified");
    },
    "Calendar events of an address are created, changed and deleted, attendees invited if asked": async (
      f,
    ) => {
      const to = await f.address();
      const guest = f.far();
      const made = await meet(f, to, { attendees: [{ email: guest }], send_invites: true });
      expect((await f.left(made.uid)).to).toEqual([guest]);
      await one(f.patch(`${eventsOf(to)}/${made.id}`, { title: "Other" }), 200, "CalendarEvent");
      await bodiless(f.del(`${eventsOf(to)}/${made.id}`));
    },
    "A single object is { data }": async (f) => {
      const { id } = await f.address();
      expect(Object.keys((await f.get(`/identities/${id}`)).json as object)).toEqual(["data"]);
    },
    "A page is { data, has_more, next_cursor }": async (f) => {
      await f.address();
      await many(f.get("/identities"), "Address");
    },
    "A failure is { error: { code, message } }": (f) =>
      refused(f.get("/identities?limit=0"), 400, "validation_error"),
    "There are exactly these three envelopes and no others": async (f) => {
      const { components, paths } = JSON.parse((await f.raw("/openapi.json", { key: null })).text);
      const shapes = callsOf({ components, paths } as never).flatMap(({ operation }) =>
        Object.values(operation.responses).map((response) => {
          const found =
            "$ref" in response ? components.responses[response.$ref.split("/").at(-1)!] : response;
          const schema = found.content?.["application/json"]?.schema;
          const target = schema?.$ref ? components.schemas[schema.$ref.split("/").at(-1)!] : schema;
          return target && Object.keys(target.properties).sort().join(" ");
        }),
      );
      expect(new Set(shapes)).toEqual(new Set([undefined, "data", "data has_more next_cursor", "error"]));
    },
    "A 204 has no body": async (f) => {
      const { id } = await f.address();
      await bodiless(f.del(`/identities/${id}`));
    },
  },

  "SPEC Mailbox reference": {
    "It has an email and a name, which is null when none was given": async (f) => {
      const { message } = await f.inbound({ from: "ada@far.example" });
      expect(message.from).toEqual({ email: "ada@far.example", name: null });
    },
    "name is the display name": async (f) => {
      const { message } = await f.inbound({ from: "Ada Love <ada@far.example>" });
      expect(message.from).toEqual({ email: "ada@far.example", name: "Ada Love" });
    },
  },
};
