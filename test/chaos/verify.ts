// What must be so after things broke: all that was acknowledged is there once, left once, and was told.
import postgres from "postgres";
import { runCommand } from "../support/app/server.ts";
import { type Evidence, type Reason, reasonsOf, unstoredMs } from "./doubles.ts";
import { strangeRefusals } from "./load.ts";
import type { World } from "./world.ts";

export interface Verdict {
  /** Acknowledged writes that were looked for: mails in, sends, mails appended. */
  received: number;
  sent: number;
  appended: number;
  /** Copies at the relay that another one followed, by reason: see `doubles.ts`. */
  doubles: Partial<Record<Reason, number>>;
  /** Between a 250 and the kill that kept it from being stored. */
  unstoredMs: { median: number; longest: number };
  /** Calls of webhooks that told again what was told, with the same id. */
  toldAgain: number;
  /** How long the queues took to empty, after all else had ended. */
  emptiedSeconds: number;
  refusals: Record<string, number>;
  problems: string[];
}

/**
 * A dead process is found after 20 s; its calls of webhooks are made again after 30. What the relay did not answer in time, and what
 * was claimed often by processes that died, waits for 5 minutes.
 */
const patienceMs = 8 * 60_000;
const mostShown = 60;

interface Stored {
  id: string;
  direction: string;
  subject: string;
}

/** Waits until the queues are empty, then compares. */
export async function verify(world: World): Promise<Verdict> {
  const { ledger, outside, cluster, store, settings } = world;
  const sql = postgres(cluster.primaryUrl, { max: 1, onnotice: () => undefined });
  const startMs = performance.now();
  const problems: string[] = [];
  try {
    problems.push(...(await waitForQueues(world, sql)));
    const emptiedSeconds = Math.round((performance.now() - startMs) / 1000);
    const stored = (await sql.unsafe(
      `select id, direction, subject from messages where subject ~ '^[kasd][0-9]+$' and state <> 'draft'`,
    )) as unknown as Stored[];
    const received = copiesOf(stored, "inbound");
    problems.push(...differences("received", ledger.received.keys(), received));
    problems.push(...differences("appended", ledger.appended, received));
    problems.push(...differences("sent", ledger.sent.keys(), copiesOf(stored, "outbound")));
    for (const subject of ledger.sent.keys())
      if (!outside.left.has(subject)) problems.push(`${subject} never left`);
    problems.push(...untold(world, stored));
    const { doubles, unstored, faults } = await explainDoubles(world, sql, stored);
    problems.push(...faults);
    const check = await runCommand(store, ["check"], { settings });
    if (check.exitCode !== 0) problems.push(`check: ${check.stdout}${check.stderr}`.slice(0, 2000));
    return {
      received: ledger.received.size,
      sent: ledger.sent.size,
      appended: ledger.appended.size,
      doubles,
      unstoredMs: { median: unstored[unstored.length >> 1] ?? 0, longest: unstored.at(-1) ?? 0 },
      toldAgain: [...outside.told.values()].reduce((sum, { ids, calls }) => sum + calls - ids.size, 0),
      emptiedSeconds,
      refusals: Object.fromEntries(ledger.refusals),
      problems: problems.slice(0, mostShown),
    };
  } finally {
    await sql.end();
  }
}

/** Each mail that came in and each that was sent is told of by one event, however often. */
function untold({ ledger, outside }: World, stored: readonly Stored[]): string[] {
  const problems = outside.misnamed.map((name) => `a webhook was called as ${name}`);
  for (const { id, direction, subject } of stored) {
    const isTold = direction === "outbound" || subject.startsWith("k");
    const isKnown = ledger.received.has(subject) || ledger.sent.has(subject);
    const type = direction === "outbound" ? "message.sent" : "message.received";
    const events = outside.told.get(`${type} ${id}`)?.ids.size ?? 0;
    if (events > 1 || (events === 0 && isTold && isKnown))
      problems.push(`${subject} was told by ${events} events`);
  }
  return problems;
}

