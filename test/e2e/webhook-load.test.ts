// Fifty endpoints, five of which hang, five refuse and five are slow, under load on a server that is a process of its
// own: the good ones wait for nobody, memory stays flat, nothing is lost and nothing arrives that was not committed; the
// same with a kill -9 in the middle. 2 s at a quarter of the rate; WEBHOOK_LOAD=60: a minute of 200 events/s, each
// for one endpoint, and 10 events/s for all fifty; it prints what it measured.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { type Api, apiClient, type PageOf } from "../support/app/api.ts";
import { eventually } from "../support/app/app.ts";
import { type Kind, storeKinds, type TempStore, tempStore } from "../support/app/database.ts";
import { runCommand, type Server, startServer } from "../support/app/server.ts";

const seconds = Number(process.env.WEBHOOK_LOAD ?? 2);
const full = process.env.WEBHOOK_LOAD !== undefined;
/** Events a second for one endpoint each, and for all of them. */
const rate = full ? { one: 200, all: 10 } : { one: 50, all: 3 };
const endpointCount = 50;
const slowMs = 400;

type Manner = "good" | "hangs" | "refuses" | "slow";

/** What an endpoint does: every tenth hangs, the next refuses, the next is slow. */
function mannerOf(index: number): Manner {
  return (["hangs", "refuses", "slow"] as const)[index % 10] ?? "good";
}

interface Arrival {
  at: number;
  event: { id: string; type: string; created_at: string };
  headerId: string | null;
}

interface Endpoint {
  manner: Manner;
  url: string;
  id: string;
  arrivals: Arrival[];
  /** Calls that were under way at once, at most. */
  most: number;
  stop(): void;
}

function startEndpoint(manner: Manner): Endpoint {
  const endpoint: Endpoint = { manner, url: "", id: "", arrivals: [], most: 0, stop: () => {} };
  if (manner === "refuses") {
    // It keeps its port: a free one could become another endpoint's.
    const listener = Bun.listen({
      hostname: "127.0.0.1",
      port: 0,
      socket: { open: (socket) => void socket.terminate(), data() {} },
    });
    endpoint.url = `http://127.0.0.1:${listener.port}/hook`;
    endpoint.stop = () => listener.stop(true);
    return endpoint;
  }
  let underWay = 0;
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 60,
    async fetch(request) {
      underWay++;
      endpoint.most = Math.max(endpoint.most, underWay);
      request.signal.addEventListener("abort", () => underWay--, { once: true });
      const at = Date.now();
      const event = (await request.json()) as Arrival["event"];
      endpoint.arrivals.push({ at, event, headerId: request.headers.get("webhook-id") });
      if (manner === "hangs") return new Promise<Response>(() => {});
      if (manner === "slow") await Bun.sleep(slowMs);
      underWay--;
      return new Response("ok");
    },
  });
  endpoint.url = `http://127.0.0.1:${server.port}/hook`;
  endpoint.stop = () => void server.stop(true);
  return endpoint;
}

/** Megabytes of the process that are in memory. */
function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
}

/** Milliseconds of CPU that the process has used. proc(5) */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

class Load {
  readonly endpoints = Array.from({ length: endpointCount }, (_, index) => startEndpoint(mannerOf(index)));
  readonly memory: number[] = [];
  /** Events that were acknowledged. */
  acknowledged = 0;
  refused = 0;
  #identity = "";

  constructor(public api: Api) {}

  of(...manners: Manner[]): Endpoint[] {
    return this.endpoints.filter(({ manner }) => manners.includes(manner));
  }

  async prepare(domainId: string): Promise<void> {
    const made = this.api.post("/identities", { domain_id: domainId, local_part: "load" });
    this.#identity = (await this.api.must<{ id: string }>(201, made)).id;
    for (const endpoint of this.endpoints) {
      const hook = { url: endpoint.url, event_types: ["identity.updated"] };
      endpoint.id = (await this.api.must<{ id: string }>(201, this.api.post("/webhooks", hook))).id;
    }
  }

