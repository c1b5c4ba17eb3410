// Tables of the schema with their columns and their kind on a cluster.
import { getTableName, is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { tableKinds } from "../../../src/store/cluster/table-kinds.ts";
import * as tables from "../../../src/store/tables/index.ts";
import type { Catalogue } from "./statement-accounts.ts";

const columns = new Map(
  Object.values(tables).flatMap((table) => {
    if (!is(table, PgTable)) return [];
    const names = getTableConfig(table as PgTable).columns.map(({ name }) => name);
    return [[getTableName(table as PgTable), new Set(names)] as const];
  }),
);

const named = (wanted: string) =>
  new Set([...tableKinds].flatMap(([name, { kind }]) => (kind === wanted ? [name] : [])));

export const catalogue: Catalogue = {
  columns,
  distributed: named("distributed"),
  reference: named("reference"),
};
