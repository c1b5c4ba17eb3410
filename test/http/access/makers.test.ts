// Permissions that outlive who gave them: DECISIONS Authentication and keys, Protection and reviews. What a key allowed,
// scheduled or forwards holds while it goes on and could do it today; what an owner set stricter wins over what is older.
// Long: one fixture of people, keys and programs, and every permission of theirs against each end that it has.
import { afterAll, expect, test } from "bun:test";
import { revokeKey } from "../../../actors/account/access/minted.ts";
import { createUnrestrictedKey } from "../../../actors/account/accounts/operator.ts";
import {
  addEntries,
  setDefaultProtection,
  setProtection,
} from "../../../actors/account/reviews/protection.ts";
import { toSettings } from "../../../src/http/resources/reviews/protection.ts";
import type { ProtectionInput } from "../../../src/schema/reviews.ts";
import { colleague } from "../../console/colleagues.ts";
import type { Api, PageOf } from "../../support/app/api.ts";
import { eachApp, eventually, ShiftedClock, type TestAddress } from "../../support/app/app.ts";
import { refusal } from "../../support/app/refusals.ts";
import { letIn } from "../../support/clients/oauth.ts";
import { startSink } from "../../support/fakes/receivers.ts";

interface Key {
  id: string;
  token: string;
  api: Api;
}
interface Sent {
  id: string;
  review_id?: string;
}
interface Draft {
  id: string;
  status: string;
  failed_reason: string | null;
}
interface Made {
  kind: string;
  id: string | null;
  name: string;
  sleeps: boolean;
}

const clock = new ShiftedClock();
const sink = await startSink();
afterAll(() => sink.stop());
let n = 0;
/** Waits until what is expected is so. */
async function until(check: () => Promise<void>): Promise<void> {
  let last: unknown;
  await eventually(
    () =>
      check().then(
        () => true,
        (error: unknown) => {
          last = error;
          return false;
        },
      ),
    () => String(last),
  );
}

const far = () => `far${++n}@peer.example`;
const hour = 3_600_000;

