// The audit trail as people read it: each kind of entry, by each kind of actor, in words of each language.
import { expect, test } from "bun:test";
import * as cheerio from "cheerio";
import { type AuditAction, note } from "../../actors/identity/message/audit.ts";
import type { TurnAsker } from "../../actors/runtime/turn.ts";
import { newId } from "../../src/lib/ids.ts";
import { languages } from "../../src/lib/languages.ts";
import type { Origin } from "../../src/store/tables/index.ts";
import { eachApp, type SuiteApp } from "../support/app/app.ts";
import { colleague } from "./colleagues.ts";

const hash = new Uint8Array(32).fill(7);
const details: Record<AuditAction, Record<string, unknown> | null> = {
  sent: { to: ["ada@far.example", "bob@far.example"] },
  forwarded: {
    rule_id: newId(),
    to: ["ada@far.example"],
    rejected: ["send_policy", "suppressed", "unsubscribed", "block_list", "maker_ended"]
      .concat(["invalid_address", "unknown_local_recipient"])
      .map((reason, n) => ({ address: `no${n}@far.example`, reason })),
  },
  review_requested: { reasons: ["new_recipient ada@far.example", "human_review", "safety_verdict"] },
  edited: { before: "ab".repeat(32) },
  approved: { comment: "Fine with me." },
  rejected: null,
  returned: { comment: "Shorter." },
  taken_over: null,
  expired: null,
  status_changed: {
    ...{ status: "human_review", status_before: "open" },
    ...{ owner_type: "human", owner_type_before: "automation" },
  },
  queue_retried: { recipients: ["ada@far.example"] },
  queue_held: { recipients: ["ada@far.example", "bob@far.example"] },
  queue_released: { recipients: ["ada@far.example"] },
  queue_dropped: { recipients: ["ada@far.example"] },
};

eachApp("the audit trail", (t) => {
  const pageOf = async (browser: Awaited<ReturnType<typeof colleague>>["browser"], threadId: string) => {
    await browser.get(`/console/threads/${threadId}/history`);
    expect(browser.status).toBe(200);
    const $ = cheerio.load(browser.text);
    const lines = $(".history > li").toArray();
    return lines.map((line) => {
      const one = $(line).clone();
      one.find("details, time").remove();
      return one.text().replaceAll(/\s+/g, " ").trim();
    });
  };

  test("says each kind of entry and each actor in words, in every language", async () => {
    const { identity, threadId } = await protectedThread(t);
    const key = await t.api.must<{ id: string }>(
      201,
      t.api.post("/api-keys", { name: "Night desk", identity_ids: [identity] }),
    );
    const password = await t.api.must<{ id: string }>(
      201,
      t.api.post("/app-passwords", { identity_id: identity, name: "Ada's phone" }),
    );
    const actors: Origin[] = [
      { kind: "key", id: key.id, ip: null },
      { kind: "key", id: newId(), ip: null },
      { kind: "app_password", id: password.id, ip: null },
      { kind: "app_password", id: newId(), ip: null },
      { kind: "person", id: "ada@people.example", ip: "192.0.2.7" },
      { kind: "person", id: "operator", ip: null },
      { kind: "link", id: "grace@people.example", ip: null },
      { kind: "service", id: null, ip: null },
      { kind: "service", id: "command line", ip: null },
    ];
    const actions = Object.entries(details) as [AuditAction, Record<string, unknown> | null][];
    const count = Math.max(actions.length, actors.length);
    await t.app.core.actors.identity(t.accountId, identity).run(async (turn) => {
      for (let n = 0; n < count; n++) {
        const [action, detail] = actions[n % actions.length]!;
        note(turn, {
          ...{ action, threadId, messageId: null, rawSha256: hash, detail },
          actor: actors[n % actors.length],
        });
      }
    });
    const { browser } = await colleague(t, "owner");
    for (const language of languages) {
      browser.extra["accept-language"] = language;
      const lines = await pageOf(browser, threadId);
      expect(lines).toHaveLength(count);
      const text = lines.join("\n");
      // Neither codes, nor ids, nor values as programs write them.
      expect([
        language,
        text.match(/[a-z]+_[a-z]+|[0-9a-f]{8}-[0-9a-f]{4}|[[\]{}]|undefined|object/g),
      ]).toEqual([language, null]);
      for (const named of ["Night desk", "Ada's phone", "ada@people.example", "bob@far.example"])
        expect([language, named, text.includes(named)]).toEqual([language, named, true]);
      // Each of them is another sentence.
      expect(new Set(lines.map((line) => line.replaceAll(/[a-z]+@\S+/g, ""))).size).toBe(count);
    }
    // Who may not see keys in the settings reads no name of one here.
    const member = await colleague(t, "member");
    const seen = (await pageOf(member.browser, threadId)).join("\n");
    expect(seen).not.toContain("Night desk");
    expect(seen).toContain("an API key");
  });

  test("tells a status with the one before it, and a change of the owner alone as that", async () => {
    const { identity, threadId } = await protectedThread(t);
    const change = (fields: object) => t.api.must(200, t.api.patch(`/threads/${threadId}`, fields));
    await change({ status: "resolved" });
    await change({ status: "resolved", owner_type: "human" });
    const { browser } = await colleague(t, "owner");
    const [first, second] = (await pageOf(browser, threadId)).slice(-2);
    expect(first).toEndWith("Status: Open → Done");
    expect(second).toEndWith("Looked after by: a program → a person");
    // An entry of an earlier version does not say what was before.
    const asker: TurnAsker = { kind: "person", id: "ada@people.example", ip: null };
    await t.app.core.actors.identity(t.accountId, identity).run(
      async (turn) => {
        const detail = { status: "waiting", owner_type: "human" };
        note(turn, { action: "status_changed", threadId, messageId: null, rawSha256: null, detail });
      },
      { origin: asker },
    );
    expect((await pageOf(browser, threadId)).at(-1)).toEndWith("Status: Waiting; Looked after by: a person");
  });
});

async function protectedThread(t: SuiteApp): Promise<{ identity: string; threadId: string }> {
  const { id, email } = await t.address();
  await t.mail({ from: "ada@far.example", to: email, subject: "A question", text: "May I?" });
  const { json } = await t.api.get<{ data: { id: string }[] }>(`/threads?identity_id=${id}`);
  await t.api.must(
    200,
    t.api.call("PUT", `/identities/${id}/protection`, { outbound: "all", approver: "human" }),
  );
  return { identity: id, threadId: json.data[0]!.id };
}
