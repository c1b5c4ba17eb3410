// Refusals and failures of the console as pages: at whatever address, of whatever kind, to somebody of each role and to nobody.
// Who is signed in has the navigation beside them, nobody sees the text of an answer for programs.
import { expect, test } from "bun:test";
import * as cheerio from "cheerio";
import { removeMember } from "../../actors/account/access/members.ts";
import { createPages } from "../../src/console/pages.ts";
import { phrases } from "../../src/console/phrases.ts";
import { ranks } from "../../src/console/session/accounts.ts";
import type { HttpDeps } from "../../src/http/context.ts";
import { newId } from "../../src/lib/ids.ts";
import { eachApp } from "../support/app/app.ts";
import { Browser } from "./browser.ts";
import { colleague } from "./colleagues.ts";

/** Answers that are no pages: the browser itself asks for them. */
const noPages = new Set(["/console/manifest.webmanifest", "/console/worker.js", "/console/live"]);
/** Pages of their own for everybody. */
const ownPages = new Set(["/console/login", "/console/offline", "/console/authorize", "/console/sign-in"]);

interface Asked {
  path: string;
  method?: string;
  body?: string;
  headers?: Record<string, string>;
}

const form = { "content-type": "application/x-www-form-urlencoded" };
const large = "a".repeat(70_000);

eachApp("failures at the console", (t) => {
  const paths = () => [
    ...new Set(createPages(t.app.core as unknown as HttpDeps).routes.routes.map(({ path }) => path)),
  ];
  const filled = (path: string) => path.replace(":list", "open").replaceAll(/:\w+/g, () => newId());

  async function ask(browser: Browser, { path, method = "GET", body, headers = {} }: Asked) {
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(t.api.base + path, {
      method,
      body,
      redirect: "manual",
      headers: { ...browser.extra, cookie, ...headers },
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, $: cheerio.load(text) };
  }

  /** Requests that are refused before or in their page. */
  const odd: Asked[] = [
    { path: "/console?x=%00" },
    { path: "/console/mail/open?x=%00" },
    { path: "/console//mail" },
    { path: "/console/nowhere" },
    { path: "/console/mail/nonsense/x" },
    { path: "/console", method: "DELETE" },
    { path: "/console", method: "POST", body: "a=b", headers: form },
    { path: "/console", method: "POST", body: large, headers: form },
    { path: "/console", method: "POST", body: "x", headers: { "content-type": "text/plain" } },
    { path: "/console/bulk", method: "POST", body: large, headers: form },
    { path: "/console/bulk", method: "POST", body: "csrf=wrong", headers: form },
    { path: "/console/bulk", method: "POST", body: "{", headers: { "content-type": "application/json" } },
    { path: "/console/write", method: "POST", body: "x", headers: { "content-type": "multipart/form-data" } },
    { path: "/console/sign-in?token=used" },
    { path: "/console/review?token=used" },
    { path: "/console/reviewer?token=used" },
    { path: "/console/invitation?token=used" },
  ];

  for (const role of [...ranks, null])
    test(`${role ?? "nobody"} sees a page, whatever is refused`, async () => {
      const browser = role === null ? new Browser(t.api.base) : (await colleague(t, role)).browser;
      const wrong: string[] = [];
      const gets = paths()
        .filter((path) => !noPages.has(path))
        .map((path): Asked => ({ path: filled(path) }));
      let refused = 0;
      for (const asked of [...gets, ...odd]) {
        const { status, headers, $ } = await ask(browser, asked);
        if (status < 400) continue;
        refused++;
        const isOwn = ownPages.has(asked.path) && status === 400;
        const said = `${asked.method ?? "GET"} ${asked.path}: ${status}`;
        if (headers.get("content-type") !== "text/html; charset=utf-8") wrong.push(`${said} is no page`);
        if ($("h1").length !== 1 || $('[role="alert"]').text().length < 10)
          wrong.push(`${said} says nothing`);
        if (!isOwn && $("#side").length !== (role === null ? 0 : 1)) wrong.push(`${said}: navigation`);
        const offersSignIn = $('main a[href="/console/login"]').length > 0;
        if (!isOwn && offersSignIn !== (role === null)) wrong.push(`${said}: sign in`);
        if (/Use (?:GET|POST)/.test($("main").text()) && (asked.method ?? "GET") === "GET")
          wrong.push(`${said} speaks to programs`);
      }
      expect(wrong).toEqual([]);
      expect(refused).toBeGreaterThan(60);
    });

  test("somebody whose account is gone, or who asks for another one, sees a page of the other kind", async () => {
    const { browser, id } = await colleague(t, "member");
    const other = await ask(browser, { path: `/console/mail/open?account=${newId()}` });
    expect([other.status, other.$("#side").length]).toEqual([404, 1]);
    await t.app.core.actors.account(t.accountId).run((turn) => removeMember(turn, id));
    const gone = await ask(browser, { path: "/console/queue" });
    expect([gone.status, gone.$("#side").length, gone.$('main a[href="/console/login"]').length]).toEqual([
      405, 0, 1,
    ]);
  });

  test("what stands in a frame of a page is framed by it alone, has no links, and never the page to sign in at", async () => {
    const frame = { "sec-fetch-dest": "iframe" };
    const { browser } = await colleague(t, "member");
    for (const one of [browser, new Browser(t.api.base)]) {
      const answer = await ask(one, { path: `/console/messages/${newId()}/frame`, headers: frame });
      expect([answer.status, answer.$("a").length]).toEqual([one === browser ? 404 : 401, 0]);
      expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
      expect(answer.$('[role="alert"]').text()).not.toBe("");
    }
    const whole = await ask(browser, { path: `/console/messages/${newId()}/frame` });
    expect(whole.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    // What the script asks for is no visit: it has no use for the navigation.
    const script = { path: "/console/nowhere", headers: { "sec-fetch-dest": "empty" } };
    expect((await ask(browser, script)).$("#side").length).toBe(0);
  });

  test("the address of a form says so in the language of the browser", async () => {
    const { browser } = await colleague(t, "reviewer");
    const queue = { path: "/console/queue" };
    expect((await ask(browser, queue)).text).toContain(phrases.failure.onlyForms);
    browser.extra["accept-language"] = "de";
    const { text, headers, $ } = await ask(browser, queue);
    expect([headers.get("allow"), $("html").attr("lang")]).toEqual(["POST", "de"]);
    expect(text).toContain("nur Formulare");
  });
});
