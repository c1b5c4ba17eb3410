// Words that somebody writes, in Chromium: what becomes of them when their session, the network, the server or another person comes
// between. A row is a place to write, a column what happens; after each the words stand there, and are taken once.
import { afterAll, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { signOut } from "../../actors/account/access/console.ts";
import { changeMember } from "../../actors/account/access/members.ts";
import { sha256 } from "../../src/lib/secrets.ts";
import { eachApp, eventually, type SuiteApp } from "../support/app/app.ts";
import { startSink } from "../support/fakes/receivers.ts";
import { received } from "../support/smtp/received.ts";
import { inChromium, openPage, shareOf, signInPage } from "./chromium.ts";
import { colleague } from "./colleagues.ts";

/** A place to write. */
interface Place {
  url: string;
  /** Opens what is folded and fills in what is needed beside the words. */
  ready(page: Page): Promise<void>;
  field: string;
  button: string;
  /** How many things have these words by now. */
  count(words: string): Promise<number>;
}

// The stream of a session that is over leads to the sign-in.
const usual = /Failed to load resource|net::ERR|EventSource's response/;
type PlaceName = "letter" | "reply" | "note" | "held mail" | "template" | "event";

await inChromium("words in a browser", suite);

async function suite(browser: () => Browser): Promise<void> {
  const peer = await startSink();
  afterAll(() => peer.stop());

  eachApp(
    "words that are written",
    (t) => {
      const start = async (name: PlaceName) => {
        const person = await colleague(t, name === "template" ? "owner" : "member");
        const place = await placeFor(t, name);
        const opened = await openPage(browser(), t, { usual });
        const { page } = opened;
        page.setDefaultTimeout(20_000);
        const enter = (email = person.email, at: Page = page) =>
          signInPage(t, at, { accountId: t.accountId, ownerEmail: email });
        await enter();
        const write = async (words: string) => {
          await page.goto(place.url);
          await place.ready(page);
          await page.locator(place.field).fill(words);
        };
        // Beside a reply that has left, though its answer was lost, the page brings the form of the next one, before it.
        const press = () => page.locator(place.button).last().click();
        const stands = async (words: string) => {
          await page.locator(place.field).last().waitFor();
          expect(await page.locator(place.field).last().inputValue()).toContain(words);
        };
        const once = (words: string) =>
          eventually(
            async () => (await place.count(words)) === 1,
            () => `${name}: not once`,
          );
        const endSession = async () => {
          const cookies = await page.context().cookies(`${t.api.base}/console`);
          const token = cookies.find(({ name }) => name.endsWith("postroom_session"))!.value;
          await t.app.core.actors
            .account(t.accountId)
            .run((turn) => signOut(turn, sha256(token)), { quiet: true });
        };
        const other = async (email: string) => {
          const tab = await page.context().newPage();
          await enter(email, tab);
          await tab.close();
        };
        return { ...opened, person, place, enter, write, press, stands, once, endSession, other };
      };

      // Letters go one way and all other forms another: what each kind of form has of its own stands in its row.
      for (const name of shareOf(t.kind, ["letter", "held mail"] as const)) {
        // DECISIONS Agent signup and console: Words that somebody types are not lost
        test(`${name}: the session ends, somebody else comes, and the person is back`, async () => {
          const here = await start(name);
          const words = `Words of ${name} over a session`;
          await here.write(words);
          await here.endSession();
          await here.press();
          await here.page.getByText("You are signed out").first().waitFor();
          await here.stands(words);
          const stranger = await colleague(t, "owner");
          await here.other(stranger.email);
          await here.press();
          await here.page.getByText("Somebody else has signed in").first().waitFor();
          await here.stands(words);
          expect(await here.place.count(words)).toBe(0);
          await here.other(here.person.email);
          await here.press();
          await here.once(words);
          expect(here.problems).toEqual([]);
          await here.close();
        }, 120_000);
      }

      for (const name of shareOf(t.kind, ["reply", "note", "event"] as const)) {
        test(`${name}: the network is gone, an answer is lost, a balancer answers, and a press comes twice`, async () => {
          const here = await start(name);
          const words = `Words of ${name} over a network`;
          await here.write(words);
          const context = here.page.context();
          await context.setOffline(true);
          await here.press();
          await here.page.getByText("No answer came").first().waitFor();
          await here.stands(words);
          await context.setOffline(false);
          // A balancer whose server starts anew, then an answer that never comes, though it was done.
          const answers = ["balancer", "lost"];
          await here.page.route(
            (url) => url.pathname.startsWith("/console"),
            async (route) => {
              if (route.request().method() !== "POST") return route.fallback();
              const next = answers.shift();
              if (next === "balancer")
                return route.fulfill({ status: 503, contentType: "text/html", body: "<h1>No server</h1>" });
              if (next === undefined) return route.fallback();
              await route.fetch({ maxRedirects: 0 });
              return route.abort();
            },
          );
          for (const _ of [1, 2]) {
            await here.press();
            await here.page.getByText("No answer came").first().waitFor();
            await here.stands(words);
          }
          await here.page.evaluate(`{
            const button = [...document.querySelectorAll(${JSON.stringify(here.place.button)})].at(-1);
            button.click();
            button.click();
          }`);
          await here.once(words);
          await here.page.waitForLoadState("load");
          expect(await here.place.count(words)).toBe(1);
          await here.close();
        }, 120_000);
      }

      for (const name of shareOf(t.kind, ["letter", "template"] as const)) {
        test(`${name}: the tab is closed without a network, and opened again`, async () => {
          const here = await start(name);
          const words = `Words of ${name} over a tab`;
          await here.page.route(
            (url) => url.pathname.startsWith("/console"),
            (route) => (route.request().method() === "POST" ? route.abort() : route.fallback()),
          );
          await here.write(words);
          const { page } = here;
          const again = await page.context().newPage();
          await page.close();
          await again.goto(here.place.url);
          await again.locator(here.place.field).waitFor();
          expect(await again.locator(here.place.field).inputValue()).toContain(words);
          await again.locator(".told").first().waitFor();
          // Whoever signs in next on this browser sees nothing of it, and nothing is left for later.
          const stranger = await colleague(t, "owner");
          await here.enter(stranger.email, again);
          await again.goto(here.place.url);
          // A draft that was saved meanwhile is the account's.
          expect(await again.locator(".told").count()).toBe(0);
          expect(
            await again.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('words '))"),
          ).toEqual([]);
          await here.close();
        }, 120_000);
      }

      test("a sign-out forgets what was written", async () => {
        const here = await start("note");
        await here.write("Words of a sign-out");
        const keys = "Object.keys(localStorage).filter((key) => key.startsWith('words '))";
        expect(await here.page.evaluate(keys)).toHaveLength(1);
        await here.page.locator('form[action="/console/sign-out"] button').click();
        await here.page.waitForURL(/login/);
        expect(await here.page.evaluate(keys)).toEqual([]);
        await here.close();
      });

      test("a role that was lost, and a card that an agent withdrew, leave the words", async () => {
        const here = await start("event");
        await here.write("Words of a member");
        await t.app.core.actors
          .account(t.accountId)
          .run((turn) => changeMember(turn, here.person.id, { role: "reviewer" }));
        await here.press();
        await here.page.locator(".told", { hasText: "Not done:" }).waitFor();
        await here.stands("Words of a member");
        await here.close();

        const held = await start("held mail");
        await held.write("Words of a reviewer");
        const id = new URL(held.place.url, t.api.base).searchParams.get("at")!;
        const { message_id: draft } = await t.api.must<{ message_id: string }>(
          200,
          t.api.get(`/reviews/${id}`),
        );
        await t.api.must(200, t.api.delete(`/drafts/${draft}`));
        await held.press();
        await held.page.locator(".told", { hasText: "Not done:" }).waitFor();
        await held.stands("Words of a reviewer");
        // They stand with the card, wherever it is shown, until the person has taken them; then they are nowhere.
        await held.page.goto(held.place.url);
        await held.page.waitForURL(/\/console\/reviews\//);
        const left = held.page.locator(".review .told");
        await left.waitFor();
        expect(await left.locator("textarea").inputValue()).toContain("Words of a reviewer");
        await left.getByRole("button", { name: "Forget it" }).click();
        await left.waitFor({ state: "detached" });
        await held.page.reload();
        await held.page.locator(".review").waitFor();
        expect(await left.count()).toBe(0);
        const kept = "Object.keys(localStorage).filter((key) => key.startsWith('words '))";
        expect(await held.page.evaluate(kept)).toEqual([]);
        await held.close();
      });

      test("a draft that a colleague discards or sends leaves the words, and no letter leaves twice", async () => {
        const here = await start("letter");
        await here.write("Words of one");
        await here.page.locator(".saved", { hasText: "Draft saved" }).waitFor();
        const id = new URL(here.page.url()).pathname.split("/").at(-1)!;
        const mate = await colleague(t, "member");
        await mate.browser.get(`/console/drafts/${id}`);
        await mate.browser.submit("/console/write", { do: "discard" });
        await here.page.locator(here.place.field).fill("Words of one, and more");
        await eventually(async () => (await here.place.count("Words of one, and more")) === 1);
        await t.api.must(202, t.api.post(`/drafts/${id}/send`, {}));
        await here.page.locator(here.place.field).fill("Words of one, too late");
        await here.page.locator(".saved", { hasText: "Not done:" }).waitFor();
        await here.press();
        await here.page.locator(".saved", { hasText: "Not done:" }).waitFor();
        await here.stands("Words of one, too late");
        expect(await here.place.count("Words of one")).toBe(1);
        await here.close();
      });

      test("a server of another version takes the letter", async () => {
        const here = await start("letter");
        await here.write("Words over a deployment");
        // The page has the style of the version before.
        await here.page.evaluate(
          `document.querySelector('link[rel="stylesheet"]').setAttribute("href", "/console/assets/before.css")`,
        );
        await here.page.locator(here.place.field).fill("Words over a deployment, saved");
        await here.page.locator(".saved", { hasText: "Draft saved" }).waitFor();
        await here.press();
        await here.once("Words over a deployment, saved");
        await here.close();
      });

      test("Send, and on to the next thread at once: it is sent", async () => {
        const here = await start("reply");
        const words = "Words that leave by j";
        await here.page.setViewportSize({ width: 1400, height: 900 });
        await here.write(words);
        await here.page.locator(here.place.field).press("Control+Enter");
        await here.page.locator(".lines a").first().click();
        await here.once(words);
        await here.close();
      });

      test("without the script a refused form shows its words", async () => {
        const { thread, member } = await threadOf(t);
        await member.browser.get(`/console/threads/${thread}`);
        const form = member.browser.form(`/console/threads/${thread}/notes`);
        form.set("csrf", "out of date");
        form.set("text", "Words <b> without a script");
        const answer = await member.browser.post(`/console/threads/${thread}/notes`, form, {
          "sec-fetch-site": "same-origin",
        });
        expect(answer.status).toBe(403);
        expect(await answer.text()).toContain("Words &lt;b&gt; without a script</textarea>");
        const foreign = await member.browser.post(`/console/threads/${thread}/notes`, form, {
          "sec-fetch-site": "cross-site",
        });
        expect(await foreign.text()).not.toContain("without a script");
      });
    },
    { env: { SMTP_RELAY_URL: peer.url }, checkOnce: true },
  );
}

async function threadOf(t: SuiteApp) {
  const own = await t.address();
  const member = await colleague(t, "member");
  await t.mail({ from: "grace@far.example", to: own.email, subject: "Plan", text: "Hi" });
  const mail = await received(t, own);
  const { thread_id: thread } = await t.api.must<{ thread_id: string }>(
    200,
    t.api.get(`/messages/${mail.id}`),
  );
  return { own, member, thread };
}

async function placeFor(t: SuiteApp, name: PlaceName): Promise<Place> {
  if (name === "template") {
    const browser = await colleague(t, "owner");
    return {
      url: "/console/settings/templates",
      ready: (page) => page.locator("#name").fill(`Template ${Date.now()}`),
      field: 'textarea[name="text"]',
      button: 'form[action="/console/templates"][data-words] button.primary',
      async count(words) {
        await browser.browser.get("/console/settings/templates");
        return browser.browser.text.split(words).length - 1;
      },
    };
  }
  const { own, thread } = await threadOf(t);
  const letters = async (words: string) => {
    const drafts = await t.api.must<{ text: string }[]>(200, t.api.get(`/drafts?identity_id=${own.id}`));
    const sent = await t.api.must<{ text: string; direction: string }[]>(
      200,
      t.api.get(`/messages?identity_id=${own.id}&limit=100`),
    );
    return [...drafts, ...sent.filter(({ direction }) => direction === "outbound")].filter(({ text }) =>
      (text ?? "").includes(words),
    ).length;
  };
  switch (name) {
    case "letter":
      return {
        url: `/console/write?address=${own.id}`,
        async ready(page) {
          await page.locator('input[name="to"]').fill("grace@far.example");
          await page.locator('input[name="subject"]').fill("Plan");
        },
        field: 'textarea[name="text"]',
        button: ".write-foot button.primary",
        count: letters,
      };
    case "reply":
      return {
        url: `/console/threads/${thread}?list=open`,
        ready: (page) => page.locator("#reply > summary").click(),
        field: '#reply textarea[name="text"]',
        button: "#reply .write-foot button.primary",
        count: letters,
      };
    case "note":
      return {
        url: `/console/threads/${thread}?list=open`,
        ready: (page) => page.locator(".note-form > summary").click(),
        field: ".note-form textarea",
        button: ".note-form button",
        async count(words) {
          const notes = await t.api.must<{ text: string }[]>(200, t.api.get(`/threads/${thread}/notes`));
          return notes.filter(({ text }) => text.includes(words)).length;
        },
      };
    case "held mail": {
      const all = { outbound: "all", approver: "human" };
      await t.api.must(200, t.api.call("PUT", `/identities/${own.id}/protection`, all));
      const { review_id: id } = await t.api.must<{ review_id: string }>(
        202,
        t.api.post("/messages", { from: own.email, to: ["x@far.example"], subject: "Held", text: "Held" }),
      );
      return {
        url: `/console/desk?at=${id}`,
        ready: (page) => page.locator("details.decision.edit > summary").click(),
        field: '.decision.edit textarea[name="text"]',
        button: ".decision.edit button.primary",
        async count(words) {
          const row = await t.api.must<object>(200, t.api.get(`/reviews/${id}`));
          const mails = await letters(words);
          return mails > 0 || JSON.stringify(row).includes(words) || (await isApproving(t, id)) ? 1 : 0;
        },
      };
    }
    case "event":
      return {
        url: `/console/calendar?address=${own.id}&new=1`,
        ready: (page) => page.locator("#title").fill("Meeting"),
        field: 'textarea[name="description"]',
        button: 'form[data-words$="event:new"] button.primary',
        async count(words) {
          const events = await t.api.must<{ description: string | null }[]>(
            200,
            t.api.get(`/identities/${own.id}/calendar/events?limit=100`),
          );
          return events.filter(({ description }) => description?.includes(words)).length;
        },
      };
  }
}

async function isApproving(t: SuiteApp, id: string): Promise<boolean> {
  const { approved_until: until, status } = await t.api.must<{
    approved_until: string | null;
    status: string;
  }>(200, t.api.get(`/reviews/${id}`));
  return until !== null || status === "approved";
}
