// Reminders that a release before 0113 has told of are not told again, on either database, and on one that is spread.
import { expect, test } from "bun:test";
import { migrations } from "../../migrations/index.ts";
import type { CalendarEventRow } from "../../src/store/calendar/calendar-events.ts";
import { type Notice, rememberTold, untold } from "../../src/store/calendar/notices.ts";
import type { Database } from "../../src/store/database/database.ts";
import { migrate } from "../../src/store/database/migrate.ts";
import { isCluster, storeKinds, tempStore } from "../support/app/database.ts";
import { accountIn, minute, rowId } from "../support/cluster/pair.ts";
import { spreadStore } from "../support/cluster/spread-store.ts";
import { loadedStore } from "../support/upgraded-store.ts";

const hasServer = process.env.POSTROOM_TEST_DATABASE_URL !== undefined;
const isPooled = process.env.POSTROOM_TEST_POOLER_URL !== undefined;
const own = migrations.find(({ name }) => name === "0113_told_reminders")!;
const others = migrations.filter(({ name }) => name < own.name);

const identityId = rowId(1);
const [begins, moved] = [minute(60), minute(90)];
const event = rowId(10);
/** A date of a series. */
const date = `${rowId(11)}_2026-01-01T01:00:00`;

/** What the release before has told: of one event by its calendar and by two reminders, of a date by one. */
async function tellAsBefore(database: Database, accountId: string): Promise<void> {
  const told = [event, `${event} 30`, `${event} 15`, `${date} 10`];
  for (const id of told)
    await database.values(
      `insert into calendar_notices (account_id, identity_id, event_id, kind, at)
       values ($1::uuid, $2::uuid, $3::text, 'starting', $4::timestamptz) returning 1`,
      [accountId, identityId, id, begins],
    );
}

function reminder(id: string, minutes: number, more: Partial<Notice> = {}): Notice {
  const row = { id } as CalendarEventRow;
  return { kind: "starting", row, minutes, isOwn: true, at: begins, due: begins, ...more };
}

const named = (notices: readonly Notice[]) => notices.map(({ row, minutes }) => `${row.id} ${minutes}`);

async function expectCarried(database: Database, accountId: string): Promise<void> {
  const rows = await database.values(
    "select event_id, minutes, at from told_reminders where account_id = $1::uuid order by 1, 2",
    [accountId],
  );
  expect(rows).toEqual([
    [event, 15, begins],
    [event, 30, begins],
    [date, 10, begins],
  ]);
  const asked = [
    reminder(event, 5, { isOwn: false }),
    reminder(event, 30),
    reminder(event, 15),
    // Longer than one that was told.
    reminder(event, 20),
    reminder(event, 2),
    reminder(date, 10),
    reminder(date, 1),
  ];
  const owner = { accountId, identityId };
  expect(named(await untold(database, owner, asked))).toEqual([`${event} 2`, `${date} 1`]);
  const again = asked.map((notice) => ({ ...notice, at: moved }));
  expect(await untold(database, owner, again)).toHaveLength(asked.length);
}

for (const kind of storeKinds) {
  const run = kind === "postgres" && !hasServer && !isCluster ? test.skip : test;
  run(`what was told of reminders before is carried over, ${kind}`, async () => {
    // The template of an embedded database has every table.
    const store =
      kind === "embedded"
        ? await loadedStore("0112_account_audit", kind)
        : await tempStore(kind, { empty: true });
    try {
      const database = await store.open();
      if (kind === "postgres") await migrate(database, others);
      const accountId = accountIn(0, 1);
      await tellAsBefore(database, accountId);
      await migrate(database, migrations);
      await expectCarried(database, accountId);
    } finally {
      await store.dispose();
    }
  });

  run(`what is told is remembered, and forgotten when it is two days over, ${kind}`, async () => {
    const store = await tempStore(kind);
    try {
      const database = await store.open();
      const owner = { accountId: accountIn(0, 1), identityId };
      await tellAsBefore(database, owner.accountId);
      const tell = async (told: readonly Notice[], now: string) => {
        for (const { text, params } of rememberTold(owner, { told, now }))
          await database.values(`${text} returning 1`, params);
      };
      const told = [reminder(event, 15), reminder(date, 10), reminder(event, 5, { isOwn: false })];
      await tell(told, begins);
      expect(await untold(database, owner, told)).toEqual([]);
      // The event has moved, and its other reminders are told: the date is long over.
      const later = [reminder(event, 15), reminder(event, 5, { isOwn: false })].map((notice) => ({
        ...notice,
        at: minute(5000),
      }));
      await tell(later, minute(4990));
      expect(await untold(database, owner, [...told, ...later])).toEqual(told);
      const left = await database.values(
        `select event_id, minutes from told_reminders union all select event_id, null from calendar_notices`,
      );
      expect(left).toEqual([
        [event, 15],
        [event, null],
      ]);
    } finally {
      await store.dispose();
    }
  });
}

test.skipIf((!hasServer && !isCluster) || isPooled)(
  "what was told of reminders before is carried over in each part (POSTROOM_TEST_DATABASE_URL, or POSTROOM_TEST_CITUS_URL)",
  async () => {
    const store = await spreadStore(2);
    try {
      const accounts = [accountIn(0, 1), accountIn(1, 2)];
      const before = await store.open();
      // As a database that was spread before: no part has the table.
      for (const part of before.parts ?? []) await part.values("drop table told_reminders");
      for (const [n, accountId] of accounts.entries()) await tellAsBefore(before.parts![n]!, accountId);
      await migrate(before, [...migrations, { name: "9999_told_reminders", sql: own.sql }]);
      for (const accountId of accounts) await expectCarried(before, accountId);
      expect(await before.values("select to_regclass('public.told_reminders') is null")).toEqual([[true]]);
    } finally {
      await store.dispose();
    }
  },
);
