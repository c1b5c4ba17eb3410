// Makes the fixture of a released schema: a data directory and a PostgreSQL dump that a checkout's server filled, and what its
// API answered. `bun test/support/upgrade-fixture.ts CHECKOUT` with POSTROOM_TEST_DATABASE_URL; needs zstd and pg_dump.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { apiClient } from "./app/api.ts";
import { eventually, testEnv } from "./app/app.ts";
import { type Kind, tempStore } from "./app/database.ts";
import { cleanEnv } from "./app/server.ts";
import { sendRaw } from "./smtp/client.ts";

/** What the API answered. Later versions answer the same, with more fields. */
export interface UpgradeFixture {
  /** The last migration. */
  schema: string;
  key: string;
  /** A user and a password for IMAP. */
  login: { username: string; password: string };
  answers: { path: string; body: unknown }[];
  /** SHA-256 of each raw mail, hex. */
  mails: { path: string; sha256: string }[];
}

interface Named {
  id: string;
}

if (import.meta.main) {
  const [given] = process.argv.slice(2);
  if (given === undefined || given.startsWith("-")) {
    process.stderr.write("usage: bun test/support/upgrade-fixture.ts CHECKOUT\n");
    process.exit(2);
  }
  const checkout = resolve(given);
  const schema = readdirSync(join(checkout, "migrations"))
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .at(-1)!
    .replace(".sql", "");
  const folder = join(import.meta.dir, "../e2e/upgrades", schema);
  mkdirSync(folder, { recursive: true });
  for (const kind of ["embedded", "postgres"] as const) {
    const fixture = { schema, ...(await fill(checkout, kind, folder)) };
    writeFileSync(join(folder, `${kind}.json`), `${JSON.stringify(fixture, null, 1)}\n`);
  }
  process.exit(0);
}

async function fill(checkout: string, kind: Kind, folder: string): Promise<Omit<UpgradeFixture, "schema">> {
  // The template of this checkout's schema must not stand for the other one: the old program makes its own.
  const dataDir = mkdtempSync(join(tmpdir(), "upgrade-"));
  const store = kind === "postgres" ? await tempStore("postgres", { empty: true }) : null;
  const env = cleanEnv({
    ...testEnv({ dataDir, databaseUrl: store?.databaseUrl ?? null }),
    LOG_LEVEL: "error",
  });
  const server = Bun.spawn([process.execPath, join(checkout, "src/main.ts"), "serve"], {
    env,
    cwd: dataDir,
    stdout: "pipe",
    stderr: "inherit",
  });
  const reader = server.stdout.getReader();
  let printed = "";
  while (!printed.includes("# 3.")) printed += new TextDecoder().decode((await reader.read()).value);
  const key = /pr_[0-9A-Za-z]{46}/.exec(printed)![0];
  const ports = JSON.parse(readFileSync(join(dataDir, "ports.json"), "utf8")) as {
    http: number;
    smtp: number;
  };
  const made = await use(ports, key);
  server.kill("SIGTERM");
  await server.exited;
  if (kind === "embedded") {
    const tar = Bun.spawnSync(["tar", "-C", dataDir, "-cf", "-", "postgres", "blobs"]);
    const zstd = Bun.spawnSync(["zstd", "--ultra", "-22", "-c"], { stdin: tar.stdout });
    writeFileSync(join(folder, "data.tar.zst"), zstd.stdout);
  } else {
    const dump = Bun.spawnSync(["pg_dump", "--no-owner", "--restrict-key=fixture", store!.databaseUrl!]);
    const text =
      dump.stdout.length > 0 ? dump : Bun.spawnSync(["pg_dump", "--no-owner", store!.databaseUrl!]);
    const blobs = Bun.spawnSync(["tar", "-C", dataDir, "-cf", "-", "blobs"]);
    writeFileSync(
      join(folder, "dump.sql.zst"),
      Bun.spawnSync(["zstd", "-19", "-c"], { stdin: text.stdout }).stdout,
    );
    writeFileSync(
      join(folder, "blobs.tar.zst"),
      Bun.spawnSync(["zstd", "-19", "-c"], { stdin: blobs.stdout }).stdout,
    );
  }
  await store?.dispose();
  rmSync(dataDir, { recursive: true, force: true });
  return { key, ...made };
}

