// Where mail goes by routing rules: DECISIONS Addresses; Domains, pods, routing rules.
import { expect, test } from "bun:test";
import type { Api, PageOf, Refusal } from "../support/app/api.ts";
import { eachApp, type TestAddress } from "../support/app/app.ts";
import { eventsShown } from "../support/app/events.ts";
import { restrictedKey } from "../support/app/keys.ts";
import { rcpt, refusal } from "../support/app/refusals.ts";
import { startReceiver } from "../support/fakes/receivers.ts";

interface Rule {
  id: string;
  domain_id: string;
  local_part: string;
  address: string;
  identity_id: string | null;
  webhook_id: string | null;
  status: string;
  created_at: string;
}

interface Message {
  id: string;
  identity: string | null;
  thread_id: string;
  delivered_to: string;
}

let domains = 0;

eachApp("mail by routing rules", (t) => {
  const rule = (body: object, api: Api = t.api) => api.must<Rule>(201, api.post("/routing-rules", body));
  const ownDomain = async (api: Api = t.api) => {
    const domain = `routed${++domains}.example`;
    return api.must<{ id: string; domain: string }>(201, api.post("/domains", { domain }));
  };
  const webhook = (url: string, fields: object = {}) =>
    t.api.must<{ id: string }>(201, t.api.post("/webhooks", { url, ...fields }));
  const letter = (to: string, n: number) => ({
    from: "writer@elsewhere.example",
    to,
    subject: `Letter ${n}`,
    text: "Hello",
  });
  const held = async ({ id }: TestAddress) =>
    (await t.api.get<PageOf<unknown>>(`/threads?identity_id=${id}`)).json.data.length;

  test("lead mail to an address whose own domain takes none", async () => {
    const [takes, lost] = [await ownDomain(), await ownDomain()];
    const to = await t.api.must<TestAddress>(
      201,
      t.api.post("/identities", { domain_id: lost.id, local_part: "desk" }),
    );
    await rule({ domain_id: takes.id, local_part: "desk", identity_id: to.id });
    const set = (status: string) =>
      t.app.core.database.values("update domains set status = $2::text where id = $1::uuid", [
        lost.id,
        status,
      ]);
    await set("pending");
    await t.mail(letter(`desk@${takes.domain}`, 1)).finally(() => set("verified"));
    expect(await held(to)).toBe(1);
  });

  // DECISIONS Addresses: A recipient is resolved: exact address, exact rule, address without its +tag, catch-all rule
  test("come in order: exact address, exact rule, address without its tag, catch-all", async () => {
    const { id: domain_id, domain } = await ownDomain();
    const at = (local_part: string) =>
      t.api.must<TestAddress>(201, t.api.post("/identities", { domain_id, local_part }));
    const [exact, ruled, tagged, rest] = [
      await at("exact"),
      await at("ruled"),
      await at("tagged"),
      await at("rest"),
    ];
    await rule({ domain_id, local_part: "by-rule", identity_id: ruled.id });
    await rule({ domain_id, local_part: "tagged+special", identity_id: ruled.id });
    const catchAll = await rule({ domain_id, local_part: "*", identity_id: rest.id });
    const arrivals: [string, TestAddress][] = [
      ["exact", exact],
      ["by-rule", ruled],
      ["tagged+special", ruled],
      ["tagged+other", tagged],
      ["By-Rule+tag", rest],
      ["anything", rest],
    ];
    let n = 0;
    for (const [local, to] of arrivals) {
      const before = await held(to);
      await t.mail(letter(`${local}@${domain}`, ++n));
      expect([local, await held(to)]).toEqual([local, before + 1]);
    }
    await t.api.must(200, t.api.patch(`/routing-rules/${catchAll.id}`, { status: "disabled" }));
    expect(await rcpt(t.smtpPort, `anything@${domain}`)).toBe("550 5.1.1");
    const count = async ({ id }: TestAddress) =>
      (await t.api.must<{ routed_address_count: number }>(200, t.api.get(`/identities/${id}`)))
        .routed_address_count;
    expect([await count(exact), await count(ruled), await count(rest)]).toEqual([0, 2, 0]);
    const listed = (
      await t.api.get<PageOf<{ id: string; routed_address_count: number }>>(
        `/identities?domain_id=${domain_id}`,
      )
    ).json.data;
    expect(listed.map((row) => [row.id, row.routed_address_count])).toEqual([
      [rest.id, 0],
      [tagged.id, 0],
      [ruled.id, 2],
      [exact.id, 0],
    ]);
    await t.api.must(200, t.api.patch(`/identities/${ruled.id}`, { status: "suspended" }));
    expect(await rcpt(t.smtpPort, `by-rule@${domain}`)).toBe("550 5.2.1");
  });

  test("a catch-all does not take postmaster and abuse from the operator", async () => {
    const { id: domain_id, domain } = await ownDomain();
    const rest = await t.address();
    await rule({ domain_id, local_part: "*", identity_id: rest.id });
    await t.mail(letter(`abuse@${domain}`, 1));
    expect(await held(rest)).toBe(0);
    await rule({ domain_id, local_part: "abuse", identity_id: rest.id });
    await t.mail(letter(`abuse@${domain}`, 2));
    expect(await held(rest)).toBe(1);
  });

  // SPEC Events: A rule with a webhook destination hands the message to the endpoint
  // DECISIONS Domains, pods, routing rules: Mail by a webhook rule: only that webhook gets it, whatever its event_types
  test("hand mail to a webhook, which alone is told of it", async () => {
    const receiver = startReceiver();
    const { id: domain_id, domain } = await ownDomain();
    const elsewhere = await webhook(receiver.url);
    // Its event types do not count.
    const hook = await webhook(receiver.url, { event_types: ["domain.verified"] });
    await rule({ domain_id, local_part: "*", webhook_id: hook.id });
    await t.raw({
      from: "writer@elsewhere.example",
      to: [`any@${domain}`, `other@${domain}`, `any@${domain}`],
      raw: `From: Writer <writer@elsewhere.example>\r\nTo: any@${domain}\r\nSubject: For the hook\r\n\r\nHello\r\n`,
    });
    const calls = await receiver.calls.count(2, ({ event }) => event.type === "message.received");
    expect(calls.map(({ event }) => event.data.to).sort()).toEqual([`any@${domain}`, `other@${domain}`]);
    const { data } = calls.find(({ event }) => event.data.to === `any@${domain}`)!.event;
    expect(data).toEqual({
      message_id: expect.any(String),
      thread_id: expect.any(String),
      identity_id: "",
      to: `any@${domain}`,
      from: "writer@elsewhere.example",
      subject: "For the hook",
      has_attachments: false,
      verdict: "clear",
      reasons: [],
      message: expect.objectContaining({ id: data.message_id, text: "Hello\n", thread_id: data.thread_id }),
    });
    const deliveries = async (id: string) =>
      (await t.api.get<PageOf<{ event_type: string }>>(`/deliveries?webhook_id=${id}`)).json.data.filter(
        (row) => row.event_type === "message.received",
      ).length;
    expect([await deliveries(hook.id), await deliveries(elsewhere.id)]).toEqual([2, 0]);
    const message = await t.api.must<Message>(200, t.api.get(`/messages/${data.message_id}`));
    expect(message).toMatchObject({
      identity: null,
      thread_id: data.thread_id as string,
      delivered_to: `any@${domain}`,
    });
    expect(await refusal(t.api.get(`/messages?thread_id=${message.thread_id}`))).toEqual([404, "not_found"]);
    expect(await refusal(t.api.get(`/threads/${message.thread_id}`))).toEqual([404, "not_found"]);
    const key = await restrictedKey(t.api, [(await t.address()).id]);
    expect(await refusal(key.get(`/messages/${message.id}`))).toEqual([404, "not_found"]);
    await t.api.must(204, t.api.delete(`/webhooks/${elsewhere.id}`));
    await receiver.stop();
  });

  test("hand the message itself, its files behind links that need no key", async () => {
    const receiver = startReceiver();
    const { id: domain_id, domain } = await ownDomain();
    const hook = await webhook(receiver.url, { event_types: ["webhook.test"] });
    const made = await rule({ domain_id, local_part: "whole", webhook_id: hook.id });
    await t.mail({
      from: "writer@elsewhere.example",
      to: `whole@${domain}`,
      subject: "Long",
      text: `${"word ".repeat(20_000)}end`,
      attachments: [{ filename: "list.csv", content: "a,b\n", contentType: "text/csv" }],
    });
    const { event } = await receiver.calls.find();
    const handed = event.data.message as Message & {
      text: string;
      defects: string[];
      raw_url: string;
      attachments: { filename: string; url: string }[];
    };
    expect(handed).toMatchObject({ subject: "Long", defects: ["cut for a summary"] });
    expect(handed.text).toHaveLength(64 * 1024);
    const [file] = handed.attachments;
    expect(file!.filename).toBe("list.csv");
    const read = async (url: string) => {
      const answer = await fetch(url.replace(/^https?:\/\/[^/]+/, t.api.base));
      return [answer.status, await answer.text()] as const;
    };
    expect(await read(file!.url)).toEqual([200, "a,b\n"]);
    const [status, raw] = await read(handed.raw_url);
    expect([status, raw.includes("end")]).toEqual([200, true]);
    const wrong = handed.raw_url.slice(0, -1) + (handed.raw_url.endsWith("A") ? "B" : "A");
    expect((await read(wrong))[0]).toBe(404);
    // In lists the event has ids alone.
    await eventsShown(t.app.core.database);
    const events = await t.api.must<{ id: string; data: object }[]>(
      200,
      t.api.get("/events?type=message.received&order=desc&limit=200"),
    );
    expect(events.find(({ id }) => id === event.id)!.data).not.toHaveProperty("message");
    await t.api.must(200, t.api.delete(`/routing-rules/${made.id}`));
    await t.api.must(204, t.api.delete(`/webhooks/${hook.id}`));
    expect((await read(file!.url))[0]).toBe(404);
    await receiver.stop();
  });

  test("the same delivery again is one; another sender's is not", async () => {
    const receiver = startReceiver();
    const { id: domain_id, domain } = await ownDomain();
    const hook = await webhook(receiver.url, { event_types: ["webhook.test"] });
    await rule({ domain_id, local_part: "once", webhook_id: hook.id });
    const mail = { to: `once@${domain}`, raw: "From: w@elsewhere.example\r\nSubject: Same\r\n\r\nSame\r\n" };
    const first = await t.raw({ ...mail, from: "w@elsewhere.example" });
    expect(await t.raw({ ...mail, from: "w@elsewhere.example" })).toBe(first);
    expect(await t.raw({ ...mail, from: "v@elsewhere.example" })).not.toBe(first);
    await receiver.calls.count(2);
    await receiver.stop();
  });

  test("a disabled webhook keeps mail waiting, and a webhook that a rule needs stays", async () => {
    const { id: domain_id, domain } = await ownDomain();
    const hook = await webhook("http://127.0.0.1:9/hook", { event_types: ["webhook.test"] });
    const made = await rule({ domain_id, local_part: "hook", webhook_id: hook.id });
    expect(await rcpt(t.smtpPort, `hook@${domain}`)).toBe("250 2.1.5");
    await t.api.must(200, t.api.patch(`/webhooks/${hook.id}`, { status: "disabled" }));
    expect(await rcpt(t.smtpPort, `hook@${domain}`)).toBe("450 4.2.1");
    await t.api.must(200, t.api.patch(`/webhooks/${hook.id}`, { status: "active" }));
    expect(await rcpt(t.smtpPort, `hook@${domain}`)).toBe("250 2.1.5");
    const kept = await t.api.delete<Refusal>(`/webhooks/${hook.id}`);
    expect([kept.status, kept.json.error.code]).toEqual([409, "conflict"]);
    expect(kept.json.error.message).toContain(`Routing rule ${made.id} hands the mail of hook@${domain}`);
    await t.api.must(200, t.api.delete(`/routing-rules/${made.id}`));
    expect((await t.api.delete(`/webhooks/${hook.id}`)).status).toBe(204);
  });

  test("mail written inside the service goes by the same rules", async () => {
    const receiver = startReceiver();
    const { id: domain_id, domain } = await ownDomain();
    const hook = await webhook(receiver.url, { event_types: ["webhook.test"] });
    await rule({ domain_id, local_part: "inside", webhook_id: hook.id });
    const from = await t.address();
    await t.api.must(
      201,
      t.api.post("/messages", { from: from.email, to: `inside@${domain}`, subject: "In", text: "Hi" }),
    );
    const { event } = await receiver.calls.find();
    expect(event.data).toMatchObject({ identity_id: "", from: from.email, to: `inside@${domain}` });
    await receiver.stop();
  });
});
