// API keys: SPEC API keys, Authentication; DECISIONS Authentication and keys.
import { expect, test } from "bun:test";
import type { Api, PageOf, Refusal } from "../../support/app/api.ts";
import { eachApp } from "../../support/app/app.ts";
import { restrictedKey } from "../../support/app/keys.ts";
import { refusal } from "../../support/app/refusals.ts";

interface Key {
  id: string;
  name: string;
  prefix: string;
  identity_ids: string[] | null;
  parent_id: string | null;
  last_used_at: string | null;
  created_at: string;
  token?: string;
}

const random = "019a2f4e-8b1c-7def-8a90-1234567890ab";

eachApp("API keys", (t) => {
  const mint = (api: Api, identity_ids: string[]) =>
    api.must<Key>(201, api.post("/api-keys", { name: "minted", identity_ids }));
  const list = async (api: Api) => (await api.get<PageOf<Key>>("/api-keys")).json.data;

  test("are minted with a token that is shown once, and reach a subset", async () => {
    const [one, two] = [(await t.address()).id, (await t.address()).id];
    const made = await mint(t.api, [one, two, one]);
    const { token, ...shown } = made;
    expect(token).toMatch(/^pr_[0-9A-Za-z]{46}$/);
    expect(Object.keys(shown).sort()).toEqual([
      "created_at",
      "id",
      "identity_ids",
      "last_used_at",
      "name",
      "parent_id",
      "pod_ids",
      "prefix",
    ]);
    expect(shown).toMatchObject({
      prefix: token!.slice(0, 11),
      identity_ids: [one, two],
      last_used_at: null,
    });
    // The use of a key is stored a moment later.
    const [own] = await list(t.api.as(token!));
    expect({ ...own, last_used_at: null } as object).toEqual(shown);
    const listed = (await list(t.api)).map((key) => ({ ...key, last_used_at: null }) as object);
    expect(listed).toContainEqual(shown);
    const child = await mint(t.api.as(token!), [two]);
    expect(child).toMatchObject({ parent_id: made.id, identity_ids: [two] });
    expect((await list(t.api.as(token!))).map(({ id }) => id)).toEqual([child.id, made.id]);
    expect((await list(t.api.as(child.token!))).map(({ id }) => id)).toEqual([child.id]);
  });

  test("beyond the caller's reach are refused, a foreign and a random id alike", async () => {
    const [mine, theirs] = [(await t.address()).id, (await t.address()).id];
    const key = await restrictedKey(t.api, [mine]);
    const foreign = await t.otherAccount();
    const answers = [];
    for (const identity_ids of [[theirs], [mine, theirs], [random]])
      answers.push(await key.post("/api-keys", { name: "x", identity_ids }));
    answers.push(await foreign.api.post("/api-keys", { name: "x", identity_ids: [mine] }));
    for (const answer of answers) {
      expect([answer.status, (answer.json as Refusal).error.code]).toEqual([403, "reach_exceeded"]);
      expect(answer.text).toBe(answers[0]!.text);
    }
    for (const body of [
      { name: "x" },
      { name: "x", identity_ids: [] },
      { name: "x", identity_ids: null },
      { name: "", identity_ids: [mine] },
      { identity_ids: [mine] },
    ])
      expect(await refusal(key.post("/api-keys", body))).toEqual([400, "validation_error"]);
  });

  // SPEC Authentication: A deleted key stops at once
  // SPEC Authentication: A key may revoke itself and its own, not a sibling and not its parent
  test("are revoked with all that they minted; not a sibling, not the parent", async () => {
    const { id } = await t.address();
    const parent = await mint(t.api, [id]);
    const api = t.api.as(parent.token!);
    const [child, sibling] = [await mint(api, [id]), await mint(api, [id])];
    const grandchild = await mint(t.api.as(child.token!), [id]);
    const childApi = t.api.as(child.token!);
    for (const other of [parent.id, sibling.id])
      expect(await refusal(childApi.delete(`/api-keys/${other}`))).toEqual([404, "not_found"]);
    expect(await refusal(childApi.delete(`/api-keys/${random}`))).toEqual([404, "not_found"]);
    const foreign = await t.otherAccount();
    expect(await refusal(foreign.api.delete(`/api-keys/${child.id}`))).toEqual([404, "not_found"]);
    const gone = await childApi.delete(`/api-keys/${child.id}`);
    const revoked = { api_keys: 1, app_passwords: 0, webhooks: 0, routing_rules: 0 };
    expect([gone.status, gone.json]).toEqual([200, { data: { id: child.id, deleted: true, revoked } }]);
    for (const { token } of [child, grandchild])
      expect(await refusal(t.api.as(token!).get("/identities"))).toEqual([401, "unauthorized"]);
    expect((await t.api.as(sibling.token!).get("/identities")).status).toBe(200);
    expect((await t.api.delete(`/api-keys/${parent.id}`)).status).toBe(200);
    expect((await t.api.as(sibling.token!).get("/identities")).status).toBe(401);
  });

  // SPEC Authentication: Revoking a key revokes every key it minted
  test("a key that is revoked while it mints leaves none behind", async () => {
    const { id } = await t.address();
    for (let round = 0; round < 5; round++) {
      const parent = await mint(t.api, [id]);
      const api = t.api.as(parent.token!);
      const minting = [1, 2, 3, 4].map(() =>
        api.post<{ data: Key }>("/api-keys", { name: "late", identity_ids: [id] }),
      );
      const revoked = t.api.delete(`/api-keys/${parent.id}`);
      expect((await revoked).status).toBe(200);
      for (const answer of await Promise.all(minting)) {
        if (answer.status === 201)
          expect((await t.api.as(answer.json.data.token!).get("/identities")).status).toBe(401);
        else expect(answer.status).toBe(401);
      }
    }
  });

  // DECISIONS Authentication and keys: A typo is known before the database is asked
  test("are refused without, in a browser and with a typo", async () => {
    expect(await refusal(t.api.as(null).get("/identities"))).toEqual([401, "unauthorized"]);
    const typo = `${t.api.key!.slice(0, -1)}${t.api.key!.endsWith("0") ? "1" : "0"}`;
    expect(await refusal(t.api.as(typo).get("/identities"))).toEqual([401, "unauthorized"]);
    const browsers: Record<string, string>[] = [
      { origin: "https://example.com" },
      { "sec-fetch-site": "same-origin" },
      { "sec-fetch-dest": "empty" },
    ];
    for (const headers of browsers)
      expect(await refusal(t.api.get("/identities", headers))).toEqual([401, "unauthorized"]);
    expect((await t.api.get("/identities", { "sec-fetch-mode": "cors" })).status).toBe(200);
  });

  test("are minted once for an Idempotency-Key, the token replayed", async () => {
    const { id } = await t.address();
    const headers = { "idempotency-key": "key-1" };
    const body = { name: "once", identity_ids: [id] };
    const answers = await Promise.all([1, 2, 3].map(() => t.api.post("/api-keys", body, headers)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await list(t.api)).filter(({ name }) => name === "once")).toHaveLength(1);
  });
});
