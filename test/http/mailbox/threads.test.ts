// Threads: SPEC Threads, DECISIONS Threads, messages, folders, labels.
import { expect, test } from "bun:test";
import type { PageOf, Refusal } from "../../support/app/api.ts";
import { eachApp, eventually } from "../../support/app/app.ts";
import { restrictedKey } from "../../support/app/keys.ts";
import { saysNothing } from "../../support/app/refusals.ts";

interface Thread {
  id: string;
  identity: string;
  subject: string | null;
  status: string;
  owner_type: string;
  assignee_id: string | null;
  assigned_at: string | null;
  message_count: number;
  last_message_at: string | null;
  created_at: string;
}

interface Slept {
  snoozed_until?: string;
}

const someone = "019a2f4e-8b1c-7def-8a90-1234567890ab";

eachApp("threads", (t) => {
  const list = async (query: string, api = t.api) =>
    (await api.get<PageOf<Thread>>(`/threads?${query}`)).json;
  const patch = (id: string, body: object) => t.api.must<Thread>(200, t.api.patch(`/threads/${id}`, body));
  const refused = async (answer: Promise<{ status: number; json: unknown }>) => {
    const { status, json } = await answer;
    return [status, (json as Refusal).error.code];
  };
  const mailbox = async (fields: object, ...subjects: string[]) => {
    const mine = await t.address(fields as Record<string, unknown>);
    for (const subject of subjects)
      await t.mail({ from: "ann@example.org", to: mine.email, subject, text: "x" });
    return mine;
  };

  test("show every field, the newest message first, by page", async () => {
    const { id } = await mailbox({}, "one", "two", "three");
    const whole = await list(`identity_id=${id}`);
    expect(whole.data.map(({ subject }) => subject)).toEqual(["three", "two", "one"]);
    expect(Object.keys(whole.data[0]!).sort()).toEqual(
      "assigned_at assignee_id created_at id identity last_message_at message_count owner_type status subject".split(
        " ",
      ),
    );
    expect(whole.data[0]).toMatchObject({
      identity: id,
      status: "open",
      assignee_id: null,
      message_count: 1,
    });
    const first = await list(`identity_id=${id}&limit=2`);
    const rest = await list(`identity_id=${id}&limit=2&cursor=${first.next_cursor}`);
    expect([...first.data, ...rest.data]).toEqual(whole.data);
    expect(rest).toMatchObject({ has_more: false, next_cursor: null });
    expect(await t.api.must<Thread>(200, t.api.get(`/threads/${whole.data[0]!.id}`))).toEqual(whole.data[0]!);
  });

  test("have an owner by the mode of their address", async () => {
    for (const [mode, owner] of [
      ["human", "human"],
      ["automated", "automation"],
      ["hybrid", "agent"],
    ] as const) {
      const { id } = await mailbox({ mode }, "x");
      expect((await list(`identity_id=${id}`)).data[0]!.owner_type).toBe(owner);
    }
  });

  // DECISIONS Threads, messages, folders, labels: Any status may follow any
  test("go from any status to any, and are assigned and taken back", async () => {
    const { id } = await mailbox({}, "x");
    const { id: thread } = (await list(`identity_id=${id}`)).data[0]!;
    for (const status of [
      "resolved",
      "human_review",
      "waiting",
      "open",
      "human_review",
      "resolved",
      "waiting",
    ])
      expect((await patch(thread, { status })).status).toBe(status);
    const assigned = await patch(thread, { assignee_id: someone, owner_type: "human" });
    expect(assigned).toMatchObject({ assignee_id: someone, owner_type: "human", status: "waiting" });
    expect(assigned.assigned_at).toMatch(/^\d{4}-.*\.\d{6}Z$/);
    expect(await patch(thread, { assignee_id: null })).toMatchObject({
      assignee_id: null,
      assigned_at: null,
    });
    for (const body of [{}, { status: "closed" }, { assignee_id: "me" }, { state: "open" }, { status: null }])
      expect(await refused(t.api.patch(`/threads/${thread}`, body))).toEqual([400, "validation_error"]);
  });

  test("are reopened by mail when waiting or resolved, never out of human_review", async () => {
    const mine = await t.address();
    const mail = (n: number) =>
      t.mail({
        from: "ann@example.org",
        to: mine.email,
        subject: n === 0 ? "x" : "Re: x",
        text: `${n}`,
        messageId: `<${n}-${mine.id}@x>`,
        inReplyTo: n === 0 ? undefined : `<0-${mine.id}@x>`,
      });
    await mail(0);
    const { id } = (await list(`identity_id=${mine.id}`)).data[0]!;
    for (const [n, status, after] of [
      [1, "waiting", "open"],
      [2, "resolved", "open"],
      [3, "human_review", "human_review"],
    ] as const) {
      await patch(id, { status });
      await mail(n);
      expect(await t.api.must<Thread>(200, t.api.get(`/threads/${id}`))).toMatchObject({
        status: after,
        message_count: n + 1,
      });
    }
  });

  test("are filtered by address, status, owner and assignee", async () => {
    const { id } = await mailbox({}, "one", "two", "three");
    const [three, two] = (await list(`identity_id=${id}`)).data;
    await patch(three!.id, { status: "waiting", owner_type: "human" });
    await patch(two!.id, { assignee_id: someone });
    const subjects = async (query: string) =>
      (await list(`identity_id=${id}&${query}`)).data.map(({ subject }) => subject);
    expect(await subjects("status=waiting")).toEqual(["three"]);
    expect(await subjects("status=open")).toEqual(["two", "one"]);
    expect(await subjects("owner_type=human")).toEqual(["three"]);
    expect(await subjects(`assignee_id=${someone}`)).toEqual(["two"]);
    expect(await subjects(`assignee_id=${someone}&status=waiting`)).toEqual([]);
    for (const query of [
      "status=closed",
      "owner_type=x",
      "assignee_id=x",
      "limit=0",
      "limit=201",
      "colour=red",
    ])
      expect(await refused(t.api.get(`/threads?${query}`))).toEqual([400, "validation_error"]);
    expect(await refused(t.api.get("/threads?cursor=x"))).toEqual([400, "invalid_cursor"]);
  });

  test("keep metadata and their cause, shown where they are set, and are filtered by them", async () => {
    const { id } = await mailbox({}, "one", "two", "three");
    const [three, two, one] = (await list(`identity_id=${id}`)).data;
    for (const shown of [one!, two!]) {
      expect(shown).not.toHaveProperty("metadata");
      expect(shown).not.toHaveProperty("parent_id");
    }
    const caused = { metadata: { ticket: `4711-${t.kind}`, plan: "a:b" }, parent_id: one!.id };
    expect(await patch(two!.id, caused)).toMatchObject(caused);
    expect(await patch(three!.id, { parent_id: one!.id.toUpperCase() })).toMatchObject({
      parent_id: one!.id,
    });
    const subjects = async (query: string) =>
      (await list(`identity_id=${id}&${query}`)).data.map(({ subject }) => subject);
    expect(await subjects(`parent_id=${one!.id}`)).toEqual(["three", "two"]);
    expect(await subjects(`metadata=ticket:4711-${t.kind}`)).toEqual(["two"]);
    expect(await subjects(`metadata=ticket:4711-${t.kind}&metadata=plan:a:b`)).toEqual(["two"]);
    expect(await subjects(`metadata=ticket:4711-${t.kind}&metadata=plan:c`)).toEqual([]);
    expect(await patch(two!.id, { metadata: { plan: "" } })).toMatchObject({
      metadata: { ticket: `4711-${t.kind}` },
    });
    const bare = await patch(two!.id, { metadata: { ticket: "" }, parent_id: null });
    expect(bare).not.toHaveProperty("metadata");
    expect(bare).not.toHaveProperty("parent_id");
    const change = (body: object) => refused(t.api.patch(`/threads/${two!.id}`, body));
    expect(await change({ parent_id: two!.id })).toEqual([400, "validation_error"]);
    expect(await change({ metadata: { "a b": "x" } })).toEqual([400, "validation_error"]);
    const theirs = await mailbox({}, "theirs");
    const [foreign] = (await list(`identity_id=${theirs.id}`)).data;
    const mine = await restrictedKey(t.api, [id]);
    expect(await refused(mine.patch(`/threads/${two!.id}`, { parent_id: foreign!.id }))).toEqual([
      404,
      "not_found",
    ]);
  });

  test("of an address without inbox are none, not an error", async () => {
    const { id } = await mailbox({ type: "application" }, "x");
    expect(await list(`identity_id=${id}`)).toEqual({ data: [], has_more: false, next_cursor: null });
  });

  test("of others are not there", async () => {
    const mine = await mailbox({}, "x");
    const { id } = (await list(`identity_id=${mine.id}`)).data[0]!;
    const missing = await t.api.get(`/threads/${someone}`);
    for (const api of [(await t.otherAccount()).api, await restrictedKey(t.api, [(await t.address()).id])]) {
      for (const answer of [
        await api.get(`/threads?identity_id=${mine.id}`),
        await api.get(`/threads/${id}`),
        await api.patch(`/threads/${id}`, { status: "open" }),
        await api.get(`/messages?thread_id=${id}`),
      ])
        expect([answer.status, saysNothing(answer.text)]).toEqual([404, saysNothing(missing.text)]);
      expect((await list("", api)).data).toEqual([]);
    }
  });

  test("sleep until a time, new mail, another status or null; what is past or far away is refused", async () => {
    const mine = await mailbox({}, "Sleepy");
    const {
      data: [thread],
    } = await list(`identity_id=${mine.id}`);
    const id = thread!.id;
    const path = `/threads/${id}`;
    const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const sleep = (snoozed_until: string | null) => patch(id, { snoozed_until }) as Promise<Thread & Slept>;
    const subjects = async (query: string) =>
      (await list(`identity_id=${mine.id}&${query}`)).data.map(({ subject }) => subject);
    for (const wrong of [at(-1), at(2000), "tomorrow", "2026-02-30T00:00:00Z", 5])
      expect(await refused(t.api.patch(path, { snoozed_until: wrong }))).toEqual([400, "validation_error"]);

    expect(await sleep("2030-01-02T03:04:05+01:00")).toMatchObject({
      status: "open",
      snoozed_until: "2030-01-02T02:04:05.000000Z",
    });
    expect([await subjects("snoozed=true"), await subjects("snoozed=false")]).toEqual([["Sleepy"], []]);
    expect("snoozed_until" in (await sleep(null))).toBe(false);
    expect([await subjects("snoozed=true"), await subjects("snoozed=false")]).toEqual([[], ["Sleepy"]]);

    // Another status is a decision; the same one is none.
    await sleep(at(1));
    expect(await patch(id, { status: "open" })).toHaveProperty("snoozed_until");
    expect(await patch(id, { status: "waiting" })).not.toHaveProperty("snoozed_until");
    expect(await patch(id, { status: "resolved", snoozed_until: at(1) })).toHaveProperty("snoozed_until");

    await t.mail({ from: "ann@example.org", to: mine.email, subject: "Re: Sleepy", text: "y" });
    const woken = await t.api.must<Thread>(200, t.api.get(path));
    expect([woken.status, woken.message_count, "snoozed_until" in woken]).toEqual(["open", 2, false]);
    // An event is read once every transaction of the database that began before it is over.
    const reasons = await eventually(async () => {
      const { json } = await t.api.get<PageOf<{ data: { thread_id: string; reason: string } }>>(
        "/events?type=thread.unsnoozed&limit=100",
      );
      const told = json.data.filter(({ data }) => data.thread_id === id);
      return told.length > 0 && told.map(({ data }) => data.reason);
    });
    expect(reasons).toEqual(["mail"]);
  });
});
