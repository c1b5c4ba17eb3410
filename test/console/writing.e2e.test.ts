// Writing with the script, in Chromium: a pasted picture, the signature of the chosen address, who writes here.
import { expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import type { PageOf } from "../support/app/api.ts";
import { eachApp, eventually } from "../support/app/app.ts";
import { received } from "../support/smtp/received.ts";
import { inChromium, isFull, openPage, shareOf, signInPage } from "./chromium.ts";
import { colleague } from "./colleagues.ts";

const picture =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

interface Field {
  setSelectionRange(from: number, to: number): void;
}

/** Pastes the picture under this name, in the page: as text, since this file's types are not there. */
const pasting = (name: string) => `{
  const bytes = Uint8Array.from(atob("${picture}"), (char) => char.charCodeAt(0));
  const clipboardData = new DataTransfer();
  clipboardData.items.add(new File([bytes], "${name}", { type: "image/png" }));
  const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
  document.querySelector('textarea[name="text"]').dispatchEvent(event);
}`;

await inChromium("writing in a browser", suite);

function suite(browser: () => Browser): void {
  eachApp("writing in a browser", (t) => {
    test("a picture is pasted, and the end of the text is that of the address in From", async () => {
      const [one, other] = [await t.address(), await t.address()];
      const sign = (id: string, signature: string) =>
        t.app.core.database.values(
          "update identities set signature = $3 where account_id = $1::uuid and id = $2::uuid returning id",
          [t.accountId, id, signature],
        );
      await sign(one.id, "One");
      await sign(other.id, "Other");
      const { page, problems, close } = await openPage(browser(), t);
      await signInPage(t, page);
      await page.goto(`/console/write?address=${one.id}`);
      const text = page.locator('textarea[name="text"]');
      expect(await text.inputValue()).toBe("\n\n-- \nOne");
      await page.locator('select[name="from"]').selectOption(other.id);
      expect(await text.inputValue()).toBe("\n\n-- \nOther");
      // Text that Markdown would read otherwise stays what it is, and the picture is a file.
      const signature = await text.inputValue();
      await text.fill("2 * 3 * 4");
      await page.evaluate(pasting("image.png"));
      await page.locator(".file-list .name", { hasText: "picture-" }).waitFor();
      expect(await text.inputValue()).toBe("2 * 3 * 4");
      await text.fill(`Look: ${signature}`);
      await text.evaluate((field) => (field as unknown as Field).setSelectionRange(6, 6));
      // The clipboard gives each picture the same name, or none.
      for (const [n, name] of ["image.png", ""].entries()) {
        await page.evaluate(pasting(name));
        await page
          .locator(".file-list .name")
          .nth(n + 1)
          .waitFor();
      }
      const written = await text.inputValue();
      const names = [...written.matchAll(/!\[\]\(cid:(picture-\w+\.png)\)/g)].map((found) => found[1]!);
      expect([names.length, new Set(names).size, written.endsWith(signature)]).toEqual([2, 2, true]);
      expect(await page.locator('select[name="format"]').inputValue()).toBe("markdown");
      // A file that is removed is taken out of the text.
      await page.evaluate(pasting("image.png"));
      const last = page.locator(".file-list .file").nth(3);
      await last.waitFor();
      await last.locator("button.remove").click();
      await last.waitFor({ state: "detached" });
      expect((await text.inputValue()).trim()).toBe(written.trim());
      // A picture whose place is taken out is a file like others.
      const [shown, unshown] = [names[0]!, names[1]!];
      await text.fill(written.replace(`![](cid:${unshown})`, ""));
      await page.locator('input[name="to"]').fill("ada@far.example");
      await page.locator(".write-form .button.primary").click();
      const sent = await eventually(async () => {
        const { json } = await t.api.get<PageOf<{ id: string; direction: string }>>(
          `/messages?identity_id=${other.id}`,
        );
        return json.data.find(({ direction }) => direction === "outbound");
      });
      const raw = new TextDecoder().decode(await t.api.bytes(`/messages/${sent.id}/raw`));
      expect(raw.match(/Content-ID: <.*>/gi)).toEqual([`Content-ID: <${shown}>`]);
      expect(raw.match(/Content-Disposition: inline/g)).toHaveLength(1);
      expect(raw).toMatch(new RegExp(`Content-Disposition: attachment;\\s+filename="?${unshown}`));
      expect(raw).toContain("multipart/related");
      expect(problems).toEqual([]);
      await close();
    });

    test("a page that is left while it saves a letter has kept it", async () => {
      const own = await t.address();
      const { page, problems, close } = await openPage(browser(), t);
      await signInPage(t, page);
      await page.goto(`/console/write?address=${own.id}`);
      const { promise: isSaving, resolve } = Promise.withResolvers<void>();
      // A save that does not arrive: the page is left first.
      await page.route("**/console/write", () => resolve(), { times: 1 });
      await page.locator('textarea[name="text"]').fill("Kept on the way");
      await isSaving;
      await page.goto("/console/mail/drafts");
      await eventually(async () => {
        const { json } = await t.api.get<PageOf<{ text: string }>>(`/drafts?identity_id=${own.id}`);
        return json.data.length === 1 && json.data[0]!.text === "Kept on the way";
      });
      expect(problems).toEqual([]);
      await close();
    });

    test("who writes here appears in an open thread, and goes when the draft does", async () => {
      const own = await t.address();
      await t.raw({
        from: "grace@far.example",
        to: own.email,
        raw: `From: grace@far.example\r\nTo: ${own.email}\r\nSubject: Plan\r\n\r\nHi\r\n`,
      });
      const mail = await received(t, own);
      const { thread_id } = await t.api.must<{ thread_id: string }>(200, t.api.get(`/messages/${mail.id}`));
      const { page, problems, close } = await openPage(browser(), t);
      await signInPage(t, page);
      const live = page.waitForRequest(/\/console\/live/);
      await page.goto(`/console/threads/${thread_id}?list=open`);
      await live;
      const member = await colleague(t, "member");
      await member.browser.get(`/console/threads/${thread_id}`);
      await member.browser.submit("/console/write", { do: "keep", text: "Dear Grace" });
      await page.locator("#writing p", { hasText: "The member is writing" }).waitFor();
      await member.browser.submit("/console/write", { do: "discard" });
      await page.locator("#writing p").waitFor({ state: "detached" });
      expect(problems).toEqual([]);
      await close();
    });

    test("two people and an agent at one thread lose no word", async () => {
      if (!shareOf(t.kind, ["two"]).includes("two")) return;
      const own = await t.address();
      await t.mail({ from: "grace@far.example", to: own.email, subject: "Plan", text: "Hi" });
      const mail = await received(t, own);
      const { thread_id } = await t.api.must<{ thread_id: string }>(200, t.api.get(`/messages/${mail.id}`));
      const member = await colleague(t, "member");
      const writers = [];
      for (const person of [{}, { ownerEmail: member.email }]) {
        const opened = await openPage(browser(), t);
        await signInPage(t, opened.page, { accountId: t.accountId, ownerEmail: null, ...person });
        const live = opened.page.waitForRequest(/\/console\/live/);
        await opened.page.goto(`/console/threads/${thread_id}?list=open`);
        await live;
        await opened.page.keyboard.press("r");
        await opened.page.locator('textarea[name="text"]:focus').waitFor();
        writers.push(opened);
      }
      const rounds = isFull ? 200 : 20;
      const draft = await t.api.must<{ id: string }>(
        201,
        t.api.post("/drafts", { identity_id: own.id, in_reply_to_message_id: mail.id, text: "0" }),
      );
      for (let n = 0; n < rounds; n++) {
        const agent =
          n % 2 === 0
            ? t.api.post(`/threads/${thread_id}/notes`, { text: `Note ${n}` })
            : t.api.patch(`/drafts/${draft.id}`, { text: `agent ${n}` });
        await Promise.all([
          agent.then(({ status }) => expect(status).toBeLessThan(300)),
          ...writers.map(({ page }, who) => page.keyboard.type(`${"ab"[who]}${n} `)),
        ]);
      }
      const wanted = ["a", "b"].map((who) =>
        Array.from({ length: rounds }, (_, n) => `${who}${n} `).join(""),
      );
      for (const [who, { page }] of writers.entries())
        expect(
          (await page.locator('textarea[name="text"]').first().inputValue()).startsWith(wanted[who]!),
        ).toBe(true);
      await eventually(async () => {
        const kept = await t.api.must<{ text: string }[]>(200, t.api.get(`/drafts?identity_id=${own.id}`));
        const has = (text: string) => kept.some((one) => one.text.startsWith(text));
        return wanted.every((words) => has(words.trimEnd())) && has(`agent ${rounds - 1}`);
      });
      const notes = await t.api.must<unknown[]>(200, t.api.get(`/threads/${thread_id}/notes?limit=200`));
      expect(notes).toHaveLength(rounds / 2);
      for (const { problems, close } of writers) {
        expect(problems).toEqual([]);
        await close();
      }
    }, 400_000);
  });
}
