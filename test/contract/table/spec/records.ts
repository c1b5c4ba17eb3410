// SPEC: The fields of webhooks, sent messages, agent signups and of the records that SPEC shows in part.
import { expect } from "bun:test";
import { bodiless, many, one, refused } from "../../answers.ts";
import { hour } from "../../fixtures.ts";
import { decided, type Table } from "../rows.ts";
import { meet, meeting, messageId } from "../samples.ts";

export const records: Table = {
  "SPEC Webhook": {
    "It has exactly these fields": async (f) => {
      const { id } = await f.hook();
      await one(f.get(`/webhooks/${id}`), 200, "Webhook");
      await bodiless(f.del(`/webhooks/${id}`));
    },
    "identity is an address or null": async (f) => {
      const { id } = await f.address();
      expect((await f.hook({ identity_id: id })).identity).toBe(id);
      const whole = await f.hook({ event_types: ["webhook.test"] });
      expect(whole.identity).toBeNull();
      await bodiless(f.del(`/webhooks/${whole.id}`));
    },
    "Its creation answers the same fields and the signing secret": async (f) => {
      const { id } = await f.address();
      const { address } = await f.inbound();
      const url = (await f.hook({ identity_id: address.id })).url;
      const made = await one(f.post("/webhooks", { url, identity_id: id }), 201, "WebhookCreated");
      expect(made.secret).not.toBe("");
    },
    "The secret is returned once and never again": async (f) => {
      const hook = await f.hook({ identity_id: (await f.quiet()).id });
      for (const answer of [await f.get(`/webhooks/${hook.id}`), await f.get("/webhooks?limit=200")]) {
        expect(answer.text).toContain(hook.id);
        expect(answer.text).not.toContain("whsec_");
      }
    },
  },

  "SPEC Sent": {
    "It has exactly id, thread_id and rejected": async (f) => {
      const { email } = await f.address();
      await one(f.post("/messages", { from: email, to: f.far(), text: "x" }), 201, "Sent");
    },
    "rejected names each refused recipient's address and the reason": async (f) => {
      const missing = `missing@${f.t.domain}`;
      const sent = await f.send(await f.some(), { to: [f.far(), missing] });
      expect(sent.rejected).toEqual([{ address: missing, reason: "unknown_local_recipient" }]);
    },
  },

  "SPEC Agent signup results": {
    "AgentSignup has signup_id, address, identity_id, can_send and code_expires_at": async (f) => {
      const body = { username: f.next("scout"), human_email: f.far() };
      const made = await one(f.open.post("/agent/signup", body, f.somewhere()), 201, "AgentSignup");
      expect(made.address).toBe(`${body.username}@${f.t.domain}`);
    },
    "can_send is always false": async (f) => expect((await f.agent()).signup.can_send).toBe(false),
    "code_expires_at is a timestamp or null": async (f) => {
      expect((await f.agent()).signup.code_expires_at).toBeString();
      expect((await f.agent({ human_email: null })).signup.code_expires_at).toBeNull();
    },
    "AgentVerified has address, identity_id and sign_in_url": async (f) => {
      const { human, signup } = await f.agent();
      const done = await one(f.verify(signup.signup_id, await f.code(human)), 200, "AgentVerified");
      expect(done).toMatchObject({ address: signup.address, identity_id: signup.identity_id });
    },
  },

  "SPEC Other records": {
    "The name of a webhook's secret: not shown": decided("Events, webhooks, deliveries"),
    "A draft is written by identity_id, from, to, cc, bcc, subject, text, in_reply_to_message_id, attachment_ids":
      async (f) => {
        const { address, message } = await f.inbound();
        const body = {
          identity_id: address.id,
          from: address.email,
          to: ["a@far.example"],
          cc: ["b@far.example"],
          bcc: ["c@far.example"],
          subject: "S",
          text: "T",
          in_reply_to_message_id: message.id,
        };
        expect(await one(f.post("/drafts", { ...body, attachment_ids: [] }), 201, "Draft")).toMatchObject(
          body,
        );
      },
    "in_reply_to_message_id is set at creation only": async (f) => {
      const draft = await f.draft();
      await refused(
        f.patch(`/drafts/${draft.id}`, { in_reply_to_message_id: null }),
        400,
        "validation_error",
        /in_reply_to_message_id/,
      );
    },
    "A scheduled draft carries send_at": async (f) => {
      const draft = await f.draft({ to: [f.far()] });
      expect(draft.send_at).toBeNull();
      const send_at = f.soon(hour);
      const scheduled = await one(f.post(`/drafts/${draft.id}/schedule`, { send_at }), 200, "Draft");
      expect(Date.parse(scheduled.send_at!)).toBe(Date.parse(send_at));
    },
    "A draft's full list of fields: not shown": decided("Drafts and sending"),
    "A pod has a name and a client_id, the caller's own id, never parsed": async (f) => {
      const client_id = f.next("{crm}/ü");
      expect(await one(f.post("/pods", { name: "P", client_id }), 201, "Pod")).toMatchObject({
        name: "P",
        client_id,
      });
    },
    "client_id is unique within the account": async (f) => {
      const client_id = f.next("crm");
      await one(f.post("/pods", { name: "P", client_id }), 201, "Pod");
      await refused(f.post("/pods", { name: "Q", client_id }), 409, "client_id_taken");
      await one((await f.other()).api.post("/pods", { name: "Q", client_id }), 201, "Pod");
    },
    "One pod is the default": async (f) => {
      const pods = await many(f.get("/pods"), "Pod");
      expect(pods.filter((pod) => pod.is_default)).toHaveLength(1);
    },
    "A label is written by identity_id, name and colour": async (f) => {
      const body = { identity_id: (await f.address()).id, name: "Urgent", colour: "#cc3333" };
      expect(await one(f.post("/labels", body), 201, "Label")).toMatchObject(body);
    },
    "A label's and a pod's field list: not shown": decided("Threads, messages, folders, labels"),
    "A routing rule has an address, a domain, exactly one destination and a status": async (f) => {
      const to = await f.address();
      const local_part = f.next("r");
      const body = { domain_id: f.t.domainId, local_part, identity_id: to.id };
      expect(await one(f.post("/routing-rules", body), 201, "RoutingRule")).toMatchObject({
        ...body,
        address: `${local_part}@${f.t.domain}`,
        webhook_id: null,
        status: "active",
      });
    },
    "A routing rule's field names: not shown": decided("Domains, pods, routing rules"),
    "Listed keys show name, prefix, reach and last use, never a secret": async (f) => {
      const { id } = await f.quiet();
      const body = { name: "Listed", identity_ids: [id] };
      const made = await one(f.post("/api-keys", body), 201, "ApiKeyCreated");
      const answer = await f.get("/api-keys?limit=200");
      const found = (await many(answer, "ApiKey")).find((key) => key.id === made.id);
      expect(found).toMatchObject({ ...body, last_used_at: null });
      expect(answer.text).not.toContain(made.token);
    },
    "A key's token is in the creation response only": async (f) => {
      const { id } = await f.quiet();
      const made = await one(f.post("/api-keys", { name: "k", identity_ids: [id] }), 201, "ApiKeyCreated");
      await many(f.api.as(made.token).get("/api-keys"), "ApiKey");
    },
    "A key's field names: not shown": decided("Authentication and keys"),
    "An app password's creation answers username and password together, once": async (f) => {
      const { id, email } = await f.address();
      const made = await one(
        f.post("/app-passwords", { identity_id: id, name: "Phone" }),
        201,
        "AppPasswordCreated",
      );
      expect(made.username).toBe(email);
      expect((await f.get(`/app-passwords?identity_id=${id}`)).text).not.toContain(made.password);
    },
    "An app password's other field names: not shown": decided("App passwords"),
    "A delivery attempt has an event, a status and an attempt count": async (f) => {
      const { address } = await f.inbound();
      const hook = await f.hook({ identity_id: address.id, event_types: ["message.received"] });
      await f.inbound({ to: address });
      const call = await f.told(hook, "message.received");
      await f.until(async () => {
        const [delivery] = await many(f.get(`/deliveries?webhook_id=${hook.id}`), "Delivery");
        expect(delivery).toMatchObject({ event_id: call.event.id, event_type: "message.received" });
        return delivery!.status === "delivered" && delivery!.attempt_count === 1;
      });
    },
    "A delivery's field names: not shown": decided("Events, webhooks, deliveries"),
    "A calendar event has title, start, end, timezone, location, attendees, sequence, status and an etag":
      async (f) => {
        const body = {
          timezone: "Europe/Berlin",
          location: "Room 1",
          attendees: [{ email: "g@far.example" }],
        };
        const made = await meet(f, await f.some(), body);
        expect(made).toMatchObject({ ...meeting, ...body, sequence: 0, status: "confirmed" });
        expect(made.etag).not.toBe("");
      },
    "send_invites is in the request only": async (f) =>
      expect(await meet(f, await f.some(), { send_invites: false })).not.toContainKey("send_invites"),
    "A calendar event's complete field list: not shown": decided("Calendar"),
    "A folder's row is the newest message of a thread": async (f) => {
      const { address, message } = await f.inbound({ subject: "Row" });
      const next = await f.inbound({
        to: address,
        subject: "Re: Row",
        headers: [`In-Reply-To: ${await messageId(f, message.id)}`],
      });
      const rows = await many(f.get(`/mailboxes/inbox?identity_id=${address.id}`), "Row");
      expect(rows.map(({ message_id }) => message_id)).toEqual([next.message.id]);
    },
    "Field names of folders and rows: not shown": decided("Threads, messages, folders, labels"),
  },
};
