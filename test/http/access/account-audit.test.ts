// The audit trail of an account by REST: each change of a person, key or setting with what was before, and nothing where nothing changed.
import { expect, test } from "bun:test";
import { changeMember, removeMember } from "../../../actors/account/access/members.ts";
import { addMs, type Instant, nowInstant } from "../../../src/lib/clock.ts";
import type { AccountAuditEntry } from "../../../src/schema/access/account-audit.ts";
import { sweepOauth } from "../../../src/store/maintenance/sweep-oauth.ts";
import type { Origin } from "../../../src/store/tables/index.ts";
import { colleague } from "../../console/colleagues.ts";
import { eachApp } from "../../support/app/app.ts";
import { restrictedKey } from "../../support/app/keys.ts";

eachApp("the audit trail of an account", (t) => {
  type Entry = Pick<AccountAuditEntry, "action" | "target" | "before" | "after" | "actor">;
  const entries = async (limit = 100) => {
    const { json } = await t.api.get<{ data: Entry[] }>(`/audit?limit=${limit}`);
    return json.data;
  };
  /** What has been noted since the last look, oldest first. */
  const news = (() => {
    let known = 0;
    return async () => {
      const { json } = await t.api.get<{ data: Entry[] }>("/audit?limit=100");
      const all = json.data;
      const fresh = all.slice(0, all.length - known).reverse();
      known = all.length;
      return fresh;
    };
  })();
  const short = ({ action, target, before, after }: Entry) => [action, target, before, after];

  // DECISIONS Authentication and keys: with what was before
  test("tells of people who came, got another role and left", async () => {
    await news();
    const { id, email } = await colleague(t, "owner");
    const owner: Origin = { kind: "person", id: "boss@people.example", ip: "192.0.2.7" };
    const account = t.app.core.actors.account(t.accountId);
    await account.run((turn) => changeMember(turn, id, { role: "reviewer" }), { origin: owner });
    await account.run((turn) => changeMember(turn, id, { role: "reviewer" }), { origin: owner });
    await account.run((turn) => removeMember(turn, id), { origin: owner });
    const told = await news();
    expect(told.map(short)).toEqual([
      ["member_invited", email, null, { role: "owner", name: "The owner" }],
      ["member_joined", email, null, { role: "owner", name: "The owner" }],
      ["member_changed", email, { role: "owner" }, { role: "reviewer" }],
      ["member_removed", email, { role: "reviewer", name: "The owner" }, null],
    ]);
    expect(told.map(({ actor }) => actor.id)).toEqual([
      null,
      email,
      "boss@people.example",
      "boss@people.example",
    ]);
    expect(told[2]!.actor).toEqual(owner);
  });

  test("tells of keys, with those that ended with another", async () => {
    const { id, email } = await t.address();
    await news();
    const parent = await t.api.must<{ id: string; token: string }>(
      201,
      t.api.post("/api-keys", { name: "parent", identity_ids: [id] }),
    );
    const asParent = t.api.as(parent.token);
    await asParent.must(201, asParent.post("/api-keys", { name: "child", identity_ids: [id] }));
    await asParent.must(201, asParent.post("/app-passwords", { identity_id: id, name: "Phone" }));
    await asParent.must(201, asParent.post("/webhooks", { url: "http://127.0.0.1:9/hook", identity_id: id }));
    const made = await news();
    expect(made.map(({ action, target }) => [action, target])).toEqual([
      ["key_made", "parent"],
      ["key_made", "child"],
      ["password_made", "Phone"],
      ["webhook_made", "http://127.0.0.1:9/hook"],
    ]);
    expect(made[0]!.after).toEqual({ reach: 1 });
    expect(made[2]!.after).toEqual({ address: email });
    expect(made[1]!.actor).toMatchObject({ kind: "key", id: parent.id });
    await t.api.must(200, t.api.delete(`/api-keys/${parent.id}`));
    const ended = await news();
    expect(ended.map(({ action, target }) => `${action} ${target}`).sort()).toEqual([
      "key_ended child",
      "key_ended parent",
      "password_ended Phone",
      "webhook_removed http://127.0.0.1:9/hook",
    ]);
    for (const { actor } of ended) expect(actor).toMatchObject({ kind: "key", id: made[0]!.actor.id });
  });

  test("tells of settings with the values before, and of none that stayed", async () => {
    const { id, email } = await t.address();
    const url = "http://127.0.0.1:9/settings";
    const hook = await t.api.must<{ id: string }>(201, t.api.post("/webhooks", { url }));
    await news();
    const patch = (path: string, body: object) => t.api.must(200, t.api.patch(path, body));
    await patch(`/webhooks/${hook.id}`, { status: "disabled" });
    await patch(`/webhooks/${hook.id}`, { status: "disabled" });
    await t.api.must(200, t.api.post(`/webhooks/${hook.id}/rotate-secret`, {}));
    expect((await t.api.delete(`/webhooks/${hook.id}`)).status).toBe(204);
    await patch(`/identities/${id}`, { send_policy: "reply_only", display_name: "Desk" });
    await patch(`/identities/${id}`, { display_name: "The desk" });
    const protect = (path: string, body: object) => t.api.must(200, t.api.call("PUT", path, body));
    await protect(`/identities/${id}/protection`, { outbound: "all" });
    await protect(`/identities/${id}/protection`, { outbound: "new_recipients" });
    await protect("/protection", { outbound: "off" });
    const allow = { direction: "send", list: "allow", entries: ["ada@far.example", "far.example"] };
    await t.api.must(201, t.api.post(`/identities/${id}/protection/lists`, allow));
    await t.api.must(201, t.api.post(`/identities/${id}/protection/lists`, allow));
    const block = { ...allow, list: "block", entries: ["ada@far.example"] };
    const [entry] = await t.api.must<{ id: string }[]>(
      201,
      t.api.post(`/identities/${id}/protection/lists`, block),
    );
    await t.api.must(200, t.api.delete(`/identities/${id}/protection/lists/${entry!.id}`));
    const rule = await t.api.must<{ id: string }>(
      201,
      t.api.post("/retention-rules", { folder: "trash", action: "delete", after_days: 30 }),
    );
    await t.api.must(200, t.api.delete(`/retention-rules/${rule.id}`));
    expect((await t.api.delete(`/identities/${id}`)).status).toBe(204);
    const told = await news();
    const kept = { identity_id: null, folder: "trash", action: "delete", after_days: 30 };
    const list = (name: string, ...of: string[]) => ({ direction: "send", list: name, entries: of });
    const asMade = (fields: object) => expect.objectContaining(fields);
    expect(told.map(short)).toEqual([
      ["webhook_changed", url, { status: "active" }, { status: "disabled" }],
      ["webhook_secret_made", url, null, null],
      ["webhook_removed", url, asMade({ url, status: "disabled" }), null],
      ["address_changed", email, { send_policy: "open" }, { send_policy: "reply_only" }],
      ["protection_changed", email, null, asMade({ outbound: "all", approver: "key" })],
      ["protection_changed", email, { outbound: "all" }, { outbound: "new_recipients" }],
      ["protection_changed", null, null, asMade({ outbound: "off" })],
      ["list_entries_added", email, null, { ...list("allow", ...allow.entries), count: 2 }],
      [
        "list_entries_added",
        email,
        null,
        { ...list("block", "ada@far.example"), count: 1, moved: ["ada@far.example"] },
      ],
      ["list_entry_removed", email, list("block", "ada@far.example"), null],
      ["retention_rule_made", null, null, kept],
      ["retention_rule_removed", null, kept, null],
      ["address_removed", email, {}, null],
    ]);
    for (const { actor } of told) expect(actor.kind).toBe("key");
  });

  // DECISIONS Authentication and keys: of a webhook's URL origin and path
  test("keeps nothing of a URL that may be a secret", async () => {
    const { id } = await t.address();
    const key = await t.api.must<{ id: string; token: string }>(
      201,
      t.api.post("/api-keys", { name: "hooks", identity_ids: [id] }),
    );
    await news();
    const url = "http://127.0.0.1:9/in?token=first";
    const asKey = t.api.as(key.token);
    const hook = await asKey.must<{ id: string }>(201, asKey.post("/webhooks", { url, identity_id: id }));
    await t.api.must(200, t.api.patch(`/webhooks/${hook.id}`, { url: url.replace("first", "second") }));
    await t.api.must(
      200,
      t.api.patch(`/webhooks/${hook.id}`, { event_types: ["message.sent", "thread.created"] }),
    );
    await t.api.must(
      200,
      t.api.patch(`/webhooks/${hook.id}`, { event_types: ["thread.created", "message.sent"] }),
    );
    await t.api.must(200, t.api.delete(`/api-keys/${key.id}`));
    const told = await news();
    const kept = "http://127.0.0.1:9/in";
    expect(told.slice(0, 3).map(short)).toEqual([
      ["webhook_made", kept, null, expect.objectContaining({ url: kept })],
      ["webhook_changed", kept, { url: kept }, { url: kept }],
      ["webhook_changed", kept, expect.anything(), { event_types: ["message.sent", "thread.created"] }],
    ]);
    expect(
      told
        .slice(3)
        .map(({ action, target }) => `${action} ${target}`)
        .sort(),
    ).toEqual(["key_ended hooks", `webhook_removed ${kept}`]);
    expect(JSON.stringify(told)).not.toContain("token");
  });

  test("ends a page within what one statement ended", async () => {
    const { id } = await t.address();
    const parent = await t.api.must<{ id: string; token: string }>(
      201,
      t.api.post("/api-keys", { name: "of many", identity_ids: [id] }),
    );
    const asParent = t.api.as(parent.token);
    for (const name of ["a", "b", "c", "d"])
      await asParent.must(201, asParent.post("/api-keys", { name, identity_ids: [id] }));
    await t.api.must(200, t.api.delete(`/api-keys/${parent.id}`));
    const { json } = await t.api.get<{ data: Entry[]; has_more: boolean }>("/audit?limit=2");
    expect([json.data.length, json.has_more]).toEqual([2, true]);
  });

  test("is read in pages by unrestricted keys alone, and kept for two years", async () => {
    const { id } = await t.address();
    await t.api.must(201, t.api.post("/api-keys", { name: "paged", identity_ids: [id] }));
    const all = await entries();
    expect(all.length).toBeGreaterThan(2);
    const seen: Entry[] = [];
    for (let path = "/audit?limit=2"; ; ) {
      const { json } = await t.api.get<{ data: Entry[]; next_cursor: string | null }>(path);
      seen.push(...json.data);
      if (json.next_cursor === null) break;
      path = `/audit?limit=2&cursor=${encodeURIComponent(json.next_cursor)}`;
    }
    expect(seen).toEqual(all);
    const restricted = await restrictedKey(t.api, [id]);
    expect((await restricted.get("/audit")).status).toBe(403);
    const { database, clock } = t.app.core;
    const now = nowInstant(clock);
    const sweep = (auditedBefore: Instant) =>
      sweepOauth(database, {
        ...{ now, codesBefore: addMs(now, -1000), revokedBefore: addMs(now, -1e9), auditedBefore },
        after: null,
      });
    const kept = (await entries()).length;
    await sweep(addMs(now, -1e9));
    expect((await entries()).length).toBe(kept);
    await sweep(addMs(now, 1e9));
    expect(await entries()).toEqual([]);
  });
});
