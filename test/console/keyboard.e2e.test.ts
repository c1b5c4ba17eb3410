// The pages by the keyboard and by name, in Chromium: from what waits to its approval without a pointer; focus that is seen and
// covered by nothing; names that a screen reader reads; no motion where somebody wants none.
// Long: one desk, and one browser, for all of them.
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { eachApp, eventually, type SuiteApp, type TestAddress } from "../support/app/app.ts";
import { startSink } from "../support/fakes/receivers.ts";
import { inChromium, isFull, openPage, shareOf, signInPage } from "./chromium.ts";

const shared = ["focus", "triage", "names"] as const;
/** Threads that are triaged; in a full run a hundred. */
const many = isFull ? 100 : 40;
const mostPresses = 2.2 * many;

await inChromium("the keyboard in a browser", suite);

async function suite(browser: () => Browser): Promise<void> {
  const peer = await startSink();
  afterAll(() => peer.stop());

  eachApp(
    "the keyboard",
    (t) => {
      let desk: TestAddress;
      const held: { review_id: string; thread_id: string }[] = [];
      const open = async (width = 1280) => {
        const opened = await openPage(browser(), t, { viewport: { width, height: 800 } });
        await signInPage(t, opened.page);
        return opened;
      };
      beforeAll(async () => {
        desk = await t.address({ display_name: "The desk" });
        await t.api.must(
          200,
          t.api.call("PUT", `/identities/${desk.id}/protection`, { outbound: "all", approver: "human" }),
        );
        for (const name of ["one", "two"]) held.push(await hold(t, desk, name));
      });

      test("leads from what waits to a changed mail, its approval, and a rejection", async () => {
        const { page, problems, close } = await open();
        await page.goto("/console/mail/needs");
        await page.keyboard.press("j");
        await page.waitForURL("**/console/threads/**");
        await page.locator(".review").waitFor();
        const edit = page.locator(".review summary", { hasText: "Edit" });
        await tabTo(page, edit);
        await page.keyboard.press("Enter");
        await tabTo(page, page.locator(".review").getByLabel("Text", { exact: true }));
        await page.keyboard.press("Control+A");
        await page.keyboard.type("Written by hand");
        await page.keyboard.press("Tab");
        await page.keyboard.press("Enter");
        await page.waitForURL("**/console/mail/needs**");
        await page.locator(".toast").waitFor();
        const { raw } = await peer.taken.find(({ raw }) => raw.includes("Written by hand"));
        expect(raw).toContain("@far.example");
        await page.keyboard.press("j");
        await page.locator(".review").waitFor();
        // What has not got the focus may not have been read.
        await page.keyboard.press("Control+Enter");
        const reply = page.locator("#note-text");
        await page.keyboard.press("m");
        await reply.waitFor();
        await page.locator("#note-text:focus").waitFor();
        await page.keyboard.type("n e r");
        expect(await reply.inputValue()).toBe("n e r");
        await page.keyboard.press("Control+Enter");
        await page.locator(".note", { hasText: "n e r" }).waitFor();
        expect(await page.locator(".review .decisions").count()).toBe(1);
        await tabTo(page, page.locator(".review button", { hasText: "Approve" }).first());
        await page.keyboard.press("Control+Enter");
        await page.waitForURL("**/console/mail/needs**");
        await page.getByText("Nothing needs you").waitFor();
        const third = await hold(t, desk, "three");
        await page.goto(`/console/threads/${third.thread_id}?list=needs`);
        await tabTo(page, page.locator(".review summary", { hasText: "Reject" }));
        await page.keyboard.press("Space");
        await tabTo(page, page.getByLabel("Why"));
        await page.keyboard.type("No.");
        await page.keyboard.press("Control+Enter");
        await page.locator(".toast", { hasText: "Rejected …" }).waitFor();
        expect(problems).toEqual([]);
        await close();
      }, 200_000);

      test("types at once into the field of a part that a key opens, or that is open", async () => {
        const inbox = await t.address({ mode: "hybrid" });
        await t.mail({ from: "guest@far.example", to: inbox.email, subject: "Keys", text: "one" });
        await mailsThere(t, inbox.id, 1);
        const threads = `/threads?identity_id=${inbox.id}`;
        const [thread] = await t.api.must<{ id: string; status: string }[]>(200, t.api.get(threads));
        await t.api.must(200, t.api.patch(`/threads/${thread!.id}`, { status: "human_review" }));
        const { page, problems, close } = await open();
        for (const [key, field] of [
          // Its part is open where a person is to look.
          ["r", "#reply textarea"],
          ["m", "#note-text"],
        ] as const) {
          await page.goto(`/console/threads/${thread!.id}?list=needs`);
          await page.locator(".thread h1").waitFor();
          // Keys that come before the page has had another turn.
          const focused = await page.evaluate(pressed(key));
          await page.keyboard.type("e r n");
          expect([key, focused, await page.locator(field).inputValue()]).toEqual([key, "text", "e r n"]);
        }
        const [now] = await t.api.must<{ id: string; status: string }[]>(200, t.api.get(threads));
        expect(now!.status).toBe("human_review");
        expect(problems).toEqual([]);
        await close();
      }, 200_000);

      test("triages threads in at most 2.2 presses each, and none is put in a wrong place", async () => {
        if (!shareOf(t.kind, shared).includes("triage")) return;
        const inbox = await t.address({ mode: "human" });
        const subject = (n: number) => `Mail ${String(n).padStart(3, "0")}`;
        for (let n = many; n >= 1; n--)
          await t.mail({ from: `guest${n}@far.example`, to: inbox.email, subject: subject(n), text: "one" });
        await mailsThere(t, inbox.id, many);
        const { page, problems, close } = await open();
        let presses = 0;
        const press = async (key: string) => {
          presses++;
          await page.keyboard.press(key);
        };
        const reads = (n: number) => page.locator(".thread h1", { hasText: subject(n) }).waitFor();
        await page.goto(`/console/mail/open?address=${inbox.id}`);
        // Ten are labelled at once.
        await press("x");
        for (let n = 1; n < 10; n++) await press("Shift+ArrowDown");
        await press("l");
        await page.locator("#bulk-label:focus").waitFor();
        for (const letter of "Travel") await press(letter);
        await press("Enter");
        await page.locator(".toast", { hasText: "10 threads are labelled." }).waitFor();
        await press("j");
        await reads(1);
        const wanted = new Map<string, string[]>();
        const put = (place: string, n: number) =>
          wanted.set(place, [...(wanted.get(place) ?? []), subject(n)]);
        for (let n = 1; n <= many; n++) {
          const kind = n % 10 === 3 ? "spam" : n % 10 === 7 ? "snoozed" : "done";
          if (kind === "snoozed") {
            await press("h");
            await page.locator(".snooze button:focus").waitFor();
            await press("Enter");
          } else await press(kind === "spam" ? "!" : "e");
          put(kind, n);
          if (n === many) break;
          await reads(n + 1);
          if (n % 25 !== 0) continue;
          // By mistake: taken back, looked at again, and done.
          await press("z");
          await reads(n);
          await press("e");
          await reads(n + 1);
        }
        await page.getByText("Nothing is open").waitFor();
        expect(presses).toBeLessThanOrEqual(mostPresses);
        const found = async (query: string) =>
          (
            await t.api.must<{ subject: string }[]>(
              200,
              t.api.get(`/threads?identity_id=${inbox.id}&limit=200&${query}`),
            )
          ).map((thread) => thread.subject);
        expect((await found("snoozed=true")).toSorted()).toEqual(wanted.get("snoozed")!);
        const resolved = [...wanted.get("done")!, ...wanted.get("spam")!].toSorted();
        expect((await found("status=resolved")).toSorted()).toEqual(resolved);
        const mails = await t.api.must<{ subject: string; is_spam: boolean }[]>(
          200,
          t.api.get(`/messages?identity_id=${inbox.id}&limit=100`),
        );
        const junk = mails.filter((mail) => mail.is_spam);
        expect(junk.map((mail) => mail.subject).toSorted()).toEqual(wanted.get("spam")!);
        const labels = await t.api.must<{ id: string }[]>(200, t.api.get(`/labels?identity_id=${inbox.id}`));
        expect((await found(`label_id=${labels[0]!.id}`)).toSorted()).toEqual(
          Array.from({ length: 10 }, (_, n) => subject(n + 1)),
        );
        expect(await found("is_read=false")).toEqual([]);
        expect(problems).toEqual([]);
        await close();
      }, 400_000);

      test("does nothing to the thread before the one that is meant, however slow the page is", async () => {
        if (!shareOf(t.kind, shared).includes("triage")) return;
        const inbox = await t.address({ mode: "human" });
        for (const subject of ["Third", "Second", "First"])
          await t.mail({ from: "guest@far.example", to: inbox.email, subject, text: "one" });
        await mailsThere(t, inbox.id, 3);
        const { page, problems, close } = await open();
        const reads = (subject: string) => page.locator(".thread h1", { hasText: subject }).waitFor();
        /** Holds requests until what it gives is called. */
        const slow = async (address: RegExp) => {
          const { promise, resolve } = Promise.withResolvers<void>();
          await page.route(address, (route) => promise.then(() => route.continue()), { times: 1 });
          return resolve;
        };
        const press = async (...keys: string[]) => {
          for (const key of keys) await page.keyboard.press(key);
        };
        const statuses = async () => {
          const all = await t.api.must<{ subject: string; status: string }[]>(
            200,
            t.api.get(`/threads?identity_id=${inbox.id}`),
          );
          return ["First", "Second", "Third"].map((name) => all.find((one) => one.subject === name)!.status);
        };
        await page.goto(`/console/mail/open?address=${inbox.id}`);
        await press("j");
        await reads("First");
        let go = await slow(/\/console\/threads\/[^/]+\?/);
        await press("j", "e");
        go();
        await reads("Third");
        expect(await statuses()).toEqual(["open", "resolved", "open"]);
        go = await slow(/\/console\/threads\/[^/]+\/status/);
        await press("k");
        await reads("First");
        await press("e", "!", "#", "e");
        go();
        await reads("Third");
        expect(await statuses()).toEqual(["resolved", "resolved", "open"]);
        const mails = await t.api.must<{ is_spam: boolean }[]>(
          200,
          t.api.get(`/messages?identity_id=${inbox.id}`),
        );
        expect(mails.map((mail) => mail.is_spam)).toEqual([false, false, false]);
        for (const [n, subject] of ["First", "Second"].entries()) {
          const all = await t.api.must<{ id: string; subject: string }[]>(
            200,
            t.api.get(`/threads?identity_id=${inbox.id}`),
          );
          const { id } = all.find((one) => one.subject === subject)!;
          await t.api.must(200, t.api.patch(`/threads/${id}`, { status: n === 0 ? "open" : "waiting" }));
        }
        const opened = async () => {
          await page.goto(`/console/mail/all?address=${inbox.id}`);
          await press("j");
          await reads("First");
        };
        // Two keys after one another wait in their order, and none for a thread that is no longer meant.
        await opened();
        go = await slow(/\/console\/threads\/[^/]+\?/);
        await press("j", "e", "j");
        go();
        await reads("Third");
        await eventually(async () => (await statuses())[1] === "resolved");
        await opened();
        go = await slow(/\/console\/threads\/[^/]+\?/);
        await press("j", "w");
        await page.locator(".lines a", { hasText: "Third" }).click();
        go();
        await reads("Third");
        // Letters of an answer that was begun are no keys.
        await opened();
        go = await slow(/\/console\/threads\/[^/]+\?/);
        await press("j", "r");
        await page.keyboard.type("we");
        go();
        await reads("Second");
        expect(await page.locator("#reply textarea").first().inputValue()).toBe("we");
        // What is taken back is what was done last; work on other threads leaves the buttons alive.
        const idOf = async (subject: string) => {
          const path = `/threads?identity_id=${inbox.id}`;
          const all = await t.api.must<{ id: string; subject: string }[]>(200, t.api.get(path));
          return all.find((one) => one.subject === subject)!.id;
        };
        await t.api.must(200, t.api.patch(`/threads/${await idOf("Second")}`, { status: "open" }));
        await opened();
        await press("w");
        await reads("Second");
        await page.locator(".toast form").waitFor();
        go = await slow(/\/console\/threads\/[^/]+\/status/);
        const takenBack = page.waitForResponse(
          (answer) => answer.request().postData()?.includes("only=resolved") ?? false,
        );
        await press("e", "z");
        go();
        await takenBack;
        expect(await statuses()).toEqual(["waiting", "open", "open"]);
        await opened();
        go = await slow(/\/console\/bulk/);
        await page.locator(".lines .pick input").nth(2).check();
        await page.locator('#bulk button[value="unread"]').click();
        await page.locator(".toolbar button", { hasText: "Done" }).first().click();
        await eventually(async () => (await statuses())[0] === "resolved");
        go();
        // A server of another version has another script: its page comes whole, and once. Until then the list goes on, and nothing typed is lost.
        await opened();
        await press("r");
        await page.keyboard.type("Kept");
        await press("Escape");
        await page.evaluate(
          `document.querySelector("script[type=module]").setAttribute("src", "/before.js")`,
        );
        let loads = 0;
        page.on("load", () => loads++);
        await t.mail({ from: "guest@far.example", to: inbox.email, subject: "Fourth", text: "one" });
        await page.locator(".lines a", { hasText: "Fourth" }).waitFor();
        await press("j");
        await reads("Second");
        expect(await page.locator('script[src="/before.js"]').count()).toBe(0);
        await press("k");
        await reads("First");
        await page.locator(".thread-drafts", { hasText: "Kept" }).waitFor();
        expect(loads).toBe(1);
        expect(problems).toEqual([]);
        await close();
      }, 200_000);

      test("sees where it is: the way past the navigation, and focus that nothing covers", async () => {
        if (!shareOf(t.kind, shared).includes("focus")) return;
        const { thread_id: id } = await hold(t, desk, "four");
        const paths = [
          `/console/threads/${id}?list=needs`,
          "/console/mail/open",
          `/console/write?address=${desk.id}`,
          `/console/calendar?address=${desk.id}`,
          ...["keys", "addresses", "webhooks", "domains", "members", "you", "protection"].map(
            (name) => `/console/settings/${name}`,
          ),
        ];
        for (const width of [1280, 320]) {
          const { page, problems, close } = await open(width);
          for (const path of paths) {
            await page.goto(path);
            await page.keyboard.press("Tab");
            expect(await page.evaluate("document.activeElement.className")).toBe("skip");
            expect([path, width, await page.evaluate(walkFocus)]).toEqual([path, width, []]);
          }
          await page.goto(paths[0]!);
          await page.keyboard.press("Tab");
          await page.keyboard.press("Enter");
          expect(await page.evaluate("document.activeElement.id")).toBe("main");
          // In the few colours of a person's own an outline says where one is.
          await page.emulateMedia({ forcedColors: "active" });
          for (const path of [`/console/calendar?address=${desk.id}`, "/console/settings/keys"]) {
            await page.goto(path);
            const chosen = await page.evaluate<string[]>(
              `[...document.querySelectorAll("#side a[aria-current], .week-head a[aria-current], .tabs a[aria-current]")].map((one) => getComputedStyle(one).outlineStyle)`,
            );
            expect([path, chosen.length > 1, new Set(chosen)]).toEqual([path, true, new Set(["solid"])]);
          }
          expect(problems).toEqual([]);
          await close();
        }
      }, 200_000);

      test("hears the names of what it decides, and sees no motion where none is wanted", async () => {
        if (!shareOf(t.kind, shared).includes("names")) return;
        const { thread_id: id } = await hold(t, desk, "five");
        const { page, close } = await open();
        await page.goto(`/console/threads/${id}?list=needs`);
        const names = await page.locator("body").ariaSnapshot();
        for (const name of [
          'navigation "Postroom"',
          'region "Needs you"',
          'main "An offer five"',
          'heading "An offer five" [level=1]',
          `region "${desk.email} wants to send this"`,
          'group "Decide"',
          'button "Approve"',
          'searchbox "Search mail"',
        ])
          expect([name, names.includes(name)]).toEqual([name, true]);
        expect(await page.evaluate(movingParts)).toEqual([]);
        await close();
      }, 200_000);
    },
    { env: { SMTP_RELAY_URL: peer.url }, checkOnce: true },
  );
}

