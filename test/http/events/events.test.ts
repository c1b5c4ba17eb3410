// The events list: DECISIONS Events, webhooks, deliveries.
import { expect, test } from "bun:test";
import { nowInstant, systemClock } from "../../../src/lib/clock.ts";
import { newId } from "../../../src/lib/ids.ts";
import type { Api, PageOf, Refusal } from "../../support/app/api.ts";
import { eachApp, eventually } from "../../support/app/app.ts";
import { withDatabase } from "../../support/app/database.ts";
import { eventsShown, transactionHeld } from "../../support/app/events.ts";
import { restrictedKey } from "../../support/app/keys.ts";

interface Event {
  id: string;
  type: string;
  created_at: string;
  data: Record<string, unknown>;
}

const clock = { ahead: 0, now: () => systemClock.now() + clock.ahead };

eachApp(
  "the events list",
  (t) => {
    const list = async (query = "", api: Api = t.api) => {
      await eventsShown(t.app.core.database);
      return (await api.get<PageOf<Event>>(`/events?limit=200${query}`)).json;
    };
    /** Every event past a cursor, page by page. */
    const all = async (query: string, limit = 3) => {
      await eventsShown(t.app.core.database);
      const found: Event[] = [];
      let cursor: string | null = null;
      do {
        const asked = new URLSearchParams(`limit=${limit}${query}`);
        if (cursor !== null) asked.set("cursor", cursor);
        const page: PageOf<Event> = (await t.api.get<PageOf<Event>>(`/events?${asked}`)).json;
        expect(page.has_more).toBe(page.next_cursor !== null);
        found.push(...page.data);
        cursor = page.next_cursor;
      } while (cursor !== null);
      return found;
    };
    const lastId = async () => (await all("", 200)).at(-1)!.id;

    test("comes in the order of writing, page by page, without loss or repeat", async () => {
      const from = await lastId();
      const made = [];
      for (let n = 0; n < 7; n++) made.push((await t.address()).id);
      const seen = await all(`&cursor=${from}`);
      expect(seen.map((event) => event.data.identity_id)).toEqual(made);
      for (const event of seen) {
        expect(Object.keys(event).sort()).toEqual(["created_at", "data", "id", "type"]);
        expect(event.type).toBe("identity.created");
      }
    });

    test("is filtered by kind and address", async () => {
      const [one, two] = [await t.address(), await t.address()];
      await t.mail({ from: "w@elsewhere.example", to: one.email, subject: "Hi", text: "Hi" });
      await t.api.must(200, t.api.patch(`/identities/${two.id}`, { display_name: "Two" }));
      const ofOne = await list(`&identity_id=${one.id}`);
      expect(ofOne.data.map((event) => event.type)).toEqual([
        "identity.created",
        "thread.created",
        "message.received",
      ]);
      const received = await list(`&identity_id=${one.id}&type=message.received`);
      expect(received.data).toEqual([ofOne.data[2]!]);
      expect(received.data[0]!.data).toMatchObject({ identity_id: one.id, to: one.email, subject: "Hi" });
      expect((await list(`&identity_id=${two.id}`)).data.map((event) => event.type)).toEqual([
        "identity.created",
        "identity.updated",
      ]);
    });

    test("refuses what it does not know", async () => {
      const refusal = async (query: string) => {
        const { status, json } = await t.api.get<Refusal>(`/events?${query}`);
        return [status, json.error.code];
      };
      expect(await refusal("type=message.recieved")).toEqual([400, "validation_error"]);
      expect(await refusal("cursor=nonsense")).toEqual([400, "invalid_cursor"]);
      expect(await refusal("cursor=019a2f4e-8b1c-7def-8a90-1234567890ab")).toEqual([400, "invalid_cursor"]);
      expect(await refusal(`cursor=${Buffer.from('["x","y"]').toString("base64url")}`)).toEqual([
        400,
        "invalid_cursor",
      ]);
      expect(await refusal("identity_id=019a2f4e-8b1c-7def-8a90-1234567890ab")).toEqual([404, "not_found"]);
      expect(await refusal("limit=0")).toEqual([400, "validation_error"]);
    });

    test("shows a restricted key the events of its addresses, and no other account's", async () => {
      const [mine, theirs] = [await t.address(), await t.address()];
      const key = await restrictedKey(t.api, [mine.id]);
      await t.api.must(201, t.api.post("/domains", { domain: `events-${t.kind}.example` }));
      const seen = await list("", key);
      expect(seen.data.map((event) => event.data.identity_id)).toEqual([mine.id]);
      const refused = await key.get<Refusal>(`/events?identity_id=${theirs.id}`);
      expect([refused.status, refused.json.error.code]).toEqual([404, "not_found"]);
      const { api, domain } = await t.otherAccount();
      expect((await list("", api)).data).toMatchObject([{ type: "domain.verified", data: { domain } }]);
    });

    // DECISIONS Events, webhooks, deliveries: List and stream are in the order of (xid, id), and never pass an event that commits later
    test.skipIf(t.kind === "embedded")("passes no event that commits later", async () => {
      const { database } = t.app.core;
      const from = await lastId();
      const late = newId(clock.now());
      const opened = Promise.withResolvers<void>();
      const ended = Promise.withResolvers<void>();
      const slow = database.transaction(async (tx) => {
        await tx.values(
          `insert into events (account_id, id, type, data, created_at) values ($1::uuid, $2::uuid, 'webhook.test', json_build_object('webhook_id', $2::text), $3::timestamptz)`,
          [t.accountId, late, nowInstant(clock)],
        );
        opened.resolve();
        await ended.promise;
      });
      await opened.promise;
      const after = await t.address();
      expect((await t.api.get<PageOf<Event>>(`/events?cursor=${from}`)).json.data).toEqual([]);
      ended.resolve();
      await slow;
      const seen = (await list(`&cursor=${from}`)).data;
      expect(seen.map((event) => event.id)).toEqual([late, seen[1]!.id]);
      expect(seen[1]!.data.identity_id).toBe(after.id);
    });

    // DECISIONS Events, webhooks, deliveries: A transaction of another database of the cluster holds nothing back
    test.skipIf(t.kind === "embedded")("waits for transactions of its own database alone", async () => {
      const { database } = t.app.core;
      const shown = async (from: string) =>
        (await t.api.get<PageOf<Event>>(`/events?cursor=${from}`)).json.data.map(
          ({ data }) => data.identity_id,
        );
      await withDatabase("postgres", async (other) => {
        const foreign = await transactionHeld(other);
        const from = await lastId();
        const first = await t.address();
        // Transactions of other tests have other databases too.
        await eventually(async () => (await shown(from)).includes(first.id));
        const own = await transactionHeld(database);
        const second = await t.address();
        expect(await shown(from)).toEqual([first.id]);
        await own();
        await eventually(async () => (await shown(from)).includes(second.id));
        // Another process of ours is killed while its transaction is open.
        const killed = await transactionHeld(database);
        const third = await t.address();
        expect(await shown(from)).toEqual([first.id, second.id]);
        await database.values(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid()`,
        );
        await killed().catch(() => {});
        await eventually(async () => (await shown(from)).includes(third.id));
        await foreign();
      });
    });

    // DECISIONS Events, webhooks, deliveries: Events are kept 30 days
    test("goes back thirty days", async () => {
      const before = (await list()).data.length;
      expect(before).toBeGreaterThan(0);
      clock.ahead += 31 * 24 * 3600 * 1000;
      const fresh = await t.address();
      const seen = (await list()).data.filter((event) => event.type === "identity.created");
      expect(seen.map((event) => event.data.identity_id)).toEqual([fresh.id]);
      expect((await list("&order=desc")).data[0]!.data.identity_id).toBe(fresh.id);
    });
  },
  { clock },
);
