// How many commits a second a database takes while processes listen to it: with a NOTIFY for each commit on one channel, and
// with the hints of the program. The listening processes are stand-ins: connections that listen and count.
import postgres from "postgres";
import { HintChannel } from "../../actors/runtime/hints.ts";
import { newId, shortId } from "../../src/lib/ids.ts";
import { silentLog } from "../../src/lib/log.ts";
import { openDatabase } from "../../src/store/database/database.ts";
import { quantiles } from "./quantiles.ts";

export interface Listened {
  listeners: number;
  commitsPerSecond: number;
  /** Milliseconds from a commit to its hint in another process. */
  p50: number;
  p99: number;
}

type Way = "each commit" | "hints";
const writers = 8;

/** One line a number of listeners. @param seconds of each measurement */
export async function benchListeners(
  databaseUrl: string,
  { way, counts, seconds }: { way: Way; counts: readonly number[]; seconds: number },
): Promise<Listened[]> {
  const database = await openDatabase({ databaseUrl, dataDir: "" });
  const lines: Listened[] = [];
  try {
    await database.exec("create table if not exists commits (id uuid primary key, text text not null)");
    for (const count of counts) {
      const sentAt = new Map<string, number>();
      const delays: number[] = [];
      const onHint = (payload: string) => {
        for (const [key, at] of sentAt) {
          if (!payload.includes(key)) continue;
          delays.push(performance.now() - at);
          sentAt.delete(key);
        }
      };
      const standIns = await Promise.all(
        Array.from({ length: count }, (_, n) => standIn(databaseUrl, n === 0 ? onHint : () => undefined)),
      );
      const reader = { hint: () => undefined, missed: () => undefined };
      const hints = new HintChannel(database, reader, silentLog);
      await hints.start();
      for (const each of standIns) await each.announce();
      await Bun.sleep(500);
      const endMs = performance.now() + seconds * 1000;
      let commits = 0;
      const write = async () => {
        while (performance.now() < endMs) {
          const id = newId();
          await database.transaction(async (tx) => {
            await tx.values("insert into commits (id, text) values ($1, $2)", [id, "x".repeat(500)]);
            if (way === "each commit") await tx.values("select pg_notify('postroom', $1)", [id]);
          });
          commits++;
          // the first stand-in hears the identities that end in 00, as its payloads say
          if (way === "each commit" ? commits % 50 === 0 : id.endsWith("00"))
            sentAt.set(id, performance.now());
          if (way === "hints")
            hints.committed({
              identities: [{ id, modseq: 1 }],
              accounts: new Set(),
              topics: new Set(["deliveries"]),
            });
        }
      };
      await Promise.all(Array.from({ length: writers }, write));
      await Bun.sleep(1_000);
      const { p50, p99 } = quantiles(delays);
      lines.push({ listeners: count, commitsPerSecond: commits / seconds, p50, p99 });
      await hints.stop();
      await Promise.all(standIns.map((each) => each.end()));
    }
    return lines;
  } finally {
    await database.close();
  }
}

async function standIn(databaseUrl: string, onPayload: (payload: string) => void) {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  await sql.listen("postroom", onPayload);
  await sql.listen("postroom_00", onPayload);
  const name = `process:${shortId()}:0`;
  return {
    announce: () => sql.notify("postroom", name),
    end: () => sql.end(),
  };
}