/** Resolves when so many mails are there. */
async function mailsThere(t: SuiteApp, identityId: string, many: number): Promise<void> {
  for (;;) {
    const all = await t.api.must<unknown[]>(200, t.api.get(`/threads?identity_id=${identityId}&limit=200`));
    if (all.length === many) return;
  }
}

function hold(t: SuiteApp, desk: TestAddress, name: string) {
  return t.api.must<{ review_id: string; thread_id: string }>(
    202,
    t.api.post("/messages", {
      from: desk.email,
      to: [`guest-${name}@far.example`],
      subject: `An offer ${name}`,
      text: "One two three",
    }),
  );
}

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, wanted: ReturnType<Page["locator"]>): Promise<void> {
  for (let presses = 0; presses < 120; presses++) {
    if (await wanted.evaluate((element) => element.matches(":focus"))) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the keyboard does not get to ${wanted}`);
}

// In the browser, where this file's types are not: as text.

/** Presses a key. @returns the name of the field that has the focus then */
const pressed = (key: string) => `(() => {
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "${key}", bubbles: true }));
  return document.activeElement?.getAttribute("name");
})()`;

/** Gives each element the focus that the keyboard reaches. @returns those on which it is not seen, or is covered. WCAG 2.2 2.4.7, 2.4.11 */
const walkFocus = `(() => {
  const found = [];
  const reached = [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']")]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.disabled && !element.matches(".skip"));
  for (const element of reached) {
    element.focus();
    if (document.activeElement !== element) { found.push("no focus: " + element.outerHTML.slice(0, 120)); continue; }
    const ringed = element.matches("input[type=file]") ? element.closest("label") : element;
    const { outlineStyle, outlineWidth } = getComputedStyle(ringed);
    if (outlineStyle === "none" || parseFloat(outlineWidth) < 2) found.push("no ring: " + element.outerHTML.slice(0, 120));
    const { left, top, width, height } = ringed.getBoundingClientRect();
    const points = [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5], [0.5, 0.1], [0.5, 0.9]].map(([x, y]) => [left + width * x, top + height * y]);
    const isSeen = points.some(([x, y]) => {
      const hit = document.elementFromPoint(x, y);
      return hit && (ringed.contains(hit) || hit.contains(ringed) || hit.closest("label")?.control === element);
    });
    if (!isSeen) found.push("covered: " + element.outerHTML.slice(0, 120));
  }
  return found;
})()`;

const movingParts = `[...document.querySelectorAll("*")].filter((element) => {
  const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(element);
  return /[1-9]/.test(transitionDuration) || animationName !== "none" || scrollBehavior === "smooth";
}).map((element) => element.outerHTML.slice(0, 100))`;
