// Each call of the SDK that reads answers what REST answers, field for field: the table is that of all its calls, so a new one is asked
// too, or fails here for want of its id.
import { expect, test } from "bun:test";
import { calls } from "../../src/sdk/typescript/generated/calls.ts";
import { Postroom } from "../../src/sdk/typescript/index.ts";
import { inClientWords } from "../../src/sdk/typescript/right-call.ts";
import type { PageOf } from "../support/app/api.ts";
import { eachApp, eventually } from "../support/app/app.ts";

type ReadingCall = readonly [method: string, path: string, kind: string, takes: string];

/** Never ends; what an answer holds is new in each. */
const unasked = ["/events/stream", "/attachments/{id}/link"];

/** A refusal of REST, which the client says with its own calls. */
function inWords({ status, json }: { status: number; json: unknown }) {
  const { error } = json as { error: { code: string; message: string } };
  return { status, error: { ...error, message: inClientWords(error.message) } };
}

eachApp("the SDK's answers", (t) => {
  test("are REST's, of each call that reads", async () => {
    const { api } = t;
    const own = await t.address();
    const made = async (path: string, body: object, status = 201) =>
      (await api.must<{ id: string }>(status, api.post(path, body))).id;
    await t.mail({
      from: '"Ann" <ann@example.org>',
      to: own.email,
      subject: "Order",
      text: "Your code is 482913.",
      attachments: [{ filename: "note.txt", content: "A note." }],
    });
    const page = await api.get<PageOf<{ id: string; thread_id: string; attachments: { id: string }[] }>>(
      `/messages?identity_id=${own.id}&wait=30`,
    );
    const [mail] = page.json.data;
    // The search comes to it a moment after the list.
    await eventually(async () => {
      const { json } = await api.get<PageOf<{ id: string }>>("/messages/search?q=code");
      return json.data.length > 0;
    });
    const asks = await t.address();
    const guarded = { outbound: "all", approver: "key" };
    await api.must(200, api.call("PUT", `/identities/${asks.id}/protection`, guarded));
    const held = await api.must<{ review_id: string }>(
      202,
      api.post("/messages", { from: asks.email, to: "a@far.example", text: "x" }),
    );
    const event = { title: "Plan", start: "2031-05-05T09:00:00", end: "2031-05-05T10:00:00" };
    const hook = await made("/webhooks", { url: "https://far.example/h" });
    const ids: Record<string, string> = {
      "/identities": own.id,
      "/pods": await made("/pods", { name: "Acme" }),
      "/retention-rules": await made("/retention-rules", {
        identity_id: own.id,
        folder: "trash",
        action: "delete",
        after_days: 30,
      }),
      "/threads": mail!.thread_id,
      "/labels": await made("/labels", { identity_id: own.id, name: "Urgent" }),
      "/messages": mail!.id,
      "/reviews": held.review_id,
      "/drafts": await made("/drafts", { identity_id: own.id, to: "a@far.example", text: "x" }),
      "/attachments": mail!.attachments[0]!.id,
      "/templates": await made("/templates", {
        name: "welcome",
        subject: "Hi",
        text: "Hi {{recipient_name}}.",
      }),
      "/webhooks": hook,
      "/domains": t.domainId,
      "/api-keys": await made("/api-keys", { name: "narrow", identity_ids: [own.id] }),
      "/queue": "0197c3d2-7a11-7000-8000-000000000000",
    };
    const inner: Record<string, string> = {
      "{eventId}": await made(`/identities/${own.id}/calendar/events`, event),
      "{folder}": "inbox",
    };
    const ofAddress = { identity_id: own.id };
    const span = { after: "2031-05-05T00:00:00Z", before: "2031-05-06T00:00:00Z" };
    const queries: Record<string, Record<string, string>> = {
      "/labels": ofAddress,
      "/mailboxes": ofAddress,
      "/mailboxes/{folder}": ofAddress,
      "/messages": ofAddress,
      "/messages/search": { q: "code" },
      "/drafts": ofAddress,
      "/deliveries": { webhook_id: hook },
      "/app-passwords": ofAddress,
      "/identities/{id}/calendar/free-busy": span,
      "/templates/{id}/filled": { from: own.email, to: "ada@far.example" },
      "/identities/{id}/calendar/events": span,
    };
    const client = new Postroom({ baseUrl: api.base, apiKey: api.key!, retries: 0 });
    const groups = Object.entries(calls) as [string, Record<string, ReadingCall>][];
    let asked = 0;
    for (const [group, members] of groups)
      for (const [name, [method, path, kind, takes]] of Object.entries(members)) {
        if (method !== "GET" || unasked.includes(path)) continue;
        const resource = `/${path.split("/")[1]}`;
        const names = path.match(/\{\w+\}/g) ?? [];
        const given = names.map((one) => inner[one] ?? ids[resource]);
        expect([path, given.every((one) => one !== undefined)]).toEqual([path, true]);
        const filled = names.reduce((text, one, index) => text.replace(one, given[index]!), path);
        const query = queries[path] ?? {};
        const both = async () => {
          const rest = await api.get<{ data: unknown }>(
            `${filled}?${new URLSearchParams(query)}`.replace(/\?$/, ""),
          );
          const run = (
            client as unknown as Record<string, Record<string, (...some: unknown[]) => PromiseLike<unknown>>>
          )[group]![name]!;
          const said = await Promise.resolve(run(...given, ...(takes === "query" ? [query] : []))).then(
            (answer) => answer,
            ({ status, code, message }) => ({ status, error: { code, message } }),
          );
          const is =
            rest.status >= 400
              ? inWords(rest)
              : kind === "page"
                ? rest.json
                : kind === "one"
                  ? rest.json.data
                  : rest.text;
          const told = kind === "bytes" && said instanceof Uint8Array ? new TextDecoder().decode(said) : said;
          return { told, is, isThere: rest.status < 400 };
        };
        // A worker may try a delivery between the two.
        const first = await both();
        const { told, is, isThere } = Bun.deepEquals(first.told, first.is) ? first : await both();
        expect([path, told]).toEqual([path, is]);
        asked += isThere ? 1 : 0;
      }
    // All but an entry of the queue, of which there is none.
    expect(asked).toBeGreaterThanOrEqual(60);
  });
});
