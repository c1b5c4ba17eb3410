// `postroom setup` with a domain of its own for agents that sign themselves up: the setting, its records, and an agent's address
// there. DECISIONS Agent signup and console.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { wishedSettings } from "../../src/cli/setup/settings.ts";
import { address, domain, host, publishZone, reverse } from "../doctor/machine.ts";
import { type Kind, storeKinds, type TempStore, tempStore } from "../support/app/database.ts";
import { executable } from "../support/app/executable.ts";
import { freePort } from "../support/app/ports.ts";
import { cleanEnv, startServer } from "../support/app/server.ts";
import { startDns, type TestDns } from "../support/fakes/dns.ts";
import { type Sink, startSink } from "../support/fakes/receivers.ts";

const signupDomain = "scouts.example";
const human = "ada@far.example";

test("setup asks for the domain of sign-ups, and writes what is answered; none by default", async () => {
  const asked: string[] = [];
  const settingOf = async (answer: (proposed: string) => string, signup?: string) => {
    const ask = {
      text: async (question: string, proposed: string) => {
        asked.push(question);
        return question.includes("sign themselves up") ? answer(proposed) : proposed;
      },
      yes: async () => true,
    };
    const wishes = { domain, hostname: host, email: "none", ...(signup && { signupDomain: signup }) };
    const found = await wishedSettings(wishes, ask);
    return found.find(({ name }) => name === "SIGNUP_DOMAIN")?.value;
  };
  expect(await settingOf((proposed) => proposed)).toBeUndefined();
  expect(asked.filter((one) => one.includes("sign themselves up"))).toHaveLength(1);
  expect(await settingOf(() => "Scouts.Example")).toBe(signupDomain);
  await expect(settingOf(() => `agents.${domain}`)).rejects.toThrow("of one organisation");
  asked.length = 0;
  expect(await settingOf(() => "other.example", signupDomain)).toBe(signupDomain);
  expect(asked).toEqual([]);
});

function suite(kind: Kind): void {
  let store: TempStore;
  let dns: TestDns;
  let sink: Sink;
  let folder: string;
  let ports: Record<string, string>;

  beforeAll(async () => {
    store = await tempStore(kind, { empty: true });
    folder = join(store.dataDir, "home");
    mkdirSync(folder);
    dns = await startDns({});
    sink = await startSink();
    ports = { SUBMISSIONS_PORT: "off", IMAPS_PORT: "off", HTTPS_PORT: "off" };
    for (const name of ["PORT", "SMTP_PORT"]) ports[name] = String(await freePort());
  });
  afterAll(async () => {
    await dns?.stop();
    await sink?.stop();
    await store?.dispose();
  });

  const settings = () => ({
    ...ports,
    DATA_DIR: store.dataDir,
    ...(store.databaseUrl === null ? {} : { DATABASE_URL: store.databaseUrl }),
    DNS_SERVERS: dns.server,
    SMTP_GREETING_MS: "0",
    SMTP_RELAY_URL: sink.url,
  });
  async function setUp(...more: string[]) {
    const words = ["setup", domain, "--hostname", host, "--email", "none", "--yes", "--wait", "0", ...more];
    const child = Bun.spawn([await executable(), ...words], {
      env: cleanEnv(settings()),
      cwd: folder,
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    const [output, errors] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    return { output, errors, exitCode: await child.exited };
  }
  const envFile = () => join(folder, ".env");

  test("a domain of the same organisation is refused, and nothing is written", async () => {
    const { errors, exitCode } = await setUp("--signup-domain", `scouts.${domain}`);
    expect([exitCode, existsSync(envFile())]).toEqual([1, false]);
    expect(errors).toContain(`scouts.${domain} and ${domain} are of one organisation`);
  });

  test("the setting is written, the records of both domains are shown and awaited", async () => {
    const { output, exitCode } = await setUp("--signup-domain", signupDomain);
    expect(exitCode).toBe(1);
    expect(readFileSync(envFile(), "utf8")).toContain(`\nSIGNUP_DOMAIN=${signupDomain}\n`);
    expect(output).toContain(`for agents that sign themselves up on ${signupDomain}:`);
    expect(output).toContain(`${signupDomain}. 3600 IN MX 10 ${host}.`);
    publishZone(dns, output);
    dns.zone[host] = { A: [address] };
    dns.zone[reverse] = { PTR: [host] };
    const again = await setUp();
    expect(again.output).toContain("nothing to change");
    expect(again.output).toMatch(/DNS: (\d+) of \1 records; all are there\./);
    expect(again.output + again.errors).toContain(`hello@${domain} is made.`);
  });

  test("an agent that signs itself up has its address there", async () => {
    const env = Object.fromEntries(
      readFileSync(envFile(), "utf8")
        .split("\n")
        .filter((line) => line.includes("="))
        .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
    );
    const server = await startServer(store, { ...env, ...settings() });
    try {
      const call = async (path: string, body: object) => {
        const response = await fetch(`http://127.0.0.1:${server.ports.http}/api/v1/agent/${path}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        });
        const { data } = (await response.json()) as { data: Record<string, string> };
        return { status: response.status, data };
      };
      const signup = await call("signup", { username: "scout", human_email: human });
      expect([signup.status, signup.data.address]).toEqual([201, `scout@${signupDomain}`]);
      const { raw } = await sink.taken.find(({ to }) => to.includes(human));
      const code = /Your code: (\d{6})/.exec(raw)![1]!;
      const verified = await call("verify", { signup_id: signup.data.signup_id!, code });
      expect([verified.status, verified.data.address]).toEqual([200, `scout@${signupDomain}`]);
    } finally {
      await server.kill();
    }
  });
}

describe.if(storeKinds.includes("embedded"))("setup with a domain of sign-ups, embedded", () =>
  suite("embedded"),
);
describe.if(process.env.POSTROOM_TEST_DATABASE_URL !== undefined)(
  "setup with a domain of sign-ups, postgres",
  () => suite("postgres"),
);
