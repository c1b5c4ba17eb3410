// What each role may do: every page and every form of the console, asked by a reviewer, a member and an owner. A route that
// has no row here fails the test, so that none is added without a role.
import { expect, test } from "bun:test";
import * as cheerio from "cheerio";
import { createPages } from "../../src/console/pages.ts";
import { phrases } from "../../src/console/phrases.ts";
import { may, ranks } from "../../src/console/session/accounts.ts";
import type { HttpDeps } from "../../src/http/context.ts";
import { newId } from "../../src/lib/ids.ts";
import type { Role } from "../../src/store/tables/index.ts";
import { eachApp, type SuiteApp } from "../support/app/app.ts";
import type { Browser } from "./browser.ts";
import { colleague } from "./colleagues.ts";

type Least = Role | "anybody";

const posts: Record<string, Least> = {
  "/console/login": "anybody",
  "/console/sign-in": "anybody",
  "/console/sign-out": "anybody",
  // An answer of an authenticator.
  "/console/passkey": "anybody",
  "/console/look": "anybody",
  // A reviewer's link from a mail, with its own proof.
  "/console/review": "anybody",
  "/console/review/undo": "anybody",
  // The link of a question, which answers it.
  "/console/reviewer": "anybody",
  "/console/invitation": "anybody",
  "/console/reviews": "reviewer",
  "/console/reviews/undo": "reviewer",
  "/console/threads/:id/notes": "reviewer",
  "/console/threads/:id/notes/delete": "reviewer",
  "/console/threads/:id/status": "member",
  "/console/threads/:id/assign": "member",
  "/console/threads/:id/labels": "member",
  "/console/threads/:id/move": "member",
  "/console/threads/:id/unread": "member",
  "/console/threads/:id/snooze": "member",
  "/console/search/forget": "reviewer",
  "/console/search/save": "reviewer",
  "/console/search/remove": "reviewer",
  "/console/bulk": "member",
  "/console/bulk/on": "member",
  "/console/bulk/undo": "member",
  "/console/suppressions/lift": "member",
  "/console/messages/:id/answer": "member",
  "/console/messages/:id/apply": "member",
  "/console/write": "member",
  "/console/drafts/:id/undo": "member",
  "/console/calendar": "member",
  "/console/calendar/reminders": "member",
  "/console/calendar/:identity/:event": "member",
  "/console/templates": "owner",
  "/console/templates/delete": "owner",
  "/console/templates/signature": "owner",
  "/console/keys": "owner",
  "/console/keys/revoke": "owner",
  "/console/keys/take-over": "owner",
  "/console/programs/end": "owner",
  "/console/authorize": "owner",
  "/console/addresses": "owner",
  "/console/devices": "owner",
  "/console/devices/revoke": "owner",
  "/console/webhooks": "owner",
  "/console/webhooks/change": "owner",
  "/console/webhooks/replay": "owner",
  "/console/queue": "owner",
  "/console/domains": "owner",
  "/console/domains/verify": "owner",
  "/console/domains/delete": "owner",
  "/console/protection": "owner",
  "/console/protection/entries": "owner",
  "/console/protection/entries/remove": "owner",
  "/console/members": "owner",
  "/console/members/again": "owner",
  "/console/members/role": "owner",
  "/console/members/remove": "owner",
  "/console/members/leave": "reviewer",
  "/console/you/keys": "reviewer",
  "/console/you/language": "reviewer",
  "/console/you/passkeys": "reviewer",
  "/console/you/passkeys/name": "reviewer",
  "/console/you/passkeys/remove": "reviewer",
  "/console/you/sessions/end": "reviewer",
  "/console/you/sessions/end-others": "reviewer",
};

const pages: Record<string, Least> = {
  "/console/assets/:name": "anybody",
  "/console/manifest.webmanifest": "anybody",
  "/console/worker.js": "anybody",
  "/console/offline": "anybody",
  "/console/login": "anybody",
  "/console/sign-in": "anybody",
  "/console/review": "anybody",
  "/console/review/mail": "anybody",
  "/console/reviewer": "anybody",
  "/console/invitation": "anybody",
  "/console": "reviewer",
  "/console/live": "reviewer",
  "/console/mail/:list": "reviewer",
  "/console/threads/:id": "reviewer",
  "/console/threads/:id/history": "reviewer",
  "/console/messages/:id/frame": "reviewer",
  "/console/files/:id": "reviewer",
  "/console/pictures": "reviewer",
  "/console/search": "reviewer",
  "/console/narrow": "reviewer",
  "/console/keys": "reviewer",
  "/console/palette": "reviewer",
  "/console/desk": "reviewer",
  "/console/reviews": "reviewer",
  "/console/reviews/:id": "reviewer",
  "/console/reviews/:id/mail": "reviewer",
  "/console/calendar": "reviewer",
  "/console/calendar/:identity/:event": "reviewer",
  "/console/settings": "reviewer",
  "/console/settings/members": "reviewer",
  "/console/settings/you": "reviewer",
  "/console/settings/templates": "member",
  "/console/bulk": "reviewer",
  "/console/bulk/on": "reviewer",
  "/console/write": "member",
  "/console/people": "member",
  "/console/drafts/:id": "member",
  "/console/drafts/:id/mail": "member",
  "/console/drafts/:id/preview": "member",
  "/console/settings/audit": "owner",
  "/console/settings/keys": "owner",
  "/console/settings/programs": "owner",
  "/console/settings/addresses": "owner",
  "/console/settings/devices": "owner",
  "/console/settings/webhooks": "owner",
  "/console/settings/webhooks/:id": "owner",
  "/console/settings/queue": "owner",
  "/console/settings/domains": "owner",
  "/console/settings/domains/:id": "owner",
  "/console/settings/protection": "owner",
  "/console/protection": "owner",
  "/console/authorize": "owner",
};

