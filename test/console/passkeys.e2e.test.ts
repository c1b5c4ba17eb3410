// Passkeys in headless Chromium with a virtual authenticator: registered, used, named, removed; answers that are repeated,
// late, of another browser or of a copy are refused. Skipped, and says so, where there is no Chromium.
import { afterAll, expect, test } from "bun:test";
import type { Browser as Chrome, Page } from "playwright-core";
import { createLink } from "../../actors/account/access/console.ts";
import { eachApp, ShiftedClock } from "../support/app/app.ts";
import { startSink } from "../support/fakes/receivers.ts";
import { Browser } from "./browser.ts";
import { inChromium } from "./chromium.ts";
import { colleague } from "./colleagues.ts";
import { owned } from "./signed-in.ts";

const mine = "/console/settings/you";

await inChromium("passkeys in a browser", suite);

async function suite(chrome: () => Chrome): Promise<void> {
  const clock = new ShiftedClock();
  const peer = await startSink();
  afterAll(() => peer.stop());

  eachApp(
    "passkeys",
    (t) => {
      const baseOf = () => `http://localhost:${t.app.ports.http}`;

      /** Somebody signed in at a browser that has an authenticator. */
      const atDevice = async (email: string) => {
        const context = await chrome().newContext();
        const page = await context.newPage();
        const problems: string[] = [];
        page.on("console", (message) => problems.push(message.text()));
        const cdp = await context.newCDPSession(page);
        await cdp.send("WebAuthn.enable");
        const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
          options: {
            protocol: "ctap2",
            transport: "internal",
            hasResidentKey: true,
            hasUserVerification: true,
            isUserVerified: true,
            automaticPresenceSimulation: true,
          },
        });
        await signInByLink(page, email);
        return { context, page, cdp, authenticatorId, problems };
      };
      const signInByLink = async (page: Page, ownerEmail: string) => {
        const token = await createLink(t.app.core.actors, { accountId: t.accountId, ownerEmail });
        await page.goto(`${baseOf()}/console/sign-in?token=${token}`);
        await page.locator("form[action='/console/sign-in'] button").click();
        await page.waitForURL(/\/console\/(mail|settings)\//);
      };
      const register = async (page: Page, name: string) => {
        await page.goto(baseOf() + mine);
        await page.getByLabel("Name of the passkey").fill(name);
        await page.getByRole("button", { name: "Add a passkey" }).click();
        await page.getByText("The passkey signs you in from now on.").waitFor();
      };
      const signOut = async (page: Page) => {
        await page.goto(`${baseOf()}/console/settings`);
        await page.locator("form[action='/console/sign-out'] button").first().click();
        await page.waitForURL(/\/console\/login$/);
      };
      const press = (page: Page) => page.getByRole("button", { name: "Sign in with a passkey" }).click();
      /** Presses, and keeps the answer from the server. @returns what would have been sent, and with which cookie */
      const captured = async (page: Page) => {
        await page.goto(`${baseOf()}/console/login`);
        const sent = Promise.withResolvers<string>();
        await page.route("**/console/passkey", (route) => {
          sent.resolve(route.request().postData() ?? "");
          return route.abort();
        });
        await press(page);
        const form = new URLSearchParams(await sent.promise);
        await page.unroute("**/console/passkey");
        const cookies = await page.context().cookies(`${baseOf()}/console/login`);
        const browser = new Browser(t.api.base);
        for (const { name, value } of cookies) browser.cookies.set(name, value);
        return { form, browser };
      };
      const answerOf = async (browser: Browser, form: URLSearchParams) => {
        const answer = await browser.post("/console/passkey", form);
        return [
          answer.status,
          answer.headers.get("location") ?? (await answer.text()).includes("opens nothing here"),
        ];
      };
      const refused = [400, true];
      const taken = [303, "/console"];

      // DECISIONS Agent signup and console: Passkeys beside mailed links
      test("one is registered, signs in after a sign-out, is named, and signs nobody in once it is removed", async () => {
        const { email } = await colleague(t, "reviewer");
        const { context, page, problems } = await atDevice(email);
        await register(page, "My laptop");
        expect(await page.locator("#passkeys ~ .cards").first().textContent()).toContain("My laptop");
        await signOut(page);
        await press(page);
        await page.waitForURL(/\/console\/mail\/needs/);
        await page.goto(baseOf() + mine);
        const row = page.locator(".card-row", { hasText: "My laptop" });
        expect(await row.textContent()).not.toContain("never used");
        await row.getByText("Rename").first().click();
        await row.getByLabel("Name of My laptop").fill("The old one");
        await row.getByRole("button", { name: "Rename" }).click();
        await page.getByText("Saved.").waitFor();
        expect(await page.getByText("The old one").count()).toBeGreaterThan(0);
        // The same device is not registered twice.
        await page.getByRole("button", { name: "Add a passkey" }).click();
        await page.getByText("The device did not make a passkey").waitFor();
        const old = page.locator(".card-row", { hasText: "The old one" });
        await old.getByText("Remove", { exact: true }).click();
        await old.getByRole("button", { name: "Remove The old one" }).click();
        await page.getByText("The passkey is gone.").waitFor();
        await signOut(page);
        await press(page);
        await page.getByRole("alert").waitFor();
        expect(await page.getByRole("alert").textContent()).toContain("opens nothing here");
        expect(problems.filter((text) => !text.includes("400"))).toEqual([]);
        await context.close();
      }, 120_000);

      // DECISIONS Agent signup and console: A challenge is of one browser, lives ten minutes and is taken once; a counter must rise
      test("an answer works once, in the browser that was asked, within ten minutes, and from one device", async () => {
        const { email } = await colleague(t, "member");
        const { context, page } = await atDevice(email);
        await register(page, "Phone");
        await signOut(page);
        const { database } = t.app.core;
        const counted = (counter: number) =>
          database.values("update passkeys set counter = $1::int8 where owner_email = $2::text returning 1", [
            counter,
            email,
          ]);
        const once = await captured(page);
        expect(await answerOf(once.browser, once.form)).toEqual(taken);
        // As those of passkeys that do not count: the challenge alone tells.
        await counted(0);
        const again = new Browser(t.api.base);
        again.cookies.set(
          "postroom_form",
          (await page.context().cookies(`${baseOf()}/console/login`)).find(
            ({ name }) => name === "postroom_form",
          )!.value,
        );
        expect(await answerOf(again, once.form)).toEqual(refused);
        const other = new Browser(t.api.base);
        await other.get("/console/login");
        const stolen = await captured(page);
        const elsewhere = new URLSearchParams(stolen.form);
        elsewhere.set("csrf", other.form("/console/login").get("csrf")!);
        expect(await answerOf(other, elsewhere)).toEqual(refused);
        const late = await captured(page);
        clock.advance(10 * 60_000 + 1000);
        expect(await answerOf(late.browser, late.form)).toEqual(refused);
        await counted(1_000_000);
        const copy = await captured(page);
        expect(await answerOf(copy.browser, copy.form)).toEqual(refused);
        await counted(0);
        const good = await captured(page);
        const changed = JSON.parse(good.form.get("response")!);
        const of = (response: object) =>
          new URLSearchParams({ csrf: good.form.get("csrf")!, response: JSON.stringify(response) });
        const { response } = changed;
        for (const wrong of [
          {
            ...changed,
            response: { ...response, signature: response.signature.replace(/^.{8}/, "AAAAAAAA") },
          },
          { ...changed, response: { ...response, userHandle: "AAAA" } },
          { ...changed, response: { ...response, clientDataJSON: "e30" } },
          { ...changed, id: "AAAA", rawId: "AAAA" },
          {},
          null,
        ])
          expect(await answerOf(good.browser, of(wrong as object))).toEqual(refused);
        expect(await answerOf(good.browser, good.form)).toEqual(taken);
        await context.close();
      }, 120_000);

      // DECISIONS Agent signup and console: User verification is required
      test("without the person's fingerprint or PIN nothing is signed; the page says what to do", async () => {
        const { email } = await colleague(t, "member");
        const { context, page, cdp, authenticatorId } = await atDevice(email);
        await register(page, "Key");
        await signOut(page);
        await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
        await press(page);
        await page.getByText("The device gave no passkey").waitFor();
        expect(new URL(page.url()).pathname).toBe("/console/login");
        await context.close();
      }, 120_000);

      // DECISIONS Agent signup and console: A passkey ends with the person's last membership
      test("a removed member's passkey opens nothing, and nobody sees another's", async () => {
        const admin = await colleague(t, "owner");
        const { id, email } = await colleague(t, "reviewer");
        const { context, page } = await atDevice(email);
        await register(page, "Of a reviewer");
        await admin.browser.get(mine);
        expect(admin.browser.text).not.toContain("Of a reviewer");
        await signOut(page);
        const held = await captured(page);
        await admin.browser.get("/console/settings/members");
        await admin.browser.submit("/console/members/remove", {}, (form) => form.get("id") === id);
        expect(await answerOf(held.browser, held.form)).toEqual(refused);
        await context.close();
      }, 120_000);

      // DECISIONS Agent signup and console: Whose sign-in it is, is mailed when a passkey is added or removed
      test("the person is mailed when a passkey is added, and when one is removed", async () => {
        const { email } = await colleague(t, "member");
        const { context, page } = await atDevice(email);
        await register(page, "Blue key");
        const row = page.locator(".card-row", { hasText: "Blue key" });
        await row.getByText("Remove", { exact: true }).click();
        await row.getByRole("button", { name: "Remove Blue key" }).click();
        await page.getByText("The passkey is gone.").waitFor();
        for (const what of ["was added to", "was removed from"]) {
          const { to, raw } = await peer.taken.find(
            (mail) => mail.to.includes(email) && mail.raw.includes(`Subject: A passkey ${what} your sign-in`),
          );
          expect(to).toEqual([email]);
          expect(raw).toMatch(/^From: "?Postroom"? <noreply@/m);
          expect(raw).toContain("Auto-Submitted: auto-generated");
          expect(raw).toContain("Content-Type: text/plain");
          const text = raw.replaceAll("=\r\n", "");
          expect(text).toContain("Passkey: Blue key");
          expect(text).toContain(`Sign-in: ${email}`);
          expect(text).toMatch(/From: (?:127\.0\.0\.1|::1)/);
          expect(text).toContain(`${baseOf()}${mine}`);
        }
        expect(peer.mails.filter(({ to }) => to.includes(email))).toHaveLength(2);
        await context.close();
      }, 120_000);

      // DECISIONS Agent signup and console: A session of a sign_in_url registers no passkey
      test("a session of an agent's sign-up link, and a page of another name, register none", async () => {
        const signup = await owned(t, "of-an-agent@remote.example");
        const browser = new Browser(baseOf());
        await browser.get(signup.link);
        await browser.submit("/console/sign-in");
        await browser.get(mine);
        expect(browser.text).toContain("Sign in by a mailed link first");
        const form = browser.form("/console/sign-out");
        form.set("name", "Mine");
        form.set("response", "{}");
        expect((await browser.post("/console/you/passkeys", form)).status).toBe(403);
        const { browser: elsewhere } = await colleague(t, "member");
        await elsewhere.get(mine);
        expect(elsewhere.text).toContain(`Passkeys work where the page is opened as ${baseOf()}.`);
        await elsewhere.get("/console/settings/you");
        form.set("csrf", elsewhere.form("/console/sign-out").get("csrf")!);
        form.set("account", elsewhere.form("/console/sign-out").get("account")!);
        const answer = await elsewhere.post("/console/you/passkeys", form);
        expect([answer.status, (await answer.text()).includes("was not in order")]).toEqual([400, true]);
      });
    },
    { clock, env: { MAIL_DOMAIN: "agents.test", SMTP_RELAY_URL: peer.url }, checkOnce: true },
  );
}
