// Events about what is done with stored mail: DECISIONS Events, webhooks, deliveries.
import { expect, test } from "bun:test";
import { newId } from "../../../src/lib/ids.ts";
import type { PageOf } from "../../support/app/api.ts";
import { eachApp } from "../../support/app/app.ts";
import { eventsShown, type ToldEvent } from "../../support/app/events.ts";

interface Row {
  id: string;
  thread_id: string;
}

eachApp("mailbox events", (t) => {
  const told = async (identity: string, type: string) => {
    await eventsShown(t.app.core.database);
    const query = `identity_id=${identity}&type=${type}`;
    return (await t.api.get<PageOf<ToldEvent>>(`/events?${query}`)).json.data.map(({ data }) => data);
  };

  // DECISIONS Events, webhooks, deliveries: message.read, unread, moved, deleted, thread.labelled and draft.created come as named
  test("what is done with mail is told, of many messages in one event", async () => {
    const { id, email } = await t.address();
    for (const subject of ["one", "two"])
      await t.mail({ from: "a@far.example", to: email, subject, text: "x" });
    const list = `/messages?identity_id=${id}&from=far.example`;
    const rows = (await t.api.get<PageOf<Row>>(list)).json.data;
    const ids = rows.map((row) => row.id);
    const patch = (body: object) => t.api.must(200, t.api.patch("/messages", { ids, ...body }));
    await patch({ is_read: true });
    await patch({ is_read: true });
    await patch({ is_read: false });
    await patch({ folder: "archive" });
    const sets = { identity_id: id, message_ids: expect.arrayContaining(ids) };
    expect(await told(id, "message.read")).toEqual([sets]);
    expect(await told(id, "message.unread")).toEqual([sets]);
    expect(await told(id, "message.moved")).toEqual([
      { ...sets, folder_id: expect.any(String), folder: "archive" },
    ]);
    const label = await t.api.must<Row>(201, t.api.post("/labels", { identity_id: id, name: newId() }));
    const [first] = rows;
    const path = `/threads/${first!.thread_id}/labels/${label.id}`;
    for (let n = 0; n < 2; n++) await t.api.must(200, t.api.call("PUT", path));
    await t.api.must(200, t.api.delete(path));
    const labelled = { identity_id: id, label_id: label.id, thread_ids: [first!.thread_id] };
    expect(await told(id, "thread.labelled")).toEqual([labelled]);
    expect(await told(id, "thread.unlabelled")).toEqual([labelled]);
    for (let n = 0; n < 2; n++) await t.api.must(200, t.api.delete(`/messages/${first!.id}`));
    expect(await told(id, "message.deleted")).toEqual([{ identity_id: id, message_ids: [first!.id] }]);
    expect((await told(id, "message.moved")).at(-1)).toMatchObject({ folder: "trash" });
  });

  test("drafts are told from the first to the last, and a thread's new owner", async () => {
    const { id } = await t.address();
    const draft = await t.api.must<Row>(201, t.api.post("/drafts", { identity_id: id, text: "x" }));
    await t.api.must(200, t.api.patch(`/drafts/${draft.id}`, { text: "y" }));
    await t.api.delete(`/drafts/${draft.id}`);
    const data = { draft_id: draft.id, thread_id: draft.thread_id, identity_id: id };
    for (const kind of ["created", "updated", "deleted"])
      expect([kind, await told(id, `draft.${kind}`)]).toEqual([kind, [data]]);
    for (const kind of ["moved", "deleted"]) expect(await told(id, `message.${kind}`)).toEqual([]);
    const sent = await t.api.must<Row>(
      201,
      t.api.post("/messages", { from: (await t.address()).email, to: "a@far.example", text: "x" }),
    );
    const assignee_id = newId();
    await t.api.must(200, t.api.patch(`/threads/${sent.thread_id}`, { owner_type: "human", assignee_id }));
    await eventsShown(t.app.core.database);
    const { data: events } = (await t.api.get<PageOf<ToldEvent>>("/events?type=thread.updated&limit=200"))
      .json;
    const updated = events.find((event) => event.data.thread_id === sent.thread_id);
    expect(updated!.data).toMatchObject({ owner_type: "human", assignee_id, status: "open" });
  });
});
