// Debian's HAProxy before several processes, as src/app/deploy/haproxy.cfg has it, with ports of this machine.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../app/ports.ts";
import { programPath } from "../clients/programs.ts";

export const haproxy = programPath("haproxy");

const example = new URL("../../../src/app/deploy/haproxy.cfg", import.meta.url).pathname;

/** A process as the balancer reaches it, by section of the file; a section without a port leaves it out. */
export interface Slot {
  name: string;
  http: number;
  smtp?: number;
  submission?: number;
  imap?: number;
}

const sections = ["http", "smtp", "submission", "imap"] as const;
type Section = (typeof sections)[number];

export interface Balancer {
  /** Where clients connect. */
  readonly ports: Record<Section, number>;
  /** Where mail comes in that a slot takes alone while it is up, in the order of the slots. */
  readonly smtpOf: readonly number[];
  /** Leads a slot to other ports; HAProxy checks them at once. */
  move(slot: Slot): Promise<void>;
  /** Sessions of a slot stay; it gets no new ones. */
  drain(section: Section, name: string): Promise<void>;
  /** Names of slots in which all checks succeed. */
  up(): Promise<string[]>;
  /** Resolves once these slots are up, and no others. */
  untilUp(names: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

export interface BalancerOptions {
  slots: readonly Slot[];
  /** Changes the file's text before it is used. */
  edit?: (text: string) => string;
}

/** @throws Error with what HAProxy said of its file */
export async function startBalancer({ slots, edit = (text) => text }: BalancerOptions): Promise<Balancer> {
  const dir = mkdtempSync(join(tmpdir(), "postroom-haproxy-"));
  const socket = join(dir, "admin.sock");
  const ports: Record<Section, number> = { http: 0, smtp: 0, submission: 0, imap: 0 };
  for (const section of sections) ports[section] = await freePort();
  const smtpOf = await Promise.all(slots.map(() => freePort()));
  const own = slots.map((_, n) => ownListen(slots, { n, port: smtpOf[n]! }));
  const file = join(dir, "haproxy.cfg");
  writeFileSync(file, edit(`${configFor(slots, { ports, socket })}\n${own.join("\n")}\n`));
  const child = Bun.spawn([haproxy!, "-f", file], { stdout: "ignore", stderr: "pipe" });
  const said = new Response(child.stderr).text();
  const ask = (line: string) => tell(socket, line);
  const balancer: Balancer = {
    ports,
    smtpOf,
    async move(slot) {
      for (const section of sections) {
        const port = slot[section];
        if (port === undefined) continue;
        const server = `${section}/${slot.name}`;
        await ask(`set server ${server} addr 127.0.0.1 port ${port}`);
        await ask(`set server ${server} check-port ${slot.http}`);
        await ask(`set server ${server} state ready`);
      }
    },
    drain: async (section, name) => void (await ask(`set server ${section}/${name} state drain`)),
    async up() {
      const rows = (await ask("show stat")).split("\n").map((line) => line.split(","));
      const status = rows[0]!.indexOf("status");
      const states = Map.groupBy(
        rows.filter((row) => sections.includes(row[0] as Section) && !/^(FRONT|BACK)END$/.test(row[1]!)),
        (row) => row[1]!,
      );
      return [...states]
        .filter(([, all]) => all.every((row) => /^(UP|DRAIN|MAINT$)/.test(row[status]!)))
        .map(([name]) => name)
        .sort();
    },
    async untilUp(names) {
      const wanted = [...names].sort().join(" ");
      while ((await balancer.up()).join(" ") !== wanted) await Bun.sleep(50);
    },
    async stop() {
      child.kill();
      await child.exited;
      rmSync(dir, { recursive: true, force: true });
    },
  };
  for (;;) {
    const answered = await ask("show info").then(
      () => true,
      () => false,
    );
    if (answered) return balancer;
    if (child.exitCode !== null) throw new Error(`haproxy: ${await said}`);
    await Bun.sleep(20);
  }
}

/** The example with these ports: each `bind`, and a line for each slot in place of each `server`. */
function configFor(
  slots: readonly Slot[],
  { ports, socket }: { ports: Record<Section, number>; socket: string },
): string {
  let section: Section = "http";
  const lines = readFileSync(example, "utf8").split("\n");
  return lines
    .flatMap((line) => {
      section = (/^listen (\w+)$/.exec(line)?.[1] as Section | undefined) ?? section;
      if (/^ {2}bind /.test(line)) return [`  bind 127.0.0.1:${ports[section]}`];
      if (/^ {2}stats socket /.test(line)) return [line.replace(/\/\S+/, socket)];
      const server = /^ {2}server \S+ \S+ (.*)$/.exec(line)?.[1];
      return server === undefined ? [line] : slots.map((slot) => serverLine(slot, section, server));
    })
    .join("\n");
}

function serverLine(slot: Slot, section: Section, words: string): string {
  // A slot that has no such port is never asked.
  const port = slot[section] ?? 9;
  const rest = words.replace(/port \d+/, `port ${slot.http}`);
  return `  server ${slot.name} 127.0.0.1:${port} ${rest}${slot[section] === undefined ? " disabled" : ""}`;
}

/** What the example says of mail for one group of domains: one slot has it, the others only while that one is away. */
function ownListen(slots: readonly Slot[], { n, port }: { n: number; port: number }): string {
  const servers = slots.map((slot, at) => {
    const words = `track smtp/${slot.name} send-proxy-v2${at === n ? "" : " backup"}`;
    return `  server ${slot.name} 127.0.0.1:${slot.smtp ?? 9} ${words}${slot.smtp === undefined ? " disabled" : ""}`;
  });
  return [`listen own${n}`, "  mode tcp", `  bind 127.0.0.1:${port}`, ...servers].join("\n");
}

function tell(path: string, line: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(path, () => socket.write(`${line}\n`));
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(text));
  });
}
