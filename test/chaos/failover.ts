// A primary that dies while its synchronous standby is promoted, again and again, under load.
import type { Say } from "./main.ts";
import { type Verdict, verify } from "./verify.ts";
import type { World } from "./world.ts";

export async function failOvers(
  world: World,
  { untilMs, say }: { untilMs: number; say: Say },
): Promise<Verdict> {
  const { cluster, ledger, next } = world;
  const load = world.startLoad();
  const recoveries: number[] = [];
  while (performance.now() < untilMs) {
    await Bun.sleep(1000 + next(4000));
    const promotedMs = await cluster.failOver();
    while (Math.max(...ledger.received.values()) <= promotedMs) await Bun.sleep(20);
    const first = [...ledger.received.values()].filter((at) => at > promotedMs);
    recoveries.push((Math.min(...first) - promotedMs) / 1000);
    say(`failover ${recoveries.length}: mail again after ${recoveries.at(-1)!.toFixed(1)} s`);
    await cluster.rebuildStandby();
  }
  await load.finish();
  const verdict = await verify(world);
  const late = recoveries.filter((seconds) => seconds > 10).length;
  if (late > 0) verdict.problems.push(`${late} times there was no mail for more than 10 s`);
  say(
    `failover: ${recoveries.length}, the longest ${Math.max(...recoveries).toFixed(1)} s without mail. ${JSON.stringify(verdict)}`,
  );
  return verdict;
}
