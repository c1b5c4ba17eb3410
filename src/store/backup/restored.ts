// The mark of a restored database, set from the moment its rows are there: nothing is served of it before a person has accepted what
// it permits, and the first start after that says so once. A secret holds it, which every schema has.
import { type Executor, SqlError } from "../database/database.ts";
import { BackupError } from "./places.ts";
import { unfinished } from "./unfinished.ts";

const secretName = "restored";

export interface Restored {
  /** The moment of the backup, ISO 8601. */
  takenAt: string;
  /** `loading`: it did not end; `waiting`: for somebody to accept what it permits. */
  state: "loading" | "waiting" | "accepted";
  /** Large mails and files that came without their bytes; left out by versions that did not count them. */
  lost?: number;
}

export async function markRestored(db: Pick<Executor, "values">, mark: Restored): Promise<void> {
  await db.values(
    `insert into secrets (name, value) values ($1::text, convert_to($2::text, 'UTF8'))
     on conflict (name) do update set value = excluded.value returning 1`,
    [secretName, JSON.stringify(mark)],
  );
}

/** null: it was not restored, or that was said. */
export async function readRestored(db: Pick<Executor, "values">): Promise<Restored | null> {
  try {
    const [row] = await db.values("select value from secrets where name = $1::text", [secretName]);
    return row ? (JSON.parse(Buffer.from(row[0] as Uint8Array).toString()) as Restored) : null;
  } catch (error) {
    // undefined_table. PostgreSQL Appendix A
    if (error instanceof SqlError && error.sqlState === "42P01") return null;
    throw error;
  }
}

/** @throws BackupError unless what was restored waits to be accepted */
export async function requireWaiting(db: Pick<Executor, "values">): Promise<Restored> {
  const mark = await readRestored(db);
  if (mark?.state === "waiting") return mark;
  throw new BackupError(
    mark?.state === "loading"
      ? unfinished
      : "No backup waits to be accepted here: it was accepted already, or none was restored. Name the DATA_DIR or DATABASE_URL of the restore.",
  );
}

/** @throws Error with a message for the operator, while nobody has accepted what a restored database permits */
export async function requireAccepted(db: Pick<Executor, "values">): Promise<void> {
  const mark = await readRestored(db);
  if (mark === null || mark.state === "accepted") return;
  if (mark.state === "loading") throw new Error(unfinished);
  throw new Error(
    `A backup of ${mark.takenAt} was restored here, and nobody has accepted what it permits. postroom restore --accept shows it and asks.`,
  );
}

/** The moment of the backup, to the one process that is to say it; null: to none. */
export async function takeRestoredWord(db: Pick<Executor, "values">): Promise<string | null> {
  const [row] = await db.values(
    `delete from secrets where name = $1::text and convert_from(value, 'UTF8')::jsonb->>'state' = 'accepted'
     returning convert_from(value, 'UTF8')::jsonb->>'takenAt'`,
    [secretName],
  );
  return row ? String(row[0]) : null;
}
