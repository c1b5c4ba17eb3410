// Where an events list begins, its order, and what it costs: DECISIONS Events, webhooks, deliveries.
import { expect, test } from "bun:test";
import { nowInstant, systemClock } from "../../../src/lib/clock.ts";
import { newId } from "../../../src/lib/ids.ts";
import { type EventQuery, listEvents } from "../../../src/store/events/events.ts";
import type { Scope } from "../../../src/store/scope.ts";
import type { Api, PageOf, Refusal } from "../../support/app/api.ts";
import { eachApp } from "../../support/app/app.ts";
import { eventsShown } from "../../support/app/events.ts";
import { restrictedKey } from "../../support/app/keys.ts";

interface Event {
  id: string;
  type: string;
  created_at: string;
  data: { identity_id?: string };
}

const clock = { ahead: 0, now: () => systemClock.now() + clock.ahead };
const minute = 60_000;

eachApp(
  "lists of events",
  (t) => {
    const list = async (query: string, api: Api = t.api) => {
      await eventsShown(t.app.core.database);
      return (await api.get<PageOf<Event>>(`/events?${query}`)).json;
    };
    const whose = ({ data }: PageOf<Event>) => data.map((event) => event.data.identity_id);
    const touch = ({ id }: { id: string }) =>
      t.api.must(200, t.api.patch(`/identities/${id}`, { display_name: crypto.randomUUID() }));
    /** So many events of others, between what a test asks for. */
    const flood = (count: number, identityId: string) =>
      t.app.core.database.values(
        `insert into events (account_id, id, identity_id, type, data, created_at)
         select $1::uuid, ids.id::uuid, $2::uuid, 'thread.updated', '{}', $3::timestamptz from unnest($4::text[]) as ids(id)`,
        [t.accountId, identityId, nowInstant(clock), Array.from({ length: count }, () => newId(clock.now()))],
      );
    const drain = () => t.app.core.database.values("delete from events where data = '{}'");

    // DECISIONS Events, webhooks, deliveries: No page of events is empty with has_more
    test("a page holds what a filter or a key lets through, whatever lies between", async () => {
      const [busy, quiet] = [await t.address(), await t.address()];
      const narrow = await restrictedKey(t.api, [quiet.id]);
      await flood(25_000, busy.id);
      await touch(quiet);
      const ofQuiet = (page: PageOf<Event>) => [page.data.map(({ type }) => type), page.has_more];
      const both = [["identity.created", "identity.updated"], false];
      expect(ofQuiet(await list(`identity_id=${quiet.id}`))).toEqual(both);
      expect(ofQuiet(await list("", narrow))).toEqual(both);
      const updated = [["identity.updated"], false];
      expect(ofQuiet(await list("type=identity.updated"))).toEqual(updated);
      expect(ofQuiet(await list("type=identity.updated", narrow))).toEqual(updated);
      expect(ofQuiet(await list(`type=identity.updated&identity_id=${quiet.id}`))).toEqual(updated);
      expect(ofQuiet(await list(`type=identity.updated&identity_id=${busy.id}`))).toEqual([[], false]);
      expect(ofQuiet(await list("type=domain.failed"))).toEqual([[], false]);
      await drain();
    });

    test("waits where a filter or a key lets nothing through, however much there is", async () => {
      const [busy, quiet] = [await t.address(), await t.address()];
      const narrow = await restrictedKey(t.api, [quiet.id]);
      const { next_cursor: from } = await list("cursor=now");
      await flood(25_000, busy.id);
      await eventsShown(t.app.core.database);
      const waiting = narrow.get<PageOf<Event>>(`/events?cursor=${from}&wait=30`);
      const filtered = t.api.get<PageOf<Event>>(`/events?cursor=${from}&type=identity.updated&wait=30`);
      await touch(quiet);
      expect(whose((await waiting).json)).toEqual([quiet.id]);
      expect(whose((await filtered).json)).toEqual([quiet.id]);
      await drain();
    });

    test("looks into no more events than it shows", async () => {
      const { database } = t.app.core;
      const [busy, quiet] = [await t.address(), await t.address()];
      await flood(3000, busy.id);
      await touch(quiet);
      await eventsShown(database);
      const all = { accountId: t.accountId, identityIds: null };
      const asked = {
        from: { xid: "0", id: "00000000-0000-0000-0000-000000000000" },
        since: "2000-01-01T00:00:00.000000Z",
      };
      const [end] = await database.values("select pg_snapshot_xmin(pg_current_snapshot())::text");
      const newest = { from: { xid: end![0] as string, id: asked.from.id }, downTo: asked.from };
      for (const [order, known] of [
        [{}, false],
        [newest, false],
        [{}, true],
        [newest, true],
      ] as const) {
        // Whatever the planner knows of the table.
        if (known) await database.exec("analyze events");
        for (const [scope, filter] of [
          [all, { types: ["identity.updated"] }],
          [all, { identityId: quiet.id }],
          [all, { identityId: quiet.id, types: ["identity.updated"] }],
          [all, { identityId: busy.id, types: ["identity.updated"] }],
          [{ ...all, identityIds: [quiet.id, newId()] }, {}],
          [{ ...all, identityIds: [quiet.id, busy.id] }, { types: ["identity.updated"] }],
          // Without a filter the planner has to know how many there are.
          ...(known ? ([[all, {}]] as const) : []),
        ] as const satisfies readonly (readonly [Scope, Partial<EventQuery>])[]) {
          const looked = await rowsLookedAt((db) =>
            listEvents(db, scope, { ...asked, ...order, ...filter, count: 10 }),
          );
          // Named by what was asked, for the planner chooses by what it knows.
          expect([known, order === newest, filter, looked < 100 ? "few" : looked]).toEqual([
            known,
            order === newest,
            filter,
            "few",
          ]);
        }
      }
      await drain();
    });

    /** Rows that a query took out of the table of events, or passed over there. */
    async function rowsLookedAt(query: (db: Parameters<typeof listEvents>[0]) => Promise<unknown>) {
      const { database } = t.app.core;
      let looked = 0;
      await query({
        values: (text, params) => database.values(text, params),
        async rows<T>(text: string, params: Parameters<typeof database.rows>[1]) {
          const [plan] = await database.values(`explain (analyze, format json) ${text}`, params);
          const root = plan![0] as string | Node[];
          looked += events((typeof root === "string" ? (JSON.parse(root) as Node[]) : root)[0]!.Plan!);
          return [] as T[];
        },
      });
      return looked;
    }

    interface Node {
      Plan?: Node;
      Plans?: Node[];
      "Relation Name"?: string;
      "Actual Rows"?: number;
      "Actual Loops"?: number;
      "Rows Removed by Filter"?: number;
    }

    function events(node: Node): number {
      const rows = (node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0);
      const own = node["Relation Name"] === "events" ? rows * (node["Actual Loops"] ?? 1) : 0;
      return (node.Plans ?? []).reduce((sum, child) => sum + events(child), own);
    }

    // DECISIONS Events, webhooks, deliveries: ?cursor=now is what happens from now on
    test("cursor=now begins with what happens next", async () => {
      const address = await t.address();
      const first = await list("cursor=now");
      expect(first).toMatchObject({ data: [], has_more: false });
      await touch(address);
      const next = await list(`cursor=${first.next_cursor}`);
      expect(next.data).toMatchObject([{ type: "identity.updated", data: { identity_id: address.id } }]);
      expect(next.next_cursor).toBeNull();
    });

    // DECISIONS Events, webhooks, deliveries: With wait next_cursor always says where to go on
    test("a list that waits always says where to go on, without loss or repeat", async () => {
      const address = await t.address();
      let { next_cursor: cursor } = await list("cursor=now");
      for (let n = 0; n < 5; n++) {
        await touch(address);
        const page = await list(`cursor=${cursor}&type=identity.updated&wait=10`);
        expect(whose(page)).toEqual([address.id]);
        cursor = page.next_cursor;
      }
      const nothing = await list(`cursor=${cursor}&wait=1`);
      expect(nothing).toMatchObject({ data: [], has_more: false });
      expect(nothing.next_cursor).toBeString();
    });

    // DECISIONS Events, webhooks, deliveries: GET /events?order=desc is newest first; ?after= leaves out what is older
    test("after begins with a moment", async () => {
      clock.ahead += 60 * minute;
      const old = await t.address();
      clock.ahead += 30 * minute;
      const moment = nowInstant(clock);
      const [one, two] = [await t.address(), await t.address()];
      expect(whose(await list(`after=${moment}`))).toEqual([one.id, two.id]);
      expect(whose(await list(`after=${moment}&order=desc`))).toEqual([two.id, one.id]);
      expect(whose(await list(`after=${moment}&identity_id=${old.id}`))).toEqual([]);
      expect(whose(await list(`after=${moment}&type=identity.created&identity_id=${two.id}`))).toEqual([
        two.id,
      ]);
      const first = await list(`after=${moment}&limit=1`);
      expect(whose(await list(`after=${moment}&limit=1&cursor=${first.next_cursor}`))).toEqual([two.id]);
      const { data } = await list("order=desc&limit=1");
      expect(whose(await list(`after=${data[0]!.created_at}`))).toEqual([two.id]);
    });

    test("order=desc is the same list from its end, page by page", async () => {
      const { id } = await t.address();
      for (let n = 0; n < 6; n++) await touch({ id });
      const whole = (await list("limit=200")).data.map((event) => event.id);
      for (const query of ["", `&identity_id=${id}`, `&identity_id=${id}&type=identity.updated`]) {
        const expected = (await list(`limit=200${query}`)).data.map((event) => event.id).reverse();
        const seen: string[] = [];
        let cursor: string | null = null;
        do {
          const at: string = cursor === null ? "" : `&cursor=${cursor}`;
          const page = await list(`limit=3&order=desc${query}${at}`);
          expect(page.has_more).toBe(page.next_cursor !== null);
          seen.push(...page.data.map((event) => event.id));
          cursor = page.next_cursor;
        } while (cursor !== null);
        expect(seen).toEqual(expected);
      }
      expect((await list(`order=desc&limit=200&cursor=${whole[2]}`)).data.map((event) => event.id)).toEqual(
        whole.slice(0, 2).reverse(),
      );
    });

    test("refuses what means nothing", async () => {
      for (const query of [
        "order=desc&wait=1",
        "order=newest",
        "after=lately",
        "after=2026-13-01T00:00:00Z",
      ]) {
        const { status, json } = await t.api.get<Refusal>(`/events?${query}`);
        expect([query, status, json.error.code]).toEqual([query, 400, "validation_error"]);
      }
    });
  },
  // It looks at plans, which a database that others had keeps.
  { clock, checkOnce: true, ownDatabase: true },
);
