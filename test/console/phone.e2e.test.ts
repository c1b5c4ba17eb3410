// The pages on a phone, in Chromium: everything is behind the bar at the bottom, and wide enough for a finger.
import { expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { createFolder } from "../../actors/identity/mailbox/folders.ts";
import { eachApp } from "../support/app/app.ts";
import { eventsShown } from "../support/app/events.ts";
import { inChromium, openPage, signInPage } from "./chromium.ts";

const phone = { viewport: { width: 360, height: 720 }, hasTouch: true, isMobile: true };

await inChromium("a phone", suite);

function suite(browser: () => Browser): void {
  eachApp("a phone", (t) => {
    // DECISIONS Agent signup and console: On a phone a bar stands at the bottom
    for (const javaScriptEnabled of [true, false])
      test(`has drafts, folders and addresses behind one button, ${javaScriptEnabled ? "with" : "without"} the script`, async () => {
        const [own, other] = [await t.address(), await t.address()];
        await t.app.core.actors.identity(t.accountId, own.id).run((turn) => createFolder(turn, "Harbour"));
        const { page, problems, close } = await openPage(browser(), t, { ...phone, javaScriptEnabled });
        await signInPage(t, page);
        const side = page.locator("#side");
        const choose = async (name: string) => {
          expect(await side.isVisible()).toBe(false);
          await page.locator("#bar").getByRole("button", { name: "Menu" }).tap();
          await side.getByRole("link", { name }).first().tap();
        };
        await page.goto("/console/mail/open");
        await choose("Drafts");
        await page.waitForURL(/\/console\/mail\/drafts/);
        await page.goto(`/console/mail/open?address=${own.id}`);
        await choose("Harbour");
        await page.waitForURL(/\/console\/mail\/folder\?address=/);
        await choose(other.email);
        await page.waitForURL(new RegExp(`address=${other.id}`));
        await choose("Settings");
        await page.waitForURL(/\/console\/settings/);
        await page.locator("#bar button").tap();
        await side.getByRole("button", { name: "Sign out" }).waitFor();
        // A tap beside it closes it.
        await page.touchscreen.tap(350, 300);
        expect(await side.isVisible()).toBe(false);
        expect(problems).toEqual([]);
        await close();
      });

    test("has all places below the page where the browser knows no popovers", async () => {
      const { page, problems, close } = await openPage(browser(), t, phone);
      await page.route("**/console/assets/*.css", async (route) => {
        const response = await route.fetch();
        await route.fulfill({
          response,
          body: (await response.text()).replaceAll(":popover-open", ":unknown"),
        });
      });
      await signInPage(t, page);
      await page.goto("/console/mail/open");
      expect(await page.locator("#bar button").isVisible()).toBe(false);
      await page.locator("#side").getByRole("link", { name: "Drafts" }).tap();
      await page.waitForURL(/\/console\/mail\/drafts/);
      expect(problems).toEqual([]);
      await close();
    });

    test("has nothing to press that is narrower than a finger", async () => {
      const own = await t.address();
      await t.mail({
        from: "Ada <ada@far.example>",
        to: own.email,
        subject: "Room",
        text: "x\n\nOn Monday, you wrote:\n> y",
      });
      await t.api.must(200, t.api.call("PUT", `/identities/${own.id}/protection`, { outbound: "all" }));
      await t.api.must(
        202,
        t.api.post("/messages", { from: own.email, to: ["a@far.example"], subject: "Wait", text: "x" }),
      );
      const day = "2027-03-03";
      const event = {
        title: "Tasting",
        start: `${day}T10:00:00`,
        end: `${day}T10:15:00`,
        status: "tentative",
      };
      await t.api.must(201, t.api.post(`/identities/${own.id}/calendar/events`, event));
      await eventsShown(t.app.core.database);
      const { page, problems, close } = await openPage(browser(), t, phone);
      await signInPage(t, page);
      const lines = async (list: string) => {
        await page.goto(`/console/mail/${list}?address=${own.id}`);
        return (await page.locator(".lines a").first().getAttribute("href"))!;
      };
      const paths = [
        await lines("open"),
        await lines("needs"),
        `/console/mail/open?address=${own.id}`,
        "/console/desk",
        ...["day", "week", "month", "agenda"].map(
          (view) =>
            `/console/calendar?address=${own.id}&view=${view}&${{ week: "week", agenda: "from" }[view] ?? "on"}=${day}`,
        ),
        "/console/write",
        "/console/search?q=room",
        "/console/people",
        ...["keys", "you", "protection", "devices", "templates"].map((name) => `/console/settings/${name}`),
      ];
      for (const path of paths) {
        await page.goto(path);
        expect([path, await narrow(page)]).toEqual([path, []]);
      }
      // All of a day of a month leads to it.
      await page.goto(`/console/calendar?address=${own.id}&view=month&on=${day}`);
      const cell = (await page.locator(`[data-day="2027-03-17"]`).boundingBox())!;
      await page.touchscreen.tap(cell.x + cell.width - 6, cell.y + cell.height - 6);
      await page.waitForURL(/on=2027-03-17/);
      expect(problems).toEqual([]);
      await close();
    });

    test("shows the whole address behind a name that is long, and the days of the agenda in one column", async () => {
      const own = await t.address();
      const name = "Ada Lovelace of the Bank ".repeat(6);
      const address = `ada@bank.example.${"a-long-label.".repeat(3)}example`;
      await t.mail({ from: { name, address }, to: own.email, subject: "Transfer", text: "one" });
      for (const day of ["01", "10"])
        await t.api.must(
          201,
          t.api.post(`/identities/${own.id}/calendar/events`, {
            title: day === "01" ? "Short" : "A title that is longer than its line, by far",
            start: `2027-03-${day}T09:00:00`,
            end: `2027-03-${day}T10:00:00`,
            timezone: "UTC",
          }),
        );
      await eventsShown(t.app.core.database);
      const { page, problems, close } = await openPage(browser(), t, phone);
      await signInPage(t, page);
      await page.goto(`/console/mail/open?address=${own.id}`);
      await page.locator(".lines a").first().tap();
      const who = page.locator(".message[open] .who");
      await who.waitFor();
      const [whole, part] = [(await who.boundingBox())!, (await who.locator(".address").boundingBox())!];
      expect(part.x + part.width).toBeLessThanOrEqual(whole.x + whole.width);
      expect(part.y + part.height).toBeLessThanOrEqual(whole.y + whole.height);
      await page.goto(`/console/calendar?address=${own.id}&view=agenda&from=2027-03-01`);
      const widths = await page.evaluate<number[]>(
        `[...document.querySelectorAll(".agenda h2")].map((one) => one.clientWidth)`,
      );
      expect([widths.length, new Set(widths).size]).toEqual([2, 1]);
      expect(problems).toEqual([]);
      await close();
    });

    test("shows letters that run from right to left in pages of both directions", async () => {
      const own = await t.address();
      const html = "<table><tr><th>السعر</th></tr></table><h1>عنوان</h1>";
      const subject = "فاتورة رقم 2291 من ACME (الإصدار 3.0)";
      await t.mail({ from: "شركة النور <noor@far.example>", to: own.email, subject, html });
      await eventsShown(t.app.core.database);
      const { page, problems, close } = await openPage(browser(), t, phone);
      await signInPage(t, page);
      await page.goto(`/console/mail/open?address=${own.id}`);
      await page.locator(".lines a").first().tap();
      const frame = page.frameLocator("iframe.mail-frame");
      await frame.locator("h1").waitFor();
      expect(await frame.locator("body").evaluate((one) => one.matches(":dir(rtl)"))).toBe(true);
      // The name stands above its address, and both begin where lines of the page do.
      const edges = (selector: string) =>
        page.locator(`.message .who ${selector}`).evaluate((one) => {
          const range = one.ownerDocument.createRange();
          range.selectNodeContents(one);
          const { left, right, top } = range.getBoundingClientRect();
          return { left: Math.round(left), right: Math.round(right), top };
        });
      for (const [direction, begin] of [
        ["ltr", "left"],
        ["rtl", "right"],
      ] as const) {
        await page.evaluate(`document.documentElement.dir = "${direction}"`);
        const [name, address] = [await edges("h2"), await edges(".address")];
        expect([direction, name[begin]]).toEqual([direction, address[begin]]);
        expect(name.top).toBeLessThan(address.top);
      }
      expect(problems).toEqual([]);
      await close();
    });
  });
}

/** Controls that are less than 44 px high or wide, but for links in text and days of a month, with everything unfolded. */
const narrow = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    for (const part of document.querySelectorAll("#main details, #list details")) part.open = true;
    return [...document.querySelectorAll("a, button, summary, select, textarea, input:not([type=hidden])")].flatMap((one) => {
      if (!one.checkVisibility() || one.closest(".month-day, .hidden")) return [];
      if (one.matches("a") && getComputedStyle(one).display === "inline") return [];
      const { width, height } = (one.closest("label") ?? one).getBoundingClientRect();
      return width < 43.5 || height < 43.5 ? [one.outerHTML.slice(0, 120) + " " + [width, height].map(Math.round)] : [];
    });
  })()`);
