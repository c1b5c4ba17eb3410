// Languages in Chromium: nothing is wider than a phone in the long words of German and the short ones of Japanese, axe-core finds nothing
// wrong, and pages from right to left are mirrored: an Arabic set that is made by a function proves the layout, and its pictures are kept.
import { afterAll, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { phraseSets } from "../../src/console/phrases.ts";
import { spokenLanguages } from "../../src/lib/languages.ts";
import { must } from "../../src/lib/must.ts";
import { eachApp, ShiftedClock, type SuiteApp } from "../support/app/app.ts";
import { furnishOffice, type Office, officeZone, owner } from "../support/demo/office.ts";
import { officeEnv, startOutside } from "../support/demo/outside.ts";
import { startDns } from "../support/fakes/dns.ts";
import { sendMail } from "../support/smtp/client.ts";
import { inChromium, isFull, openPage, shareOf, signInPage } from "./chromium.ts";

const folder = process.env.POSTROOM_TEST_PICTURES ?? "dist/pictures";

/** Arabic letters around each English text. */
function pseudo(value: unknown): unknown {
  if (typeof value === "string") return value === "" ? "" : `سلام ${value} كتاب`;
  if (typeof value === "function") return (...args: unknown[]) => pseudo(value(...args));
  if (Array.isArray(value)) return value.map((one, n) => (n === 0 && value.length === 2 ? one : pseudo(one)));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, pseudo(one)]));
}

/** The two that find most, and all of them in full. */
const looks = [
  { language: "ar", width: 360 },
  { language: "de", width: 360 },
  { language: "ar", width: 1280 },
  { language: "ja", width: 360 },
].slice(0, isFull ? 4 : 2);
/** What axe-core may find in one language alone; all of it in full, and in English by pages.e2e.test.ts. */
const rules = isFull
  ? { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }
  : {
      type: "rule",
      values: [
        ...[
          "html-has-lang",
          "html-lang-valid",
          "valid-lang",
          "document-title",
          "button-name",
          "link-name",
          "label",
        ],
        ...["target-size", "scrollable-region-focusable"],
      ],
    };

const pagesOf = ({ threads, support, office }: Office): Record<string, string> => ({
  list: "/console/mail/open",
  thread: `/console/threads/${threads.get("Charged twice for room 7")}?list=open`,
  writing: `/console/write?address=${support.id}`,
  desk: "/console/desk",
  calendar: `/console/calendar?address=${office.id}`,
  month: `/console/calendar?address=${office.id}&view=month`,
  settings: "/console/settings",
  needs: "/console/mail/needs",
  search: "/console/search?q=room",
  keys: "/console/keys",
  ...Object.fromEntries(
    [
      "keys",
      "programs",
      "members",
      "addresses",
      "templates",
      "devices",
      "webhooks",
      "domains",
      "protection",
      "you",
    ].map((name) => [`settings-${name}`, `/console/settings/${name}`]),
  ),
  failure: "/console/nowhere",
});

await inChromium("languages in a browser", suite);

