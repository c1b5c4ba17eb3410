// Time of the program is its clock's: each file that asks the runtime for a timer stands here, with why its time is the machine's.
// All others would stand still in a sandbox, or run through it.
import { expect, test } from "bun:test";

const root = new URL("../..", import.meta.url).pathname;
const timer = /\b(?:setTimeout|setInterval|Bun\.sleep|AbortSignal\.timeout)\(/;

/** By reason: folders end in a slash. */
const realTime: Record<string, readonly string[]> = {
  "the clock's own timers": ["src/lib/clock.ts", "src/sandbox/world-clock.ts"],
  "limits of sockets, bodies and calls of others": [
    "src/dav/request.ts",
    "src/http/body.ts",
    "src/http/write.ts",
    "src/imap/",
    "src/lib/dns/",
    "src/lib/login-guard.ts",
    "src/outbound/",
    "src/sandbox/world-mail-server.ts",
    "src/sandbox/world-post.ts",
    "src/screening/",
    "src/smtp/",
    "src/telemetry/",
    "src/tls/",
    "src/webhooks/",
  ],
  "processor time, and processes of this machine": [
    "src/reading/",
    "src/lib/collect.ts",
    "src/app/metrics.ts",
  ],
  "the database and its connections, blobs, and other processes at them": [
    "src/store/",
    "actors/runtime/heartbeat.ts",
    "actors/runtime/hints.ts",
    "actors/runtime/neighbours.ts",
    "actors/runtime/feed.ts",
    "actors/workers/outbound-scheduler.ts",
    "src/http/health.ts",
    "src/lib/shared-limits.ts",
  ],
  "work that is gathered, for milliseconds": [
    "actors/account/access/app-logins.ts",
    "actors/identity/sending/outcome-writer.ts",
    "actors/runtime/committer.ts",
    "actors/workers/poll-backoff.ts",
    "actors/workers/search-index.ts",
    "src/http/event-reader.ts",
    "src/http/message-wait.ts",
    "src/lib/batch-loader.ts",
  ],
  "the start and the stop of the process": [
    "actors/workers/webhook-deliveries.ts",
    "src/app/app.ts",
    "src/app/listeners.ts",
    "src/app/ports.ts",
    "src/app/proxy-protocol.ts",
    "src/sandbox/sandbox.ts",
  ],
  "ticks of workers where time passes by itself": ["actors/runtime/clock-actor.ts"],
  "a browser's page": ["src/http/pages/page-script.ts"],
  "programs of the command line, and clients": [
    "src/cli/",
    "src/doctor/",
    "src/sandbox/scenarios/run-agent.ts",
    "src/sdk/",
    "src/console/client/",
  ],
};

test("timers of the runtime are for what is real", async () => {
  const known = Object.values(realTime).flat();
  const used = new Set<string>();
  const stray: string[] = [];
  for (const file of new Bun.Glob("{src,actors}/**/*.ts").scanSync(root)) {
    const lines = (await Bun.file(`${root}${file}`).text()).split("\n");
    if (!lines.some((line) => timer.test(line) && !/^\s*(?:\/\/|\*)/.test(line))) continue;
    const place = known.find((each) => (each.endsWith("/") ? file.startsWith(each) : file === each));
    if (place === undefined) stray.push(file);
    else used.add(place);
  }
  expect(stray.sort()).toEqual([]);
  // A place that no longer has one is taken off the list.
  expect(known.filter((place) => !used.has(place))).toEqual([]);
});
