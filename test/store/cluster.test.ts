// What a cluster of Citus asks of the schema and of the statements, as far as one PostgreSQL can tell.
import { beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { migrations } from "../../migrations/index.ts";
import { nowInstant, systemClock } from "../../src/lib/clock.ts";
import { findRecipients } from "../../src/store/addresses/destinations.ts";
import { nextExpiry } from "../../src/store/addresses/identities.ts";
import { crossingOf, crossings } from "../../src/store/cluster/crossing.ts";
import { placedStatements } from "../../src/store/cluster/migrating.ts";
import { NotACluster } from "../../src/store/cluster/not-a-cluster.ts";
import { partOf } from "../../src/store/cluster/parts.ts";
import { foreignKeysInTheWay, narrowed, prepareCluster } from "../../src/store/cluster/prepare.ts";
import { unplaced } from "../../src/store/cluster/spread.ts";
import { type TableKind, tableKinds } from "../../src/store/cluster/table-kinds.ts";
import { DatabaseUnavailable, type Executor, type Parted } from "../../src/store/database/database.ts";
import { migrate } from "../../src/store/database/migrate.ts";
import { nextDue } from "../../src/store/drafts.ts";
import { queueDepths } from "../../src/store/maintenance/depths.ts";
import { nextQuestionDue } from "../../src/store/reviews/consents.ts";
import { nextReviewDue } from "../../src/store/reviews/reviews.ts";
import { eachWholeStore, isCluster } from "../support/app/database.ts";
import { runCommand } from "../support/app/server.ts";
import { pretendCitus } from "../support/cluster/pretended.ts";
import { spreadStore } from "../support/cluster/spread-store.ts";
import { objectionTo } from "../support/cluster/watch.ts";

const kindOf = (table: string): TableKind | undefined => tableKinds.get(table)?.kind;

eachWholeStore("the schema on a cluster", (store) => {
  beforeAll(() => migrate(store.database, migrations).then(() => undefined));
  const rows = <T extends object>(sql: string) => store.database.rows<T>(sql);

  test("every table has its kind; a distributed one has an account_id in each row", async () => {
    const found = await rows<{ name: string; owned: boolean }>(
      `select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id'
         and a.attnotnull and a.atttypid = 'uuid'::regtype) as owned
       from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') order by 1`,
    );
    expect(found.map(({ name }) => name)).toEqual([...tableKinds.keys()].sort());
    const unowned = found.filter(({ name, owned }) => kindOf(name) === "distributed" && !owned);
    expect(unowned).toEqual([]);
  });

  test("every unique index of a distributed table has account_id, or is narrowed", async () => {
    const found = await rows<{ index: string; table: string; columns: string[] }>(
      `select i.indexrelid::regclass::text as index, i.indrelid::regclass::text as table,
              array(select a.attname from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any(i.indkey))::text[] as columns
       from pg_index i join pg_class c on c.oid = i.indrelid
       where i.indisunique and c.relnamespace = current_schema()::regnamespace`,
    );
    const wide = found.filter(
      ({ table, columns }) => kindOf(table) === "distributed" && !columns.includes("account_id"),
    );
    expect(wide.map(({ index, table }) => `${table} ${index}`).sort()).toEqual(
      Object.entries(narrowed)
        .map(([name, { table }]) => `${table} ${name}`)
        .sort(),
    );
  });

  test("foreign keys hold within an account, but for those that are taken away", async () => {
    const found = await rows<{ name: string; from: string; to: string; columns: string[]; others: string[] }>(
      `select c.conname as name, c.conrelid::regclass::text as from, c.confrelid::regclass::text as to,
              array(select a.attname from unnest(c.conkey) with ordinality k(n, at) join pg_attribute a
                    on a.attrelid = c.conrelid and a.attnum = k.n order by k.at)::text[] as columns,
              array(select a.attname from unnest(c.confkey) with ordinality k(n, at) join pg_attribute a
                    on a.attrelid = c.confrelid and a.attnum = k.n order by k.at)::text[] as others
       from pg_constraint c where c.contype = 'f' and c.connamespace = current_schema()::regnamespace order by 2, 1`,
    );
    const inTheWay = found.filter(({ from, to }) => kindOf(from) !== kindOf(to));
    expect(inTheWay.map(({ from, name }) => ({ table: from, name }))).toEqual([...foreignKeysInTheWay]);
    const across = found
      .filter(({ from }) => kindOf(from) === "distributed")
      .filter(({ columns, others }) => columns.indexOf("account_id") !== others.indexOf("account_id"));
    expect(across).toEqual([]);
  });

  test("no number is drawn from a sequence, and no trigger runs", async () => {
    const numbers = await rows(
      `select relname from pg_class where relkind = 'S' and relnamespace = current_schema()::regnamespace
       union all select a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid
         where a.attidentity <> '' and c.relnamespace = current_schema()::regnamespace
       union all select t.tgname from pg_trigger t where not t.tgisinternal`,
    );
    expect(numbers).toEqual([]);
  });

  // A pooler before a spread database is refused: the part is a setting of the session.
  const isPooled = process.env.POSTROOM_TEST_POOLER_URL !== undefined;
  if (store.kind === "embedded" || isPooled) return;

  test("prepare makes every part, moves rows, goes on where it stopped, and says where Citus is missing", async () => {
    const { database } = store;
    expect(await prepareCluster(database, 3).catch((error) => error)).toBeInstanceOf(NotACluster);
    const refused = await runCommand(store.temp, ["cluster", "prepare", "--run"]);
    expect(refused.exitCode).not.toBe(0);
    expect(refused.stderr).toContain("create extension citus");
    await pretendCitus(database);
    // A new cluster: nobody has made tables.
    await database.values("alter table schema_migrations rename to not_yet");
    expect(String(await prepareCluster(database, 3).catch((error) => error))).toContain("postroom init");
    await database.values("alter table not_yet rename to schema_migrations");
    // A coordinator that has a name, and nobody beside it.
    await database.values("update pg_dist_node set shouldhaveshards = false");
    const alone = await runCommand(store.temp, ["cluster", "prepare", "--run"]);
    expect(alone.exitCode).not.toBe(0);
    expect(alone.stderr).toContain("No node of this cluster takes parts. Add one: select citus_add_node(");
    expect(alone.stderr).toContain("'coordinator.internal', 5432, 'shouldhaveshards', true");
    await database.values("update pg_dist_node set shouldhaveshards = true");
    const ids = ["0001", "0002", "0003", "ffff"].map((end) => `01900000-0000-7000-8000-00000000${end}`);
    for (const id of ids)
      await database.values(
        "insert into accounts (account_id, plan, modseq, last_instant, created_at) values ($1, 'operator', 0, now(), now())",
        [id],
      );
    const steps: string[] = [];
    const ran = await prepareCluster(database, 3, (step) => void steps.push(step));
    expect(ran).toBe(steps.length);
    const rows = await database.values(
      "select 0, right(account_id::text, 4) from part_0.accounts union all select 1, right(account_id::text, 4) from part_1.accounts union all select 2, right(account_id::text, 4) from part_2.accounts order by 1, 2",
    );
    expect(rows).toEqual([
      [0, "0003"],
      [0, "ffff"],
      [1, "0001"],
      [2, "0002"],
    ]);
    expect(ids.map((id) => partOf(id, 3))).toEqual([1, 2, 0, 0]);
    const made = await database.values(
      "select c.relnamespace::regnamespace::text, count(*)::int from pg_class c where c.relkind = 'r' and c.relnamespace::regnamespace::text ~ '^part_' group by 1 order by 1",
    );
    const each = [...tableKinds].filter(([, { kind }]) => kind === "distributed").length;
    expect(made).toEqual([0, 1, 2].map((part) => [`part_${part}`, each]));
    // All parts are there: whether a node takes new ones does not matter.
    await database.values("update pg_dist_node set shouldhaveshards = false");
    expect(await prepareCluster(database, 3)).toBe(0);
    await database.values("update pg_dist_node set shouldhaveshards = true");
    const itself = await runCommand(store.temp, ["cluster", "add", "coordinator.internal"]);
    expect(itself.stderr).toContain("coordinator.internal:5432 is the coordinator. Name another server");
    // The database as a server opens it: a migration reaches every part, a shared table once.
    const spread = await store.temp.open();
    const next = {
      name: "9999_next",
      sql: "alter table messages add column tried int; create index messages_tried on messages (tried); update threads set metadata = metadata; alter table secrets add column tried int; drop index messages_tried",
    };
    // A second one, whose session was in a part before.
    const last = { name: "9999_then", sql: "alter table threads add column tried int" };
    expect(await migrate(spread, [...migrations, next, last])).toEqual([next.name, last.name]);
    const done = await database.values(
      "select schemaname::text from pg_tables where tablename = 'schema_migrations'",
    );
    expect(done).toEqual([["public"]]);
    const columns = await database.values(
      "select table_schema::text, table_name::text from information_schema.columns where column_name = 'tried' order by 1, 2",
    );
    expect(columns).toEqual([
      ...[0, 1, 2].flatMap((part) => [
        [`part_${part}`, "messages"],
        [`part_${part}`, "threads"],
      ]),
      ["public", "secrets"],
    ]);
    expect(
      await spread.rows("select account_id from accounts where account_id = $1", [ids[3]!]),
    ).toHaveLength(1);
    await expect(spread.rows("select 1 from accounts where modseq = 0")).rejects.toThrow("names no account");
    for (const part of spread.parts ?? [])
      await part.values(
        "insert into search_queue (account_id, message_id) values (gen_random_uuid(), gen_random_uuid())",
      );
    expect(await queueDepths(spread, 0)).toMatchObject({
      search_index: { entries: 3 },
      outbound: { entries: 0 },
    });
    // Tests may ask all parts at once; a row of one account would stand in each.
    try {
      unplaced.isAsked = true;
      expect(await spread.rows("select 1 from accounts where modseq < 0")).toEqual([]);
      await expect(
        spread.rows("insert into search_queue values (gen_random_uuid(), gen_random_uuid())"),
      ).rejects.toThrow("names no account");
    } finally {
      unplaced.isAsked = false;
      await spread.close();
    }
  });
});

const hasServer = process.env.POSTROOM_TEST_DATABASE_URL !== undefined;
const isPooled = process.env.POSTROOM_TEST_POOLER_URL !== undefined;

test.skipIf((!hasServer && !isCluster) || isPooled)(
  "names say what all accounts share, once a database that was spread before is migrated (POSTROOM_TEST_DATABASE_URL, or POSTROOM_TEST_CITUS_URL)",
  async () => {
    // The others first: a database is spread with all tables that this program has.
    const { sql } = migrations.find(({ name }) => name === "0111_shared_names")!;
    const others = migrations.filter((one) => one.sql !== sql);
    const store = await spreadStore(2, others);
    try {
      const database = await store.open();
      const account = (end: string) => `01900000-0000-7000-8000-00000000${end}`;
      const claims: [domain: string, end: string, status: string, isDefault: boolean, forSignups: boolean][] =
        [
          ["agents.example", "0001", "verified", true, false],
          ["scouts.example", "0001", "verified", false, true],
          ["plain.example", "0001", "verified", false, false],
          ["own.example", "0002", "verified", false, false],
          ["late.example", "0003", "pending", false, false],
        ];
      for (const [domain, end, status, isDefault, forSignups] of claims) {
        const part = `part_${partOf(account(end), 2)}`;
        await database.values(
          `insert into ${part}.accounts (account_id, plan, modseq, last_instant, created_at)
           values ($1, 'operator', 0, now(), now()) on conflict do nothing`,
          [account(end)],
        );
        const [row] = await database.values(
          `insert into ${part}.domains (account_id, id, domain, status, is_default, for_signups, pod_id, ownership_token, record_status, unproven_mail, created_at)
           values ($1, gen_random_uuid(), $2, $3, $4, $5, gen_random_uuid(), 'x', '{}', 'spam', now()) returning id`,
          [account(end), domain, status, isDefault, forSignups],
        );
        if (status === "verified")
          await database.values(
            "insert into domain_names (domain, account_id, domain_id) values ($1, $2, $3)",
            [domain, account(end), row?.[0] as string],
          );
      }
      await migrate(await store.open(), [...others, { name: "9999_shared_names", sql }]);
      expect(await database.values("select domain, shared_as from domain_names order by 1")).toEqual([
        ["agents.example", "default"],
        ["own.example", null],
        ["plain.example", null],
        ["scouts.example", "signups"],
      ]);
    } finally {
      await store.dispose();
    }
  },
);

// Citus 13: "alter table command is currently unsupported"
test("how a part's column is stored is left as it is", () => {
  const ofSearch = "-- a reason\nalter table message_search alter column words set storage external";
  expect(placedStatements(ofSearch, 2)).toEqual([]);
  expect(placedStatements(ofSearch, 0)).toEqual([ofSearch]);
  const shared = "alter table secrets alter column value set storage external";
  expect(placedStatements(shared, 2)).toEqual([shared]);
});

describe("statements on a cluster", () => {
  const fine = [
    "select * from messages where account_id = $1::uuid and id = $2::uuid",
    "select m.id from messages m join bodies b on b.account_id = m.account_id and b.message_id = m.id where b.account_id = $1",
    "select 1 from threads t where t.account_id = $1 and exists (select from messages m where (m.account_id, m.thread_id) = (t.account_id, t.id))",
    "select f.id from folders f where (f.account_id, f.id) in (select p.account_id, p.folder_id from placements p where p.account_id = $1)",
    "with few as (select account_id as owner, id from labels where account_id = $1) select l.* from labels l join few s on s.owner = l.account_id and s.id = l.id",
    "update pods p set name = k.name from unnest($1::uuid[], $2::uuid[], $3::text[]) as k(account_id, id, name) where p.account_id = k.account_id and p.id = k.id",
    "insert into notes (account_id, id, text) select * from json_to_recordset($1::json) as v(account_id uuid, id uuid, text text)",
    "select * from (select account_id, id from events union all select account_id, id from deliveries) x where x.account_id = $1",
    "delete from webhooks w using identities i where i.account_id = $1 and w.account_id = i.account_id and w.identity_id = i.id",
    "select * from pods join domains using (account_id) where pods.account_id = $1",
    "with gone as (delete from notes n using unnest($1::uuid[], $2::uuid[]) as k(account_id, id) where n.account_id = k.account_id and n.id = k.id returning n.account_id as owner, n.thread_id) update threads t set message_count = 0 from gone where t.account_id = gone.owner and t.id = gone.thread_id",
    "select 1 from certificates where due_at < now()",
    "select token_hash from api_key_tokens where token_hash = $1",
  ];
  for (const sql of fine)
    test(`of an account: ${sql.slice(0, 60)}`, () => expect(objectionTo(sql)).toBeNull());

  const refused: [string, string][] = [
    [
      "select * from (select format('x') from reviewer_consents where token_hash = $1::bytea) f",
      "both match",
    ],
    ["select * from messages where id = $1::uuid", "messages of any account"],
    ["select * from messages where account_id = $1 or id = $2", "messages of any account"],
    ["select * from messages where account_id > $1", "messages of any account"],
    [
      "select * from messages m join bodies b on b.message_id = m.id where m.account_id = $1",
      "bodies of any account",
    ],
    [
      "select 1 from threads t where t.account_id = $1 and exists (select from messages m where m.thread_id = t.id)",
      "messages of any account",
    ],
    [
      "delete from notes where ctid in (select ctid from notes where account_id = $1)",
      "notes of any account",
    ],
    [
      "with due as (select id from outbound where account_id = $1) update outbound o set attempts = 1 from due where o.id = due.id",
      "outbound of any account",
    ],
    ["select * from identities where account_id = any($1::uuid[]) for update", "rows of several accounts"],
    [
      "select r.* from domain_names n join routing_rules r on r.account_id = n.account_id where n.domain = $1",
      "rows of several accounts",
    ],
    ["update pods set account_id = $1 where account_id = $2", "never changes"],
    [
      "delete from sign_in_links where account_id = $1 and owner_email in (select email from members where account_id = $1)",
      "reads no table of accounts",
    ],
    ["insert into pods (id) values ($1)", "never changes"],
  ];
  for (const [sql, why] of refused)
    test(`refused: ${sql.slice(0, 60)}`, () => expect(objectionTo(sql)).toContain(why));

  test("what is due next is the earliest of all parts: no other crossing takes the statement", async () => {
    const asked: string[] = [];
    const ask = async (text: string) => {
      asked.push(text);
      return [];
    };
    const db: Executor = { rows: ask, values: ask };
    const now = nowInstant(systemClock);
    await Promise.all([nextDue(db, now), nextReviewDue(db), nextQuestionDue(db), nextExpiry(db)]);
    expect(asked).toHaveLength(4);
    for (const text of asked) {
      expect(objectionTo(text)).toBeNull();
      expect(crossingOf(text)?.what).toBe("what is due next: the earliest of all parts");
    }
  });

  test("each crossing names functions that are there", () => {
    const root = join(import.meta.dir, "../..");
    const gone = crossings
      .flatMap(({ where }) => where)
      .filter((place) => {
        const [file = "", name] = place.split("#");
        return !new RegExp(`function\\*? ${name}\\b`).test(readFileSync(join(root, file), "utf8"));
      });
    expect(gone).toEqual([]);
  });

  test("a recipient of a domain that no account has is looked up in no part: its node may be away", async () => {
    const away = () => Promise.reject(new DatabaseUnavailable("away"));
    const part = { rows: away, values: away };
    const everywhere = { ...part, values: async () => [], parts: [part], partOf: () => 0 };
    const asked = [{ domain: "outside.example", local: "x", bare: "x" }];
    expect(await findRecipients(everywhere, asked)).toMatchObject([{ n: 0, known: false, rank: null }]);
  });

  test("a recipient whose address is deleted between its two look-ups is looked up again", async () => {
    const rowOf = (n: number, at: object) => ({
      n,
      known: true,
      rank: null,
      status: null,
      webhookStatus: null,
      ...at,
    });
    let isDeleted = false;
    const everybody = ["shared.example", null, "owner", true];
    const everywhere = {
      rows: () => Promise.reject(new Error("not asked")),
      values: async () => {
        const addresses = [["shared.example", "stays", "resident", null]];
        if (!isDeleted) addresses.push(["shared.example", "goes", "resident", null]);
        return [everybody, ...addresses];
      },
      partOf: (account: string) => (account === "owner" ? 0 : 1),
    };
    const recipients = (params: readonly unknown[]) =>
      (params[2] as string[]).map((local, n) => ({ local, n }));
    const catchAll = { accountId: "owner", identityId: "all", rank: 4, status: "active" };
    const stays = { accountId: "resident", identityId: "stays", rank: 1, status: "active" };
    const partOfOwner = async (_: string, params: readonly unknown[]) =>
      recipients(params).map(({ local, n }) =>
        rowOf(n, local === "stays" ? { ...stays, status: null } : catchAll),
      );
    const partOfResident = async (_: string, params: readonly unknown[]) => {
      isDeleted = true;
      return recipients(params).map(({ local, n }) => rowOf(n, local === "stays" ? stays : {}));
    };
    const parts = [partOfOwner, partOfResident].map((rows) => ({ ...everywhere, rows }));
    const asked = ["stays", "goes"].map((local) => ({ domain: "shared.example", local, bare: local }));
    const found = await findRecipients({ ...everywhere, parts } as unknown as Parted, asked);
    expect(found.sort((a, b) => a.n - b.n)).toMatchObject([
      { n: 0, identityId: "stays", status: "active" },
      { n: 1, identityId: "all", rank: 4 },
    ]);
  });
});