eachApp("roles at the console", (t) => {
  const routesOf = (method: string) =>
    createPages(t.app.core as unknown as HttpDeps)
      .routes.routes.filter((route) => route.method === method)
      .map(({ path }) => path)
      .sort();
  const filled = (path: string) => path.replace(":list", "open").replaceAll(/:\w+/g, () => newId());
  const refusal = (least: Role) => phrases.session.role[least];

  // DECISIONS Agent signup and console: Roles: reviewer reads and decides, member writes and sorts, owner sets
  test("every form and every page has a role", () => {
    expect(routesOf("POST")).toEqual(Object.keys(posts).sort());
    expect(routesOf("GET")).toEqual(Object.keys(pages).sort());
  });

  for (const role of ranks) {
    // DECISIONS Agent signup and console: Roles hold on every form
    test(`${role}: forms above it are refused, the others are not`, async () => {
      const { browser } = await colleague(t, role);
      await browser.get("/console/settings/members");
      const own = browser.form("/console/sign-out");
      const wrong: string[] = [];
      // Who has left may do nothing more.
      const last = "/console/members/leave";
      for (const path of [...Object.keys(posts).filter((one) => one !== last), last]) {
        const least = posts[path]!;
        if (least === "anybody") continue;
        const answer = await browser.post(filled(path), new URLSearchParams(own));
        const isRefused = answer.status === 403 && (await answer.text()).includes(refusal(least));
        if (isRefused === may({ role }, least)) wrong.push(`${path}: ${answer.status}`);
      }
      expect(wrong).toEqual([]);
      await browser.get("/console/settings/members");
      expect(browser.at).toBe("/console/login");
    });

    // DECISIONS Agent signup and console: Pages offer no form above the role
    test(`${role}: pages above it are refused; those that open offer nothing above it`, async () => {
      const thread = await reviewed(t);
      const { browser } = await colleague(t, role);
      const wrong: string[] = [];
      for (const [path, least] of Object.entries(pages)) {
        if (least === "anybody" || path === "/console/live") continue;
        await browser.get(path === "/console/threads/:id" ? `/console/threads/${thread}` : filled(path));
        const isRefused = browser.status === 403 && browser.text.includes(refusal(least));
        if (isRefused === may({ role }, least)) wrong.push(`${path}: ${browser.status}`);
        if (isRefused) continue;
        for (const action of formsOf(browser)) {
          const needs = leastOf(action);
          if (needs === undefined) wrong.push(`${path}: a form for ${action}`);
          else if (needs !== "anybody" && !may({ role }, needs)) wrong.push(`${path} offers ${action}`);
        }
      }
      expect(wrong).toEqual([]);
    });
  }
});

/** A thread whose first mail waits for a review. */
async function reviewed(t: SuiteApp): Promise<string> {
  const { id, email } = await t.address();
  await t.api.must(
    200,
    t.api.call("PUT", `/identities/${id}/protection`, { outbound: "all", approver: "human" }),
  );
  const mail = { from: email, to: "guest@far.example", subject: "May I?", text: "Tell me." };
  return (await t.api.must<{ thread_id: string }>(202, t.api.post("/messages", mail))).thread_id;
}

function formsOf({ text }: Browser): string[] {
  const $ = cheerio.load(text);
  return $('form[method="post"]')
    .toArray()
    .map((form) => $(form).attr("action") ?? "");
}

/** The role that the form's route takes. */
function leastOf(action: string): Least | undefined {
  const path = action.split("?", 1)[0]!;
  const found = Object.keys(posts).find((route) =>
    new RegExp(`^${route.replaceAll(/:\w+/g, "[^/]+")}$`).test(path),
  );
  return found === undefined ? undefined : posts[found];
}
