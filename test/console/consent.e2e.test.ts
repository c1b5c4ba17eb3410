// A program asks for access in a real browser: sign-in, consent, and the way back, which the page's policy has to let
// through. Light, dark and on a phone. Skipped, and says so, where there is no Chromium. DECISIONS OAuth
import { afterAll, expect, test } from "bun:test";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { createLink } from "../../actors/account/access/console.ts";
import { eachApp } from "../support/app/app.ts";
import { asking, redeem, register } from "../support/clients/oauth.ts";
import { inChromium, openPage, shareOf, signInPage } from "./chromium.ts";

const looks = [
  { name: "light", colorScheme: "light", viewport: { width: 1280, height: 860 } },
  { name: "dark", colorScheme: "dark", viewport: { width: 1280, height: 860 } },
  { name: "phone", colorScheme: "light", viewport: { width: 375, height: 760 } },
  { name: "phone, dark, without the script", colorScheme: "dark", viewport: { width: 375, height: 760 } },
] as const;

await inChromium("consent in a browser", suite);

async function suite(browser: () => Browser): Promise<void> {
  /** The program that waits for the answer. */
  let came = 0;
  const program = createServer((request, response) => {
    if (request.url!.startsWith("/callback")) came++;
    response
      .writeHead(200, { "content-type": "text/html" })
      .end("<title>Back</title><p>Back in the program.");
  });
  await new Promise<void>((resolve) => program.listen(0, "127.0.0.1", () => resolve()));
  const back = `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback`;
  afterAll(() => {
    program.close();
    program.closeAllConnections();
  });

  eachApp("consent in a browser", (t) => {
    const ask = async () => {
      const { client_id } = (await register(t, { client_name: "Scheduler", redirect_uris: [back] })).json;
      return asking(t, { client_id, redirect_uri: back });
    };
    // The way back leads to another origin, and the icon of the program is none.
    const away = (problems: readonly string[]) =>
      problems.filter((problem) => !/127\.0\.0\.1:\d+\/(?:callback|favicon)/.test(problem));

    for (const { name, ...options } of looks)
      test(`leads from the program through sign-in and consent and back: ${name}`, async () => {
        if (!shareOf(t.kind, looks).some((look) => look.name === name)) return;
        const own = await t.address();
        const asked = await ask();
        const javaScriptEnabled = !name.includes("without");
        const { page, problems, close } = await openPage(browser(), t, {
          ...options,
          javaScriptEnabled,
          usual: /400/,
        });
        await page.goto(`/console/authorize?${asked.params}`);
        expect(await page.textContent("body")).toContain("Scheduler");
        const token = await createLink(t.app.core.actors, { accountId: t.accountId, ownerEmail: null });
        await page.goto(`/console/sign-in?token=${token}`);
        await page.getByRole("button", { name: "Sign in" }).click();
        await page.waitForURL(/\/console\/authorize/);
        const width = await page.locator("body").evaluate((body) => body.scrollWidth);
        expect(width).toBeLessThanOrEqual(options.viewport.width);
        await page.screenshot({
          path: `dist/pictures/consent-${name.replace(/\W+/g, "-")}.png`,
          fullPage: true,
        });
        // Nobody is let in to nothing.
        for (const box of await page.getByRole("checkbox").all()) await box.uncheck();
        await page.getByRole("button", { name: "Allow" }).click();
        await page.getByText("Tick").first().waitFor();
        await page.getByLabel(own.email).check();
        await page.getByRole("radio").first().check();
        const seen = came;
        await page.getByRole("button", { name: "Allow" }).click();
        await page.waitForURL(`${back}?**`);
        expect(await page.title()).toBe("Back");
        expect(came - seen).toBe(1);
        const answer = new URL(page.url());
        expect(answer.searchParams.get("state")).toBe("a state & more");
        const { status, json } = await redeem(t, asked, answer);
        expect([status, json.scope]).toEqual([200, "read"]);
        const read = await t.api.as(json.access_token).get<{ data: { id: string }[] }>("/identities");
        expect(read.json.data.map(({ id }) => id)).toEqual([own.id]);
        expect(away(problems)).toEqual([]);
        await close();
      });

    test("tells the program of a refusal, and leads nowhere that was not registered", async () => {
      const asked = await ask();
      const { page, problems, close } = await openPage(browser(), t, { usual: /400/ });
      await signInPage(t, page);
      await page.goto(`/console/authorize?${asked.params}`);
      await page.getByRole("button", { name: /refuse|not now|cancel/i }).click();
      await page.waitForURL(`${back}?**`);
      expect(new URL(page.url()).searchParams.get("error")).toBe("access_denied");
      expect(new URL(page.url()).searchParams.has("code")).toBe(false);
      const seen = came;
      for (const uri of [`${back}/other`, "http://127.0.0.1:1/callback/", "https://evil.example/cb"]) {
        const params = new URLSearchParams(asked.params);
        params.set("redirect_uri", uri);
        const shown = await page.goto(`/console/authorize?${params}`);
        expect([uri, shown!.status(), new URL(page.url()).origin]).toEqual([uri, 400, t.api.base]);
        expect(await page.locator(`a[href^="${new URL(uri).origin}"]`).count()).toBe(0);
      }
      expect(came).toBe(seen);
      expect(away(problems)).toEqual([]);
      await close();
    });
  });
}
