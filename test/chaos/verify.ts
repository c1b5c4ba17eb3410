// What must be so after things broke: all that was acknowledged is there once, left once, and was told.
import postgres from "postgres";
import { runCommand, type Store } from "../support/app/server.ts";
import type { Load } from "./load.ts";

export interface Verdict {
  received: number;
  sent: number;
  /** Sends that the peer took more than once: its 250 came, and was lost before it was stored. RFC 5321 4.2.5 */
  sentTwice: number;
  problems: string[];
}

/** A process that died holds what it claimed for 5 minutes. */
const patienceMs = 8 * 60_000;

/** Waits until the queues are empty, then compares. */
export async function verify(
  { ledger, sink, receiver }: Load,
  { databaseUrl, store, settings }: { databaseUrl: string; store: Store; settings: Record<string, string> },
): Promise<Verdict> {
  const problems: string[] = [];
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    const queued = `select (select count(*) from outbound where next_attempt_at is not null)
      + (select count(*) from deliveries where next_attempt_at is not null) as queued`;
    const startMs = performance.now();
    for (;;) {
      const [row] = await sql.unsafe(queued);
      if (Number(row!.queued) === 0) break;
      if (performance.now() - startMs > patienceMs) {
        problems.push(`${row!.queued} entries are still queued`);
        break;
      }
      await Bun.sleep(250);
    }
    const count = async (direction: string, letter: string) => {
      const rows = await sql.unsafe(
        `select substr(subject, 2)::int as n, count(*)::int as copies from messages
         where direction = $1 and subject ~ $2 group by 1`,
        [direction, `^${letter}[0-9]+$`],
      );
      return new Map(rows.map((row) => [row.n as number, row.copies as number]));
    };
    problems.push(...differences("received", [...ledger.received.keys()], await count("inbound", "k")));
    problems.push(...differences("sent", [...ledger.sent], await count("outbound", "s")));
  } finally {
    await sql.end();
  }
  const left = new Map<string, number>();
  for (const { raw } of sink.mails) {
    const subject = /^Subject: (s\d+)\r$/m.exec(raw)?.[1] ?? "none";
    left.set(subject, (left.get(subject) ?? 0) + 1);
  }
  for (const number of ledger.sent) if (!left.has(`s${number}`)) problems.push(`send ${number} never left`);
  const told = new Set<string>();
  for (const { event } of receiver.calls.items) {
    const { subject } = (event.data.message ?? event.data) as { subject?: string };
    if (event.type === "message.received" && subject) told.add(subject);
  }
  for (const number of ledger.received.keys())
    if (!told.has(`k${number}`)) problems.push(`mail ${number} was not told`);
  const check = await runCommand(store, ["check"], { settings });
  if (check.exitCode !== 0) problems.push(`check: ${check.stdout}${check.stderr}`.slice(0, 2000));
  return {
    received: ledger.received.size,
    sent: ledger.sent.size,
    sentTwice: [...left.values()].filter((copies) => copies > 1).length,
    problems: problems.slice(0, 20),
  };
}

function differences(what: string, wanted: number[], found: ReadonlyMap<number, number>): string[] {
  return wanted.flatMap((number) => {
    const copies = found.get(number) ?? 0;
    return copies === 1 ? [] : [`${what} ${number} is stored ${copies} times`];
  });
}
