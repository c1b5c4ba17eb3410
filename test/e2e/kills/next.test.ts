// POST /next beside others and across a kill: what was handed out and not acknowledged comes again, what was acknowledged does
// not, and processes of one database share it.
import { expect, test } from "bun:test";
import { must } from "../../../src/lib/must.ts";
import { apiClient } from "../../support/app/api.ts";
import { eventually } from "../../support/app/app.ts";
import { type Kind, storeKinds, tempStore } from "../../support/app/database.ts";
import { restrictedKey } from "../../support/app/keys.ts";
import { startServer } from "../../support/app/server.ts";
import { startProcesses } from "../../support/cluster/processes.ts";
import { sendMail } from "../../support/smtp/client.ts";
import { prepare } from "../numbered-mail.ts";

interface Next {
  item: { ack: string; attempt: number; message: { subject: string } } | null;
  acknowledged: boolean | null;
}

async function killing(kind: Kind): Promise<void> {
  const store = await tempStore(kind);
  const { server: first, addresses, key } = await prepare(store);
  const [to] = addresses as [string];
  for (const subject of ["One", "Two"])
    await sendMail(first.ports.smtp, { from: "ann@example.org", to, subject, text: "x" });
  const ask = (server: typeof first, body: object) => {
    const api = apiClient(`http://127.0.0.1:${server.ports.http}`, key);
    return api.must<Next>(200, api.post("/next", { wait: 30, address: to, ...body }));
  };
  const done = await ask(first, {});
  const lost = await ask(first, { lease: 3, ack: done.item!.ack });
  expect([lost.acknowledged, lost.item!.message.subject]).toEqual([true, "Two"]);
  await first.kill();
  const second = await startServer(store);
  const again = await ask(second, {});
  expect(again.item).toMatchObject({ attempt: 2, message: { subject: "Two" } });
  expect(await ask(second, { wait: 0, ack: again.item!.ack })).toMatchObject({
    item: null,
    acknowledged: true,
  });
  await second.stop();
  await store.dispose();
}

for (const kind of storeKinds)
  if (kind === "postgres" && process.env.POSTROOM_TEST_DATABASE_URL === undefined)
    test.skip("next across a kill on Postgres: POSTROOM_TEST_DATABASE_URL is not set", () => {});
  else test(`what a killed process had handed out comes again, ${kind}`, () => killing(kind), 120_000);

if (process.env.POSTROOM_TEST_DATABASE_URL === undefined)
  test.skip("next of several processes: POSTROOM_TEST_DATABASE_URL is not set", () => {});
else
  test("workers at several processes share the work, and a call at one hears of mail at another", async () => {
    const { apps, stop } = await startProcesses(2);
    const [one, two] = apps as [(typeof apps)[0], (typeof apps)[0]];
    const made = one.api.post("/identities", { domain_id: one.domainId, local_part: "shared" });
    const box = await one.api.must<{ id: string; email: string }>(201, made);
    const { key } = await restrictedKey(one.api, [box.id]);
    const seen: string[] = [];
    const count = 20;
    const work = async ({ api }: (typeof apps)[0]) => {
      for (let ack: string | undefined; seen.length < count; ) {
        const body = { wait: 2, ...(ack === undefined ? {} : { ack }) };
        const { item, acknowledged } = await api.must<Next>(200, api.as(key).post("/next", body));
        expect(acknowledged).toBe(ack === undefined ? null : true);
        ack = item?.ack;
        if (item) seen.push(item.message.subject);
      }
    };
    const workers = [one, two, one, two].map(work);
    for (let n = 0; n < count; n++) {
      const { smtp } = (n % 2 === 0 ? one : two).app.ports;
      await sendMail(must(smtp, "it is on"), {
        from: "ann@example.org",
        to: box.email,
        subject: `Job ${n}`,
        text: "x",
      });
    }
    await eventually(() => seen.length >= count);
    await Promise.all(workers);
    expect(new Set(seen).size).toBe(count);
    expect(seen).toHaveLength(count);
    await stop();
  }, 120_000);
