// Processes that end without a word, one after the other, under load; each starts again while the next one is killed.
import type { Say } from "./main.ts";
import { type Verdict, verify } from "./verify.ts";
import type { World } from "./world.ts";

const killsARound = 100;
/** In the middle of a round nobody is killed until the first dead are found, so that the next kills come while their claims are freed. */
const restMs = 19_000;

export interface KillsOptions {
  untilMs: number;
  /** Goes on until there were so many; null: until `untilMs`. */
  kills: number | null;
  say: Say;
}

/** Everything is compared after each round. @returns the last verdict, with the problems of all */
export async function kills(world: World, { untilMs, kills, say }: KillsOptions): Promise<Verdict> {
  const goesOn = (count: number) => (kills === null ? performance.now() < untilMs : count < kills);
  const problems: string[] = [];
  for (let count = 0; ; ) {
    const load = world.startLoad();
    const round = await killRound(world, (killed) => killed < killsARound && goesOn(count + killed));
    count += round;
    await load.finish();
    const verdict = await verify(world);
    problems.push(...verdict.problems);
    say(`kills: ${count}. ${JSON.stringify(verdict)}`);
    if (!goesOn(count) || problems.length > 0) return { ...verdict, problems };
  }
}

async function killRound(world: World, goesOn: (killed: number) => boolean): Promise<number> {
  const { servers, next } = world;
  const starting = new Set<Promise<void>>();
  let killed = 0;
  while (goesOn(killed)) {
    await Bun.sleep(50 + next(450));
    const n = next(servers.length);
    // Two of them take work at any time.
    if (servers[n] === null || (servers.length > 2 && world.live().length <= 2)) continue;
    await world.kill(n);
    killed++;
    const start = world.start(n).finally(() => starting.delete(start));
    starting.add(start);
    if (servers.length <= 2) await start;
    if (killed === killsARound / 2) await Bun.sleep(restMs + next(4_000));
  }
  await Promise.all(starting);
  return killed;
}
