// Addresses: SPEC Address (identity), Addresses; DECISIONS Addresses.
import { expect, test } from "bun:test";
import { systemClock } from "../../../src/lib/clock.ts";
import type { Api, PageOf, Refusal } from "../../support/app/api.ts";
import { eachApp } from "../../support/app/app.ts";
import { restrictedKey, signupAccount } from "../../support/app/keys.ts";
import { refusal, saysNothing } from "../../support/app/refusals.ts";

interface Identity {
  id: string;
  email: string;
  local_part: string;
  status: string;
  capabilities: Record<string, boolean>;
  has_inbox: boolean;
  routed_address_count: number;
  expires_at: string | null;
}

const fields =
  "capabilities created_at display_name domain email expires_at has_inbox id local_part mode routed_address_count send_policy status tenant_id type".split(
    " ",
  );
const random = "019a2f4e-8b1c-7def-8a90-1234567890ab";
const clock = { ahead: 0, now: () => systemClock.now() + clock.ahead };
const later = "2099-01-01T00:00:00Z";

eachApp(
  "addresses",
  (t) => {
    let count = 0;
    const create = (body: object = {}, api: Api = t.api) =>
      api.must<Identity>(
        201,
        api.post("/identities", { domain_id: t.domainId, local_part: `i${++count}-${t.kind}`, ...body }),
      );
    const patch = (id: string, body: object, api: Api = t.api) => api.patch(`/identities/${id}`, body);
    const list = async (query: string, api: Api = t.api) =>
      (await api.get<PageOf<Identity>>(`/identities?${query}`)).json;

    // DECISIONS Addresses: Without any of the three it gets a new name on the default domain
    test("get a name of their own on the default domain where none is named, once for a repeated call", async () => {
      const made = async (api: Api, body: object = {}, headers = {}) =>
        (await api.must<Identity>(201, api.post("/identities", body, headers))).email;
      const first = await made(t.api);
      expect(first).toMatch(new RegExp(`^agent-[a-z2-9]{10}@${t.domain}$`));
      expect(await made(t.api, { type: "team" })).toMatch(new RegExp(`^team-[a-z2-9]{10}@${t.domain}$`));
      const once = { "idempotency-key": `nameless-${t.kind}` };
      const again = await made(t.api, {}, once);
      expect([again === first, await made(t.api, {}, once)]).toEqual([false, again]);
      // An account that signed itself up gets one where its addresses are made.
      const { api } = await signupAccount(t);
      expect(await made(api)).toMatch(new RegExp(`^agent-[a-z2-9]{10}@${t.domain}$`));
      const stranger = await restrictedKey(t.api, [(await create()).id]);
      expect((await stranger.post("/identities", {})).status).toBe(403);
    });

    test("are created with what is named, and defaults for the rest", async () => {
      const plain = await create({ local_part: "Plain" });
      expect(Object.keys(plain).sort()).toEqual(fields);
      expect(plain).toMatchObject({
        email: `plain@${t.domain}`,
        local_part: "plain",
        domain: t.domain,
        display_name: null,
        status: "active",
        has_inbox: true,
        routed_address_count: 0,
        expires_at: null,
        send_policy: "open",
        tenant_id: null,
      });
      const full = await create({
        display_name: "Full",
        type: "human",
        mode: "hybrid",
        send_policy: "reply_only",
        expires_at: "2099-01-01T01:00:00.5+01:00",
        tenant_id: "t-1",
      });
      expect(full).toMatchObject({
        display_name: "Full",
        type: "human",
        mode: "hybrid",
        send_policy: "reply_only",
        expires_at: "2099-01-01T00:00:00.500000Z",
        tenant_id: "t-1",
      });
      expect(await t.api.must<Identity>(200, t.api.get(`/identities/${full.id}`))).toEqual(full);
    });

    test("are named by email alone, on a domain of one's own or the default one", async () => {
      const by = (body: object, api: Api = t.api) => api.post("/identities", body);
      const made = await t.api.must<Identity>(201, by({ email: `By.Email-${t.kind}@${t.domain}` }));
      expect(made.email).toBe(`by.email-${t.kind}@${t.domain}`);
      const other = await t.otherAccount();
      await other.api.must(201, by({ email: `x@${other.domain.toUpperCase()}` }, other.api));
      const guest = await other.api.must<Identity>(
        201,
        by({ email: `guest-${t.kind}@${t.domain}` }, other.api),
      );
      expect(guest.email).toBe(`guest-${t.kind}@${t.domain}`);
      for (const email of [`y@${other.domain}`, "y@nowhere.example"])
        expect(await refusal(by({ email }))).toEqual([404, "not_found"]);
      for (const body of [
        { email: `*@${t.domain}` },
        { email: `a+b@${t.domain}` },
        { email: `a@${t.domain}`, local_part: "a" },
        { email: `a@${t.domain}`, domain_id: t.domainId },
        { email: "a" },
        { local_part: "a" },
        { domain_id: t.domainId },
        { domain_id: t.domainId, local_part: "*" },
        { email: `past@${t.domain}`, expires_at: "2020-01-01T00:00:00Z" },
      ])
        expect([body, ...(await refusal(by(body)))]).toEqual([body, 400, "validation_error"]);
      expect(await refusal(patch(made.id, { expires_at: "2020-01-01T00:00:00Z" }))).toEqual([
        400,
        "validation_error",
      ]);
    });

    test("have the capabilities of their type, which cannot be set", async () => {
      const all = {
        receive: true,
        inbox: true,
        send: true,
        drafts: true,
        calendar: true,
        app_passwords: true,
      };
      for (const [type, capabilities] of [
        ["human", all],
        ["team", all],
        ["agent", all],
        ["workflow", { ...all, calendar: false, app_passwords: false }],
        ["application", { ...all, inbox: false, drafts: false, calendar: false, app_passwords: false }],
      ] as const) {
        const made = await create({ type });
        expect([type, made.capabilities, made.has_inbox]).toEqual([type, capabilities, capabilities.inbox]);
      }
      const { id } = await create({ type: "application" });
      expect((await t.api.get<PageOf<unknown>>(`/threads?identity_id=${id}`)).json.data).toEqual([]);
      const refused = await patch(id, { capabilities: { inbox: true } });
      expect([refused.status, (refused.json as Refusal).error.code]).toEqual([403, "capability_missing"]);
      expect((refused.json as Refusal).error.message).toContain("type application");
      expect((await patch(id, { capabilities: { inbox: false, send: true } })).status).toBe(200);
      expect(await refusal(patch(id, { capabilities: { fly: true } }))).toEqual([400, "validation_error"]);
    });

    test("are refused for a bad or taken name", async () => {
      const { local_part } = await create();
      const post = (body: object, api: Api = t.api) =>
        refusal(api.post("/identities", { domain_id: t.domainId, local_part: `x${++count}`, ...body }));
      expect(await post({ local_part: local_part.toUpperCase() })).toEqual([409, "address_taken"]);
      for (const bad of ["", "a+b", "a b", ".a", "a.", "a..b", "ä", "a".repeat(65), "a@b"])
        expect([bad, ...(await post({ local_part: bad }))]).toEqual([bad, 400, "validation_error"]);
      expect(await post({ type: "robot" })).toEqual([400, "validation_error"]);
      expect(await post({ domain_id: random })).toEqual([404, "not_found"]);
      expect(await post({ pod_id: random })).toEqual([404, "not_found"]);
      const guest = await signupAccount(t);
      const reserved =
        "postmaster abuse admin administrator hostmaster webmaster security ssladmin root noreply no-reply mailer-daemon bounces";
      for (const name of reserved.split(" "))
        expect([name, ...(await post({ local_part: name }, guest.api))]).toEqual([name, 403, "forbidden"]);
      expect((await create({ local_part: "webmaster" })).local_part).toBe("webmaster");
      const other = await t.otherAccount();
      // The default domain is shared with every account.
      expect((await create({}, other.api)).local_part).toEndWith(t.kind);
    });

    test("of a signup account are counted by its plan", async () => {
      const { api } = await signupAccount(t);
      for (let n = 0; n < 5; n++) await create({}, api);
      expect(
        await refusal(api.post("/identities", { domain_id: t.domainId, local_part: `six-${t.kind}` })),
      ).toEqual([403, "forbidden"]);
    });

    test("are listed newest first, and filtered", async () => {
      const tenant_id = `tenant-${t.kind}`;
      const [one, two, three] = [
        await create({ tenant_id, type: "human" }),
        await create({ tenant_id, type: "team" }),
        await create({ tenant_id, type: "team" }),
      ];
      await t.api.must(200, patch(two.id, { status: "archived" }));
      const ids = async (query: string) =>
        (await list(`tenant_id=${tenant_id}&${query}`)).data.map(({ id }) => id);
      expect(await ids("")).toEqual([three.id, two.id, one.id]);
      expect(await ids("type=team")).toEqual([three.id, two.id]);
      expect(await ids("status=archived")).toEqual([two.id]);
      expect(await ids(`domain_id=${t.domainId}&type=human`)).toEqual([one.id]);
      expect(await ids(`email=${one.email.toUpperCase()}`)).toEqual([one.id]);
      expect(await ids(`email=${one.email}&type=team`)).toEqual([]);
      expect((await list(`email=nobody@${t.domain}`)).data).toEqual([]);
      expect((await list("email=nonsense")).data).toEqual([]);
      const first = await list(`tenant_id=${tenant_id}&limit=2`);
      const rest = await list(`tenant_id=${tenant_id}&limit=2&cursor=${first.next_cursor}`);
      expect([...first.data, ...rest.data].map(({ id }) => id)).toEqual([three.id, two.id, one.id]);
      expect([first.has_more, rest.has_more, rest.next_cursor]).toEqual([true, false, null]);
      expect(await refusal(t.api.get("/identities?cursor=yesterday"))).toEqual([400, "invalid_cursor"]);
    });

    test("that have expired need a new end before they are active again", async () => {
      const { id } = await create({ expires_at: "2099-01-01T00:00:00Z" });
      await t.api.must(200, patch(id, { expires_at: new Date(clock.now() + 1000).toISOString() }));
      clock.ahead += 5000;
      expect(await refusal(patch(id, { status: "active" }))).toEqual([409, "conflict"]);
      expect((await patch(id, { status: "active", expires_at: later })).status).toBe(200);
      expect((await patch(id, { status: "suspended", expires_at: null })).status).toBe(200);
      expect((await patch(id, { status: "active" })).status).toBe(200);
      expect(await refusal(patch(id, { expires_at: "tomorrow" }))).toEqual([400, "validation_error"]);
      expect(await refusal(patch(id, {}))).toEqual([400, "validation_error"]);
    });

    test("are gone at once when they are deleted", async () => {
      const { id, local_part } = await create();
      const gone = await t.api.delete(`/identities/${id}`);
      expect([gone.status, gone.text]).toEqual([204, ""]);
      for (const answer of [
        t.api.get(`/identities/${id}`),
        patch(id, { mode: "human" }),
        t.api.delete(`/identities/${id}`),
        t.api.get(`/threads?identity_id=${id}`),
        t.api.get(`/drafts?identity_id=${id}`),
        t.api.get(`/app-passwords?identity_id=${id}`),
        t.api.get(`/events?identity_id=${id}`),
      ])
        expect(await refusal(answer)).toEqual([404, "not_found"]);
      expect((await create({ local_part })).id).not.toBe(id);
    });

    test("are reached by keys that name them; making one takes an unrestricted key", async () => {
      const [mine, theirs] = [await create(), await create()];
      const key = await restrictedKey(t.api, [mine.id]);
      const foreign = await t.otherAccount();
      expect((await list("", key)).data.map(({ id }) => id)).toEqual([mine.id]);
      expect((await list(`email=${theirs.email}`, key)).data).toEqual([]);
      expect(await refusal(key.post("/identities", { domain_id: t.domainId, local_part: "no" }))).toEqual([
        403,
        "forbidden",
      ]);
      expect((await patch(mine.id, { display_name: "Mine" }, key)).status).toBe(200);
      const missing = await t.api.get(`/identities/${random}`);
      for (const api of [key, foreign.api]) {
        for (const answer of [
          await api.get(`/identities/${theirs.id}`),
          await patch(theirs.id, { mode: "human" }, api),
          await api.delete(`/identities/${theirs.id}`),
          await api.get(`/threads?identity_id=${theirs.id}`),
          await api.post("/webhooks", { url: "http://127.0.0.1:9/", identity_id: theirs.id }),
        ])
          expect([answer.status, saysNothing(answer.text)]).toEqual([404, saysNothing(missing.text)]);
        const letter = (from: string) => api.post("/messages", { from, to: "a@b.example", text: "x" });
        const unknown = await letter("nobody@far.example");
        expect(unknown.status).toBe(404);
        expect((await letter(theirs.email)).text).toBe(unknown.text);
      }
      expect((await key.delete(`/identities/${mine.id}`)).status).toBe(204);
    });

    // SPEC Addresses: POST is idempotent with an Idempotency-Key
    test("are made once for an Idempotency-Key", async () => {
      const headers = { "idempotency-key": "identity-1" };
      const body = { domain_id: t.domainId, local_part: `once-${t.kind}` };
      const answers = await Promise.all([1, 2, 3].map(() => t.api.post("/identities", body, headers)));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers[0]!.status).toBe(201);
      expect(await refusal(t.api.post("/identities", { ...body, mode: "human" }, headers))).toEqual([
        422,
        "idempotency_key_reuse",
      ]);
    });
  },
  { clock, env: { MAIL_DOMAIN: "agents.test" } },
);
