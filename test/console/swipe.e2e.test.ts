// A finger that pushes a line aside: far enough, its thread is done, and the notice takes it back; less, or up and down, nothing is.
import { expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { eachApp, eventually } from "../support/app/app.ts";
import { eventsShown } from "../support/app/events.ts";
import { inChromium, openPage, signInPage } from "./chromium.ts";

await inChromium("swipes", suite);

function suite(browser: () => Browser): void {
  eachApp("a finger on a list", (t) => {
    // DECISIONS Agent signup and console: A line that is pushed aside is done
    test("makes a thread done by pushing its line aside, and takes it back", async () => {
      const { id, email } = await t.address();
      for (const subject of ["First", "Second", "Third"])
        await t.mail({ from: "Ada <ada@far.example>", to: email, subject, text: "x" });
      await eventsShown(t.app.core.database);
      const status = async (subject: string) => {
        const { json } = await t.api.get<{ data: { subject: string; status: string }[] }>(
          `/threads?identity_id=${id}`,
        );
        return json.data.find((one) => one.subject === subject)!.status;
      };
      const { page, problems, close } = await openPage(browser(), t, {
        viewport: { width: 360, height: 720 },
        hasTouch: true,
        isMobile: true,
      });
      await signInPage(t, page);
      await page.goto(`/console/mail/open?address=${id}`);
      const client = await page.context().newCDPSession(page);
      const drag = async (subject: string, by: { x: number; y: number }) => {
        const box = (await page.locator(".line", { hasText: subject }).boundingBox())!;
        const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        const touch = (type: "touchStart" | "touchMove" | "touchEnd", share: number) =>
          client.send("Input.dispatchTouchEvent", {
            type,
            touchPoints: type === "touchEnd" ? [] : [{ x: from.x + by.x * share, y: from.y + by.y * share }],
          });
        await touch("touchStart", 0);
        for (const share of [0.2, 0.4, 0.6, 0.8, 1]) await touch("touchMove", share);
        await touch("touchEnd", 1);
      };
      await drag("First", { x: -60, y: 0 });
      await drag("Third", { x: -30, y: 150 });
      expect(await page.locator(".line.swiped").count()).toBe(0);
      await drag("Second", { x: -170, y: 4 });
      const toast = page.locator(".toast");
      await toast.waitFor();
      expect([await status("First"), await status("Second"), await status("Third")]).toEqual([
        "open",
        "resolved",
        "open",
      ]);
      expect(await page.locator(".line", { hasText: "Second" }).count()).toBe(0);
      await toast.locator("button").click();
      await eventually(async () => (await status("Second")) === "open");
      expect(problems).toEqual([]);
      await close();
    });
  });
}
