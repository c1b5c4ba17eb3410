// Hints between processes on one PostgreSQL: who hears which, and what is said of those that may have been missed.
import { expect, test } from "bun:test";
import { channelOf, HintChannel, type HintReader } from "../../../actors/runtime/hints.ts";
import { newId } from "../../../src/lib/ids.ts";
import { silentLog } from "../../../src/lib/log.ts";
import { storeKinds, withDatabase } from "../../support/app/database.ts";

function reader() {
  const seen: string[] = [];
  let wake = Promise.withResolvers<void>();
  const note = (what: string) => {
    seen.push(what);
    wake.resolve();
    wake = Promise.withResolvers<void>();
  };
  const own: HintReader = { hint: note, missed: (channel) => note(`missed ${channel}`) };
  return {
    ...own,
    seen,
    async until(what: string) {
      while (!seen.includes(what)) await wake.promise;
    },
  };
}

const name = "a process hears hints of topics, and of the identities and accounts that it needs";
if (!storeKinds.includes("postgres") || process.env.POSTROOM_TEST_DATABASE_URL === undefined)
  test.skip(`${name}: POSTROOM_TEST_DATABASE_URL is not set`, () => {});
else
  test(name, () =>
    withDatabase("postgres", async (_database, store) => {
      const [here, there] = [reader(), reader()];
      const one = new HintChannel(await store.open(), here, silentLog);
      const two = new HintChannel(await store.open(), there, silentLog);
      await Promise.all([one.start(), two.start()]);
      try {
        const wanted = newId();
        const unwanted = [...Array(1000)].map(newId).find((id) => channelOf(id) !== channelOf(wanted))!;
        const release = two.hear(wanted);
        // what was committed before the channel was heard
        await there.until(`missed ${channelOf(wanted)}`);
        const many = [...Array(250)].map((_, n) => `${newId().slice(0, -2)}${wanted.slice(-2)}${n}`);
        one.committed({
          identities: [unwanted, wanted, ...many].map((id) => ({ id: id.slice(0, 36), modseq: 7 })),
          accounts: new Set([unwanted, wanted]),
          topics: new Set(["deliveries"]),
        });
        await Promise.all([
          there.until("topic:deliveries"),
          there.until(`identity:${wanted}`),
          there.until(`account:${wanted}`),
        ]);
        for (const id of many) await there.until(`identity:${id.slice(0, 36)}`);
        release();
        // nobody hears itself; what nobody needs is not heard
        one.committed({ identities: [], accounts: new Set(), topics: new Set(["drafts"]) });
        await there.until("topic:drafts");
        expect(there.seen.filter((hint) => hint.endsWith(unwanted))).toEqual([]);
        expect(here.seen).toEqual([]);
      } finally {
        await Promise.all([one.stop(), two.stop()]);
      }
    }),
  );
