// Sends through every door while they are held: none reaches the server of their recipients, over restarts and kills. Then
// each is decided twice at once: one decision stands, and one mail leaves or none. 100 sends, 10 double approvals and 10
// races in a normal run; FUZZ=100 makes 10,000, 1,000 and 1,000, and kills the server 100 times.
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Api, apiClient, type PageOf } from "../support/app/api.ts";
import { eventually, ShiftedClock, startTestApp } from "../support/app/app.ts";
import { storeKinds, type TempStore, tempStore } from "../support/app/database.ts";
import { freePort } from "../support/app/ports.ts";
import { pick, seeded } from "../support/app/random.ts";
import { runCommand, type Server, startServer } from "../support/app/server.ts";
import { type Sink, startReceiver, startSink } from "../support/fakes/receivers.ts";
import { sendRaw } from "../support/smtp/client.ts";
import { type Box, boxes, type Running, sendAll, sendOnce } from "./held-sends.ts";

const percent = Number(process.env.FUZZ ?? 1);
const seed = Number(process.env.FUZZ_SEED ?? 1);
const sends = 100 * percent;
const decisions = 10 * percent;
const kills = Math.ceil(percent);

interface Review {
  id: string;
  message_id: string;
  status: string;
}

/** The same send however often it is tried. */
function sendNumber(run: Running, all: readonly Box[], n: number): Promise<void> {
  const next = seeded(seed * 100_003 + n);
  return sendOnce(run, pick(all, next), { n, next });
}

async function pending(api: Api): Promise<Review[]> {
  const found: Review[] = [];
  for (let cursor = ""; ; ) {
    const { json } = await api.get<PageOf<Review>>(`/reviews?status=pending&limit=200${cursor}`);
    found.push(...json.data);
    if (!json.has_more) return found;
    cursor = `&cursor=${encodeURIComponent(json.next_cursor!)}`;
  }
}

