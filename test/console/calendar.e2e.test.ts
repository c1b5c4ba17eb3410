// The calendar in Chromium: events are made, moved and lengthened with the mouse and by keys; what has guests, or other dates, asks
// on its page first.
import { expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import type { CalendarEvent } from "../../src/schema/calendar/calendar-events.ts";
import { eachApp, eventually } from "../support/app/app.ts";
import { inChromium, openPage, signInPage } from "./chromium.ts";

await inChromium("the calendar in a browser", suite);

function suite(browser: () => Browser): void {
  eachApp("the calendar in a browser", (t) => {
    test("an event that begins soon is told on the page, and by the browser where the page is behind", async () => {
      const { id } = await t.address();
      const soon = (title: string, minutes: number) =>
        t.api.must<{ id: string }>(
          201,
          t.api.post(`/identities/${id}/calendar/events`, {
            title,
            start: new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 19),
            end: new Date(Date.now() + 3_600_000).toISOString().slice(0, 19),
            timezone: "UTC",
          }),
        );
      const { page, problems, close } = await openPage(browser(), t, { permissions: ["notifications"] });
      await signInPage(t, page);
      await page.goto(`/console/calendar?address=${id}`);
      // Allowed already: the browser need not be asked.
      await page.locator("#reminders summary").click();
      expect(await page.locator("[data-notify]").isVisible()).toBe(false);
      await page.locator("#reminders select[name=minutes]").selectOption("15");
      const heard = page.waitForResponse(/\/console\/live/);
      await page.locator("#reminders form button").click();
      await heard;
      const { id: event } = await soon("Stand-up", 10);
      const toast = page.locator(".toast.reminder a");
      await toast.waitFor();
      expect(await toast.textContent()).toStartWith("Reminder: Stand-up, ");
      expect(await toast.getAttribute("href")).toBe(`/console/calendar/${id}/${event}`);
      // The worker shows it (installable.e2e.test.ts): the page is told that it is hidden, and what it asks of the worker is looked at.
      await page.evaluate(`
        window.Notification = class { static permission = "granted" };
        const postMessage = ({ text, tag }) => { window.noted = text + " " + tag; };
        Object.defineProperty(navigator, "serviceWorker", { value: { ready: Promise.resolve({ active: { postMessage } }) } });
        Object.defineProperty(document, "hidden", { value: true, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));`);
      const { id: second } = await soon("Review", 12);
      const noted = await eventually(() => page.evaluate<string | undefined>("window.noted"));
      expect(noted).toMatch(new RegExp(`^Reminder: Review, .* /console/calendar/${id}/${second} [\\w-]+$`));
      expect(problems).toEqual([]);
      await close();
    });

    test("events are made, moved and lengthened with the mouse and by keys", async () => {
      const { id } = await t.address();
      const path = `/identities/${id}/calendar/events`;
      const make = (title: string, from: string, to: string, more: object = {}) => {
        const times = { start: `2027-03-10T${from}:00`, end: `2027-03-10T${to}:00`, timezone: "UTC" };
        return t.api.must<{ id: string }>(201, t.api.post(path, { title, ...times, ...more }));
      };
      const plain = await make("Plain", "09:00", "10:00");
      const guests = await make("Guests", "13:00", "14:00", { attendees: [{ email: "a@remote.example" }] });
      const times = async ({ id: event }: { id: string }) => {
        const { start, end } = (await t.api.get<{ data: CalendarEvent }>(`${path}/${event}`)).json.data;
        return `${start.slice(8, 16)} ${end.slice(8, 16)}`;
      };
      const { page, problems, close } = await openPage(browser(), t, {
        viewport: { width: 1400, height: 1200 },
        timezoneId: "Europe/Berlin",
      });
      await signInPage(t, page);
      await page.goto(`/console/calendar?address=${id}&week=2027-03-10`);
      // The browser told its zone: 09:00 UTC is 10:00 there.
      expect(await page.locator(".hours").getAttribute("data-zone")).toBe("Europe/Berlin");
      const event = (title: string) => page.locator("a.event", { hasText: title });
      expect(await event("Plain").textContent()).toContain("10:00");
      const hour = (await page.locator(".rail span").nth(1).boundingBox())!.height;
      const column = (await page.locator('.slots[data-day="2027-03-11"]').boundingBox())!;
      const drag = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
        await page.mouse.move(from.x, from.y);
        await page.mouse.down();
        await page.mouse.move(to.x, (from.y + to.y) / 2);
        await page.mouse.move(to.x, to.y);
        await page.mouse.up();
      };
      const middle = async (title: string) => {
        const box = (await event(title).boundingBox())!;
        return { x: box.x + box.width / 2, y: box.y + box.height / 2, bottom: box.y + box.height };
      };
      /** Waits for the page that has the event at these minutes of a day. */
      const isAt = (day: string, from: number, to: number) =>
        page
          .locator(`[data-day="2027-03-${day}"] li:not(.moving) > a[data-from="${from}"][data-to="${to}"]`)
          .waitFor();
      // A day later, two hours later.
      const at = await middle("Plain");
      await drag(at, { x: column.x + column.width / 2, y: at.y + 2 * hour });
      await isAt("11", 720, 780);
      expect(await times(plain)).toBe("11T11:00 11T12:00");
      // Longer by its end.
      const { x, bottom } = await middle("Plain");
      await drag({ x, y: bottom - 3 }, { x, y: bottom - 3 + hour });
      await isAt("11", 720, 840);
      expect(await times(plain)).toBe("11T11:00 11T13:00");
      await page.keyboard.press("z");
      await isAt("11", 720, 780);
      expect(await times(plain)).toBe("11T11:00 11T12:00");
      // By keys: half an hour earlier, the day before, a quarter longer; nothing is kept before Enter.
      await event("Plain").focus();
      for (const key of ["Shift+ArrowUp", "Shift+ArrowUp", "Shift+ArrowLeft", "+"])
        await page.keyboard.press(key);
      expect(await page.locator("#move-said").textContent()).toContain("2027-03-10, 11:30–12:45");
      expect(await times(plain)).toBe("11T11:00 11T12:00");
      await page.keyboard.press("Escape");
      expect(await page.locator(".moving").count()).toBe(0);
      await event("Plain").focus();
      await page.keyboard.press("Shift+ArrowDown");
      await page.keyboard.press("Enter");
      await isAt("11", 735, 795);
      expect(await times(plain)).toBe("11T11:15 11T12:15");
      // Guests are told by a press on the page alone.
      const where = await middle("Guests");
      await drag(where, { x: where.x, y: where.y + hour });
      await page.waitForURL(/\/console\/calendar\/.*date=2027-03-10/);
      expect(await page.inputValue("#from")).toBe("14:00");
      expect(await page.getByText("Nothing is saved yet.").count()).toBe(1);
      expect(await times(guests)).toBe("10T13:00 10T14:00");
      await page.getByRole("button", { name: "Save" }).click();
      await isAt("10", 900, 960);
      expect(await times(guests)).toBe("10T14:00 10T15:00");
      await makeByMouse(page, hour);
      const listed = await t.api.get<{ data: CalendarEvent[] }>(path);
      const drawn = listed.json.data.find(({ title }) => title === "Drawn")!;
      expect([drawn.start, drawn.end, drawn.timezone]).toEqual([
        "2027-03-12T16:00:00",
        "2027-03-12T17:00:00",
        "Europe/Berlin",
      ]);
      expect(problems).toEqual([]);
      await close();
    }, 120_000);

    test("an event of a month goes to another day by the mouse, and by a finger that rests on it", async () => {
      const { id } = await t.address();
      const path = `/identities/${id}/calendar/events`;
      const times = { start: "2027-03-10T09:00:00", end: "2027-03-10T10:00:00", timezone: "UTC" };
      const made = await t.api.must<{ id: string }>(201, t.api.post(path, { title: "Plain", ...times }));
      const { page, problems, close } = await openPage(browser(), t, {
        viewport: { width: 1200, height: 1000 },
        timezoneId: "UTC",
        hasTouch: true,
      });
      await signInPage(t, page);
      await page.goto(`/console/calendar?address=${id}&view=month&on=2027-03-10`);
      const middleOf = async (place: string) => {
        const box = (await page.locator(place).boundingBox())!;
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      };
      const at = (day: string) => `.month [data-day="2027-03-${day}"]`;
      const isOn = (day: string) => page.locator(`${at(day)} li:not(.moving) > a[data-from="540"]`).waitFor();
      const [from, to] = [await middleOf(`${at("10")} a.event`), await middleOf(at("18"))];
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, from.y);
      await page.mouse.move(to.x, to.y);
      await page.mouse.up();
      await isOn("18");
      const client = await page.context().newCDPSession(page);
      const touch = (
        type: "touchStart" | "touchMove" | "touchEnd",
        touchPoints: { x: number; y: number }[],
      ) => client.send("Input.dispatchTouchEvent", { type, touchPoints });
      const [begin, end] = [await middleOf(`${at("18")} a.event`), await middleOf(at("12"))];
      await touch("touchStart", [begin]);
      await page.locator(`${at("18")} li.moving`).waitFor();
      await touch("touchMove", [{ x: end.x, y: begin.y }]);
      await touch("touchMove", [end]);
      await touch("touchEnd", []);
      await isOn("12");
      const { start } = (await t.api.get<{ data: CalendarEvent }>(`${path}/${made.id}`)).json.data;
      expect(start).toBe("2027-03-12T09:00:00");
      expect(problems).toEqual([]);
      await close();
    }, 240_000);
  });
}

/** Draws an hour from 16:00 on into an empty day, and gives it a title. */
async function makeByMouse(page: Page, hour: number): Promise<void> {
  const box = (await page.locator('.slots[data-day="2027-03-12"]').boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + (16 - 7) * hour + 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + hour / 2);
  await page.mouse.move(x, y + hour);
  await page.mouse.up();
  await page.waitForURL(/new=1/);
  // The cursor is in the title, once the page is there.
  await page.locator("input[name=title]:focus").waitFor();
  await page.keyboard.type("Drawn");
  await page.keyboard.press("Enter");
  await page.locator('[data-day="2027-03-12"] a.event', { hasText: "Drawn" }).waitFor();
}
