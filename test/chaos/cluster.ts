// Two PostgreSQL servers of Debian's: a primary, and a standby that has each commit before it is acknowledged. Run as root,
// they act as the user postgres, for PostgreSQL refuses root.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { freePort } from "../support/app/ports.ts";

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
  port: number;
}

/** A new directory that the user postgres may enter; in memory where there is room, as no machine is lost here. */
export function openDir(name: string): string {
  const dir = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : "/tmp", `postroom-${name}-`));
  chmodSync(dir, 0o755);
  return dir;
}

export class Cluster {
  readonly #dir: string;
  #primary: Node;
  #standby: Node;

  private constructor(dir: string, nodes: [Node, Node]) {
    this.#dir = dir;
    [this.#primary, this.#standby] = nodes;
  }

  /** Makes both servers in `dir` and starts them. @throws Error with what a program of PostgreSQL said */
  static async start(dir: string): Promise<Cluster> {
    mkdirSync(dir, { recursive: true });
    Bun.spawnSync(["chmod", "755", dir]);
    if (process.getuid?.() === 0) Bun.spawnSync(["chown", "postgres", dir]);
    const nodes = [
      { dir: join(dir, "a"), port: await freePort() },
      { dir: join(dir, "b"), port: await freePort() },
    ] as [Node, Node];
    const cluster = new Cluster(dir, nodes);
    const words = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"];
    run("initdb", [`--pgdata=${nodes[0].dir}`, ...words]);
    cluster.#begin(nodes[0]);
    await cluster.rebuildStandby();
    return cluster;
  }

  /** Names both servers. */
  get url(): string {
    const { port } = this.#primary;
    const [a, b] = [port, this.#standby.port].sort((x, y) => x - y);
    return `postgres://postgres@127.0.0.1:${a},127.0.0.1:${b}/postgres`;
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
    run("pg_ctl", ["stop", "--wait", "--silent", "--mode=immediate", `--pgdata=${this.#standby.dir}`]);
  }

  /** Ends the primary without a word and promotes the standby. Resolves once that takes writes, to the time then. */
  async failOver(): Promise<number> {
    const old = this.#primary;
    run("pg_ctl", ["stop", "--wait", "--silent", "--mode=immediate", `--pgdata=${old.dir}`]);
    run("pg_ctl", ["promote", "--wait", "--silent", `--pgdata=${this.#standby.dir}`]);
    [this.#primary, this.#standby] = [this.#standby, old];
    // what a manager of clusters does: without a standby nothing waits for one
    await this.#tell("alter system set synchronous_standby_names = ''");
    return performance.now();
  }

  /** Makes the other server a standby anew; resolves once it has all commits. */
  async rebuildStandby(): Promise<void> {
    const { dir } = this.#standby;
    rmSync(dir, { recursive: true, force: true });
    const from = ["--host=127.0.0.1", `--port=${this.#primary.port}`, "--username=postgres"];
    run("pg_basebackup", [`--pgdata=${dir}`, ...from, "--write-recovery-conf", "--checkpoint=fast"]);
    this.#begin(this.#standby);
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
      const status = Bun.spawnSync(asPostgres("pg_ctl", ["status", `--pgdata=${node.dir}`]), { cwd: "/" });
      if (status.exitCode !== 0) this.#begin(node);
    }
  }

  /** Ports of both servers. */
  get ports(): [number, number] {
    return [this.#primary.port, this.#standby.port];
  }

  stop(): void {
    for (const { dir } of [this.#primary, this.#standby])
      Bun.spawnSync(asPostgres("pg_ctl", ["stop", "--silent", "--mode=immediate", `--pgdata=${dir}`]));
    rmSync(this.#dir, { recursive: true, force: true });
  }

  #begin({ dir, port }: Node): void {
    const settings = {
      listen_addresses: "127.0.0.1",
      port,
      unix_socket_directories: this.#dir,
      max_connections: 200,
    };
    const words = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
    const log = `--log=${join(dir, "server.log")}`;
    run("pg_ctl", ["start", "--wait", "--silent", `--pgdata=${dir}`, log, `--options=${words.join(" ")}`]);
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

function urlOf({ port }: Node): string {
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}

function asPostgres(program: string, words: string[]): string[] {
  const command = [join(binaries, program), ...words];
  return process.getuid?.() === 0
    ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", ...command]
    : command;
}

function run(program: string, words: string[]): void {
  const done = Bun.spawnSync(asPostgres(program, words), { cwd: "/", stdout: "ignore", stderr: "pipe" });
  const log = words.find((word) => word.startsWith("--log="))?.slice("--log=".length);
  const logged = log && existsSync(log) ? readFileSync(log, "utf8").slice(-2000) : "";
  if (done.exitCode !== 0) throw new Error(`${program}: ${done.stderr.toString()}${logged}`);
}
