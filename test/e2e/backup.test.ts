// Machine A takes mail, makes a backup at any moment, and dies; machine B loads it, and has every mail that was acknowledged
// before the backup began, byte for byte, on the other kind of database. Once a kind, 20 times with RESTORES=20.
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unfinishedIn, unfinishedRestore } from "../../src/store/backup/unfinished.ts";
import { apiClient } from "../support/app/api.ts";
import { eventually } from "../support/app/app.ts";
import { type Kind, storeKinds, type TempStore, tempStore } from "../support/app/database.ts";
import { runCommand, startServer } from "../support/app/server.ts";
import { mailOf, prepare, session } from "./numbered-mail.ts";

const restores = Number(process.env.RESTORES ?? 1);
const sessions = 4;
const BACKUP_KEY = "5a".repeat(32);

interface Message {
  id: string;
  subject: string;
}

async function drill(from: Kind, to: Kind, round: number): Promise<void> {
  const a = await tempStore(from);
  const place = mkdtempSync(join(tmpdir(), "backups-"));
  const settings = { BACKUP_KEY };
  const { server, addresses, key } = await prepare(a);
  const accepted: number[] = [];
  const { promise: due, resolve } = Promise.withResolvers<void>();
  let last = 0;
  let ended = false;
  const load = Promise.all(
    Array.from({ length: sessions }, () =>
      session(server.ports.smtp, addresses, {
        next: () => (ended ? null : ++last),
        accepted(number) {
          accepted.push(number);
          if (accepted.length === 20 + ((round * 37) % 90)) resolve();
        },
      }),
    ),
  );
  await due;
  // the second one, of which the restore is made, reads what came meanwhile
  const first = await runCommand(a, ["backup", place], { settings });
  const before = [...accepted];
  const made = await runCommand(a, ["backup", place], { settings });
  expect([first.exitCode, made.exitCode, made.stderr]).toEqual([0, 0, ""]);
  ended = true;
  await load;
  const ofA = apiClient(`http://127.0.0.1:${server.ports.http}`, key);
  const { json: now } = await ofA.get<{ next_cursor: string }>("/events?cursor=now");
  await server.kill();

  const b = await tempStore(to, { empty: true });
  const verified = await runCommand(b, ["backup", "verify", place, "--all"], { settings });
  expect([verified.exitCode, verified.stderr]).toEqual([0, ""]);
  expect((await runCommand(b, ["restore", place])).stderr).toContain("BACKUP_KEY");
  const restored = await runCommand(b, ["restore", place, "--yes"], { settings });
  expect([restored.exitCode, restored.stderr]).toEqual([0, ""]);
  expect(await runCommand(b, ["check"])).toMatchObject({ exitCode: 0, stdout: "Everything agrees.\n" });

  const next = await startServer(b);
  const api = apiClient(`http://127.0.0.1:${next.ports.http}`, key);
  const there = new Map<number, Message>();
  for (let cursor = ""; ; ) {
    const { json } = await api.get<{ data: Message[]; next_cursor: string | null }>(
      `/messages?from=a@killer.example&limit=200${cursor}`,
    );
    for (const message of json.data) there.set(Number(message.subject.slice(1)), message);
    if (json.next_cursor === null) break;
    cursor = `&cursor=${json.next_cursor}`;
  }
  const missing = before.filter((number) => !there.has(number));
  expect(missing).toEqual([]);
  for (const number of before.filter((_, index) => index % 9 === 0 || index > before.length - 9)) {
    const raw = Buffer.from(await api.bytes(`/messages/${there.get(number)!.id}/raw`)).toString("latin1");
    expect(raw).toEndWith(`${mailOf(number)}\r\n`);
  }
  // a reader of machine A.s events goes on with those of machine B
  const one = [++last];
  await session(next.ports.smtp, addresses, {
    next: () => one.shift() ?? null,
    accepted: () => undefined,
  });
  await eventually(async () => {
    const { json } = await api.get<{ data: { type: string }[] }>(`/events?cursor=${now.next_cursor}`);
    return json.data.some(({ type }) => type === "message.received");
  });
  expect((await next.stop()).exitCode).toBe(0);
  await a.dispose();
  await b.dispose();
}

/** From each kind of database to the other one, where there is a Postgres server. */
const hasPostgres = process.env.POSTROOM_TEST_DATABASE_URL !== undefined;
const otherKind = { embedded: "postgres", postgres: "embedded" } as const;
for (const from of storeKinds) {
  const to = hasPostgres ? otherKind[from] : from;
  const run = from === "postgres" && !hasPostgres ? test.skip : test;
  for (let round = 0; round < restores; round++)
    run(`a backup under load, restored: from ${from} to ${to}, ${round}`, () => drill(from, to, round), {
      timeout: 900_000,
    });
}

