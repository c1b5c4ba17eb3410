// Indexes that the migrations make: which of them a database lacks, and how they are made again. Those of primary keys and of
// `unique` in a table are not among them: PostgreSQL drops these with their constraint alone.
import { partName } from "../cluster/parts.ts";
import { tableKinds } from "../cluster/table-kinds.ts";
import { indexStatement } from "./online-indexes.ts";
import { type Database, SqlError } from "./sql.ts";
import { splitStatements } from "./statements.ts";

/** The migrations' indexes by name, each with the statement that makes it. */
export function indexesOf(migrations: IndexSource): Map<string, string> {
  const made = new Map<string, string>();
  for (const { sql } of migrations)
    for (const statement of splitStatements(sql)) {
      const index = indexStatement(statement);
      if (index) made.set(index.name, statement);
      const dropped = /^drop index (?:if exists )?(\w+)$/i.exec(statement)?.[1];
      if (dropped !== undefined) made.delete(dropped);
    }
  return made;
}

/** An index of that name is there. */
const duplicateTable = "42P07";

interface BrokenIndex {
  name: string;
  /** `unfinished`: a build beside writers was cut off, and left what no query uses. */
  state: "missing" | "unfinished";
  /** Statements that make it again, beside writers where the database can. */
  statements: readonly string[];
}

type IndexSource = readonly { sql: string }[];

/** Indexes of the migrations that no query can use, but for those that are being built. A spread database has some in each part. */
export async function brokenIndexes(db: Database, migrations: IndexSource): Promise<BrokenIndex[]> {
  const rows = await db.rows<{ schema: string; name: string; valid: boolean }>(
    `select c.relnamespace::regnamespace::text as schema, c.relname as name, i.indisvalid or exists (
       select from pg_stat_progress_create_index p where p.index_relid = i.indexrelid) as valid from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = ${db.parts ? "'public'" : "quote_ident(current_schema())"}::regnamespace or c.relnamespace::regnamespace::text ~ '^part_[0-9]+$'`,
  );
  const found = new Map(
    rows.map(({ schema, name, valid }) => [isPart.test(schema) ? `${schema}.${name}` : name, valid]),
  );
  const parts = (db.parts ?? []).map((_, part) => `${partName(part)}.`);
  // The embedded database has one session: nobody writes meanwhile.
  const beside = db.kind === "postgres" ? " concurrently" : "";
  return [...indexesOf(migrations)].flatMap(([index, statement]) => {
    const isOfAccounts = tableKinds.get(indexStatement(statement)?.table ?? "")?.kind === "distributed";
    return (db.parts && isOfAccounts ? parts : [""]).flatMap((schema): BrokenIndex[] => {
      const name = `${schema}${index}`;
      const make = statement.replace(/^(create (?:unique )?index) (\w+ on )/i, `$1${beside} $2${schema}`);
      switch (found.get(name)) {
        case true:
          return [];
        case false:
          return [{ name, state: "unfinished", statements: [`drop index${beside} ${name}`, make] }];
        default:
          return [{ name, state: "missing", statements: [make] }];
      }
    });
  });
}

const isPart = /^part_[0-9]+$/;

/** Makes them again, one after the other. @returns names of those that were made, and why others could not be */
export async function mendIndexes(
  db: Database,
  migrations: IndexSource,
): Promise<{ made: string[]; refused: string[] }> {
  const made: string[] = [];
  const refused: string[] = [];
  const broken = await brokenIndexes(db, migrations);
  const all = async (session: Pick<Database, "values">) => {
    for (const { name, statements } of broken)
      try {
        for (const statement of statements) await session.values(statement);
        made.push(name);
      } catch (error) {
        if (!(error instanceof SqlError)) throw error;
        // Somebody else makes it, too.
        if (error.sqlState === duplicateTable) continue;
        refused.push(`${name}: ${error.message}`);
      }
  };
  if (broken.length > 0) await (db.alone(all) ?? all(db));
  return { made, refused };
}
