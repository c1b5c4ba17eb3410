// What the script adds, in Chromium: pages follow what happens, and leave alone what is typed, focused or scrolled; files go up
// when they are chosen or dropped; a send is taken back; nothing moves while pages load. Skipped where there is no Chromium.
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import type { PageOf } from "../support/app/api.ts";
import { eachApp, eventually, type TestAddress } from "../support/app/app.ts";
import { eventsShown } from "../support/app/events.ts";
import { arriving } from "../support/demo/mails.ts";
import { startSink } from "../support/fakes/receivers.ts";
import { inChromium, openPage, shareOf, signInPage, type WatchedPage } from "./chromium.ts";

/** What one database shows for both. */
const shared = ["files", "loading", "writing"] as const;
const viewport = { width: 1280, height: 800 };

await inChromium("the script in a browser", suite);

async function suite(browser: () => Browser): Promise<void> {
  const peer = await startSink();
  afterAll(() => peer.stop());

  eachApp(
    "the page's script",
    (t) => {
      let desk: TestAddress;
      let opened: WatchedPage;
      const arrive = async (subject: string, more: object = {}) => {
        await t.mail({
          from: "Ada <ada@far.example>",
          to: desk.email,
          subject,
          text: `About ${subject}`,
          ...more,
        });
        await eventsShown(t.app.core.database);
        return subject;
      };
      const threads = async () =>
        (
          await t.api.get<PageOf<{ id: string; subject: string }>>(
            `/threads?identity_id=${desk.id}&limit=100`,
          )
        ).json.data;
      const threadOf = async (subject: string) =>
        (await threads()).find((one) => one.subject === subject)!.id;

      beforeAll(async () => {
        desk = await t.address();
        for (let count = 1; count <= 25; count++)
          await arrive(`Thread ${count}`, { messageId: `<t${count}@far.example>` });
        opened = await openPage(browser(), t, {
          viewport,
          usual: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 400/,
        });
        await signInPage(t, opened.page);
      });
      afterAll(async () => {
        await opened.close();
        expect(opened.problems).toEqual([]);
      });

      test("a list and a thread follow what comes in; what is typed, focused and scrolled stays", async () => {
        const { page } = opened;
        await page.goto(`/console/threads/${await threadOf("Thread 25")}?list=open&address=${desk.id}`);
        await page.evaluate("window.stayed = true");
        const list = page.locator("#list");
        const lines = list.locator(".line");
        await page.getByRole("searchbox").fill("half a wo");
        const searched = page.getByRole("searchbox");
        await arrive("While searching");
        await lines.filter({ hasText: "While searching" }).waitFor();
        expect(await searched.inputValue()).toBe("half a wo");
        expect(await searched.evaluate((element) => element.matches(":focus"))).toBe(true);

        const kept = list.locator("a", { hasText: "Thread 9" }).first();
        await kept.focus();
        await list.evaluate((element) => element.scrollBy(0, 500));
        const place = () => kept.evaluate((element) => Math.round(element.getBoundingClientRect().top));
        const before = await place();
        await arrive("While scrolled");
        await lines.filter({ hasText: "While scrolled" }).waitFor({ state: "attached" });
        expect(await place()).toBe(before);
        expect(await kept.evaluate((element) => element.matches(":focus"))).toBe(true);

        await page.locator("#reply > summary").click();
        const reply = page.locator("#reply").getByLabel("Text", { exact: true });
        await reply.fill("Half an ans");
        await arrive("Re: Thread 25", { inReplyTo: "<t25@far.example>", text: "One thing more." });
        await page.locator(".message").nth(1).locator(".text", { hasText: "One thing more." }).waitFor();
        expect(await reply.inputValue()).toBe("Half an ans");
        expect(await reply.evaluate((element) => element.matches(":focus"))).toBe(true);
        expect(await page.evaluate("window.stayed")).toBe(true);
      }, 200_000);

      test("a connection that was lost comes back, and what was missed is shown", async () => {
        const { page } = opened;
        await page.goto(`/console/mail/open?address=${desk.id}`);
        await page.evaluate("window.stayed = true");
        await page.context().setOffline(true);
        await arrive("While away");
        await page.context().setOffline(false);
        await page.locator(".line", { hasText: "While away" }).waitFor();
        expect(await page.evaluate("window.stayed")).toBe(true);
      }, 200_000);

      test("what came before the stream was open is shown", async () => {
        const { page } = opened;
        await page.route(
          "**/console/live*",
          async (route) => {
            await arrive("Before the stream");
            await route.continue();
          },
          { times: 1 },
        );
        await page.goto(`/console/mail/open?address=${desk.id}`);
        await page.locator(".line", { hasText: "Before the stream" }).waitFor();
      }, 200_000);

      test("a page that could not be fetched is fetched again", async () => {
        const { page } = opened;
        await page.goto(`/console/mail/open?address=${desk.id}`);
        await page.evaluate("window.stayed = true");
        let failures = 0;
        await page.route(
          "**/console/mail/open*",
          (route) => {
            failures++;
            return route.abort();
          },
          { times: 2 },
        );
        await arrive("While pages fail");
        await page.locator(".line", { hasText: "While pages fail" }).waitFor();
        expect(failures).toBe(2);
        expect(await page.evaluate("window.stayed")).toBe(true);
      }, 200_000);

      test("files are chosen, dropped, refused and removed; a draft stands after a reload; a send is taken back", async () => {
        if (!shareOf(t.kind, shared).includes("files")) return;
        const { page } = opened;
        await page.goto(`/console/write?address=${desk.id}`);
        await page.getByLabel("To", { exact: true }).fill("guest@far.example");
        await page.getByLabel("Subject").fill("With files");
        const file = (name: string, size = 20) => ({
          name,
          mimeType: "text/plain",
          buffer: Buffer.alloc(size, "a"),
        });
        const input = page.locator('input[type="file"]');
        const names = () => page.locator(".write-form .file-list .name").allTextContents();
        await input.setInputFiles([file("one.txt"), file("two.txt")]);
        await page.locator(".file").nth(1).waitFor();
        const dropped = await page.evaluateHandle(
          `(() => { const data = new DataTransfer(); for (const name of ["three.txt", "four.txt"]) data.items.add(new File(["x"], name, { type: "text/plain" })); return data; })()`,
        );
        await page.dispatchEvent("form.write-form", "dragover", { dataTransfer: dropped });
        expect(await page.locator("form.write-form.dropping").count()).toBe(1);
        await page.dispatchEvent("form.write-form", "drop", { dataTransfer: dropped });
        await page.locator(".file").nth(3).waitFor();
        expect(await names()).toEqual(["one.txt", "two.txt", "three.txt", "four.txt"]);
        await page.evaluate(
          `(() => { const data = new DataTransfer(); data.items.add(new File([new Uint8Array(26 * 1024 * 1024 + 1)], "large.bin")); const input = document.querySelector("input[type=file]"); input.files = data.files; input.dispatchEvent(new Event("change")); })()`,
        );
        await page.locator(".saved").filter({ hasText: "larger than 25 MB" }).waitFor();
        await page.getByRole("button", { name: "Remove two.txt" }).click();
        await page.locator(".file", { hasText: "two.txt" }).waitFor({ state: "detached" });
        await page.getByLabel("Text", { exact: true }).pressSequentially("It is attached.");
        await eventually(async () => {
          const { json } = await t.api.get<PageOf<{ subject: string; text: string }>>(
            `/drafts?identity_id=${desk.id}`,
          );
          return json.data.some(({ text }) => text === "It is attached.");
        });
        await page.reload();
        expect(await page.getByLabel("Text", { exact: true }).inputValue()).toBe("It is attached.");
        expect(await names()).toEqual(["one.txt", "three.txt", "four.txt"]);
        await page.getByRole("button", { name: "Send" }).click();
        await page.locator(".toast").getByRole("button", { name: "Undo" }).click();
        await page.getByText("Taken back. It was not sent.").waitFor();
        expect(await names()).toEqual(["one.txt", "three.txt", "four.txt"]);
        expect(peer.mails).toEqual([]);
      }, 200_000);

      test("recipients complete by keys; what is typed is kept while one of them is half typed, and when the page is left", async () => {
        if (!shareOf(t.kind, shared).includes("writing")) return;
        const { page } = opened;
        const grete = await t.address();
        const other = await t.address();
        const to = [
          { email: grete.email, name: "Grete Guest" },
          { email: other.email, name: "boss@far.example" },
        ];
        const letter = { to, subject: "Hello", text: "x" };
        await t.api.must(201, t.api.post("/messages", { from: desk.email, ...letter }));
        const person = (email: string) => page.locator(".people li", { hasText: email });
        await eventually(async () => {
          await page.goto("/console/people");
          return (await person(grete.email).count()) > 0;
        });
        // A name that names an address would be offered to whoever types that one.
        expect(await person(other.email).count()).toBe(1);
        expect(await page.getByText("boss@far.example").count()).toBe(0);
        // Who only wrote to the address is not offered.
        expect(await page.getByText("ada@far.example").count()).toBe(0);
        await page.goto(`/console/write?address=${desk.id}`);
        const line = page.getByLabel("To", { exact: true });
        // An address that is typed stays, though somebody's begins with it.
        const begun = grete.email.slice(0, -1);
        await line.pressSequentially(begun);
        await page.getByRole("option", { name: /Grete Guest/ }).waitFor();
        await page.keyboard.press("Tab");
        expect(await line.inputValue()).toBe(begun);
        await line.fill("");
        await line.pressSequentially("first@far.example, gue");
        await page.getByRole("option", { name: /Grete Guest/ }).waitFor();
        await page.keyboard.press("Enter");
        expect(await line.inputValue()).toBe(`first@far.example, Grete Guest <${grete.email}>, `);
        await line.pressSequentially("half typ");
        const drafts = async () =>
          (await t.api.get<PageOf<{ text: string; to: unknown[] }>>(`/drafts?identity_id=${desk.id}`)).json
            .data;
        await page.getByLabel("Text", { exact: true }).pressSequentially("Nothing is lost");
        await eventually(async () => (await drafts()).some(({ text }) => text === "Nothing is lost"));
        const kept = (await drafts()).find(({ text }) => text === "Nothing is lost")!;
        const recipients = JSON.stringify(kept.to);
        expect([recipients.includes("first@far.example"), recipients.includes(grete.email)]).toEqual([
          true,
          true,
        ]);
        // Sending names what is no recipient.
        await page.getByRole("button", { name: "Send" }).click();
        await page.getByText('"half typ" is not an email address').waitFor();
        // Left by a link right after the last letter.
        await page.getByLabel("Text", { exact: true }).press("Control+End");
        await page.getByLabel("Text", { exact: true }).pressSequentially(" at all");
        await page.getByRole("link", { name: "Settings" }).first().click();
        await eventually(async () => (await drafts()).some(({ text }) => text === "Nothing is lost at all"));
      }, 200_000);

      test("a line stands where it will, though its end has not come", async () => {
        if (!shareOf(t.kind, shared).includes("loading")) return;
        const { page, close } = await openPage(browser(), t, {
          viewport,
          storageState: await opened.page.context().storageState(),
        });
        const path = `/console/mail/open?address=${desk.id}`;
        for (const [density, height] of [
          ["", 56],
          [' data-density="compact"', 36],
          [' data-density="comfortable"', null],
        ] as const) {
          const whole = (await (await page.request.get(path)).text()).replace("<html", `<html${density}`);
          let length = whole.length;
          await page.route(`**${path}`, (route) =>
            route.fulfill({ contentType: "text/html; charset=utf-8", body: whole.slice(0, length) }),
          );
          const places = async () => {
            await page.goto(path, { waitUntil: "load" });
            return (await page.evaluate(placesOfLines)) as { moving: string[]; heights: number[] };
          };
          const all = await places();
          expect(all.moving.length).toBeGreaterThan(40);
          if (height !== null) expect([density, ...new Set(all.heights)]).toEqual([density, height]);
          const first = whole.indexOf('<li class="line');
          const second = whole.indexOf('<li class="line', first + 1);
          for (length = first + 60; length < second + 60; length += 97) {
            const { moving } = await places();
            expect([density, length, moving]).toEqual([density, length, all.moving.slice(0, moving.length)]);
          }
          await page.unroute(`**${path}`);
        }
        await close();
      }, 200_000);

      test("nothing moves while pages load, and what is slow says so after 300 ms", async () => {
        if (!shareOf(t.kind, shared).includes("loading")) return;
        await arrive("In a frame", { html: arriving.newsletter.html, messageId: "<frame@far.example>" });
        await arrive("Re: In a frame", {
          inReplyTo: "<frame@far.example>",
          html: `<h1>Two</h1>${"<p>Line</p>".repeat(9)}`,
        });
        const { page, close } = await openPage(browser(), t, {
          viewport,
          storageState: await opened.page.context().storageState(),
        });
        await page.addInitScript(watchShifts);
        const moved = async () => (await page.evaluate("window.shifts")) as string[];
        const fitted = page.locator(".thread.fitted");
        const formatted = `/console/threads/${await threadOf("In a frame")}?list=open&address=${desk.id}`;
        for (const path of [
          `/console/mail/open?address=${desk.id}`,
          formatted,
          "/console/settings/devices",
          "/console/calendar",
        ]) {
          await page.goto(path);
          await page.waitForLoadState("networkidle");
          if (path === formatted) await fitted.waitFor();
          expect([path, await moved()]).toEqual([path, []]);
        }
        await page.clock.install();
        await page.goto(`/console/mail/open?address=${desk.id}`);
        let answer = () => {};
        const asked = new Promise<void>((resolve) => {
          answer = resolve;
        });
        await page.route("**/console/threads/**", async (route) => {
          await asked;
          await route.continue();
        });
        // From here on the page's time goes on by hand.
        await page.clock.pauseAt(Date.now() + 60_000);
        const isLoading = () => page.evaluate("document.body.classList.contains('loading')");
        await page.locator(".line a", { hasText: "In a frame" }).first().click();
        await page.clock.runFor(290);
        expect(await isLoading()).toBe(false);
        await page.clock.runFor(20);
        expect(await isLoading()).toBe(true);
        answer();
        await page.getByRole("heading", { level: 1, name: "In a frame" }).waitFor();
        expect(await isLoading()).toBe(false);
        await page.clock.resume();
        await fitted.waitFor();
        expect(await moved()).toEqual([]);
        await close();
      }, 200_000);
    },
    { env: { SMTP_RELAY_URL: peer.url }, checkOnce: true },
  );
}