/** A server that refuses to start says this. */
async function refusedStart(store: TempStore): Promise<string> {
  const error = await startServer(store).then(
    async (server) => {
      await server.stop();
      return "it started";
    },
    (error: unknown) => String(error),
  );
  return error;
}

for (const kind of storeKinds)
  test.skipIf(kind === "postgres" && !hasPostgres)(
    `a restore that was killed is no empty service, and goes on: ${kind}`,
    async () => {
      const a = await tempStore(kind);
      const { server, key } = await prepare(a);
      const place = mkdtempSync(join(tmpdir(), "backups-"));
      expect((await runCommand(a, ["backup", place])).exitCode).toBe(0);
      await server.stop();
      const b = await tempStore(kind, { empty: true });
      const target = kind === "postgres" ? await b.open() : null;
      const killWhen = async () =>
        (target ? await unfinishedRestore(target) : unfinishedIn(b.dataDir)) !== null;
      const killed = await runCommand(b, ["restore", place, "--yes"], { killWhen });
      expect(killed.exitCode).not.toBe(0);
      expect(await refusedStart(b)).toContain("did not end");
      for (const words of [["check"], ["backup", place]])
        expect((await runCommand(b, words)).stderr).toContain("did not end");
      expect((await runCommand(b, ["restore", place, "--yes"])).stderr).toContain("--continue");
      const restored = await runCommand(b, ["restore", place, "--yes", "--continue"]);
      expect([restored.exitCode, restored.stderr]).toEqual([0, ""]);
      expect((await runCommand(b, ["restore", place, "--continue"])).stderr).toContain(
        "Leave out --continue",
      );
      const next = await startServer(b);
      const api = apiClient(`http://127.0.0.1:${next.ports.http}`, key);
      expect((await api.get("/identities")).status).toBe(200);
      await next.stop();
      rmSync(place, { recursive: true });
      await a.dispose();
      await b.dispose();
    },
    { timeout: 300_000 },
  );

for (const kind of storeKinds)
  test.skipIf(kind === "postgres" && !hasPostgres)(
    `what a backup permits is shown and accepted before it is served, and said once: ${kind}`,
    async () => {
      const a = await tempStore(kind);
      const { server, key } = await prepare(a);
      const api = apiClient(`http://127.0.0.1:${server.ports.http}`, key);
      const { data: identities } = (
        await api.get<{ data: { id: string; email: string }[] }>("/identities?limit=1")
      ).json;
      const mint = (name: string) =>
        api.must<{ id: string; token: string }>(
          201,
          api.post("/api-keys", { name, identity_ids: [identities[0]!.id] }),
        );
      const revoked = await mint("revoked later");
      for (let n = 0; n < 25; n++) await mint(`agent ${n}`);
      const desk = async (local_part: string, settings: object | null) => {
        const { email } = identities[0]!;
        const made = await api.must<{ id: string; email: string }>(
          201,
          api.post("/identities", { email: email.replace(/^[^@]+/, local_part) }),
        );
        const own = `/identities/${made.id}/protection`;
        if (settings) await api.must(200, api.call("PUT", own, settings));
        return { ...made, own };
      };
      const [loose, byKeys, strict] = [
        await desk("loose", { outbound: "off" }),
        await desk("bykeys", { outbound: "new_recipients", reviewers: ["lee@people.example"] }),
        await desk("strict", { outbound: "new_recipients", approver: "human" }),
      ];
      const listed = { direction: "send", list: "allow", entries: ["friends.example"] };
      await api.must(201, api.post(`${byKeys.own}/lists`, listed));
      const later = { identity_id: loose.id, to: ["a@far.example"], subject: "Dues", text: "x" };
      const draft = await api.must<{ id: string }>(201, api.post("/drafts", later));
      const send_at = new Date(Date.now() + 3_600_000).toISOString();
      await api.must(200, api.post(`/drafts/${draft.id}/schedule`, { send_at }));
      expect((await runCommand(a, ["console-link", "ann@people.example"])).exitCode).toBe(0);
      const place = mkdtempSync(join(tmpdir(), "backups-"));
      expect((await runCommand(a, ["backup", place])).exitCode).toBe(0);
      await api.must(200, api.delete(`/api-keys/${revoked.id}`));
      await api.must(200, api.call("PUT", "/protection", { outbound: "all", approver: "human" }));
      await server.kill();

      const b = await tempStore(kind);
      expect((await runCommand(b, ["restore", "--accept", "--yes"])).stderr).toContain("No backup waits");
      const shown = await runCommand(b, ["restore", place]);
      expect([shown.exitCode, shown.stderr]).toEqual([
        1,
        expect.stringContaining("postroom restore --accept"),
      ]);
      expect(shown.stdout).toContain("API keys: 27\n  agent 24 (");
      expect(shown.stdout).toContain("  and 7 older");
      // A default that became stricter since is not in it: the addresses that it would hold are named.
      expect(shown.stdout).toContain(
        `  ${byKeys.email} (new recipients wait, keys decide)\n  ${loose.email} (nothing waits)\n`,
      );
      expect(shown.stdout).not.toContain(strict.email);
      expect(shown.stdout).toContain("entries of allow lists: 1\n  send friends.example by key ");
      expect(shown.stdout).toMatch(/scheduled mails: 1\n {2}Dues at loose@\S+, due .* by key /);
      expect(shown.stdout).toContain(
        `reviewers who decide by mailed links: 1\n  lee@people.example of ${byKeys.email}\n`,
      );
      expect(shown.stdout).toMatch(/^links that sign somebody in, or invite them: \d+\n {2}the operator$/m);
      expect(await refusedStart(b)).toContain("nobody has accepted what it permits");
      const again = await runCommand(b, ["restore", "--accept", "--json"]);
      expect(again.exitCode).toBe(1);
      const told = JSON.parse(again.stdout) as { accepted: boolean; permitted: object[] };
      expect(told).toMatchObject({ accepted: false });
      expect(told.permitted).toContainEqual(expect.objectContaining({ kind: "API keys", count: 27 }));
      expect(await runCommand(b, ["restore", "--accept", "--yes"])).toMatchObject({
        exitCode: 0,
        stderr: "",
      });
      const first = await startServer(b);
      expect(await first.said("a restored backup is served")).toContain("API keys: 27");
      await apiClient(`http://127.0.0.1:${first.ports.http}`, revoked.token).must(
        200,
        apiClient(`http://127.0.0.1:${first.ports.http}`, revoked.token).get("/me"),
      );
      await first.stop();
      const second = await startServer(b);
      expect((await second.stop()).stderr).not.toContain("a restored backup is served");
      await a.dispose();
      await b.dispose();
      rmSync(place, { recursive: true, force: true });
    },
    { timeout: 900_000 },
  );

