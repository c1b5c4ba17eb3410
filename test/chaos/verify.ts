// What must be so after things broke: all that was acknowledged is there once, left once, and was told.
import postgres from "postgres";
import { runCommand } from "../support/app/server.ts";
import type { Copy } from "./outside.ts";
import type { Loss, World } from "./world.ts";

export interface Verdict {
  received: number;
  sent: number;
  appended: number;
  /** Sends that the relay took again, as nobody could know that it had them: see `isUnknown`. */
  unknown: number;
  refusals: Record<string, number>;
  problems: string[];
}

/**
 * A dead process is found after 20 s; its calls of webhooks are made again after 30. What the relay did not answer in time, and what
 * was claimed often by processes that died, waits for 5 minutes.
 */
const patienceMs = 8 * 60_000;

/** Waits until the queues are empty, then compares. */
export async function verify(world: World): Promise<Verdict> {
  const { ledger, outside, cluster, store, settings, losses } = world;
  const problems: string[] = [];
  const sql = postgres(cluster.primaryUrl, { max: 1, onnotice: () => undefined });
  let stored = new Map<string, number>();
  try {
    problems.push(...(await waitForQueues(sql)));
    const count = async (direction: string, letter: string) => {
      const rows = await sql.unsafe(
        `select subject, count(*)::int as copies from messages where direction = $1 and subject ~ $2 and state <> 'draft' group by 1`,
        [direction, `^${letter}[0-9]+$`],
      );
      return new Map(rows.map((row) => [row.subject as string, row.copies as number]));
    };
    const received = await count("inbound", "[ka]");
    problems.push(...differences("received", ledger.received.keys(), received));
    problems.push(...differences("appended", ledger.appended, received));
    problems.push(...differences("sent", ledger.sent.keys(), await count("outbound", "[sd]")));
    stored = await storedTimes(sql);
  } finally {
    await sql.end();
  }
  let unknown = 0;
  for (const [subject, copies] of outside.left) {
    if (copies.length === 1) continue;
    if (isUnknown(copies, { losses, storedMs: stored.get(subject) ?? null })) unknown += copies.length - 1;
    else problems.push(`${subject} was sent ${copies.length} times: ${JSON.stringify(copies)}`);
  }
  for (const subject of ledger.sent.keys())
    if (!outside.left.has(subject)) problems.push(`${subject} never left`);
  for (const subject of ledger.received.keys())
    if (!outside.told.has(subject)) problems.push(`${subject} was not told`);
  for (const [subject, ids] of outside.told)
    if (ids.size > 1) problems.push(`${subject} was told by ${ids.size} events`);
  const check = await runCommand(store, ["check"], { settings });
  if (check.exitCode !== 0) problems.push(`check: ${check.stdout}${check.stderr}`.slice(0, 2000));
  return {
    received: ledger.received.size,
    sent: ledger.sent.size,
    appended: ledger.appended.size,
    unknown,
    refusals: Object.fromEntries(ledger.refusals),
    problems: problems.slice(0, 20),
  };
}

/** How long after it was cut off a process still ends mails (`sureMs` in actors/runtime/heartbeat.ts), and the relay's delay. */
const sureMs = 9_000 + 2_000;

/**
 * Whether all copies but the last came from processes that were killed or cut off before they could store that the relay had
 * the mail: each was lost before the next copy came, and nothing was stored before the last one. Then nobody can know whether the
 * server has the mail, and it has to be sent again. RFC 5321 4.2.5, RFC 1047
 */
function isUnknown(
  copies: readonly Copy[],
  { losses, storedMs }: { losses: readonly Loss[]; storedMs: number | null },
): boolean {
  if (storedMs !== null && storedMs < copies.at(-1)!.unixMs) return false;
  return copies
    .slice(0, -1)
    .every(({ by, atMs }, n) =>
      losses.some(
        (loss) => loss.by === by && atMs < loss.fromMs + sureMs && loss.fromMs < copies[n + 1]!.atMs,
      ),
    );
}

/** When it was first stored that the relay has a mail, by subject. */
async function storedTimes(sql: postgres.Sql): Promise<Map<string, number>> {
  const rows = await sql.unsafe(
    `select m.subject, min(e.created_at) as at from events e join messages m on m.account_id = e.account_id
       and m.id = (e.data->>'message_id')::uuid
     where e.type = 'message.delivered' group by 1`,
  );
  return new Map(rows.map((row) => [row.subject as string, (row.at as Date).getTime()]));
}

async function waitForQueues(sql: postgres.Sql): Promise<string[]> {
  const startMs = performance.now();
  for (;;) {
    const [row] = await sql.unsafe(
      `select (select count(*) from outbound where next_attempt_at is not null)
        + (select count(*) from deliveries where next_attempt_at is not null) as queued`,
    );
    if (Number(row!.queued) === 0) return [];
    if (performance.now() - startMs > patienceMs) {
      const left = await sql.unsafe(
        `select status, attempts, response, claimed_by, next_attempt_at - now() as due from outbound
         where next_attempt_at is not null limit 5`,
      );
      return [`${row!.queued} entries are still queued, of them mails: ${JSON.stringify(left)}`];
    }
    await Bun.sleep(250);
  }
}

function differences(what: string, wanted: Iterable<string>, found: ReadonlyMap<string, number>): string[] {
  return [...wanted].flatMap((subject) => {
    const copies = found.get(subject) ?? 0;
    return copies === 1 ? [] : [`${what} ${subject} is stored ${copies} times`];
  });
}
