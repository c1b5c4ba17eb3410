// Delivery reports that cannot be written hold up none behind them.
import { expect, test } from "bun:test";
import { DeliveryReports } from "../../../actors/workers/delivery-reports.ts";
import { addMs, nowInstant, systemClock } from "../../../src/lib/clock.ts";
import { newId } from "../../../src/lib/ids.ts";
import { eachStore } from "../../support/app/database.ts";

eachStore("the order of delivery reports", (store) => {
  const accountId = newId();
  /** A recipient that failed, so many seconds after the others. */
  const failedMail = async (seconds: number): Promise<string> => {
    const at = addMs(nowInstant(systemClock), seconds * 1000 - 3_600_000);
    const messageId = newId();
    await store.database.values(
      `insert into outbound (account_id, id, identity_id, message_id, ordinal, recipient, envelope_from, status, attempts,
         created_at, updated_at, lane, report)
       values ($1::uuid, $2::uuid, $3::uuid, $4::uuid, 0, 'a@far.example', 'b@here.example', 'bounced', 1,
         $5::timestamptz, $5::timestamptz, 'here', 'failed')`,
      [accountId, newId(), newId(), messageId, at],
    );
    return messageId;
  };

  test("a batch of those that fail each time is passed, and tried again once the walk is over", async () => {
    const bad = new Set<string>();
    for (let n = 0; n < 20; n++) bad.add(await failedMail(n));
    const good = [await failedMail(100), await failedMail(101)];
    const tried: string[] = [];
    const actor = {
      runWith: async (_preload: unknown, { messageId }: { messageId: string }) => {
        tried.push(messageId);
        if (bad.has(messageId)) throw new Error("the disk is broken");
        await store.database.values(
          "update outbound set report = 'told' where account_id = $1::uuid and message_id = $2::uuid",
          [accountId, messageId],
        );
      },
    };
    const { database } = store;
    const deps = {
      database,
      actors: { identity: () => actor },
      screening: { mailHostname: "mail.example", clock: systemClock },
      clock: systemClock,
      log: { warn: () => undefined },
    };
    const worker = new DeliveryReports(deps as unknown as ConstructorParameters<typeof DeliveryReports>[0]);
    expect(await worker.round()).toEqual({ done: 0, more: false });
    expect(await worker.round()).toEqual({ done: 2, more: false });
    expect(tried.slice(20)).toEqual(good);
    bad.clear();
    expect(await worker.round()).toEqual({ done: 20, more: true });
    expect(await worker.round()).toEqual({ done: 0, more: false, next: null });
  });
});
