// Databases that suites pass on, emptied: a session that has read the catalogues and planned its statements spares the next
// suite of the process most of its start. One of each kind waits; it lives until the process ends.
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { AppDeps } from "../../../src/app/core.ts";
import { type Log, silentLog } from "../../../src/lib/log.ts";
import {
  type Database,
  type DatabaseOptions,
  DatabaseUnavailable,
  openDatabase,
} from "../../../src/store/database/database.ts";
import { eventually } from "./app.ts";
import { isCluster, type Kind, type TempStore, tempStore } from "./database.ts";

/** A store with the database that is open on it. */
interface PassedOn {
  store: TempStore;
  database: Database;
  /** The settings that it was opened with. */
  settings: string;
  /** Objects and settings that a suite must leave as they were. */
  shape: string;
  /** Log of the suite that has it. */
  log: Log;
}

const waiting = new Map<Kind, PassedOn>();

/** A suite's store, and how its app opens the database on it. */
export interface SuiteStoreOfApp {
  readonly store: TempStore;
  readonly openDatabase: NonNullable<AppDeps["openDatabase"]>;
  /** The app is stopped next, for the last time: its database stays open. */
  passOn(): void;
  /** After the app's stop. */
  end(): Promise<void>;
}

/** @param isOwn it is made now, and not passed on */
export async function suiteStore(kind: Kind, isOwn = false): Promise<SuiteStoreOfApp> {
  const found = isOwn ? undefined : waiting.get(kind);
  if (found) waiting.delete(kind);
  const store = found?.store ?? (await tempStore(kind));
  let held: PassedOn | null = found ?? null;
  let isLast = false;
  return {
    store,
    async openDatabase(options) {
      const settings = settingsOf(options);
      if (held && held.settings !== settings) {
        await held.database.close();
        held = null;
      }
      held ??= await open(store, options, settings);
      held.log = options.log ?? silentLog;
      const { database } = held;
      return viewOf(database, async () => {
        if (isLast) return;
        held = null;
        await database.close();
      });
    },
    passOn() {
      isLast = true;
    },
    async end() {
      // A cluster's rows stand in parts, on other nodes.
      if (held && !isOwn && !isCluster && !waiting.has(kind) && (await emptied(held)))
        waiting.set(kind, held);
      else {
        await held?.database.close();
        await store.dispose();
      }
    },
  };
}

function settingsOf(options: DatabaseOptions): string {
  const { databaseUrl, databaseDirectUrl, databasePreparesPooled, databaseReadUrl, maxConnections } = options;
  return JSON.stringify([
    databaseUrl,
    databaseDirectUrl,
    databasePreparesPooled,
    databaseReadUrl,
    maxConnections,
  ]);
}

async function open(store: TempStore, options: DatabaseOptions, settings: string): Promise<PassedOn> {
  const log: Log = {
    ...silentLog,
    info: (...line) => held.log.info(...line),
    warn: (...line) => held.log.warn(...line),
    error: (...line) => held.log.error(...line),
  };
  const held = { store, settings, log: options.log ?? silentLog } as PassedOn;
  held.database = await openDatabase({ ...options, log });
  held.shape = await shapeOf(held.database);
  return held;
}

/** The database as one app has it: a call that comes after the app closed it fails, as ever. */
function viewOf(database: Database, close: () => Promise<void>): Database {
  let isClosed = false;
  const refuse = () => Promise.reject(new DatabaseUnavailable("the database is closed"));
  return new Proxy(database, {
    get(target, name) {
      if (name === "close")
        return async () => {
          if (isClosed) return;
          isClosed = true;
          await close();
        };
      const value = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return isClosed ? refuse : value.bind(target);
    },
  });
}

/** @returns false: it cannot be passed on, for a suite broke it or changed more than rows */
async function emptied({ database, store, shape }: PassedOn): Promise<boolean> {
  try {
    const { load } = database;
    await eventually(() => database.load.busy + load.waiting === 0);
    await database.exec(empty);
    if ((await shapeOf(database)) !== shape) return false;
    for (const name of readdirSync(store.dataDir))
      if (name !== "postgres") rmSync(join(store.dataDir, name), { recursive: true });
    return true;
  } catch {
    return false;
  }
}

/** A table that has little keeps its file, and plans that name it; others begin anew. Rows go whatever refers to them. */
const empty = `do $$
  declare t record;
  begin
    set local session_replication_role = replica;
    for t in select oid::regclass as name, pg_table_size(oid) > 500000 as large from pg_class
             where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> 'schema_migrations'
               and pg_relation_size(oid) > 0 loop
      if t.large then execute format('truncate %s cascade', t.name);
      else execute format('delete from %s', t.name);
      end if;
    end loop;
  end $$`;

/** Tables, columns, rules, functions, triggers and settings, in short. */
async function shapeOf(database: Database): Promise<string> {
  const rows = await database.values(
    `select (select row(count(*), sum(relnatts), max(oid)) from pg_class)::text, (select max(oid) from pg_proc),
            (select row(count(*), max(oid)) from pg_constraint)::text,
            (select string_agg(tgname || tgenabled::text, ' ' order by tgname) from pg_trigger where not tgisinternal),
            (select count(*) from pg_db_role_setting), (select count(*) from pg_settings where source = 'session')`,
  );
  return JSON.stringify(rows);
}
