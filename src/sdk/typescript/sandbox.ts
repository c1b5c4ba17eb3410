// A sandbox for tests: the service in a world of its own, in a process that ends with the test's. Node and Bun; it needs the
// executable of Postroom. Each call of `sandbox` starts another world, so tests beside each other do not meet.
import { Postroom } from "./client.ts";

export interface SandboxOptions {
  /**
   * The executable with its first arguments: `["/opt/postroom"]`. Without it POSTROOM_PROGRAM says it, its words divided by spaces;
   * else `postroom` is looked for in PATH.
   */
  program?: readonly string[];
  /** The same seed makes the same people do the same things, with the same ids; "1". */
  seed?: string | number;
  /** Hosts outside that webhooks may reach. */
  allow?: readonly string[];
  /** An empty PostgreSQL database in place of the embedded one. */
  postgres?: string;
  /** Milliseconds until it has to be there; 120,000. */
  startMs?: number;
}

/** A mail that came to somebody of the world. */
export interface SandboxMail {
  n: number;
  /** The world's time. */
  at: string;
  from: string;
  to: string[];
  cc: string[];
  subject: string;
  text: string;
  html: string | null;
  message_id: string;
  references: string[];
  headers: Record<string, string>;
  calendar: string | null;
}

export interface SandboxEntry {
  n: number;
  at: string;
  kind: string;
  from?: string;
  to?: string;
  subject?: string;
  code?: number;
  text?: string;
}

/** Two who answered each other without end. */
export interface SandboxLoop {
  between: [string, string];
  mails: number;
  began: string;
  ended: string;
}

/** A mail that somebody of the world writes. */
export interface SandboxLetter {
  /** An address of the service. */
  to: string;
  subject?: string;
  text: string;
  html?: string;
  in_reply_to?: string;
  /** 30s, 15m, 4h or 3d from now. */
  after?: string;
}

/** Fields of a resident, as the pages of the sandbox describe them. */
export interface SandboxResident {
  name?: string;
  kind?: "person" | "service" | "system" | "attacker";
  rules?: readonly object[];
  [field: string]: unknown;
}

export interface SandboxPerson {
  readonly address: string;
  /** Lives there from now on, and answers by these rules. Without it an address takes mail and answers none. */
  lives(data: SandboxResident): Promise<SandboxPerson>;
  /** Writes; when this resolves the mail has come, unless it has `after`. */
  writes(letter: SandboxLetter): Promise<void>;
  /** Begins what it begins by itself. */
  begins(to: string): Promise<void>;
  /** Mails that came to it, the oldest first. */
  inbox(): Promise<SandboxMail[]>;
}

