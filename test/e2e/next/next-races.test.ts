// What is next, at each door: REST, both SDKs, MCP in both eras of its protocol, and the command line meet the same races, shared
// over both databases; and a server that is killed while it has handed items out.
import { describe, expect, test } from "bun:test";
import { apiClient } from "../../support/app/api.ts";
import { eachApp, ShiftedClock } from "../../support/app/app.ts";
import { storeKinds, type TempStore, tempStore } from "../../support/app/database.ts";
import { eventsShown } from "../../support/app/events.ts";
import { startServer } from "../../support/app/server.ts";
import { startLine } from "../../support/fakes/line.ts";
import { sendMail } from "../../support/smtp/client.ts";
import { prepare } from "../numbered-mail.ts";
import { doors, type Worker } from "./doors.ts";
import { type Race, races } from "./races.ts";

const clock = new ShiftedClock();
/** Doors by their names, with their places. */
const placed = Object.entries(doors).map(([door, made], place) => ({ door, place, ...made }));

/**
 * Whether a case is for a door on this store: REST meets each on both, every other door each on one of the two, since the store
 * behind REST is the same for all. Without PostgreSQL all are met on the other one.
 */
function isMet(kind: (typeof storeKinds)[number], place: number, nth: number): boolean {
  if (place === 0 || process.env.POSTROOM_TEST_DATABASE_URL === undefined) return true;
  return (place + nth) % 2 === (kind === "embedded" ? 0 : 1);
}

/** Longer than any door leases an item. */
const leaseMs = 301_000;

eachApp(
  "races of next",
  (t) => {
    for (const { door, place, isThere, open } of placed) {
      describe(door, () => {
        // DECISIONS Events, webhooks, deliveries: Each item comes at least once, and workers share the work, at each door
        for (const [nth, { name, run }] of races.entries()) {
          if (!isMet(t.kind, place, nth)) continue;
          test.skipIf(!isThere)(name, async () => {
            const box = await t.address();
            const line = await startLine(t.app.ports.http);
            const workers: Worker[] = [];
            const keyed = async () => {
              const body = { name: door, identity_ids: [box.id] };
              return t.api.must<{ id: string; token: string }>(201, t.api.post("/api-keys", body));
            };
            const worker = async (token: string) => {
              const made = await open({ url: line.url, key: token, folder: t.store.dataDir });
              workers.push(made);
              return made;
            };
            const { id, token } = await keyed();
            const race: Race = {
              box,
              key: { id, api: t.api.as(token) },
              operator: t.api,
              line,
              one: await worker(token),
              two: await worker(token),
              stranger: async () => worker((await keyed()).token),
              mail: (subject, from = "ann@example.org") =>
                t.mail({ from, to: box.email, subject, text: `The text of ${subject}.` }),
              settled: () => eventsShown(t.app.core.database),
              endLeases: () => clock.advance(leaseMs),
            };
            try {
              await run(race);
            } finally {
              await Promise.all(workers.map((one) => one.close()));
              line.stop();
            }
          });
        }
      });
    }
  },
  { clock },
);

interface ApiNext {
  item: { ack: string; attempt: number; message: { subject: string } };
}

for (const kind of storeKinds) {
  if (kind === "postgres" && process.env.POSTROOM_TEST_DATABASE_URL === undefined) {
    test.skip("next across a kill, by door, on Postgres: POSTROOM_TEST_DATABASE_URL is not set", () => {});
    continue;
  }
  describe(`a server is killed, ${kind}`, () => {
    // DECISIONS Events, webhooks, deliveries: What a killed process had handed out comes again, and what was acknowledged does not
    for (const { door, place, isThere, open } of placed) {
      if (!isMet(kind, place, 0)) continue;
      test.skipIf(!isThere)(
        `${door}: what was acknowledged is done, what was not comes again`,
        async () => {
          const store = await tempStore(kind);
          try {
            await killing(store, open);
          } finally {
            await store.dispose();
          }
        },
        120_000,
      );
    }
  });
}

async function killing(store: TempStore, open: (typeof doors)[string]["open"]): Promise<void> {
  const { server: first, addresses, key } = await prepare(store);
  const [to] = addresses as [string];
  const line = await startLine(first.ports.http);
  const worker = await open({ url: line.url, key, folder: store.dataDir });
  const mail = (server: typeof first, subject: string) =>
    sendMail(server.ports.smtp, { from: "ann@example.org", to, subject, text: "x" });
  const ofAddress = { address: to, wait: 30 };
  for (const subject of ["Done", "On lease"]) await mail(first, subject);
  const done = await worker.next(ofAddress);
  // A short lease is another worker's of the key: a model's lasts longer than a test.
  const api = apiClient(`http://127.0.0.1:${first.ports.http}`, key);
  const asked = { ...ofAddress, ack: done.item!.ack, lease: 5 };
  const leased = await api.must<ApiNext>(200, api.post("/next", asked));
  expect(leased.item).toMatchObject({ attempt: 1, message: { subject: "On lease" } });
  const { call } = await line.asked(() => worker.next(ofAddress));
  await first.kill();
  line.cut();
  const second = await startServer(store);
  try {
    line.lead(second.ports.http);
    line.mend();
    // Some clients try again by themselves.
    const again = (await call.catch(() => null)) ?? (await worker.next(ofAddress));
    expect(again.item?.subject).toBe("On lease");
    await mail(second, "After the kill");
    const after = await worker.next({ ...ofAddress, ack: again.item!.ack });
    expect([after.acknowledged, after.item?.subject]).toEqual([true, "After the kill"]);
    expect(await worker.next({ address: to, ack: after.item!.ack })).toEqual({
      item: null,
      acknowledged: true,
    });
  } finally {
    await worker.close();
    line.stop();
    await second.stop();
  }
}
