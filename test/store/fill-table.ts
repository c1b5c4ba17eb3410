// Rows in a table of any earlier schema: each column that must have a value gets one that its type allows.
import type { Database } from "../../src/store/database/database.ts";

const byType: Record<string, string> = {
  uuid: "gen_random_uuid()",
  text: "'x' || n",
  "timestamp with time zone": "now() + n * interval '1 microsecond'",
  integer: "n",
  smallint: "0",
  bigint: "n",
  boolean: "false",
  bytea: "'\\x00'",
  jsonb: "'{}'",
  ARRAY: "'{}'",
  tsvector: "''::tsvector",
  date: "current_date",
};

/** One of a hundred. */
const owner = "lpad(to_hex(n % 100 + 1), 32, '0')::uuid";

/** What a check, a key or an index wants otherwise. */
const byColumn: Record<string, string> = {
  "messages.direction": "'inbound'",
  "messages.state": "'received'",
  "messages.from_email": "'a' || n % 1000 || '@remote.example'",
  "messages.account_id": owner,
  "messages.identity_id": owner,
  "events.account_id": owner,
  "events.type": "'message.received'",
  "accounts.account_id": "lpad(to_hex(n), 32, '0')::uuid",
  "calendar_events.account_id": owner,
  "calendar_events.identity_id": owner,
  "calendar_events.kind": "'single'",
};

/** Values that checks of the schema allow, read from their text. */
async function allowed(database: Database, table: string): Promise<Map<string, string>> {
  const rows = await database.rows<{ text: string }>(
    "select pg_get_constraintdef(oid) as text from pg_constraint where conrelid = $1::text::regclass and contype = 'c'",
    [table],
  );
  const found = new Map<string, string>();
  for (const { text } of rows) {
    const [, column, value] = /\(?(\w+) = ANY \(ARRAY\['([^']*)'/.exec(text) ?? [];
    if (column) found.set(column, `'${value}'`);
  }
  return found;
}

/** An expression in `n` for each column that must have a value and gets none by itself. */
export async function valuesOf(database: Database, table: string): Promise<Map<string, string>> {
  const columns = await database.rows<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_name = $1::text and is_nullable = 'NO' and column_default is null and is_generated = 'NEVER'`,
    [table],
  );
  const checks = await allowed(database, table);
  return new Map(
    columns.map(({ name, type }) => [
      name,
      byColumn[`${table}.${name}`] ?? checks.get(name) ?? byType[type] ?? "null",
    ]),
  );
}

export async function fillTable(database: Database, table: string, rows: number): Promise<void> {
  const values = await valuesOf(database, table);
  await database.transaction(
    async (tx) => {
      // Without the checks of foreign keys.
      await tx.values("set local session_replication_role = replica");
      await tx.values(
        `insert into ${table} (${[...values.keys()].join(", ")})
         select ${[...values.values()].join(", ")} from generate_series(1, ${rows}) n`,
      );
    },
    { long: true },
  );
}