  /** Makes events at the rate for this long, whatever becomes of them. */
  async run(forSeconds: number, pid: () => number | null): Promise<void> {
    const begun = performance.now();
    const asked: Promise<void>[] = [];
    let one = 0;
    let all = 0;
    for (let elapsed = 0; elapsed < forSeconds; elapsed = (performance.now() - begun) / 1000) {
      while (one < elapsed * rate.one)
        asked.push(this.#ask("POST", `/webhooks/${this.endpoints[one++ % endpointCount]!.id}/test`));
      while (all < elapsed * rate.all)
        asked.push(this.#ask("PATCH", `/identities/${this.#identity}`, { display_name: `n${all++}` }));
      const server = pid();
      if (server !== null && elapsed >= this.memory.length) this.memory.push(residentMb(server));
      await Bun.sleep(10);
    }
    await Promise.all(asked);
  }

  /** Without the checks of the API's client, which would take the server's time. */
  async #ask(method: string, path: string, body?: object): Promise<void> {
    const headers = { authorization: `Bearer ${this.api.key}`, "content-type": "application/json" };
    const asked = fetch(`${this.api.base}/api/v1${path}`, { method, headers, body: JSON.stringify(body) });
    const status = await asked.then(
      (answer) => answer.arrayBuffer().then(() => answer.status),
      () => 0,
    );
    if (status === 200) this.acknowledged++;
    else this.refused++;
  }

  /** Ids of all committed events of a kind, by their webhook where they have one. */
  async committed(): Promise<Event[]> {
    const found: Event[] = [];
    for (let cursor = ""; ; ) {
      const page = await this.api.get<PageOf<Event>>(`/events?limit=200${cursor}`);
      found.push(...page.json.data.filter(({ type }) => wanted.has(type)));
      if (page.json.next_cursor === null) return found;
      cursor = `&cursor=${page.json.next_cursor}`;
    }
  }

  end(): void {
    for (const endpoint of this.endpoints) endpoint.stop();
  }
}

interface Event {
  id: string;
  type: string;
  data: { webhook_id?: string };
}
const wanted = new Set(["identity.updated", "webhook.test"]);

function percentile(values: readonly number[], share: number): number {
  return (
    [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
  );
}

async function start(store: TempStore): Promise<{ server: Server; load: Load }> {
  const init = JSON.parse((await runCommand(store, ["init", "--json"])).stdout);
  const server = await startServer(store);
  const load = new Load(apiClient(`http://127.0.0.1:${server.ports.http}`, init.api_key));
  await load.prepare(init.domain_id);
  return { server, load };
}

/** Waits until every good and slow endpoint has had every event that is committed for it. */
async function allArrived(load: Load): Promise<Event[]> {
  // The list shows what is committed once every older transaction has ended.
  const events = await eventually(async () => {
    const found = await load.committed();
    return found.length >= load.acknowledged && found;
  });
  for (const { id, arrivals } of load.of("good", "slow")) {
    const due = events.filter(({ data }) => data.webhook_id === undefined || data.webhook_id === id);
    await eventually(async () => {
      const seen = new Set(arrivals.map(({ event }) => event.id));
      return due.every((event) => seen.has(event.id));
    });
  }
  return events;
}

/** What holds whatever happened: nothing is lost, nothing was made up. */
async function settle(load: Load): Promise<Event[]> {
  const events = await allArrived(load);
  const known = new Map(events.map((event) => [event.id, event]));
  for (const { id, arrivals, most } of load.endpoints) {
    expect(most).toBeLessThanOrEqual(8);
    for (const { event, headerId } of arrivals) {
      const data = known.get(event.id)?.data;
      expect([event.id, data !== undefined, headerId]).toEqual([event.id, true, event.id]);
      expect(data?.webhook_id ?? id).toBe(id);
    }
  }
  return events;
}

async function proof(kind: Kind): Promise<void> {
  const store = await tempStore(kind);
  const started = await start(store);
  const { load } = started;
  let { server } = started;
  try {
    await undisturbed(kind, server.process.pid, load);
    const first = load.run(seconds / 2, () => null);
    await Bun.sleep((seconds / 2) * 900);
    await server.kill();
    await first;
    if (!full) await claimsOver(store);
    server = await startServer(store);
    load.api = apiClient(`http://127.0.0.1:${server.ports.http}`, load.api.key);
    await load.run(seconds / 2, () => null);
    const events = await settle(load);
    const twice = load.of("good").reduce((sum, endpoint) => sum + repeats(endpoint), 0);
    if (full) process.stderr.write(`${kind}: killed, ${events.length} events, ${twice} arrived twice\n`);
  } finally {
    load.end();
    await server.kill();
  }
  expect(await runCommand(store, ["check"])).toMatchObject({ exitCode: 0, stdout: "Everything agrees.\n" });
  await store.dispose();
}

/** Before anything is killed: who is late, how much memory it takes, and that nothing comes twice. */
async function undisturbed(kind: Kind, pid: number, load: Load): Promise<void> {
  const cpu = cpuMs(pid);
  await load.run(seconds, () => pid);
  const used = cpuMs(pid) - cpu;
  const events = await settle(load);
  for (const endpoint of load.of("good", "slow")) expect(repeats(endpoint)).toBe(0);
  const late = load
    .of("good")
    .flatMap(({ arrivals }) => arrivals.map(({ at, event }) => at - Date.parse(event.created_at)));
  const [early, end] = [quarter(load.memory, 1), quarter(load.memory, 3)];
  if (full) {
    const count = load.of("good", "slow").reduce((sum, { arrivals }) => sum + arrivals.length, 0);
    process.stderr.write(
      `${kind}: ${events.length} events, ${load.refused} refused, ${count} arrivals at good and slow endpoints; from commit to arrival ` +
        `p50 ${percentile(late, 0.5)} ms, p99 ${percentile(late, 0.99)} ms, most ${percentile(late, 1)} ms; ` +
        `memory ${early.toFixed(0)} -> ${end.toFixed(0)} MB; server CPU ${(used / 1000).toFixed(1)} s of ${seconds} s\n`,
    );
  }
  expect(load.refused).toBe(0);
  // A call that hangs lasts 15 s; a short run shows no more than that none was waited for.
  expect(percentile(late, 0.99)).toBeLessThan(full ? 1000 : 12_000);
  expect(end).toBeLessThan(early * 1.2 + 30);
}

function repeats({ arrivals }: Endpoint): number {
  return arrivals.length - new Set(arrivals.map(({ event }) => event.id)).size;
}

/** The mean of one of four quarters. */
function quarter(values: readonly number[], index: number): number {
  const part = values.slice((values.length * index) / 4, (values.length * (index + 1)) / 4);
  return part.reduce((sum, value) => sum + value, 0) / part.length;
}

/** As if the time had passed that a claim holds. */
async function claimsOver(store: TempStore): Promise<void> {
  const database = await store.open();
  await database.values(
    "update deliveries set next_attempt_at = now() where status = 'delivering' returning 1",
  );
  await database.close();
}

for (const kind of storeKinds) {
  const run = kind === "postgres" && process.env.POSTROOM_TEST_DATABASE_URL === undefined ? test.skip : test;
  run(
    `endpoints that hang, refuse and are slow delay no good one, and a kill loses nothing, ${kind}`,
    () => proof(kind),
    {
      timeout: 300_000 + seconds * 3000,
    },
  );
}
