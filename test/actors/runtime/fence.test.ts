// The fence: however many processes share a database, each turn stands on what the last one left. Every `process` here
// has a memory of its own.
import { beforeAll, describe, expect, test } from "bun:test";
import { noProtection } from "../../../actors/account/reviews/protection.ts";
import { ActorCache } from "../../../actors/runtime/cache.ts";
import type { Turn } from "../../../actors/runtime/turn.ts";
import { ManualClock } from "../../../src/lib/clock.ts";
import type { Failure } from "../../../src/lib/failure.ts";
import { newId } from "../../../src/lib/ids.ts";
import type { TableRow } from "../../../src/store/database/table-shape.ts";
import { folders, identities, webhooks } from "../../../src/store/tables/index.ts";
import { type ActorsFixture, createActorsFixture, gate } from "../../support/app/actors.ts";
import { eachStore } from "../../support/app/database.ts";

eachStore("fence", (store) => {
  let fixture: ActorsFixture;
  beforeAll(async () => {
    fixture = await createActorsFixture(store.database);
  });

  /** Counts up in two rows that are remembered between turns. */
  function countUp(turn: Turn): { modseq: number; at: string; storage: number; uidNext: number } {
    const identity = turn.identity();
    const inbox = turn.folders().find((folder) => folder.role === "inbox")!;
    const { accountId, id } = identity;
    turn.update(identities, { accountId, id, storageBytes: identity.storageBytes + 1 }, identity);
    turn.update(folders, { accountId, id: inbox.id, uidNext: inbox.uidNext + 1 }, inbox);
    return {
      modseq: turn.modseq,
      at: turn.instant(),
      storage: identity.storageBytes,
      uidNext: inbox.uidNext,
    };
  }

  test("300 turns of one identity by three processes in rotation, with dropped caches", async () => {
    const id = await fixture.identity();
    const processes = [fixture.process(), fixture.process(), fixture.process()];
    const seen: ReturnType<typeof countUp>[] = [];
    let seed = 7;
    for (let n = 0; n < 100; n++) {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      const { actors } = processes[seed % 3]!;
      if (seed % 7 === 0) actors.cache.drop(id);
      const actor = actors.identity(fixture.accountId, id);
      seen.push(...(await Promise.all([actor.run(countUp), actor.run(countUp), actor.run(countUp)])));
    }
    expect(seen.map(({ storage }) => storage)).toEqual(seen.map((_, n) => n));
    expect(seen.map(({ uidNext }) => uidNext)).toEqual(seen.map((_, n) => n + 1));
    expect(seen.map(({ modseq }) => modseq)).toEqual(seen.map((_, n) => n + 2));
    expect(seen.map(({ at }) => at)).toEqual([...new Set(seen.map(({ at }) => at))].sort());
  });

  test("300 turns of one identity by three processes at once", async () => {
    const id = await fixture.identity();
    const processes = [fixture.process(), fixture.process(), fixture.process()];
    const seen = await Promise.all(
      Array.from({ length: 300 }, (_, n) =>
        processes[n % 3]!.actors.identity(fixture.accountId, id).run(countUp),
      ),
    );
    const numbers = (of: (one: (typeof seen)[number]) => number) => seen.map(of).sort((a, b) => a - b);
    expect(numbers(({ storage }) => storage)).toEqual(seen.map((_, n) => n));
    expect(numbers(({ uidNext }) => uidNext)).toEqual(seen.map((_, n) => n + 1));
    expect(numbers(({ modseq }) => modseq)).toEqual(seen.map((_, n) => n + 2));
    const inOrder = [...seen].sort((a, b) => a.modseq - b.modseq).map(({ at }) => at);
    expect(inOrder).toEqual([...new Set(inOrder)].sort());
  });

  // DECISIONS Conventions: created_at is unique and rises within an actor, across processes and clock steps
  test("instants rise across processes whose clocks disagree, and when one steps back", async () => {
    const id = await fixture.identity();
    const now = Date.now();
    const ahead = fixture.process(new ManualClock(now + 3_600_000));
    const behind = fixture.process(new ManualClock(now - 3_600_000));
    const seen: string[] = [];
    for (let n = 0; n < 20; n++) {
      const { actors } = n % 2 === 0 ? ahead : behind;
      seen.push((await actors.identity(fixture.accountId, id).run(countUp)).at);
    }
    expect(seen).toEqual([...new Set(seen)].sort());
  });

  test("what is remembered of an identity after its turns is what the database has", async () => {
    const id = await fixture.identity();
    const [one, two] = [fixture.process(), fixture.process()];
    const rowIn = ({ actors }: typeof one) =>
      actors.identity(fixture.accountId, id).run((turn) => turn.identity());
    const changes: Partial<TableRow<typeof identities>>[] = [
      { storageBytes: 2 ** 40 },
      { sentDay: "2026-11-23", sentRecipients: 7 },
      { protection: { ...noProtection, inherits: true, lists: true } },
      { protection: null },
      { metadata: { b: 'é " \\ \n', a: "1.50" } },
      { expiresAt: "2026-11-23T04:05:06.789012Z", tenantId: "t" },
    ];
    for (const change of changes) {
      const turns = one.actors.identity(fixture.accountId, id);
      const modseq = await turns.run((turn) => {
        const row = turn.identity();
        turn.update(identities, { accountId: row.accountId, id, ...change }, row);
        return turn.modseq;
      });
      expect(one.actors.cache.identitiesOf([{ id }]).get(id)?.row.modseq).toBe(modseq);
      expect(await rowIn(one)).toEqual(await rowIn(two));
      two.actors.cache.drop(id);
    }
  });

  test("what another process has moved is read in the same flight as the lock, and by nobody who is alone", async () => {
    const id = await fixture.identity();
    const [one, two] = [fixture.process(), fixture.process()];
    const turn = ({ actors }: typeof one) => actors.identity(fixture.accountId, id).run(countUp);
    const isLoad = ({ text }: { text: string }) => text.includes("to_json(i)");
    await turn(one);
    const moved = await turn(two);
    one.wire.sent = [];
    expect(await turn(one)).toMatchObject({ storage: moved.storage + 1, uidNext: moved.uidNext + 1 });
    const [lock, ...rest] = one.wire.sent;
    expect(lock!.text).toContain("for no key update of i");
    expect(rest.filter(isLoad)).toEqual([{ text: expect.any(String), answered: lock!.answered }]);
    if (store.kind === "postgres") return;
    // The embedded database has one process: once the feed is started, it knows that it is alone.
    await one.actors.feed.start(one.wire);
    one.wire.sent = [];
    await turn(one);
    expect(one.wire.sent.some(isLoad)).toBe(false);
    // A command that came and went is noticed all the same.
    await turn(two);
    expect((await turn(one)).storage).toBe(moved.storage + 4);
    expect(one.wire.sent.filter(isLoad).length).toBe(1);
    await one.actors.feed.stop();
  });

  /** What an account's turn changes of an identity. */
  function patch(id: string, change: Partial<TableRow<typeof identities>>) {
    return (turn: Turn) => turn.update(identities, { accountId: turn.accountId, id, ...change });
  }

  describe("another process's change is noticed", () => {
    test("of the identity, by an account's turn", async () => {
      const id = await fixture.identity();
      const [one, two] = [fixture.process(), fixture.process()];
      const status = () => two.actors.identity(fixture.accountId, id).run((turn) => turn.identity().status);
      expect(await status()).toBe("active");
      await one.actors.account(fixture.accountId).run(patch(id, { status: "suspended" }), { also: [id] });
      expect(await status()).toBe("suspended");
    });

    test("of the account: a webhook that was just made or deleted", async () => {
      const id = await fixture.identity();
      const [one, two] = [fixture.process(), fixture.process()];
      const known = () =>
        two.actors.identity(fixture.accountId, id).run((turn) => turn.account.webhooks.map((w) => w.id));
      const before = await known();
      const webhook = { accountId: fixture.accountId, id: newId() };
      await one.actors.account(fixture.accountId).run((turn) =>
        turn.insert(webhooks, {
          ...webhook,
          url: "https://example.com/",
          eventTypes: [],
          status: "active",
          secret: "whsec_x",
          consecutiveFailures: 0,
          createdAt: turn.instant(),
        }),
      );
      expect(await known()).toEqual([...before, webhook.id]);
      await one.actors.account(fixture.accountId).run((turn) => turn.remove(webhooks, webhook));
      expect(await known()).toEqual(before);
    });

    test("that the identity is gone", async () => {
      const id = await fixture.identity();
      const [one, two] = [fixture.process(), fixture.process()];
      await two.actors.identity(fixture.accountId, id).run(countUp);
      await one.actors
        .account(fixture.accountId)
        .run(patch(id, { deletedAt: "2026-01-01T00:00:00.000000Z" }), { also: [id] });
      const refusal = await two.actors
        .identity(fixture.accountId, id)
        .run(countUp)
        .catch((error: Failure) => error);
      expect(refusal).toMatchObject({ code: "not_found" });
    });
  });

  describe("a turn that fences identities too", () => {
    test("raises their modseq, and runs in a batch of its own", async () => {
      const [a, b] = await Promise.all([fixture.identity(), fixture.identity()]);
      const { actors, wire } = fixture.process();
      const account = actors.account(fixture.accountId);
      const modseqs = () =>
        Promise.all([a, b].map((id) => actors.identity(fixture.accountId, id).run((turn) => turn.modseq)));
      const before = await modseqs();
      wire.transactions = 0;
      await Promise.all([
        actors.identity(fixture.accountId, a).run(countUp),
        account.run(patch(a, { displayName: "A" }), { also: [a] }),
        account.run(patch(b, { displayName: "B" }), { also: [b] }),
        actors.identity(fixture.accountId, b).run(countUp),
      ]);
      expect(wire.transactions).toBeGreaterThanOrEqual(3);
      const after = await modseqs();
      expect(after).toEqual(before.map((modseq) => modseq + 2));
      const names = await Promise.all(
        [a, b].map((id) => actors.identity(fixture.accountId, id).run((turn) => turn.identity().displayName)),
      );
      expect(names).toEqual(["A", "B"]);
    });

    test("is refused when one of them does not exist", async () => {
      const { actors } = fixture.process();
      const refusal = await actors
        .account(fixture.accountId)
        .run(() => "ran", { also: [newId()] })
        .catch((error: Failure) => error);
      expect(refusal).toMatchObject({ code: "not_found" });
    });

    test("never reaches an identity of another account", async () => {
      const id = await fixture.identity();
      const { actors } = fixture.process();
      const refusal = await actors
        .identity(newId(), id)
        .run(countUp)
        .catch((error: Failure) => error);
      expect(refusal).toMatchObject({ code: "not_found" });
    });

    test("waits for the identity's turn of another process, and the other way round, without a deadlock", async () => {
      const ids = await Promise.all(Array.from({ length: 4 }, () => fixture.identity()));
      const processes = [fixture.process(), fixture.process()];
      await Promise.all(
        Array.from({ length: 80 }, (_, n) => {
          const { actors } = processes[n % 2]!;
          const id = ids[(n * 7) % 4]!;
          return n % 4 === 0
            ? actors.account(fixture.accountId).run(patch(id, { displayName: `${n}` }), { also: [id] })
            : actors.identity(fixture.accountId, id).run(countUp);
        }),
      );
      const rows = await store.database.values(
        "select sum(storage_bytes)::int8 from identities where id = any($1::uuid[])",
        [ids],
      );
      expect(rows).toEqual([[60]]);
    });
  });

  describe("a quiet turn", () => {
    test("keeps the modseq, pokes nobody, and is committed", async () => {
      const id = await fixture.identity();
      const { actors } = fixture.process();
      const account = actors.account(fixture.accountId);
      const modseq = () => account.run((turn) => turn.modseq);
      const before = await modseq();
      await account.run(
        (turn) =>
          turn.bulk({
            text: "update identities set tenant_id = 'quiet' where account_id = $1::uuid and id = $2::uuid",
            params: [turn.accountId, id],
          }),
        { quiet: true },
      );
      expect(await modseq()).toBe(before);
      const [row] = await store.database.values("select tenant_id from identities where id = $1::uuid", [id]);
      expect(row).toEqual(["quiet"]);
    });
  });

  describe("a poke", () => {
    test("reaches subscribers of the identity or the topic after the commit", async () => {
      const id = await fixture.identity();
      const { actors } = fixture.process();
      const heard: string[] = [];
      const ends = [
        actors.feed.onIdentity(id, () => heard.push("identity")),
        actors.feed.onTopic("outbound", () => heard.push("topic")),
        actors.feed.onIdentity(newId(), () => heard.push("another")),
      ];
      await actors.identity(fixture.accountId, id).run((turn) => {
        countUp(turn);
        turn.poke("outbound");
      });
      expect(heard.sort()).toEqual(["identity", "topic"]);
      for (const end of ends) end();
      await actors.identity(fixture.accountId, id).run(countUp);
      expect(heard).toHaveLength(2);
    });

    if (store.kind === "postgres") {
      test("reaches other processes by NOTIFY", async () => {
        const id = await fixture.identity();
        const [one, two] = [fixture.process(), fixture.process()];
        await one.actors.feed.start(one.wire);
        await two.actors.feed.start(two.wire);
        const woken = Promise.withResolvers<void>();
        const worker = gate();
        two.actors.feed.onIdentity(id, () => woken.resolve());
        two.actors.feed.onTopic("deliveries", () => void worker.passed());
        await one.actors.identity(fixture.accountId, id).run((turn) => {
          countUp(turn);
          turn.poke("deliveries");
        });
        await Promise.all([woken.promise, worker.reached]);
        await one.actors.feed.stop();
        await two.actors.feed.stop();
      });
    }
  });
});

