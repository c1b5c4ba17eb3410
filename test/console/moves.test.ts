// Threads that a person moves: trash, spam and back, a folder, unread. What the page did, the API says.
import { expect, test } from "bun:test";
import { eachApp } from "../support/app/app.ts";
import { colleague } from "./colleagues.ts";

interface Message {
  id: string;
  is_read: boolean;
}

eachApp("moved threads", (t) => {
  test("go to the trash, to spam, to a folder and back, by members", async () => {
    const [mine, far] = [await t.address(), await t.address()];
    const { browser } = await colleague(t, "member");
    const reviewer = await colleague(t, "reviewer");
    const first = await t.api.must<{ id: string }>(
      201,
      t.api.post("/messages", { from: far.email, to: mine.email, subject: "Offer", text: "one" }),
    );
    expect(first.id).toBeTruthy();
    const got = async () =>
      await t.api.must<(Message & { thread_id: string })[]>(
        200,
        t.api.get(`/messages?identity_id=${mine.id}`),
      );
    const until = async (fits: (all: Awaited<ReturnType<typeof got>>) => boolean) => {
      for (;;) {
        const all = await got();
        if (fits(all)) return all;
      }
    };
    const [mail] = await until((all) => all.length > 0);
    const id = mail!.thread_id;
    await t.api.must(201, t.api.post(`/messages/${mail!.id}/reply`, { text: "two" }));
    const page = `/console/threads/${id}`;
    const folders = async () => {
      const counts = await t.api.must<{ folders: { role: string | null; total: number }[] }>(
        200,
        t.api.get(`/identities/${mine.id}/counts`),
      );
      return counts.folders.flatMap(({ role, total }) => Array<string>(total).fill(role ?? "own"));
    };
    const status = async () =>
      (await t.api.must<{ status: string }>(200, t.api.get(`/threads/${id}`))).status;
    const press = async (folder: string) => {
      await browser.get(page);
      await browser.submit(`${page}/move`, { folder }, (form) => form.has("folder"));
      expect(browser.at).toMatch(/^\/console\/(?:mail\/open|threads\/)/);
    };

    await press("spam");
    expect([await folders(), await status()]).toEqual([["sent", "spam"], "resolved"]);
    await browser.get(page);
    expect(browser.text).toContain("Not spam");
    await press("inbox");
    expect([await folders(), await status()]).toEqual([["inbox", "sent"], "open"]);
    await press("archive");
    expect([await folders(), await status()]).toEqual([["sent", "archive"], "resolved"]);
    // Twice: nothing is deleted for good.
    await press("trash");
    await press("trash");
    expect(await folders()).toEqual(["trash", "trash"]);
    await press("inbox");
    expect(await folders()).toEqual(["inbox", "trash"]);

    await t.api.must(200, t.api.patch(`/messages/${mail!.id}`, { is_read: true }));
    await browser.get(page);
    await browser.submit(`${page}/unread`);
    const again = await t.api.must<Message>(200, t.api.get(`/messages/${mail!.id}`));
    expect(again.is_read).toBe(false);
    const told = await t.api.must<{ type: string }[]>(200, t.api.get("/events?order=desc&limit=100"));
    for (const type of ["message.moved", "message.unread", "thread.updated"])
      expect(told.map((event) => event.type)).toContain(type);

    // Reviewers have no buttons, and no way around them.
    await reviewer.browser.get(page);
    expect(reviewer.browser.text).not.toContain(`${page}/move`);
    await browser.get(page);
    const form = browser.form(`${page}/move`);
    form.set("folder", "drafts");
    expect((await browser.post(`${page}/move`, form)).status).toBe(400);
    form.set("folder", "no such folder");
    expect((await browser.post(`${page}/move`, form)).status).toBe(404);
  });

  test("the next thread opens, and what was done is taken back while it stands", async () => {
    const mine = await t.address();
    const { browser } = await colleague(t, "member");
    const list = `list=open&address=${mine.id}`;
    const subjects = ["First", "Second", "Third"];
    const ids = new Map<string, string>();
    for (const subject of subjects) {
      await t.mail({ from: "far@remote.example", to: mine.email, subject, text: "one" });
      while (!ids.has(subject)) {
        const all = await t.api.must<{ subject: string; thread_id: string }[]>(
          200,
          t.api.get(`/messages?identity_id=${mine.id}`),
        );
        for (const mail of all) ids.set(mail.subject, mail.thread_id);
      }
    }
    const pageOf = (subject: string) => `/console/threads/${ids.get(subject)}`;
    const status = async (subject: string) =>
      (await t.api.must<{ status: string }>(200, t.api.get(`/threads/${ids.get(subject)}`))).status;
    const undo = (subject: string, action: string) =>
      browser.submit(
        `${pageOf(subject)}/${action}`,
        {},
        (form) => form.get("back")?.startsWith(pageOf(subject)) === true && form.has("status"),
      );

    // The newest is the first of the list.
    await browser.get(`${pageOf("Third")}?${list}`);
    await browser.submit(`${pageOf("Third")}/status`, {}, (form) => form.get("status") === "resolved");
    expect(browser.at).toStartWith(`${pageOf("Second")}?${list}&done=resolved`);
    expect(await status("Third")).toBe("resolved");
    await undo("Third", "status");
    expect(browser.at).toStartWith(`${pageOf("Third")}?list=open&address=${mine.id}`);
    expect(await status("Third")).toBe("open");

    // The last of the list is followed by the one before; its undo brings folder and status back.
    await t.api.must(200, t.api.patch(`/threads/${ids.get("First")}`, { status: "waiting" }));
    await browser.get(`${pageOf("First")}?${list}`);
    await browser.get(`${pageOf("Second")}?${list}`);
    await browser.submit(
      `${pageOf("Second")}/move`,
      { folder: "trash" },
      (form) => form.get("folder") === "trash",
    );
    expect(browser.at).toStartWith(`${pageOf("Third")}?${list}&done=trash`);
    expect(await status("Second")).toBe("resolved");
    await undo("Second", "move");
    expect(await status("Second")).toBe("open");
    await browser.get(`/console/mail/trash?address=${mine.id}`);
    expect(browser.text).not.toContain('<span class="subject">Second');

    // A thread that an agent changed meanwhile stays as it is.
    await browser.get(`${pageOf("Third")}?${list}`);
    await browser.submit(`${pageOf("Third")}/status`, {}, (form) => form.get("status") === "resolved");
    await t.api.must(200, t.api.patch(`/threads/${ids.get("Third")}`, { status: "waiting" }));
    await undo("Third", "status");
    expect([browser.status, await status("Third")]).toEqual([400, "waiting"]);
  });
});
