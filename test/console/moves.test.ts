// Threads that a person moves: trash, spam and back, a folder, unread. What the page did, the API says.
import { expect, test } from "bun:test";
import { eachApp } from "../support/app/app.ts";
import { eventsShown } from "../support/app/events.ts";
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
    await eventsShown(t.app.core.database);
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
    expect(browser.text).not.toContain('<span class="subject"><bdi>Second');

    // A thread that sleeps is in a list of its own; its undo wakes it.
    const lists = async () => {
      const found: string[] = [];
      for (const name of ["open", "snoozed"]) {
        await browser.get(`/console/mail/${name}?address=${mine.id}`);
        if (browser.text.includes('<span class="subject"><bdi>Third')) found.push(name);
      }
      return found;
    };
    const snooze = `${pageOf("Third")}/snooze`;
    await browser.get(`${pageOf("Third")}?${list}`);
    const [, until] = /name="until" value="([^"]+)"/.exec(browser.text)!;
    await browser.submit(snooze, { until: until! });
    const slept = await t.api.must<{ snoozed_until: string }>(200, t.api.get(`/threads/${ids.get("Third")}`));
    expect(slept.snoozed_until).toBe(until!);
    await browser.submit(snooze, {}, (form) => form.get("until") === "wake");
    expect(await lists()).toEqual(["open"]);
    await browser.get(`${pageOf("Third")}?${list}`);
    await browser.submit(snooze, { at: "2030-01-02T03:04" }, (form) => form.has("at"));
    expect(await lists()).toEqual(["snoozed"]);
    await browser.get(`${pageOf("Third")}?${list}`);
    expect(browser.text).toContain("Sleeps until");
    for (const at of ["", "2020-01-02T03:04", "x"]) {
      const form = browser.form(snooze);
      form.delete("until");
      form.set("at", at);
      expect([at, (await browser.post(snooze, form)).status]).toEqual([at, 400]);
    }
    await browser.submit(snooze);
    expect(await lists()).toEqual(["open"]);

    // A thread that an agent changed meanwhile stays as it is.
    await browser.get(`${pageOf("Third")}?${list}`);
    await browser.submit(`${pageOf("Third")}/status`, {}, (form) => form.get("status") === "resolved");
    await t.api.must(200, t.api.patch(`/threads/${ids.get("Third")}`, { status: "waiting" }));
    await undo("Third", "status");
    expect([browser.status, await status("Third")]).toEqual([400, "waiting"]);
  });

  test("many at once: chosen or all of the list, with undo of the whole; what a person looks at stays", async () => {
    const mine = await t.address();
    const { browser } = await colleague(t, "member");
    const reviewer = await colleague(t, "reviewer");
    const subjects = ["One", "Two", "Three", "Four"];
    for (const subject of subjects)
      await t.mail({ from: "far@remote.example", to: mine.email, subject, text: "one" });
    const mails = async () =>
      t.api.must<{ id: string; subject: string; thread_id: string; is_read: boolean; is_spam: boolean }[]>(
        200,
        t.api.get(`/messages?identity_id=${mine.id}`),
      );
    while ((await mails()).length < subjects.length);
    const ids = new Map((await mails()).map((mail) => [mail.subject, mail.thread_id]));
    const of = (...names: string[]) => names.map((name) => ids.get(name)!);
    const statuses = async () => {
      const all = await t.api.must<{ subject: string; status: string }[]>(
        200,
        t.api.get(`/threads?identity_id=${mine.id}`),
      );
      return subjects.map((subject) => all.find((one) => one.subject === subject)!.status[0]).join("");
    };
    const folders = async () => {
      const counts = await t.api.must<{ folders: { role: string | null; total: number }[] }>(
        200,
        t.api.get(`/identities/${mine.id}/counts`),
      );
      return counts.folders.flatMap(({ role, total }) => Array<string>(total).fill(role ?? "own"));
    };
    const list = (name = "open", select = "") =>
      browser.get(`/console/mail/${name}?address=${mine.id}${select && `&select=${select}`}`);
    const act = async (action: string, names: string[], more: Record<string, string> = {}) =>
      browser.submit("/console/bulk", { action, id: of(...names), ...more });
    const undo = () => browser.submit("/console/bulk/undo");

    await list("open", "page");
    expect(browser.text.match(/name="id" value="[^"]*" form="bulk"[^>]* checked/g)).toHaveLength(4);
    await act("resolved", ["One", "Three"]);
    expect([browser.status, await statuses()]).toEqual([200, "roro"]);
    expect(browser.text).toContain("2 threads are done.");
    await undo();
    expect([await statuses(), browser.text.includes("2 threads are as before.")]).toEqual(["oooo", true]);

    // All of the list, without one that a person is asked about.
    await t.api.must(200, t.api.patch(`/threads/${ids.get("Two")}`, { status: "human_review" }));
    await list("all", "all");
    await act("trash", []);
    expect(browser.text).toContain("3 threads are in the trash. 1 thread was left alone");
    expect([await statuses(), await folders()]).toEqual(["rhrr", ["inbox", "trash", "trash", "trash"]]);
    // An undo leaves what somebody has changed since.
    await t.api.must(200, t.api.patch(`/threads/${ids.get("Four")}`, { status: "waiting" }));
    await undo();
    expect([await statuses(), await folders()]).toEqual(["ohow", Array(4).fill("inbox")]);

    await list();
    await act("spam", ["One", "Three"]);
    expect((await mails()).filter((mail) => mail.is_spam)).toHaveLength(2);
    expect(await folders()).toEqual(["inbox", "inbox", "spam", "spam"]);
    await undo();
    expect([await folders(), await statuses()]).toEqual([Array(4).fill("inbox"), "ohow"]);

    const unread = async () => (await mails()).filter((mail) => !mail.is_read).length;
    await list();
    await act("read", ["One", "Three"]);
    expect(await unread()).toBe(2);
    await undo();
    expect(await unread()).toBe(4);

    await list();
    await act("label", ["One", "Three"], { label: "Travel" });
    expect(browser.text).toContain("2 threads are labelled.");
    const labels = await t.api.must<{ id: string; name: string }[]>(
      200,
      t.api.get(`/labels?identity_id=${mine.id}`),
    );
    expect(labels.map(({ name }) => name)).toEqual(["Travel"]);
    const labelled = async () =>
      (await t.api.must<unknown[]>(200, t.api.get(`/threads?label_id=${labels[0]!.id}`))).length;
    expect(await labelled()).toBe(2);
    await undo();
    expect(await labelled()).toBe(0);

    await list();
    await act("move", ["One"], { folder: "archive" });
    expect([await statuses(), (await folders()).includes("archive")]).toEqual(["rhow", true]);

    // Nothing by reviewers, of nobody else's threads, or by fields that no page has.
    const other = await t.address();
    await t.mail({ from: "far@remote.example", to: other.email, subject: "Other", text: "one" });
    await list();
    const form = browser.form("/console/bulk");
    for (const [fields, status] of [
      [{ action: "resolved" }, 400],
      [{ action: "purge", id: ids.get("Four")! }, 400],
      [{ action: "move", id: ids.get("Four")!, folder: "" }, 400],
      [{ action: "resolved", id: "x" }, 400],
      [{ action: "resolved", id: ids.get("Four")!, list: "drafts" }, 400],
    ] as const) {
      const sent = new URLSearchParams(form);
      for (const [name, value] of Object.entries(fields)) sent.set(name, value);
      expect([fields, (await browser.post("/console/bulk", sent)).status]).toEqual([fields, status]);
    }
    for (const undo of ["x", "", Buffer.from("[1]").toString("base64url")]) {
      const sent = new URLSearchParams({ ...Object.fromEntries(form), action: "resolved", undo });
      if (undo !== "") expect((await browser.post("/console/bulk/undo", sent)).status).toBe(400);
    }
    await reviewer.browser.get(`/console/mail/open?address=${mine.id}`);
    expect(reviewer.browser.text).not.toContain("/console/bulk");
    const forged = new URLSearchParams({ action: "resolved", list: "open", id: ids.get("Four")! });
    forged.set("csrf", reviewer.browser.form("/console/look").get("csrf")!);
    expect((await reviewer.browser.post("/console/bulk", forged)).status).toBe(403);
    expect(await statuses()).toBe("rhow");
  });
});
