// GET /events/stream as a WebSocket. DECISIONS Events, webhooks, deliveries.
import { expect, test } from "bun:test";
import { eachApp, eventually } from "../../support/app/app.ts";
import { eventsShown } from "../../support/app/events.ts";
import { restrictedKey } from "../../support/app/keys.ts";

interface Event {
  id: string;
  type: string;
  data: { identity_id: string };
}

eachApp("the WebSocket of events", (t) => {
  const touch = (id: string, name: string) =>
    t.api.must(200, t.api.patch(`/identities/${id}`, { display_name: name }));
  const open = async (key: string, query = "") => {
    const events: Event[] = [];
    const state = { code: 0 };
    const socket = new WebSocket(`${t.api.base.replace(/^http/, "ws")}/api/v1/events/stream${query}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    socket.onmessage = ({ data }) => events.push(JSON.parse(data as string));
    socket.onclose = ({ code }) => {
      state.code = code;
    };
    await eventually(() => socket.readyState !== WebSocket.CONNECTING);
    return { socket, events, state };
  };

  test("has the events of the stream, its filters and its place", async () => {
    const [one, two] = [await t.address(), await t.address()];
    const all = await open(t.api.key!, `?type=identity.updated&identity_id=${one.id}`);
    await touch(two.id, "a");
    for (const name of ["b", "c", "d"]) await touch(one.id, name);
    await eventually(() => all.events.length === 3);
    expect(all.events.map(({ data }) => data.identity_id)).toEqual([one.id, one.id, one.id]);
    const list = await t.api.get<{ data: Event[] }>(`/events?type=identity.updated&identity_id=${one.id}`);
    expect(all.events).toEqual(list.json.data);
    const again = await open(t.api.key!, `?identity_id=${one.id}&cursor=${all.events[0]!.id}`);
    await eventually(() => again.events.length === 2);
    expect(again.events).toEqual(all.events.slice(1));
    const narrow = await restrictedKey(t.api, [two.id]);
    const limited = await open(narrow.key!);
    await touch(one.id, "e");
    await touch(two.id, "f");
    await eventually(() => limited.events.length === 1);
    expect(limited.events[0]!.data.identity_id).toBe(two.id);
    for (const { socket } of [all, again, limited]) socket.close();
  });

  test("a burst arrives whole and in order at a client", async () => {
    const { id } = await t.address();
    const { socket, events } = await open(t.api.key!, `?identity_id=${id}&type=identity.updated`);
    const names = Array.from({ length: 150 }, (_, n) => `n${n}`);
    await Promise.all(names.map((name) => touch(id, name)));
    await eventually(() => events.length === names.length);
    const list = await t.api.get<{ data: Event[] }>(
      `/events?type=identity.updated&identity_id=${id}&limit=200`,
    );
    expect(events.map((event) => event.id)).toEqual(list.json.data.map((event) => event.id));
    socket.close();
  });

  test("refuses a handshake without a key or with a wrong filter, and closes who sends or whose key is revoked", async () => {
    for (const [key, query] of [
      ["pr_wrong", ""],
      [t.api.key!, "?type=nothing"],
      [t.api.key!, "?cursor=x"],
    ] as const)
      expect((await open(key, query)).socket.readyState).not.toBe(WebSocket.OPEN);
    const talker = await open(t.api.key!);
    talker.socket.send("hello");
    await eventually(() => talker.state.code === 1003);
    const address = await t.address();
    const made = await t.api.must<{ id: string; token: string }>(
      201,
      t.api.post("/api-keys", { name: "k", identity_ids: [address.id] }),
    );
    await eventsShown(t.app.core.database);
    const revoked = await open(made.token);
    await t.api.call("DELETE", `/api-keys/${made.id}`);
    await touch(address.id, "x");
    await eventually(() => revoked.state.code === 1008);
    expect(revoked.events).toEqual([]);
  });
});
