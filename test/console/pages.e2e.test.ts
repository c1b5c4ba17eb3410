// Every page as people see it, in Chromium: wide and on a phone, light and dark, with the script and without. axe-core finds
// nothing wrong, nothing is wider than the screen, nobody else is asked for anything, and pictures are kept for people to look
// at. Usually a page is loaded once and shown in two ways, every other one without the script; a full run (`bun run fuzz --only
// console/pages`) loads it in each width and scheme, on both databases.
import { afterAll, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { createLink } from "../../actors/account/access/console.ts";
import { addMember } from "../../actors/account/access/members.ts";
import { addPasskey } from "../../actors/account/access/passkeys.ts";
import type { Turn } from "../../actors/runtime/turn.ts";
import { addMs, nowInstant } from "../../src/lib/clock.ts";
import { newId } from "../../src/lib/ids.ts";
import { sha256 } from "../../src/lib/secrets.ts";
import type { PageOf } from "../support/app/api.ts";
import { eachApp, ShiftedClock, type SuiteApp } from "../support/app/app.ts";
import { asking, register } from "../support/clients/oauth.ts";
import { furnishOffice, type Office, officeZone, owner } from "../support/demo/office.ts";
import { officeEnv, startOutside } from "../support/demo/outside.ts";
import { startDns } from "../support/fakes/dns.ts";
import { startReceiver } from "../support/fakes/receivers.ts";
import { Browser as PlainBrowser } from "./browser.ts";
import { inChromium, isFull, openPage, shareOf, signInPage } from "./chromium.ts";
import { oddPages } from "./odd-mails.ts";

const folder = process.env.POSTROOM_TEST_PICTURES ?? "dist/pictures";

const widths = [320, 360, 768, 1280, 1920] as const;

interface Look {
  name: string;
  width: (typeof widths)[number];
  scheme: "light" | "dark";
}

/** Pages that are loaded once, and shown in these ways one after the other. */
interface Course {
  looks: readonly [Look, ...Look[]];
  script: boolean;
  /** Whether it has every other page alone: with the script the first, without it the second. */
  isHalf: boolean;
}

const look = (name: string, width: Look["width"], scheme: Look["scheme"]): Look => ({ name, width, scheme });
const ways = [
  look("light", 1280, "light"),
  look("phone-dark", 320, "dark"),
  look("dark", 1280, "dark"),
  look("phone", 320, "light"),
  look("phone-360", 360, "light"),
  look("phone-360-dark", 360, "dark"),
  look("tablet", 768, "light"),
  look("tablet-dark", 768, "dark"),
  look("screen", 1920, "light"),
  look("screen-dark", 1920, "dark"),
] as const;
const plain = ways.slice(0, 4).map((way) => look(`${way.name}-plain`, way.width, way.scheme));
const courses: readonly Course[] = isFull
  ? [
      ...ways.map((way): Course => ({ looks: [way], script: true, isHalf: false })),
      ...plain.map((way): Course => ({ looks: [way], script: false, isHalf: false })),
    ]
  : [
      { looks: [ways[0], ways[1]], script: true, isHalf: true },
      { looks: [plain[1]!, plain[0]!], script: false, isHalf: true },
    ];

await inChromium("pages in a browser", suite);

async function suite(browser: () => Browser): Promise<void> {
  const clock = new ShiftedClock();
  const [outside, dns, receiver] = [await startOutside(), await startDns(officeZone), startReceiver()];
  mkdirSync(folder, { recursive: true });
  afterAll(() => Promise.all([outside.stop(), dns.stop(), receiver.stop()]));

  eachApp(
    "pages",
    (t) => {
      test(
        "are whole and plain to everybody, wide and on a phone, light and dark, with the script and without",
        async () => {
          const office = await furnishOffice(t, clock);
          const settled = await furnishSettings(t, office, receiver.url);
          await furnishPeople(t, office);
          const site = atName(t);
          const opened = await openPage(browser(), site);
          await signInPage(t, opened.page, { accountId: office.accountId, ownerEmail: owner });
          const state = await opened.page.context().storageState();
          await opened.close();
          const odd = await openPage(browser(), site);
          await signInPage(t, odd.page);
          const oddState = await odd.page.context().storageState();
          await odd.close();
          const own = { ...mailPages(office), ...settled };
          const unusual = { ...(await oddPages(t)), queue: "/console/settings/queue" };
          const problems: string[] = [];
          for (const one of shareOf(t.kind, courses)) {
            const open = await openPages(t, office);
            problems.push(...(await lookAt(browser(), site, one, open)));
            problems.push(...(await lookAt(browser(), site, one, own, state)));
            problems.push(...(await lookAt(browser(), site, one, unusual, oddState)));
          }
          expect(problems).toEqual([]);
        },
        isFull ? 3_600_000 : 900_000,
      );
    },
    { clock, env: { ...officeEnv(dns, outside), IMAPS_PORT: "0", SUBMISSIONS_PORT: "0" }, checkOnce: true },
  );
}

/** The server under the name that passkeys are of. */
function atName(t: SuiteApp): Pick<SuiteApp, "api"> {
  const base = `http://localhost:${t.app.ports.http}`;
  return { api: Object.create(t.api, { base: { value: base } }) };
}

/** Somebody who was invited and has not joined. */
const guest = "henrik@lindqvist.example";

/** People with passkeys and other sessions, and one who was only invited. */
async function furnishPeople(t: SuiteApp, { accountId }: Office): Promise<void> {
  const { actors, clock } = t.app.core;
  const run = (work: (turn: Turn) => Promise<unknown>) => actors.account(accountId).run(work);
  await run((turn) =>
    addMember(turn, { id: newId(), email: guest, name: "Henrik Lindqvist", role: "member" }),
  );
  for (const [name, backupEligible] of [
    ["Mira's phone", true],
    ["A key on the key ring, of the kind that is pressed with a finger", false],
  ] as const)
    await run((turn) =>
      addPasskey(
        turn,
        { challengeHash: sha256(name), expiresAt: addMs(nowInstant(clock), 60_000) },
        {
          id: newId(),
          ownerEmail: owner,
          name,
          backupEligible,
          backedUp: backupEligible,
          credentialId: sha256(`id ${name}`),
          publicKey: sha256(`key ${name}`),
          counter: 0,
          transports: ["internal"],
        },
      ),
    );
  const agent =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
  const token = await createLink(actors, { accountId, ownerEmail: owner });
  const phone = new PlainBrowser(t.api.base, { "user-agent": agent });
  await phone.get(`/console/sign-in?token=${token}`);
  await phone.submit("/console/sign-in");
}

type Pages = Readonly<Record<string, string>>;

/** Pages for which nobody has to be signed in. */
const nobodysPages: Pages = {
  login: "/console/login",
  "signed-out": "/console/sign-in?token=used",
  offline: "/console/offline",
  "answer-too-late": "/console/invitation?token=used",
  "nobodys-failure": "/console/nowhere",
};

/** With links into the console that are still good, one of them of somebody who is invited: a browser uses them up. */
async function openPages(t: SuiteApp, { accountId }: Office): Promise<Pages> {
  const { actors } = t.app.core;
  const token = await createLink(actors, { accountId: t.accountId, ownerEmail: null });
  const invited = await createLink(actors, { accountId, ownerEmail: guest });
  return {
    ...nobodysPages,
    "sign-in": `/console/sign-in?token=${token}`,
    invited: `/console/sign-in?token=${invited}`,
  };
}

function mailPages({ threads, support, bookings, office }: Office): Pages {
  const thread = (subject: string, list = "open") => `/console/threads/${threads.get(subject)}?list=${list}`;
  return {
    needs: "/console/mail/needs",
    desk: "/console/desk",
    open: "/console/mail/open",
    thread: thread("Charged twice for room 7"),
    invitation: thread("Lighting for rooms 11 and 12"),
    formatted: thread("Five small hotels that got their lighting right"),
    files: thread("The new rooms, first pictures"),
    done: `/console/mail/done?address=${support.id}`,
    waiting: "/console/mail/waiting",
    snoozed: "/console/mail/snoozed",
    all: "/console/mail/all",
    sent: "/console/mail/sent",
    spam: "/console/mail/spam",
    trash: "/console/mail/trash",
    drafts: "/console/mail/drafts",
    empty: `/console/mail/drafts?address=${office.id}`,
    narrowed: `/console/mail/open?address=${support.id}`,
    "narrowed-gone": `/console/mail/open?pod=${newId()}`,
    narrow: "/console/narrow?list=open",
    labelled: `/console/threads/${threads.get("Wedding weekend in June, 14 rooms")}?list=waiting&address=${bookings.id}`,
    write: `/console/write?address=${support.id}`,
    search: "/console/search?q=room",
    "search-empty": "/console/search",
    "search-nothing": "/console/search?q=zebra",
    "search-refused": "/console/search?q=befor:2026-01-01",
    history: `/console/threads/${threads.get("Charged twice for room 7")}/history`,
    calendar: `/console/calendar?address=${office.id}`,
    "calendar-day": "/console/calendar?view=day",
    "calendar-month": "/console/calendar?view=month",
    agenda: `/console/calendar?address=${office.id}&view=agenda`,
    "agenda-empty": `/console/calendar?address=${support.id}&view=agenda`,
    settings: "/console/settings",
    templates: "/console/settings/templates",
    keyboard: "/console/keys",
    palette: "/console/palette",
    people: "/console/people",
    "protection-all": "/console/settings/protection",
    protection: `/console/settings/protection?identity=${support.id}`,
    failure: "/console/nowhere",
    "failure-form": "/console/queue",
  };
}

/** What settings show: a webhook, a domain that misses records, an event, a program that asks. */
async function furnishSettings(t: SuiteApp, { api, office }: Office, hook: string): Promise<Pages> {
  const webhook = await api.must<{ id: string }>(201, api.post("/webhooks", { url: hook }));
  await api.must(200, api.post(`/webhooks/${webhook.id}/test`));
  const domain = await api.must<{ id: string }>(201, api.post("/domains", { domain: "missing.example" }));
  await api.must(201, api.post("/app-passwords", { identity_id: office.id, name: "Mira's phone" }));
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const event = await api.must<{ id: string }>(
    201,
    api.post(`/identities/${office.id}/calendar/events`, {
      title: "Tasting for the wedding",
      location: "The kitchen",
      description: "Four courses, two of them without nuts.",
      start: `${day}T18:00:00`,
      end: `${day}T19:30:00`,
      timezone: "Europe/Berlin",
      attendees: [{ email: "amara@okafor.example", name: "Amara Okafor" }],
    }),
  );
  await api.must(
    201,
    api.post("/templates", {
      name: "Parking",
      subject: "Parking for {{name}}",
      text: "Dear {{name}},\n\nyour place is number {{place}}.",
    }),
  );
  const { data } = (await api.get<PageOf<{ id: string }>>("/reviews?status=pending")).json;
  const { client_id } = (await register(t, { client_name: "Mail helper" })).json;
  const { params } = await asking(t, { client_id, resource: `${atName(t).api.base}/mcp` });
  const names = [
    "keys",
    "programs",
    "addresses",
    "devices",
    "webhooks",
    "domains",
    "members",
    "audit",
    "you",
  ];
  return {
    ...Object.fromEntries(names.map((name) => [name, `/console/settings/${name}`])),
    review: `/console/reviews/${data[0]!.id}`,
    webhook: `/console/settings/webhooks/${webhook.id}`,
    domain: `/console/settings/domains/${domain.id}`,
    event: `/console/calendar/${office.id}/${event.id}`,
    consent: `/console/authorize?${params}`,
    "consent-refused": "/console/authorize?client_id=nobody",
  };
}

const shownFrames = ".message[open] > .message-body > .mail-frame";

/** Opens the pages, keeps their pictures. @returns what is wrong */
async function lookAt(
  browser: Browser,
  t: Pick<SuiteApp, "api">,
  { looks, script, isHalf }: Course,
  pages: Pages,
  storageState?: Awaited<ReturnType<Awaited<ReturnType<Browser["newContext"]>>["storageState"]>>,
): Promise<string[]> {
  const [first, ...later] = looks;
  const { page, problems, close } = await openPage(browser, t, {
    viewport: sizeOf(first),
    colorScheme: first.scheme,
    // The statuses of pages that refuse, and the script that is kept out.
    usual: /status of 4\d\d|ERR_FAILED/,
    ...(storageState ? { storageState } : {}),
  });
  // axe-core needs scripts to run: the page's own is kept out.
  if (!script) await page.context().route("**/console/assets/*.js", (route) => route.abort());
  const check = async (name: string, { name: lookName, width }: Look, rules: readonly string[] | null) => {
    const wide = (await page.evaluate("document.documentElement.scrollWidth")) as number;
    if (wide > width) problems.push(`${name}, ${lookName}: ${wide} px wide`);
    for (const text of (await page.evaluate(cutWords)) as string[])
      problems.push(`${name}, ${lookName}: cut: ${text}`);
    for (const text of (await page.evaluate(unfinished)) as string[])
      problems.push(`${name}, ${lookName}: Ctrl+Enter does not end: ${text}`);
    for (const found of await violations(page, rules)) problems.push(`${name}, ${lookName}: ${found}`);
  };
  const some = Object.entries(pages).filter((_, n) => !isHalf || (n % 2 === 0) === script);
  for (const [at, [name, path]] of some.entries()) {
    await page.goto(path);
    // Where the script is kept out, a thread with frames shows itself late.
    if (!script) for (const frame of await page.locator(shownFrames).all()) await frame.waitFor();
    await check(name, first, null);
    await page.screenshot({ path: `${folder}/${name}-${first.name}.png` });
    for (const way of later) {
      await show(page, way);
      // axe-core takes three quarters of the time; pages share what they are made of.
      await check(name, way, at % 3 === 0 ? rulesOfLooks : []);
    }
    if (later.length > 0) await show(page, first);
  }
  await close();
  return problems;
}

function sizeOf({ width }: Look): { width: number; height: number } {
  return { width, height: width < 400 ? 720 : width === 1920 ? 1080 : 860 };
}

async function show(page: Page, way: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: way.scheme, reducedMotion: "reduce" });
  await page.setViewportSize(sizeOf(way));
}

