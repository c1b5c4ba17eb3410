// An account holds a bounded number of what calls alone make; the refusal says how many, and what to do.
import { expect, test } from "bun:test";
import { maxOfAccount } from "../../src/store/accounts/limits.ts";
import { eachApp } from "../support/app/app.ts";
import { ImapTalk, mailbox } from "../support/imap/client.ts";

type Refusal = { error: { code: string; message: string } };

eachApp(
  "limits of an account",
  (t) => {
    const fixed: Record<string, string> = { name: "'filler'" };
    /** Copies of the newest row of a table, until the account has all but `left` of what it may. */
    async function fill(
      table: keyof typeof maxOfAccount,
      { left, columns }: { left: number; columns: string },
    ) {
      const { database } = t.app.core;
      const own = columns.split(", ").map((column) => fixed[column] ?? `r.${column}`);
      const domain = table === "domains" ? ["domain", "'d' || n || '.example'"] : [];
      await database.values(
        `insert into ${table} (id, ${[...columns.split(", "), ...domain.slice(0, 1)].join(", ")})
         select gen_random_uuid(), ${[...own, ...domain.slice(1)].join(", ")}
         from (select * from ${table} where account_id = (select account_id from accounts where plan = 'operator') order by created_at desc limit 1) r,
           generate_series(1, $1::int - (select count(*)::int from ${table} where account_id = (select account_id from accounts where plan = 'operator'))) n`,
        [maxOfAccount[table] - left],
      );
    }

    async function expectFull(create: () => Promise<{ status: number; json: unknown }>, said: string) {
      const last = await create();
      expect(last.status).toBe(201);
      const refused = await create();
      expect(refused.status).toBe(409);
      expect((refused.json as Refusal).error).toMatchObject({ code: "conflict" });
      expect((refused.json as Refusal).error.message).toContain(said);
      return (last.json as { data: { id: string } }).data.id;
    }

    // DECISIONS Authentication and keys: An account holds at most 500 webhooks, and as many keys, rules and domains as are said
    test("webhooks: the last one is made, the next refused until one is deleted", async () => {
      const hook = () => t.api.post("/webhooks", { url: "https://hooks.example/in" });
      expect((await hook()).status).toBe(201);
      fixed.status = "'active'";
      await fill("webhooks", {
        left: 1,
        columns: "account_id, url, event_types, secret, status, consecutive_failures, created_at",
      });
      const id = await expectFull(hook, "at most 500 webhooks. Delete one");
      expect((await t.api.delete(`/webhooks/${id}`)).status).toBe(204);
      expect((await hook()).status).toBe(201);
      await t.app.core.database.values("delete from webhooks returning 1");
    });

    test("API keys and domains likewise", async () => {
      const { id } = await t.address();
      const key = () => t.api.post("/api-keys", { name: "one more", identity_ids: [id] });
      await fill("api_keys", { left: 1, columns: "account_id, name, prefix, created_at" });
      await expectFull(key, "at most 10000 API keys. Revoke");
      await t.app.core.database.values("delete from api_keys where name = 'filler' returning 1");
      expect((await key()).status).toBe(201);
      let n = 0;
      const domain = () => t.api.post("/domains", { domain: `more-${n++}.example` });
      expect((await domain()).status).toBe(201);
      fixed.status = "'pending'";
      await fill("domains", {
        left: 1,
        columns: "account_id, status, is_default, pod_id, ownership_token, created_at",
      });
      await expectFull(domain, "at most 2000 domains. Delete one");
    });

    test("subscriptions to names of deleted folders", async () => {
      const box = await mailbox(t);
      const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
      const { database } = t.app.core;
      const [owner] = await database.values("select account_id from identities where id = $1::uuid", [
        box.id,
      ]);
      await database.values(
        "insert into subscriptions (account_id, identity_id, name) select $1::uuid, $2::uuid, 'old ' || n from generate_series(1, 1999) n returning 1",
        [owner![0] as string, box.id],
      );
      for (const name of ["kept", "beyond", "beyond too"]) {
        await talk.ok(`CREATE "${name}"`);
        await talk.ok(`SUBSCRIBE "${name}"`);
        await talk.ok(`DELETE "${name}"`);
      }
      const names = await database.values(
        "select name from subscriptions where identity_id = $1::uuid and name not like 'old %'",
        [box.id],
      );
      expect(names).toEqual([["kept"]]);
      talk.close();
    });
  },
  // Plans of a database whose tables were small before take seconds where they are full.
  { env: { IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" }, ownDatabase: true },
);
