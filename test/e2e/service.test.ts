// The server as a service: its systemd unit, a root file system that is read-only, and SIGHUP.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { apiClient } from "../support/app/api.ts";
import { eventually, testEnv } from "../support/app/app.ts";
import { type TempStore, tempStore } from "../support/app/database.ts";
import { executable } from "../support/app/executable.ts";
import { cleanEnv, runCommand, type Server, startServer } from "../support/app/server.ts";
import { programPath } from "../support/clients/programs.ts";
import { shownBy } from "../support/clients/tls.ts";
import { makeCertificate } from "../support/fakes/certificate.ts";
import { dialogue } from "../support/smtp/client.ts";

let store: TempStore;
beforeAll(async () => {
  store = await tempStore("embedded");
});
afterAll(() => store?.dispose());

const analyze = programPath("systemd-analyze");
if (!analyze) test.skip("systemd units: systemd-analyze is not installed", () => {});

describe.if(analyze !== null)("the unit that service prints", () => {
  test("is one that systemd takes, and leaves little open", async () => {
    const { stdout, stderr, exitCode } = await runCommand(store, ["service", "--user", "daemon"]);
    expect(exitCode).toBe(0);
    // A service would start without what stands in no file.
    expect(stderr).toMatch(/come from this environment: (?=.*\bSMTP_PORT\b)(?!.*\bDATA_DIR\b)/);
    const file = join(store.dataDir, "postroom.service");
    writeFileSync(file, stdout);
    const verify = Bun.spawnSync([analyze!, "verify", "--man=no", file]);
    expect([verify.exitCode, verify.stderr.toString()]).toEqual([0, ""]);
    const judged = Bun.spawnSync([
      analyze!,
      "security",
      "--offline=true",
      "--no-pager",
      "--threshold=30",
      file,
    ]);
    expect(judged.exitCode).toBe(0);
    expect(stdout).toContain(`ExecStart=${await executable()} serve`);
    expect(stdout).toContain(`ReadWritePaths=${store.dataDir}`);
    expect(stdout).toContain("ExecReload=/bin/kill -HUP $MAINPID");
    const { stdout: unnamed } = await runCommand(store, ["service"]);
    const { stdout: me } = Bun.spawnSync(["id", "-un"]);
    expect(unnamed).toContain(`User=${me.toString().trim()}\n`);
  });
});

const isRoot = process.getuid?.() === 0 && Bun.spawnSync(["unshare", "-m", "true"]).exitCode === 0;
if (!isRoot) test.skip("a read-only root: only root makes one", () => {});

describe.if(isRoot)("a read-only root file system", () => {
  test("is enough, with DATA_DIR to write to; a mail makes its whole way", async () => {
    const own = await tempStore("embedded");
    const data = join(own.dataDir, "data");
    mkdirSync(data);
    // Every file system but the one of DATA_DIR is read-only for this process.
    const script = `set -e
mount --make-rprivate /
mount --bind "$DATA_DIR" "$DATA_DIR"
for at in / /tmp /dev/shm; do mount -o remount,bind,ro "$at" 2>/dev/null || { mount --rbind "$at" "$at" && mount -o remount,bind,ro "$at"; }; done
mount -o remount,bind,rw "$DATA_DIR"
if touch /refused 2>/dev/null; then echo the root can be written to >&2; exit 9; fi
cd /
exec "$PROGRAM" serve`;
    const env = cleanEnv({
      ...testEnv({ dataDir: data, databaseUrl: null }),
      MAIL_DOMAIN: "postroom.localhost",
      SMTP_GREETING_MS: "0",
      PROGRAM: await executable(),
    });
    const child = Bun.spawn(["unshare", "-m", "bash", "-c", script], { env, stdout: "pipe", stderr: "pipe" });
    const errors = new Response(child.stderr).text();
    try {
      await eventually(() => child.exitCode !== null || Bun.file(join(data, "ports.json")).exists());
      if (child.exitCode !== null) throw new Error(await errors);
      const at = { dataDir: data, databaseUrl: null };
      expect(await runCommand(at, ["healthcheck"])).toMatchObject({ exitCode: 0, stdout: "ok\n" });
      const looked = await runCommand(at, ["doctor", "--only", "disk,blobs,mail"]);
      expect([looked.exitCode, looked.stdout]).toEqual([
        0,
        expect.stringContaining("came in, was read and deleted"),
      ]);
    } finally {
      child.kill("SIGTERM");
      await child.exited;
      await own.dispose();
    }
  });
});

describe("SIGHUP", () => {
  let server: Server;
  let own: TempStore;
  const file = (name: string) => join(own.dataDir, name);
  const certificates = [makeCertificate("mx.agents.example"), makeCertificate("mx.agents.example")];
  const showCertificate = (index: number) => {
    for (const [name, text] of [
      ["cert.pem", certificates[index]!.cert],
      ["key.pem", certificates[index]!.key],
    ] as const) {
      writeFileSync(file(`${name}.new`), text);
      renameSync(file(`${name}.new`), file(name));
    }
  };
  const settings = (lines: string[]) => {
    writeFileSync(file(".env"), `${lines.join("\n")}\n`);
    chmodSync(file(".env"), 0o600);
  };

  beforeAll(async () => {
    own = await tempStore("embedded");
    showCertificate(0);
    settings(["AGENT_SIGNUP=on", "SMTP_TARPIT_MS=5"]);
    server = await startServer(own, {
      SMTP_GREETING_MS: "0",
      LOG_FORMAT: "json",
      SIGNUP_DOMAIN: "scouts.example",
      TLS_CERT_FILE: file("cert.pem"),
      TLS_KEY_FILE: file("key.pem"),
    });
  });
  afterAll(async () => {
    await server?.stop();
    await own?.dispose();
  });

  const signup = async () => {
    const api = apiClient(`http://127.0.0.1:${server.ports.http}`, null);
    const body = {
      username: `s${crypto.randomUUID().slice(0, 8)}`,
      human_email: "ada@remote.example",
    };
    return (await api.post("/agent/signup", body)).status;
  };

  // DECISIONS Settings and command line: At SIGHUP settings and certificates are read again, and no connection ends
  test("settings and certificates are new, and no connection ends", async () => {
    expect(await signup()).toBe(201);
    const open = await dialogue(server.ports.smtp);
    expect(await open.say("MAIL FROM:<ada@remote.example>")).toStartWith("250");
    const looking = { port: server.ports.smtp, host: "mx.agents.example", start: "smtp" as const };
    expect((await shownBy({ ...looking, ca: certificates[0]!.cert })).trusted).toBe(true);

    showCertificate(1);
    settings(["AGENT_SIGNUP=off", "SMTP_TARPIT_MS=7"]);
    server.process.kill("SIGHUP");
    const said = await server.said("settings were read again");
    const line = JSON.parse(said.split("\n").find((each) => each.includes("settings were read again"))!);
    expect(line).toMatchObject({ reloaded: "AGENT_SIGNUP", needs_a_restart: "SMTP_TARPIT_MS" });
    await server.said("there is a new certificate");
    expect((await shownBy({ ...looking, ca: certificates[1]!.cert })).trusted).toBe(true);
    expect(await signup()).toBe(403);
    expect(await open.say("RCPT TO:<postmaster@agents.example>")).toStartWith("250");
    open.close();
  });

  test("invalid settings change nothing", async () => {
    settings(["AGENT_SIGNUP=perhaps"]);
    server.process.kill("SIGHUP");
    const said = await server.said("the settings cannot be used; those of before hold");
    expect(said).toContain("AGENT_SIGNUP=perhaps must be one of on, off");
    expect(await signup()).toBe(403);
  });
});
