// Pods: SPEC Pods, DECISIONS Domains, pods, routing rules.
import { expect, test } from "bun:test";
import type { PageOf, Refusal } from "../../support/app/api.ts";
import { eachApp, eventually } from "../../support/app/app.ts";
import { eventsShown } from "../../support/app/events.ts";
import { restrictedKey } from "../../support/app/keys.ts";
import { saysNothing } from "../../support/app/refusals.ts";

interface Pod {
  id: string;
  name: string;
  client_id: string | null;
  is_default: boolean;
  created_at: string;
}

const podFields = ["client_id", "created_at", "id", "is_default", "name"];

eachApp("pods", (t) => {
  const create = (body: object) => t.api.must<Pod>(201, t.api.post("/pods", body));
  const list = async (api = t.api) => (await api.get<PageOf<Pod>>("/pods")).json;

  test("are listed whole, the default one first, then newest first", async () => {
    const first = await create({ name: "One" });
    const second = await create({ name: "Two", client_id: "crm-2" });
    const page = await list();
    expect(page).toMatchObject({ has_more: false, next_cursor: null });
    expect(page.data[0]).toMatchObject({ name: "Default", is_default: true, client_id: null });
    expect(page.data.slice(1)).toEqual([second, first]);
    for (const pod of page.data) expect(Object.keys(pod).sort()).toEqual(podFields);
    expect(second).toMatchObject({ name: "Two", client_id: "crm-2", is_default: false });
    expect(await t.api.must<Pod>(200, t.api.get(`/pods/${second.id}`))).toEqual(second);
  });

  test("a client_id is unique within the account, and only there", async () => {
    const { id } = await create({ name: "A", client_id: "same" });
    const taken = await t.api.post<Refusal>("/pods", { name: "B", client_id: "same" });
    expect(taken.status).toBe(409);
    expect(taken.json.error).toEqual({
      code: "client_id_taken",
      message: `Pod ${id} of this account has this client_id. Use that pod, or choose another client_id.`,
    });
    const other = await create({ name: "C" });
    const patched = await t.api.patch<Refusal>(`/pods/${other.id}`, { client_id: "same" });
    expect([patched.status, patched.json.error.code]).toEqual([409, "client_id_taken"]);
    expect((await t.api.patch(`/pods/${id}`, { client_id: "same", name: "again" })).status).toBe(200);
    const foreign = await t.otherAccount();
    expect((await foreign.api.post("/pods", { name: "D", client_id: "same" })).status).toBe(201);
  });

  test("are changed field by field; null clears the client_id", async () => {
    const { id } = await create({ name: "Before", client_id: "keep" });
    const renamed = await t.api.must<Pod>(200, t.api.patch(`/pods/${id}`, { name: "After" }));
    expect(renamed).toMatchObject({ id, name: "After", client_id: "keep" });
    const cleared = await t.api.must<Pod>(200, t.api.patch(`/pods/${id}`, { client_id: null }));
    expect(cleared).toMatchObject({ name: "After", client_id: null });
    expect(await t.api.must<Pod>(200, t.api.get(`/pods/${id}`))).toEqual(cleared);
    const empty = await t.api.patch<Refusal>(`/pods/${id}`, {});
    expect([empty.status, empty.json.error.code]).toEqual([400, "validation_error"]);
    expect(empty.json.error.message).toContain("name, client_id");
  });

  test("refuse bad bodies", async () => {
    for (const body of [
      {},
      { name: "" },
      { name: 1 },
      { name: "x", clientid: "y" },
      { name: "x", client_id: 1 },
    ]) {
      const refused = await t.api.post<Refusal>("/pods", body);
      expect([refused.status, refused.json.error.code]).toEqual([400, "validation_error"]);
    }
    const typo = await t.api.post<Refusal>("/pods", { name: "x", clientid: "y" });
    expect(typo.json.error.message).toContain('Did you mean "client_id"?');
  });

  // DECISIONS Domains, pods, routing rules: GET /pods?client_id=
  test("are found by client_id", async () => {
    const pod = await create({ name: "Known", client_id: "crm-known" });
    const found = async (clientId: string) =>
      (await t.api.get<PageOf<Pod>>(`/pods?client_id=${clientId}`)).json.data;
    expect(await found("crm-known")).toEqual([pod]);
    expect(await found("crm-unknown")).toEqual([]);
  });

  // SPEC Pods: There is no delete, but DECISIONS has one of empty pods
  // DECISIONS Domains, pods, routing rules: DELETE /pods/{id}: an empty one; 409 names what is in it
  test("are deleted when nothing is in them", async () => {
    const { id } = await create({ name: "Group" });
    const { id: other } = await create({ name: "Other" });
    const { id: inside } = await t.address({ pod_id: id });
    const domain = await t.api.must<{ id: string }>(
      201,
      t.api.post("/domains", { domain: `deleted-${t.kind}.example`, pod_id: id }),
    );
    const key = await t.api.must<{ id: string }>(201, t.api.post("/api-keys", { name: "k", pod_ids: [id] }));
    const refusal = async () => {
      const answer = await t.api.delete<Refusal>(`/pods/${id}`);
      expect([answer.status, answer.json.error.code]).toEqual([409, "conflict"]);
      return answer.json.error.message;
    };
    expect(await refusal()).toStartWith("This pod holds 1 address and 1 domain.");
    await t.api.must(200, t.api.patch(`/identities/${inside}`, { pod_id: other }));
    expect(await refusal()).toStartWith("This pod holds 1 domain.");
    await t.api.must(200, t.api.delete(`/domains/${domain.id}`));
    expect(await refusal()).toStartWith("1 key names this pod.");
    await t.api.must(200, t.api.delete(`/api-keys/${key.id}`));
    expect(await t.api.must(200, t.api.delete(`/pods/${id}`))).toEqual({ id, deleted: true });
    expect((await t.api.delete(`/pods/${id}`)).status).toBe(404);
    const [main] = (await list()).data;
    expect((await t.api.delete<Refusal>(`/pods/${main!.id}`)).json.error.code).toBe("conflict");
  });

  // DECISIONS Domains, pods, routing rules: Threads, webhooks and events take pod_id and tenant_id
  test("narrow lists of threads, webhooks and events, as tenants do", async () => {
    const { id: pod } = await create({ name: "Narrow" });
    const tenant = `tenant-${t.kind}`;
    const inside = await t.address({ pod_id: pod });
    const tenants = await t.address({ tenant_id: tenant });
    const both = await t.address({ tenant_id: tenant, pod_id: pod });
    const threads: Record<string, string> = {};
    const hooks: Record<string, string> = {};
    for (const { id, email } of [inside, tenants, both]) {
      await t.mail({ from: "ann@example.org", to: email, subject: email, text: "hi" });
      const [thread] = (await t.api.get<PageOf<{ id: string }>>(`/threads?identity_id=${id}`)).json.data;
      threads[id] = thread!.id;
      const hook = { url: "https://example.com/hook", identity_id: id };
      hooks[id] = (await t.api.must<{ id: string }>(201, t.api.post("/webhooks", hook))).id;
    }
    const ids = async (path: string) =>
      (await t.api.get<PageOf<{ id: string }>>(path)).json.data.map(({ id }) => id).sort();
    const received = async (filter: string) =>
      (
        await t.api.get<PageOf<{ data: { identity_id: string } }>>(`/events?type=message.received&${filter}`)
      ).json.data
        .map(({ data }) => data.identity_id)
        .sort();
    await eventsShown(t.app.core.database);
    for (const [filter, wanted] of [
      [`pod_id=${pod}`, [inside, both]],
      [`tenant_id=${tenant}`, [tenants, both]],
      [`pod_id=${pod}&tenant_id=${tenant}`, [both]],
      ["tenant_id=nobody", []],
    ] as const) {
      expect(await ids(`/threads?${filter}`)).toEqual(wanted.map(({ id }) => threads[id]!).sort());
      expect(await ids(`/webhooks?${filter}`)).toEqual(wanted.map(({ id }) => hooks[id]!).sort());
      // Other transactions of a shared server hold back what a reader sees.
      const owners = wanted.map(({ id }) => id).sort();
      await eventually(async () => Bun.deepEquals(await received(filter), owners));
    }
    expect(await ids(`/webhooks?identity_id=${both.id}`)).toEqual([hooks[both.id]!]);
    const limited = await restrictedKey(t.api, [inside.id]);
    const seen = (await limited.get<PageOf<{ id: string }>>(`/threads?pod_id=${pod}`)).json.data;
    expect(seen.map(({ id }) => id)).toEqual([threads[inside.id]!]);
    const missing = await t.api.get("/pods/019a2f4e-8b1c-7def-8a90-1234567890ab");
    const stranger = (await t.otherAccount()).api;
    for (const path of ["threads", "webhooks", "events", "api-keys"]) {
      const answer = await stranger.get(`/${path}?pod_id=${pod}`);
      expect([path, answer.status, saysNothing(answer.text)]).toEqual([path, 404, saysNothing(missing.text)]);
    }
  });

  test("hold addresses and domains, paged", async () => {
    const { id } = await create({ name: "Group" });
    const addresses = [];
    for (let n = 0; n < 3; n++) addresses.push((await t.address({ pod_id: id })).id);
    await t.address();
    const domain = await t.api.must<{ id: string }>(
      201,
      t.api.post("/domains", { domain: `pod-${t.kind}.example`, pod_id: id }),
    );
    const first = (await t.api.get<PageOf<{ id: string }>>(`/pods/${id}/identities?limit=2`)).json;
    expect(first).toMatchObject({ has_more: true });
    const rest = (
      await t.api.get<PageOf<{ id: string }>>(`/pods/${id}/identities?limit=2&cursor=${first.next_cursor}`)
    ).json;
    expect(rest).toMatchObject({ has_more: false, next_cursor: null });
    expect([...first.data, ...rest.data].map((row) => row.id)).toEqual(addresses.reverse());
    const domains = (await t.api.get<PageOf<{ id: string; pod_id: string }>>(`/pods/${id}/domains`)).json;
    expect(domains.data).toMatchObject([{ id: domain.id, pod_id: id }]);
    const filtered = (await t.api.get<PageOf<{ id: string }>>(`/identities?pod_id=${id}`)).json;
    expect(filtered.data).toHaveLength(3);
  });

  test("a restricted key reads the pods that its addresses are in, and changes none", async () => {
    const inside = await create({ name: "Inside" });
    const outside = await create({ name: "Outside" });
    const mine = await t.address({ pod_id: inside.id });
    await t.address({ pod_id: inside.id });
    const api = await restrictedKey(t.api, [mine.id]);
    expect((await list(api)).data).toEqual([inside]);
    expect(await api.must<Pod>(200, api.get(`/pods/${inside.id}`))).toEqual(inside);
    const held = (await api.get<PageOf<{ id: string }>>(`/pods/${inside.id}/identities`)).json;
    expect(held.data.map((row) => row.id)).toEqual([mine.id]);
    for (const [answer, status, code] of [
      [await api.post("/pods", { name: "x" }), 403, "forbidden"],
      [await api.patch(`/pods/${inside.id}`, { name: "x" }), 403, "forbidden"],
      [await api.patch(`/pods/${outside.id}`, { name: "x" }), 404, "not_found"],
      [await api.get(`/pods/${outside.id}`), 404, "not_found"],
      [await api.get(`/pods/${outside.id}/identities`), 404, "not_found"],
      [await api.get(`/identities?pod_id=${outside.id}`), 404, "not_found"],
      [await api.patch(`/identities/${mine.id}`, { pod_id: outside.id }), 404, "not_found"],
    ] as const) {
      expect([answer.status, (answer.json as Refusal).error.code]).toEqual([status, code]);
    }
    expect((await api.patch(`/identities/${mine.id}`, { pod_id: inside.id })).status).toBe(200);
  });

  test("of another account are not there", async () => {
    const { api } = await t.otherAccount();
    const { id } = await create({ name: "Hidden" });
    const missing = await api.get("/pods/019a2f4e-8b1c-7def-8a90-1234567890ab");
    expect(missing.status).toBe(404);
    for (const answer of [
      await api.get(`/pods/${id}`),
      await api.patch(`/pods/${id}`, { name: "x" }),
      await api.get(`/pods/${id}/identities`),
      await api.get(`/pods/${id}/domains`),
      await api.get("/pods/nonsense"),
      await api.post("/domains", { domain: `podless-${t.kind}.example`, pod_id: id }),
    ]) {
      expect([answer.status, saysNothing(answer.text)]).toEqual([404, saysNothing(missing.text)]);
    }
  });

  test("are made once for an Idempotency-Key", async () => {
    const headers = { "idempotency-key": "pod-1" };
    const answers = await Promise.all([1, 2, 3].map(() => t.api.post("/pods", { name: "Once" }, headers)));
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(answers.map((answer) => answer.headers.get("idempotency-replayed")).sort()).toEqual([
      null,
      "true",
      "true",
    ]);
    expect((await list()).data.filter((pod) => pod.name === "Once")).toHaveLength(1);
    const reused = await t.api.post("/pods", { name: "Other" }, headers);
    expect([reused.status, (reused.json as Refusal).error.code]).toEqual([422, "idempotency_key_reuse"]);
  });
});
