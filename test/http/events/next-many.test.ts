// The first call of a key on an account with many old events: DECISIONS Events, webhooks, deliveries.
import { expect, test } from "bun:test";
import { nowInstant, systemClock } from "../../../src/lib/clock.ts";
import { newId } from "../../../src/lib/ids.ts";
import { eachApp, type SuiteApp } from "../../support/app/app.ts";
import { DatabaseReads } from "../../support/app/database-reads.ts";
import { eventsShown } from "../../support/app/events.ts";
import { restrictedKey } from "../../support/app/keys.ts";

const reads = new DatabaseReads();

function suite(t: SuiteApp): void {
  /** So much mail that was read long ago. */
  const flood = async (count: number, identityId: string) => {
    const { database } = t.app.core;
    const ids = Array.from({ length: count }, () => newId(systemClock.now()));
    const at = nowInstant(systemClock);
    await database.values(
      `insert into messages (account_id, id, identity_id, thread_id, direction, state, header_hash, reference_ids, from_email,
         reply_to, mail_to, mail_cc, mail_bcc, preview, has_attachments, is_spam, automated, size, raw_sha256, created_at)
       select $1::uuid, ids.id::uuid, $2::uuid, $1::uuid, 'inbound', 'received', 0, '{}', 'flood@example.org',
         '[]', '[]', '[]', '[]', '', false, false, false, 1, '', $3::timestamptz from unnest($4::text[]) as ids(id)`,
      [t.accountId, identityId, at, ids],
    );
    await database.values(
      `insert into placements (account_id, folder_id, uid, identity_id, message_id, flags, keywords, internal_date, modseq, created_at)
       select $1::uuid, $1::uuid, n, $2::uuid, id::uuid, 1, '{}', $3::timestamptz, 1, $3::timestamptz
       from unnest($4::text[]) with ordinality as ids(id, n)`,
      [t.accountId, identityId, at, ids],
    );
    await database.values(
      `insert into events (account_id, id, identity_id, type, data, created_at)
       select $1::uuid, ids.id::uuid, $2::uuid, 'message.received', jsonb_build_object('message_id', ids.id), $3::timestamptz
       from unnest($4::text[]) as ids(id)`,
      [t.accountId, identityId, at, ids],
    );
  };
  const drain = async () => {
    const { database } = t.app.core;
    await database.values("delete from placements where folder_id = account_id");
    await database.values(
      "delete from events where id in (select id from messages where from_email = 'flood@example.org')",
    );
    await database.values("delete from messages where from_email = 'flood@example.org'");
  };

  test("looks at the newest of them, and hands out what is unread there", async () => {
    const { database } = t.app.core;
    const box = await t.address();
    const mail = (subject: string) => t.mail({ from: "ann@example.org", to: box.email, subject, text: "T" });
    await mail("Before");
    await flood(6_000, box.id);
    await mail("After");
    await eventsShown(database);
    for (const api of [t.api, await restrictedKey(t.api, [box.id])]) {
      reads.take();
      const first = await api.must<{ item: { message: { subject: string } } | null }>(
        200,
        api.post("/next", { wait: 0 }),
      );
      expect(first.item?.message.subject).toBe("After");
      const counts = await Promise.all(reads.take().map(({ rows }) => rows));
      const read = counts.reduce((sum, rows) => sum + rows, 0);
      expect(read).toBeGreaterThan(5_000);
      // Each of the 5,000 newest events once, and whether its mail is read.
      expect(read).toBeLessThan(11_000);
    }
    await drain();
  });
}

eachApp("the first call of a key, with many old events", suite, { ownDatabase: true, deps: reads.deps });
