// The whole signup as two people would do it: an agent with HTTP, its human with a browser. In headless Chromium, at a
// phone's width and with JavaScript off. Skipped, and says so, where there is no Chromium.
import { expect, test } from "bun:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { createLink } from "../../actors/account/access/console.ts";
import type { PageOf } from "../support/app/api.ts";
import { eachApp, eventually } from "../support/app/app.ts";
import { inChromium } from "./chromium.ts";

const phone = { width: 390, height: 844 };

interface Signup {
  signup_id: string;
  address: string;
}

await inChromium("the console in a browser", suite);

function suite(browser: () => Browser): void {
  eachApp(
    "the console in a browser",
    (t) => {
      // SPEC Authentication: Agent signup returns no key; it is minted through the account as any other
      test("from a code in the mail to a key that sends", async () => {
        const { page, context, problems } = await open(browser());
        const human = await t.address({ display_name: "Ada" });
        const agent = t.api.as(null);
        const username = `agent-${t.kind}`;
        const signup = await agent.must<Signup>(
          201,
          agent.post("/agent/signup", { username, human_email: human.email }),
        );
        const code = await eventually(async () => {
          const found = (await t.api.get<PageOf<{ subject: string }>>(`/threads?identity_id=${human.id}`))
            .json.data[0];
          return found?.subject.slice(0, 6);
        });
        const { sign_in_url: url } = await agent.must<{ sign_in_url: string }>(
          200,
          agent.post("/agent/verify", { signup_id: signup.signup_id, code }),
        );

        await page.goto(url);
        await page.getByRole("button", { name: "Sign in" }).click();
        await page.waitForURL("**/console/settings/keys");
        expect(await page.locator(".eyebrow").textContent()).toContain(signup.address);
        await page.getByLabel("Name").fill("everything");
        await page.getByRole("button", { name: "Mint key" }).click();
        const key = await page.locator("#new-key").textContent();
        expect(key).toMatch(/^pr_[0-9A-Za-z]{46}$/);
        await picture(page, "console-new-key");

        const sent = t.api
          .as(key)
          .post("/messages", { from: signup.address, to: human.email, subject: "Hello", text: "I am here." });
        expect((await sent).status).toBe(201);
        await eventually(async () => {
          const threads = (await t.api.get<PageOf<{ subject: string }>>(`/threads?identity_id=${human.id}`))
            .json.data;
          return threads.some(({ subject }) => subject === "Hello");
        });

        await page.getByLabel("Name").fill("one address");
        await page.getByLabel("Only the addresses ticked here").check();
        await page.getByLabel(signup.address).check();
        await page.getByRole("button", { name: "Mint key" }).click();
        const limited = await page.locator("#new-key").textContent();
        expect((await t.api.as(limited).get("/identities")).status).toBe(200);
        await page.goto(`${t.api.base.replace("127.0.0.1", "localhost")}/console/settings/keys`);
        expect(await page.content()).not.toContain(limited);
        await picture(page, "console");

        const card = page.locator(".card-row", { hasText: "one address" });
        await card.locator("summary").click();
        await card.getByRole("button").click();
        await page.waitForURL("**/console/settings/keys#keys");
        expect((await t.api.as(limited).get("/identities")).status).toBe(401);
        expect((await t.api.as(key).get("/identities")).status).toBe(200);

        await page.locator("#bar").getByRole("button", { name: "Menu" }).click();
        await page.locator("#side").getByRole("button", { name: "Sign out" }).click();
        await page.waitForURL("**/console/login");
        await page.goto(url);
        expect(await page.locator("[role=alert]").textContent()).toContain("was used already");

        await page.goto(new URL("/console/login", url).href);
        await page.getByLabel("Email").fill(human.email);
        await page.getByRole("button", { name: "Send me a link" }).click();
        // No link is mailed to an address of this server: the operator makes one.
        const [[accountId] = []] = await t.app.core.database.values(
          "select account_id from accounts where owner_email = $1::text",
          [human.email],
        );
        const token = await createLink(t.app.core.actors, {
          accountId: accountId as string,
          ownerEmail: null,
        });
        await page.goto(new URL(`/console/sign-in?token=${token}`, url).href);
        await picture(page, "console-sign-in");
        await page.getByRole("button", { name: "Sign in" }).click();
        await page.waitForURL("**/console/mail/needs");
        expect(await page.locator("h1").textContent()).toBe("Needs you");
        await picture(page, "console-needs");
        // The used link's own status is all that the browser remarks on.
        expect(problems.filter((text) => !text.includes("410"))).toEqual([]);
        await context.close();
      });

      test("pages fit a phone, and ask nobody else for anything", async () => {
        const { page, context, problems, hosts } = await open(browser());
        for (const path of ["/console/login", "/console/nowhere", "/docs"]) {
          await page.goto(`http://localhost:${t.app.ports.http}${path}`);
          const { width } = await page
            .locator("html")
            .evaluate((element) => ({ width: element.scrollWidth }));
          expect([path, width <= phone.width]).toEqual([path, true]);
          await picture(page, `page${path.replaceAll("/", "-")}`);
        }
        await page.goto(`http://localhost:${t.app.ports.http}/docs`);
        const call = page.locator("details#sendMessage");
        await call.locator("summary").first().click();
        expect(await call.textContent()).toContain("in_reply_to");
        await call.scrollIntoViewIfNeeded();
        await picture(page, "page-docs-call");
        const { width } = await page.locator("html").evaluate((element) => ({ width: element.scrollWidth }));
        expect(width).toBeLessThanOrEqual(phone.width);
        expect([...hosts]).toEqual([`localhost:${t.app.ports.http}`]);
        expect(problems.filter((text) => !text.includes("404"))).toEqual([]);
        await context.close();
      });
    },
    { env: { MAIL_DOMAIN: "agents.test" } },
  );
}

/** A page that notes what the browser complains of (the policy above all) and whom it asks. */
async function open(
  browser: Browser,
): Promise<{ page: Page; context: BrowserContext; problems: string[]; hosts: Set<string> }> {
  const context = await browser.newContext({ viewport: phone, javaScriptEnabled: false, isMobile: true });
  const page = await context.newPage();
  const problems: string[] = [];
  const hosts = new Set<string>();
  page.on("console", (message) => problems.push(message.text()));
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  return { page, context, problems, hosts };
}

/** Kept where POSTROOM_TEST_PICTURES says, for people to look at. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.POSTROOM_TEST_PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: name.startsWith("console") });
}
