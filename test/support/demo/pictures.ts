// `bun test/support/demo/pictures.ts`: the pictures of the README, made anew from the demo office into .github/pictures, by a
// Chromium of this machine.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { createLink } from "../../../actors/account/access/console.ts";
import { ShiftedClock, startTestApp } from "../app/app.ts";
import { launchChromium } from "../clients/programs.ts";
import { startDns } from "../fakes/dns.ts";
import { furnishCalendars } from "./calendar.ts";
import { furnishOffice, officeZone, owner } from "./office.ts";
import { officeEnv, startOutside } from "./outside.ts";

const folder = process.argv[2] ?? join(import.meta.dir, "../../../.github/pictures");
const [outside, dns] = [await startOutside(), await startDns(officeZone)];
const clock = new ShiftedClock();
const dataDir = mkdtempSync(join(tmpdir(), "postroom-pictures-"));
const env = { ...officeEnv(dns, outside), PORT: "0", IMAPS_PORT: "0", SUBMISSIONS_PORT: "0" };
const t = await startTestApp({ dataDir, databaseUrl: null }, { clock, env });
const office = await furnishOffice(t, clock);
await furnishCalendars(office, clock.now());
const base = `http://127.0.0.1:${t.app.ports.http}`;
const browser = await launchChromium();

/** A page of somebody who has just signed in. */
async function signedIn(colours: "light" | "dark", size: { width: number; height: number }): Promise<Page> {
  const token = await createLink(t.app.core.actors, { accountId: office.accountId, ownerEmail: owner });
  const page = await browser.newPage({ viewport: size, colorScheme: colours });
  await page.goto(`${base}/console/sign-in?token=${token}`);
  await page.locator("main form button").first().click();
  await page.waitForURL(/console\/(?:mail|settings)/);
  return page;
}

/** Opens the thread of a list whose line has this text. */
async function open(page: Page, list: string, text: string): Promise<void> {
  await page.goto(`${base}/console/mail/${list}`);
  await page.locator(".lines a", { hasText: text }).first().click();
  await page.locator(".thread h1").waitFor();
  await page.waitForLoadState("networkidle");
}

async function keep(page: Page, name: string): Promise<void> {
  const png = (await page.screenshot()).toString("base64");
  const webp = await page.evaluate(`(async () => {
    const picture = new Image();
    picture.src = "data:image/png;base64,${png}";
    await picture.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [picture.width, picture.height];
    canvas.getContext("2d").drawImage(picture, 0, 0);
    return canvas.toDataURL("image/webp", 0.82).split(",")[1];
  })()`);
  writeFileSync(join(folder, `${name}.webp`), Buffer.from(webp as string, "base64"));
  process.stdout.write(`${name}.webp\n`);
}

const laptop = { width: 1280, height: 860 };
try {
  const light = await signedIn("light", laptop);
  await open(light, "needs", "Charged twice");
  await keep(light, "thread");
  const dark = await signedIn("dark", laptop);
  await dark.goto(`${base}/console/calendar`);
  await dark.waitForLoadState("networkidle");
  await keep(dark, "calendar-dark");
  const phone = await signedIn("light", { width: 320, height: 720 });
  await phone.goto(`${base}/console/mail/open`);
  await phone.waitForLoadState("networkidle");
  await keep(phone, "phone");
} finally {
  await browser.close();
  await t.stop(100);
  await Promise.all([outside.stop(), dns.stop()]);
}
process.exit(0);
