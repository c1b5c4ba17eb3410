// Lists of a large account walk an index in its order: they neither read all of its rows, nor pass those of the address that has most.
import { expect, test } from "bun:test";
import { newId } from "../../src/lib/ids.ts";
import type { Database } from "../../src/store/database/database.ts";
import { endOfScan, filteredMessages } from "../../src/store/mailbox/message-filter.ts";
import { newestBefore } from "../../src/store/mailbox/search-start.ts";
import { endOfThreads, listThreads } from "../../src/store/mailbox/threads.ts";
import { isCluster, storeKinds, tempStore } from "../support/app/database.ts";

const count = 12_000;

for (const kind of storeKinds)
  test.skipIf(isCluster || (kind === "postgres" && process.env.POSTROOM_TEST_DATABASE_URL === undefined))(
    `${kind}: lists of an account in which one address has nearly all mail`,
    async () => {
      const store = await tempStore(kind);
      const database = await store.open();
      try {
        const [accountId, busy, quiet, other] = [newId(), newId(), newId(), newId()];
        await fill(database, accountId, busy);
        const all = { accountId, identityIds: null };
        const some = { accountId, identityIds: [quiet, other] };
        const files = { filter: { hasAttachments: true }, cursor: null };
        const ofQuiet = { filter: { identityId: quiet }, cursor: null };
        const before = "2026-01-01T00:00:00.000000Z";
        const plan = planner(database);
        const found = {
          "end of messages": await plan((db) => endOfScan(db, all, files)),
          messages: await plan((db) => filteredMessages(db, all, { ...files, count: 50 })),
          "messages of one": await plan((db) => filteredMessages(db, all, { ...ofQuiet, count: 50 })),
          "end of messages of one": await plan((db) => endOfScan(db, all, ofQuiet)),
          "messages of some": await plan((db) => filteredMessages(db, some, { ...files, count: 50 })),
          "all messages of some": await plan((db) =>
            filteredMessages(db, some, { filter: {}, cursor: null, count: 50 }),
          ),
          "end of messages of some": await plan((db) => endOfScan(db, some, files)),
          "threads of one": await plan((db) => listThreads(db, all, { ...ofQuiet, count: 50 })),
          "threads of some": await plan((db) =>
            listThreads(db, some, { filter: {}, cursor: null, count: 50 }),
          ),
          "unread of some": await plan((db) =>
            listThreads(db, some, { filter: { isRead: false }, cursor: null, count: 50 }),
          ),
          "end of threads of some": await plan((db) =>
            endOfThreads(db, some, { filter: { isRead: false }, cursor: null }),
          ),
          "beginning of a search": await plan((db) =>
            newestBefore(db, all, { before, identityId: undefined }),
          ),
          "beginning of a search in one": await plan((db) =>
            newestBefore(db, some, { before, identityId: quiet }),
          ),
        };
        expect(found).toEqual({
          "end of messages": ["messages_list"],
          messages: ["messages_list"],
          "messages of one": ["messages_identity_list"],
          "end of messages of one": ["messages_identity_list"],
          "messages of some": ["messages_identity_list", "messages_identity_list"],
          "all messages of some": ["messages_identity_list"],
          "end of messages of some": ["messages_identity_list"],
          "threads of one": ["threads_identity_list"],
          "threads of some": ["threads_identity_list"],
          "unread of some": ["threads_identity_list", "threads_identity_list"],
          "end of threads of some": ["threads_identity_list"],
          // The index has the predicate that the query asks for.
          "beginning of a search": ["messages_imported"],
          "beginning of a search in one": ["messages_imported"],
        });
      } finally {
        await database.close();
        await store.dispose();
      }
    },
  );

/** Threads and messages of one address, with the statistics that follow. */
async function fill(database: Database, accountId: string, identityId: string): Promise<void> {
  const at = "now() - interval '1 s' * g";
  await database.transaction(async (tx) => {
    // Rows that lists look at, without what belongs to them.
    await tx.values("set local session_replication_role = replica", []);
    await tx.values(
      `insert into threads (account_id, id, identity_id, sort_at, created_at, message_count, status, owner_type)
       select $1::uuid, gen_random_uuid(), $2::uuid, ${at}, ${at}, 1, 'open', 'agent' from generate_series(1, ${count}) g`,
      [accountId, identityId],
    );
    await tx.values(
      `insert into messages (account_id, id, identity_id, thread_id, created_at, is_spam, automated, size, raw_sha256, header_hash,
         reply_to, mail_to, mail_cc, mail_bcc, has_attachments, direction, state, preview, reference_ids, from_email)
       select $1::uuid, gen_random_uuid(), $2::uuid, gen_random_uuid(), ${at}, false, false, 10, sha256(g::text::bytea), g,
         '[]', '[]', '[]', '[]', false, 'inbound', 'received', '', '{}', 'a@b.example' from generate_series(1, ${count}) g`,
      [accountId, identityId],
    );
  });
  for (const table of ["threads", "messages"]) await database.exec(`vacuum analyze ${table}`);
}

/** @returns a function that says by which indexes of lists, or of imported messages, a query reads threads and messages */
function planner(database: Database) {
  return async (ask: (db: Database) => Promise<unknown>): Promise<string[]> => {
    let lines: string[] = [];
    const explained = async (text: string, params: Parameters<Database["values"]>[1]) => {
      lines = (await database.values(`explain ${text}`, params)).map(([line]) => String(line));
      return [];
    };
    await ask(Object.assign(Object.create(database), { rows: explained, values: explained }) as Database);
    return lines.flatMap(
      (line) => / using ((?:threads|messages)\S*(?:list|imported)) /.exec(line)?.[1] ?? [],
    );
  };
}
