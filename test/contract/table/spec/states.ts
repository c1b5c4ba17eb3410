// SPEC: States and transitions.
import { expect } from "bun:test";
import { absent, many, one, refused } from "../../answers.ts";
import { day, hour, minute } from "../../fixtures.ts";
import { decided, type Table } from "../rows.ts";
import { another } from "../samples.ts";

export const states: Table = {
  "SPEC States and transitions": {
    "Thread: PATCH with status moves it from any to any": async (f) => {
      const { message } = await f.inbound();
      const states = ["open", "waiting", "resolved", "human_review"] as const;
      for (const from of states)
        for (const status of states) {
          await one(f.patch(`/threads/${message.thread_id}`, { status: from }), 200, "Thread");
          const moved = await one(f.patch(`/threads/${message.thread_id}`, { status }), 200, "Thread");
          expect(moved.status).toBe(status);
        }
    },
    "Thread: the caller must reach it": async (f) => {
      const { message } = await f.inbound();
      const { api } = await f.other();
      await absent(api.patch(`/threads/${message.thread_id}`, { status: "resolved" }));
      expect((await one(f.get(`/threads/${message.thread_id}`), 200, "Thread")).status).toBe("open");
    },
    "Thread: owner_type may be changed in the same call": async (f) => {
      const { message } = await f.inbound();
      const body = { status: "resolved", owner_type: "human" };
      expect(await one(f.patch(`/threads/${message.thread_id}`, body), 200, "Thread")).toMatchObject(body);
    },
    "Address: PATCH with status makes it active, suspended or archived": async (f) => {
      const { id, email } = await f.address();
      await one(f.patch(`/identities/${id}`, { status: "archived" }), 200, "Address");
      expect(await f.rcpt(email)).toBe("550 5.2.1");
      await one(f.patch(`/identities/${id}`, { status: "active" }), 200, "Address");
      expect(await f.rcpt(email)).toBe("250 2.1.5");
    },
    "Routing rule: PATCH with status makes it active or disabled; a disabled one keeps its destination":
      async (f) => {
        const to = await f.address();
        const local_part = f.next("r");
        const body = { domain_id: f.t.domainId, local_part, identity_id: to.id };
        const { id } = await one(f.post("/routing-rules", body), 201, "RoutingRule");
        const off = await one(f.patch(`/routing-rules/${id}`, { status: "disabled" }), 200, "RoutingRule");
        expect(off).toMatchObject({ status: "disabled", identity_id: to.id });
        expect(await f.rcpt(`${local_part}@${f.t.domain}`)).toBe("550 5.1.1");
        await one(f.patch(`/routing-rules/${id}`, { status: "active" }), 200, "RoutingRule");
        expect(await f.rcpt(`${local_part}@${f.t.domain}`)).toBe("250 2.1.5");
      },
    "Draft: schedule makes a draft scheduled and sets send_at": async (f) => {
      const draft = await f.draft({ to: [f.far()] });
      const body = { send_at: f.soon(2 * minute) };
      expect(await one(f.post(`/drafts/${draft.id}/schedule`, body), 200, "Draft")).toMatchObject({
        status: "scheduled",
        send_at: expect.any(String),
      });
    },
    "Draft: schedule takes one minute to thirty days ahead": async (f) => {
      const draft = await f.draft({ to: [f.far()] });
      for (const ms of [30_000, 31 * day])
        await refused(
          f.post(`/drafts/${draft.id}/schedule`, { send_at: f.soon(ms) }),
          422,
          "schedule_out_of_range",
        );
      for (const ms of [70_000, 30 * day - minute])
        await one(f.post(`/drafts/${draft.id}/schedule`, { send_at: f.soon(ms) }), 200, "Draft");
    },
    "Draft: DELETE of its schedule makes it an ordinary draft again": async (f) => {
      const draft = await f.draft({ to: [f.far()] });
      await one(f.post(`/drafts/${draft.id}/schedule`, { send_at: f.soon(hour) }), 200, "Draft");
      expect(await one(f.del(`/drafts/${draft.id}/schedule`), 200, "Draft")).toMatchObject({
        status: "draft",
        send_at: null,
      });
    },
    "Draft: send answers 202, converts the row, and the id stays the draft's": async (f) => {
      const draft = await f.draft({ to: [f.far()], text: "x" });
      const sent = await one(f.post(`/drafts/${draft.id}/send`), 202, "Sent");
      expect(sent.id).toBe(draft.id);
      await absent(f.get(`/drafts/${draft.id}`));
      await one(f.get(`/messages/${draft.id}`), 200, "Message");
    },
    "Agent signup: signup makes it pending and mails a six-digit code to the human": async (f) => {
      const { human } = await f.agent();
      expect(await f.code(human)).toMatch(/^\d{6}$/);
    },
    "Agent signup: nothing is created until the code returns": async (f) => {
      const { signup } = await f.agent();
      await absent(f.get(`/identities/${signup.identity_id}`));
      expect(await f.rcpt(signup.address)).toBe("550 5.1.1");
    },
    "Agent signup: without a human's email it is dormant and the name reserved": async (f) => {
      const { signup } = await f.agent({ human_email: undefined });
      expect(signup.code_expires_at).toBeNull();
      const again = { username: signup.address.split("@")[0] };
      await refused(f.open.post("/agent/signup", again, f.somewhere()), 409, "address_taken");
    },
    "Agent signup: human makes a dormant one pending, sends a fresh code, restarts the clock": async (f) => {
      const { signup } = await f.agent({ human_email: undefined });
      const human = f.far();
      const body = { signup_id: signup.signup_id, human_email: human };
      const named = await one(f.open.post("/agent/human", body, f.somewhere()), 200, "AgentSignup");
      expect(Date.parse(named.code_expires_at!)).toBeGreaterThan(f.clock.now() + 23 * hour);
      expect(await f.code(human)).toMatch(/^\d{6}$/);
    },
    "Agent signup: the right code makes account and address; no key is returned": async (f) => {
      const { human, signup } = await f.agent();
      const done = await one(f.verify(signup.signup_id, await f.code(human)), 200, "AgentVerified");
      expect(JSON.stringify(done)).not.toContain("pr_");
      expect(await f.rcpt(signup.address)).toBe("250 2.1.5");
    },
    "Agent signup: ten wrong codes spend it, whatever comes later": async (f) => {
      const { human, signup } = await f.agent();
      const code = await f.code(human);
      for (let wrong = 1; wrong <= 9; wrong++)
        await refused(f.verify(signup.signup_id, another(code)), 422, "code_invalid");
      await refused(f.verify(signup.signup_id, another(code)), 410, "signup_spent");
      await refused(f.verify(signup.signup_id, code), 410, "signup_spent");
    },
    "Delivery: replay queues it from any status and resets its attempt count": async (f) => {
      const { address } = await f.inbound();
      const hook = await f.hook({ identity_id: address.id });
      await f.inbound({ to: address });
      await f.told(hook, "message.received");
      const path = `/deliveries?webhook_id=${hook.id}`;
      const done = await f.until(async () =>
        (await many(f.get(path), "Delivery")).find(({ status }) => status === "delivered"),
      );
      const again = await one(f.post(`/deliveries/${done.id}/replay`), 200, "Delivery");
      expect(again).toMatchObject({ id: done.id, status: "queued", attempt_count: 0 });
    },
    "Delivery: other statuses are written by the service only": async (f) => {
      const hook = await f.hook({ identity_id: (await f.quiet()).id });
      const { id } = await one(f.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      expect((await f.raw(`/api/v1/deliveries/${id}`, { method: "PATCH", body: "{}" })).status).toBe(404);
    },
    "Gap: which thread moves are allowed, and how it is assigned": decided(
      "Threads, messages, folders, labels",
    ),
    "Gap: a webhook's statuses and their moves": decided("Events, webhooks, deliveries"),
    "Gap: a delivery's statuses": decided("Events, webhooks, deliveries"),
  },
};
