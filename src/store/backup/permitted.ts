// What a database permits: shown before a backup goes into use, since one that is older than a revocation or a decision brings
// back what was ended since.
import type { Instant } from "../../lib/clock.ts";
import type { Executor } from "../database/database.ts";

export interface Permitted {
  /** Each as people know it, at most 20; `count` of all. */
  kinds: { kind: string; count: number; names: string[] }[];
  /** The newest end of a key or program that is known; null: none. */
  lastRevoked: Instant | null;
  /** The newest decision about a mail; null: none. */
  lastDecided: Instant | null;
}

const named = 20;

/** SQL of each kind: `name`, newest first. Makers are named by their keys' ids. */
const by = (maker: string) =>
  `coalesce(' by ' || (${maker}->>'kind') || ' ' || coalesce(${maker}->>'id', ''), ' by nobody that is known')`;
const sources: [kind: string, sql: string][] = [
  [
    "API keys",
    `select name || ' (' || prefix || '…, ' || case when identity_ids is null then 'everything' else cardinality(identity_ids) || ' addresses' end || ')' as name,
       created_at from api_keys where level is null`,
  ],
  [
    "programs that people let in",
    `select g.client_name || ' (' || k.level || ')' as name, g.created_at from oauth_grants g
       join api_keys k on k.account_id = g.account_id and k.id = g.id`,
  ],
  [
    "app passwords",
    `select p.name || ' of ' || i.local_part || '@' || i.domain as name, p.created_at from app_passwords p
       join identities i on i.account_id = p.account_id and i.id = p.identity_id where i.deleted_at is null`,
  ],
  [
    "rules that forward mail outside",
    `select local_part || '@' || domain || ' to ' || array_to_string(forward_to, ', ') || ${by("maker")} as name, created_at
       from routing_rules where forward_to is not null and status = 'active'`,
  ],
  [
    "scheduled drafts",
    `select coalesce(subject, '(no subject)') || ' at ' || to_char(send_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ${by("scheduled_by")} as name, created_at
       from messages where send_due is not null and state in ('scheduled', 'sending')`,
  ],
  [
    "entries of allow lists",
    `select direction || ' ' || entry || ${by("maker")} as name, created_at from protection_entries where list = 'allow'`,
  ],
  [
    "contacts that somebody allowed",
    `select email || ${by("coalesce(send_allowed_by, receive_allowed_by)")} as name, coalesce(send_allowed_at, receive_allowed_at) as created_at
       from contacts where send_allowed_at is not null or receive_allowed_at is not null`,
  ],
];

export async function readPermitted(db: Pick<Executor, "rows">): Promise<Permitted> {
  const kinds: Permitted["kinds"] = [];
  for (const [kind, sql] of sources) {
    const rows = await db.rows<{ name: string; count: number }>(
      `select name, count(*) over ()::int as count from (${sql}) permitted order by created_at desc limit ${named}`,
      [],
    );
    if (rows.length > 0) kinds.push({ kind, count: rows[0]!.count, names: rows.map(({ name }) => name) });
  }
  const [last] = await db.rows<{ revoked: Instant | null; decided: Instant | null }>(
    `select (select max(revoked_at) from revoked_keys) as revoked, (select max(decided_at) from reviews) as decided`,
    [],
  );
  return { kinds, lastRevoked: last!.revoked, lastDecided: last!.decided };
}

/** Lines for people. @param takenAt the moment of the backup */
export function permittedText({ kinds, lastRevoked, lastDecided }: Permitted, takenAt: string): string {
  const lines = kinds.flatMap(({ kind, count, names }) => [
    `${count} ${kind}:`,
    ...names.map((name) => `  ${name.replaceAll(/\p{Cc}/gu, " ")}`),
    ...(count > names.length ? [`  and ${count - names.length} more`] : []),
  ]);
  return [
    `The backup is of ${takenAt}. What was ended or decided after that is as it was before; this is what it permits.`,
    ...lines,
    `The newest end of a key or program in it: ${lastRevoked ?? "none"}. The newest decision about a mail: ${lastDecided ?? "none"}.`,
  ].join("\n");
}

/** Marks that a backup was loaded. */
export async function noteRestore(
  db: Pick<Executor, "values">,
  { restoredAt, takenAt }: { restoredAt: Instant; takenAt: string },
): Promise<void> {
  await db.values(
    `insert into restores (restored_at, taken_at) values ($1::timestamptz, $2::timestamptz)
     on conflict (restored_at) do nothing returning 1`,
    [restoredAt, takenAt],
  );
}

/** The moments of backups that were loaded and not spoken of yet, which they are now: one process says it. */
export async function untoldRestores(db: Pick<Executor, "rows">, at: Instant): Promise<Instant[]> {
  const rows = await db.rows<{ takenAt: Instant }>(
    `update restores set told_at = $1::timestamptz where told_at is null returning taken_at as "takenAt"`,
    [at],
  );
  return rows.map(({ takenAt }) => takenAt);
}
