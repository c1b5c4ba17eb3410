// The pages as an application: what a browser needs to install them, a page that says that the network is gone, and the icon while
// something waits.
import { expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { eachApp, eventually } from "../support/app/app.ts";
import { inChromium, openPage, signInPage } from "./chromium.ts";

await inChromium("the pages as an application", suite);

function suite(browser: () => Browser): void {
  eachApp("the pages as an application", (t) => {
    // DECISIONS Agent signup and console: The pages can be installed, and say when the network is gone
    test("have a manifest, and say in the style of the page when the network is gone", async () => {
      const { id, email } = await t.address();
      const { page, problems, close } = await openPage(browser(), t, {
        serviceWorkers: "allow",
        usual: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/,
      });
      await signInPage(t, page);
      await page.goto("/console/mail/open");
      const href = await page.locator('link[rel="manifest"]').getAttribute("href");
      const manifest = (await (await page.request.get(href!)).json()) as Record<string, string>;
      expect(manifest).toMatchObject({ display: "standalone", start_url: "/console/mail/open" });
      await page.evaluate("navigator.serviceWorker.ready.then(() => 0)");
      const icon = () => page.locator('link[rel="icon"]').getAttribute("href");
      expect(await icon()).toBe("/favicon.svg");
      await page.context().setOffline(true);
      await page.goto("/console/calendar");
      expect(await page.locator("h1").textContent()).toBe("No network");
      const colour = "getComputedStyle(document.querySelector('.button.primary')).backgroundColor";
      expect(await page.evaluate<string>(colour)).not.toBe("rgba(0, 0, 0, 0)");
      // Nothing of the account is in the browser.
      const stored = await page.evaluate<string[]>(
        "caches.keys().then(async (all) => (await Promise.all(all.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat())",
      );
      expect(stored.filter((path) => !path.startsWith("/console/assets/")).sort()).toEqual([
        "/console/offline",
        "/favicon.svg",
      ]);
      // The page that was asked for is asked for again.
      await page.context().setOffline(false);
      await page.getByRole("link", { name: "Try again" }).click();
      await page.locator(".week-head").waitFor();
      await page.goto("/console/write");
      await page.context().setOffline(true);
      await page.getByRole("status").filter({ hasText: "No network" }).waitFor();
      await page.context().setOffline(false);
      await page.locator(".offline").waitFor({ state: "detached" });
      // Something waits for a person: the icon says so.
      await t.api.must(200, t.api.call("PUT", `/identities/${id}/protection`, { outbound: "all" }));
      const mail = { from: email, to: ["a@far.example"], subject: "Wait", text: "x" };
      await t.api.must(202, t.api.post("/messages", mail));
      await page.goto("/console/mail/needs");
      expect(await page.title()).toStartWith("(1) ");
      expect(await icon()).toMatch(/^\/console\/assets\/\w+\.svg$/);
      expect((await page.request.get((await icon())!)).headers()["content-type"]).toBe("image/svg+xml");
      expect(problems).toEqual([]);
      await close();
    });

    // DECISIONS Agent signup and console: A press while the network is gone does nothing and says so
    test("stay where they are when a button is pressed while the network is gone, and do it once afterwards", async () => {
      const { id, email } = await t.address();
      for (const subject of ["One", "Two"])
        await t.mail({ from: "grace@far.example", to: email, subject, text: "Hi" });
      const { page, problems, close } = await openPage(browser(), t, {
        serviceWorkers: "allow",
        usual: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/,
      });
      const posts: string[] = [];
      page.on("request", (request) => {
        if (request.method() === "POST") posts.push(new URL(request.url()).pathname);
      });
      await signInPage(t, page);
      const gone = async (press: () => Promise<void>) => {
        const at = page.url();
        posts.length = 0;
        await page.context().setOffline(true);
        await press();
        await page.getByRole("status").filter({ hasText: "Not done: there is no network" }).waitFor();
        expect([page.url(), posts]).toEqual([at, []]);
        await page.context().setOffline(false);
        await page.locator(".offline").waitFor({ state: "detached" });
      };
      await page.goto(`/console/mail/open?address=${id}`);
      await page.locator(".lines a", { hasText: "Two" }).first().click();
      await page.locator(".toolbar").waitFor();
      // What is written in the same page stays, and goes once.
      await page.keyboard.press("r");
      await page.locator('textarea[name="text"]:focus').waitFor();
      await page.keyboard.type("Dear Grace");
      await eventually(async () => {
        const kept = await t.api.must<{ text: string }[]>(200, t.api.get(`/drafts?identity_id=${id}`));
        return kept.length === 1 && kept[0]!.text.startsWith("Dear Grace");
      });
      const done = page.locator(".toolbar").getByRole("button", { name: "Done" });
      await gone(() => done.click());
      expect(await page.locator('textarea[name="text"]').first().inputValue()).toStartWith("Dear Grace");
      await done.click();
      await eventually(async () => posts.filter((path) => path.endsWith("/status")).length === 1);
      const open = async () =>
        (
          await t.api.must<{ subject: string }[]>(200, t.api.get(`/threads?identity_id=${id}&status=open`))
        ).map(({ subject }) => subject);
      await eventually(async () => (await open()).join() === "One");
      // A decision, which the browser itself would send.
      const waiting = () => t.api.must<{ status: string }[]>(200, t.api.get("/reviews?status=pending"));
      const others = (await waiting()).length;
      await t.api.must(200, t.api.call("PUT", `/identities/${id}/protection`, { outbound: "all" }));
      const mail = { from: email, to: ["a@far.example"], subject: "Held", text: "x" };
      await t.api.must(202, t.api.post("/messages", mail));
      await page.goto("/console/desk");
      await page.locator("[data-desk][data-ready]").waitFor();
      await gone(() => page.keyboard.press("y"));
      expect(await waiting()).toHaveLength(others + 1);
      await page.locator("[data-desk] form.approve button").click();
      await eventually(async () => (await waiting()).length === others);
      expect(posts).toHaveLength(1);
      // A server on the same machine answers without a network.
      await page.goto(`/console/mail/open?address=${id}`);
      await page.locator(".lines a", { hasText: "One" }).first().click();
      await page.locator(".toolbar").waitFor();
      await page.evaluate("Object.defineProperty(navigator, 'onLine', { get: () => false })");
      await done.click();
      await eventually(async () => !(await open()).includes("One"));
      expect(problems).toEqual([]);
      await close();
    });

    // DECISIONS Agent signup and console: Notices of the browser say how many things wait
    test("say once in the background how many things wait, without a word of them, and lead there", async () => {
      const { id, email } = await t.address();
      await t.api.must(200, t.api.call("PUT", `/identities/${id}/protection`, { outbound: "all" }));
      const ask = async (subject: string) => {
        const mail = { from: email, to: ["a@far.example"], subject, text: "The salary is 4711" };
        await t.api.must(202, t.api.post("/messages", mail));
      };
      const { page, problems, close } = await openPage(browser(), t, {
        serviceWorkers: "allow",
        usual: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/,
      });
      // The headless browser has no leave to give.
      await page
        .context()
        .addInitScript(`Object.defineProperty(Notification, "permission", { get: () => "granted" })`);
      const workerOf = page.context().waitForEvent("serviceworker");
      await signInPage(t, page);
      const worker = await workerOf;
      await page.evaluate("navigator.serviceWorker.ready.then(() => 0)");
      const before = Number(/^\((\d+)/.exec(await page.title())?.[1] ?? 0);
      const other = await page.context().newPage();
      const pages = [page, other];
      for (const one of pages) {
        const live = one.waitForResponse(/\/console\/live/);
        await one.goto("/console/mail/open");
        await live;
      }
      // The headless browser shows no notices: those that the worker asks for are kept, one of each tag.
      await worker.evaluate(`
        globalThis.notes = new Map();
        registration.showNotification = async (title, { tag, data, body = "" }) =>
          void notes.set(tag, { title, data, text: [title, body, tag.split(" ").slice(1)].join(" "), close: () => notes.delete(tag) });`);
      const shown = () => worker.evaluate<string[]>("[...notes.values()].map(({ text }) => text)");
      const look = (isHidden: boolean) =>
        Promise.all(
          pages
            .filter((one) => !one.isClosed())
            .map((one) =>
              one.evaluate(`
              Object.defineProperty(document, "hidden", { value: ${isHidden}, configurable: true });
              document.dispatchEvent(new Event("visibilitychange"));`),
            ),
        );
      // A browser of tests shows every page: the worker is told otherwise.
      await worker.evaluate(
        "clients.matchAll = async () => (await Clients.prototype.matchAll.call(clients, { includeUncontrolled: true })).map(({ url }) => ({ url, visibilityState: 'hidden', focus() { globalThis.focused = url; } }))",
      );
      await look(true);
      await ask("Salaries of all");
      const text = `${before + 1} ${before === 0 ? "thing waits" : "things wait"}  needs`;
      await eventually(async () => (await shown()).length > 0);
      expect(await shown()).toEqual([text]);
      const titles = await Promise.all(pages.map((one) => one.title()));
      expect(titles.filter((title) => title.startsWith(`(${before + 1}) Open`))).toHaveLength(1);
      // A press opens what waits in a page of its own, and leaves no page in which somebody may be writing.
      const press = `
        clients.openWindow = async (url) => { globalThis.opened = url; };
        const [notification] = notes.values();
        dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil() {} }));`;
      await worker.evaluate(press);
      await eventually(async () => (await worker.evaluate("globalThis.opened")) !== undefined);
      expect(await worker.evaluate("globalThis.opened")).toBe(`${t.api.base}/console/mail/needs`);
      await eventually(async () => (await shown()).length === 0);
      // Once the page that counted is closed the other one does, and it goes on after the network was gone.
      const isCounting = await Promise.all(pages.map(async (one) => (await one.title()).startsWith("(")));
      const [gone, left] = isCounting[0] ? [page, other] : [other, page];
      await gone.close();
      const says = async (count: number) => {
        await eventually(async () => (await shown()).join() === `${count} things wait  needs`);
        expect(await left.title()).toStartWith(`(${count}) Open`);
      };
      await ask("Salaries of some");
      await says(before + 2);
      await page.context().setOffline(true);
      await page.context().setOffline(false);
      await ask("Salaries of none");
      await says(before + 3);
      await worker.evaluate("notes.clear()");
      // Whoever looks at a page is told by the page.
      await worker.evaluate("delete clients.matchAll");
      await look(false);
      await ask("Another");
      await eventually(async () => (await left.title()).startsWith(`(${before + 4}) `));
      expect(await shown()).toEqual([]);
      expect(problems).toEqual([]);
      await close();
    });

    test("asks for leave by a press alone, and a sign-out takes the notices along", async () => {
      const { page, problems, close } = await openPage(browser(), t, { serviceWorkers: "allow" });
      await page.addInitScript(`
        window.asked = 0;
        Object.defineProperty(Notification, "permission", { get: () => (window.asked ? "granted" : "default"), configurable: true });
        Notification.requestPermission = async () => { window.asked++; return "granted"; };`);
      await signInPage(t, page);
      await page.goto("/console/settings/you");
      const allow = page.getByRole("button", { name: "Allow notices" });
      await allow.waitFor();
      expect(await page.evaluate("window.asked")).toBe(0);
      await allow.click();
      await allow.waitFor({ state: "hidden" });
      expect(await page.evaluate("window.asked")).toBe(1);
      const kept = `ServiceWorkerRegistration.prototype.getNotifications = async () => ["own", "other"].map((whose) => ({
        tag: (whose === "own" ? document.body.dataset.person : "else") + " needs",
        close: () => localStorage.setItem("closed", (localStorage.getItem("closed") ?? "") + whose + " "),
      }))`;
      const closed = () => page.evaluate("localStorage.getItem('closed')");
      // What another person of this browser was told goes with the first page.
      await page.addInitScript(kept);
      await page.reload();
      await eventually(async () => (await closed()) === "other ");
      await page.locator('form[action="/console/sign-out"] button').click();
      await page.waitForURL(/login/);
      await eventually(async () => (await closed()) === "other own other ");
      expect(problems).toEqual([]);
      await close();
    });
  });
}
