// Answers about several accounts are the same whether these lie in one database or over the parts of a cluster: the rows of two
// parts in turn, where each part by itself would order, bound or count other ones.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { signupsOnDefault } from "../../src/store/access/agent-signup.ts";
import { lapsedMembers } from "../../src/store/access/issuer-subjects.ts";
import { accountOfLink, accountsOfPerson } from "../../src/store/access/members.ts";
import { listExpired } from "../../src/store/addresses/identities.ts";
import type { BlobStore } from "../../src/store/blobs/blobs.ts";
import { storedBlobs } from "../../src/store/blobs/lost.ts";
import { claimBlobs } from "../../src/store/blobs/owner.ts";
import { tableKinds } from "../../src/store/cluster/table-kinds.ts";
import type { Database } from "../../src/store/database/database.ts";
import { claimedNames, findUsableDomainId, listDomains } from "../../src/store/domains/domains.ts";
import { dueBulkWorks } from "../../src/store/mailbox/bulk-works.ts";
import { sweepExpunged } from "../../src/store/mailbox/expunged.ts";
import { unfinishedLabels } from "../../src/store/mailbox/labels.ts";
import { dueFolders } from "../../src/store/mailbox/retention.ts";
import { dueSnoozes } from "../../src/store/mailbox/snoozes.ts";
import { check } from "../../src/store/maintenance/check.ts";
import {
  failingWebhooks,
  heldRecipients,
  queueDepths,
  refusedEverywhere,
  unreachedDomains,
} from "../../src/store/maintenance/depths.ts";
import { deletedAccount, endAccount, listAccounts, removeRows } from "../../src/store/maintenance/removal.ts";
import { deletedIdentities } from "../../src/store/maintenance/sweep.ts";
import { listSpooled } from "../../src/store/message/spool.ts";
import { dueDecisions, expiredReviews, nextReviewDue } from "../../src/store/reviews/reviews.ts";
import { claimants } from "../../src/store/sending/outbound.ts";
import { listQueue, queueByDestination } from "../../src/store/sending/send-queue.ts";
import { isCluster } from "../support/app/database.ts";
import { type DatabasePair, databasePair, minute, rowId } from "../support/cluster/pair.ts";
import { accountOf, key, now, operator, packedMail, person, putRows, range } from "./parts-rows.ts";

const hasServer = isCluster || process.env.POSTROOM_TEST_DATABASE_URL !== undefined;
// A pooler before a spread database is refused.
const isOther = process.env.POSTROOM_TEST_POOLER_URL !== undefined;
const needs = "(POSTROOM_TEST_DATABASE_URL, or POSTROOM_TEST_CITUS_URL)";

let pair: DatabasePair;

/** Both databases say this of the question. */
async function agree<T>(ask: (database: Database) => Promise<T>, expected: T): Promise<void> {
  expect<unknown>(await ask(pair.one), "one database").toEqual(expected);
  expect<unknown>(await ask(pair.spread), "two parts").toEqual(expected);
}

/** What both databases say, which is the same. */
async function agreed<T>(ask: (database: Database) => Promise<T>): Promise<T> {
  const answer = await ask(pair.one);
  await agree(ask, answer);
  return answer;
}

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

if (hasServer && !isOther) {
  beforeAll(async () => {
    pair = await databasePair();
    await putRows(pair);
  });
  afterAll(() => pair?.stop());
}

const both = test.skipIf(!hasServer || isOther);

both(`the queue's pages follow each other, oldest first, and pass over nothing ${needs}`, async () => {
  for (const filter of [{}, { state: "active" as const }, { domain: "to3.example" }]) {
    const entries = await agreed(async (database) => {
      const found: string[] = [];
      for (let [cursor, n] = [null as string | null, 0]; n < 100; n++) {
        const { rows, end } = await listQueue(database, filter, { now, cursor, count: 150 });
        expect(rows.length).toBeLessThanOrEqual(150);
        found.push(...ids(rows));
        if (end === null) break;
        cursor = end;
      }
      return found;
    });
    expect(entries).toEqual([...new Set(entries)].toSorted());
    expect(entries.length).toBeGreaterThan(5);
  }
});

both(`destinations of the queue are counted over all parts, the fullest first ${needs}`, async () => {
  const counted = await agreed((database) => queueByDestination(database, now));
  expect(counted).toHaveLength(100);
  expect(counted[0]).toEqual({ destination: "many", state: "due", recipients: 5200 });
  expect(counted[1]).toEqual({ destination: "busy.example", state: "due", recipients: 4 });
});

