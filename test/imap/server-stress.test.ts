// Many sessions of one address change one mailbox at random (seeded), beside REST and mail that arrives: each keeps its own view by
// what it is told, as a mail program does, and checks all that it is told. Now and then all rest: then all views are what
// the database has. STRESS_SECONDS=300 goes on for so long; otherwise there is one round.
import { expect, test } from "bun:test";
import type { PageOf } from "../support/app/api.ts";
import { eachApp, type SuiteApp } from "../support/app/app.ts";
import { seeded } from "../support/app/random.ts";
import { type Mailbox, mailbox } from "../support/imap/client.ts";
import { masked, RandomClient } from "../support/imap/random-client.ts";
import { SharedKnowledge } from "../support/imap/view.ts";

const env = { IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" };
const seed = 20260102;
const sessions = 10;
/** Of each session, in one round. */
const steps = 25;
const seconds = Number(process.env.STRESS_SECONDS ?? 0);

/** A REST client that reads, unreads, files and deletes what it finds in the inbox. */
async function restAtRandom(t: SuiteApp, box: Mailbox, roll: (below: number) => number): Promise<void> {
  for (let n = 0; n < steps; n++) {
    const path = `/mailboxes/inbox?identity_id=${box.id}&limit=20`;
    const { json } = await t.api.get<PageOf<{ message_id: string }>>(path);
    const row = json.data[roll(Math.max(1, json.data.length))];
    if (!row) continue;
    const message = `/messages/${row.message_id}`;
    const change = [{ is_read: true }, { is_read: false }, { is_spam: true }, { folder: "archive" }][roll(4)];
    const { status } = roll(8) === 0 ? await t.api.delete(message) : await t.api.patch(message, change);
    // Whoever came first may have taken it away.
    if (![200, 204, 404].includes(status)) throw new Error(`${message}: ${status}`);
  }
}

eachApp(
  "many IMAP sessions on one mailbox",
  (t) => {
    test(
      "agree whenever they rest",
      async () => {
        const box = await mailbox(t);
        const shared = new SharedKnowledge();
        const clients: RandomClient[] = [];
        for (let n = 0; n < sessions; n++)
          clients.push(await RandomClient.open(t.app.ports.imap!, box, seed + n, shared));
        const begun = performance.now();
        for (let round = 0; round === 0 || performance.now() - begun < seconds * 1000; round++) {
          await Promise.all([
            ...clients.map(async (client) => {
              for (let n = 0; n < steps; n++) await client.step();
            }),
            arriving(t, box),
            restAtRandom(t, box, seeded(seed + round)),
          ]);
          await compare(clients);
        }
        for (const { talk } of clients) talk.close();
      },
      60_000 + seconds * 1000,
    );
  },
  { env },
);

async function arriving(t: SuiteApp, { email }: Mailbox): Promise<void> {
  for (let n = 0; n < steps / 2; n++)
    await t.mail({ from: "a@remote.example", to: email, subject: `arrives ${n}`, text: "x" });
}

/** What was told as changes happened, without asking for flags again, except of mail that came last. */
async function compare(clients: readonly RandomClient[]): Promise<void> {
  const told: string[] = [];
  for (const client of clients) {
    await client.command("NOOP");
    await client.command("UID FETCH 1:* (UID)");
    told.push(client.view);
  }
  await clients[0]!.command("UID FETCH 1:* (FLAGS)");
  const truth = clients[0]!.view;
  for (const view of told) expect(masked(view, truth)).toBe(truth);
}
