// `postroom setup` as a stranger runs it: an empty directory, a zone that is published while it waits, a real ACME authority.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { address, domain, host, publishZone, reverse } from "../doctor/machine.ts";
import { eventually } from "../support/app/app.ts";
import { type Kind, storeKinds, type TempStore, tempStore } from "../support/app/database.ts";
import { executable } from "../support/app/executable.ts";
import { freePort } from "../support/app/ports.ts";
import { cleanEnv } from "../support/app/server.ts";
import { startDns, type TestDns } from "../support/fakes/dns.ts";
import { hasPebble, type Pebble, startPebble } from "../support/fakes/pebble.ts";

if (!hasPebble) test.skip("setup: pebble is not installed (apt-get install pebble)", () => {});

interface Run {
  child: Bun.Subprocess<"ignore", "pipe", "pipe">;
  output(): string;
  errors(): string;
}

function suite(kind: Kind): void {
  let store: TempStore;
  let dns: TestDns;
  /** As the authority sees the world: the names lead to this machine. */
  let outside: TestDns;
  let pebble: Pebble;
  let folder: string;
  let ports: Record<string, string>;

  beforeAll(async () => {
    store = await tempStore(kind, { empty: true });
    folder = join(store.dataDir, "home");
    mkdirSync(folder);
    dns = await startDns({});
    const names = [host, ...["mta-sts", "autoconfig", "autodiscover"].map((label) => `${label}.${domain}`)];
    outside = await startDns(Object.fromEntries(names.map((name) => [name, { A: ["127.0.0.1"] }])));
    const [http, https] = [await freePort(), await freePort()];
    pebble = await startPebble({ httpPort: http, tlsPort: https, dnsServer: outside.server });
    ports = {
      PORT: String(http),
      HTTPS_PORT: String(https),
      SMTP_PORT: String(await freePort()),
      SUBMISSIONS_PORT: String(await freePort()),
      IMAPS_PORT: String(await freePort()),
      SUBMISSION_PORT: "off",
      IMAP_PORT: "off",
    };
    writeFileSync(join(folder, "root.pem"), pebble.root);
  });
  afterAll(async () => {
    await pebble?.stop();
    await dns?.stop();
    await outside?.stop();
    await store?.dispose();
  });

  async function run(words: string[], settings: Record<string, string> = {}): Promise<Run> {
    const { ACME_EMAIL: _, ...authority } = pebble.env;
    const child = Bun.spawn([await executable(), ...words], {
      env: cleanEnv({
        ...ports,
        ...authority,
        DATA_DIR: store.dataDir,
        ...(store.databaseUrl === null ? {} : { DATABASE_URL: store.databaseUrl }),
        DNS_SERVERS: dns.server,
        SMTP_GREETING_MS: "0",
        ...settings,
      }),
      cwd: folder,
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    const [output, errors] = [collect(child.stdout), collect(child.stderr)];
    return { child, output, errors };
  }

  const wishes = [domain, "--hostname", host, "--email", "admin@agents.example", "--yes", "--interval", "1"];

  test("waits for DNS, and Ctrl+C loses nothing", async () => {
    const { child, output, errors } = await run(["setup", ...wishes, "--wait", "5"]);
    await eventually(
      () => output().includes("DNS: 0 of 6 records; missing: "),
      () => output() + errors(),
    );
    child.kill("SIGINT");
    expect(await child.exited).toBe(130);
    expect(errors()).toContain("run the same command again");
    const file = join(folder, ".env");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8")).toBe(
      [
        "HOST=0.0.0.0",
        `MAIL_HOSTNAME=${host}`,
        `MAIL_DOMAIN=${domain}`,
        `BASE_URL=https://${host}`,
        "ACME_EMAIL=admin@agents.example",
        "",
      ].join("\n"),
    );
    expect(output()).toMatch(/^ {2}pr_[0-9A-Za-z]{46}$/m);
    expect(output()).toContain(`${domain}. 3600 IN MX 10 ${host}.`);
  });

  test("goes on when run again: certificate, address, a mail, doctor; nothing fails", async () => {
    const { child, output, errors } = await run(["setup", ...wishes, "--wait", "5", "--ca", "root.pem"]);
    await eventually(
      () => output().includes("DNS: 0 of 6 records"),
      () => output() + errors(),
    );
    expect(output()).toContain("nothing to change");
    expect(output()).not.toContain("pr_");
    publishZone(dns, output());
    dns.zone[host] = { A: [address] };
    dns.zone[reverse] = { PTR: [host] };
    const exitCode = await child.exited;
    // The server of the tests may not wait for its disk, which doctor says.
    const failed = output()
      .split("\n")
      .filter((line) => line.startsWith("FAIL") && !/database\.(fsync|synchronous|full_page)/.test(line));
    expect([failed, errors()]).toEqual([[], ""]);
    expect(exitCode).toBe(/^FAIL/m.test(output()) ? 1 : 0);
    expect(output()).toContain("DNS: 6 of 6 records; all are there.");
    expect(output()).toContain("The certificate is there.");
    expect(output()).toContain(`hello@${domain} is made.`);
    expect(output()).toContain(`A mail to hello@${domain} came in, was read and deleted`);
    expect(output()).toContain(`${await executable()} service | sudo tee`);
    // The server of the setup has ended.
    expect(existsSync(join(store.dataDir, "control.sock"))).toBe(false);
  });

  test("does not replace what stands in .env, but with --force", async () => {
    const file = join(folder, ".env");
    const before = readFileSync(file, "utf8");
    const other = ["setup", domain, "--hostname", "mx2.agents.example", "--wait", "0"];
    const refused = await run(other);
    expect(await refused.child.exited).toBe(1);
    expect(refused.errors()).toContain("--force");
    expect(refused.output()).toContain(`- MAIL_HOSTNAME=${host}\n+ MAIL_HOSTNAME=mx2.agents.example\n`);
    expect(readFileSync(file, "utf8")).toBe(before);
    const forced = await run([...other, "--force"]);
    expect(await forced.child.exited).toBe(1);
    expect(forced.output()).toContain("DNS: ");
    expect(forced.output()).toContain("A mx2.agents.example");
    expect(readFileSync(file, "utf8")).toBe(before.replaceAll(host, "mx2.agents.example"));
  });

  test("a value that no start would take is refused before it is written", async () => {
    const before = readFileSync(join(folder, ".env"), "utf8");
    const { child, errors } = await run(["setup", domain, "--hostname", "not a name", "--force"]);
    expect(await child.exited).toBe(1);
    expect(errors()).toContain('"not a name" is not a domain name');
    expect(readFileSync(join(folder, ".env"), "utf8")).toBe(before);
  });
}

function collect(stream: ReadableStream<Uint8Array>): () => string {
  let text = "";
  void (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) text += decoder.decode(chunk, { stream: true });
  })();
  return () => text;
}

describe.if(hasPebble && storeKinds.includes("embedded"))("setup, embedded", () => suite("embedded"));
describe.if(hasPebble && process.env.POSTROOM_TEST_DATABASE_URL !== undefined)("setup, postgres", () =>
  suite("postgres"),
);