async function explainDoubles(
  { outside, losses, lines }: World,
  sql: postgres.Sql,
  stored: readonly Stored[],
): Promise<{ doubles: Verdict["doubles"]; unstored: number[]; faults: string[] }> {
  const ids = new Map(
    stored.filter(({ direction }) => direction === "outbound").map((m) => [m.subject, m.id]),
  );
  const times = await storedTimes(sql);
  const written = lines();
  const doubles: Verdict["doubles"] = {};
  const faults: string[] = [];
  const unstored: number[] = [];
  for (const [subject, copies] of outside.left) {
    if (copies.length === 1) continue;
    const messageId = ids.get(subject) ?? null;
    const storedMs = (messageId !== null && times.get(messageId)) || null;
    const evidence: Evidence = { losses, lines: written, storedMs, messageId };
    const reasons = reasonsOf(copies, evidence);
    for (const reason of reasons) doubles[reason] = (doubles[reason] ?? 0) + 1;
    unstored.push(...unstoredMs(copies, evidence));
    if (!reasons.includes("fault")) continue;
    const names = copies.map(({ by }) => by);
    const told = {
      losses: losses.filter(({ by }) => names.includes(by)),
      stored: storedMs,
      lines: written.filter(({ by, message_id, message }) =>
        message_id === undefined
          ? names.includes(by) && message.includes("process")
          : message_id === messageId,
      ),
    };
    faults.push(
      `${subject} was sent ${copies.length} times (${reasons.join(", ")}): ${JSON.stringify({ copies, ...told })}`,
    );
  }
  return { doubles, unstored: unstored.sort((a, b) => a - b), faults };
}

/** When it was first stored that the relay has a message, by its id, in Unix milliseconds. */
async function storedTimes(sql: postgres.Sql): Promise<Map<string, number>> {
  const rows = await sql.unsafe(
    `select data->>'message_id' as id, min(created_at) as at from events where type = 'message.delivered' group by 1`,
  );
  return new Map(rows.map((row) => [row.id as string, (row.at as Date).getTime()]));
}

async function waitForQueues({ lines }: World, sql: postgres.Sql): Promise<string[]> {
  const startMs = performance.now();
  for (;;) {
    const [row] = await sql.unsafe(
      `select (select count(*) from outbound where next_attempt_at is not null)
        + (select count(*) from deliveries where next_attempt_at is not null) as queued`,
    );
    if (Number(row!.queued) === 0) return [];
    if (performance.now() - startMs > patienceMs) {
      const left = [
        ...(await sql.unsafe(
          `select now(), next_attempt_at - now() as due_in, o.claimed_by is not null and p.id is null as claimed_by_nobody,
             p.beats, p.beat_at, p.dead_at, o.*
           from outbound o left join processes p on p.id = o.claimed_by
           where next_attempt_at is not null order by next_attempt_at limit ${mostShown}`,
        )),
        ...(await sql.unsafe(
          `select now(), next_attempt_at - now() as due_in, d.* from deliveries d
           where next_attempt_at is not null order by next_attempt_at limit ${mostShown}`,
        )),
      ];
      const ids = new Set(left.map((entry) => entry.message_id as string));
      const about = lines().filter(({ message_id }) => ids.has(String(message_id)));
      return [
        `${row!.queued} entries are still queued`,
        ...left.map((entry) => `still queued: ${JSON.stringify(entry)}`),
        ...about.map((line) => `written of it: ${JSON.stringify(line)}`),
      ];
    }
    await Bun.sleep(250);
  }
}

/** Refusals that do not say "later", with what the processes wrote of requests that failed. */
export function strangeAnswers({ ledger, lines }: World): string[] {
  const strange = strangeRefusals(ledger);
  if (strange.length === 0) return [];
  const failed = lines().filter(({ message }) => /failed/.test(message));
  return [
    ...strange.map((status) => `refused with ${status}`),
    ...failed.slice(0, mostShown).map((line) => `written: ${JSON.stringify(line)}`),
  ];
}

function copiesOf(stored: readonly Stored[], wanted: string): Map<string, number> {
  const copies = new Map<string, number>();
  for (const { direction, subject } of stored)
    if (direction === wanted) copies.set(subject, (copies.get(subject) ?? 0) + 1);
  return copies;
}

function differences(what: string, wanted: Iterable<string>, found: ReadonlyMap<string, number>): string[] {
  return [...wanted].flatMap((subject) => {
    const copies = found.get(subject) ?? 0;
    return copies === 1 ? [] : [`${what} ${subject} is stored ${copies} times`];
  });
}
