// Rolling restarts behind HAProxy (src/app/deploy/haproxy.cfg), under load: a new process starts in a free place, then an old one is told to end
// by SIGTERM, until all are new. Once there is a new one, the old ones get no new sessions of mail programs. Nothing that was acknowledged is lost or sent twice, a mail program connects again at most once a
// restart and at its first try, and requests that fail succeed when they are made again.
import { haproxy, type Slot, startBalancer } from "../support/fakes/haproxy.ts";
import { imapOf, startLoad } from "./load.ts";
import type { Say } from "./main.ts";
import { type Verdict, verify } from "./verify.ts";
import { startFollower, startIdler } from "./watchers.ts";
import type { World } from "./world.ts";

/** What a world for it needs. */
export const rollingSettings = {
  PROXY_PROTOCOL: "on",
  TRUSTED_PROXIES: "127.0.0.1",
  DRAIN_SECONDS: "4",
};

const idlersABox = 2;

export interface RollingOptions {
  untilMs: number;
  /** Goes on until there were so many restarts of all; null: until `untilMs`. */
  restarts: number | null;
  say: Say;
}

/** The last process of the world is the free place. */
export async function rolling(world: World, { untilMs, restarts, say }: RollingOptions): Promise<Verdict> {
  if (!haproxy) throw new Error("rolling restarts need Debian's haproxy");
  const slotOf = (n: number): Slot => {
    const server = world.servers[n]!;
    return { name: `p${n}`, http: server.ports.http, smtp: server.ports.smtp, imap: imapOf(server) };
  };
  const balancer = await startBalancer({ slots: world.servers.map((_, n) => slotOf(n)) });
  const { ports } = balancer;
  const problems: string[] = [];
  try {
    let free = world.servers.length - 1;
    await world.end(free);
    const inUse = () => world.servers.flatMap((server, n) => (server === null ? [] : [`p${n}`]));
    await balancer.untilUp(inUse());
    const front = { ports: { http: ports.http, smtp: ports.smtp, imap: ports.imap } };
    const load = startLoad({ ...world, servers: () => [front] });
    const idlers = world.boxes.flatMap((box) =>
      Array.from({ length: idlersABox }, () => startIdler(ports.imap, box)),
    );
    const follower = startFollower(`http://127.0.0.1:${ports.http}`, world.key);
    while (idlers.some(({ connects }) => connects === 0) || follower.connects === 0) await Bun.sleep(50);
    const goesOn = (done: number) => (restarts === null ? performance.now() < untilMs : done < restarts);
    for (let done = 0; done === 0 || goesOn(done); done++) {
      const before = idlers.map(({ connects }) => connects);
      const startMs = performance.now();
      const olds = new Set(shuffled(world));
      for (const old of [...olds]) {
        await world.start(free);
        await balancer.move(slotOf(free));
        await balancer.untilUp(inUse());
        for (const each of olds) await balancer.drain("imap", `p${each}`);
        await Bun.sleep(world.next(500));
        await world.end(old);
        olds.delete(old);
        free = old;
      }
      const again = idlers.map(({ connects }, n) => connects - before[n]!);
      const most = Math.max(...again);
      if (most > 1) problems.push(`a mail program connected ${most} times in one restart of all`);
      const seconds = ((performance.now() - startMs) / 1000).toFixed(0);
      say(
        `rolling: restart ${done + 1} of all took ${seconds} s; mail programs connected again ${Math.min(...again)} to ${most} times`,
      );
    }
    await load.finish();
    const verdict = await verify(world);
    await Promise.all(idlers.map((idler, n) => idler.endAt(mailsIn(world, Math.floor(n / idlersABox)))));
    await follower.stop();
    const failed = idlers.reduce((sum, idler) => sum + idler.failed, 0);
    if (failed > 0) problems.push(`mail programs failed ${failed} times to connect`);
    const told = Map.groupBy(follower.subjects, (subject) => subject);
    for (const subject of world.ledger.received.keys()) {
      const times = told.get(subject)?.length ?? 0;
      if (times !== 1) problems.push(`the stream told ${times} times of ${subject}`);
    }
    // An SMTP session that outlasts the drain is told 421 between two mails. RFC 5321 3.8
    const refused = Object.keys(verdict.refusals).filter(
      (status) =>
        !/^(none|50[234]( \w+)?|409 idempotency_in_flight|SMTP 421 .*|IMAP (NO|BYE) .*)$/.test(status),
    );
    if (refused.length > 0) problems.push(`refused with ${refused.join(", ")}`);
    say(`rolling: streams connected ${follower.connects} times. ${JSON.stringify(verdict)}`);
    return { ...verdict, problems: [...problems.slice(0, 20), ...verdict.problems] };
  } finally {
    await balancer.stop();
  }
}

/** Mails that a box has taken at least: by SMTP, which gives each number to one box. */
function mailsIn({ boxes, ledger }: World, box: number): number {
  return [...ledger.received.keys()].filter((name) => Number(name.slice(1)) % boxes.length === box).length;
}

/** The processes that run, in an order that the seed says. */
function shuffled({ servers, next }: World): number[] {
  const left = servers.flatMap((server, n) => (server === null ? [] : [n]));
  return left.slice().map(() => left.splice(next(left.length), 1)[0]!);
}
