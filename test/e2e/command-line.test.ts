// The command line as an operator uses it: real processes, what they print and their exit codes. DECISIONS Settings and
// command line.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { closeSync, existsSync, openSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { migrations } from "../../migrations/index.ts";
import { commands, helpOf } from "../../src/cli/index.ts";
import { licenses } from "../../src/cli/notices/licenses.ts";
import { apiClient } from "../support/app/api.ts";
import { eventually, testEnv } from "../support/app/app.ts";
import { type Kind, storeKinds, type TempStore, tempStore } from "../support/app/database.ts";
import { executable } from "../support/app/executable.ts";
import { cleanEnv, runCommand, type Server, startServer } from "../support/app/server.ts";

const nowhere = { dataDir: "/", databaseUrl: null };
/** Tests without a database, or with the embedded one: they need no second run on PostgreSQL alone. */
const onEmbedded = describe.if(storeKinds.includes("embedded"));

onEmbedded("help", () => {
  // DECISIONS Settings and command line: The commands
  test("names every command, and each takes --help", async () => {
    const all = await runCommand(nowhere, ["--help"]);
    expect(all.exitCode).toBe(0);
    for (const { name, summary, internal } of commands) {
      if (internal) continue;
      expect(all.stdout).toContain(`  ${name} `);
      expect(all.stdout).toContain(summary);
    }
    const [serve, health, keys, create] = await Promise.all([
      runCommand(nowhere, ["serve", "--help"]),
      runCommand(nowhere, ["healthcheck", "--help"]),
      runCommand(nowhere, ["keys", "--help"]),
      runCommand(nowhere, ["keys", "create", "--help"]),
    ]);
    expect([serve, health, keys, create].map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0]);
    expect(serve!.stdout).toContain("RATE_LIMIT_PER_SECOND");
    expect(keys!.stdout).toContain("postroom keys revoke ID");
    expect(create!.stdout).toBe(`${helpOf(commands.find(({ name }) => name === "keys create")!)}\n`);
  });

  test("what there is not, and what is missing, is said with status 2", async () => {
    const answers = await Promise.all(
      [
        ["frobnicate"],
        ["keys"],
        ["keys", "create"],
        ["keys", "create", "--nme", "x"],
        ["check", "x"],
        ["serve", "x"],
      ].map((words) => runCommand(nowhere, words)),
    );
    expect(answers.map(({ exitCode }) => exitCode)).toEqual([2, 2, 2, 2, 2, 2]);
    const [unknown, , missing, typo] = answers;
    expect(unknown!.stderr).toContain('There is no command "frobnicate".');
    expect(missing!.stderr).toContain("--name NAME is missing.");
    expect(typo!.stderr).toContain("--nme");
  });

  test("the licences of all it is made of, whole through a pipe", async () => {
    const [{ stdout, exitCode }, source] = await Promise.all([
      runCommand(nowhere, ["licenses"]),
      licenses.runClient({ positionals: [], options: {} }, () => undefined),
    ]);
    expect(exitCode).toBe(0);
    expect(stdout === source.stdout).toBe(true);
  });

  test("the version", async () => {
    expect((await runCommand(nowhere, ["version"])).stdout).toMatch(/^postroom \d+\.\d+\.\d+\n$/);
    const { stdout } = await runCommand(nowhere, ["version", "--json"]);
    expect(JSON.parse(stdout)).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      schema: migrations.at(-1)!.name,
      bun: Bun.version,
      platform: `${process.platform}-${process.arch}`,
    });
  });
});