both(`of one database no more destinations are read than are named ${needs}`, async () => {
  const read: number[] = [];
  const rows: Database["rows"] = async (text, params) => {
    const found = await pair.one.rows<never>(text, params);
    read.push(found.length);
    return found;
  };
  await queueByDestination({ ...pair.one, rows }, now);
  expect(read).toEqual([100]);
});

both(`what is counted of the queues is counted once, and all of it ${needs}`, async () => {
  const depths = await agreed((database) => queueDepths(database, Date.UTC(2026, 5, 1)));
  expect(depths.outbound?.entries).toBe(5605);
  await agree(heldRecipients, [
    { heldBy: "operator", recipients: 8, last: minute(357) },
    { heldBy: "ramp own0.example", recipients: 8, last: minute(358) },
  ]);
  const domains = await agreed(unreachedDomains);
  expect(domains).toHaveLength(31);
  expect(domains).toEqual(domains.toSorted());
  await agree((database) => refusedEverywhere(database, Date.UTC(2026, 0, 1)), {
    recipients: 15,
    domains: 7,
    taken: 0,
    response: "550 5.7.1 no 1",
  });
  const named = await agreed((database) => claimants(database).then((list) => list.toSorted()));
  expect(named).toEqual(range(3).map(rowId));
  expect(ids(await agreed(failingWebhooks))).toEqual(range(100).map(rowId));
});

both(`accounts, and those of a person, are in their order ${needs}`, async () => {
  const listed = await agreed(listAccounts);
  expect(listed.map(({ accountId }) => accountId)).toEqual(range(1000).map((n) => accountOf(1099 - n)));
  const open = await agreed((database) => accountsOfPerson(database, person));
  expect(open.map(({ accountId }) => accountId)).toEqual([803, 802, 300, 301, 302, 303].map(accountOf));
  await agree((database) => accountOfLink(database, person), accountOf(803));
  // Nobody of these has joined: the newest invitation.
  await agree((database) => accountOfLink(database, "guest@far.example"), accountOf(307));
  await agree(deletedAccount, { accountId: accountOf(11), deletedAt: minute(40) });
});

both(`domains that all accounts use stand among an account's own ${needs}`, async () => {
  const scope = { accountId: accountOf(100), identityIds: null };
  const first = await agreed(async (database) => {
    const found = await listDomains(database, scope, { cursor: null, count: 3 });
    return found.slice(0, 3).map(({ row }) => row.id);
  });
  expect(first).toEqual([51, 50, 5].map(rowId));
  const next = await agreed(async (database) => {
    const found = await listDomains(database, scope, { cursor: minute(5), count: 3 });
    return found
      .slice(0, 3)
      .map(({ row }) => row.domain)
      .sort();
  });
  expect(next).toEqual(["own3.example", "own4.example", "signups.example"]);
  await agree((database) => findUsableDomainId(database, scope.accountId, "shared.example"), rowId(50));
  const names = await agreed((database) => claimedNames(database).then((list) => list.toSorted()));
  expect(names).toHaveLength(8);
});

both(`sign-ups on the default domain are counted in every part ${needs}`, async () => {
  const { count, some } = await agreed((database) => signupsOnDefault(database, 10));
  expect(count).toBe(30);
  expect(some.map(({ email }) => email)).toEqual(range(10).map((n) => `box${29 - n}@shared.example`));
});

both(`a round takes what is due first, as many as it asks for ${needs}`, async () => {
  const [most, late] = [15, minute(10_000)];
  const rounds: [(database: Database) => Promise<readonly { id: string }[]>, number[]][] = [
    [(database) => listExpired(database, late, most), range(most).map((n) => 30 + n)],
    [(database) => lapsedMembers(database, late, most), range(most).map((n) => 8 + n)],
    [(database) => unfinishedLabels(database, most), range(most)],
    [(database) => dueSnoozes(database, late, most), range(most).map((n) => 39 - n)],
    [(database) => dueBulkWorks(database, late, most), range(most).map((n) => 39 - n)],
    [
      (database) => expiredReviews(database, late, most),
      range(most).map((n) => 39 - n - 2 * Math.floor(n / 2)),
    ],
    [
      (database) => dueDecisions(database, late, most),
      range(most).map((n) => 37 - n - 2 * Math.floor(n / 2)),
    ],
    [deletedIdentities, range(5).map((n) => 100 + n)],
  ];
  for (const [ask, expected] of rounds)
    await agree((database) => ask(database).then(ids), expected.map(rowId));
  await agree(nextReviewDue, minute(461));
});

