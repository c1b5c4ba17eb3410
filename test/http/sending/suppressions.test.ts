// Suppressions, send lists and send policies: DECISIONS Drafts and sending; Addresses.
import { afterAll, expect, test } from "bun:test";
import type { Api, PageOf, Refusal } from "../../support/app/api.ts";
import { eachApp } from "../../support/app/app.ts";
import { restrictedKey } from "../../support/app/keys.ts";
import { refusal } from "../../support/app/refusals.ts";
import { startSink } from "../../support/fakes/receivers.ts";

interface Suppression {
  id: string;
  email: string;
  reason: string;
  created_at: string;
}

interface Sent {
  id: string;
  rejected: { address: string; reason: string }[];
}

// What leaves is taken at once: its address is in the app's settings.
const relay = await startSink();
afterAll(() => relay.stop());

eachApp(
  "suppressions and send lists",
  (t) => {
    const suppress = (body: object) => t.api.must<Suppression>(201, t.api.post("/suppressions", body));
    const send = (from: string, to: string[], api: Api = t.api) =>
      api.post<{ data: Sent }>("/messages", { from, to, subject: "Hello", text: "Hello" });

    test("suppressions are listed newest first, found by address, and removed by id or address", async () => {
      const ada = await suppress({ email: "Ada@Example.com" });
      expect(Object.keys(ada).sort()).toEqual([
        "created_at",
        "detail",
        "email",
        "id",
        "message_id",
        "reason",
      ]);
      expect(ada).toMatchObject({ email: "ada@example.com", reason: "manual" });
      const bob = await suppress({ email: "bob@example.com", reason: "asked us to stop" });
      const eve = await suppress({ email: "eve@bücher.example" });
      expect(eve.email).toBe("eve@xn--bcher-kva.example");
      const first = (await t.api.get<PageOf<Suppression>>("/suppressions?limit=2")).json;
      expect(first.data).toEqual([eve, bob]);
      const rest = (await t.api.get<PageOf<Suppression>>(`/suppressions?limit=2&cursor=${first.next_cursor}`))
        .json;
      expect(rest).toEqual({ data: [ada], has_more: false, next_cursor: null });
      const found = (await t.api.get<PageOf<Suppression>>("/suppressions?email=BOB@example.com")).json;
      expect(found.data).toEqual([bob]);
      const twice = await t.api.post<Refusal>("/suppressions", { email: "ADA@example.com" });
      expect([twice.status, twice.json.error.code]).toEqual([409, "conflict"]);
      expect(twice.json.error.message).toContain(ada.id);
      const byId = await t.api.delete(`/suppressions/${ada.id}`);
      expect([byId.status, byId.json]).toEqual([200, { data: { id: ada.id, deleted: true } }]);
      const byAddress = await t.api.delete("/suppressions?email=Bob@example.com");
      expect([byAddress.status, byAddress.json]).toEqual([200, { data: { id: bob.id, deleted: true } }]);
      for (const path of [
        `/suppressions/${ada.id}`,
        "/suppressions?email=bob@example.com",
        "/suppressions/x",
      ])
        expect(await refusal(t.api.delete(path))).toEqual([404, "not_found"]);
      expect(await refusal(t.api.delete("/suppressions"))).toEqual([400, "validation_error"]);
      for (const body of [
        {},
        { email: "nobody" },
        { email: "a@b.example", reason: "" },
        { mail: "a@b.example" },
      ])
        expect(await refusal(t.api.post("/suppressions", body))).toEqual([400, "validation_error"]);
    });

    test("suppressions are the account's: no restricted key, no other account", async () => {
      const { id, email } = await suppress({ email: "private@example.com" });
      const key = await restrictedKey(t.api, [(await t.address()).id]);
      for (const answer of [
        key.get("/suppressions"),
        key.post("/suppressions", { email: "x@example.com" }),
        key.delete(`/suppressions/${id}`),
        key.delete(`/suppressions?email=${email}`),
      ])
        expect(await refusal(answer)).toEqual([403, "forbidden"]);
      const other = await t.otherAccount();
      expect((await other.api.get<PageOf<Suppression>>("/suppressions")).json.data).toEqual([]);
      expect(await refusal(other.api.delete(`/suppressions/${id}`))).toEqual([404, "not_found"]);
      expect((await other.api.post("/suppressions", { email })).status).toBe(201);
    });

    test("a suppressed recipient is rejected by name; alone it refuses the message", async () => {
      const from = await t.address();
      await suppress({ email: "gone@elsewhere.example" });
      const answer = await send(from.email, ["here@elsewhere.example", "Gone@Elsewhere.example"]);
      expect(answer.status).toBe(201);
      expect(answer.json.data.rejected).toEqual([
        { address: "Gone@Elsewhere.example", reason: "suppressed" },
      ]);
      const alone = await send(from.email, ["gone@elsewhere.example"]);
      expect([alone.status, (alone.json as unknown as Refusal).error.code]).toEqual([
        422,
        "recipient_refused",
      ]);
      const { api, ...other } = await t.otherAccount();
      const theirs = await api.must<{ email: string }>(
        201,
        api.post("/identities", { domain_id: other.domainId, local_part: "free" }),
      );
      expect((await send(theirs.email, ["gone@elsewhere.example"], api)).json.data.rejected).toEqual([]);
    });

    test("a send list is replaced whole, in one form", async () => {
      const { id } = await t.address();
      const path = `/identities/${id}/send-list`;
      const get = () => t.api.must<{ entries: string[] }>(200, t.api.get(path));
      const put = (entries: unknown) => t.api.call("PUT", path, { entries });
      expect(await get()).toEqual({ entries: [] });
      const stored = await put(["Ada@Example.com", "Example.org", "ada@example.com", "bücher.example"]);
      expect([stored.status, stored.json]).toEqual([
        200,
        { data: { entries: ["ada@example.com", "example.org", "xn--bcher-kva.example"] } },
      ]);
      expect(await get()).toEqual({ entries: ["ada@example.com", "example.org", "xn--bcher-kva.example"] });
      await put(["bob@example.com"]);
      expect(await get()).toEqual({ entries: ["bob@example.com"] });
      for (const entries of [["not an entry"], ["@example.com"], [1], "x", Array(1001).fill("a.example")])
        expect(await refusal(put(entries))).toEqual([400, "validation_error"]);
      expect(await refusal(t.api.call("PUT", path, {}))).toEqual([400, "validation_error"]);
      await put([]);
      expect(await get()).toEqual({ entries: [] });
    });

    test("send policy list lets through what is listed, by address or domain", async () => {
      const { id, email } = await t.address({ send_policy: "list" });
      await t.api.must(
        200,
        t.api.call("PUT", `/identities/${id}/send-list`, {
          entries: ["ada@elsewhere.example", "friends.example"],
        }),
      );
      await suppress({ email: "x@friends.example" });
      const answer = await send(email, [
        "ADA@elsewhere.example",
        "eve@elsewhere.example",
        "any@Friends.example",
        "x@friends.example",
        "deep@sub.friends.example",
      ]);
      expect(answer.json.data.rejected).toEqual([
        { address: "eve@elsewhere.example", reason: "send_policy" },
        { address: "x@friends.example", reason: "suppressed" },
        { address: "deep@sub.friends.example", reason: "send_policy" },
      ]);
      const empty = await t.address({ send_policy: "list" });
      expect(await refusal(send(empty.email, ["ada@elsewhere.example"]))).toEqual([422, "recipient_refused"]);
    });

    test("send policy reply_only lets through who has written before", async () => {
      const { email } = await t.address({ send_policy: "reply_only" });
      await t.mail({ from: "Writer@elsewhere.example", to: email, subject: "Hi", text: "Hi" });
      const answer = await send(email, ["writer@Elsewhere.example", "other@elsewhere.example"]);
      expect(answer.json.data.rejected).toEqual([
        { address: "other@elsewhere.example", reason: "send_policy" },
      ]);
    });

    test("a send list is reached by keys that reach its address", async () => {
      const [mine, theirs] = [await t.address(), await t.address()];
      const key = await restrictedKey(t.api, [mine.id]);
      const { api } = await t.otherAccount();
      expect(
        (await key.call("PUT", `/identities/${mine.id}/send-list`, { entries: ["a.example"] })).status,
      ).toBe(200);
      for (const [client, id] of [
        [key, theirs.id],
        [api, mine.id],
        [t.api, "019a2f4e-8b1c-7def-8a90-1234567890ab"],
      ] as const) {
        expect(await refusal(client.get(`/identities/${id}/send-list`))).toEqual([404, "not_found"]);
        expect(await refusal(client.call("PUT", `/identities/${id}/send-list`, { entries: [] }))).toEqual([
          404,
          "not_found",
        ]);
      }
      expect((await t.api.delete(`/identities/${mine.id}`)).status).toBe(204);
      expect(await refusal(t.api.get(`/identities/${mine.id}/send-list`))).toEqual([404, "not_found"]);
    });
  },
  { env: { SMTP_RELAY_URL: relay.url } },
);
