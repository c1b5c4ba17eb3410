// Narrowing and saved searches in Chromium, by the keyboard: a dialog chooses, the list keeps what narrows it beside its threads, and
// its live update says when that is gone; axe-core finds nothing, and nothing is wider than a phone.
import { expect, test } from "bun:test";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { eachApp, eventually } from "../support/app/app.ts";
import { inChromium, openPage, signInPage } from "./chromium.ts";

await inChromium("narrowing in a browser", suite);

/** A name that no phone has room for. */
const searchName = "بحث: Of Ada, and of all who write about engines, looms and the sea";

async function misfits(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
    "axe.run({ resultTypes: ['violations'] })",
  );
  const wide = await page.evaluate<boolean>("document.documentElement.scrollWidth > innerWidth");
  const found = violations.map(
    ({ id, nodes }) => `${page.url()}: ${id} ${nodes.map(({ html }) => html).join(" ")}`,
  );
  return wide ? [...found, `${page.url()} is wider than the screen`] : found;
}

function suite(browser: () => Browser): void {
  eachApp("narrowing in a browser", (t) => {
    test("f chooses what narrows, threads keep it, and what is gone is said; a search is saved and found by its name", async () => {
      const [mine, other] = [await t.address(), await t.address()];
      for (const [to, subject] of [
        [mine, "Kite"],
        [mine, "Lamp"],
        [other, "Moss"],
      ] as const)
        await t.mail({ from: "ada@remote.example", to: to.email, subject, text: "The text." });
      const threads = await eventually(async () => {
        const all = await t.api.must<{ id: string; subject: string }[]>(200, t.api.get("/threads?limit=100"));
        const found = ["Kite", "Lamp", "Moss"].map((name) => all.find(({ subject }) => subject === name)?.id);
        return found.every((id) => id !== undefined) ? found : null;
      });
      const label = await t.api.must<{ id: string }>(
        201,
        t.api.post("/labels", {
          identity_id: mine.id,
          name: "A rather long label's name",
          colour: "#00aa00",
        }),
      );
      for (const id of threads.slice(0, 2)) await t.api.call("PUT", `/threads/${id}/labels/${label.id}`);
      const { page, problems, close } = await openPage(browser(), t, {
        viewport: { width: 1280, height: 800 },
        usual: /status of 404/,
      });
      await signInPage(t, page);
      const wrong: string[] = [];
      await page.goto("/console/mail/open");
      await page.keyboard.press("f");
      await page.locator("dialog[open]").waitFor();
      wrong.push(...(await misfits(page)));
      const chosen = page.locator("dialog a:focus", { hasText: "A rather long label's name" });
      while ((await chosen.count()) === 0) await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.waitForURL(`**/console/mail/open?label=${label.id}`);
      expect(await page.locator(".lines .subject").allTextContents()).toEqual(["Lamp", "Kite"]);
      wrong.push(...(await misfits(page)));
      await page.keyboard.press("j");
      await page.waitForURL(`**/console/threads/${threads[1]}?list=open&label=${label.id}`);
      await page.keyboard.press("j");
      await page.waitForURL(`**/console/threads/${threads[0]}?list=open&label=${label.id}`);
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(`/console/mail/open?label=${label.id}`);
      wrong.push(...(await misfits(page)));

      // A search is saved by its form, and the palette knows it.
      await page.goto(`/console/search?q=from%3Aada&label=${label.id}`);
      await page.locator(".save-search > summary").click();
      wrong.push(...(await misfits(page)));
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.getByLabel("Name", { exact: true }).fill(searchName);
      await page.keyboard.press("Enter");
      await page.waitForURL("**/console/search?saved=*");
      await page.setViewportSize({ width: 360, height: 740 });
      await page.locator(".save-search > summary").click();
      wrong.push(...(await misfits(page)));
      const [sheet, pane] = await Promise.all(
        [".save-search > .sheet", ".list-head > .find"].map((at) => page.locator(at).boundingBox()),
      );
      expect([sheet?.x, sheet?.width]).toEqual([pane?.x, pane?.width]);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.locator(".side a", { hasText: "Of Ada" }).waitFor();
      await page.goto("/console/mail/all");
      await page.keyboard.press("Control+k");
      await page.locator("dialog input").fill("of ada");
      await page.locator("dialog li.chosen", { hasText: "Of Ada" }).waitFor();
      await page.keyboard.press("Enter");
      await page.waitForURL("**/console/search?saved=*");
      expect((await page.locator(".lines .subject").allTextContents()).toSorted()).toEqual(["Kite", "Lamp"]);

      // Gone while the list is open: the next news shows it.
      await page.goto(`/console/mail/open?label=${label.id}`);
      await page.locator(".lines").waitFor();
      await t.api.must(200, t.api.call("DELETE", `/labels/${label.id}`));
      await t.mail({ from: "ada@remote.example", to: other.email, subject: "News", text: "The text." });
      await page.locator("#list", { hasText: "This list is not there any more" }).waitFor();
      expect(await page.locator(".lines").count()).toBe(0);
      wrong.push(...(await misfits(page)));
      expect(wrong).toEqual([]);
      expect(problems).toEqual([]);
      await close();
    }, 300_000);
  });
}
