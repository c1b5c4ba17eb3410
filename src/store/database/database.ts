// Opens the database that the settings name. What can be done with it stands in sql.ts and is exported from here.
import type { Log } from "../../lib/log.ts";
import { openEmbedded } from "../embedded/embedded.ts";
import { openPostgres } from "./postgres.ts";
import type { Database, Executor } from "./sql.ts";

export * from "./sql.ts";
export { binaryArray } from "./values.ts";

export interface DatabaseOptions {
  /** null: embedded, in `dataDir`. */
  databaseUrl: string | null;
  /** Where databaseUrl is a pooler that shares sessions by the transaction: the database behind it. Default: none. */
  databaseDirectUrl?: string | null;
  /** Whether that pooler keeps prepared statements. Default: no. */
  databasePreparesPooled?: boolean;
  /** A streaming standby for long reads. Default: none. */
  databaseReadUrl?: string | null;
  /** Exists, and is locked by this process (lockDataDir). The embedded database lives in its folder `postgres`. */
  dataDir: string;
  /** Connections to Postgres, one of which hears notifications. Default 10. */
  maxConnections?: number;
  log?: Log;
  /** How long to wait for a Postgres that is not up yet. Default: not at all. */
  waitSeconds?: number;
}

/** @throws DatabaseUnavailable when it cannot be opened, with the reason in its message */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.databaseUrl === null
    ? openEmbedded({ dataDir: options.dataDir, log: options.log })
    : openPostgres({
        url: options.databaseUrl,
        directUrl: options.databaseDirectUrl,
        preparesPooled: options.databasePreparesPooled,
        readUrl: options.databaseReadUrl,
        maxConnections: options.maxConnections,
        log: options.log,
        waitSeconds: options.waitSeconds,
      });
}

/** Resolves when the database answers. @throws DatabaseUnavailable */
export async function ping(db: Executor): Promise<void> {
  await db.values("select 1");
}
