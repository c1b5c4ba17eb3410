// Every page as people see it: in headless Chromium, wide and on a phone, light and dark, with and without the script. axe-core
// finds nothing wrong, nobody else is asked for anything, and pictures are kept for people to look at.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdirSync } from "node:fs";
import axe from "axe-core";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { createLink } from "../../actors/account/people/console.ts";
import { eachApp, ShiftedClock, type SuiteApp } from "../support/app/app.ts";
import { furnishOffice, type Office, officeZone, owner } from "../support/demo/office.ts";
import { officeEnv, startOutside } from "../support/demo/outside.ts";
import { startDns } from "../support/fakes/dns.ts";

const executablePath = process.env.POSTROOM_TEST_CHROMIUM ?? "/usr/bin/chromium";
const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--no-first-run",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
];
const folder = process.env.POSTROOM_TEST_PICTURES ?? "dist/pictures";
const looks = [
  { name: "light", width: 1360, height: 860, scheme: "light", script: true },
  { name: "dark", width: 1280, height: 860, scheme: "dark", script: false },
  { name: "phone", width: 320, height: 720, scheme: "light", script: true },
] as const;

if (existsSync(executablePath)) suite();
else test.skip(`pages in a browser: there is no ${executablePath}`, () => {});

function suite(): void {
  const clock = new ShiftedClock();
  let browser: Browser;
  const outside = startOutside();
  const dns = startDns(officeZone);
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: flags });
    mkdirSync(folder, { recursive: true });
  });
  afterAll(async () => {
    await browser.close();
    await (await outside).stop();
    await (await dns).stop();
  });
  const env: Record<string, string> = {};
  beforeAll(async () => void Object.assign(env, officeEnv(await dns, await outside)));

  eachApp(
    "pages",
    (t) => {
      let office: Office;
      const pagesOf = (): Record<string, string> => ({
        login: "/console/login",
        needs: "/console/mail/needs",
        thread: `/console/threads/${office.threads.get("Charged twice for room 7")}?list=open`,
        invitation: `/console/threads/${office.threads.get("Lighting for rooms 11 and 12")}?list=open`,
        formatted: `/console/threads/${office.threads.get("Five small hotels that got their lighting right")}?list=open`,
        empty: `/console/mail/drafts?address=${office.office.id}`,
        write: `/console/write?address=${office.support.id}`,
        search: "/console/search?q=room",
        history: `/console/threads/${office.threads.get("Charged twice for room 7")}/history`,
        settings: "/console/settings",
        keys: "/console/settings/keys",
        protection: `/console/settings/protection?identity=${office.support.id}`,
        failure: "/console/nowhere",
      });

      test("are whole and plain to everybody, wide and on a phone, light and dark, with the script and without", async () => {
        office = await furnishOffice(t, clock);
        const state = await signedIn(browser, t, office);
        const problems: string[] = [];
        for (const look of looks) {
          const context = await contextOf(browser, look, state);
          const page = await context.newPage();
          page.on("console", (message) => {
            if (!/404|ERR_FAILED/.test(message.text())) problems.push(`${look.name}: ${message.text()}`);
          });
          page.on("request", (request) => {
            if (new URL(request.url()).hostname !== "127.0.0.1") problems.push(request.url());
          });
          for (const [name, path] of Object.entries(pagesOf())) {
            await page.goto(t.api.base + path);
            const { width } = await page
              .locator("html")
              .evaluate((element) => ({ width: element.scrollWidth }));
            if (width > look.width) problems.push(`${name}, ${look.name}: ${width} px wide`);
            for (const found of await violations(page)) problems.push(`${name}, ${look.name}: ${found}`);
            await page.screenshot({ path: `${folder}/${name}-${look.name}.png` });
          }
          await context.close();
        }
        expect(problems).toEqual([]);
      }, 600_000);

      test("go by the keyboard: from what waits to its approval", async () => {
        const state = await signedIn(browser, t, office);
        const context = await contextOf(browser, looks[0], state);
        const page = await context.newPage();
        await page.goto(`${t.api.base}/console/mail/needs`);
        const before = await page.locator(".lines .line").count();
        await page.keyboard.press("j");
        await page.waitForURL("**/console/threads/**");
        await page.locator(".review .approve button").first().waitFor();
        await page.keyboard.press("Control+Enter");
        await page.waitForURL("**/console/mail/needs**");
        await page.locator(".toast").waitFor();
        expect(await page.locator(".lines .line").count()).toBe(before - 1);
        await context.close();
      }, 200_000);
    },
    { clock, env, checkOnce: true },
  );
}

type State = Awaited<ReturnType<BrowserContext["storageState"]>>;

async function signedIn(browser: Browser, t: SuiteApp, { accountId }: Office): Promise<State> {
  const token = await createLink(t.app.core.actors, { accountId, ownerEmail: owner });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${t.api.base}/console/sign-in?token=${token}`);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/console/mail/**");
  const state = await context.storageState();
  await context.close();
  return state;
}

async function contextOf(browser: Browser, look: (typeof looks)[number], storageState: State) {
  const context = await browser.newContext({
    viewport: { width: look.width, height: look.height },
    colorScheme: look.scheme,
    reducedMotion: "reduce",
    storageState,
  });
  // axe-core needs scripts to run: the page's own is kept out.
  if (!look.script) await context.route("**/console/assets/*.js", (route) => route.abort());
  return context;
}

/** What axe-core finds wrong, with the elements. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const checker = (
      globalThis as unknown as {
        axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      }
    ).axe;
    const { violations } = await checker.run({ iframes: false });
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map(({ html }) => html.slice(0, 160))
          .join(" | ")}`,
    );
  });
  return found;
}