// In the browser, where this file's types are not: as text.
/** The upper left corners of the boxes and pictures of lines, in their order, and the heights of lines. */
const placesOfLines = `({
  moving: [...document.querySelectorAll(".line .pick input, .line .avatar")].map((one) => {
    const { x, y } = one.getBoundingClientRect();
    return one.tagName + " " + [x, y].map(Math.round);
  }),
  heights: [...document.querySelectorAll(".line")].map((one) => one.getBoundingClientRect().height),
})`;
/** Notes whatever moves. A thread is shown after two seconds even if its frames are not there yet, which a busy machine may need: here it waits longer. Shifts below 0.0005, an icon painted while its row still arrives, are passed over. */
const watchShifts = `
  const patient = new CSSStyleSheet();
  patient.replaceSync(".thread > * { animation-delay: 100s !important }");
  document.adoptedStyleSheets = [patient];
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      if (value >= 0.0005) window.shifts.push(value.toFixed(5) + " " + sources.map(({ node, previousRect: was, currentRect: is }) => (node?.outerHTML ?? node?.textContent ?? "?").slice(0, 80) + " from " + [was.x, was.y, was.width, was.height] + " to " + [is.x, is.y, is.width, is.height]).join(" | "));
  }).observe({ type: "layout-shift", buffered: true });`;
