// The server under measurement: the built executable on an empty directory, embedded or on PostgreSQL.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { childrenOf } from "../support/app/quota.ts";

export interface BenchServer {
  store: string;
  api: string;
  smtpPort: number;
  key: string;
  domainId: string;
  domain: string;
  /** From the start of the process to the first answer of /readyz, milliseconds. */
  firstStartMs: number;
  dataDir: string;
  env: Record<string, string>;
  process: Bun.Subprocess;
  stop(): Promise<void>;
}

/** POSTROOM_BENCH_EXECUTABLE names another one, such as a script that runs the sources. */
export const executable =
  process.env.POSTROOM_BENCH_EXECUTABLE ?? new URL("../../dist/postroom", import.meta.url).pathname;

/** A little more than `quietMs` of actors/runtime/neighbours.ts: a process on PostgreSQL is sure then that it is alone. */
export const aloneAfterMs = 47_000;

/** Starts the executable; its data directory is new and removed at stop. */
export async function startServer(
  store: "embedded" | "postgres",
  databaseUrl: string | null,
  settings: Record<string, string> = {},
): Promise<BenchServer> {
  const dataDir = mkdtempSync(join(tmpdir(), "postroom-bench-"));
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? "",
    DATA_DIR: dataDir,
    RATE_LIMIT_PER_SECOND: "0",
    WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8",
    LOG_LEVEL: "warn",
    PORT: "0",
    SMTP_PORT: "0",
    SUBMISSION_PORT: "off",
    SUBMISSIONS_PORT: "off",
    IMAP_PORT: "off",
    IMAPS_PORT: "off",
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...settings,
  };
  const begun = performance.now();
  const child = spawn(env);
  const { http, smtp } = await portsOf(dataDir);
  const api = `http://127.0.0.1:${http}/api/v1`;
  const firstStartMs = performance.now() - begun;
  const key = (await command(env, ["keys", "create", "--name", "bench"])).trim();
  const domains = (await (
    await fetch(`${api}/domains`, { headers: { authorization: `Bearer ${key}` } })
  ).json()) as {
    data: { id: string; domain: string }[];
  };
  const { id: domainId, domain } = domains.data[0]!;
  const server: BenchServer = {
    store,
    api,
    smtpPort: smtp,
    key,
    domainId,
    domain,
    firstStartMs,
    dataDir,
    env,
    process: child,
    async stop() {
      // a later start is another process
      server.process.kill("SIGTERM");
      await server.process.exited;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return server;
}

export function spawn(env: Record<string, string>): Bun.Subprocess {
  return Bun.spawn([executable, "serve"], { env, cwd: env.DATA_DIR, stdout: "ignore", stderr: "inherit" });
}

/** Waits for ports.json, which is written once the server is ready. */
export async function portsOf(dataDir: string): Promise<{ http: number; smtp: number }> {
  const file = join(dataDir, "ports.json");
  for (let tries = 0; tries < 3000; tries++) {
    try {
      return JSON.parse(readFileSync(file, "utf8")) as { http: number; smtp: number };
    } catch {
      await Bun.sleep(10);
    }
  }
  throw new Error("the server did not become ready");
}

export async function command(env: Record<string, string>, args: string[]): Promise<string> {
  const child = Bun.spawn([executable, ...args], {
    env,
    cwd: env.DATA_DIR,
    stdout: "pipe",
    stderr: "inherit",
  });
  const text = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(`${args.join(" ")} failed`);
  return text;
}

/** Resident memory of a process, megabytes. */
export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** Processor time of a process during so many seconds, in percent of one core: exact, whatever else the machine does. */
export async function corePercent(pid: number, seconds: number): Promise<number> {
  const before = cpuMs(pid);
  await Bun.sleep(seconds * 1000);
  return (cpuMs(pid) - before) / (seconds * 10);
}

/** CPU time of a process and its threads so far, milliseconds. proc(5) */
export function cpuMs(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** CPU time of a process and its children so far, those that have ended too, milliseconds. proc(5) */
export function familyCpuMs(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const ended = (Number(fields[13]) + Number(fields[14])) * 10;
  return childrenOf(pid).reduce((sum, child) => {
    try {
      return sum + cpuMs(child);
    } catch {
      // It has ended meanwhile.
      return sum;
    }
  }, cpuMs(pid) + ended);
}

/** Calls the API and unwraps `data`. */
export async function call<T>(server: BenchServer, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${server.api}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${server.key}`, "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const json = (await response.json()) as { data: T };
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(json)}`);
  return json.data;
}

export async function createAddresses(
  server: BenchServer,
  prefix: string,
  count: number,
): Promise<{ id: string; email: string }[]> {
  const made: { id: string; email: string }[] = [];
  for (let from = 0; from < count; from += 50) {
    const names = Array.from(
      { length: Math.min(50, count - from) },
      (_, index) => `${prefix}${from + index}`,
    );
    made.push(
      ...(await Promise.all(
        names.map((name) =>
          call<{ id: string; email: string }>(server, "/identities", {
            domain_id: server.domainId,
            local_part: name,
          }),
        ),
      )),
    );
  }
  return made;
}
