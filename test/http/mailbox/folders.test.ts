// Folders and their rows: SPEC Mailboxes, DECISIONS Threads, messages, folders, labels.
import { expect, test } from "bun:test";
import type { PageOf, Refusal } from "../../support/app/api.ts";
import { eachApp } from "../../support/app/app.ts";
import { restrictedKey } from "../../support/app/keys.ts";
import { saysNothing } from "../../support/app/refusals.ts";

interface Folder {
  id: string;
  name: string;
  role: string | null;
  total: number;
  unread: number;
}

interface Row {
  thread_id: string;
  message_id: string;
  subject: string | null;
  labels: string[];
  last_message_at: string;
}

const rowFields = [
  "from",
  "has_attachments",
  "identity_id",
  "is_read",
  "labels",
  "last_message_at",
  "message_count",
  "message_id",
  "preview",
  "status",
  "subject",
  "thread_id",
  "to",
];

eachApp("mailboxes", (t) => {
  const folders = async (id: string) =>
    (await t.api.get<PageOf<Folder>>(`/mailboxes?identity_id=${id}`)).json;
  const rows = async (folder: string, id: string, query = "") =>
    (await t.api.get<PageOf<Row>>(`/mailboxes/${folder}?identity_id=${id}${query}`)).json;

  test("show a thread once, at its newest message, wherever a page or a filter begins", async () => {
    const { id, email: to } = await t.address();
    const from = "ann@example.org";
    const mail = (subject: string, of: string | null) =>
      t.mail({
        to,
        from,
        subject,
        text: subject,
        messageId: `<${subject.replaceAll(/\W/g, "")}@folders.example>`,
        ...(of && { inReplyTo: `<${of}@folders.example>` }),
      });
    await mail("oak", null);
    await mail("elm", null);
    await mail("Re: oak", "oak");
    await mail("ash", null);
    await mail("Re: elm", "elm");
    const { data: whole } = await rows("inbox", id);
    const shown = whole.map(({ subject }) => subject);
    expect(shown).toEqual(["Re: elm", "ash", "Re: oak"]);
    const walked: (string | null)[] = [];
    for (let cursor = ""; ; ) {
      const { data, has_more, next_cursor } = await rows("inbox", id, `&limit=1${cursor}`);
      walked.push(...data.map(({ subject }) => subject));
      if (!has_more) break;
      cursor = `&cursor=${next_cursor}`;
    }
    expect(walked).toEqual(shown);
    for (const [at, rest] of [
      [0, ["ash", "Re: oak"]],
      [1, ["Re: oak"]],
      [2, []],
    ] as const) {
      const { data } = await rows("inbox", id, `&before=${whole[at]!.last_message_at}`);
      expect(data.map(({ subject }) => subject)).toEqual([...rest]);
    }
  });

  test("are listed with role and counts, in their usual order", async () => {
    const { id, email } = await t.address();
    await t.mail({ from: "ann@example.org", to: email, subject: "Hello", text: "there" });
    const page = await folders(id);
    expect(page).toMatchObject({ has_more: false, next_cursor: null });
    expect(page.data.map(({ name, role }) => [name, role])).toEqual([
      ["INBOX", "inbox"],
      ["Sent", "sent"],
      ["Drafts", "drafts"],
      ["Scheduled", "scheduled"],
      ["Archive", "archive"],
      ["Junk", "spam"],
      ["Trash", "trash"],
    ]);
    expect(Object.keys(page.data[0]!).sort()).toEqual(["id", "name", "role", "total", "unread"]);
    expect(page.data[0]).toMatchObject({ total: 1, unread: 1 });
    const application = await t.address({ type: "application" });
    expect((await folders(application.id)).data).toEqual([]);
    const bare = await t.api.get<Refusal>("/mailboxes");
    expect([bare.status, bare.json.error.code]).toEqual([400, "validation_error"]);
  });

  // SPEC Mailboxes: Each row is the newest message of a thread
  test("show the newest message of each thread, paged, whatever comes meanwhile", async () => {
    const { id, email } = await t.address();
    const send = (n: number, part: number) =>
      t.mail({
        from: '"Ann Lee" <ann@example.org>',
        to: email,
        subject: `T${n}`,
        text: `part ${part}`,
        messageId: `<${n}-${part}-${id}@x>`,
        inReplyTo: part > 0 ? `<${n}-0-${id}@x>` : undefined,
      });
    for (let n = 0; n < 4; n++) await send(n, 0);
    await send(1, 1);
    const whole = await rows("inbox", id);
    expect(whole).toMatchObject({ has_more: false, next_cursor: null });
    expect(whole.data.map(({ subject }) => subject)).toEqual(["T1", "T3", "T2", "T0"]);
    expect(Object.keys(whole.data[0]!).sort()).toEqual(rowFields);
    expect(whole.data[0]).toMatchObject({
      identity_id: id,
      from: { email: "ann@example.org", name: "Ann Lee" },
      to: [{ email, name: null }],
      preview: "part 1",
      is_read: false,
      has_attachments: false,
      message_count: 2,
      labels: [],
      status: "open",
    });
    const first = await rows("inbox", id, "&limit=2");
    expect(first.has_more).toBe(true);
    await send(9, 0);
    const second = await rows("inbox", id, `&limit=2&cursor=${first.next_cursor}`);
    expect([...first.data, ...second.data]).toEqual(whole.data);
    expect(second).toMatchObject({ has_more: false, next_cursor: null });
    const byId = (await folders(id)).data[0]!.id;
    expect((await rows(byId, id)).data).toHaveLength(5);
    expect((await rows("INBOX", id)).data).toHaveLength(5);
    const bad = await t.api.get<Refusal>(`/mailboxes/inbox?identity_id=${id}&cursor=abc`);
    expect([bad.status, bad.json.error.code]).toEqual([400, "invalid_cursor"]);
  });

  test("name the labels of a row's thread", async () => {
    const { id, email } = await t.address();
    await t.mail({ from: "ann@example.org", to: email, subject: "L", text: "x" });
    const [row] = (await rows("inbox", id)).data;
    const label = await t.api.must<{ id: string }>(
      201,
      t.api.post("/labels", { identity_id: id, name: "To do", colour: "#112233" }),
    );
    await t.api.call("PUT", `/threads/${row!.thread_id}/labels/${label.id}`);
    expect((await rows("inbox", id)).data[0]!.labels).toEqual(["To do"]);
  });

  test("show every draft as a row of its own, scheduled ones too", async () => {
    const { id, email } = await t.address();
    const make = (body: object) =>
      t.api.must<{ id: string }>(201, t.api.post("/drafts", { identity_id: id, to: [email], ...body }));
    const one = await make({ subject: "one", text: "first draft" });
    const two = await make({ subject: "two" });
    const at = new Date(Date.now() + 3_600_000).toISOString();
    await t.api.must(200, t.api.post(`/drafts/${two.id}/schedule`, { send_at: at }));
    const drafts = await rows("drafts", id);
    expect(drafts.data.map((row) => row.message_id)).toEqual([two.id, one.id]);
    expect(drafts.data[1]).toMatchObject({ subject: "one", preview: "first draft", last_message_at: null });
    expect((await rows("scheduled", id)).data.map((row) => row.message_id)).toEqual([two.id]);
    const first = await rows("drafts", id, "&limit=1");
    const second = await rows("drafts", id, `&limit=1&cursor=${first.next_cursor}`);
    expect([...first.data, ...second.data]).toEqual(drafts.data);
  });

  test("of others, and folders that do not exist, are not there", async () => {
    const mine = await t.address();
    const missing = await t.api.get("/mailboxes/inbox?identity_id=019a2f4e-8b1c-7def-8a90-1234567890ab");
    expect(missing.status).toBe(404);
    const nowhere = await t.api.get(`/mailboxes/nowhere?identity_id=${mine.id}`);
    expect([nowhere.status, nowhere.text]).toEqual([404, expect.stringContaining("no folder of this name")]);
    for (const api of [(await t.otherAccount()).api, await restrictedKey(t.api, [(await t.address()).id])]) {
      for (const path of [`/mailboxes?identity_id=${mine.id}`, `/mailboxes/inbox?identity_id=${mine.id}`]) {
        const answer = await api.get(path);
        expect([answer.status, saysNothing(answer.text)]).toEqual([404, saysNothing(missing.text)]);
      }
    }
  });
});