/** Two decisions at once of each: one stands. @returns the drafts that were let go */
async function race(api: Api, reviews: readonly Review[], second: "approve" | "reject"): Promise<string[]> {
  const gone: string[] = [];
  await sendAll(
    async (n) => {
      const { id, message_id } = reviews[n]!;
      const path = `/reviews/${id}`;
      const answers = await Promise.all([
        api.post(`${path}/approve`),
        second === "approve" ? api.post(`${path}/approve`) : api.post(`${path}/reject`, { reason: "No." }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(answers.find(({ status }) => status === 409)!.text).toContain("decided first");
      if (answers[0]!.status === 200 || second === "approve") gone.push(message_id);
    },
    0,
    reviews.length,
  );
  return gone;
}

const idOf = (raw: string) => /^Message-ID: <([^@>]+)@/im.exec(raw)?.[1];

/** What waits is decided: each mail that was let go reaches the peer once for each recipient, no other does. */
async function decideAll(api: Api, peer: Sink, settled: () => Promise<unknown>): Promise<void> {
  const waiting = await pending(api);
  const [twice, raced] = [waiting.slice(0, decisions), waiting.slice(decisions, 2 * decisions)];
  const gone = [...(await race(api, twice, "approve")), ...(await race(api, raced, "reject"))];
  const submitted = waiting.length - twice.length - raced.length;
  await settled();
  const perMail = Map.groupBy(peer.mails, ({ raw }) => idOf(raw) ?? raw);
  const repeated = [...perMail.values()].filter(
    (mails) => new Set(mails.flatMap(({ to }) => to)).size < mails.flatMap(({ to }) => to).length,
  );
  expect(repeated).toEqual([]);
  expect(perMail.size).toBe(gone.length);
  expect((await pending(api)).length).toBe(submitted);
}

for (const kind of storeKinds) {
  const absent = kind === "postgres" && process.env.POSTROOM_TEST_DATABASE_URL === undefined;
  test.skipIf(absent)(
    `${sends} held sends through every door, with restarts, ${kind}`,
    async () => {
      const peer = await startSink();
      const receiver = startReceiver();
      const clock = new ShiftedClock();
      const store = await tempStore(kind);
      const env = { SMTP_RELAY_URL: peer.url, SUBMISSION_PORT: "0" };
      const start = () => startTestApp(store, { clock, env });
      const next = seeded(seed);
      let app = await start();
      const runOf = (): Running => ({
        api: app.api,
        smtp: app.app.ports.smtp!,
        submission: app.app.ports.submission!,
      });
      try {
        const all = await boxes(runOf(), app.domainId);
        // An agent that a webhook wakes, and that answers at once.
        await app.api.must(
          201,
          app.api.post("/webhooks", { url: receiver.url, event_types: ["message.received"] }),
        );
        const parts = 4;
        for (let part = 0; part < parts; part++) {
          const [from, to] = [Math.floor((sends * part) / parts), Math.floor((sends * (part + 1)) / parts)];
          await sendAll((n) => sendNumber(runOf(), all, n), from, to);
          const box = pick(all, next);
          const raw = `From: dora@peer.example\r\nTo: ${box.email}\r\nSubject: W\r\nMessage-ID: <w${part}@peer.example>\r\n\r\nAnswer me.\r\n`;
          await sendRaw(runOf().smtp, { from: "dora@peer.example", to: box.email, raw });
          const told = (await receiver.calls.count(part + 1)).at(-1)!;
          const answer = app.api.post(`/messages/${told.event.data.message_id}/reply`, {
            text: "Here I am.",
          });
          expect((await answer).status).toBe(202);
          await app.stop();
          app = await start();
        }
        clock.advance(2 * 3_600_000);
        app.app.core.actors.feed.pokeAll();
        await eventually(async () => {
          const [row] = await app.app.core.database.values(
            "select count(*)::int from messages where state in ('scheduled', 'sending')",
          );
          return row![0] === 0;
        });
        const [queued] = await app.app.core.database.values("select count(*)::int from outbound");
        expect([peer.mails.length, queued![0]]).toEqual([0, 0]);
        // The clock has gone on: a draft that is scheduled by it waits like any other.
        expect((await pending(app.api)).length).toBeGreaterThanOrEqual(sends + parts);
        await decideAll(app.api, peer, () =>
          eventually(async () => {
            const [row] = await app.app.core.database.values(
              "select count(*)::int from outbound where status <> 'delivered'",
            );
            return row![0] === 0;
          }),
        );
      } finally {
        await app.stop(500);
        receiver.stop();
        await peer.stop();
        await store.dispose();
      }
    },
    120_000 + sends * 500,
  );
}

const noServer = process.env.POSTROOM_TEST_DATABASE_URL === undefined;

test.skipIf(noServer)(
  `${sends} held sends, ${kills} kills (needs POSTROOM_TEST_DATABASE_URL)`,
  async () => {
    const peer = await startSink();
    const store: TempStore = await tempStore("postgres");
    const dir = mkdtempSync(join(tmpdir(), "postroom-reviews-"));
    const submission = await freePort("127.0.0.1");
    const settings = { SMTP_RELAY_URL: peer.url, SUBMISSION_PORT: String(submission) };
    const start = (): Promise<Server> =>
      startServer({ dataDir: dir, databaseUrl: store.databaseUrl }, settings);
    const database = await store.open();
    let server: Server | null = null;
    try {
      const { api_key } = JSON.parse((await runCommand(store, ["init", "--json"])).stdout);
      server = await start();
      const runOf = (): Running => {
        const { http, smtp } = server!.ports;
        return { api: apiClient(`http://127.0.0.1:${http}`, api_key), smtp, submission };
      };
      const domains = await runOf().api.get<PageOf<{ id: string }>>("/domains");
      const all = await boxes(runOf(), domains.json.data[0]!.id);
      let done = 0;
      let ended = false;
      const working = sendAll(
        async (n) => {
          await sendNumber(runOf(), all, n);
          done++;
        },
        0,
        sends,
      ).finally(() => {
        ended = true;
      });
      for (let kill = 1; kill <= kills; kill++) {
        while (!ended && done < (sends * kill) / (kills + 1)) await Bun.sleep(5);
        await server.kill();
        // What was scheduled comes due while nobody looks.
        await database.values(
          "update messages set send_at = now() - interval '1 second', send_due = now() - interval '1 second' where state = 'scheduled' returning 1",
        );
        server = await start();
      }
      await working;
      await database.values(
        "update messages set send_at = now() - interval '1 second', send_due = now() - interval '1 second' where state in ('scheduled', 'sending') returning 1",
      );
      await eventually(async () => {
        const [row] = await database.values(
          "select count(*)::int from messages where state in ('scheduled', 'sending')",
        );
        return row![0] === 0;
      });
      const [queued] = await database.values("select count(*)::int from outbound");
      expect([peer.mails.length, queued![0]]).toEqual([0, 0]);
      const waits = await database.values("select count(*)::int from reviews where status = 'pending'");
      expect(waits[0]![0] as number).toBeGreaterThanOrEqual(sends);
      process.stderr.write(
        `${done} sends, ${kills} kills, ${waits[0]![0]} wait, ${peer.mails.length} mails reached the peer\n`,
      );
      expect((await server.stop()).exitCode).toBe(0);
      server = null;
      expect(await runCommand(store, ["check"])).toMatchObject({ exitCode: 0 });
    } finally {
      await server?.kill();
      await peer.stop();
      rmSync(dir, { recursive: true, force: true });
      await store.dispose();
    }
  },
  120_000 + sends * 1000,
);
