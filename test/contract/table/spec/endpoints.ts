// SPEC: What holds for all endpoints.
import { expect } from "bun:test";
import { callsOf } from "../../../support/app/contract.ts";
import { one } from "../../answers.ts";
import { hour, nobody } from "../../fixtures.ts";
import type { Table } from "../rows.ts";
import { eventsOf, lists, meeting } from "../samples.ts";

export const endpoints: Table = {
  "SPEC Endpoints": {
    "Every call but those of agent signup takes a bearer key: 401 without": async (f) => {
      const document = JSON.parse((await f.raw("/openapi.json", { key: null })).text);
      const answers = await Promise.all(
        callsOf(document).map(async ({ method, path }) => {
          const { status } = await f.open.call(
            method.toUpperCase(),
            path.slice(7).replace(/\{\w+\}/g, nobody),
          );
          return `${status} ${method} ${path}`;
        }),
      );
      expect(answers.length).toBeGreaterThan(80);
      expect(answers.filter((answer) => !answer.startsWith("401"))).toEqual([
        "400 post /api/v1/agent/signup",
        "400 post /api/v1/agent/human",
        "400 post /api/v1/agent/verify",
      ]);
    },
    "Every call with an id answers 404 for one that is not there": async (f) => {
      const document = JSON.parse((await f.raw("/openapi.json", { key: null })).text);
      const calls = callsOf(document).filter(({ path }) => path.includes("{"));
      const bodies = new Map<string, string>();
      const { id } = await f.address();
      for (const { method, path, operation } of calls) {
        const example = operation.requestBody?.content["application/json"]?.example;
        const query = path.startsWith("/api/v1/mailboxes/") ? `?identity_id=${id}` : "";
        const window = path.endsWith("free-busy")
          ? "?after=2026-01-01T00:00:00Z&before=2026-01-02T00:00:00Z"
          : "";
        const url = path.slice(7).replace(/\{\w+\}/g, nobody) + query + window;
        const answer = await f.api.call(method.toUpperCase(), url, method === "get" ? undefined : example);
        bodies.set(`${answer.status} ${answer.text}`, `${method} ${path}`);
      }
      const begin = '404 {"error":{"code":"not_found","message":"';
      expect([...bodies].filter(([body]) => !body.startsWith(begin))).toEqual([]);
    },
    "POST takes an Idempotency-Key": async (f) => {
      const headers = { "idempotency-key": f.next("idem") };
      const body = { domain_id: f.t.domainId, local_part: f.next("idem") };
      const [first, second] = [
        await f.post("/identities", body, headers),
        await f.post("/identities", body, headers),
      ];
      expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
    },
    "Every POST, whatever it does, is replayed for its key": async (f) => {
      const { address, message } = await f.inbound();
      const own = { identity_id: address.id };
      const hook = await f.hook(own);
      const { id: delivery } = await one(f.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      const invited = await f.invite(address, f.next("uid"));
      const draft = async () => (await f.draft({ ...own, to: [f.far()] })).id;
      const domain = { domain: `${f.next("domain")}.example` };
      const guarded = await f.address();
      const protection = `/identities/${guarded.id}/protection`;
      await f.put(protection, { outbound: "all" });
      const review = async () => {
        const { json } = await f.post("/messages", { from: guarded.email, to: f.far(), subject: "R" });
        return (json as { data: { review_id: string } }).data.review_id;
      };
      const entries = { direction: "send", list: "block", entries: ["blocked.example"] };
      const calls: [path: string, body?: object][] = [
        ["/api-keys", { name: "k", identity_ids: [address.id] }],
        ["/app-passwords", { ...own, name: "P" }],
        ["/attachments", { draft_id: await draft(), filename: "a", content_base64: "YQ==" }],
        ["/domains", domain],
        [`/domains/${f.t.domainId}/verify`],
        [`/domains/${f.t.domainId}/check`],
        ["/drafts", own],
        [`/drafts/${await draft()}/send`],
        [`/drafts/${await draft()}/schedule`, { send_at: f.soon(hour) }],
        ["/identities", { domain_id: f.t.domainId, local_part: f.next("p") }],
        [eventsOf(address), meeting],
        [`${eventsOf(address)}/${invited.message.calendar_event_id}/respond`, { status: "accepted" }],
        [`/identities/${address.id}/calendar-feeds`, {}],
        ["/labels", { ...own, name: "L" }],
        ["/messages", { from: address.email, to: f.far() }],
        [`/messages/${message.id}/reply`, { text: "x" }],
        [`/messages/${message.id}/reply-all`, { text: "x" }],
        [`/messages/${message.id}/forward`, { to: f.far() }],
        [`/messages/${message.id}/drafts`, { kind: "reply" }],
        [`/messages/${invited.message.id}/invitation/apply`],
        ["/pods", { name: "P" }],
        ["/retention-rules", { folder: "trash", action: "delete", after_days: 30 }],
        [`/threads/${message.thread_id}/notes`, { text: "x" }],
        ["/routing-rules", { ...own, domain_id: f.t.domainId, local_part: f.next("r") }],
        [
          `/api-keys/${(await one(f.post("/api-keys", { name: "t", identity_ids: [address.id] }), 201, "ApiKeyCreated")).id}/take-over`,
        ],
        ["/suppressions", { email: f.far() }],
        ["/templates", { name: f.next("template"), text: "T" }],
        ["/queue/retry", { domain: "nobody.example" }],
        ["/queue/hold", { domain: "nobody.example" }],
        ["/queue/release", { domain: "nobody.example" }],
        ["/queue/drop", { domain: "nobody.example" }],
        ["/webhooks", { ...own, url: hook.url }],
        [`/webhooks/${hook.id}/test`],
        [`/webhooks/${hook.id}/rotate-secret`],
        [`/deliveries/${delivery}/replay`],
        [`${protection}/lists`, entries],
        ["/protection/lists", entries],
        [`/reviews/${await review()}/approve`],
        [`/reviews/${await review()}/reject`, { reason: "x" }],
        [`/reviews/${await review()}/return`, { comment: "x" }],
        [`/reviews/${await review()}/take_over`],
        ["/next", own],
        ["/messages/batch", { messages: [{ from: address.email, to: f.far(), text: "x" }] }],
      ];
      for (const [path, body] of calls) {
        const headers = { "idempotency-key": f.next("every") };
        const first = await f.post(path, body, headers);
        const second = await f.post(path, body, headers);
        expect([
          path,
          first.status < 300,
          second.status,
          second.text,
          second.headers.get("idempotency-replayed"),
        ]).toEqual([path, true, first.status, first.text, "true"]);
      }
      const { paths } = JSON.parse((await f.raw("/openapi.json", { key: null })).text);
      const posts = callsOf({ paths } as never).filter(
        // Waiting writes nothing: DECISIONS Threads, messages, folders, labels.
        ({ method, path }) => method === "post" && !path.includes("/agent/") && !path.endsWith("/wait"),
      );
      expect(calls).toHaveLength(posts.length);
    },
    "Lists answer the page envelope": async (f) => {
      for (const list of await lists(f)) {
        const { status, json } = await f.get(list);
        expect([list, status, Object.keys(json as object).sort()]).toEqual([
          list,
          200,
          ["data", "has_more", "next_cursor"],
        ]);
      }
    },
  },
};
