// The tables that the program writes by are those of the migrated database: names, types, nullability, keys.
import { beforeAll, expect, test } from "bun:test";
import { getTableName, is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { migrations } from "../../migrations/index.ts";
import { migrate } from "../../src/store/database/migrate.ts";
import * as tables from "../../src/store/tables/index.ts";
import { eachWholeStore } from "../support/app/database.ts";

interface Column {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
}

const known = Object.values(tables).flatMap((table) => (is(table, PgTable) ? [table as PgTable] : []));

/** What only SQL reads and writes. */
const plainTables = [
  "schema_migrations",
  "daily_recipients",
  "certificates",
  "acme_accounts",
  "acme_challenges",
  "processes",
  "rate_limits",
  "search_segments",
];
const plainColumns = ["message_search.document", "message_search.grams", "message_search.words"];
/** Small tables keyed by the value that is looked up. ARCHITECTURE 3 */
const lookUps = [
  "addresses",
  "api_key_tokens",
  "domain_names",
  "sign_in_links",
  "console_sessions",
  "used_challenges",
  "review_links",
  "oauth_codes",
  "oauth_refresh_tokens",
];

/** As information_schema names a type. */
const types: Record<string, string> = {
  timestamptz: "timestamp with time zone",
  bigserial: "bigint",
  "uuid[]": "ARRAY uuid",
  "text[]": "ARRAY text",
};

function declared(): Column[] {
  return known.flatMap((table) =>
    getTableConfig(table).columns.map((column) => {
      const type = column.getSQLType();
      return {
        table: getTableName(table),
        name: column.name,
        type: types[type] ?? type,
        nullable: !column.notNull,
      };
    }),
  );
}

const order = (a: Column, b: Column) => (`${a.table}.${a.name}` < `${b.table}.${b.name}` ? -1 : 1);

eachWholeStore("tables", (store) => {
  beforeAll(() => migrate(store.database, migrations).then(() => undefined));

  test("have the columns of the database", async () => {
    const rows = await store.database.rows<Column>(
      `select c.table_name as table, c.column_name as name, c.is_nullable = 'YES' as nullable,
              case when c.data_type = 'ARRAY' then 'ARRAY ' || e.data_type else c.data_type end as type
       from information_schema.columns c
       left join information_schema.element_types e
         on e.object_name = c.table_name and e.object_schema = c.table_schema and e.collection_type_identifier = c.dtd_identifier
       where c.table_schema = 'public' and c.table_name = any($1::text[])`,
      [known.map((table) => getTableName(table))],
    );
    const found = rows.filter(({ table, name }) => !plainColumns.includes(`${table}.${name}`));
    const wanted = declared();
    expect(wanted.sort(order)).toEqual(found.sort(order));
  });

  test("are all of the database's", async () => {
    const rows = await store.database.values(
      "select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    );
    const names = new Set(known.map((table) => getTableName(table)));
    expect(
      rows.map(([name]) => name as string).filter((name) => !names.has(name) && !plainTables.includes(name)),
    ).toEqual([]);
  });

  test("have its primary keys, the account first where it owns the row", async () => {
    const rows = await store.database.values(
      `select c.relname, array_agg(a.attname order by k.place)::text[]
       from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
       cross join lateral unnest(i.indkey) with ordinality k(number, place)
       join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
       where i.indisprimary and n.nspname = 'public' group by c.relname`,
    );
    const keys = new Map(rows as [string, string[]][]);
    for (const table of known) {
      const { name, columns, primaryKeys } = getTableConfig(table);
      const key =
        primaryKeys[0]?.columns.map((column) => column.name) ??
        columns.filter((column) => column.primary).map((column) => column.name);
      expect([name, key]).toEqual([name, keys.get(name) ?? []]);
    }
    const owned = await store.database.values(
      `select table_name from information_schema.columns where table_schema = 'public' and column_name = 'account_id'`,
    );
    const wrong = owned
      .map(([name]) => name as string)
      .filter((name) => keys.get(name)?.[0] !== "account_id" && !lookUps.includes(name));
    expect(wrong).toEqual([]);
  });
});