/** Uses each resource once, but for what goes on by itself (mail to others, retries), and writes down what is answered when all is at rest. */
async function use(ports: { http: number; smtp: number }, key: string) {
  const api = apiClient(`http://127.0.0.1:${ports.http}`, key);
  const make = <T = Named>(path: string, body: object) => api.must<T>(201, api.post(path, body));
  const { json: domains } = await api.get<{ data: Named[] }>("/domains");
  const pod = await make("/pods", { name: "Customers", client_id: "customers" });
  const identity = await make<Named & { email: string }>("/identities", {
    domain_id: domains.data[0]!.id,
    local_part: "desk",
    display_name: "Front desk",
    pod_id: pod.id,
  });
  const identity_id = identity.id;
  const label = await make("/labels", { identity_id, name: "urgent" });
  await make("/webhooks", { url: "http://127.0.0.1:9/hook", event_types: ["message.bounced"] });
  await make("/suppressions", { email: "gone@elsewhere.example", reason: "asked" });
  const login = await make<{ username: string; password: string }>("/app-passwords", {
    identity_id,
    name: "Phone",
  });
  await make(`/identities/${identity_id}/calendar/events`, {
    title: "Weekly",
    start: "2027-03-01T09:00:00",
    end: "2027-03-01T10:00:00",
    timezone: "Europe/Berlin",
    recurrence: { rule: "FREQ=WEEKLY;COUNT=5" },
  });
  const head = "From: Ada <ada@elsewhere.example>\r\nDate: Mon, 02 Nov 2026 10:00:00 +0000\r\n";
  // does not compress into a row
  const noise = Array.from({ length: 3000 }, (_, n) =>
    new Bun.CryptoHasher("sha256").update(`${n}`).digest(),
  );
  const large = Buffer.concat(noise).toString("base64");
  const raws = [
    `${head}Message-ID: <1@elsewhere.example>\r\nSubject: Where is my order?\r\n\r\nIt has not come.\r\n`,
    `${head}Message-ID: <2@elsewhere.example>\r\nIn-Reply-To: <1@elsewhere.example>\r\nReferences: <1@elsewhere.example>\r\nSubject: Re: Where is my order?\r\n\r\nNow it has.\r\n\r\n> It has not come.\r\n`,
    `${head}Message-ID: <3@elsewhere.example>\r\nSubject: =?utf-8?B?w5ZsIGbDvHIgZGllIE3DvGhsZQ==?=\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>See <b>the file</b>.</p>\r\n--b\r\nContent-Type: application/octet-stream; name=file.bin\r\nContent-Disposition: attachment; filename=file.bin\r\nContent-Transfer-Encoding: base64\r\n\r\n${large.replace(/(.{76})/g, "$1\r\n")}\r\n--b--\r\n`,
  ];
  for (const raw of raws)
    await sendRaw(ports.smtp, { from: "ada@elsewhere.example", to: identity.email, raw });
  const threads = await eventually(async () => {
    const { json } = await api.get<{ data: Named[] }>(`/threads?identity_id=${identity_id}`);
    return json.data.length === 2 && json.data;
  });
  await api.must(200, api.call("PUT", `/threads/${threads[0]!.id}/labels/${label.id}`));
  const paths = [
    "/identities?limit=10",
    "/pods",
    "/webhooks",
    "/suppressions",
    `/labels?identity_id=${identity_id}`,
    `/mailboxes?identity_id=${identity_id}`,
    `/identities/${identity_id}/calendar/events?after=2027-02-01T00:00:00Z&before=2027-05-01T00:00:00Z&expand=true`,
    ...threads.map(({ id }) => `/messages?thread_id=${id}`),
  ];
  const answers = [];
  const mails = [];
  for (const path of paths) {
    const answer = await api.get<{ data: Named[] }>(path);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    const { json } = answer;
    answers.push({ path, body: json.data });
    if (!path.startsWith("/messages")) continue;
    for (const { id } of json.data) {
      const raw = await api.bytes(`/messages/${id}/raw`);
      const sha256 = new Bun.CryptoHasher("sha256").update(raw).digest("hex");
      mails.push({ path: `/messages/${id}/raw`, sha256 });
    }
  }
  return { login: { username: login.username, password: login.password }, answers, mails };
}