eachApp(
  "what outlives its maker",
  (t) => {
    const mint = async (identityIds: string[], api = t.api): Promise<Key> => {
      const key = await api.must<Key>(
        201,
        api.post("/api-keys", { name: "agent", identity_ids: identityIds }),
      );
      return { ...key, api: t.api.as(key.token) };
    };
    const owners = async (): Promise<Key> => {
      const key = await createUnrestrictedKey(t.app.core.actors, t.accountId, "owner");
      return { ...key, api: t.api.as(key.token) };
    };
    /** As the console does. */
    const revoke = ({ id }: Pick<Key, "id">) =>
      revokeKey(t.app.core.actors.account(t.accountId), { id, callerId: null, origin: null });
    const protect = (api: Api, { id }: TestAddress, settings: object) =>
      api.must(200, api.call("PUT", `/identities/${id}/protection`, settings));
    const allow = (api: Api, { id }: TestAddress, entries: string[], direction = "send") =>
      api.must(201, api.post(`/identities/${id}/protection/lists`, { direction, list: "allow", entries }));
    /** 201: it left, 202: it waits. */
    const write = async (api: Api, { email }: TestAddress, to: string) =>
      (await api.post<{ data: Sent }>("/messages", { from: email, to, subject: "S", text: "x" })).status;
    const person = { kind: "person" } as const;
    const origin = { kind: "person", id: "owner@people.example", ip: null } as const;
    /** What the owner does in the console. */
    const byOwner = {
      default: (settings: ProtectionInput) =>
        t.app.core.actors
          .account(t.accountId)
          .run((turn) => setDefaultProtection(turn, toSettings(settings), person), { origin }),
      own: ({ id }: TestAddress, settings: ProtectionInput) =>
        t.app.core.actors
          .identity(t.accountId, id)
          .run((turn) => setProtection(turn, toSettings(settings), person), { origin }),
      allow: ({ id }: TestAddress, entries: string[]) =>
        t.app.core.actors
          .identity(t.accountId, id)
          .run((turn) => addEntries(turn, { direction: "send", list: "allow", entries }, person), { origin }),
    };
    const noDefault = () =>
      t.app.core.database.values(
        "update accounts set protection = null, modseq = modseq + 1 where account_id = $1::uuid returning 1",
        [t.accountId],
      );
    const made = async (key: Pick<Key, "id">, api = t.api) =>
      (await api.get<PageOf<Made>>(`/api-keys/${key.id}/made?limit=100`)).json.data;
    const scheduled = async (api: Api, { id }: TestAddress, to: string) => {
      const body = { identity_id: id, to: [to], subject: "Later", text: "x" };
      const draft = await api.must<Draft>(201, api.post("/drafts", body));
      const sendAt = new Date(clock.now() + hour).toISOString();
      await api.must(200, api.post(`/drafts/${draft.id}/schedule`, { send_at: sendAt }));
      return draft;
    };
    const due = () => {
      clock.advance(hour + 60_000);
      t.app.core.actors.feed.pokeTopic("drafts");
    };
    const draftOf = async ({ id }: Pick<Draft, "id">) =>
      (await t.api.get<{ data: Draft }>(`/drafts/${id}`)).json.data;
    /** The data of all events of a type. */
    const told = async (type: string) =>
      (
        await t.app.core.database.rows<{ data: Record<string, unknown> }>(
          "select data from events where type = $1 order by id",
          [type],
        )
      ).map(({ data }) => data);
    const left = (to: string) => sink.taken.items.filter((mail) => mail.to.includes(to)).length;

    test("what a restricted key allowed and approved holds nothing open once the owner's default is stricter", async () => {
      const box = await t.address();
      const agent = await mint([box.id]);
      await protect(agent.api, box, { outbound: "new_recipients" });
      const [friend, approved, persons] = [far(), far(), far()];
      await allow(agent.api, box, [friend]);
      const held = await agent.api.must<Sent>(
        202,
        agent.api.post("/messages", { from: box.email, to: approved, subject: "S", text: "x" }),
      );
      await agent.api.must(200, agent.api.post(`/reviews/${held.review_id}/approve`));
      await byOwner.allow(box, [persons]);
      for (const to of [friend, approved, persons]) expect(await write(agent.api, box, to)).toBe(201);
      for (const approver of ["key", "human"] as const) {
        await byOwner.default({ outbound: "new_recipients", approver });
        expect(await write(agent.api, box, friend)).toBe(202);
        expect(await write(agent.api, box, approved)).toBe(202);
        expect(await write(agent.api, box, persons)).toBe(201);
      }
      await noDefault();
      expect(await write(agent.api, box, friend)).toBe(201);
    });

    test("a person's decision that people decide is not met by what an unrestricted key allowed before", async () => {
      const box = await t.address();
      const agent = await mint([box.id]);
      const owner = await owners();
      const friend = far();
      await protect(owner.api, box, { outbound: "new_recipients" });
      await allow(owner.api, box, [friend]);
      // The owner's own key locks itself out, and what it allowed before stays.
      await protect(owner.api, box, { outbound: "new_recipients", approver: "human" });
      expect(await write(agent.api, box, friend)).toBe(201);
      await byOwner.own(box, { outbound: "new_recipients", approver: "human" });
      expect(await write(agent.api, box, friend)).toBe(202);
    });

    test("what a key allowed ends with it, and with its reach; another takes it over before or after", async () => {
      const box = await t.address();
      await protect(t.api, box, { outbound: "new_recipients" });
      const agent = await mint([box.id]);
      const owner = await owners();
      const friend = far();
      await allow(owner.api, box, [friend]);
      expect(await write(agent.api, box, friend)).toBe(201);
      expect(await made(owner)).toMatchObject([
        { kind: "allow_entry", name: `send ${friend}`, sleeps: false },
      ]);
      await revoke(owner);
      expect(await write(agent.api, box, friend)).toBe(202);
      expect(await made(owner)).toMatchObject([{ kind: "allow_entry", sleeps: true }]);
      const next = await owners();
      const path = `/api-keys/${owner.id}/take-over`;
      expect(await refusal(agent.api.post(path))).toEqual([403, "forbidden"]);
      expect(await refusal(agent.api.get(`/api-keys/${owner.id}/made`))).toEqual([403, "forbidden"]);
      expect(await next.api.must(200, next.api.post(path))).toEqual({
        id: owner.id,
        taken: { allow_entry: 1 },
        left: 0,
      });
      expect(await write(agent.api, box, friend)).toBe(201);
      expect(await made(owner)).toEqual([]);
      expect(await refusal(next.api.post(`/api-keys/${next.id}/take-over`))).toEqual([409, "conflict"]);
      const last = await owners();
      await last.api.must(200, last.api.post(`/api-keys/${next.id}/take-over`));
      await revoke(next);
      expect(await write(agent.api, box, friend)).toBe(201);
    });

    test("a key takes nothing over that a restricted one allowed where people alone decide", async () => {
      const box = await t.address();
      const agent = await mint([box.id]);
      const friend = far();
      await protect(agent.api, box, { outbound: "new_recipients" });
      await allow(agent.api, box, [friend]);
      const owner = await owners();
      await owner.api.must(
        200,
        owner.api.call("PUT", "/protection", { outbound: "new_recipients", approver: "human" }),
      );
      const other = await mint([box.id]);
      expect(await write(other.api, box, friend)).toBe(202);
      await revoke(agent);
      const taken = await owner.api.must(200, owner.api.post(`/api-keys/${agent.id}/take-over`));
      expect(taken).toEqual({ id: agent.id, taken: {}, left: 1 });
      expect(await write(other.api, box, friend)).toBe(202);
      await noDefault();
    });

    test("entries and decisions of an older release count as the key's that set the protection", async () => {
      const box = await t.address();
      const agent = await mint([box.id]);
      const [friend, approved] = [far(), far()];
      await protect(agent.api, box, { outbound: "new_recipients" });
      await allow(agent.api, box, [friend]);
      const owned = await t.address();
      await protect(t.api, owned, { outbound: "new_recipients" });
      await allow(t.api, owned, [friend]);
      const { database } = t.app.core;
      await database.values("update protection_entries set maker = null returning 1");
      await database.values(
        "insert into contacts (account_id, identity_id, email, send_allowed_at) values ($1::uuid, $2::uuid, $3, now()) returning 1",
        [t.accountId, owned.id, approved],
      );
      for (const to of [friend, approved]) expect(await write(t.api, owned, to)).toBe(201);
      expect(await write(agent.api, box, friend)).toBe(201);
      await t.api.must(200, t.api.call("PUT", "/protection", { outbound: "new_recipients" }));
      expect(await write(agent.api, box, friend)).toBe(202);
      for (const to of [friend, approved]) expect(await write(t.api, owned, to)).toBe(201);
      await noDefault();
    });

    test("a default that became stricter wins over what an address had before, and what comes later over it", async () => {
      const box = await t.address();
      await protect(t.api, box, { outbound: "off" });
      const agent = await mint([box.id]);
      await byOwner.default({ outbound: "all", approver: "human" });
      expect(await write(agent.api, box, far())).toBe(202);
      expect(await refusal(t.api.call("PUT", `/identities/${box.id}/protection`, {}))).toEqual([
        403,
        "forbidden",
      ]);
      await byOwner.own(box, { outbound: "off" });
      expect(await write(agent.api, box, far())).toBe(201);
      // Said again, and made looser: the exception stays.
      await byOwner.default({ outbound: "new_recipients", approver: "human" });
      expect(await write(agent.api, box, far())).toBe(201);
      await byOwner.default({ outbound: "all", approver: "human" });
      expect(await write(agent.api, box, far())).toBe(202);
      await noDefault();
      expect(await write(agent.api, box, far())).toBe(201);
      // An older release did not say when.
      await t.app.core.database.values(
        "update identities set protection = protection - 'since', modseq = modseq + 1 where id = $1::uuid returning 1",
        [box.id],
      );
      await byOwner.default({ outbound: "all" });
      expect(await write(agent.api, box, far())).toBe(202);
      await noDefault();
    });

    test("a schedule does not leave when its key or program has ended or was narrowed: it is a draft, and says why", async () => {
      const box = await t.address();
      const lost = await t.address();
      const key = await mint([box.id]);
      const staying = await mint([box.id]);
      const { tokens } = await letIn(t, { level: "send", reach: [box.id] });
      const program = t.api.as(tokens.access_token);
      const lesser = t.api.as((await letIn(t, { level: "draft", reach: [box.id] })).tokens.access_token);
      const narrowed = await mint([lost.id]);
      const to = { key: far(), program: far(), narrowed: far(), changed: far(), stays: far(), old: far() };
      const ended = [await scheduled(key.api, box, to.key), await scheduled(program, box, to.program)];
      ended.push(await scheduled(narrowed.api, lost, to.narrowed));
      const changed = await scheduled(staying.api, box, to.changed);
      // A program that may only draft does not change what leaves by itself.
      expect((await lesser.call("PATCH", `/drafts/${changed.id}`, { text: "by the program" })).status).toBe(
        403,
      );
      const old = await scheduled(t.api, box, to.old);
      await scheduled(staying.api, box, to.stays);
      const { database } = t.app.core;
      await database.values("update messages set scheduled_by = null where id = $1::uuid returning 1", [
        old.id,
      ]);
      expect(await made(key)).toMatchObject([{ kind: "scheduled_draft", id: ended[0]!.id }]);
      await revoke(key);
      const grants = (await t.api.get<PageOf<{ id: string; level: string }>>("/oauth-grants")).json.data;
      for (const { id, level } of grants)
        if (level === "send") await t.api.must(200, t.api.delete(`/oauth-grants/${id}`));
      await database.values(
        "update api_keys set identity_ids = array[$2::uuid] where id = $1::uuid returning 1",
        [narrowed.id, box.id],
      );
      due();
      await until(async () => {
        expect([left(to.stays), left(to.old), left(to.changed)]).toEqual([1, 1, 1]);
        for (const draft of ended) {
          const row = await draftOf(draft);
          expect(row).toMatchObject({ status: "draft" });
          expect(row.failed_reason).toContain("may not send");
        }
      });
      expect([to.key, to.program, to.narrowed].map(left)).toEqual([0, 0, 0]);
      const failed = (await told("draft.send_failed")).map(({ draft_id }) => draft_id);
      expect(failed.sort()).toEqual(ended.map(({ id }) => id).sort());
    });

    test("a schedule that is taken over leaves", async () => {
      const box = await t.address();
      const key = await mint([box.id]);
      const [one, two] = [far(), far()];
      await scheduled(key.api, box, one);
      await revoke(key);
      await scheduled(t.api, box, two);
      const taken = await t.api.must(200, t.api.post(`/api-keys/${key.id}/take-over`));
      expect(taken).toMatchObject({ taken: { scheduled_draft: 1 } });
      due();
      await until(async () => expect([left(one), left(two)]).toEqual([1, 1]));
    });

    test("what a person scheduled waits for nobody while they are one of the account, and does not leave after", async () => {
      const box = await t.address();
      await protect(t.api, box, { outbound: "all", approver: "human" });
      const [gone, here] = [await colleague(t, "member"), await colleague(t, "member")];
      const schedule = async ({ email }: { email: string }, to: string) => {
        const draft = await scheduled(t.api, box, to);
        const by = { kind: "person", id: email, ip: null };
        await t.app.core.database.values(
          "update messages set scheduled_by = $2::jsonb where id = $1::uuid returning 1",
          [draft.id, JSON.stringify(by)],
        );
        return draft;
      };
      const [never, leaves] = [far(), far()];
      const stopped = await schedule(gone, never);
      await schedule(here, leaves);
      await t.app.core.database.values("delete from members where id = $1::uuid returning 1", [gone.id]);
      due();
      await until(async () => {
        expect(left(leaves)).toBe(1);
        expect((await draftOf(stopped)).failed_reason).toContain("may not send");
      });
      expect(left(never)).toBe(0);
    });

    test("a rule forwards nothing once its key has ended; the mail is filed all the same, and it is said", async () => {
      const box = await t.address();
      const key = await mint([box.id]);
      const to = far();
      const rule = { domain_id: t.domainId, identity_id: box.id, forward_to: [to] };
      const { id } = await key.api.must<{ id: string }>(
        201,
        key.api.post("/routing-rules", { ...rule, local_part: `led${++n}` }),
      );
      const address = `led${n}@${t.domain}`;
      const arrive = (subject: string) =>
        t.mail({ from: "ann@remote.example", to: address, subject, text: "x" });
      const filed = async () =>
        (
          await t.app.core.database.values(
            "select count(*)::int from messages where account_id = $1::uuid and identity_id = $2::uuid and state = 'received'",
            [t.accountId, box.id],
          )
        )[0]![0];
      const ofRule = async () => (await told("message.forwarded")).filter(({ rule_id }) => rule_id === id);
      await arrive("one");
      await until(async () => expect([await filed(), left(to)]).toEqual([1, 1]));
      expect(await made(key)).toMatchObject([{ kind: "routing_rule", id }]);
      await revoke(key);
      await arrive("two");
      await until(async () => expect((await ofRule()).length).toBe(2));
      const last = (await ofRule()).find(({ to }) => (to as string[]).length === 0);
      expect(last?.rejected).toEqual([{ address: to, reason: "maker_ended" }]);
      expect([await filed(), left(to)]).toEqual([2, 1]);
      await t.api.must(200, t.api.post(`/api-keys/${key.id}/take-over`));
      await arrive("three");
      await until(async () => expect([await filed(), left(to)]).toEqual([3, 2]));
      // A rule of an older release goes on.
      await t.app.core.database.values("update routing_rules set maker = null returning 1");
      await arrive("four");
      await until(async () => expect([await filed(), left(to)]).toEqual([4, 3]));
    });

    test("a rotation keeps the keys, passwords, webhooks and feeds of the old key, if it is taken over before its end", async () => {
      const box = await t.address();
      const [old, fresh] = [await owners(), await owners()];
      const child = await mint([box.id], old.api);
      const password = await old.api.must<{ id: string }>(
        201,
        old.api.post("/app-passwords", { identity_id: box.id, name: "made" }),
      );
      await old.api.must(201, old.api.post("/webhooks", { url: "http://127.0.0.1:9/", identity_id: box.id }));
      await old.api.must(201, old.api.post(`/identities/${box.id}/calendar-feeds`, { name: "feed" }));
      expect((await made(old)).map(({ kind }) => kind).sort()).toEqual([
        "api_key",
        "app_password",
        "calendar_feed",
        "webhook",
      ]);
      const { taken } = await fresh.api.must<{ taken: object }>(
        200,
        fresh.api.post(`/api-keys/${old.id}/take-over`),
      );
      expect(taken).toEqual({ api_key: 1, app_password: 1, calendar_feed: 1, webhook: 1 });
      expect(await revoke(old)).toEqual({ apiKeys: 0, appPasswords: 0, webhooks: 0, routingRules: 0 });
      await child.api.must(200, child.api.get("/me"));
      const passwords = (await t.api.get<PageOf<{ id: string }>>(`/app-passwords?identity_id=${box.id}`))
        .json;
      expect(passwords.data.map(({ id }) => id)).toContain(password.id);
      await revoke(fresh);
      expect((await child.api.get("/me")).status).toBe(401);
      // What the child made is found with the key that it ended with.
      expect(await made(fresh)).toEqual([]);
    });

    test("what a key below one that ended made is taken over with it", async () => {
      const box = await t.address();
      const parent = await owners();
      const child = await mint([box.id], parent.api);
      const to = far();
      await scheduled(child.api, box, to);
      expect(await made(parent)).toMatchObject([{ kind: "api_key", id: child.id }]);
      await revoke(parent);
      expect(await made(parent)).toMatchObject([{ kind: "scheduled_draft", sleeps: true }]);
      await t.api.must(200, t.api.post(`/api-keys/${parent.id}/take-over`));
      due();
      await until(async () => expect(left(to)).toBe(1));
    });
  },
  { clock, env: { SMTP_RELAY_URL: sink.url } },
);
