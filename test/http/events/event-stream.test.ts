// The stream of events and the list that waits: nothing missed, nothing twice, in order.
import { expect, spyOn, test } from "bun:test";
import { connect } from "node:net";
import { Feed } from "../../../actors/runtime/feed.ts";
import type { Auth } from "../../../src/http/context.ts";
import { EventReader } from "../../../src/http/event-reader.ts";
import { addMs, nowInstant, systemClock } from "../../../src/lib/clock.ts";
import { newId } from "../../../src/lib/ids.ts";
import { silentLog } from "../../../src/lib/log.ts";
import { sha256 } from "../../../src/lib/secrets.ts";
import type { Database } from "../../../src/store/database/database.ts";
import { eventBounds } from "../../../src/store/events/events.ts";
import type { PageOf } from "../../support/app/api.ts";
import { eachApp, eventually, type SuiteApp, startTestApp } from "../../support/app/app.ts";
import { eventsShown } from "../../support/app/events.ts";
import { restrictedKey } from "../../support/app/keys.ts";
import { letIn } from "../../support/clients/oauth.ts";

/** How long a transaction is held open beside those that write. */
const heldMs = 2000;

interface Frame {
  id: string;
  event: string;
  data: { id: string; type: string; data: Record<string, unknown> };
}

interface Stream {
  /** The next event; null when the stream has ended. */
  next(): Promise<Frame | null>;
  cut(): Promise<void>;
}

async function openStream(
  base: string,
  key: string,
  options: { query?: string; lastId?: string } = {},
): Promise<Stream> {
  const abort = new AbortController();
  const response = await fetch(`${base}/api/v1/events/stream${options.query ?? ""}`, {
    headers: {
      authorization: `Bearer ${key}`,
      ...(options.lastId ? { "last-event-id": options.lastId } : {}),
    },
    signal: abort.signal,
  });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    async next() {
      for (;;) {
        const end = text.indexOf("\n\n");
        if (end < 0) {
          const { value, done } = await reader.read();
          if (done) return null;
          text += value;
          continue;
        }
        const lines = text.slice(0, end).split("\n");
        text = text.slice(end + 2);
        const field = (name: string) =>
          lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
        const id = field("id");
        if (id !== undefined) return { id, event: field("event")!, data: JSON.parse(field("data")!) };
      }
    },
    async cut() {
      abort.abort();
      await reader.cancel().catch(() => {});
    },
  };
}

const allIds = async (t: SuiteApp, from: string) => {
  const rows = await t.app.core.database.rows<{ id: string }>(
    `select id from events where account_id = $1::uuid and (xid, id) > (select xid, id from events where id = $2::uuid) order by xid, id`,
    [t.accountId, from],
  );
  return rows.map(({ id }) => id);
};

