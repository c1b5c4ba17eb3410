// A primary that dies, or whose network is cut, while its synchronous standby is promoted, again and again, under load.
import { recovered, waiting } from "./load.ts";
import type { Say } from "./main.ts";
import { strangeAnswers, type Verdict, verify } from "./verify.ts";
import type { World } from "./world.ts";

/** More than it takes just before: the machine may have other work. */
const mostSeconds = 10;
const mostLines = 60;

export interface FailOverOptions {
  untilMs: number;
  /** Every second primary is cut off in place of being killed. */
  canCut: boolean;
  /** Goes on until there were so many; 0: until `untilMs`. */
  count: number;
  say: Say;
}

export async function failOvers(
  world: World,
  { untilMs, canCut, count, say }: FailOverOptions,
): Promise<Verdict> {
  const { cluster, ledger, next } = world;
  const load = world.startLoad();
  const taken: number[] = [];
  const late: string[] = [];
  const goesOn = () => (count === 0 ? performance.now() < untilMs : taken.length < count);
  while (goesOn()) {
    await Bun.sleep(1000 + next(4000));
    const before = await recovered(ledger, performance.now());
    const how = canCut && taken.length % 2 === 1 ? "cut off" : "killed";
    await cluster.failOver(how);
    const promoted = new Date().toISOString();
    const slow = setTimeout(() => say(`it takes long: ${waiting(ledger).join(", ")}`), mostSeconds * 800);
    const seconds = await recovered(ledger, performance.now());
    clearTimeout(slow);
    taken.push(seconds);
    if (seconds - before > mostSeconds) {
      const since = world.lines().filter(({ time }) => time > promoted);
      late.push(
        `${seconds.toFixed(1)} s without mail after the primary was ${how}, ${before.toFixed(1)} s before`,
      );
      late.push(...since.slice(0, mostLines).map((line) => `written: ${JSON.stringify(line)}`));
    }
    say(
      `failover ${taken.length}: ${how}; mail in and out ${seconds.toFixed(1)} s after the promotion, ${before.toFixed(1)} s before it`,
    );
    await cluster.rebuildStandby();
  }
  await load.finish();
  const verdict = await verify(world);
  verdict.problems.push(...late, ...strangeAnswers(world));
  const sorted = taken.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  say(
    `failover: ${taken.length}, median ${median.toFixed(1)} s, longest ${(sorted.at(-1) ?? 0).toFixed(1)} s. ${JSON.stringify(verdict)}`,
  );
  return verdict;
}
