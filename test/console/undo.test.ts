// What a person did to a thread is taken back by the button of the notice, and only where it still stands.
import { expect, test } from "bun:test";
import { eachApp, type SuiteApp } from "../support/app/app.ts";
import { received } from "../support/smtp/received.ts";
import type { Browser } from "./browser.ts";
import { colleague } from "./colleagues.ts";

interface Thread {
  status: string;
  owner_type: string;
  assignee_id: string | null;
  snoozed_until: string | null;
}

eachApp("undo", (t) => {
  // DECISIONS Agent signup and console: What a person does to a thread is taken back for ten seconds
  test("labels, assignee, unread and take over come back as they were", async () => {
    const { page, thread, mail, person, browser } = await start(t);
    const labels = async () => {
      const shown = await (await browser.fetch(page)).text();
      return shown.match(/name="off" value=/g)?.length ?? 0;
    };

    await browser.submit(`${page}/labels`, { name: "Urgent" }, (form) => form.get("do") === "make");
    expect(await labels()).toBe(1);
    await undo(browser, `${page}/labels`);
    expect(await labels()).toBe(0);
    // The other way about.
    const label = /name="on" value="([0-9a-f-]{36})"/.exec(browser.text)![1]!;
    await browser.submit(`${page}/labels`, { on: label }, (form) => !form.has("do"));
    await browser.get(page);
    await browser.submit(`${page}/labels`, { off: label }, (form) => !form.has("do"));
    expect(await labels()).toBe(0);
    await undo(browser, `${page}/labels`);
    expect(await labels()).toBe(1);

    await browser.submit(`${page}/assign`, { assignee: person.id });
    expect((await thread()).assignee_id).toBe(person.id);
    await undo(browser, `${page}/assign`);
    expect((await thread()).assignee_id).toBeNull();

    const isRead = async () =>
      (await t.api.must<{ is_read: boolean }>(200, t.api.get(`/messages/${mail}`))).is_read;
    await t.api.must(200, t.api.patch(`/messages/${mail}`, { is_read: true }));
    await browser.submit(`${page}/unread`);
    expect(await isRead()).toBe(false);
    await undo(browser, `${page}/unread`);
    expect(await isRead()).toBe(true);

    const before = await thread();
    await browser.get(page);
    await browser.submit(`${page}/status`, {}, (form) => form.get("owner") === "human");
    expect(await thread()).toMatchObject({ status: "human_review", owner_type: "human" });
    await undo(browser, `${page}/status`);
    expect(await thread()).toEqual(before);
  });

  test("nothing is offered where nothing changed", async () => {
    const { page, mail, person, browser } = await start(t);
    await t.api.must(200, t.api.patch(`/messages/${mail}`, { is_read: false }));
    await browser.submit(`${page}/unread`);
    expect(browser.text).not.toContain('data-key="z"');
    await browser.get(page);
    await browser.submit(`${page}/assign`, { assignee: person.id });
    await browser.get(page);
    await browser.submit(`${page}/assign`, { assignee: person.id });
    expect(browser.text).not.toContain('data-key="z"');
  });

  test("what somebody else changed since stays", async () => {
    const { page, id, mail, identity, thread, person, browser } = await start(t);
    const mate = await colleague(t, "member");

    await browser.submit(`${page}/assign`, { assignee: person.id });
    await t.api.must(200, t.api.patch(`/threads/${id}`, { assignee_id: mate.id }));
    await undo(browser, `${page}/assign`, 400);
    expect((await thread()).assignee_id).toBe(mate.id);

    await browser.get(page);
    await browser.submit(`${page}/status`, {}, (form) => form.get("owner") === "human");
    await t.api.must(200, t.api.patch(`/threads/${id}`, { status: "waiting" }));
    await undo(browser, `${page}/status`, 400);
    expect((await thread()).status).toBe("waiting");

    // Put into the archive, where somebody opens it again and moves its mail on.
    const folderOf = async (role: string) => {
      const all = await t.api.must<{ id: string; role: string | null }[]>(
        200,
        t.api.get(`/mailboxes?identity_id=${identity}`),
      );
      return all.find((one) => one.role === role)!.id;
    };
    const archive = await folderOf("archive");
    await browser.get(page);
    await browser.submit(`${page}/move`, { folder: archive }, (form) => form.get("folder") === archive);
    await t.api.must(200, t.api.patch(`/threads/${id}`, { status: "waiting" }));
    await undo(browser, `${page}/move`);
    expect((await thread()).status).toBe("waiting");
    await browser.get(page);
    await browser.submit(`${page}/move`, { folder: archive }, (form) => form.get("folder") === archive);
    const toast = offered(browser, `${page}/move`);
    await t.api.must(200, t.api.patch(`/messages/${mail}`, { folder: await folderOf("spam") }));
    await browser.post(`${page}/move`, toast);
    const { is_spam } = await t.api.must<{ is_spam: boolean }>(200, t.api.get(`/messages/${mail}`));
    expect(is_spam).toBe(true);

    await t.api.must(200, t.api.patch(`/threads/${id}`, { status: "open" }));
    await browser.get(page);
    await browser.submit(`${page}/snooze`, { at: "2030-01-02T03:04" }, (form) => form.has("at"));
    const later = "2031-01-02T03:04:00.000Z";
    await t.api.must(200, t.api.patch(`/threads/${id}`, { snoozed_until: later }));
    await undo(browser, `${page}/snooze`, 400);
    expect(new Date((await thread()).snoozed_until!).toISOString()).toBe(later);
  });
});

async function start(t: SuiteApp) {
  const own = await t.address();
  const person = await colleague(t, "member");
  await t.mail({ from: "grace@far.example", to: own.email, subject: "Plan", text: "Hi" });
  const { id: mail } = await received(t, own);
  const { thread_id: id } = await t.api.must<{ thread_id: string }>(200, t.api.get(`/messages/${mail}`));
  const page = `/console/threads/${id}`;
  await person.browser.get(page);
  const thread = async () => {
    const { status, owner_type, assignee_id, snoozed_until } = await t.api.must<Thread>(
      200,
      t.api.get(`/threads/${id}`),
    );
    return { status, owner_type, assignee_id, snoozed_until };
  };
  return { page, id, mail, identity: own.id, thread, person, browser: person.browser };
}

/** The form of the notice on the page that follows. */
function offered(browser: Browser, action: string): URLSearchParams {
  const [, toast = ""] = browser.text.split('class="toast"');
  expect(toast).toContain(`action="${action}"`);
  expect(toast).toContain('data-key="z"');
  const fields = new URLSearchParams();
  for (const [, name, value] of toast.matchAll(/name="([^"]+)" value="([^"]*)"/g))
    fields.append(name!, value!.replaceAll("&amp;", "&"));
  return fields;
}

async function undo(browser: Browser, action: string, status = 303): Promise<void> {
  const response = await browser.post(action, offered(browser, action));
  expect(response.status).toBe(status);
  if (status === 303) await browser.get(response.headers.get("location")!);
}
