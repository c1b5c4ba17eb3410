// What `check` sees: a row of each table is taken away in turn, and a rule names it, but where the table stands below with
// the reason why none can.
import { expect, test } from "bun:test";
import { newId } from "../../src/lib/ids.ts";
import { check } from "../../src/store/maintenance/check.ts";
import { eachApp, eventually } from "../support/app/app.ts";
import { isCluster } from "../support/app/database.ts";
import { restrictedKey } from "../support/app/keys.ts";
import { type Receiver, startReceiver } from "../support/fakes/receivers.ts";

/** Tables whose rows may go without a trace in others. */
const unseen = {
  "they last for minutes or days, and what they are for is asked again": [
    "acme_challenges",
    "agent_signups",
    "bulk_steps",
    "bulk_works",
    "calendar_inbox",
    "calendar_notices",
    "calendar_removals",
    "console_sessions",
    "daily_recipients",
    "deliveries",
    "expunged",
    "expunged_mails",
    "human_mails",
    "idempotency",
    "next_items",
    "next_places",
    "oauth_codes",
    "oauth_refresh_tokens",
    "partly_read",
    "processes",
    "rate_limits",
    "report_mails",
    "review_links",
    "search_files",
    "search_queue",
    "sign_in_links",
    "told_reminders",
    "used_challenges",
  ],
  "they are made anew when they are missing": [
    "acme_accounts",
    "certificates",
    "folder_recent",
    "imports",
    "policy_observations",
    "policy_reports",
    "provider_paces",
    "ramp_days",
    "secrets",
    "url_keys",
  ],
  "the program asks for it at each start": ["schema_migrations"],
  "somebody set them, and no other row tells of it: only a backup does": [
    "account_audit",
    "app_passwords",
    "calendar_feeds",
    "calendars",
    "contacts",
    "domain_reports",
    "issuer_subjects",
    "labels",
    "members",
    "notes",
    "passkeys",
    "protection_entries",
    "restricted_settings",
    "retention_rules",
    "reviewer_consents",
    "revoked_keys",
    "routing_rules",
    "saved_searches",
    "send_lists",
    "subscriptions",
    "suppressions",
    "templates",
    "unsubscribes",
    "webhooks",
  ],
};

eachApp("check", (t) => {
  /** Rows of every table that a rule is about. */
  async function fill(): Promise<Receiver> {
    const receiver = startReceiver();
    const make = <T = { id: string }>(path: string, body: object) =>
      t.api.must<T>(201, t.api.post(path, body));
    await make("/webhooks", { url: `${receiver.url}/hook` });
    const { id: identity_id, email } = await t.address();
    const noise = Buffer.from(crypto.getRandomValues(new Uint8Array(120_000)));
    const attachments = ["a.bin", "b.bin"].map((filename) => ({ filename, content: noise }));
    await t.mail({ from: "ada@remote.example", to: email, subject: "Two files", text: "See.", attachments });
    await make("/messages", {
      from: email,
      to: ["ada@remote.example", "bob@remote.example"],
      subject: "Hello",
      text: "There.",
    });
    const file = { filename: "c.bin", content: noise.toString("base64") };
    await make("/drafts", { identity_id, subject: "Later", attachments: [file] });
    await make(`/identities/${identity_id}/calendar/events`, {
      title: "Weekly",
      start: "2027-03-01T09:00:00",
      end: "2027-03-01T10:00:00",
      timezone: "Europe/Berlin",
    });
    await restrictedKey(t.api, [identity_id]);
    const program = [t.accountId, newId()];
    await t.app.core.database.values(
      `with key as (
         insert into api_keys (account_id, id, name, prefix, level, created_at)
         values ($1::uuid, $2::uuid, 'program', 'po_', 'read', now()))
       , access as (
         insert into oauth_grants (account_id, id, client_id, client_name, redirect_uri, created_at)
         values ($1::uuid, $2::uuid, 'program', 'program', 'http://127.0.0.1/', now()))
       insert into oauth_refresh_tokens (token_hash, account_id, grant_id, expires_at, created_at)
       values ('secret', $1::uuid, $2::uuid, now() + interval '1 day', now()) returning 1`,
      program,
    );
    const held = await t.address();
    const settings = { outbound: "all", approver: "key" };
    await t.api.must(200, t.api.call("PUT", `/identities/${held.id}/protection`, settings));
    const letter = { from: held.email, to: ["ada@remote.example"], subject: "May I?", text: "Say." };
    await t.api.must(202, t.api.post("/messages", letter));
    await eventually(async () => {
      const [row] = await t.app.core.database.values(
        `select (select count(*) from search_queue) + (select count(*) from search_files) + (select count(*) from message_search where words is null)
           + (select count(*) from deliveries where status <> 'delivered')`,
      );
      return Number(row?.[0]) === 0;
    });
    return receiver;
  }

  /** Which row of a table goes, where it is not the newest. */
  const chosen: Record<string, string> = {
    // a mail that changed, and one of a merge under way, is in two
    search_segments: "select ctid from search_segments",
    // only a later recipient tells of it
    outbound: "select min(ctid) from outbound",
    // only a delivery tells of it, and the last one may be of a kind that the webhook has not asked for
    events:
      "select max(e.ctid) from events e join deliveries d on d.account_id = e.account_id and d.event_id = e.id",
    // only a placement that has not changed since tells of it
    changes: `select max(c.ctid) from changes c join placements p on p.folder_id = c.folder_id and p.uid = c.uid and p.modseq = c.modseq
      where c.modseq > (select min(modseq) from changes d where d.identity_id = c.identity_id)`,
  };

  /**
   * Whether a rule names a row of the table that is gone; null: it has none. No transaction is open meanwhile: other suites of
   * the server would wait for their events.
   */
  async function isSeen(table: string): Promise<boolean | null> {
    const { core } = t.app;
    const { database } = core;
    const asReplica = (...statements: string[]) =>
      database.transaction(async (tx) => {
        await tx.values("set local session_replication_role = replica");
        for (const statement of statements) await tx.values(statement);
      });
    const row = `ctid = any(array(${chosen[table] ?? `select max(ctid) from ${table}`}))`;
    await asReplica(
      `create table taken_away as select * from ${table} where ${row}`,
      `delete from ${table} where ${row}`,
    );
    try {
      const [taken] = await database.values("select count(*)::int from taken_away");
      return taken?.[0] === 0 ? null : (await check(core)).length > 0;
    } finally {
      await asReplica(`insert into ${table} select * from taken_away`, "drop table taken_away");
    }
  }

  // A cluster's nodes hold foreign keys, which a session of the coordinator cannot leave out.
  test.skipIf(isCluster)("names a row that is gone, of each table that others tell of", async () => {
    // The server meets what is missing.
    t.expectTrouble();
    const receiver = await fill();
    const { database } = t.app.core;
    const tables = await database.values(
      `select relname::text from pg_class where relnamespace = current_schema()::regnamespace
         and relkind in ('r', 'p') and not relispartition order by 1`,
    );
    const excused = new Set(Object.values(unseen).flat());
    const answers: [string, boolean | null][] = [];
    for (const [table] of tables as [string][])
      if (!excused.has(table)) answers.push([table, await isSeen(table)]);
    receiver.stop();
    expect(answers.filter(([, seen]) => seen !== true)).toEqual([]);
    const names = new Set(tables.map(([table]) => table));
    expect([...excused].filter((table) => !names.has(table))).toEqual([]);
  });
});
