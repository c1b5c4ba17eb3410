// Headless Chromium for tests of the pages: one browser a file, and pages that note what goes wrong in them.
import { afterAll, beforeAll, test } from "bun:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { createLink } from "../../actors/account/access/console.ts";
import type { TestApp } from "../support/app/app.ts";
import { storeKinds } from "../support/app/database.ts";
import { launchChromium, noChromium } from "../support/clients/programs.ts";

const flags = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // A request that leaves this machine is seen by the page's listeners, and fails.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
];

/** Registers the tests of a file that are run in Chromium; where there is none they are skipped, which says why. */
export async function inChromium(
  name: string,
  suite: (browser: () => Browser) => void | Promise<void>,
): Promise<void> {
  if (noChromium !== null) test.skip(`${name}: ${noChromium}`, () => {});
  else await suite(useChromium());
}

/** Starts the browser before the tests of a file and ends it after them. @returns it, in a test */
function useChromium(): () => Browser {
  let browser: Browser | null = null;
  beforeAll(async () => {
    browser = await launchChromium(...flags);
  });
  afterAll(() => browser?.close());
  return () => {
    if (!browser) throw new Error("the browser has not started");
    return browser;
  };
}

/** Everything on both databases; otherwise what does not depend on the database is shared between them. */
export const isFull = process.env.FUZZ === "100";

/** This database's share of cases that cost a browser's time: all of them where it is the only one, or in a full run. */
export function shareOf<T>(kind: string, cases: readonly T[]): T[] {
  const kinds = storeKinds.filter((one) => one !== "postgres" || process.env.POSTROOM_TEST_DATABASE_URL);
  if (isFull || kinds.length === 1) return [...cases];
  return cases.filter((_, index) => kinds[index % kinds.length] === kind);
}

export interface WatchedPage {
  page: Page;
  /** What the page complained of, asked of others, or opened. */
  problems: string[];
  close(): Promise<void>;
}

/** A page in a context of its own. @param usual messages of the console that are no problem */
export async function openPage(
  browser: Browser,
  t: Pick<TestApp, "api">,
  { usual = /^$/, ...options }: BrowserContextOptions & { usual?: RegExp } = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    baseURL: t.api.base,
    reducedMotion: "reduce",
    serviceWorkers: "block",
    ...options,
  });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("console", (message) => {
    const text = message.text();
    // Tests that route requests see them without a worker between.
    if (!usual.test(text) && !text.startsWith("Service Worker registration blocked"))
      problems.push(`${page.url()}: ${text}`);
  });
  page.on("pageerror", (error) => problems.push(`${page.url()}: ${error.message}`));
  context.on("request", (request) => {
    const url = request.url();
    // The browser's own pages show PDF.
    if (!url.startsWith(`${t.api.base}/`) && !/^(?:data|chrome|chrome-extension):/.test(url))
      problems.push(`asked for ${url}`);
  });
  return { page, problems, close: () => context.close() };
}

/** Signs a page in by a link as the command line makes it. @param ownerEmail null: the operator */
export async function signInPage(
  t: TestApp,
  page: Page,
  { accountId = t.accountId, ownerEmail = null }: { accountId?: string; ownerEmail?: string | null } = {},
): Promise<void> {
  const token = await createLink(t.app.core.actors, { accountId, ownerEmail });
  await page.goto(`/console/sign-in?token=${token}`);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/console\/(?:mail|settings)\//);
}
