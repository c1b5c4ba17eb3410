// The pages as an application: what a browser needs to install them, a page that says that the network is gone, and the icon while
// something waits.
import { expect, test } from "bun:test";
import { eachApp } from "../support/app/app.ts";
import { noChromium } from "../support/clients/programs.ts";
import { openPage, signInPage, useChromium } from "./chromium.ts";

if (noChromium !== null) test.skip(`the pages as an application: ${noChromium}`, () => {});
else suite();

function suite(): void {
  const browser = useChromium();

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
      await page.context().setOffline(false);
      await page.getByRole("link", { name: "Try again" }).click();
      await page.locator("#list").waitFor();
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
  });
}
