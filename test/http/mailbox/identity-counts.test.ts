// What an address holds, in numbers, and what its account keeps beside it. DECISIONS Addresses
import { expect, test } from "bun:test";
import { getIdentity, listIdentities } from "../../../src/store/addresses/identities.ts";
import { countThreads } from "../../../src/store/mailbox/threads.ts";
import type { Api, PageOf } from "../../support/app/api.ts";
import { eachApp } from "../../support/app/app.ts";
import { restrictedKey } from "../../support/app/keys.ts";
import { refusal } from "../../support/app/refusals.ts";

interface Counts {
  identity_id: string;
  folders: { role: string | null; total: number; unread: number }[];
  threads: Record<string, { count: number; more: boolean }>;
  labels: { label_id: string; threads: { count: number; more: boolean } }[];
}
type Made = { id: string; email: string; metadata?: Record<string, string> };

const notThere: [number, string] = [404, "not_found"];
const invalid: [number, string] = [400, "validation_error"];
const exactly = (count: number) => ({ count, more: false });

eachApp("an address's counts and metadata", (t) => {
  let made = 0;
  const create = (metadata?: object, api: Api = t.api) =>
    api.must<Made>(
      201,
      api.post("/identities", {
        email: `counted${++made}-${t.kind}@${t.domain}`,
        ...(metadata && { metadata }),
      }),
    );
  const patch = (id: string, metadata: object) =>
    t.api.must<Made>(200, t.api.patch(`/identities/${id}`, { metadata }));
  const withPair = async (pair: string, api: Api = t.api) =>
    (await api.get<PageOf<Made>>(`/identities?metadata=${pair}`)).json.data.map(({ id }) => id);

  // DECISIONS Addresses: Counts: messages by folder, threads by status and by label
  test("are told by folder, status and label, and only to those who reach the address", async () => {
    const own = await create();
    for (const subject of ["One", "Two", "Three"])
      await t.mail({ from: "ada@far.example", to: own.email, subject, text: subject });
    const threads = (await t.api.get<PageOf<{ id: string }>>(`/threads?identity_id=${own.id}`)).json.data;
    await t.api.must(200, t.api.patch(`/threads/${threads[0]!.id}`, { status: "resolved" }));
    const label = await t.api.must<{ id: string }>(
      201,
      t.api.post("/labels", { identity_id: own.id, name: "Due" }),
    );
    const empty = await t.api.must<{ id: string }>(
      201,
      t.api.post("/labels", { identity_id: own.id, name: "None" }),
    );
    for (const { id } of threads.slice(1))
      await t.api.must(200, t.api.call("PUT", `/threads/${id}/labels/${label.id}`));
    const [message] = (await t.api.get<PageOf<{ id: string }>>(`/messages?thread_id=${threads[1]!.id}`)).json
      .data;
    await t.api.must(200, t.api.patch(`/messages/${message!.id}`, { is_read: true }));

    const path = `/identities/${own.id}/counts`;
    const counts = await t.api.must<Counts>(200, t.api.get(`${path}?label_ids=${empty.id},${label.id}`));
    expect(counts.identity_id).toBe(own.id);
    expect(counts.folders.find(({ role }) => role === "inbox")).toMatchObject({ total: 3, unread: 2 });
    expect(counts.threads).toEqual({
      open: exactly(2),
      waiting: exactly(0),
      resolved: exactly(1),
      human_review: exactly(0),
    });
    expect(counts.labels).toEqual([
      { label_id: empty.id, threads: exactly(0) },
      { label_id: label.id, threads: exactly(2) },
    ]);
    expect((await t.api.must<Counts>(200, t.api.get(path))).labels).toEqual([]);

    const other = await create();
    const theirs = await t.api.must<{ id: string }>(
      201,
      t.api.post("/labels", { identity_id: other.id, name: "Due" }),
    );
    expect(await refusal(t.api.get(`${path}?label_ids=${theirs.id}`))).toEqual(invalid);
    expect(await refusal(t.api.get(`${path}?label_ids=${label.id},x`))).toEqual(invalid);
    const key = await restrictedKey(t.api, [other.id]);
    const stranger = (await t.otherAccount()).api;
    for (const api of [key, stranger]) {
      expect(await refusal(api.get(path))).toEqual(notThere);
      expect(await refusal(api.get(`/identities/${other.id}/counts?label_ids=${label.id}`))).toEqual(
        notThere,
      );
    }
  });

  test("stop at a thousand threads", async () => {
    const own = await create();
    const { database } = t.app.core;
    const scope = { accountId: t.accountId, identityIds: null };
    const { accountId, id } = (await getIdentity(database, scope, own.id))!;
    const at = "2026-01-01T00:00:00.000000Z";
    await database.values(
      `insert into threads (account_id, id, identity_id, subject, status, owner_type, message_count, sort_at, last_message_at, created_at)
       select $1::uuid, gen_random_uuid(), $2::uuid, 'x', 'waiting', 'agent', 1, $3::timestamptz, $3::timestamptz, $3::timestamptz from generate_series(1, 1005)`,
      [accountId, id, at],
    );
    const remove = "delete from threads where account_id = $1::uuid and identity_id = $2::uuid";
    try {
      const counts = await t.api.must<Counts>(200, t.api.get(`/identities/${own.id}/counts`));
      expect(counts.threads.waiting).toEqual({ count: 1000, more: true });
      expect((await countThreads(database, { accountId, identityId: id }, 3)).get("waiting")).toBe(3);
    } finally {
      await database.values(remove, [accountId, id]);
    }
  });

  test("metadata is kept, added to, taken away and asked for by a pair", async () => {
    const word = `w${t.kind}`;
    const own = await create({ customer: word, "a.b-c_d": "with: colon & ünïcode\nand a line" });
    const like = await create({ customer: `${word}x` });
    const plain = await create();
    expect(own.metadata).toEqual({ customer: word, "a.b-c_d": "with: colon & ünïcode\nand a line" });
    expect("metadata" in plain).toBe(false);
    expect((await patch(own.id, { plan: "gold" })).metadata).toMatchObject({ customer: word, plan: "gold" });
    expect((await patch(own.id, { "a.b-c_d": "", plan: "silver" })).metadata).toEqual({
      customer: word,
      plan: "silver",
    });
    expect((await t.api.must<Made>(200, t.api.get(`/identities/${own.id}`))).metadata?.plan).toBe("silver");
    expect(await withPair(`customer:${word}`)).toEqual([own.id]);
    await patch(plain.id, { customer: word });
    expect(await withPair(`customer:${word}`)).toEqual([plain.id, own.id]);
    // of several pairs all hold
    await patch(plain.id, { plan: "silver", region: "eu, west" });
    const both = (...pairs: string[]) =>
      withPair(pairs.map((pair) => encodeURIComponent(pair)).join("&metadata="));
    expect(await both(`customer:${word}`, "plan:silver")).toEqual([plain.id, own.id]);
    expect(await both("region:eu, west", `customer:${word}`, "plan:silver")).toEqual([plain.id]);
    expect(await both(`customer:${word}`, "plan:gold")).toEqual([]);
    const wrong = await Promise.all(
      ["/identities?metadata=no&metadata=a:b", `/identities?${"metadata=a:b&".repeat(11)}`].map((path) =>
        refusal(t.api.get(path)),
      ),
    );
    expect(wrong).toEqual([invalid, invalid]);
    const page = await t.api.get<PageOf<Made>>(`/identities?metadata=customer:${word}&limit=1`);
    expect([page.json.data[0]!.id, page.json.has_more]).toEqual([plain.id, true]);
    const mine = await restrictedKey(t.api, [own.id, like.id]);
    expect(await withPair(`customer:${word}`, mine)).toEqual([own.id]);
    expect(await withPair(`customer:${word}`, (await t.otherAccount()).api)).toEqual([]);
    expect("metadata" in (await patch(plain.id, { customer: "", plan: "", region: "" }))).toBe(false);
    expect(await withPair(`customer:${word}`)).toEqual([own.id]);
    await t.api.must(204, t.api.delete(`/identities/${own.id}`));
    expect(await withPair(`customer:${word}`)).toEqual([]);
  });

  test("metadata has bounds", async () => {
    const own = await create();
    const change = (metadata: unknown) => refusal(t.api.patch(`/identities/${own.id}`, { metadata }));
    for (const wrong of [
      { "a b": "x" },
      { "": "x" },
      { [`${"a".repeat(41)}`]: "x" },
      { a: "x".repeat(501) },
      { a: 1 },
      { a: null },
      { a: { b: "c" } },
      "a",
      null,
    ])
      expect([wrong, await change(wrong)]).toEqual([wrong, invalid]);
    const many = (count: number, from = 0) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index + from}`, "v".repeat(500)]));
    expect(await change(many(51))).toEqual(invalid);
    await patch(own.id, many(50));
    expect(await change(many(1, 50))).toEqual(invalid);
    await patch(own.id, { n0: "", n50: "x" });
    for (const pair of ["plan", ":gold", "plan:", "a b:c"])
      expect([pair, await refusal(t.api.get(`/identities?metadata=${encodeURIComponent(pair)}`))]).toEqual([
        pair,
        invalid,
      ]);
  });

  test("the filter reads the addresses that it finds, by an index", async () => {
    const { database } = t.app.core;
    const scope = { accountId: t.accountId, identityIds: null };
    const plans: string[] = [];
    const spy = {
      ...database,
      rows: async (text: string, params: never[]) => {
        const shown = await database.rows<{ "QUERY PLAN": string }>(`explain ${text}`, params);
        plans.push(shown.map((row) => row["QUERY PLAN"]).join("\n"));
        return database.rows(text, params);
      },
    } as unknown as typeof database;
    await listIdentities(spy, scope, {
      filter: { metadata: ["plan:gold", "region:eu"] },
      cursor: null,
      count: 51,
    });
    expect(plans[0]).toContain("identities_metadata");
    expect(plans[0]).not.toContain("Seq Scan");
  });
});
