// Two PostgreSQL servers of Debian's: a primary, and a standby that has each commit before it is acknowledged. Run as root,
// they act as the user postgres, for PostgreSQL refuses root.
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { freePort } from "../support/app/ports.ts";
import type { Machines } from "./namespaces.ts";

const root = "/usr/lib/postgresql";

/** Whether Debian's servers are installed. */
export const hasPostgres = existsSync(root);

const binaries = (() => {
  if (!hasPostgres) return "";
  const version = readdirSync(root)
    .sort((a, b) => Number(b) - Number(a))
    .at(0);
  return join(root, version ?? "", "bin");
})();

interface Node {
  dir: string;
  host: string;
  port: number;
  /** Its number among the machines, if there are any. */
  n: number;
}

/** A new directory that the user postgres may enter; in memory where there is room, as no machine is lost here. */
export function openDir(name: string): string {
  const dir = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : "/tmp", `postroom-${name}-`));
  chmodSync(dir, 0o755);
  return dir;
}

export class Cluster {
  readonly #dir: string;
  readonly #machines: Machines | null;
  #primary: Node;
  #standby: Node;

  private constructor(dir: string, nodes: [Node, Node], machines: Machines | null) {
    this.#dir = dir;
    this.#machines = machines;
    [this.#primary, this.#standby] = nodes;
  }

  /**
   * Makes both servers in `dir` and starts them.
   * @param machines two, one for each; null: both are on this machine
   * @throws Error with what a program of PostgreSQL said
   */
  static async start(dir: string, machines: Machines | null = null): Promise<Cluster> {
    mkdirSync(dir, { recursive: true });
    Bun.spawnSync(["chmod", "755", dir]);
    if (process.getuid?.() === 0) Bun.spawnSync(["chown", "postgres", dir]);
    const node = async (n: number, name: string): Promise<Node> => ({
      dir: join(dir, name),
      host: machines?.addressOf(n) ?? "127.0.0.1",
      port: await freePort(),
      n,
    });
    const nodes: [Node, Node] = [await node(0, "a"), await node(1, "b")];
    const cluster = new Cluster(dir, nodes, machines);
    const words = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"];
    await cluster.#run(nodes[0], "initdb", [`--pgdata=${nodes[0].dir}`, ...words]);
    if (machines) {
      const trusted = ["all", "replication"].map((name) => `host ${name} all ${machines.subnet} trust\n`);
      appendFileSync(join(nodes[0].dir, "pg_hba.conf"), trusted.join(""));
    }
    await cluster.#begin(nodes[0]);
    await cluster.rebuildStandby();
    return cluster;
  }

  /** Names both servers, in an order that stays. */
  get url(): string {
    const hosts = [this.#primary, this.#standby].sort((a, b) => a.n - b.n);
    return `postgres://postgres@${hosts.map(({ host, port }) => `${host}:${port}`).join(",")}/postgres`;
  }

  /** The server that takes writes. */
  get primaryUrl(): string {
    return urlOf(this.#primary);
  }

  /** The server that follows it. */
  get standbyUrl(): string {
    return urlOf(this.#standby);
  }

  /** Ends the standby; nothing waits for it any more. */
  async stopStandby(): Promise<void> {
    await this.#tell("alter system set synchronous_standby_names = ''");
    await this.#end(this.#standby);
  }

  /**
   * Ends the primary without a word and promotes the standby; `cut`: the primary's network is cut, and it is ended where nobody
   * hears of it, as a watchdog does. Resolves once the standby takes writes.
   */
  async failOver(how: "killed" | "cut off" = "killed"): Promise<void> {
    const old = this.#primary;
    if (how === "cut off") this.#machines!.cut(old.n);
    await this.#end(old);
    await this.#run(this.#standby, "pg_ctl", [
      "promote",
      "--wait",
      "--silent",
      `--pgdata=${this.#standby.dir}`,
    ]);
    [this.#primary, this.#standby] = [this.#standby, old];
    // what a manager of clusters does: without a standby nothing waits for one
    await this.#tell("alter system set synchronous_standby_names = ''");
  }

  /** Makes the other server a standby anew; resolves once it has all commits. */
  async rebuildStandby(): Promise<void> {
    const { dir } = this.#standby;
    this.#machines?.mend(this.#standby.n);
    rmSync(dir, { recursive: true, force: true });
    const { host, port } = this.#primary;
    const from = [`--host=${host}`, `--port=${port}`, "--username=postgres"];
    // A link that has just come up is found after a moment.
    const asks = this.#command(this.#standby, "pg_isready", from);
    for (let tries = 0; tries < 50 && Bun.spawnSync(asks, { cwd: "/" }).exitCode !== 0; tries++)
      await Bun.sleep(200);
    const how = [...from, "--write-recovery-conf", "--checkpoint=fast"];
    await this.#run(this.#standby, "pg_basebackup", [`--pgdata=${dir}`, ...how]);
    await this.#begin(this.#standby);
    await this.#tell("alter system set synchronous_standby_names = '*'");
    const sql = postgres(this.primaryUrl, { max: 1 });
    try {
      const waiting = "select 1 from pg_stat_replication where sync_state = 'sync'";
      while ((await sql.unsafe(waiting)).length === 0) await Bun.sleep(50);
    } finally {
      await sql.end();
    }
  }

  /** Starts what has stopped by itself. */
  async ensureRunning(): Promise<void> {
    for (const node of [this.#primary, this.#standby]) {
      const status = Bun.spawnSync(this.#command(node, "pg_ctl", ["status", `--pgdata=${node.dir}`]), {
        cwd: "/",
      });
      if (status.exitCode !== 0) await this.#begin(node);
    }
  }

  /** Where both servers listen. */
  get places(): [{ host: string; port: number }, { host: string; port: number }] {
    return [this.#primary, this.#standby];
  }

  /** The processes of the server that takes writes, its sessions among them. */
  primaryPids(): number[] {
    const main = Number(readFileSync(join(this.#primary.dir, "postmaster.pid"), "utf8").split("\n")[0]);
    const children = readFileSync(`/proc/${main}/task/${main}/children`, "utf8").trim().split(" ");
    return [main, ...children.filter(Boolean).map(Number)];
  }

  async stop(): Promise<void> {
    for (const node of [this.#primary, this.#standby]) await this.#end(node).catch(() => undefined);
    rmSync(this.#dir, { recursive: true, force: true });
  }

  #end(node: Node): Promise<void> {
    return this.#run(node, "pg_ctl", [
      "stop",
      "--wait",
      "--silent",
      "--mode=immediate",
      `--pgdata=${node.dir}`,
    ]);
  }

  async #begin(node: Node): Promise<void> {
    const { dir, host, port } = node;
    const settings = {
      listen_addresses: host,
      port,
      unix_socket_directories: this.#dir,
      max_connections: 200,
    };
    const words = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
    const log = `--log=${join(dir, "server.log")}`;
    const start = ["start", "--wait", "--silent", `--pgdata=${dir}`, log, `--options=${words.join(" ")}`];
    await this.#run(node, "pg_ctl", start);
  }

  /** Runs beside the load: what the harness acknowledges meanwhile has its own time. */
  async #run(node: Node, program: string, words: string[]): Promise<void> {
    const child = Bun.spawn(this.#command(node, program, words), {
      cwd: "/",
      stdout: "ignore",
      stderr: "pipe",
    });
    const exitCode = await child.exited;
    if (exitCode === 0) return;
    const log = words.find((word) => word.startsWith("--log="))?.slice("--log=".length);
    const logged = log && existsSync(log) ? readFileSync(log, "utf8").slice(-2000) : "";
    throw new Error(`${program}: ${await new Response(child.stderr).text()}${logged}`);
  }

  #command(node: Node, program: string, words: string[]): string[] {
    const command = [join(binaries, program), ...words];
    const user =
      process.getuid?.() === 0
        ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--"]
        : [];
    return [...(this.#machines?.enter(node.n) ?? []), ...user, ...command];
  }

  async #tell(statement: string): Promise<void> {
    const sql = postgres(this.primaryUrl, { max: 1 });
    try {
      await sql.unsafe(statement);
      await sql.unsafe("select pg_reload_conf()");
    } finally {
      await sql.end();
    }
  }
}

function urlOf({ host, port }: Node): string {
  return `postgres://postgres@${host}:${port}/postgres`;
}
