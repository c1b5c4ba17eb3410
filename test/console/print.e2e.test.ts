// A thread on paper, in Chromium: as the PDF has it, whose text is read. Everything of the mails is there, and nothing to press.
import { expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { extractTextItems, getDocumentProxy } from "unpdf";
import { eachApp, eventually } from "../support/app/app.ts";
import { eventsShown } from "../support/app/events.ts";
import { inChromium, openPage, signInPage } from "./chromium.ts";

await inChromium("a thread on paper", suite);

function suite(browser: () => Browser): void {
  eachApp("a thread on paper", (t) => {
    test("has every mail whole, wide tables too, in light colours and without buttons", async () => {
      const own = await t.address();
      const mail = { from: "Ada <ada@far.example>", to: own.email };
      const head = { ...mail, subject: "Quarter", messageId: "<quarter@far.example>" };
      await t.mail({ ...head, text: `First words\n${"A line\n".repeat(90)}Last words` });
      const cells = (row: number) =>
        Array.from({ length: 14 }, (_, n) => `<td style="min-width:110px">r${row}c${n}</td>`).join("");
      const table = Array.from({ length: 70 }, (_, row) => `<tr>${cells(row)}</tr>`).join("");
      const html = `<p>${"A sentence that goes on and on. ".repeat(40)}</p><table border="1">${table}</table><p>End of it</p>`;
      await t.mail({ ...mail, subject: "Re: Quarter", inReplyTo: head.messageId, html });
      await t.mail({ ...mail, subject: "Re: Quarter", inReplyTo: head.messageId, text: "Thanks" });
      await eventsShown(t.app.core.database);
      const { page, problems, close } = await openPage(browser(), t, {
        viewport: { width: 1600, height: 900 },
        colorScheme: "dark",
      });
      await signInPage(t, page);
      await page.locator('.theme button[value="dark"]').click();
      await page.goto(`/console/mail/open?address=${own.id}`);
      await page.locator(".lines a").first().click();
      for (const closed of await page.locator("details.message:not([open]) > summary").all())
        await closed.click();
      await page.locator(".thread.fitted").waitFor();
      await page.locator("details.message > summary").first().click();
      expect(await page.locator("details.message[open]").count()).toBe(2);
      const { width, items, text } = await printed(page);
      for (const words of ["First words", "Last words", "r0c13", "r69c13", "End of it", "Thanks"])
        expect([words, text.includes(words)]).toEqual([words, true]);
      for (const words of [
        "Done",
        "Snooze",
        "Reply",
        "Forward",
        "Back to the list",
        "Search mail",
        "Plain text",
        "Write",
      ])
        expect([words, items.some(({ str }) => str === words)]).toEqual([words, false]);
      // Widths of letters are guessed where the font is another one.
      const beyond = items.filter(({ x, width: wide }) => x < 0 || x + wide > width * 1.02);
      expect(beyond.map(({ str }) => str)).toEqual([]);
      // The page on the screen is as it was.
      expect(await page.locator("details.message[open]").count()).toBe(2);
      await page.emulateMedia({ media: "print" });
      expect(await page.evaluate("getComputedStyle(document.documentElement).colorScheme")).toBe("light");
      expect(problems).toEqual([]);
      await close();
    });

    test("has mails that nobody unfolded, and says which are on no page yet", async () => {
      const own = await t.address();
      const mail = { from: "Ada <ada@far.example>", to: own.email };
      const head = { ...mail, subject: "Long", messageId: "<long@far.example>" };
      await t.mail({ ...head, text: "Mail 0" });
      for (let n = 1; n <= 24; n++) {
        const rows = Array.from({ length: 12 }, (_, row) => `<tr><td>m${n}r${row}</td></tr>`).join("");
        const html = `<h1>Mail ${n}</h1><table>${rows}</table>`;
        await t.mail({ ...mail, subject: "Re: Long", inReplyTo: head.messageId, html });
      }
      await eventsShown(t.app.core.database);
      const { page, problems, close } = await openPage(browser(), t);
      await signInPage(t, page);
      await page.goto(`/console/mail/open?address=${own.id}`);
      await page.locator(".lines a").first().click();
      await page.locator(".thread.fitted").waitFor();
      await page.evaluate("window.print = () => { window.isAsked = true; }");
      await page.keyboard.press("Control+p");
      await eventually(() => page.evaluate<boolean | undefined>("window.isAsked"));
      const { text } = await printed(page);
      const missing = Array.from({ length: 20 }, (_, n) => `m${n + 5}r11`).filter(
        (one) => !text.includes(one),
      );
      expect(missing).toEqual([]);
      expect(text).toContain("5 earlier");
      expect(problems).toEqual([]);
      await close();
    });
  });
}

/** The pieces of text of all pages, with their places. */
async function printed(page: Page) {
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ format: "A4" })));
  const { items } = await extractTextItems(pdf);
  const [, , width] = (await pdf.getPage(1)).view as [number, number, number, number];
  const all = items.flat();
  return {
    width,
    items: all,
    text: all
      .map(({ str }) => str)
      .join(" ")
      .replace(/\s+/g, " "),
  };
}