export interface SandboxWorld {
  /** The service's URL, without /api/v1. */
  readonly url: string;
  readonly mcpUrl: string;
  readonly apiKey: string;
  /** The service's own domain. */
  readonly domain: string;
  readonly client: Postroom;
  /** A new address of the service: `bot` at its domain, or with a number behind where it is taken. */
  address(localPart?: string, fields?: Record<string, unknown>): Promise<string>;
  person(address: string): SandboxPerson;
  /** One who is ready, such as `help@desk.example`, lives there from now on. */
  ready(address: string): Promise<SandboxPerson>;
  /** Lets time pass, with all that happens in it: 30s, 15m, 4h or 3d. @returns the world's time */
  advance(span: string): Promise<string>;
  now(): Promise<string>;
  inbox(address: string): Promise<SandboxMail[]>;
  /** Everything that happened, in its order. */
  log(): Promise<SandboxEntry[]>;
  /** Exchanges without an end by themselves, which the world ended: who answered whom, and how many mails. */
  loops(): Promise<SandboxLoop[]>;
  /** @throws Error when mail came to the address, or without one to anybody, since the last reset */
  expectNoMail(address?: string): Promise<void>;
  /** Nobody lives there, and inboxes and log are empty; the service and the time stay. */
  reset(): Promise<void>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The part of node:child_process that is used: this package has no types of Node. */
interface ChildStream {
  setEncoding(encoding: "utf8"): void;
  on(event: "data", heard: (text: string) => void): void;
  unref?(): void;
}
interface ChildProcess {
  stdin: { end(): void; unref?(): void; on(event: "error", heard: () => void): void };
  stdout: ChildStream;
  stderr: ChildStream;
  unref(): void;
  ref(): void;
  on(event: "error", heard: (error: Error) => void): void;
  on(event: "exit", heard: (code: number | null) => void): void;
}
interface ChildProcesses {
  spawn(file: string, words: readonly string[], options: object): ChildProcess;
}
interface Started {
  url: string;
  api_key: string;
  mcp_url: string;
  domain: string;
}

/** @throws Error when the program is not found, or does not start */
export async function sandbox(options: SandboxOptions = {}): Promise<SandboxWorld> {
  const { started, close } = await start(options);
  const client = new Postroom({ baseUrl: started.url, apiKey: started.api_key });
  const control = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${started.url}/sandbox/${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const read = (await answer.json()) as { error?: { message: string } };
    if (!answer.ok) throw new Error(`sandbox: ${read.error?.message ?? answer.status}`);
    return read as T;
  };
  const at = (address: string) => encodeURIComponent(address);
  const inbox = async (address: string) =>
    (await control<{ data: SandboxMail[] }>("GET", `inboxes/${at(address)}`)).data;
  const log = async () => (await control<{ data: SandboxEntry[] }>("GET", "log?count=10000")).data;
  const person = (address: string): SandboxPerson => ({
    address,
    async lives(data) {
      await control("POST", "residents", { address, ...data });
      return person(address);
    },
    writes: async (letter) => void (await control("POST", `residents/${at(address)}/acts`, letter)),
    begins: async (to) => void (await control("POST", `residents/${at(address)}/acts`, { begin: true, to })),
    inbox: () => inbox(address),
  });
  return {
    url: started.url,
    mcpUrl: started.mcp_url,
    apiKey: started.api_key,
    domain: started.domain,
    client,
    async address(localPart = "bot", fields = {}) {
      for (let n = 1; ; n++) {
        const email = `${localPart}${n === 1 ? "" : `-${n}`}@${started.domain}`;
        try {
          return (await client.identities.create({ email, ...fields })).email;
        } catch (error) {
          if ((error as { code?: string }).code !== "address_taken" || n === 1000) throw error;
        }
      }
    },
    person,
    async ready(address) {
      await control("POST", "residents", { ready: address });
      return person(address);
    },
    advance: async (span) => (await control<{ now: string }>("POST", "clock", { advance: span })).now,
    now: async () => (await control<{ now: string }>("GET", "clock")).now,
    inbox,
    log,
    loops: async () => (await control<{ data: SandboxLoop[] }>("GET", "loops")).data,
    async expectNoMail(address) {
      const came = (await log()).filter(
        ({ kind, to }) => kind === "left" && (address === undefined || to === address.toLowerCase()),
      );
      if (came.length === 0) return;
      const [first] = came;
      throw new Error(`${came.length} mails left, the first to ${first!.to}: "${first!.subject ?? ""}"`);
    },
    reset: async () => void (await control("POST", "reset")),
    close,
    [Symbol.asyncDispose]: close,
  };
}

interface Environment {
  process?: { env: Record<string, string | undefined> };
}

async function start(options: SandboxOptions): Promise<{ started: Started; close: () => Promise<void> }> {
  const named = (globalThis as Environment).process?.env.POSTROOM_PROGRAM?.split(" ").filter(Boolean);
  const [file = "postroom", ...first] = options.program ?? named ?? [];
  const words = [...first, "sandbox", "--json", "--port", "0", "--speed", "stand"];
  words.push("--seed", String(options.seed ?? 1));
  for (const host of options.allow ?? []) words.push("--allow", host);
  if (options.postgres !== undefined) words.push("--postgres", options.postgres);
  // Named by a variable, so that no type of Node is asked for.
  const library: string = "node:child_process";
  const { spawn } = (await import(library)) as ChildProcesses;
  const child = spawn(file, words, { stdio: ["pipe", "pipe", "pipe"] });
  let said = "";
  let trouble = "";
  const ended = new Promise<void>((resolve) => {
    child.on("exit", () => resolve());
    child.on("error", () => resolve());
  });
  child.stdin.on("error", () => undefined);
  const started = await new Promise<Started>((resolve, reject) => {
    const late = setTimeout(() => {
      child.stdin.end();
      reject(new Error(`sandbox: ${file} did not start in time. ${trouble}`));
    }, options.startMs ?? 120_000);
    const fail = (why: string) => {
      clearTimeout(late);
      reject(new Error(why));
    };
    child.stdout.setEncoding("utf8");
    child.stderr.setEncoding("utf8");
    child.stderr.on("data", (text) => (trouble = (trouble + text).slice(-4000)));
    child.stdout.on("data", (text) => {
      said += text;
      const line = said.split("\n").find((each) => each.startsWith("{") && each.endsWith("}"));
      if (line === undefined) return;
      clearTimeout(late);
      resolve(JSON.parse(line) as Started);
    });
    child.on("error", (error) =>
      fail(
        `sandbox: ${file} could not be run (${error.message}). Name it in POSTROOM_PROGRAM, or as program.`,
      ),
    );
    child.on("exit", (code) => fail(`sandbox: ${file} ended with ${code}. ${trouble}`));
  });
  // The test's process may end: its sandbox ends with it.
  for (const one of [child, child.stdin, child.stdout, child.stderr]) one.unref?.();
  return {
    started,
    async close() {
      // Nothing else may keep the program alive until the sandbox has ended.
      child.ref();
      child.stdin.end();
      await ended;
    },
  };
}