test.skipIf(!storeKinds.includes("embedded"))(
  "restore keeps away from a folder that a server uses, from the backup's own, and from what is no time",
  async () => {
    const a = await tempStore("embedded");
    const b = await tempStore("embedded");
    const place = mkdtempSync(join(tmpdir(), "backups-"));
    const server = await startServer(a);
    try {
      expect((await runCommand(a, ["backup", place])).exitCode).toBe(0);
      for (const [args, said] of [
        [["restore", place, "--at", "yesterday"], "is no time"],
        [["restore", place, "--at", "2020-01-01"], "holds no backup of"],
        [
          ["restore", place, "--at", "2020-01-01T00-00-00.000000Z"],
          "holds no backup of 2020-01-01T00:00:00.000Z",
        ],
        [
          ["restore", place, "--at", "2020-01-01T00:00:00+02:00"],
          "holds no backup of 2019-12-31T22:00:00.000Z",
        ],
        [["restore", b.dataDir], "Name another DATA_DIR"],
      ] as const) {
        const refused = await runCommand(b, [...args]);
        expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining(said)]);
      }
      expect((await runCommand(a, ["restore", place])).stderr).toContain(
        "is in use by another Postroom process",
      );
    } finally {
      await server.stop();
      await a.dispose();
      await b.dispose();
      rmSync(place, { recursive: true, force: true });
    }
  },
);

// DECISIONS Settings and command line: With BACKUP_TO the server makes a backup every BACKUP_EVERY, in a process of its own
for (const kind of storeKinds)
  test.skipIf(kind === "postgres" && !hasPostgres)(
    `the server makes backups by itself: ${kind}`,
    async () => {
      const store = await tempStore(kind);
      const place = mkdtempSync(join(tmpdir(), "backups-"));
      const server = await startServer(store, { BACKUP_TO: place, BACKUP_KEEP: "1" });
      try {
        await server.said("a backup was made");
        const verified = await runCommand(store, ["backup", "verify", place]);
        expect([verified.exitCode, verified.stdout.includes(" 0 problems")]).toEqual([0, true]);
        expect((await server.stop()).exitCode).toBe(0);
      } finally {
        await server.kill();
        await store.dispose();
        rmSync(place, { recursive: true, force: true });
      }
    },
    300_000,
  );