/** Words that end at the edge of their element without a sign that there is more. */
const cutWords = `[...document.querySelectorAll("body *")]
  .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== ""))
  .filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1 && one.checkVisibility())
  .filter((one) => {
    const { overflowX, textOverflow } = getComputedStyle(one);
    return /hidden|clip/.test(overflowX) && textOverflow !== "ellipsis";
  })
  .map((one) => (one.className || one.tagName) + ": " + one.textContent.trim().slice(0, 60))`;

/** Forms with a text of several lines that Ctrl+Enter does not end. */
const unfinished = `[...document.querySelectorAll("form[method=post]")]
  .filter((form) => form.querySelector("textarea:not([readonly])"))
  .filter((form) => form.querySelectorAll("[data-key='Ctrl+Enter'], [data-key='y']").length !== 1)
  .map((form) => form.getAttribute("action"))`;

/** Rules of axe-core that may find another thing in another width or scheme of the same page. */
const rulesOfLooks = [
  "color-contrast",
  "target-size",
  "scrollable-region-focusable",
  "label-content-name-mismatch",
];

/** What axe-core finds wrong, with the elements: WCAG 2.2 A and AA, and its own good practice. @param only null: all rules; later looks at a loaded page have some */
async function violations(page: Page, only: readonly string[] | null): Promise<string[]> {
  if (only?.length === 0) return [];
  if (only === null) await page.evaluate(axe.source);
  return page.evaluate(async (only) => {
    const checker = (
      globalThis as unknown as {
        axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      }
    ).axe;
    // WCAG 2.2 2.5.8 and 2.5.3 are off by default.
    const rules = { "target-size": { enabled: true }, "label-content-name-mismatch": { enabled: true } };
    const chosen = only === null ? { rules } : { runOnly: { type: "rule", values: only } };
    const { violations } = await checker.run({ iframes: false, resultTypes: ["violations"], ...chosen });
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map(({ html }) => html.slice(0, 160))
          .join(" | ")}`,
    );
  }, only);
}
