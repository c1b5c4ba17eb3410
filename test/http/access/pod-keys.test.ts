// Keys that name pods, and GET /me: DECISIONS Authentication and keys.
import { expect, test } from "bun:test";
import type { Api, PageOf, Refusal } from "../../support/app/api.ts";
import { eachApp, type TestAddress } from "../../support/app/app.ts";
import { restrictedKey } from "../../support/app/keys.ts";

interface Key {
  id: string;
  name: string;
  identity_ids: string[] | null;
  pod_ids: string[] | null;
  parent_id: string | null;
  token: string;
}

interface Me {
  account: { id: string; plan: string };
  key: Key;
  kind: string;
  limits: Record<string, unknown>;
}

eachApp("keys that name pods", (t) => {
  const pod = () => t.api.must<{ id: string }>(201, t.api.post("/pods", { name: "Pod" }));
  const mint = async (body: object, api = t.api) => {
    const key = await api.must<Key>(201, api.post("/api-keys", { name: "pod key", ...body }));
    return { key, api: t.api.as(key.token) };
  };
  const reached = async (api: Api) => (await api.must<Me>(200, api.get("/me"))).key.identity_ids!.sort();

  // DECISIONS Authentication and keys: POST /api-keys takes pod_ids: addresses join and leave
  test("addresses join and leave with the pod, and keys below lose them too", async () => {
    const [one, other] = [await pod(), await pod()];
    const first = await t.address({ pod_id: one.id });
    const { key, api } = await mint({ pod_ids: [one.id] });
    expect(key).toMatchObject({ identity_ids: [first.id], pod_ids: [one.id] });
    const later = await t.address({ pod_id: one.id });
    expect(await reached(api)).toEqual([first.id, later.id].sort());
    expect((await api.get(`/identities/${later.id}`)).status).toBe(200);
    const below = await mint({ identity_ids: [later.id] }, api);
    const same = await mint({ pod_ids: [one.id] }, api);
    const elsewhere = await t.address({ pod_id: other.id });
    expect((await api.get(`/identities/${elsewhere.id}`)).status).toBe(404);
    await t.api.must(200, t.api.patch(`/identities/${elsewhere.id}`, { pod_id: one.id }));
    expect((await api.get(`/identities/${elsewhere.id}`)).status).toBe(200);
    await t.api.must(200, t.api.patch(`/identities/${later.id}`, { pod_id: other.id }));
    for (const each of [api, same.api]) expect(await reached(each)).toEqual([first.id, elsewhere.id].sort());
    expect(await reached(below.api)).toEqual([]);
    for (const path of [
      "/identities",
      "/threads",
      "/messages/search?q=hello",
      "/events",
      "/webhooks",
      "/pods",
    ]) {
      const answer = await below.api.get<PageOf<unknown>>(path);
      expect([path, answer.status, answer.json.data]).toEqual([path, 200, []]);
    }
  });

  test("what a key made for an address ends when the address leaves its reach, its open stream too", async () => {
    const [one, other] = [await pod(), await pod()];
    const [stays, leaves] = [await t.address({ pod_id: one.id }), await t.address({ pod_id: one.id })];
    const { api } = await mint({ pod_ids: [one.id] });
    const { api: both } = await mint({ pod_ids: [one.id, other.id] });
    const make = async ({ id, email }: TestAddress, by = api) => {
      const made = <T>(path: string, body: object) =>
        by.must<T>(201, by.post(path, { name: "made", ...body }));
      const { password } = await made<{ password: string }>("/app-passwords", { identity_id: id });
      const { url } = await made<{ url: string }>(`/identities/${id}/calendar-feeds`, {});
      const hook = { url: "https://hooks.example.com/", identity_id: id };
      await by.must(201, by.post("/webhooks", hook));
      return async () => {
        const authorization = `Basic ${btoa(`${email}:${password}`)}`;
        const asked = { method: "PROPFIND", headers: { authorization, depth: "0" } };
        const hooks = await t.api.get<PageOf<unknown>>(`/webhooks?identity_id=${id}`);
        return [
          (await fetch(`${t.api.base}/dav/`, asked)).status,
          (await fetch(url)).status,
          hooks.json.data.length,
        ];
      };
    };
    const [ofStays, ofLeaves] = [await make(stays), await make(leaves)];
    const ofBoth = await make(stays, both);
    expect([await ofStays(), await ofLeaves()]).toEqual([
      [207, 200, 2],
      [207, 200, 1],
    ]);
    const headers = { authorization: `Bearer ${api.key}` };
    const stream = await fetch(`${t.api.base}/api/v1/events/stream?cursor=now`, { headers });
    await t.api.must(200, t.api.patch(`/identities/${leaves.id}`, { pod_id: other.id }));
    await t.mail({ from: "eve@far.example", to: leaves.email, subject: "Later", text: "Later" });
    const told = await stream.text();
    expect(told).not.toContain("message.received");
    expect([await ofStays(), await ofLeaves()]).toEqual([
      [207, 200, 2],
      [401, 404, 0],
    ]);
    await t.api.must(200, t.api.patch(`/identities/${stays.id}`, { pod_id: other.id }));
    expect(await ofBoth()).toEqual([207, 200, 1]);
  });

  // DECISIONS Authentication and keys: A restricted key hands on those pods alone that it names itself
  test("a pod that the caller may not hand on is refused like one that is not there", async () => {
    const [one, other] = [await pod(), await pod()];
    const mine = await t.address({ pod_id: one.id });
    const limited = await restrictedKey(t.api, [mine.id]);
    const { api: podKey } = await mint({ pod_ids: [one.id] });
    const stranger = (await t.otherAccount()).api;
    const nobody = "019a2f4e-8b1c-7def-8a90-1234567890ab";
    const refusals = [
      await t.api.post<Refusal>("/api-keys", { name: "x", pod_ids: [nobody] }),
      await t.api.post<Refusal>("/api-keys", { name: "x", pod_ids: [one.id, nobody] }),
      await limited.post<Refusal>("/api-keys", { name: "x", pod_ids: [one.id] }),
      await podKey.post<Refusal>("/api-keys", { name: "x", pod_ids: [other.id] }),
      await stranger.post<Refusal>("/api-keys", { name: "x", pod_ids: [one.id] }),
    ];
    for (const { status, json } of refusals) {
      expect([status, json.error]).toEqual([403, refusals[0]!.json.error]);
      expect(json.error.code).toBe("reach_exceeded");
    }
    for (const body of [{}, { pod_ids: [] }, { pod_ids: [one.id], identity_ids: [mine.id] }]) {
      const answer = await t.api.post<Refusal>("/api-keys", { name: "x", ...body });
      expect([answer.status, answer.json.error.code]).toEqual([400, "validation_error"]);
    }
  });

  // DECISIONS Authentication and keys: It makes no address in them
  test("a key of a pod makes no address, is told who can, and reaches what they make", async () => {
    const own = await pod();
    const first = await t.address({ pod_id: own.id });
    const { api } = await mint({ pod_ids: [own.id] });
    for (const body of [{}, { pod_id: own.id }, { pod_id: own.id, local_part: "x", domain_id: first.id }]) {
      const { status, json } = await api.post<Refusal>("/identities", body);
      expect([status, json.error.code]).toEqual([403, "forbidden"]);
      expect(json.error.message).toContain("create it with the pod_id of a pod that your key names");
    }
    const made = await t.address({ pod_id: own.id });
    expect(await reached(api)).toEqual([first.id, made.id].sort());
  });

  // DECISIONS Authentication and keys: ?all=true lists every key, ?pod_id= those of a pod
  test("an unrestricted key lists every key of the account, and those of a pod", async () => {
    const one = await pod();
    const mine = await t.address({ pod_id: one.id });
    const aside = await t.address();
    const { key: named } = await mint({ pod_ids: [one.id] });
    const { key: listed, api: limited } = await mint({ identity_ids: [mine.id] });
    const { key: other } = await mint({ identity_ids: [aside.id] });
    const ids = async (path: string, api = t.api) =>
      (await api.get<PageOf<Key>>(path)).json.data.map(({ id }) => id);
    const all = await ids("/api-keys?all=true");
    for (const { id } of [named, listed, other]) expect(all).toContain(id);
    const inPod = await ids(`/api-keys?all=true&pod_id=${one.id}`);
    expect(inPod).toContain(named.id);
    expect(inPod).toContain(listed.id);
    expect(inPod).not.toContain(other.id);
    expect(await ids(`/api-keys?pod_id=${one.id}`, limited)).toEqual([listed.id]);
    const refused = await limited.get<Refusal>("/api-keys?all=true");
    expect([refused.status, refused.json.error.code]).toEqual([403, "forbidden"]);
  });

  test("a key asks who it is", async () => {
    const mine = await t.address();
    const { key, api } = await mint({ name: "scout", identity_ids: [mine.id] });
    const me = await api.must<Me>(200, api.get("/me"));
    const { token: _, ...shown } = key;
    expect({ ...me.key, last_used_at: null }).toEqual({ ...shown, last_used_at: null } as never);
    expect(me).toMatchObject({
      account: { id: t.accountId, plan: "operator" },
      kind: "restricted",
      limits: {
        addresses: { limit: null, used: null },
        recipients_today: { limit: null, used: null },
        recipients_per_address: null,
        storage_bytes: { limit: null, used: null },
      },
    });
    expect((await t.api.must<Me>(200, t.api.get("/me"))).kind).toBe("unrestricted");
    const foreign = await t.otherAccount();
    const theirs = await foreign.api.must<Me>(200, foreign.api.get("/me"));
    expect(theirs.account.id).not.toBe(t.accountId);
    expect((await t.api.as(null).get("/me")).status).toBe(401);
  });
});
