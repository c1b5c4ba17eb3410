// A server from its sources whose main thread is measured (support/app/turn-clock.ts), and somebody on each of its edges.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { runtimeSettings } from "../../src/config/runtime.ts";
import { Browser } from "../console/browser.ts";
import { type Api, apiClient } from "../support/app/api.ts";
import { testEnv } from "../support/app/app.ts";
import type { TempStore } from "../support/app/database.ts";
import { cleanEnv } from "../support/app/server.ts";
import type { FromClock, ToClock } from "../support/app/turn-clock.ts";
import { ImapTalk } from "../support/imap/client.ts";
import { dialogue, openData } from "../support/smtp/client.ts";

const repository = resolve(import.meta.dir, "../..");
const program = join(repository, "src/main.ts");
const clock = join(repository, "test/support/app/turn-clock.ts");

export interface Target {
  api: Api;
  key: string;
  base: string;
  smtpPort: number;
  imapPort: number;
  identityId: string;
  email: string;
  password: string;
  browser: Browser;
  /** Runs something, and tells the longest stretch of the server's main thread meanwhile. */
  longest(run: () => Promise<unknown>): Promise<FromClock>;
  /** A mail by SMTP. @returns the message's id; null where it was refused */
  deliver(raw: string): Promise<string | null>;
  imap(): Promise<ImapTalk>;
  /** All of its log so far. */
  log(): string;
  /** What the last call answered. */
  said: string;
  stop(): Promise<void>;
}

export async function startTarget(store: TempStore): Promise<Target> {
  const env = cleanEnv({
    ...testEnv(store),
    // With them it does not begin anew, which would end the channel to it.
    ...runtimeSettings,
    IMAP_PORT: "0",
    ALLOW_PLAINTEXT_AUTH: "loopback",
    LOG_LEVEL: "warn",
    ...(process.env.TURN_STACKS === "1" && { TURN_STACKS: "1" }),
  });
  const run = async (words: readonly string[]) => {
    const child = Bun.spawn([process.execPath, program, ...words], { env, stdout: "pipe", stderr: "pipe" });
    const text = await new Response(child.stdout).text();
    if ((await child.exited) !== 0)
      throw new Error(`${words.join(" ")}: ${await new Response(child.stderr).text()}`);
    return text;
  };
  const key = (JSON.parse(await run(["init", "--json"])) as { api_key: string }).api_key;
  let heard: (answer: FromClock) => void = () => {};
  const child = Bun.spawn([process.execPath, `--preload=${clock}`, program, "serve"], {
    env,
    cwd: store.dataDir,
    stdio: ["ignore", "ignore", "pipe"],
    ipc: (answer: FromClock) => heard(answer),
  });
  let log = "";
  void (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of child.stderr) log += decoder.decode(chunk, { stream: true });
  })();
  const file = join(store.dataDir, "ports.json");
  while (!(await Bun.file(file).exists())) {
    if (child.exitCode !== null) throw new Error(`the server ended: ${log}`);
    await Bun.sleep(10);
  }
  const ports = JSON.parse(readFileSync(file, "utf8")) as { http: number; smtp: number; imap: number };
  const base = `http://127.0.0.1:${ports.http}`;
  const api = apiClient(base, key);
  const { id, email } = await api.must<{ id: string; email: string }>(
    201,
    api.post("/identities", { email: "me@agents.example" }),
  );
  const { password } = await api.must<{ password: string }>(
    201,
    api.post("/app-passwords", { identity_id: id, name: "fuzz" }),
  );
  const browser = new Browser(base);
  const { pathname, search } = new URL(
    /https?:\S+/.exec(await run(["console-link", "operator@agents.example"]))![0],
  );
  await browser.get(pathname + search);
  await browser.submit("/console/sign-in");
  const say = (message: ToClock) => child.send(message);
  return {
    api,
    key,
    base,
    smtpPort: ports.smtp,
    imapPort: ports.imap,
    identityId: id,
    email,
    password,
    browser,
    said: "",
    log: () => log,
    async longest(run) {
      say("begin");
      await run();
      const answer = new Promise<FromClock>((resolve) => {
        heard = resolve;
      });
      say("end");
      return answer;
    },
    async deliver(raw) {
      const talk = await dialogue(ports.smtp);
      try {
        const replies = await openData(talk, "a@sender.example", email);
        if (!replies.at(-1)!.startsWith("354")) return null;
        await talk.write(`${raw.replace(/\r?\n/g, "\r\n").replace(/^\./gm, "..")}\r\n.\r\n`);
        const reply = await talk.reply();
        return /^250 .*([0-9a-f-]{36})$/.exec(reply)?.[1] ?? null;
      } finally {
        talk.close();
      }
    },
    imap: () => ImapTalk.logIn(ports.imap, { id, email, password }),
    async stop() {
      child.kill("SIGTERM");
      await child.exited;
    },
  };
}
