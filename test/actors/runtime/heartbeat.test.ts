// What a process has claimed is free soon after its death, and never while it may still act on it.
import { beforeAll, expect, test } from "bun:test";
import { beatMs, deadMs, Heartbeat, strayMs, sureMs } from "../../../actors/runtime/heartbeat.ts";
import { migrations } from "../../../migrations/index.ts";
import { type Clock, systemClock } from "../../../src/lib/clock.ts";
import { newId } from "../../../src/lib/ids.ts";
import { silentLog } from "../../../src/lib/log.ts";
import type { Database } from "../../../src/store/database/database.ts";
import { migrate } from "../../../src/store/database/migrate.ts";
import { eachStore } from "../../support/app/database.ts";

eachStore("heartbeat", (store) => {
  let now = 0;
  beforeAll(() => migrate(store.database, migrations).then(() => undefined));

  /** A process on the database, as if on a server where there may be others. */
  const process = (
    kind: Database["kind"] = "postgres",
    { settings = {}, clock = systemClock }: { settings?: Record<string, string>; clock?: Clock } = {},
  ) => {
    const warned: string[] = [];
    const freed = { times: 0 };
    const away = { is: false };
    const wire = new Proxy(store.database, {
      get(target, name) {
        if (name === "kind") return kind;
        if (name === "aside" && away.is) throw new Error("the database is away");
        const value = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const heartbeat = new Heartbeat({
      database: wire,
      clock,
      log: {
        ...silentLog,
        warn: (message, fields) =>
          void warned.push(`${message} ${fields?.settings ?? fields?.error ?? ""}`.trim()),
      },
      settings: () => settings,
      freed: () => void freed.times++,
      now: () => now,
    });
    return { heartbeat, freed, away, warned, settings };
  };
  /** Time goes by for some, who beat. */
  const pass = async (ms: number, alive: readonly { heartbeat: Heartbeat }[]) => {
    for (let passed = 0; passed < ms; passed += beatMs) {
      now += beatMs;
      for (const { heartbeat } of alive) await heartbeat.beat();
    }
  };
  /** A queued recipient that was claimed. */
  const claimed = async (claimedBy: string, attempts = 1) => {
    const id = newId();
    await store.database.values(
      `insert into outbound (account_id, id, identity_id, message_id, ordinal, recipient, envelope_from, status, attempts,
         next_attempt_at, created_at, updated_at, lane, claimed_by)
       values ($1::uuid, $2::uuid, $1::uuid, $2::uuid, 0, 'a@b.example', '', 'queued', $3::int,
         now() + interval '10 minutes', now(), now(), 'b.example', $4::uuid)`,
      [newId(), id, attempts, claimedBy],
    );
    return async () => {
      const [row] = await store.database.values(
        "select claimed_by, extract(epoch from next_attempt_at - now())::int from outbound where id = $1::uuid",
        [id],
      );
      return row as [string | null, number];
    };
  };

  // DECISIONS Settings and command line: Processes compare what they should share, and name what differs once
  test("settings that differ are named once, on both sides, and those of an older version are not", async () => {
    const own = { S3_BUCKET: "p1", RATE_LIMIT_BURST: "a", DANE: "off" };
    const all = [
      process("postgres", { settings: own }),
      process("postgres", { settings: { ...own, RATE_LIMIT_BURST: "b" } }),
      process("postgres", { settings: { ...own, S3_BUCKET: "p2" } }),
      process("postgres", { settings: {} }),
    ];
    await pass(3 * beatMs, all);
    const other = "another process on this database has other settings RATE_LIMIT_BURST";
    const elsewhere =
      "another process keeps large mails elsewhere, where this one cannot read them: set the same S3_BUCKET";
    const warnings = all.map(({ warned }) => warned.filter((line) => line.startsWith("another")).sort());
    expect(warnings).toEqual([
      [elsewhere, other],
      [elsewhere, other, other],
      [elsewhere, elsewhere, other],
      [],
    ]);
    // What changes while it runs is compared with those that come later.
    all[1]!.settings.RATE_LIMIT_BURST = "a";
    await pass(beatMs, all);
    const late = process("postgres", { settings: own });
    await pass(2 * beatMs, [...all, late]);
    expect(late.warned.filter((line) => line.startsWith("another"))).toEqual([elsewhere]);
    for (const { heartbeat } of [...all, late]) await heartbeat.stop();
  });

  test("a clock that disagrees with the database's is named", async () => {
    const ahead = process("postgres", {
      clock: { ...systemClock, now: () => systemClock.now() + 600_000 },
    });
    const right = process();
    await pass(beatMs, [ahead, right]);
    expect(ahead.warned).toHaveLength(1);
    expect(ahead.warned[0]).toMatch(
      /^this machine's clock disagrees with the database's.* (600|599|601) s ahead$/,
    );
    expect(right.warned).toEqual([]);
    for (const { heartbeat } of [ahead, right]) await heartbeat.stop();
  });

  test("live processes stand in one line for each worker, and one that falls silent leaves it within seconds", async () => {
    const all = [process(), process(), process()];
    for (let twice = 0; twice < 2; twice++) for (const { heartbeat } of all) await heartbeat.beat();
    const places = all.map(({ heartbeat }) => heartbeat.line("janitor").place);
    expect([...places].sort()).toEqual([0, 1, 2]);
    const left = all.filter((_, n) => places[n] !== 0);
    const goneBefore = left.map(({ heartbeat }) => heartbeat.line("janitor").gone);
    await pass(4 * beatMs, left);
    expect(left.map(({ heartbeat }) => heartbeat.line("janitor").place).sort()).toEqual([0, 1]);
    expect(left.map(({ heartbeat }, n) => heartbeat.line("janitor").gone > goneBefore[n]!)).toEqual([
      true,
      true,
    ]);
    // Silent is not dead: what it has claimed stays its own.
    expect(left.map(({ freed }) => freed.times)).toEqual([0, 0]);
    for (const { heartbeat } of all) await heartbeat.stop();
  });

  test("one that is silent for long is dead: its claims are due, and it learns of it", async () => {
    const [one, two] = [process(), process()];
    await one.heartbeat.beat();
    await two.heartbeat.beat();
    const name = one.heartbeat.id;
    const row = await claimed(name);
    const often = await claimed(name, 4);
    await pass(deadMs - beatMs, [two]);
    expect((await row())[0]).toBe(name);
    await pass(2 * beatMs, [two]);
    expect((await row())[0]).toBeNull();
    expect((await row())[1]).toBeLessThanOrEqual(0);
    // What has ended processes before waits.
    expect((await often())[1]).toBeGreaterThan(30);
    expect(two.freed.times).toBe(1);
    expect(one.heartbeat.owns(name)).toBe(false);
    await one.heartbeat.beat();
    expect(one.heartbeat.id).not.toBe(name);
    expect([one.heartbeat.owns(name), one.heartbeat.owns(one.heartbeat.id)]).toEqual([false, true]);
    await Promise.all([one.heartbeat.stop(), two.heartbeat.stop()]);
    expect(await store.database.values("select id from processes")).toEqual([]);
  });

  test("one that cannot beat owns nothing long before others may take it", async () => {
    const one = process();
    await one.heartbeat.beat();
    expect(one.heartbeat.owns(one.heartbeat.id)).toBe(true);
    now += sureMs;
    expect(one.heartbeat.owns(one.heartbeat.id)).toBe(false);
    expect(sureMs + 2 * beatMs).toBeLessThan(deadMs);
    await one.heartbeat.stop();
  });

  test("a database that was away for all kills nobody", async () => {
    const [one, two] = [process(), process()];
    await pass(2 * beatMs, [one, two]);
    const row = await claimed(one.heartbeat.id);
    one.away.is = true;
    two.away.is = true;
    await pass(10 * deadMs, [one, two]);
    two.away.is = false;
    await pass(deadMs - beatMs, [two]);
    one.away.is = false;
    await pass(2 * deadMs, [two, one]);
    expect((await row())[0]).toBe(one.heartbeat.id);
    await Promise.all([one.heartbeat.stop(), two.heartbeat.stop()]);
    // What it had claimed when it stopped is due.
    expect(await row()).toEqual([null, expect.any(Number)]);
  });

  test("claims under a name that only a dead process had are freed by who comes later", async () => {
    const gone = newId();
    await store.database.values(
      "insert into processes (id, beats, beat_at, dead_at) values ($1::uuid, 3, now(), now())",
      [gone],
    );
    const row = await claimed(gone);
    const one = process();
    await one.heartbeat.beat();
    expect((await row())[0]).toBeNull();
    await one.heartbeat.stop();
  });

  test("claims under a name that nobody has any more are freed, though no process is found dead", async () => {
    const [one, two] = [process(), process()];
    await pass(beatMs, [one, two]);
    const name = one.heartbeat.id;
    await pass(deadMs + beatMs, [two]);
    expect(await store.database.values("select 1 from processes where id = $1::uuid", [name])).toEqual([]);
    // It stood still, and claims before it beats; then it ends without a word.
    const row = await claimed(name);
    const held = await claimed(two.heartbeat.id);
    await pass(strayMs, [two]);
    expect((await row())[0]).toBeNull();
    expect((await held())[0]).toBe(two.heartbeat.id);
    await two.heartbeat.stop();
  });

  test("where there can be one process alone, it takes over at once", async () => {
    const row = await claimed(newId());
    const one = process("embedded");
    await one.heartbeat.start();
    expect((await row())[0]).toBeNull();
    expect(one.heartbeat.owns(null)).toBe(true);
    await one.heartbeat.stop();
  });
});
