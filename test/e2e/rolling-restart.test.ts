// Restarts behind a balancer: SIGTERM says so at /readyz first, and goes on serving for DRAIN_SECONDS; and two processes behind Debian's
// HAProxy are replaced one by one, while mail comes in and a mail program waits in IDLE. `bun run chaos --only rolling` is the long one.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startIdler } from "../chaos/watchers.ts";
import { type Api, apiClient, type PageOf } from "../support/app/api.ts";
import { type TempStore, tempStore } from "../support/app/database.ts";
import { runCommand, type Server, startServer } from "../support/app/server.ts";
import { haproxy, type Slot, startBalancer } from "../support/fakes/haproxy.ts";
import type { Mailbox } from "../support/imap/client.ts";
import { session } from "./numbered-mail.ts";

const settings = {
  IMAP_PORT: "0",
  ALLOW_PLAINTEXT_AUTH: "loopback",
  PROXY_PROTOCOL: "on",
  TRUSTED_PROXIES: "127.0.0.1",
  DRAIN_SECONDS: "4",
};

const none = process.env.POSTROOM_TEST_DATABASE_URL === undefined || haproxy === null;

describe.skipIf(none)("restarts behind a balancer (POSTROOM_TEST_DATABASE_URL, haproxy)", () => {
  let store: TempStore;
  let key = "";
  let box: Mailbox;
  const dirs: string[] = [];
  const running = new Set<Server>();

  const start = async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "postroom-test-"));
    dirs.push(dataDir);
    const server = await startServer({ dataDir, databaseUrl: store.databaseUrl }, settings);
    running.add(server);
    return server;
  };
  const stop = async (server: Server) => {
    running.delete(server);
    const { exitCode, stderr } = await server.stop();
    expect({ exitCode, stderr: exitCode === 0 ? "" : stderr }).toEqual({ exitCode: 0, stderr: "" });
  };
  const apiOf = (port: number): Api => apiClient(`http://127.0.0.1:${port}`, key);
  const ready = async ({ ports }: Server) => {
    const answer = await fetch(`http://127.0.0.1:${ports.http}/readyz`);
    return [answer.status, await answer.json()];
  };

  beforeAll(async () => {
    store = await tempStore("postgres");
    const init = await runCommand(store, ["init", "--json"]);
    const made = JSON.parse(init.stdout) as { api_key: string; domain_id: string };
    key = made.api_key;
    const server = await start();
    const api = apiOf(server.ports.http);
    const wanted = api.post("/identities", { domain_id: made.domain_id, local_part: "rolling" });
    const { id, email } = await api.must<{ id: string; email: string }>(201, wanted);
    const minted = api.post("/app-passwords", { identity_id: id, name: "test" });
    const { password } = await api.must<{ password: string }>(201, minted);
    box = { id, email, password };
  }, 120_000);
  afterAll(async () => {
    for (const server of running) await server.kill();
    await store?.dispose();
    for (const dir of dirs) rmSync(dir, { recursive: true, force: true });
  }, 120_000);

  // DECISIONS Settings and command line: from SIGTERM on readyz is 503, and the process serves for DRAIN_SECONDS
  test("SIGTERM says so at /readyz, and requests are answered until the listeners close", async () => {
    const server = await start();
    expect(await ready(server)).toEqual([200, { status: "ok" }]);
    const ended = stop(server);
    await server.said("shutting down");
    expect(await ready(server)).toEqual([503, { status: "shutting down" }]);
    const body = { identity_id: box.id, subject: "late" };
    expect((await apiOf(server.ports.http).post("/drafts", body)).status).toBe(201);
    await ended;
  }, 120_000);

  test("all processes are replaced: no mail is lost, and a mail program connects again once", async () => {
    const [first] = [...running];
    const old = [first!, await start()];
    const slotOf = ({ ports }: Server, name: string): Slot => ({
      ...ports,
      name,
      imap: (ports as Server["ports"] & { imap: number }).imap,
    });
    const slots = [...old.map((server, n) => slotOf(server, `p${n}`)), slotOf(old[0]!, "p2")];
    const balancer = await startBalancer({ slots });
    try {
      const { ports } = balancer;
      await balancer.untilUp(["p0", "p1", "p2"]);
      let free = "p2";
      const idlers = [0, 1, 2, 3].map(() => startIdler(ports.imap, box));
      const accepted = new Set<number>();
      const again: number[] = [];
      let last = 0;
      let ended = false;
      const receive = (async () => {
        while (!ended || again.length > 0) {
          let under: number | null = null;
          await session(ports.smtp, [box.email], {
            next: () => {
              under = again.shift() ?? (ended ? null : ++last);
              return under;
            },
            accepted(number) {
              accepted.add(number);
              under = null;
            },
          });
          if (under !== null) again.push(under);
          await Bun.sleep(20);
        }
      })();
      while (idlers.some(({ connects }) => connects === 0) || accepted.size < 5) await Bun.sleep(20);
      for (const [n, server] of old.entries()) {
        const fresh = await start();
        await balancer.move(slotOf(fresh, free));
        await balancer.untilUp(["p0", "p1", "p2"]);
        for (const name of ["p0", "p1"].slice(n)) await balancer.drain("imap", name);
        await stop(server);
        free = `p${n}`;
      }
      const seen = accepted.size;
      while (accepted.size < seen + 5) await Bun.sleep(20);
      ended = true;
      await receive;
      await Promise.all(idlers.map((idler) => idler.endAt(accepted.size)));
      expect(idlers.map(({ connects, failed }) => [connects, failed])).toEqual(idlers.map(() => [2, 0]));
      const api = apiOf(ports.http);
      const found: string[] = [];
      for (let cursor: string | null = null, more = true; more; ) {
        const path: string = `/messages?is_read=false&limit=100${cursor === null ? "" : `&cursor=${cursor}`}`;
        const { status, json } = await api.get<PageOf<{ subject: string }>>(path);
        expect(status).toBe(200);
        found.push(...json.data.map(({ subject }) => subject));
        cursor = json.next_cursor;
        more = json.has_more;
      }
      expect(found.filter((subject) => /^k\d+$/.test(subject)).sort()).toEqual(
        [...accepted].map((number) => `k${number}`).sort(),
      );
    } finally {
      await balancer.stop();
    }
  }, 300_000);
});