eachApp("the stream of events", (t) => {
  const touch = (id: string, n: number) =>
    t.api.must(200, t.api.patch(`/identities/${id}`, { display_name: `n${n}` }));
  const lastId = async () => {
    const [row] = await t.app.core.database.rows<{ id: string }>(
      "select id from events where account_id = $1::uuid order by xid desc, id desc limit 1",
      [t.accountId],
    );
    return row!.id;
  };

  // DECISIONS Events, webhooks, deliveries: GET /events/stream: server-sent events; Last-Event-ID resumes without a gap
  test("a client that is cut a hundred times sees each event once, in order", async () => {
    const { id } = await t.address();
    const from = await lastId();
    let done = false;
    const writing = (async () => {
      for (let n = 0; n < 150; n++) await Promise.all([touch(id, n), touch(id, n + 1000)]);
      done = true;
    })();
    const seen: string[] = [];
    for (let cuts = 0; cuts < 100 || !done || seen.length < 300; cuts++) {
      const stream = await openStream(t.api.base, t.api.key!, { lastId: seen.at(-1) ?? from });
      const count = cuts < 100 ? 1 + (cuts % 3) : 50;
      for (let n = 0; n < count && seen.length < 300; n++) seen.push((await stream.next())!.id);
      await stream.cut();
    }
    await writing;
    expect(seen).toEqual(await allIds(t, from));
  });

  test("begins with what happens next; kinds, identities and a key's reach are kept to", async () => {
    const [one, two] = [await t.address(), await t.address()];
    const narrow = await restrictedKey(t.api, [two.id]);
    const all = await openStream(t.api.base, t.api.key!, { query: "?type=identity.updated" });
    const ofOne = await openStream(t.api.base, t.api.key!, { query: `?identity_id=${one.id}` });
    const ofKey = await openStream(t.api.base, narrow.key!);
    await touch(one.id, 1);
    await touch(two.id, 2);
    const whose = async (stream: Stream) => (await stream.next())!.data.data.identity_id;
    expect([await whose(all), await whose(all)]).toEqual([one.id, two.id]);
    expect(await whose(ofOne)).toBe(one.id);
    expect(await whose(ofKey)).toBe(two.id);
    const refused = await narrow.get(`/events/stream?identity_id=${one.id}`);
    expect(refused.status).toBe(404);
    await Promise.all([all.cut(), ofOne.cut(), ofKey.cut()]);
  });

  test("ends when its key is revoked", async () => {
    const { id } = await t.address();
    const narrow = await restrictedKey(t.api, [id]);
    await eventsShown(t.app.core.database);
    const stream = await openStream(t.api.base, narrow.key!);
    const { data } = (await narrow.get<PageOf<{ id: string }>>("/api-keys")).json;
    await t.api.must(200, t.api.delete(`/api-keys/${data[0]!.id}`));
    expect(await stream.next()).toBeNull();
  });

  test("ends when the token of its program is over", async () => {
    const { access_token } = (await letIn(t, { level: "read" })).tokens;
    await eventsShown(t.app.core.database);
    const stream = await openStream(t.api.base, access_token);
    await t.app.core.database.values(
      "update api_key_tokens set expires_at = now() - interval '1 second' where account_id = $1::uuid and token_hash = $2::bytea returning 1",
      [t.accountId, sha256(access_token)],
    );
    await t.address();
    expect(await stream.next()).toBeNull();
  });

  test("a client that does not read holds up the reading, and gets everything once it reads", async () => {
    const from = await lastId();
    const { database } = t.app.core;
    const count = 5_000;
    await database.values(
      `insert into events (account_id, id, type, data, created_at)
       select $1::uuid, id::uuid, 'webhook.test', json_build_object('webhook_id', repeat('x', 6000)), now()
       from unnest($2::text[]) as ids(id)`,
      [t.accountId, Array.from({ length: count }, () => newId())],
    );
    let looks = 0;
    const { rows } = database;
    database.rows = (text, params) => {
      if (text.includes("from events e")) looks++;
      return rows(text, params);
    };
    try {
      const { hostname, port } = new URL(t.api.base);
      const socket = connect(Number(port), hostname);
      socket.pause();
      socket.write(
        `GET /api/v1/events/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${t.api.key}\r\nLast-Event-ID: ${from}\r\n\r\n`,
      );
      // It stops once the buffers of both sides are full: 30 MB do not fit into them.
      for (let before = -1; looks === 0 || looks !== before; ) {
        before = looks;
        await Bun.sleep(300);
      }
      expect(looks * 100).toBeLessThan(count / 2);
      const seen: string[] = [];
      let text = "";
      socket.on("data", (chunk: Buffer) => {
        text += chunk.toString("latin1");
        const lines = text.split("\n");
        text = lines.pop()!;
        for (const line of lines) if (line.startsWith("id: ")) seen.push(line.slice(4));
      });
      socket.resume();
      await eventually(async () => seen.length >= count);
      socket.destroy();
      expect(seen).toEqual(await allIds(t, from));
    } finally {
      database.rows = rows;
      await database.values("delete from events where type = 'webhook.test'");
    }
  }, 300_000);

  test("those who read events of an account ask nothing while others commit", async () => {
    const { database, actors } = t.app.core;
    let asked = 0;
    const counting: Database = Object.assign(Object.create(database), {
      rows: (...given: Parameters<Database["rows"]>) => {
        asked++;
        return database.rows(...given);
      },
      values: (...given: Parameters<Database["values"]>) => {
        asked++;
        return database.values(...given);
      },
    });
    // A feed of its own, which no tick pokes.
    const feed = new Feed(silentLog);
    const told = spyOn(actors.feed, "committed");
    told.mockImplementation((committed) => feed.committed(committed));
    const source = { database: counting, clock: systemClock, feed, stopping: new AbortController().signal };
    const [mine, other] = [await t.address(), await t.otherAccount()];
    const since = () => addMs(nowInstant(systemClock), -60_000);
    const [me] = await database.rows<{ id: string }>(
      `select id from api_keys where account_id = $1::uuid limit 1`,
      [t.accountId],
    );
    const auth = { accountId: t.accountId, identityIds: null, keyId: me!.id } as unknown as Auth;
    await eventsShown(database);
    const { end: after } = await eventBounds(database, auth, since());
    const filter = { scope: async () => auth, since };
    const readers = Array.from(
      { length: 20 },
      () => new EventReader(source, { auth, filter, after, stands: async () => true }),
    );
    const waiting = readers.map((reader) => reader.next(1, 60_000));
    // each has looked twice: for events, and for those that are held back
    await eventually(async () => asked === 2 * readers.length);
    for (let n = 0; n < 5; n++) await other.api.must(201, other.api.post("/pods", { name: `pod ${n}` }));
    const email = `someone@${other.domain}`;
    await other.api.must(201, other.api.post("/identities", { email }));
    await eventsShown(database);
    expect(asked).toBe(2 * readers.length);
    await touch(mine.id, 1);
    const types = (await Promise.all(waiting)).map(([event]) => event?.type);
    expect(types).toEqual(readers.map(() => "identity.updated"));
    for (const reader of readers) reader.end();
    told.mockRestore();
  });

  // DECISIONS Events, webhooks, deliveries: ?wait=30 waits for the next
  test("a list that waits answers with the next event, or with nothing in time", async () => {
    const { id } = await t.address();
    const from = await lastId();
    const waiting = t.api.get<PageOf<{ type: string }>>(`/events?cursor=${from}&wait=30`);
    await eventually(async () => true);
    await touch(id, 1);
    const { data } = (await waiting).json;
    expect(data.map(({ type }) => type)).toEqual(["identity.updated"]);
    const nothing = (await t.api.get<PageOf<unknown>>(`/events?cursor=${await lastId()}&wait=1`)).json;
    expect(nothing).toMatchObject({ data: [], has_more: false });
    await touch(id, 2);
    await eventsShown(t.app.core.database);
    const next = (await t.api.get<PageOf<{ type: string }>>(`/events?cursor=${nothing.next_cursor}`)).json;
    expect(next.data.map(({ type }) => type)).toEqual(["identity.updated"]);
    expect((await t.api.get("/events?wait=61")).status).toBe(400);
  });

  test.skipIf(t.kind === "embedded")(
    "two processes write while a third transaction is held open: nobody misses an event",
    async () => {
      const { id } = await t.address();
      const from = await lastId();
      const other = await startTestApp({ dataDir: `${t.store.dataDir}-2`, databaseUrl: t.store.databaseUrl });
      const { database } = t.app.core;
      try {
        const stream = await openStream(t.api.base, t.api.key!, { lastId: from });
        const elsewhere = await openStream(other.api.base, t.api.key!, { lastId: from });
        const late = newId();
        const held = Promise.withResolvers<void>();
        const begun = Promise.withResolvers<void>();
        const third = database.transaction(async (tx) => {
          // What it writes first is the first event of all, and nobody sees it before it commits.
          await tx.values(
            `insert into events (account_id, id, identity_id, type, data, created_at)
             values ($1::uuid, $2::uuid, $3::uuid, 'webhook.test', '{"webhook_id": "none"}', $4::timestamptz)`,
            [t.accountId, late, id, nowInstant(systemClock)],
          );
          begun.resolve();
          await held.promise;
        });
        await begun.promise;
        const there = other.api.as(t.api.key);
        for (let n = 0; n < 20; n++) {
          await Promise.all([
            touch(id, n),
            there.must(200, there.patch(`/identities/${id}`, { display_name: `o${n}` })),
          ]);
        }
        const pages = [t.api, there].map(async (api) => {
          const { json } = await api.get<PageOf<{ id: string }>>(`/events?cursor=${from}&limit=200`);
          return json.data.map((event) => event.id);
        });
        expect(await Promise.all(pages)).toEqual([[], []]);
        const waiting = [t.api, there].map((api) =>
          api.get<PageOf<{ id: string }>>(`/events?cursor=${from}&limit=1&wait=30`),
        );
        // Time: the transaction stays open for as long.
        await Bun.sleep(heldMs);
        held.resolve();
        await third;
        for (const { json } of await Promise.all(waiting)) expect(json.data[0]!.id).toBe(late);
        const [here, yonder]: [string[], string[]] = [[], []];
        for (let n = 0; n < 41; n++) here.push((await stream.next())!.id);
        for (let n = 0; n < 41; n++) yonder.push((await elsewhere.next())!.id);
        const all = await allIds(t, from);
        expect(all[0]).toBe(late);
        expect(here).toEqual(all);
        expect(yonder).toEqual(all);
        await Promise.all([stream.cut(), elsewhere.cut()]);
      } finally {
        await other.stop(0);
      }
    },
  );
});
