// `postroom doctor` as monitoring runs it: exit codes, JSON, and what it says where nothing works.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Finding } from "../../src/doctor/finding.ts";
import { type Kind, storeKinds, type TempStore, tempStore } from "../support/app/database.ts";
import { runCommand, startServer } from "../support/app/server.ts";

interface Report {
  exit_code: number;
  findings: Finding[];
}

const nobodyOutside = { MAIL_DOMAIN: "postroom.localhost" };

async function doctor(store: TempStore, words: string[], settings: Record<string, string> = {}) {
  const { stdout, stderr, exitCode } = await runCommand(store, ["doctor", "--json", ...words], {
    settings: { ...nobodyOutside, ...settings },
  });
  if (stdout === "") throw new Error(stderr);
  const report = JSON.parse(stdout) as Report;
  expect(report.exit_code).toBe(exitCode);
  return { exitCode, codes: report.findings.map(({ code }) => code), findings: report.findings };
}

function suite(kind: Kind): void {
  let store: TempStore;
  beforeAll(async () => {
    store = await tempStore(kind);
  });
  afterAll(() => store.dispose());

  test("where nothing runs yet it fails, says how to start, and makes nothing", async () => {
    const { exitCode, codes } = await doctor(store, ["--only", "server,mail,blobs"]);
    expect([exitCode, codes.filter((code) => code.startsWith("server"))]).toEqual([
      2,
      ["server.not_running"],
    ]);
  });

  // DECISIONS Settings and command line: doctor exits 0, 1 or 2, and deletes the mail that it sends to itself
  test("with a server it makes a mail's whole way, and exits 0", async () => {
    const server = await startServer(store, { ...nobodyOutside, SMTP_GREETING_MS: "0" });
    const only = ["--only", "settings,server,ports,greeting,disk,blobs,queues,mail"];
    const { exitCode, codes } = await doctor(store, only);
    expect(codes.toSorted()).toEqual([
      "blobs.ok",
      "disk.ok",
      "greeting.ok",
      "mail.ok",
      "ports.ok",
      "queues.ok",
      "server.ok",
      "settings.private",
    ]);
    expect(exitCode).toBe(0);
    // A warning is 1, unless it is known.
    const world = { MAIL_DOMAIN: "agents.example", HOST: "0.0.0.0" };
    const later = await doctor(store, ["--only", "mail", "--to", "nobody@postroom.localhost"]);
    expect([later.exitCode, later.codes]).toEqual([1, ["mail.no_recipient"]]);
    const known = await doctor(
      store,
      ["--only", "mail", "--to", "nobody@x", "--ignore", "mail.no_recipient"],
      world,
    );
    expect(known.exitCode).toBe(0);
    await server.stop();
    const text = await runCommand(store, ["doctor", "--only", "server"], { settings: nobodyOutside });
    expect([text.exitCode, text.stdout]).toEqual([2, expect.stringContaining("FAIL  server.not_running")]);
    expect(text.stdout).toContain("postroom serve");
  });

  // DECISIONS Settings and command line: doctor names a newer schema and changes none
  test("a newer schema is named, and so does serve refuse it", async () => {
    const database = await store.open();
    await database.values(
      "insert into schema_migrations (name, checksum, applied_at) values ('9999_future', 'x', now())",
    );
    await database.close();
    const { exitCode, findings } = await doctor(store, ["--only", "queues"]);
    expect([exitCode, findings.map(({ code }) => code)]).toEqual([2, ["database.schema_newer"]]);
    expect(findings[0]!.message).toContain("it has the migration 9999_future. Start the newer version");
    const serve = await runCommand(store, ["serve"]);
    expect([serve.exitCode, serve.stderr]).toEqual([
      1,
      "postroom: The database is newer than this program: it has the migration 9999_future. Start the newer version of Postroom.\n",
    ]);
  });
}

describe.if(storeKinds.includes("embedded"))("doctor, embedded", () => {
  suite("embedded");

  test("a server that hangs is named, with what is known of it; no command waits for ever", async () => {
    const store = await tempStore("embedded");
    const server = await startServer(store, nobodyOutside);
    const { pid } = server.process;
    process.kill(pid, "SIGSTOP");
    try {
      const [keys, copy, hung] = await Promise.all([
        runCommand(store, ["keys", "list"]),
        runCommand(store, ["backup", `${store.dataDir}-backup`]),
        doctor(store, []),
      ]);
      for (const { exitCode, stderr } of [keys, copy]) {
        expect(exitCode).not.toBe(0);
        expect(stderr).toContain(`(process ${pid}) does not answer: it was stopped by a signal`);
        expect(stderr).toContain(`kill -CONT ${pid}`);
      }
      expect([hung.exitCode, hung.codes]).toEqual([2, ["server.hung"]]);
    } finally {
      process.kill(pid, "SIGCONT");
    }
    expect((await runCommand(store, ["keys", "list"])).exitCode).toBe(0);
    await server.stop();
    await store.dispose();
  });

  test("invalid settings, an unknown check and a database that is not there are said", async () => {
    const store = await tempStore("embedded");
    const invalid = await doctor(store, [], { PORT: "http" });
    expect([invalid.exitCode, invalid.codes]).toEqual([2, ["settings.invalid"]]);
    const unknown = await runCommand(store, ["doctor", "--only", "teeth"]);
    expect([unknown.exitCode, unknown.stderr]).toEqual([1, expect.stringContaining('no check "teeth"')]);
    const away = { DATABASE_URL: "postgres://nobody:secret@127.0.0.1:9/nothing" };
    const closed = await doctor(store, ["--only", "queues"], away);
    expect([closed.exitCode, closed.codes]).toEqual([2, ["database.unreachable"]]);
    expect(JSON.stringify(closed.findings)).not.toContain("secret");
    await store.dispose();
  });
});

const onPostgres = process.env.POSTROOM_TEST_DATABASE_URL === undefined ? describe.skip : describe;
onPostgres("doctor, postgres", () => suite("postgres"));
