// One PostgreSQL and one that is spread over two parts, with the same rows: what is asked of both has one answer.
import { migrations } from "../../../migrations/index.ts";
import { tableKinds } from "../../../src/store/cluster/table-kinds.ts";
import type { Database } from "../../../src/store/database/database.ts";
import { migrate } from "../../../src/store/database/migrate.ts";
import { valuesOf } from "../../store/fill-table.ts";
import { isCluster, tempStore } from "../app/database.ts";
import { spreadStore } from "./spread-store.ts";

export interface DatabasePair {
  one: Database;
  spread: Database;
  /** Inserts into both, without the checks of foreign keys: rows with the same columns, and what else a row must have. */
  put(table: string, rows: readonly Record<string, unknown>[]): Promise<void>;
  /** The spread one as a server that begins has it. */
  anew(): Promise<Database>;
  stop(): Promise<void>;
}

export const partCount = 2;

/** An account's id: they sort by `n`. */
export function accountIn(part: 0 | 1, n: number): string {
  return `01900000-0000-7000-8000-${n.toString(16).padStart(8, "0")}000${part}`;
}

/** An id of a row: they sort by `n`. */
export function rowId(n: number): string {
  return `01910000-0000-7000-8000-${n.toString(16).padStart(12, "0")}`;
}

/** An instant: so many minutes after midnight. */
export function minute(n: number): string {
  return new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString().replace("Z", "000Z");
}

export async function databasePair(): Promise<DatabasePair> {
  const stores = [await tempStore("postgres", { empty: isCluster }), await spreadStore(partCount)] as const;
  const [one, spread] = [await stores[0].open(), await stores[1].open()];
  // On a real cluster: a database of the coordinator alone.
  if (isCluster) await migrate(one, migrations);
  const insert = async (into: Database, table: string, rows: readonly Record<string, unknown>[]) => {
    const [first] = rows;
    if (!first) return;
    const made = [...(await valuesOf(one, table))].filter(([name]) => !(name in first));
    const given = Object.keys(first);
    await into.transaction(async (tx) => {
      if (isCluster) await tx.values("set local citus.propagate_set_commands = 'local'");
      await tx.values("set local session_replication_role = replica");
      await tx.values(
        `insert into ${table} (${[...made.map(([name]) => name), ...given].join(", ")})
         select ${[...made.map(([, value]) => value), ...given.map((name) => `r.${name}`)].join(", ")}
         from (select row_number() over () as n, x.* from jsonb_populate_recordset(null::${table}, $1::text::jsonb) x) r`,
        [JSON.stringify(rows)],
      );
    });
  };
  return {
    one,
    spread,
    async put(table, rows) {
      await insert(one, table, rows);
      if (tableKinds.get(table)?.kind !== "distributed") return insert(spread, table, rows);
      const groups = Map.groupBy(rows, (row) => spread.partOf?.(row.account_id as string) ?? 0);
      for (const [part, own] of groups) await insert(spread.parts![part]!, table, own);
    },
    anew: () => stores[1].open(),
    async stop() {
      for (const store of stores) await store.dispose();
    },
  };
}
