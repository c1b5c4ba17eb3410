// Cookies where the service is reached by https: no other host of its domain can set them. RFC 6265bis 4.1.3.2
import { expect, test } from "bun:test";
import { createLink } from "../../actors/account/access/console.ts";
import { eachApp, ShiftedClock } from "../support/app/app.ts";
import { Browser } from "./browser.ts";

const clock = new ShiftedClock();

eachApp(
  "cookies over https",
  (t) => {
    test("have the prefix __Host-, and sessions of the old name go on until they would have ended", async () => {
      // A week before the old name ends, whatever the day and whichever database comes second.
      clock.advance(Date.parse("2026-12-18T00:00:01Z") - clock.now());
      const signIn = async () => {
        const token = await createLink(t.app.core.actors, { accountId: t.accountId, ownerEmail: null });
        const browser = new Browser(t.api.base);
        await browser.get(`/console/sign-in?token=${token}`);
        await browser.submit("/console/sign-in");
        return browser;
      };
      const browser = await signIn();
      const [form, session] = ["postroom_form", "postroom_session"].map((name) =>
        browser.setCookies.find((cookie) => cookie.startsWith(`__Host-${name}=`)),
      );
      for (const cookie of [form, session]) {
        expect(cookie).toMatch(/; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/);
        expect(cookie).not.toContain("Domain");
      }
      const shown = async (name: string, by = browser) => {
        const other = new Browser(t.api.base);
        other.cookies.set(name, by.cookies.get("__Host-postroom_session")!);
        await other.get("/console/mail/open");
        return other.at;
      };
      expect(await shown("__Host-postroom_session")).toBe("/console/mail/open");
      expect(await shown("postroom_session")).toBe("/console/mail/open");
      clock.advance(Date.parse("2026-12-25T00:00:01Z") - clock.now());
      const later = await signIn();
      expect(await shown("__Host-postroom_session", later)).toBe("/console/mail/open");
      expect(await shown("postroom_session", later)).toBe("/console/login");
    });
  },
  { clock, env: { BASE_URL: "https://mail.example.com" } },
);
