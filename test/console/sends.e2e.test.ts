// Forms that the script sends, in Chromium: each goes once and as it was pressed, however slow the answer and old the browser.
import { afterAll, expect, test } from "bun:test";
import type { Browser, Page, Request } from "playwright-core";
import { changeMember } from "../../actors/account/access/members.ts";
import { eachApp, eventually } from "../support/app/app.ts";
import { willing } from "../support/app/people.ts";
import { startSink } from "../support/fakes/receivers.ts";
import { inChromium, openPage, signInPage } from "./chromium.ts";
import { colleague } from "./colleagues.ts";
import { protect } from "./protected.ts";

const usual = /Failed to load resource|net::ERR/;
const slowMs = 600;
const text = 'textarea[name="text"]';
const send = ".write-foot button.primary";

await inChromium("forms that the script sends", suite);

async function suite(browser: () => Browser): Promise<void> {
  const peer = await startSink();
  afterAll(() => peer.stop());

  eachApp(
    "forms that the script sends",
    (t) => {
      /** @param before script that the pages begin with */
      const start = async (before = "") => {
        const own = await t.address();
        const person = await colleague(t, "member");
        const opened = await openPage(browser(), t, { usual });
        const { page } = opened;
        page.setDefaultTimeout(30_000);
        await page.addInitScript(held + before);
        const posts: string[] = [];
        const dialogs: string[] = [];
        page.on("request", (request) => request.method() === "POST" && posts.push(postOf(request)));
        page.on("dialog", (dialog) => {
          dialogs.push(dialog.type());
          void dialog.accept();
        });
        await signInPage(t, page, { accountId: t.accountId, ownerEmail: person.email });
        posts.length = 0;
        const begin = async (words: string, to = "grace@far.example") => {
          await page.goto(`/console/write?address=${own.id}`);
          await page.locator('input[name="to"]').fill(to);
          await page.locator(text).fill(words);
        };
        const letters = async () => [
          ...(await t.api.must<Letter[]>(200, t.api.get(`/drafts?identity_id=${own.id}`))),
          ...(await t.api.must<Letter[]>(200, t.api.get(`/messages?identity_id=${own.id}`))),
        ];
        return { ...opened, own, person, posts, dialogs, begin, letters };
      };
      const saved = (page: Page) => page.locator(".saved", { hasText: "Draft saved" }).waitFor();
      const hold = async (email: string) => {
        const mail = { from: email, to: ["x@far.example"], subject: "Held", text: "Held" };
        return (await t.api.must<{ review_id: string }>(202, t.api.post("/messages", mail))).review_id;
      };
      /** Also one that can still be taken back. */
      const statusOf = async (id: string) => {
        const [row] = await t.app.core.database.values(
          "select coalesce(approval->>'refuses', status) from reviews where id = $1::uuid",
          [id],
        );
        return row![0];
      };

      // DECISIONS Agent signup and console
      test("a letter goes once while its answer and the next page are slow, and takes what is typed after for nothing", async () => {
        const { page, posts, dialogs, begin, letters, close } = await start();
        await begin("Words that leave");
        await saved(page);
        let isSent = false;
        const pressed = Promise.withResolvers<void>();
        await page.route(
          (url) => url.pathname.startsWith("/console"),
          async (route) => {
            if (isSent) await pressed.promise;
            isSent ||= postOf(route.request()) === "send";
            if (isSent) await Bun.sleep(slowMs);
            await route.fallback();
          },
        );
        const answer = page.waitForResponse((response) => response.request().method() === "POST");
        await page.locator(text).press("Control+Enter");
        await page.locator(text).press("Control+Enter");
        await page.locator(text).press("!");
        // The answer has come, and the next page has not: no locator is waited for, as it would wait for that page.
        await answer;
        await page.keyboard.press("Control+Enter");
        pressed.resolve();
        await page.locator(".toast").waitFor();
        expect(posts.filter((one) => one === "send")).toHaveLength(1);
        expect(posts.at(-1)).toBe("send");
        expect(dialogs).toEqual([]);
        expect(await page.evaluate("Object.keys(localStorage)")).toEqual([]);
        expect((await letters()).map((one) => one.text)).toEqual(["Words that leave"]);
        await close();
      }, 120_000);

      test("a file whose upload got no answer goes with the letter, once, and nothing is asked", async () => {
        const { page, dialogs, begin, letters, close } = await start();
        await begin("With a file");
        await saved(page);
        let isLost = true;
        await page.route(
          (url) => url.pathname === "/console/write",
          async (route) => {
            if (!isLost) return route.fallback();
            isLost = false;
            return route.abort();
          },
        );
        const file = { name: "one.txt", mimeType: "text/plain", buffer: Buffer.from("One") };
        await page.locator('input[type="file"]').setInputFiles([file]);
        await page.locator(".saved", { hasText: "not" }).waitFor();
        await page.locator(send).click();
        await page.locator(".toast").waitFor();
        expect(dialogs).toEqual([]);
        const [letter] = await letters();
        expect(letter!.attachments.map(({ filename }) => filename)).toEqual(["one.txt"]);
        await close();
      }, 120_000);

      test("a letter that was kept and then refused says what to mend, not that somebody changed it", async () => {
        const { page, begin, close } = await start();
        await begin("Nobody", "");
        await saved(page);
        await page.locator(text).fill("Nobody, changed");
        await page.locator(send).click();
        const alert = page.locator('.write-form > [role="alert"]');
        await alert.waitFor();
        expect(await alert.textContent()).toContain("recipient");
        expect(await page.locator(text).inputValue()).toBe("Nobody, changed");
        await page.locator('input[name="to"]').fill("grace@far.example");
        await page.locator(send).click();
        await page.locator(".toast").waitFor();
        await close();
      }, 120_000);

      test("a saved letter whose answers are lost goes on, and is sent once with its file", async () => {
        const { page, begin, letters, close } = await start();
        await begin("Words");
        await saved(page);
        let lost = 0;
        await page.route(
          (url) => url.pathname === "/console/write",
          async (route) => {
            if (lost === 0) return route.fallback();
            lost--;
            await route.fetch({ maxRedirects: 0 });
            return route.abort();
          },
        );
        const stored = async (words: string) => (await letters())[0]?.text === words;
        lost = 1;
        await page.locator(text).fill("Words, saved unseen");
        await page.locator(".saved", { hasText: "not" }).waitFor();
        expect(await stored("Words, saved unseen")).toBe(true);
        await page.locator(text).fill("Words, saved unseen, and more");
        await saved(page);
        lost = 1;
        const file = { name: "one.txt", mimeType: "text/plain", buffer: Buffer.from("One") };
        await page.locator('input[type="file"]').setInputFiles([file]);
        await page.locator(".saved", { hasText: "not" }).waitFor();
        lost = 1;
        await page.locator(text).fill("Words that leave");
        await page.locator(text).press("Control+Enter");
        await page.locator(".saved", { hasText: "No answer came" }).waitFor();
        await page.locator(text).press("Control+Enter");
        await page.locator(".toast").waitFor();
        const all = await letters();
        expect(all.map((one) => one.text)).toEqual(["Words that leave"]);
        expect(all[0]!.attachments.map(({ filename }) => filename)).toEqual(["one.txt"]);
        await close();
      }, 120_000);

      test("what was done is not called undone where the next page is refused", async () => {
        const { page, begin, letters, close } = await start();
        await begin("Words and no page");
        await page.evaluate(
          `document.querySelector('.write-form input[name="back"]').value = "/console/threads/00000000-0000-7000-8000-000000000000"`,
        );
        await page.locator(send).click();
        await page.locator("h1", { hasText: "That did not work" }).waitFor();
        expect(await page.locator(".saved", { hasText: "Not done" }).count()).toBe(0);
        expect((await letters()).map((one) => one.text)).toEqual(["Words and no page"]);
        await close();
      }, 120_000);

      test("work on chosen threads whose answer is lost, or that is refused, says so, and they stay chosen", async () => {
        const { page, own, person, close } = await start();
        for (const subject of ["One", "Two", "Three"])
          await t.mail({ from: "grace@far.example", to: own.email, subject, text: "x" });
        const list = `/console/mail/open?address=${own.id}`;
        await eventually(async () => {
          await page.goto(list);
          return (await page.locator(".line").count()) === 3;
        });
        const boxes = page.locator(".pick input");
        const done = page.locator('#bulk button[value="resolved"]');
        for (const n of [0, 1]) await boxes.nth(n).check();
        expect(await page.locator("output", { has: page.locator("[data-picked]") }).textContent()).toBe(
          "2 chosen",
        );
        const alert = page.locator('.toast[role="alert"]');
        const stays = async (said: string) => {
          await alert.filter({ hasText: said }).waitFor();
          expect([new URL(page.url()).pathname, await page.locator(".pick input:checked").count()]).toEqual([
            "/console/mail/open",
            2,
          ]);
        };
        await page.route("**/console/bulk", (route) => route.abort(), { times: 1 });
        await done.click();
        await stays("it is not known whether it was done");
        const role = (to: "reviewer" | "member") =>
          t.app.core.actors.account(t.accountId).run((turn) => changeMember(turn, person.id, { role: to }));
        await role("reviewer");
        await done.click();
        await stays("Not done: ");
        await role("member");
        // The part that screen readers listen to is there before what it says.
        const region = await page.locator('#toasts[role="status"]').elementHandle();
        // Pressed again before the answer, it goes once: the second answer would have nothing to take back.
        const pressed = Promise.withResolvers<void>();
        let works = 0;
        await page.route("**/console/bulk", async (route) => {
          works++;
          await pressed.promise;
          await route.continue();
        });
        await done.dblclick();
        pressed.resolve();
        await page.locator(".toast", { hasText: "2 threads are done." }).waitFor();
        expect(works).toBe(1);
        expect(await region!.textContent()).toMatch(/^2 threads are done\.\s*Undo/);
        expect(await page.locator(".line").count()).toBe(1);
        await close();
      }, 240_000);

      test("work on all of a list goes on where an answer of it is lost", async () => {
        const { page, own, close } = await start();
        const from = "grace@far.example";
        for (let n = 0; n < 90; n += 10)
          await Promise.all(
            Array.from({ length: 10 }, (_, one) =>
              t.mail({ from, to: own.email, subject: `Mail ${n + one}`, text: "x" }),
            ),
          );
        const unread = `/threads?identity_id=${own.id}&is_read=false&limit=1`;
        await page.goto(`/console/mail/open?address=${own.id}&select=all`);
        await page.route("**/console/bulk/on", (route) => route.abort(), { times: 1 });
        await page.evaluate("window.stayed = true");
        await page.locator('#bulk button[value="read"]').click();
        await page.locator(".toast", { hasText: "90 threads are read." }).waitFor();
        expect(await page.evaluate("window.stayed")).toBe(true);
        expect((await t.api.must<unknown[]>(200, t.api.get(unread))).length).toBe(0);
        await close();
      }, 240_000);

      test("a browser that goes back to a form that was taken finds it empty", async () => {
        const { page, own, begin, close } = await start();
        await begin("Words that were taken");
        await page.locator(send).click();
        await page.locator(".toast").waitFor();
        await page.goBack();
        await page.waitForURL((url) => url.searchParams.get("address") === own.id);
        await page.waitForLoadState("load");
        expect(await page.locator(text).inputValue()).toBe("");
        await close();
      }, 120_000);

      test("a letter that was sent, as its page never learnt, is not written on: the next one is new", async () => {
        const { page, own, begin, letters, close } = await start();
        await page.route(
          (url) => url.pathname === "/console/write",
          async (route) => {
            if (route.request().method() !== "POST") return route.fallback();
            await route.fetch({ maxRedirects: 0 });
            return route.abort();
          },
        );
        await begin("Words that had left");
        await eventually(async () => (await letters()).length === 1);
        const again = await page.context().newPage();
        await page.close();
        const [draft] = await letters();
        await t.api.must(202, t.api.post(`/drafts/${draft!.id}/send`, {}));
        await again.goto(`/console/write?address=${own.id}`);
        await again.locator(".told", { hasText: "sent already" }).waitFor();
        expect(await again.locator(".told textarea").last().inputValue()).toBe("Words that had left");
        expect(await again.locator(text).inputValue()).toBe("");
        await again.locator(text).fill("Words of the next one");
        await saved(again);
        expect((await letters()).map((one) => one.text?.trim()).sort()).toEqual([
          "Words of the next one",
          "Words that had left",
        ]);
        await close();
      }, 120_000);

      test("an older browser without storage saves, discards and sends by the buttons that were pressed", async () => {
        const { page, posts, begin, letters, close } = await start(olderBrowser);
        await begin("To be discarded");
        await saved(page);
        await page.locator('button[value="discard"]').click();
        await page.locator(".toast").waitFor();
        expect(posts).not.toContain("send");
        expect(await letters()).toEqual([]);
        await begin("To be sent");
        await page.locator(send).click();
        await page.locator(".toast").waitFor();
        expect((await letters()).map((one) => one.text)).toEqual(["To be sent"]);
        await close();
      }, 120_000);

      test("a card is decided once while the answer is on its way", async () => {
        const { page, posts, own, close } = await start();
        await protect(t, own.id);
        const next = await hold(own.email);
        const id = await hold(own.email);
        await page.goto(`/console/desk?at=${id}`);
        await page.route(
          (url) => /^\/console\/(?:reviews|desk)$/.test(url.pathname),
          async (route) => {
            await Bun.sleep(slowMs);
            await route.fallback();
          },
        );
        await page.locator("details.reject > summary").click();
        await page.locator("details.reject textarea").fill("No");
        const answer = page.waitForResponse((response) => response.request().method() === "POST");
        await page.locator("details.reject textarea").press("Control+Enter");
        await page.locator("[data-desk] form.approve button").click();
        await answer;
        await page.evaluate(`document.querySelector("details.reject button.danger")?.click()`);
        await page.waitForURL(/after=/);
        expect(posts).toEqual(["reject"]);
        expect([await statusOf(id), await statusOf(next)]).toEqual(["rejected", "pending"]);
        await close();
      }, 120_000);

      test("a reviewer's link rejects with words", async () => {
        const { page, own, close } = await start();
        const reviewer = `reviewer${Date.now()}@far.example`;
        await willing(t, reviewer);
        await protect(t, own.id, { reviewers: [reviewer] });
        const id = await hold(own.email);
        const mails = await peer.taken.count(1, ({ to }) => to.includes(reviewer));
        const plain = mails.map(({ raw }) => raw.replace(/=\r\n/g, "").replaceAll("=3D", "=")).join("\n");
        await page.goto(/\/console\/review\?token=[0-9A-Za-z]{43}/.exec(plain)![0]);
        await page.locator("details.reject > summary").click();
        await page.locator("details.reject textarea").fill("No");
        await page.locator("details.reject button.danger").click();
        await eventually(async () => (await statusOf(id)) === "rejected");
        await page.locator("h1", { hasText: "Done" }).waitFor();
        expect(await page.locator(".told").count()).toBe(0);
        await close();
      }, 120_000);
    },
    { env: { SMTP_RELAY_URL: peer.url }, checkOnce: true },
  );
}

interface Letter {
  id: string;
  text: string | null;
  attachments: { filename: string }[];
}

/** The button of a form that was sent, or its decision. */
function postOf(request: Request): string {
  const body = request.postDataBuffer()?.toString("latin1") ?? "";
  const [, part] = /name="do"\r\n\r\n(\w+)/.exec(body) ?? [];
  const [, decision] = /(?:^|&)decision=(\w+)/.exec(body) ?? [];
  return part ?? decision ?? (body.includes('name="text"') ? "send" : "");
}

/** A request that may outlive its page gets no answer where a route of the test holds it. */
const held = `
  const asked = window.fetch;
  window.fetch = (url, init) => asked(url, { ...init, keepalive: false });
`;

/** A browser of some years ago, which keeps nothing. */
const olderBrowser = `
  delete AbortSignal.any;
  const Whole = FormData;
  window.FormData = class extends Whole { constructor(form) { form ? super(form) : super(); } };
  Object.defineProperty(window, "localStorage", { get() { throw new Error("no storage"); } });
`;
