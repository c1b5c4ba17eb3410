// The audit trail of an account as owners read it: each kind of entry in words of each language.
import { expect, test } from "bun:test";
import * as cheerio from "cheerio";
import { noteSetting } from "../../actors/account/access/account-audit.ts";
import { newId } from "../../src/lib/ids.ts";
import { languages } from "../../src/lib/languages.ts";
import { type AccountAction, accountActions } from "../../src/schema/access/account-audit.ts";
import type { AuditedFields, Origin } from "../../src/store/tables/index.ts";
import { eachApp } from "../support/app/app.ts";
import { colleague } from "./colleagues.ts";

type Change = [before: AuditedFields | undefined, after: AuditedFields | undefined];
const rule = {
  status: "active",
  identity_id: null,
  webhook_id: null,
  forward_to: ["a@far.example"],
  send_as: false,
};
const protection = {
  ...{ outbound: "all", inbound: "review", approver: "human", submission: "hold" },
  ...{ expires_after: 3600, on_expiry: "keep", reviewers: ["ada@people.example"], notify: "digest" },
  ...{ first_contacts_a_day: 5, untrusted_contacts_a_day: null },
};
const changes: Record<AccountAction, Change> = {
  member_invited: [undefined, { role: "reviewer", name: null }],
  member_joined: [undefined, { role: "member", name: "Ada" }],
  member_changed: [{ role: "reviewer" }, { role: "owner" }],
  member_removed: [{ role: "owner", name: null }, undefined],
  key_made: [undefined, { reach: "all" }],
  key_ended: [undefined, undefined],
  program_let_in: [undefined, { reach: 2, level: "draft" }],
  program_ended: [undefined, undefined],
  password_made: [undefined, { address: "desk@agents.example" }],
  password_ended: [undefined, undefined],
  protection_changed: [protection, { ...protection, outbound: "off", reviewers: [], notify: "off" }],
  list_entries_added: [
    undefined,
    { direction: "send", list: "block", entries: ["far.example"], count: 1, moved: ["far.example"] },
  ],
  list_entry_removed: [{ direction: "receive", list: "allow", entries: ["far.example"] }, undefined],
  address_changed: [
    { status: "active", mode: "human", send_policy: "open", expires_at: null },
    {
      status: "suspended",
      mode: "hybrid",
      send_policy: "reply_only",
      expires_at: "2027-03-01T09:00:00.000000Z",
    },
  ],
  address_removed: [{}, undefined],
  domain_added: [undefined, {}],
  domain_changed: [{ unproven_mail: "spam" }, { unproven_mail: "inbox" }],
  domain_keys_made: [undefined, undefined],
  domain_removed: [{}, undefined],
  webhook_made: [undefined, { url: "https://hooks.example/", event_types: [], status: "active" }],
  webhook_changed: [{ status: "active" }, { status: "disabled" }],
  webhook_secret_made: [undefined, undefined],
  webhook_removed: [{ url: "https://hooks.example/", status: "disabled" }, undefined],
  routing_rule_made: [undefined, rule],
  routing_rule_changed: [rule, { ...rule, status: "disabled", send_as: true }],
  routing_rule_removed: [rule, undefined],
  retention_rule_made: [undefined, { folder: "trash", action: "delete", after_days: 30 }],
  retention_rule_removed: [{ folder: "inbox", action: "archive", after_days: 9 }, undefined],
};

eachApp("the page of the account's audit trail", (t) => {
  test("says each change in words, in every language, to owners alone", async () => {
    const actors: Origin[] = [
      { kind: "person", id: "grace@people.example", ip: "192.0.2.7" },
      { kind: "key", id: newId(), ip: null },
      { kind: "service", id: null, ip: null },
      { kind: "service", id: "command line", ip: null },
    ];
    const { browser } = await colleague(t, "owner");
    await t.app.core.actors.account(t.accountId).run((turn) => {
      for (const [n, action] of accountActions.entries()) {
        const [before, after] = changes[action];
        const target =
          action === "protection_changed" ? null : { id: newId(), name: "<b>desk</b>@agents.example" };
        const actor = actors[n % actors.length]!;
        noteSetting(turn, { action, target, actor, ...(before && { before }), ...(after && { after }) });
      }
    });
    for (const language of languages) {
      browser.extra["accept-language"] = language;
      await browser.get("/console/settings/audit");
      expect(browser.status).toBe(200);
      const $ = cheerio.load(browser.text);
      const lines = $(".history > li").toArray().slice(0, accountActions.length);
      const texts = lines.map((line) => {
        const one = $(line).clone();
        one.find("time").remove();
        return one.text().replaceAll(/\s+/g, " ").trim();
      });
      const text = texts.join("\n");
      // Neither codes, nor ids, nor values as programs write them.
      const codes =
        /[a-z]+_[a-z]+|[0-9a-f]{8}-[0-9a-f]{4}|[[\]{}]|undefined|object|\bnull\b|\btrue\b|\bfalse\b/g;
      expect([language, text.match(codes)]).toEqual([language, null]);
      for (const shown of ["grace@people.example", "192.0.2.7", "<b>desk</b>@agents.example", "far.example"])
        expect([language, shown, text.includes(shown)]).toEqual([language, shown, true]);
      expect(new Set(lines.map((line) => $(line).find("strong").text())).size).toBe(accountActions.length);
    }
    browser.extra["accept-language"] = "en";
    await browser.get("/console/settings/audit");
    expect(cheerio.load(browser.text)("main").text()).toContain("Role: Reviewer → Owner");
    const member = await colleague(t, "member");
    await member.browser.get("/console/settings/audit");
    expect(member.browser.status).toBe(403);
    expect(member.browser.text).not.toContain("grace@people.example");
  });

  test("goes on to older entries", async () => {
    const { browser } = await colleague(t, "owner");
    await t.app.core.actors.account(t.accountId).run((turn) => {
      for (let n = 0; n < 60; n++)
        noteSetting(turn, {
          action: "key_made",
          target: { id: newId(), name: `key ${n}` },
          after: { reach: n },
        });
    });
    await browser.get("/console/settings/audit");
    let $ = cheerio.load(browser.text);
    expect($(".history > li").length).toBe(50);
    const older = $("main a[href*='cursor=']").attr("href")!;
    await browser.get(older);
    $ = cheerio.load(browser.text);
    expect($(".history > li").first().text()).toContain("key 9");
    await browser.get("/console/settings/audit?cursor=nonsense");
    expect(browser.status).toBe(400);
  });
});
