// Lists by where mails lie: sent, spam, trash, folders and labels, of all addresses or of one.
import { expect, test } from "bun:test";
import { createFolder } from "../../actors/identity/mailbox/folders.ts";
import { listFolders } from "../../src/store/mailbox/folders.ts";
import { eachApp } from "../support/app/app.ts";
import { colleague } from "./colleagues.ts";

eachApp("lists by place", (t) => {
  test("spam stands in Spam and not in Open; what was sent, thrown away, filed and labelled has its list", async () => {
    const [mine, other] = [await t.address(), await t.address()];
    const { browser } = await colleague(t, "reviewer");
    const found = async (subject: string) => {
      for (;;) {
        const all = await t.api.must<{ id: string; subject: string; thread_id: string }[]>(
          200,
          t.api.get(`/messages?identity_id=${mine.id}&limit=100`),
        );
        const mail = all.find((one) => one.subject === subject);
        if (mail) return mail;
      }
    };
    const write = async (subject: string) => {
      await t.mail({ from: "far@remote.example", to: mine.email, subject, text: "one" });
      return found(subject);
    };
    const subjects = async (list: string, query = `?address=${mine.id}`) => {
      await browser.get(`/console/mail/${list}${query}`);
      expect(browser.status).toBe(200);
      return [...browser.text.matchAll(/<span class="subject"><bdi>([^<]*)</g)].map(([, text]) => text);
    };
    const [wanted, junk, gone, filed] = [
      await write("Wanted"),
      await write("Junk"),
      await write("Gone"),
      await write("Filed"),
    ];
    await t.api.must(200, t.api.patch(`/messages/${junk.id}`, { is_spam: true }));
    await t.api.must(200, t.api.patch(`/messages/${gone.id}`, { folder: "trash" }));
    const folder = await t.app.core.actors
      .identity(t.accountId, mine.id)
      .run((turn) => createFolder(turn, "Bills"));
    await t.api.must(200, t.api.patch(`/messages/${filed.id}`, { folder: "Bills" }));
    const label = await t.api.must<{ id: string }>(
      201,
      t.api.post("/labels", { identity_id: mine.id, name: "Urgent <b>", colour: "#aa0000" }),
    );
    await t.api.call("PUT", `/threads/${wanted.thread_id}/labels/${label.id}`);
    await t.api.must(201, t.api.post(`/messages/${wanted.id}/reply`, { text: "two" }));

    expect(await subjects("open")).toEqual(["Wanted", "Filed", "Gone"]);
    expect(await subjects("spam")).toEqual(["Junk"]);
    expect(browser.text).toContain('aria-label="1 unread"');
    expect(await subjects("trash")).toEqual(["Gone"]);
    expect(await subjects("sent")).toEqual(["Wanted"]);
    expect(browser.text).toContain("To far@remote.example");
    expect(await subjects("folder", `?address=${mine.id}&of=${folder.id}`)).toEqual(["Filed"]);
    expect(browser.text).toContain("<h1>Bills</h1>");
    expect(await subjects("label", `?address=${mine.id}&of=${label.id}`)).toEqual(["Wanted"]);
    expect(browser.text).toContain("<h1>Urgent &lt;b&gt;</h1>");
    expect(await subjects("all")).toHaveLength(4);
    expect(browser.text).toContain('<span class="chip need-bounce">Spam</span>');
    // Each address has what is unread in its inbox beside it, where there are several; the title has what needs a person.
    const box = await listFolders(
      t.app.core.database,
      { accountId: t.accountId, identityIds: null },
      mine.id,
    );
    const inbox = box.find(({ role }) => role === "inbox")!.unread;
    expect(inbox).toBeGreaterThan(0);
    expect(browser.text).toContain(
      `<span>${mine.email}</span><span class="count quiet" aria-label="${inbox} unread">${inbox}</span>`,
    );
    expect(browser.text).toContain(`<span>${other.email}</span></a>`);
    // Of all addresses; of another one.
    expect(await subjects("spam", "")).toContain("Junk");
    expect(await subjects("spam", `?address=${other.id}`)).toEqual([]);

    // No spam any more: it stands in Open again.
    await t.api.must(200, t.api.patch(`/messages/${junk.id}`, { is_spam: false }));
    expect(await subjects("open")).toContain("Junk");
    expect(await subjects("spam")).toEqual([]);

    for (const path of [
      `folder?address=${mine.id}`,
      `folder?of=${folder.id}`,
      `folder?address=${other.id}&of=${folder.id}`,
      `label?address=${other.id}&of=${label.id}`,
      `label?address=${mine.id}&of=${folder.id}`,
      "nowhere",
    ]) {
      await browser.get(`/console/mail/${path}`);
      expect([path, browser.status]).toEqual([path, 404]);
    }
    // A thread of a folder goes back to it.
    await browser.get(`/console/threads/${filed.thread_id}?list=folder&address=${mine.id}&of=${folder.id}`);
    expect(browser.text).toContain(`/console/mail/folder?address=${mine.id}&amp;of=${folder.id}`);
  });

  test("the height of lines is chosen and kept", async () => {
    const { browser } = await colleague(t, "reviewer");
    const choose = async (density: string) => {
      await browser.get("/console/settings/you");
      const form = browser.form("/console/look");
      form.delete("theme");
      form.set("density", density);
      await browser.post("/console/look", form);
      await browser.get("/console/mail/open");
      return /data-density="(\w+)"/.exec(browser.text)?.[1] ?? null;
    };
    expect(await choose("compact")).toBe("compact");
    expect(await choose("comfortable")).toBe("comfortable");
    expect(await choose("usual")).toBe(null);
    expect(await choose("huge")).toBe(null);
  });

  test("pages of a folder lose no thread and repeat none", async () => {
    const mine = await t.address();
    const { browser } = await colleague(t, "member");
    const many = 45;
    const subject = (n: number) => `Number ${n}`;
    await Promise.all(
      Array.from({ length: many }, (_, n) =>
        t.mail({ from: "far@remote.example", to: mine.email, subject: subject(n), text: "one" }),
      ),
    );
    const seen: string[] = [];
    for (;;) {
      const counts = await t.api.must<{ folders: { role: string | null; total: number }[] }>(
        200,
        t.api.get(`/identities/${mine.id}/counts`),
      );
      if (counts.folders.find(({ role }) => role === "inbox")?.total === many) break;
    }
    const inbox = await t.api.must<{ folders: { id: string; role: string }[] }>(
      200,
      t.api.get(`/identities/${mine.id}/counts`),
    );
    const { id } = inbox.folders.find(({ role }) => role === "inbox")!;
    let path: string | null = `/console/mail/folder?address=${mine.id}&of=${id}`;
    for (let pages = 0; path !== null && pages < 5; pages++) {
      await browser.get(path);
      seen.push(
        ...[...browser.text.matchAll(/<span class="subject"><bdi>([^<]*)</g)].map(([, text]) => text!),
      );
      path = /href="([^"]*)" rel="next"/.exec(browser.text)?.[1]?.replaceAll("&amp;", "&") ?? null;
    }
    expect(seen.toSorted()).toEqual(Array.from({ length: many }, (_, n) => subject(n)).toSorted());
  });
});
