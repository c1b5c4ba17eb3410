// Two processes on one PostgreSQL: what one commits reaches the sessions of the other, and eight sessions, IMAP on both and
// REST on both, change one mailbox at random (seeded) and agree in the end. RANDOM_SECONDS=60 is the full run; by default
// it takes a few seconds.
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Api, apiClient, type PageOf } from "../support/app/api.ts";
import { tempStore } from "../support/app/database.ts";
import { type Random, seeded } from "../support/app/random.ts";
import { runCommand, type Server, startServer } from "../support/app/server.ts";
import { ImapTalk, type Mailbox, smallMail } from "../support/imap/client.ts";
import { masked, RandomClient } from "../support/imap/random-client.ts";

const seconds = Number(process.env.RANDOM_SECONDS ?? 3);
const seed = 20260102;
const imapSessions = 6;
const settings = { IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback", RATE_LIMIT_PER_SECOND: "0" };

interface Pair {
  servers: Server[];
  apis: Api[];
  imap: number[];
  box: Mailbox;
  check(): Promise<string>;
  /** UID and flags of each message in INBOX, as the database has them. */
  stored(): Promise<string>;
  stop(): Promise<void>;
}

async function startPair(): Promise<Pair> {
  const store = await tempStore("postgres");
  const second = { dataDir: mkdtempSync(join(tmpdir(), "postroom-test-")), databaseUrl: store.databaseUrl };
  // One makes the schema and the operator's account; the other finds them.
  const servers = [await startServer(store, settings), await startServer(second, settings)];
  const { stdout } = await runCommand(store, ["keys", "create", "--name", "pair"]);
  const apis = servers.map(({ ports }) => apiClient(`http://127.0.0.1:${ports.http}`, stdout.trim()));
  const [api] = apis as [Api];
  const domains = await api.get<PageOf<{ id: string }>>("/domains");
  const { id, email } = await api.must<{ id: string; email: string }>(
    201,
    api.post("/identities", { domain_id: domains.json.data[0]!.id, local_part: "pair" }),
  );
  const { password } = await api.must<{ password: string }>(
    201,
    api.post("/app-passwords", { identity_id: id, name: "test" }),
  );
  return {
    servers,
    apis,
    imap: servers.map(({ ports }) => (ports as unknown as { imap: number }).imap),
    box: { id, email, password },
    async check() {
      const { exitCode, stdout: said, stderr } = await runCommand(store, ["check"]);
      return `${exitCode} ${exitCode === 0 ? "" : said + stderr}`.trim();
    },
    async stored() {
      const database = await store.open();
      const rows = await database.rows<{ uid: number; flags: number; keywords: string[] }>(
        `select p.uid, p.flags, p.keywords from placements p join folders f on f.account_id = p.account_id and f.id = p.folder_id
         where f.identity_id = $1::uuid and f.role = 'inbox' order by p.uid`,
        [id],
      );
      return rows.map(({ uid, flags, keywords }) => `${uid} ${flagsOf(flags, keywords)}`).join("\n");
    },
    async stop() {
      for (const server of servers) await server.stop();
      await store.dispose();
      rmSync(second.dataDir, { recursive: true, force: true });
    },
  };
}

function flagsOf(bits: number, keywords: readonly string[]): string {
  const system = ["\\Seen", "\\Answered", "\\Flagged", "\\Deleted", "\\Draft"];
  return [...system.filter((_, index) => (bits & (1 << index)) !== 0), ...keywords].sort().join(" ");
}

/** Reads, unreads, files and deletes what it finds in the inbox, until the time is over. */
async function restAtRandom(api: Api, box: Mailbox, { roll, until }: { roll: Random; until: number }) {
  while (performance.now() < until) {
    const path = `/mailboxes/inbox?identity_id=${box.id}&limit=20`;
    const { json } = await api.get<PageOf<{ message_id: string }>>(path);
    const row = json.data[roll(Math.max(1, json.data.length))];
    if (!row) continue;
    const message = `/messages/${row.message_id}`;
    const change = [{ is_read: true }, { is_read: false }, { is_spam: true }, { folder: "archive" }][roll(4)];
    const { status } = roll(8) === 0 ? await api.delete(message) : await api.patch(message, change);
    // Whoever came first may have taken it away.
    if (![200, 204, 404].includes(status)) throw new Error(`${message}: ${status}`);
  }
}

if (process.env.POSTROOM_TEST_DATABASE_URL === undefined) {
  test.skip("two processes: POSTROOM_TEST_DATABASE_URL is not set", () => {});
} else {
  test("an idle session of one process is told what another process commits", async () => {
    const pair = await startPair();
    const [one, other] = await Promise.all(pair.imap.map((port) => ImapTalk.logIn(port, pair.box)));
    await one!.ok("SELECT INBOX");
    await other!.ok("SELECT INBOX");
    one!.write("i IDLE\r\n");
    await one!.until("+");
    await other!.append("INBOX", smallMail("across"));
    expect(await one!.line()).toBe("* 1 EXISTS");
    expect(await one!.line()).toBe("* 1 RECENT");
    await other!.ok("NOOP");
    await other!.ok("STORE 1 +FLAGS (\\Flagged todo)");
    expect(await one!.line()).toMatch(/^\* FLAGS .* todo\)$/);
    expect(await one!.line()).toMatch(/^\* OK \[PERMANENTFLAGS /);
    expect(await one!.line()).toMatch(/^\* 1 FETCH \(FLAGS \(\\Flagged todo(?: \\Recent)?\)\)$/);
    const inbox = await pair.apis[1]!.get<PageOf<{ message_id: string }>>(
      `/mailboxes/inbox?identity_id=${pair.box.id}`,
    );
    await pair.apis[1]!.must(
      200,
      pair.apis[1]!.patch(`/messages/${inbox.json.data[0]!.message_id}`, { folder: "archive" }),
    );
    expect(await one!.line()).toBe("* 1 EXPUNGE");
    one!.write("DONE\r\n");
    await one!.until("i");
    // What one process has committed, the other shows when it is asked.
    for (let n = 0; n < 10; n++) {
      await other!.append("Archive", smallMail(`at once ${n}`));
      expect(await one!.ok("STATUS Archive (MESSAGES)")).toEqual([`* STATUS "Archive" (MESSAGES ${n + 2})`]);
    }
    await one!.ok("SELECT Archive");
    await other!.ok("SELECT Archive");
    for (const sign of ["+", "-", "+"]) {
      await other!.ok(`STORE 1:* ${sign}FLAGS.SILENT (\\Seen)`);
      const seen = (await one!.ok("FETCH 1:* (FLAGS)")).filter((line) => line.includes("\\Seen"));
      expect(seen.length >= 11).toBe(sign === "+");
    }
    one!.close();
    other!.close();
    expect(await pair.check()).toBe("0");
    await pair.stop();
  }, 300_000);

  test(
    `eight sessions at random for ${seconds} s agree in the end`,
    async () => {
      const pair = await startPair();
      const clients: RandomClient[] = [];
      for (let n = 0; n < imapSessions; n++)
        clients.push(await RandomClient.open(pair.imap[n % 2]!, pair.box, seed + n));
      const until = performance.now() + seconds * 1000;
      let steps = 0;
      await Promise.all([
        ...clients.map(async (client) => {
          for (; performance.now() < until; steps++) await client.step();
        }),
        ...pair.apis.map((api, n) => restAtRandom(api, pair.box, { roll: seeded(seed + 100 + n), until })),
      ]);
      const truth = await pair.stored();
      for (const client of clients) {
        // What other processes commit comes by a notification: soon, not at once.
        for (let tries = 0; tries < 200; tries++) {
          await client.command("NOOP");
          await client.command("UID FETCH 1:* (UID)");
          if (masked(client.view, truth) === truth) break;
          await Bun.sleep(20);
        }
        expect(masked(client.view, truth)).toBe(truth);
        client.talk.close();
      }
      for (const api of pair.apis) {
        const { json } = await api.get<PageOf<{ role: string; total: number; unread: number }>>(
          `/mailboxes?identity_id=${pair.box.id}`,
        );
        const inbox = json.data.find(({ role }) => role === "inbox")!;
        const lines = truth === "" ? [] : truth.split("\n");
        expect(inbox).toMatchObject({
          total: lines.length,
          unread: lines.filter((line) => !line.includes("\\Seen")).length,
        });
      }
      expect(await pair.check()).toBe("0");
      process.stderr.write(`${steps} IMAP steps, ${truth.split("\n").length} messages in the end\n`);
      await pair.stop();
    },
    (seconds + 60) * 1000,
  );
}
