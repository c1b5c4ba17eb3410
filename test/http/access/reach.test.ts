// A restricted key does not widen what it reaches: neither by routing rules nor by loosening what holds its addresses back.
// DECISIONS Authentication and keys; Domains, pods, routing rules.
import { expect, test } from "bun:test";
import { expireIdentities } from "../../../actors/workers/expiry.ts";
import type { Api } from "../../support/app/api.ts";
import { eachApp, eventually, ShiftedClock, type TestAddress } from "../../support/app/app.ts";
import { restrictedKey } from "../../support/app/keys.ts";
import { refusal } from "../../support/app/refusals.ts";
import { ImapTalk, mailbox } from "../../support/imap/client.ts";

const forbidden: [number, string] = [403, "forbidden"];
const clock = new ShiftedClock();
const ahead = (days: number) => new Date(clock.now() + days * 86_400_000).toISOString();
let domains = 0;

eachApp(
  "a restricted key",
  (t) => {
    const ownDomain = () =>
      t.api.must<{ id: string; domain: string }>(
        201,
        t.api.post("/domains", { domain: `reach${++domains}.example` }),
      );
    const addressOn = (domain_id: string, local_part: string) =>
      t.api.must<TestAddress>(201, t.api.post("/identities", { domain_id, local_part }));

    test("routes free names, and none that speak for the domain", async () => {
      const { id: domain_id } = await ownDomain();
      const mine = await addressOn(domain_id, "mine");
      const hook = await t.api.must<{ id: string }>(
        201,
        t.api.post("/webhooks", { url: "http://127.0.0.1:9/", identity_id: mine.id }),
      );
      const key = await restrictedKey(t.api, [mine.id]);
      const make = (api: Api, local_part: string, to: object = { identity_id: mine.id }) =>
        api.post<{ data: { id: string } }>("/routing-rules", { domain_id, local_part, ...to });
      const roles =
        "* hostmaster Admin administrator webmaster postmaster abuse security noc info support www root+x list-request ssladmin";
      for (const name of roles.split(" ")) {
        expect([name, ...(await refusal(make(key, name)))]).toEqual([name, ...forbidden]);
        expect([name, ...(await refusal(make(key, name, { webhook_id: hook.id })))]).toEqual([
          name,
          ...forbidden,
        ]);
      }
      for (const name of ["invoices", "hostmaster2", "admins", "mine+tag", "in-fo", "requests"])
        expect([name, (await make(key, name)).status]).toEqual([name, 201]);
      expect((await make(t.api, "hostmaster")).status).toBe(201);
    });

    test("routes no mail of addresses beyond its reach, nor of those that are no more", async () => {
      const { id: domain_id } = await ownDomain();
      const mine = await addressOn(domain_id, "mine");
      await addressOn(domain_id, "boss");
      const former = await addressOn(domain_id, "former");
      await t.api.must(204, t.api.delete(`/identities/${former.id}`));
      const key = await restrictedKey(t.api, [mine.id]);
      const make = (api: Api, local_part: string) =>
        api.post("/routing-rules", { domain_id, local_part, identity_id: mine.id });
      for (const name of ["boss+bank", "former", "former+bank"])
        expect([name, ...(await refusal(make(key, name)))]).toEqual([name, ...forbidden]);
      expect(await refusal(make(key, "boss"))).toEqual([409, "address_exists"]);
      for (const name of ["boss+bank", "former"]) expect((await make(t.api, name)).status).toBe(201);
    });

    test("neither enables such a rule nor moves the webhook that it leads to", async () => {
      const { id: domain_id } = await ownDomain();
      const mine = await addressOn(domain_id, "mine");
      const key = await restrictedKey(t.api, [mine.id]);
      const hook = await t.api.must<{ id: string }>(
        201,
        t.api.post("/webhooks", { url: "http://127.0.0.1:9/", identity_id: mine.id }),
      );
      const change = (fields: object) => key.patch(`/webhooks/${hook.id}`, fields);
      expect((await change({ url: "http://127.0.0.1:9/a" })).status).toBe(200);
      const rule = await t.api.must<{ id: string }>(
        201,
        t.api.post("/routing-rules", { domain_id, local_part: "*", webhook_id: hook.id }),
      );
      expect(await refusal(change({ url: "http://127.0.0.1:9/b" }))).toEqual(forbidden);
      expect(await refusal(key.post(`/webhooks/${hook.id}/rotate-secret`))).toEqual(forbidden);
      expect((await change({ status: "disabled" })).status).toBe(200);
      expect(await refusal(change({ status: "active" }))).toEqual(forbidden);
      const set = (api: Api, status: string) => api.patch(`/routing-rules/${rule.id}`, { status });
      expect((await set(key, "disabled")).status).toBe(200);
      expect(await refusal(set(key, "active"))).toEqual(forbidden);
      expect((await set(t.api, "active")).status).toBe(200);
      expect((await t.api.patch(`/webhooks/${hook.id}`, { url: "http://127.0.0.1:9/c" })).status).toBe(200);
    });

    test("tightens what its owner has set, and loosens none of it", async () => {
      const early = ahead(1);
      const late = ahead(9);
      const held = { status: "suspended", send_policy: "list", expires_at: early };
      const loosenings: object[] = [
        { status: "active" },
        { send_policy: "open" },
        { send_policy: "reply_only" },
        { expires_at: null },
        { expires_at: late },
        { status: "archived", send_policy: "open" },
      ];
      for (const fields of loosenings) {
        const { id } = await t.address();
        const key = await restrictedKey(t.api, [id]);
        await t.api.must(200, t.api.patch(`/identities/${id}`, held));
        expect(await refusal(key.patch(`/identities/${id}`, fields))).toEqual(forbidden);
        const after = await t.api.must<typeof held>(200, t.api.get(`/identities/${id}`));
        expect(after).toMatchObject({ status: "suspended", send_policy: "list" });
        expect(Date.parse(after.expires_at)).toBe(Date.parse(early));
        // What changes nothing and what tightens is taken, and cannot be taken back.
        expect((await key.patch(`/identities/${id}`, held)).status).toBe(200);
        expect((await key.patch(`/identities/${id}`, { status: "archived", display_name: "x" })).status).toBe(
          200,
        );
        expect(await refusal(key.patch(`/identities/${id}`, { status: "suspended" }))).toEqual(forbidden);
        expect((await t.api.patch(`/identities/${id}`, fields)).status).toBe(200);
      }
    });

    test("takes back what it has set itself, or a key with no more reach", async () => {
      const [one, two] = [await t.address(), await t.address()];
      const narrow = await restrictedKey(t.api, [one.id]);
      const wide = await restrictedKey(t.api, [one.id, two.id]);
      const path = `/identities/${one.id}`;
      const tight = { status: "suspended", send_policy: "reply_only", expires_at: ahead(1) };
      const loose = { status: "active", send_policy: "open", expires_at: null };
      for (const [first, second] of [
        [narrow, narrow],
        [narrow, wide],
        [wide, wide],
        [narrow, await restrictedKey(t.api, [one.id])],
        [wide, t.api],
      ] as const) {
        await first.must(200, first.patch(path, tight));
        await second.must(200, second.patch(path, loose));
      }
      await wide.must(200, wide.patch(path, tight));
      for (const [field, value] of Object.entries(loose))
        expect(await refusal(narrow.patch(path, { [field]: value }))).toEqual(forbidden);
      await t.api.must(200, t.api.patch(path, loose));
      // What a key sets an address to as it was made by its owner holds too.
      const made = await t.address({ send_policy: "list", expires_at: ahead(2) });
      const key = await restrictedKey(t.api, [made.id]);
      for (const fields of [{ send_policy: "open" }, { expires_at: ahead(3) }])
        expect(await refusal(key.patch(`/identities/${made.id}`, fields))).toEqual(forbidden);
    });

    test("is active again after an expiry that it has set itself, not after its owner's", async () => {
      const again = { status: "active", expires_at: null };
      for (const byOwner of [true, false]) {
        const { id } = await t.address();
        const key = await restrictedKey(t.api, [id]);
        const path = `/identities/${id}`;
        const expires_at = new Date(clock.now() + 600_000).toISOString();
        await t.api.must(200, (byOwner ? t.api : key).patch(path, { expires_at }));
        clock.advance(600_000);
        await expireIdentities(t.app.core);
        await eventually(
          async () => (await key.must<{ status: string }>(200, key.get(path))).status === "suspended",
        );
        if (byOwner) expect(await refusal(key.patch(path, again))).toEqual(forbidden);
        else expect((await key.patch(path, again)).status).toBe(200);
      }
    });

    test("extends its own send list, and none that its owner reads it by", async () => {
      const put = (api: Api, id: string, ...entries: string[]) =>
        api.call("PUT", `/identities/${id}/send-list`, { entries });
      const own = await t.address();
      const key = await restrictedKey(t.api, [own.id]);
      await key.must(200, put(key, own.id, "ada@example.com"));
      await key.must(200, key.patch(`/identities/${own.id}`, { send_policy: "list" }));
      await key.must(200, put(key, own.id, "ada@example.com", "example.net"));
      // The owner's policy, first without a list, then with the key's, then with his own.
      await t.api.must(200, t.api.patch(`/identities/${own.id}`, { send_policy: "list" }));
      expect(await refusal(put(key, own.id, "ada@example.com", "example.org"))).toEqual(forbidden);
      await t.api.must(200, put(t.api, own.id, "ada@example.com", "bob@example.com"));
      await key.must(200, put(key, own.id, "bob@example.com"));
      expect(await refusal(put(key, own.id, "bob@example.com", "ada@example.com"))).toEqual(forbidden);
      await t.api.must(200, t.api.patch(`/identities/${own.id}`, { send_policy: "open" }));
      expect(await refusal(put(key, own.id, "eve@example.com"))).toEqual(forbidden);
      const bare = await t.address({ send_policy: "list" });
      const other = await restrictedKey(t.api, [bare.id]);
      expect(await refusal(put(other, bare.id, "eve@example.com"))).toEqual(forbidden);
    });

    test("chose nobody whom its owner's policy allows later; what keys of the same reach list stays", async () => {
      const own = await t.address();
      const key = await restrictedKey(t.api, [own.id]);
      const path = `/identities/${own.id}`;
      const entries = async () =>
        (await t.api.must<{ entries: string[] }>(200, t.api.get(`${path}/send-list`))).entries;
      const send = () =>
        key.post("/messages", { from: own.email, to: "eve@example.com", subject: "x", text: "x" });
      await key.must(200, key.call("PUT", `${path}/send-list`, { entries: ["eve@example.com"] }));
      await key.must(200, key.patch(path, { send_policy: "list" }));
      expect(await entries()).toEqual(["eve@example.com"]);
      expect((await send()).status).toBe(201);
      await t.api.must(200, t.api.patch(path, { send_policy: "list" }));
      expect(await entries()).toEqual([]);
      expect(await refusal(send())).toEqual([422, "recipient_refused"]);
      await t.api.must(200, t.api.call("PUT", `${path}/send-list`, { entries: ["eve@example.com"] }));
      await t.api.must(200, t.api.patch(path, { send_policy: "list" }));
      expect((await send()).status).toBe(201);
    });

    test("does not choose whom reply_only lets it write to by mail that it puts into its own inbox", async () => {
      const box = await mailbox(t);
      await t.api.must(200, t.api.patch(`/identities/${box.id}`, { send_policy: "reply_only" }));
      const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
      const mail = `From: victim@remote.example\r\nTo: ${box.email}\r\nSubject: hi\r\n\r\nhello\r\n`;
      await talk.ok(`APPEND INBOX {${mail.length}+}\r\n${mail}`);
      talk.close();
      const send = () =>
        t.api.post("/messages", { from: box.email, to: "victim@remote.example", subject: "x", text: "x" });
      expect(await refusal(send())).toEqual([422, "recipient_refused"]);
      await t.mail({ from: "victim@remote.example", to: box.email, subject: "real", text: "x" });
      expect((await send()).status).toBe(201);
    });
  },
  { clock, env: { IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" } },
);
