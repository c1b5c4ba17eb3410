// Drafts and their files: SPEC Drafts, DECISIONS Drafts and sending.
import { expect, test } from "bun:test";
import type { PageOf, Refusal } from "../support/app/api.ts";
import { eachApp } from "../support/app/app.ts";
import { restrictedKey } from "../support/app/keys.ts";
import { saysNothing } from "../support/app/refusals.ts";
import { client, type Draft, draftFields, soon } from "../support/clients/drafts.ts";

interface Message {
  id: string;
  thread_id: string;
  subject: string | null;
  attachments: Draft["attachments"];
}

eachApp("drafts", (t) => {
  const { create, get, patch, list, upload, refused } = client(t);

  test("are made from nothing but an address, and show every field", async () => {
    const { id, email } = await t.address();
    const draft = await create({ identity_id: id });
    expect(Object.keys(draft).sort()).toEqual(draftFields);
    expect(draft).toMatchObject({
      identity_id: id,
      from: email,
      to: [],
      cc: [],
      bcc: [],
      subject: null,
      text: null,
      html: null,
      in_reply_to_message_id: null,
      attachments: [],
      status: "draft",
      send_at: null,
      failed_reason: null,
    });
    expect(draft.updated_at).toBe(draft.created_at);
    expect(await get(draft.id)).toEqual(draft);
  });

  test("keep what a patch leaves out, and clear what is null", async () => {
    const { id, email } = await t.address();
    const body = {
      to: ["Ann@example.org"],
      cc: ["bob@example.org"],
      bcc: ["hidden@example.org"],
      subject: "Hallo Wörld",
      text: "one\ntwo  ",
      html: "<p onclick='x()'>one</p>",
    };
    const draft = await create({ identity_id: id, from: email, ...body });
    expect(draft).toMatchObject(body);
    const changed = await patch(draft.id, { subject: "Other", cc: null });
    expect(changed).toMatchObject({ ...body, subject: "Other", cc: [] });
    expect(changed.created_at).toBe(draft.created_at);
    expect(changed.updated_at > draft.updated_at).toBe(true);
    const cleared = await patch(draft.id, { to: null, bcc: null, subject: null, text: null, html: null });
    expect(cleared).toMatchObject({ to: [], bcc: [], subject: null, text: null, html: null });
    expect(await get(draft.id)).toEqual(cleared);
    expect(await refused(t.api.patch(`/drafts/${draft.id}`, {}))).toEqual([400, "validation_error"]);
  });

  test("are listed newest first, by page, and in no list of messages or threads", async () => {
    const { id } = await t.address();
    const made: string[] = [];
    for (let n = 0; n < 3; n++) made.push((await create({ identity_id: id, subject: `${n}` })).id);
    const first = await list(id, "&limit=2");
    const rest = await list(id, `&limit=2&cursor=${first.next_cursor}`);
    expect(first.has_more).toBe(true);
    expect(rest).toMatchObject({ has_more: false, next_cursor: null });
    expect([...first.data, ...rest.data].map((draft) => draft.id)).toEqual(made.reverse());
    const threads = (await t.api.get<PageOf<unknown>>(`/threads?identity_id=${id}`)).json;
    expect(threads.data).toEqual([]);
    const [draft] = first.data;
    for (const path of [
      `/messages/${draft!.id}`,
      `/messages/${draft!.id}/raw`,
      `/threads/${draft!.thread_id}`,
    ])
      expect(await refused(t.api.get(path))).toEqual([404, "not_found"]);
    expect(await refused(t.api.get("/drafts"))).toEqual([400, "validation_error"]);
  });

  // DECISIONS Threads, messages, folders, labels: Editing a draft expunges its uid and gives a new one
  test("a patch expunges the uid in Drafts and gives a new one", async () => {
    const { id } = await t.address();
    const draft = await create({ identity_id: id });
    const uids = async () =>
      (
        await t.app.core.database.rows<{ name: string; uid: number; flags: number }>(
          `select f.name, p.uid, p.flags from placements p join folders f on f.account_id = p.account_id and f.id = p.folder_id
           where p.message_id = $1::uuid`,
          [draft.id],
        )
      ).map(({ name, uid, flags }) => `${name} ${uid} ${flags}`);
    expect(await uids()).toEqual(["Drafts 1 17"]);
    await patch(draft.id, { text: "x" });
    expect(await uids()).toEqual(["Drafts 2 17"]);
    await t.api.must(200, t.api.post(`/drafts/${draft.id}/schedule`, { send_at: soon(3_600_000) }));
    expect(await uids()).toEqual(["Scheduled 1 17"]);
    await patch(draft.id, { text: "y" });
    expect(await uids()).toEqual(["Scheduled 2 17"]);
    await t.api.must(200, t.api.delete(`/drafts/${draft.id}/schedule`));
    expect(await uids()).toEqual(["Drafts 3 17"]);
  });

  test("sent, the draft is the message: 202, its id, once", async () => {
    const from = await t.address();
    const to = await t.address();
    const draft = await create({ identity_id: from.id, to: [to.email], subject: "Now", text: "hello" });
    const sent = await t.api.post<{ data: { id: string; thread_id: string; rejected: unknown[] } }>(
      `/drafts/${draft.id}/send`,
    );
    expect(sent.status).toBe(202);
    expect(sent.json.data).toEqual({ id: draft.id, thread_id: draft.thread_id, rejected: [] });
    expect(await refused(t.api.get(`/drafts/${draft.id}`))).toEqual([404, "not_found"]);
    expect(await refused(t.api.post(`/drafts/${draft.id}/send`))).toEqual([404, "not_found"]);
    const message = await t.api.must<Message>(200, t.api.get(`/messages/${draft.id}`));
    expect(message).toMatchObject({ id: draft.id, thread_id: draft.thread_id, subject: "Now" });
    expect((await list(from.id)).data).toEqual([]);
    const thread = await t.api.must(200, t.api.get(`/threads/${draft.thread_id}`));
    expect(thread).toMatchObject({ message_count: 1, subject: "Now" });
  });

  test("sent in parallel with one key: once, the same answer; without: 409 for the losers", async () => {
    const from = await t.address();
    const to = await t.address();
    const keyed = await create({ identity_id: from.id, to: [to.email] });
    const headers = { "idempotency-key": `send ${keyed.id}` };
    const send = () => t.api.post(`/drafts/${keyed.id}/send`, undefined, headers);
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect((await send()).text).toBe(answers[0]!.text);
    const raced = await create({ identity_id: from.id, to: [to.email] });
    const statuses = (await Promise.all([1, 2, 3, 4].map(() => t.api.post(`/drafts/${raced.id}/send`)))).map(
      ({ status, json }) => `${status} ${(json as Partial<Refusal>).error?.code ?? ""}`,
    );
    expect(statuses.filter((status) => status === "202 ")).toHaveLength(1);
    for (const status of statuses) expect(["202 ", "409 draft_state", "404 not_found"]).toContain(status);
    const threads = (await t.api.get<PageOf<{ message_count: number }>>(`/threads?identity_id=${from.id}`))
      .json;
    expect(threads.data.map((thread) => thread.message_count)).toEqual([1, 1]);
  });

  test("answer in the thread of the message that they answer", async () => {
    const mine = await t.address();
    await t.mail({ from: "ann@example.org", to: mine.email, subject: "Question", text: "?" });
    const threads = (await t.api.get<PageOf<{ id: string }>>(`/threads?identity_id=${mine.id}`)).json;
    const thread = threads.data[0]!;
    const [question] = (await t.api.get<PageOf<Message>>(`/messages?thread_id=${thread.id}`)).json.data;
    const draft = await create({
      identity_id: mine.id,
      to: ["ann@example.org"],
      in_reply_to_message_id: question!.id,
      text: "answer",
    });
    expect(draft).toMatchObject({ thread_id: thread.id, in_reply_to_message_id: question!.id });
    expect(await t.api.must(200, t.api.get(`/threads/${thread.id}`))).toMatchObject({ message_count: 1 });
    await t.api.must(202, t.api.post(`/drafts/${draft.id}/send`));
    const messages = (await t.api.get<PageOf<Message>>(`/messages?thread_id=${thread.id}`)).json.data;
    expect(messages.map((message) => message.id)).toEqual([question!.id, draft.id]);
    expect(messages[1]!.subject).toBe("Re: Question");
    const raw = Buffer.from(await t.api.bytes(`/messages/${draft.id}/raw`)).toString();
    expect(raw).toContain("In-Reply-To: <");
    expect(raw).not.toContain("Bcc:");
    const other = await t.address();
    const foreign = t.api.post("/drafts", { identity_id: other.id, in_reply_to_message_id: question!.id });
    expect(await refused(foreign)).toEqual([400, "validation_error"]);
  });

  test("carry files, by multipart and JSON, which are there byte for byte until they are deleted", async () => {
    const mine = await t.address();
    const draft = await create({ identity_id: mine.id, to: [mine.email], subject: "Files" });
    const one = await upload(draft.id, "note ü.txt", "line\nline\r\n");
    expect(one.status).toBe(201);
    expect(one.json.data).toMatchObject({
      filename: "note ü.txt",
      size: 11,
      downloadable: true,
    });
    expect(Object.keys(one.json.data).sort()).toEqual([
      "content_type",
      "downloadable",
      "filename",
      "id",
      "size",
    ]);
    const bytes = Buffer.from([0, 1, 2, 255, 13, 10, 13]);
    const body = {
      draft_id: draft.id,
      filename: "x.bin",
      content_type: "application/x-thing",
      content_base64: bytes.toString("base64"),
    };
    const headers = { "idempotency-key": `file ${draft.id}` };
    const two = await t.api.must<Draft["attachments"][0]>(201, t.api.post("/attachments", body, headers));
    expect(await t.api.must<unknown>(201, t.api.post("/attachments", body, headers))).toEqual(two);
    expect(two).toMatchObject({ filename: "x.bin", content_type: "application/x-thing", size: 7 });
    expect(Buffer.from(await t.api.bytes(`/attachments/${two.id}`)).equals(bytes)).toBe(true);
    expect((await get(draft.id)).attachments).toEqual([one.json.data, two]);
    expect(
      await t.api.must<unknown>(200, t.api.delete(`/drafts/${draft.id}/attachments/${one.json.data.id}`)),
    ).toEqual({
      id: one.json.data.id,
      deleted: true,
    });
    expect(await refused(t.api.get(`/attachments/${one.json.data.id}`))).toEqual([404, "not_found"]);
    expect(await refused(t.api.delete(`/drafts/${draft.id}/attachments/${one.json.data.id}`))).toEqual([
      404,
      "not_found",
    ]);
    await t.api.must(202, t.api.post(`/drafts/${draft.id}/send`));
    const message = await t.api.must<Message>(200, t.api.get(`/messages/${draft.id}`));
    expect(message.attachments).toMatchObject([{ id: two.id, filename: "x.bin", size: 7 }]);
    expect(Buffer.from(await t.api.bytes(`/attachments/${two.id}`)).equals(bytes)).toBe(true);
    const copy = await create({ identity_id: mine.id, attachment_ids: [two.id] });
    expect(copy.attachments).toMatchObject([{ filename: "x.bin", size: 7 }]);
    expect(copy.attachments[0]!.id).not.toBe(two.id);
    expect((await patch(copy.id, { attachment_ids: null })).attachments).toEqual([]);
  });

  // DECISIONS Drafts and sending: Composing: 20 files
  test("files sent at once are all there", async () => {
    const mine = await t.address();
    const draft = await create({ identity_id: mine.id });
    const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => upload(draft.id, `${n}.txt`, `file ${n}`)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect((await get(draft.id)).attachments.map(({ filename }) => filename).sort()).toEqual(
      [1, 2, 3, 4, 5].map((n) => `${n}.txt`),
    );
    for (let n = 6; n <= 20; n++) expect((await upload(draft.id, `${n}.txt`, "x")).status).toBe(201);
    expect((await upload(draft.id, "21.txt", "x")).status).toBe(413);
    await t.api.must(200, t.api.delete(`/drafts/${draft.id}`));
    expect(await refused(t.api.get(`/drafts/${draft.id}`))).toEqual([404, "not_found"]);
  });

  // DECISIONS Drafts and sending: Composing: 25 MB a file
  test("bad uploads are refused, saying what to send", async () => {
    const mine = await t.address();
    const draft = await create({ identity_id: mine.id });
    for (const body of [
      { draft_id: draft.id },
      { draft_id: draft.id, filename: "x" },
      { draft_id: draft.id, filename: "x", content_base64: "***" },
      { draft_id: draft.id, file: "x" },
      { draft_id: draft.id, filename: "a\r\nb", content_base64: "" },
      { draft_id: "x", filename: "x", content_base64: "" },
    ])
      expect(await refused(t.api.post("/attachments", body))).toEqual([400, "validation_error"]);
    const big = {
      draft_id: draft.id,
      filename: "x",
      content_base64: Buffer.alloc(25 * 1024 * 1024 + 1).toString("base64"),
    };
    expect(await refused(t.api.post("/attachments", big))).toEqual([413, "payload_too_large"]);
  });

  // SPEC Limits: Scheduled send: at least one minute, at most thirty days from now
  test("are scheduled from one minute to thirty days ahead, moved, and taken back", async () => {
    const mine = await t.address();
    const draft = await create({ identity_id: mine.id, to: [mine.email] });
    const schedule = (sendAt: string) => t.api.post(`/drafts/${draft.id}/schedule`, { send_at: sendAt });
    for (const ms of [0, 59_000, -5000, 30 * 24 * 3_600_000 + 60_000])
      expect(await refused(schedule(soon(ms)))).toEqual([422, "schedule_out_of_range"]);
    expect(await refused(schedule("tomorrow"))).toEqual([400, "validation_error"]);
    expect(await refused(t.api.delete(`/drafts/${draft.id}/schedule`))).toEqual([409, "draft_state"]);
    const at = soon(7_200_000).replace("Z", "000Z");
    const scheduled = await t.api.must<Draft>(200, schedule(at));
    expect(scheduled).toMatchObject({ status: "scheduled", send_at: at });
    expect(await patch(draft.id, { text: "late change" })).toMatchObject({
      status: "scheduled",
      send_at: at,
    });
    const moved = soon(86_400_000).replace("Z", "000Z");
    expect(await t.api.must<Draft>(200, schedule(moved))).toMatchObject({ send_at: moved });
    expect((await list(mine.id)).data.map(({ id }) => id)).toEqual([draft.id]);
    const back = await t.api.must<Draft>(200, t.api.delete(`/drafts/${draft.id}/schedule`));
    expect(back).toMatchObject({ status: "draft", send_at: null });
    await t.api.must(200, schedule(at));
    await t.api.must(202, t.api.post(`/drafts/${draft.id}/send`));
  });

  test("refuse another from, an unknown field, and an address without drafts", async () => {
    const mine = await t.address();
    const other = await t.address();
    const application = await t.address({ type: "application" });
    expect(await refused(t.api.post("/drafts", { identity_id: mine.id, from: other.email }))).toEqual([
      400,
      "validation_error",
    ]);
    expect(
      await refused(t.api.post("/drafts", { identity_id: mine.id, from: "nobody@example.org" })),
    ).toEqual([404, "not_found"]);
    expect(await refused(t.api.post("/drafts", { identity_id: mine.id, sender: "x" }))).toEqual([
      400,
      "validation_error",
    ]);
    expect(await refused(t.api.post("/drafts", { identity_id: application.id }))).toEqual([
      403,
      "capability_missing",
    ]);
    const empty = await create({ identity_id: mine.id });
    expect(await refused(t.api.post(`/drafts/${empty.id}/send`))).toEqual([400, "validation_error"]);
  });

  test("of others are not there", async () => {
    const mine = await t.address();
    const draft = await create({ identity_id: mine.id });
    const file = (await upload(draft.id, "a.txt", "a")).json.data;
    const foreign = (await t.otherAccount()).api;
    const limited = await restrictedKey(t.api, [(await t.address()).id]);
    const missing = await t.api.get("/drafts/019a2f4e-8b1c-7def-8a90-1234567890ab");
    for (const api of [foreign, limited]) {
      for (const answer of [
        await api.get(`/drafts/${draft.id}`),
        await api.get(`/drafts?identity_id=${mine.id}`),
        await api.post("/drafts", { identity_id: mine.id }),
        await api.patch(`/drafts/${draft.id}`, { text: "x" }),
        await api.delete(`/drafts/${draft.id}`),
        await api.post(`/drafts/${draft.id}/send`),
        await api.post(`/drafts/${draft.id}/schedule`, { send_at: soon(3_600_000) }),
        await api.delete(`/drafts/${draft.id}/schedule`),
        await api.delete(`/drafts/${draft.id}/attachments/${file.id}`),
        await api.post("/attachments", { draft_id: draft.id, filename: "x", content_base64: "" }),
        await api.get(`/attachments/${file.id}`),
      ])
        expect([answer.status, saysNothing(answer.text)]).toEqual([404, saysNothing(missing.text)]);
    }
    expect((await get(draft.id)).updated_at > draft.updated_at).toBe(true);
  });
});