// What else is wrong: test/config.test.ts.
onEmbedded("a wrong setting stops the start", () => {
  const wrong: [name: string, value: string, says: string][] = [
    ["PORT", "http", "PORT=http must be a port from 0 to 65535, or off. Example: PORT=8080"],
    ["DATABASE_URL", "mysql://u:topsecret@h/d", "DATABASE_URL=… must be a URL that begins with postgres://"],
    ["TLS_CERT_FILE", "/nowhere.pem", "TLS_KEY_FILE= is needed with TLS_CERT_FILE"],
  ];
  // DECISIONS Settings and command line: A wrong setting is refused by name
  test("with its name, what is wrong and an example", async () => {
    const store = await tempStore("embedded");
    const answers = await Promise.all(
      wrong.map(([name, value]) => runCommand(store, ["serve"], { settings: { [name]: value } })),
    );
    for (const [index, { exitCode, stderr, stdout }] of answers.entries()) {
      expect([exitCode, stdout]).toEqual([2, ""]);
      expect(stderr).toStartWith("postroom: ");
      expect(stderr).toContain(wrong[index]![2]);
      expect(stderr).toContain("Example: ");
      expect(stderr.trim()).not.toContain("\n");
      expect(stderr).not.toContain("topsecret");
    }
    expect(existsSync(join(store.dataDir, "postgres"))).toBe(false);
    await store.dispose();
  });

  test.skipIf(process.platform !== "linux")(
    "limits of the process that are too low stop it too",
    async () => {
      const store = await tempStore("embedded");
      const limited = async (limit: string) => {
        const child = Bun.spawn(["sh", "-c", `ulimit ${limit} && exec "$0" serve`, await executable()], {
          env: cleanEnv(testEnv(store)),
          cwd: store.dataDir,
          stdout: "ignore",
          stderr: "pipe",
        });
        return [await child.exited, await new Response(child.stderr).text()];
      };
      expect(await limited("-n 64")).toEqual([2, expect.stringContaining("LimitNOFILE=65536")]);
      expect(await limited("-v 2000000")).toEqual([2, expect.stringContaining("MemoryMax=")]);
      expect(existsSync(join(store.dataDir, "postgres"))).toBe(false);
      await store.dispose();
    },
  );

  test("a command makes no database where none is, and a misspelt one or setting is named", async () => {
    const store = await tempStore("embedded");
    for (const [words, exitCode] of [
      [["check"], 2],
      [["backup", "copies"], 1],
    ] as const) {
      const none = await runCommand(store, words);
      expect([words, none.exitCode, none.stderr]).toEqual([
        words,
        exitCode,
        expect.stringContaining("has no database, and none was made"),
      ]);
    }
    expect(existsSync(join(store.dataDir, "postgres"))).toBe(false);
    const misspelt = await runCommand(store, ["dcotor"]);
    expect([misspelt.exitCode, misspelt.stderr]).toEqual([
      2,
      'postroom: There is no command "dcotor". postroom --help lists all.\nDid you mean: postroom doctor\n',
    ]);
    writeFileSync(join(store.dataDir, ".env"), "SMPT_RELAY_URL=smtp://x\nBASE_URL http://x\n");
    const server = await startServer(store);
    await server.said("did you mean SMTP_RELAY_URL?");
    expect(server.log()).toContain("line 2 of .env sets nothing");
    await server.stop();
    await store.dispose();
  });

  test("a database that is not there", async () => {
    const store = await tempStore("embedded");
    const settings = {
      DATABASE_URL: "postgres://nobody:secret@127.0.0.1:9/nothing",
      DATABASE_WAIT_SECONDS: "1",
    };
    const { exitCode, stderr } = await runCommand(store, ["serve"], { settings });
    expect(exitCode).toBe(1);
    expect(stderr).toContain("waiting for it");
    expect(stderr).toContain("the database cannot be reached");
    expect(stderr).not.toContain("secret");
    await store.dispose();
  });

  test("a port that is taken", async () => {
    const store = await tempStore("embedded");
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const { port } = taken.address() as { port: number };
    for (const name of ["PORT", "SMTP_PORT"]) {
      const { exitCode, stderr } = await runCommand(store, ["serve"], { settings: { [name]: String(port) } });
      expect(exitCode).toBe(1);
      expect(stderr).toContain(
        `${name}=${port} is taken by another program. Choose another one, such as ${name}=`,
      );
    }
    taken.close();
    // The key was not made where nobody would have seen it.
    const server = await startServer(store);
    await server.printed("Your API key, shown this once");
    await server.stop();
    await store.dispose();
  });

  test("a first key that was lost: the next start prints another, and the first use ends the others", async () => {
    const store = await tempStore("embedded");
    const printedKey = async () => {
      const server = await startServer(store);
      await server.printed("Your API key, shown this once");
      const { stdout } = await server.stop();
      return /^ {2}(pr_[0-9A-Za-z]{46})$/m.exec(stdout)![1]!;
    };
    const [lost, other] = [await printedKey(), await printedKey()];
    expect(other).not.toBe(lost);
    const server = await startServer(store);
    const status = async (port: number, key: string) =>
      (await apiClient(`http://127.0.0.1:${port}`, key).get("/identities")).status;
    expect(await status(server.ports.http, other)).toBe(200);
    await server.stop();
    const last = await startServer(store);
    expect([await status(last.ports.http, lost), await status(last.ports.http, other)]).toEqual([401, 200]);
    const { stdout } = await last.stop();
    expect(stdout).not.toContain("API key");
    await store.dispose();
  });
});