describe("the cache of actors", () => {
  test("evicts the least recently used", () => {
    const cache = new ActorCache(3);
    const state = (id: string) => ({ row: { id, modseq: 1 } as never, folders: new Map() });
    for (const id of ["a", "b", "c"]) cache.putIdentity(id, state(id));
    cache.identitiesOf([{ id: "a" }]);
    cache.putIdentity("d", state("d"));
    const asked = ["a", "b", "c", "d"].map((id) => ({ id }));
    expect([...cache.identitiesOf(asked).keys()]).toEqual(["a", "c", "d"]);
    expect(cache.size).toBe(3);
  });

  test("tells of recipients what was right at a time, or later", () => {
    let nowMs = 1;
    const cache = new ActorCache(3, () => nowMs);
    const verifiedDomains = new Set(["d"]);
    const account = { row: { accountId: "a", modseq: 1, plan: "free" }, webhooks: [], verifiedDomains };
    const address = { localPart: "ann", domain: "agents.example", domainId: "d" };
    const row = { id: "i", accountId: "a", modseq: 1, status: "active", expiresAt: null, ...address };
    cache.putAccount("a", account as never);
    cache.putIdentity("i", { row: row as never, folders: new Map() });
    const found = (sinceMs: number) =>
      cache.recipientAt("ann@agents.example", { now: "2026-01-01T00:00:00.000Z" as never, sinceMs })
        ?.identityId;
    expect([found(1), found(2)]).toEqual(["i", undefined]);
    nowMs = 5;
    cache.confirm("i", true);
    expect([found(5), found(6)]).toEqual(["i", undefined]);
    nowMs = 7;
    cache.confirm("i", false);
    expect([found(5), found(6)]).toEqual(["i", undefined]);
    cache.drop("i");
    cache.confirm("i", true);
    expect([found(0), cache.isConfirmed("i")]).toEqual([undefined, false]);
  });
});
