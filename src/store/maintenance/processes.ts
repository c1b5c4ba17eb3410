// Processes that work on one database. Each counts beats while it lives; others watch whether its count still rises.
import type { Instant } from "../../lib/clock.ts";
import type { Executor } from "../database/database.ts";

export interface Beating {
  id: string;
  beats: number;
  /** Somebody has said that it is dead, and may not have come to free what it held. */
  isDead: boolean;
  /** The database's clock, milliseconds since the epoch; null but for this process. */
  nowMs: number | null;
}

/** By name. `S3_BUCKET` is the name of the place of blobs, the others are digests: config/shared.ts. */
export type ProcessSettings = Readonly<Record<string, string>>;

export async function addProcess(
  db: Executor,
  id: string,
  { now, settings }: { now: Instant; settings: ProcessSettings },
): Promise<void> {
  await db.values(
    "insert into processes (id, beats, beat_at, settings) values ($1::uuid, 0, $2::timestamptz, $3::jsonb)",
    [id, now, JSON.stringify(settings)],
  );
}

export async function changeSettings(db: Executor, id: string, settings: ProcessSettings): Promise<void> {
  await db.values("update processes set settings = $2::jsonb where id = $1::uuid returning 1", [
    id,
    JSON.stringify(settings),
  ]);
}

/** The settings of live processes among these; null: of an older version. */
export async function settingsOf(
  db: Executor,
  ids: readonly string[],
): Promise<{ id: string; settings: ProcessSettings | null }[]> {
  return db.rows("select id, settings from processes where id = any($1::uuid[]) and dead_at is null", [ids]);
}

/** Names of the places where live processes keep blobs. */
export async function blobPlaces(db: Executor): Promise<string[]> {
  const rows = await db.rows<{ place: string }>(
    `select distinct settings->>'S3_BUCKET' as place from processes
     where dead_at is null and settings ? 'S3_BUCKET' and beat_at > now() - interval '1 minute'`,
  );
  return rows.map(({ place }) => place);
}

const clockMs = '(extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"';

/** Counts a beat. @returns all processes; without this one where others have said that it is dead */
export async function beat(db: Executor, id: string, now: Instant): Promise<Beating[]> {
  return db.rows<Beating>(
    `with own as (
       update processes set beats = beats + 1, beat_at = $2::timestamptz
       where id = $1::uuid and dead_at is null returning id, beats)
     select id, beats::float8 as beats, false as "isDead", ${clockMs} from own
     union all
     select id, beats::float8, dead_at is not null, null from processes where id <> $1::uuid`,
    [id, now],
  );
}

/** Says that a process is dead, unless it has beaten since. @returns whether it is */
export async function declareDead(
  db: Executor,
  { id, beats }: Pick<Beating, "id" | "beats">,
  now: Instant,
): Promise<boolean> {
  const rows = await db.values(
    `update processes set dead_at = coalesce(dead_at, $3::timestamptz)
     where id = $1::uuid and (beats = $2::bigint or dead_at is not null) returning 1`,
    [id, beats, now],
  );
  return rows.length > 0;
}

/** Names of processes that nobody has said to be dead. */
export async function liveProcesses(db: Executor): Promise<string[]> {
  const rows = await db.values("select id from processes where dead_at is null");
  return rows.map(([id]) => id as string);
}

export async function removeProcess(db: Executor, id: string): Promise<void> {
  await db.values("delete from processes where id = $1::uuid", [id]);
}