async function suite(browser: () => Browser): Promise<void> {
  const english = phraseSets.get("en");
  if (!english) throw new Error("the pages speak English");
  spokenLanguages.set("ar", { name: "العربية", locale: "ar", direction: "rtl" });
  phraseSets.set("ar", pseudo(english) as typeof english);
  const clock = new ShiftedClock();
  const [outside, dns] = [await startOutside(), await startDns(officeZone)];
  mkdirSync(folder, { recursive: true });
  afterAll(() => {
    spokenLanguages.delete("ar");
    phraseSets.delete("ar");
    return Promise.all([outside.stop(), dns.stop()]);
  });

  eachApp(
    "languages in a browser",
    (t) => {
      let furnished: Promise<Furnished> | null = null;
      for (const { language, width } of looks)
        test(`pages fit and are plain to everybody: ${language}, ${width}`, async () => {
          if (!shareOf(t.kind, looks).some((one) => one.language === language && one.width === width)) return;
          furnished ??= furnish(t, browser(), clock);
          const { office, storageState } = await furnished;
          const { page, problems, close } = await openPage(browser(), t, {
            viewport: { width, height: 860 },
            locale: language,
            storageState,
            usual: /status of 4\d\d/,
          });
          const wrong = problems;
          for (const [name, path] of Object.entries(pagesOf(office))) {
            await page.goto(path);
            const [lang, dir, wide] = (await page.evaluate(
              "[document.documentElement.lang, document.documentElement.dir, document.documentElement.scrollWidth]",
            )) as [string, string, number];
            if (lang !== language || dir !== (language === "ar" ? "rtl" : "ltr"))
              wrong.push(`${name}: ${lang} ${dir}`);
            if (wide > width) wrong.push(`${name}: ${wide} px wide`);
            for (const found of await violations(page)) wrong.push(`${name}: ${found}`);
            if (language === "ar") await page.screenshot({ path: `${folder}/rtl-${name}-${width}.png` });
          }
          if (language === "ar" && width > 1000) wrong.push(...(await unmirrored(page)));
          expect(wrong).toEqual([]);
          await close();
        }, 900_000);
    },
    { clock, env: { ...officeEnv(dns, outside), IMAPS_PORT: "0", SUBMISSIONS_PORT: "0" }, checkOnce: true },
  );
}

interface Furnished {
  office: Office;
  storageState: Awaited<ReturnType<Awaited<ReturnType<Browser["newContext"]>>["storageState"]>>;
}

/** The office with a title from right to left, and its owner signed in. */
async function furnish(t: SuiteApp, browser: Browser, clock: ShiftedClock): Promise<Furnished> {
  const office = await furnishOffice(t, clock);
  await sendMail(must(t.app.ports.smtp, "the office takes mail"), {
    from: "noa@papertrail.example",
    to: office.support.email,
    subject: "שלום: room (7)!",
    text: "A title from right to left.",
  });
  const { page, close } = await openPage(browser, t);
  await signInPage(t, page, { accountId: office.accountId, ownerEmail: owner });
  const storageState = await page.context().storageState();
  await close();
  return { office, storageState };
}

/** Whether panes, icons, titles and keys are as somebody expects who reads from right to left. */
async function unmirrored(page: Page): Promise<string[]> {
  const wrong: string[] = [];
  await page.goto("/console/mail/open");
  const x = async (selector: string) => (await page.locator(selector).first().boundingBox())?.x ?? Number.NaN;
  if (!((await x("#side")) > (await x("#list")) && (await x("#list")) > (await x("#main"))))
    wrong.push("the panes are not mirrored");
  // The address of the title has protection: it waits.
  await page.goto("/console/mail/needs");
  const [bidi, isLatin] = (await page.evaluate(`(() => {
    const titleOf = (text) => [...document.querySelectorAll(".subject bdi")].find((one) => one.textContent.includes(text));
    return [getComputedStyle(titleOf("שלום")).unicodeBidi, titleOf("Charged twice").matches(":dir(ltr)")];
  })()`)) as [string, boolean];
  if (bidi !== "isolate") wrong.push(`a title is not isolated: ${bidi}`);
  if (!isLatin) wrong.push("a latin title runs from right to left");
  await page.goto("/console/mail/open");
  await page.keyboard.press("j");
  await page.waitForURL(/\/console\/threads\//);
  await page.locator(".mirrored").first().waitFor({ state: "attached" });
  const turned = (await page.evaluate(
    'getComputedStyle(document.querySelector(".mirrored")).transform',
  )) as string;
  if (!turned.startsWith("matrix(-1, ")) wrong.push(`an icon is not mirrored: ${turned}`);
  return wrong;
}

/** What axe-core finds wrong. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = (await page.evaluate(
    `axe.run({ resultTypes: ["violations"], runOnly: ${JSON.stringify(rules)} })`,
  )) as { violations: { id: string; nodes: { html: string }[] }[] };
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join(" ")}`,
  );
}