both(`walks over all accounts pass over nothing ${needs}`, async () => {
  const due = await agreed(async (database) => {
    const found: string[] = [];
    for (let after: string | null = null; ; ) {
      const step = await dueFolders(database, { now, after });
      found.push(...step.due.map(({ folderId }) => folderId));
      if (step.last === null) return found;
      after = step.last;
    }
  });
  expect(due).toEqual([510, 519].map(rowId));
  const spooled = await agreed(async (database) => {
    const found: string[] = [];
    for (let after: string | null = minute(6); ; ) {
      const step = await listSpooled(database, { before: now, after });
      found.push(...ids(step));
      if (step.length < 100) return found.sort();
      after = step.at(-1)!.createdAt;
    }
  });
  expect(spooled).toHaveLength(250);
  const stored = await agreed(async (database) => {
    const found: string[] = [];
    for await (const blob of storedBlobs(database)) found.push(`${blob.accountId} ${blob.key}`);
    return found;
  });
  expect(stored).toHaveLength(600);
  const blobs = {
    get: async (name: string) => (name === "lost" ? null : (await packedMail()).zstd),
  } as unknown as BlobStore;
  const lost = await agreed(async (database) => {
    const found = await check({ database, blobs });
    return found.filter(({ rule }) => rule === "raw bytes are those that were received");
  });
  expect(lost).toEqual([
    {
      rule: "raw bytes are those that were received",
      detail: `message ${rowId(55)}: its bytes are gone (lost)`,
    },
  ]);
});

both(`blobs of accounts in several parts are known, each once ${needs}`, async () => {
  let mark: string | null = null;
  const place = (known: number, strange: number) => {
    mark = null;
    const keys = [...range(known).map(key), ...range(strange).map((n) => key(10_000 + n))];
    return {
      where: "a folder",
      readMark: async () => mark,
      writeMark: async (line: string) => {
        mark = line;
      },
      holdsBackups: async () => false,
      list: async (after: string | null) => (after === null ? keys.map((name) => ({ key: name })) : []),
    } as unknown as BlobStore;
  };
  // 150 of them are in both parts: they are not counted in place of strangers.
  await agree(async (database) => (await claimBlobs(database, place(450, 0))) !== null, true);
  await agree(async (database) => (await claimBlobs(database, place(450, 150))) !== null, false);
});

both(`what the operator's account has mailed to an owner goes with the account ${needs}`, async () => {
  const at = minute(9000);
  await agree(
    async (database) => {
      await endAccount(database, { accountId: accountOf(900), operatorId: operator, at });
      const left = await database.values("select email from human_mails where account_id = $1::uuid", [
        operator,
      ]);
      return left.map(([email]) => email);
    },
    ["else@far.example"],
  );
});

both(`an account that ends leaves nothing in a table that every node has ${needs}`, async () => {
  const accountId = accountOf(901);
  const tables = [...tableKinds].filter(([, { kind }]) => kind === "reference").map(([name]) => name);
  for (const table of tables)
    await pair.put(table, [
      { account_id: accountId, ...(table === "addresses" && { domain: "gone.example" }) },
    ]);
  const left = async (database: Database) => {
    const found: string[] = [];
    for (const table of tables) {
      const rows = await database.values(`select 1 from ${table} where account_id = $1::uuid`, [accountId]);
      if (rows.length > 0) found.push(table);
    }
    return found;
  };
  await agree(left, tables);
  await agree(async (database) => {
    await endAccount(database, { accountId, operatorId: operator, at: minute(9000) });
    return left(database);
  }, []);
});

both(
  `a deleted account's rows are removed, by a server that has asked its part nothing yet ${needs}`,
  async () => {
    const accountId = accountOf(210);
    for (const database of [pair.one, await pair.anew()]) {
      while ((await removeRows(database, accountId)) > 0);
      const left = await database.values(
        `select 1 from threads where account_id = $1::uuid union all select 1 from identities where account_id = $1::uuid
       union all select 1 from labels where account_id = $1::uuid`,
        [accountId],
      );
      expect(left).toEqual([]);
    }
  },
);

both(`a sweep says that there is more, until there is none ${needs}`, async () => {
  await agree(async (database) => {
    let swept = 0;
    for (;;) {
      const { done, more } = await sweepExpunged(database, now);
      swept += done;
      if (!more) return swept;
    }
  }, 1002);
});
