// Routing rules: SPEC Routing rules, DECISIONS Domains, pods, routing rules. Where mail goes by them: test/routing.
import { expect, test } from "bun:test";
import type { Api, PageOf, Refusal } from "../../support/app/api.ts";
import { eachApp, type TestAddress } from "../../support/app/app.ts";
import { restrictedKey, signupAccount } from "../../support/app/keys.ts";
import { refusal } from "../../support/app/refusals.ts";

interface Rule {
  id: string;
  domain_id: string;
  local_part: string;
  address: string;
  identity_id: string | null;
  webhook_id: string | null;
  status: string;
  created_at: string;
}

const ruleFields = "address created_at domain_id id identity_id local_part status webhook_id".split(" ");
let domains = 0;

eachApp(
  "routing rules",
  (t) => {
    const rule = (body: object, api: Api = t.api) => api.must<Rule>(201, api.post("/routing-rules", body));
    const ownDomain = async (api: Api = t.api) => {
      const domain = `rules${++domains}.example`;
      return api.must<{ id: string; domain: string }>(201, api.post("/domains", { domain }));
    };
    const webhook = (url: string, fields: object = {}) =>
      t.api.must<{ id: string }>(201, t.api.post("/webhooks", { url, ...fields }));

    // SPEC Routing rules: GET lists rules by page, by domain, then newest
    // DECISIONS Conventions: Routing rules: by domain name, then newest
    test("have one destination, and are listed by domain, then newest first", async () => {
      const [one, two] = [await ownDomain(), await ownDomain()];
      const to = await t.address();
      const made = [
        await rule({ domain_id: one.id, local_part: "First", identity_id: to.id }),
        await rule({ domain_id: two.id, local_part: "*", identity_id: to.id }),
        await rule({ domain_id: one.id, local_part: "second+tag", identity_id: to.id, webhook_id: null }),
      ];
      const [first, catchAll, second] = made;
      expect(Object.keys(first!).sort()).toEqual(ruleFields);
      expect(first).toMatchObject({
        domain_id: one.id,
        local_part: "first",
        address: `first@${one.domain}`,
        identity_id: to.id,
        webhook_id: null,
        status: "active",
      });
      expect(catchAll).toMatchObject({ local_part: "*", address: `*@${two.domain}` });
      const all = (await t.api.get<PageOf<Rule>>("/routing-rules")).json;
      expect(all).toEqual({ data: [second!, first!, catchAll!], has_more: false, next_cursor: null });
      const ofOne = (await t.api.get<PageOf<Rule>>(`/routing-rules?domain_id=${one.id}`)).json;
      expect(ofOne.data).toEqual([second!, first!]);
      const seen: Rule[] = [];
      let cursor: string | null = null;
      do {
        const path: string = `/routing-rules?limit=1${cursor === null ? "" : `&cursor=${cursor}`}`;
        const page: PageOf<Rule> = (await t.api.get<PageOf<Rule>>(path)).json;
        seen.push(...page.data);
        cursor = page.next_cursor;
      } while (cursor !== null);
      expect(seen).toEqual(all.data);
      expect(await refusal(t.api.get("/routing-rules?cursor=bm9uc2Vuc2U"))).toEqual([400, "invalid_cursor"]);
    });

    test("are refused without a free name and one reachable destination", async () => {
      const { id: domain_id, domain } = await ownDomain();
      const to = await t.address();
      const hook = await webhook("http://127.0.0.1:9/hook");
      const taken = await t.api.must<TestAddress>(
        201,
        t.api.post("/identities", { domain_id, local_part: "taken" }),
      );
      const post = (body: object, api: Api = t.api) => refusal(api.post("/routing-rules", body));
      const good = { domain_id, local_part: "free", identity_id: to.id };
      const exists = await t.api.post<Refusal>("/routing-rules", { ...good, local_part: "Taken" });
      expect([exists.status, exists.json.error.code]).toEqual([409, "address_exists"]);
      expect(exists.json.error.message).toContain(`taken@${domain} is an address (${taken.id})`);
      expect(await post({ ...good, webhook_id: hook.id })).toEqual([400, "validation_error"]);
      expect(await post({ domain_id, local_part: "free" })).toEqual([400, "validation_error"]);
      expect(await post({ ...good, local_part: "two words" })).toEqual([400, "validation_error"]);
      expect(await post({ ...good, local_part: "a..b" })).toEqual([400, "validation_error"]);
      const random = "019a2f4e-8b1c-7def-8a90-1234567890ab";
      expect(await post({ ...good, domain_id: random })).toEqual([404, "not_found"]);
      expect(await post({ ...good, identity_id: random })).toEqual([404, "not_found"]);
      expect(await post({ domain_id, local_part: "free", webhook_id: random })).toEqual([404, "not_found"]);
      const asleep = await t.address();
      await t.api.must(200, t.api.patch(`/identities/${asleep.id}`, { status: "suspended" }));
      expect(await post({ ...good, identity_id: asleep.id })).toEqual([403, "identity_suspended"]);
      const { id } = await rule(good);
      const again = await t.api.post<Refusal>("/routing-rules", {
        ...good,
        identity_id: undefined,
        webhook_id: hook.id,
      });
      expect([again.status, again.json.error.code]).toEqual([409, "conflict"]);
      expect(again.json.error.message).toContain(id);
      const other = await t.otherAccount();
      for (const answer of [
        await other.api.patch(`/routing-rules/${id}`, { status: "disabled" }),
        await other.api.delete(`/routing-rules/${id}`),
        await other.api.post("/routing-rules", { ...good, domain_id: other.domainId, local_part: "x" }),
        await other.api.post("/routing-rules", { ...good, local_part: "x" }),
        await other.api.get(`/routing-rules?domain_id=${domain_id}`),
        await t.api.patch(`/routing-rules/${random}`, { status: "disabled" }),
      ]) {
        expect([answer.status, (answer.json as Refusal).error.code]).toEqual([404, "not_found"]);
      }
    });

    test("change in their status only", async () => {
      const { id: domain_id } = await ownDomain();
      const to = await t.address();
      const made = await rule({ domain_id, local_part: "a", identity_id: to.id });
      const patch = (body: object) => t.api.patch<{ data: Rule }>(`/routing-rules/${made.id}`, body);
      expect((await patch({ status: "disabled" })).json.data).toEqual({ ...made, status: "disabled" });
      expect((await patch({ status: "active" })).json.data).toEqual(made);
      for (const body of [
        {},
        { status: "off" },
        { identity_id: to.id },
        { status: "active", local_part: "b" },
      ])
        expect(await refusal(patch(body))).toEqual([400, "validation_error"]);
      const gone = await t.api.delete(`/routing-rules/${made.id}`);
      expect([gone.status, gone.json]).toEqual([200, { data: { id: made.id, deleted: true } }]);
      expect(await refusal(t.api.delete(`/routing-rules/${made.id}`))).toEqual([404, "not_found"]);
    });

    test("end with the address or the domain that they are about", async () => {
      const { id: domain_id } = await ownDomain();
      const [to, owner] = [await t.address(), await t.address()];
      const hook = await webhook("http://127.0.0.1:9/hook", { identity_id: owner.id });
      const rules = [
        await rule({ domain_id, local_part: "one", identity_id: to.id }),
        await rule({ domain_id, local_part: "two", webhook_id: hook.id }),
        await rule({ domain_id, local_part: "three", identity_id: (await t.address()).id }),
      ];
      const left = async () =>
        (await t.api.get<PageOf<Rule>>("/routing-rules?limit=200")).json.data
          .filter((row) => rules.some(({ id }) => id === row.id))
          .map((row) => row.local_part);
      expect((await t.api.delete(`/identities/${to.id}`)).status).toBe(204);
      expect(await left()).toEqual(["three", "two"]);
      expect((await t.api.delete(`/identities/${owner.id}`)).status).toBe(204);
      expect(await left()).toEqual(["three"]);
      await t.api.must(200, t.api.delete(`/domains/${domain_id}`));
      expect(await left()).toEqual([]);
    });

    test("a restricted key makes and sees those that lead to its addresses", async () => {
      const { id: domain_id } = await ownDomain();
      const mine = await t.api.must<TestAddress>(
        201,
        t.api.post("/identities", { domain_id, local_part: "mine" }),
      );
      const theirs = await t.address();
      const [myHook, theirHook, accountHook] = [
        await webhook("http://127.0.0.1:9/a", { identity_id: mine.id }),
        await webhook("http://127.0.0.1:9/b", { identity_id: theirs.id }),
        await webhook("http://127.0.0.1:9/c", { event_types: ["webhook.test"] }),
      ];
      const key = await restrictedKey(t.api, [mine.id]);
      const foreign = await rule({ domain_id, local_part: "theirs", identity_id: theirs.id });
      const own = [
        await rule({ domain_id, local_part: "to-address", identity_id: mine.id }, key),
        await rule({ domain_id, local_part: "to-hook", webhook_id: myHook.id }, key),
      ];
      expect((await key.get<PageOf<Rule>>("/routing-rules")).json.data).toEqual(own.reverse());
      for (const destination of [
        { identity_id: theirs.id },
        { webhook_id: theirHook.id },
        { webhook_id: accountHook.id },
      ])
        expect(
          await refusal(key.post("/routing-rules", { domain_id, local_part: "x", ...destination })),
        ).toEqual([404, "not_found"]);
      // The default domain is not one that its address is in.
      const elsewhere = { domain_id: t.domainId, local_part: "x", identity_id: mine.id };
      expect(await refusal(key.post("/routing-rules", elsewhere))).toEqual([404, "not_found"]);
      expect(await refusal(key.patch(`/routing-rules/${foreign.id}`, { status: "disabled" }))).toEqual([
        404,
        "not_found",
      ]);
      expect(await refusal(key.delete(`/routing-rules/${foreign.id}`))).toEqual([404, "not_found"]);
      expect((await key.patch(`/routing-rules/${own[0]!.id}`, { status: "disabled" })).status).toBe(200);
      await t.api.must(204, t.api.delete(`/identities/${mine.id}`));
      await t.api.must(204, t.api.delete(`/webhooks/${accountHook.id}`));
    });

    test("on the shared domain are its owner's", async () => {
      const { api } = await signupAccount(t);
      const { id } = await api.must<TestAddress>(
        201,
        api.post("/identities", { domain_id: t.domainId, local_part: `guest-${t.kind}` }),
      );
      const body = { domain_id: t.domainId, local_part: "guests", identity_id: id };
      expect(await refusal(api.post("/routing-rules", body))).toEqual([403, "forbidden"]);
      const to = await t.address();
      const own = await rule({ ...body, identity_id: to.id });
      expect(own.address).toBe(`guests@${t.domain}`);
    });

    test("are made once for an Idempotency-Key", async () => {
      const { id: domain_id } = await ownDomain();
      const body = { domain_id, local_part: "once", identity_id: (await t.address()).id };
      const headers = { "idempotency-key": "rule-1" };
      const first = await t.api.post("/routing-rules", body, headers);
      const second = await t.api.post("/routing-rules", body, headers);
      expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
      expect(second.headers.get("idempotency-replayed")).toBe("true");
      // A refusal that a turn decided is kept too.
      const refused = { ...headers, "idempotency-key": "rule-2" };
      const conflict = await t.api.post("/routing-rules", body, refused);
      expect(conflict.status).toBe(409);
      await t.api.must(200, t.api.delete(`/routing-rules/${(first.json as { data: Rule }).data.id}`));
      const replayed = await t.api.post("/routing-rules", body, refused);
      expect([replayed.status, replayed.text]).toEqual([409, conflict.text]);
    });
  },
  { env: { MAIL_DOMAIN: "agents.test" } },
);
