// What is a person's own: the keys of the keyboard and the sessions, as a browser without scripts uses them.
import { expect, test } from "bun:test";
import { createLink } from "../../actors/account/access/console.ts";
import { browserName } from "../../src/console/session/user-agent.ts";
import { eachApp, ShiftedClock } from "../support/app/app.ts";
import { Browser } from "./browser.ts";
import { colleague } from "./colleagues.ts";
import { signedIn } from "./signed-in.ts";

const page = "/console/settings/you";
const clock = new ShiftedClock();
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

test("browsers are named by what they send", () => {
  const chrome =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
  expect([firefox, iphone, chrome, `${chrome} Edg/140.0.0.0`, "curl/8.1", "", null].map(browserName)).toEqual(
    [
      "Firefox on Linux",
      "Safari on iPhone",
      "Chrome on Windows",
      "Edge on Windows",
      "curl",
      "Unknown browser",
      "Unknown browser",
    ],
  );
});

eachApp(
  "a person's own page",
  (t) => {
    /** Another session of the same person. */
    const enterAgain = async (
      { accountId, email }: { accountId: string; email: string },
      userAgent = "curl/8.1",
    ) => {
      const token = await createLink(t.app.core.actors, { accountId, ownerEmail: email });
      const browser = new Browser(t.api.base, { "user-agent": userAgent });
      await browser.get(`/console/sign-in?token=${token}`);
      await browser.submit("/console/sign-in");
      return browser;
    };
    const isIn = async (browser: Browser) => {
      await browser.get(page);
      return browser.at === page && browser.status === 200;
    };

    // DECISIONS Agent signup and console: A person sees their sessions and ends one or all others
    test("sessions are listed with their browser; one is ended, then all others", async () => {
      const { email } = await colleague(t, "reviewer");
      const me = { accountId: t.accountId, email };
      const [one, two, three] = [
        await enterAgain(me, firefox),
        await enterAgain(me, iphone),
        await enterAgain(me),
      ];
      await one.get(page);
      for (const name of ["Firefox on Linux", "Safari on iPhone", "curl"]) expect(one.text).toContain(name);
      const own = one.text.split("<li ").filter((row) => row.includes("this one"));
      expect(own.length).toBe(1);
      expect(own[0]).toContain("Firefox on Linux");
      expect(own[0]).not.toContain("/console/you/sessions/end");
      const phone = one.text.split("<li ").find((row) => row.includes("Safari on iPhone"))!;
      const id = /name="id" value="(\w+)"/.exec(phone)![1];
      await one.submit("/console/you/sessions/end", {}, (form) => form.get("id") === id);
      expect(one.text).toContain("Signed out there.");
      expect([await isIn(one), await isIn(two), await isIn(three)]).toEqual([true, false, true]);
      await one.submit("/console/you/sessions/end-others");
      expect([await isIn(one), await isIn(three)]).toEqual([true, false]);
      expect(one.text).not.toContain("Safari on iPhone");
      await one.get(page);
      await one.submit("/console/sign-out");
      expect(await isIn(one)).toBe(false);
    });

    test("nobody sees or ends the sessions of somebody else; no token is on the page", async () => {
      const one = await colleague(t, "member");
      const other = await colleague(t, "member");
      const again = await enterAgain({ accountId: t.accountId, email: other.email }, iphone);
      await again.get(page);
      const id = again.form("/console/you/sessions/end").get("id")!;
      await one.browser.get(page);
      expect(one.browser.text).not.toContain("Safari on iPhone");
      const form = one.browser.form("/console/sign-out");
      form.set("id", id);
      expect((await one.browser.post("/console/you/sessions/end", form)).status).toBe(404);
      await one.browser.post("/console/you/sessions/end-others", form);
      expect([await isIn(again), await isIn(other.browser)]).toEqual([true, true]);
      const [{ hash }] = (await t.app.core.database.rows<{ hash: string }>(
        "select encode(token_hash, 'hex') as hash from console_sessions where owner_email = $1::text limit 1",
        [other.email],
      )) as [{ hash: string }];
      expect(again.text).not.toContain(hash);
    });

    // DECISIONS Agent signup and console: A session says when it was last used, to five minutes
    test("a session says when it was last used, to five minutes", async () => {
      const { browser } = await colleague(t, "member");
      const used = async () => {
        await browser.get(page);
        return browser.text.split("last used")[1]!.split("</time>")[0]!.replace(/.*>/s, "");
      };
      clock.advance(4 * 60_000);
      expect(await used()).toBe("4 min ago");
      clock.advance(2 * 60_000);
      expect(await used()).toBe("now");
    });

    // DECISIONS Agent signup and console: Single keys are turned off for the person
    test("keys are turned off and on for the person, in every browser, and for nobody else", async () => {
      const other = await colleague(t, "reviewer");
      const mine = await colleague(t, "reviewer");
      const owner = await signedIn(t);
      for (const { browser } of [mine, owner]) {
        await browser.get(page);
        expect(browser.text).not.toContain('data-keys="off"');
        await browser.submit("/console/you/keys");
        expect(browser.text).toContain('data-keys="off"');
        expect(browser.text).toContain("They are off.");
      }
      const again = await enterAgain({ accountId: t.accountId, email: mine.email });
      await again.get("/console/mail/open");
      expect(again.text).toContain('data-keys="off"');
      await other.browser.get("/console/mail/open");
      expect(other.browser.text).not.toContain('data-keys="off"');
      await again.get(page);
      await again.submit("/console/you/keys");
      await mine.browser.get("/console/mail/open");
      expect(mine.browser.text).not.toContain('data-keys="off"');
    });
  },
  { clock, checkOnce: true },
);