function suite(kind: Kind): void {
  let store: TempStore;
  beforeAll(async () => {
    store = await tempStore(kind);
  });
  afterAll(() => store.dispose());

  // DECISIONS Settings and command line: serve writes the ports it took to DATA_DIR/ports.json
  test("the first start prints the key and three commands that work as they stand", async () => {
    const server = await startServer(store);
    const { stdout } = await printed(server, async (script) => {
      const shell = Bun.spawn(["bash", "-eu", "-c", script], {
        env: cleanEnv({}),
        stdout: "pipe",
        stderr: "pipe",
      });
      return { status: await shell.exited, output: await new Response(shell.stdout).text() };
    });
    expect(stdout.match(/^ {2}pr_[0-9A-Za-z]{46}$/gm)).toHaveLength(1);
  });

  test("a later start prints its ports and how to get a key, and no key", async () => {
    const server = await startServer(store);
    const { exitCode, stdout } = await server.stop();
    expect(exitCode).toBe(0);
    const [ports, hint, ...rest] = stdout.split("\n");
    expect(ports).toMatch(/^Postroom is running\. Ports: http \d+, smtp \d+\.$/);
    expect([hint, rest]).toEqual([expect.stringMatching(/ keys create --name NAME$/), [""]]);
  });

  test("a server whose output takes no more, as on a full disk, ends at SIGTERM all the same", async () => {
    const portsFile = join(store.dataDir, "ports.json");
    rmSync(portsFile, { force: true });
    const child = Bun.spawn([await executable(), "serve"], {
      env: cleanEnv(testEnv(store)),
      cwd: store.dataDir,
      stdout: Bun.file("/dev/full"),
      stderr: "ignore",
    });
    await eventually(() => existsSync(portsFile));
    for (const output of [">/dev/full", ">&-"]) {
      const words = ["bash", "-c", `"$0" healthcheck ${output}`, await executable()];
      const asked = () => Bun.spawnSync(words, { env: cleanEnv(testEnv(store)), cwd: store.dataDir });
      await eventually(() => asked().exitCode === 0);
    }
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
  });

  test("a command whose output takes no more says so and exits 1; one whose reader has gone exits 0", async () => {
    const program = await executable();
    const run = (line: string) =>
      Bun.spawnSync(["bash", "-c", line, program], { env: cleanEnv(testEnv(store)), cwd: store.dataDir });
    for (const words of ["--help", "version --json", "licenses", "keys create --name lost"]) {
      const { exitCode, stderr } = run(`"$0" ${words} >/dev/full`);
      expect([words, exitCode, stderr.toString()]).toEqual([
        words,
        1,
        expect.stringContaining("(ENOSPC); the command itself was carried out."),
      ]);
    }
    expect(run(`"$0" nonsense >/dev/full 2>&1`).exitCode).toBe(2);
    const closed = run(`"$0" version >&-`);
    expect([closed.exitCode, closed.stderr.toString()]).toEqual([1, expect.stringContaining("it is closed")]);
    // Nobody wants the output, which is no fault.
    expect(run(`"$0" version >/dev/null`).exitCode).toBe(0);
    expect(run(`"$0" version 2>&-`).exitCode).toBe(0);
    const ignored = Bun.spawnSync([program, "version"], { stdout: "ignore", env: cleanEnv(testEnv(store)) });
    expect(ignored.exitCode).toBe(0);
    expect(run(`"$0" licenses | head -1; exit "\${PIPESTATUS[0]}"`).exitCode).toBe(0);
  });

  test("a server whose output nobody reads ends at SIGTERM all the same", async () => {
    const portsFile = join(store.dataDir, "ports.json");
    rmSync(portsFile, { force: true });
    const pipe = join(store.dataDir, "unread");
    expect(Bun.spawnSync(["mkfifo", pipe]).exitCode).toBe(0);
    const unread = openSync(pipe, "r+");
    // a pipe takes 64 kB
    const child = Bun.spawn(["sh", "-c", 'head -c 65536 /dev/zero; exec "$0" serve', await executable()], {
      env: cleanEnv(testEnv(store)),
      cwd: store.dataDir,
      stdout: unread,
      stderr: "ignore",
    });
    await eventually(() => existsSync(portsFile));
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
    closeSync(unread);
  });

  // DECISIONS Settings and command line: init --json prints account_id, domain_id, domain and api_key; again the same without api_key
  test("init prints its JSON again, without the key", async () => {
    const { stdout, exitCode } = await runCommand(store, ["init", "--json"]);
    expect(exitCode).toBe(0);
    expect(Object.keys(JSON.parse(stdout))).toEqual(["account_id", "domain_id", "domain"]);
  });

  // DECISIONS Settings and command line: While a server holds the embedded database, commands go through its control socket
  // DECISIONS Settings and command line: healthcheck asks at the port of ports.json, then at PORT
  test("commands work while the server runs", async () => {
    const server = await startServer(store);
    const [created, added, made] = [
      await runCommand(store, ["keys", "create", "--name", "second", "--json"]),
      await runCommand(store, ["domains", "add", "Mail.Example.com"]),
      await runCommand(store, [
        "identities",
        "create",
        "clerk@mail.example.com",
        "--type",
        "human",
        "--json",
      ]),
    ];
    expect([created, added, made].map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
    const { api_key } = JSON.parse(created.stdout) as { api_key: string };
    const api = apiClient(`http://127.0.0.1:${server.ports.http}`, api_key);
    const list = await api.get<{ data: { email: string; type: string }[] }>(
      "/identities?email=clerk@mail.example.com",
    );
    expect(list.json.data).toMatchObject([{ email: "clerk@mail.example.com", type: "human" }]);
    const listed = await runCommand(store, ["keys", "list"]);
    const id = /^(\S+) +second /m.exec(listed.stdout)?.[1];
    expect(listed.stdout).toStartWith("ID ");
    // a revoked key stops at once
    expect(await runCommand(store, ["keys", "revoke", id!])).toMatchObject({ exitCode: 0 });
    expect((await api.get("/identities")).status).toBe(401);
    const again = await runCommand(store, ["keys", "revoke", id!]);
    expect([again.exitCode, again.stdout]).toEqual([1, ""]);
    expect(again.stderr).toContain("There is nothing here");
    // whatever PORT is in the environment of whoever asks
    for (const PORT of ["0", "9"])
      expect(await runCommand(store, ["healthcheck"], { settings: { PORT } })).toMatchObject({
        exitCode: 0,
        stdout: "ok\n",
      });
    await server.stop();
    expect((await runCommand(store, ["healthcheck"])).exitCode).toBe(1);
  });

  test("check names what disagrees, with status 1", async () => {
    expect(await runCommand(store, ["check"])).toMatchObject({ exitCode: 0, stdout: "Everything agrees.\n" });
    const database = await store.open();
    await database.values("update folders set total = total + 1 where name = 'INBOX'");
    await database.close();
    const { exitCode, stdout } = await runCommand(store, ["check"]);
    expect(exitCode).toBe(1);
    expect(stdout).toContain("a folder's counts are its placements: folder ");
    expect(stdout).toMatch(/\d+ disagreements\.\n$/);
  });
}

onEmbedded("an operator, embedded", () => {
  suite("embedded");

  test("a data directory has one process; a killed one leaves nothing in the way", async () => {
    const store = await tempStore("embedded");
    const server = await startServer(store);
    const second = await runCommand(store, ["serve"]);
    expect([second.exitCode, second.stdout]).toEqual([1, ""]);
    expect(second.stderr).toContain(`DATA_DIR=${store.dataDir} is in use by another Postroom process.`);
    await server.kill();
    expect(existsSync(join(store.dataDir, "control.sock"))).toBe(true);
    expect(await runCommand(store, ["check"])).toMatchObject({ exitCode: 0 });
    const next = await startServer(store);
    expect((await next.stop()).exitCode).toBe(0);
    expect(existsSync(join(store.dataDir, "control.sock"))).toBe(false);
    await store.dispose();
  });
});

const onPostgres = process.env.POSTROOM_TEST_DATABASE_URL === undefined ? describe.skip : describe;
onPostgres("an operator, postgres", () => suite("postgres"));

/** Runs what the server has printed to be pasted; stops it. */
async function printed(
  server: Server,
  paste: (script: string) => Promise<{ status: number; output: string }>,
): Promise<{ stdout: string }> {
  const stdout = await server.printed("# 3. read it");
  const script = stdout.slice(stdout.indexOf("export KEY="));
  const { status, output } = await paste(script);
  expect(status).toBe(0);
  expect(output).toContain('"email":"hello@agents.example"');
  expect(output).toContain("Does it work?");
  await server.stop();
  return { stdout };
}
