// Writers in a thread: people by their name, agents by their key's, for a minute.
import { expect, test } from "bun:test";
import * as cheerio from "cheerio";
import { eachApp } from "../support/app/app.ts";
import { restrictedKey } from "../support/app/keys.ts";
import { received } from "../support/smtp/received.ts";
import type { Browser } from "./browser.ts";
import { colleague } from "./colleagues.ts";

eachApp("who writes here", (t) => {
  const writing = async (browser: Browser, path: string) => {
    await browser.get(path);
    return cheerio
      .load(browser.text)("#writing p")
      .toArray()
      .map((line) => cheerio.load(line).text().trim());
  };

  test("others see it in the thread while it is written, and not who writes, nor anybody elsewhere", async () => {
    const own = await t.address();
    await t.raw({
      from: "grace@far.example",
      to: own.email,
      raw: `From: grace@far.example\r\nTo: ${own.email}\r\nSubject: Plan\r\n\r\nHi\r\n`,
    });
    const mail = await received(t, own);
    const { thread_id } = await t.api.must<{ thread_id: string }>(200, t.api.get(`/messages/${mail.id}`));
    const thread = `/console/threads/${thread_id}`;
    const [one, other] = [await colleague(t, "member"), await colleague(t, "reviewer")];
    expect(await writing(other.browser, thread)).toEqual([]);
    await one.browser.get(thread);
    await one.browser.submit("/console/write", { do: "keep", text: "Dear Grace" });
    expect(await writing(other.browser, thread)).toEqual(["The member is writing"]);
    expect(await writing(one.browser, thread)).toEqual([]);

    const key = await restrictedKey(t.api, [own.id]);
    const draft = await key.must<{ id: string }>(
      201,
      key.post("/drafts", { identity_id: own.id, in_reply_to_message_id: mail.id, text: "x" }),
    );
    expect(await writing(other.browser, thread)).toEqual(["The member is writing", "restricted is drafting"]);
    const $ = cheerio.load(other.browser.text);
    const left = Number($("#writing p").first().attr("data-left"));
    expect(left > 0 && left <= 60_000).toBe(true);
    // A draft that is gone is written by nobody, and a minute later nobody writes.
    await key.must(200, key.delete(`/drafts/${draft.id}`));
    expect(await writing(other.browser, thread)).toEqual(["The member is writing"]);
    await t.app.core.database.values(
      "update messages set updated_at = updated_at - interval '61 seconds' where account_id = $1::uuid and thread_id = $2::uuid and state = 'draft' returning id",
      [t.accountId, thread_id],
    );
    expect(await writing(other.browser, thread)).toEqual([]);
  });

  test("a form that comes again, its answer lost, goes on; not over what somebody else wrote, nor behind its next step", async () => {
    const own = await t.address();
    const { browser } = await colleague(t, "member");
    const key = await restrictedKey(t.api, [own.id]);
    const draft = await key.must<{ id: string }>(
      201,
      key.post("/drafts", { identity_id: own.id, to: ["grace@far.example"], text: "Words" }),
    );
    const path = `/drafts/${draft.id}`;
    const stored = () => key.must<{ text: string; send_at: string | null }>(200, key.get(path));
    await browser.get(`/console${path}`);
    const form = browser.form("/console/write");
    const sent = async (fields: Record<string, string>, of = form) => {
      const copy = new URLSearchParams(of);
      for (const [name, value] of Object.entries(fields)) copy.set(name, value);
      return (await browser.post("/console/write", copy)).status;
    };
    const [first, second, third] = [
      { do: "keep", step: "1", text: "Words, kept" },
      { do: "keep", step: "2", text: "Words, kept, and more" },
      { do: "send", step: "3", text: "Words that leave" },
    ];
    expect([await sent(first), await sent(first), await sent(second)]).toEqual([303, 303, 303]);
    // A page that is left sends its words once more: the version that the next page was shown stays.
    await browser.get(`/console${path}`);
    const shown = browser.form("/console/write").get("expected");
    expect(await sent({ ...second, step: "3" })).toBe(303);
    await browser.get(`/console${path}`);
    expect(browser.form("/console/write").get("expected")).toBe(shown);
    // Held up on the way.
    expect(await sent(first)).toBe(409);
    expect((await stored()).text).toBe("Words, kept, and more");
    expect([await sent(third), await sent(third)]).toEqual([303, 303]);
    // Typed after a Send whose answer was lost: what leaves is what was sent, until it is sent again.
    expect(await sent({ do: "keep", step: "4", text: "Words that" })).toBe(409);
    expect(await stored()).toMatchObject({ text: "Words that leave", send_at: expect.any(String) });
    expect(await sent({ ...third, step: "5", text: "Words that leave now" })).toBe(303);
    expect(await stored()).toMatchObject({ text: "Words that leave now", send_at: expect.any(String) });
    // Two tabs have put the same words back, and count alike.
    expect(await sent({ ...third, step: "5", text: "Words of the other tab" })).toBe(409);
    // Another page of the same person, a colleague, and an agent are somebody else.
    const { browser: mate } = await colleague(t, "member");
    for (const [name, other] of Object.entries({ page: browser, mate })) {
      await other.get(`/console${path}`);
      const page = other.form("/console/write");
      page.set("do", "keep");
      page.set("text", `Words of another ${name}`);
      expect((await other.post("/console/write", page)).status).toBe(303);
      expect(await sent({ ...third, step: "9" })).toBe(409);
      await browser.get(`/console${path}`);
      form.set("expected", browser.form("/console/write").get("expected")!);
      expect(await sent({ ...second, step: "10" })).toBe(303);
    }
    await key.must(200, key.patch(path, { text: "Words of the agent" }));
    expect(await sent({ ...second, step: "11" })).toBe(409);
    expect((await stored()).text).toBe("Words of the agent");
  });
});
