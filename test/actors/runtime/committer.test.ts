// Group commit: what a batch promises to each of its turns.
import { beforeAll, describe, expect, test } from "bun:test";
import type { Turn } from "../../../actors/runtime/turn.ts";
import { Failure } from "../../../src/lib/failure.ts";
import { newId } from "../../../src/lib/ids.ts";
import { SqlError } from "../../../src/store/database/database.ts";
import { changes, pods } from "../../../src/store/tables/index.ts";
import {
  type ActorsFixture,
  createActorsFixture,
  gate,
  podsWritten,
  settled,
  writePod,
} from "../../support/app/actors.ts";
import { eachStore } from "../../support/app/database.ts";

eachStore("committer", (store) => {
  let fixture: ActorsFixture;

  beforeAll(async () => {
    fixture = await createActorsFixture(store.database);
  });

  const write = writePod;
  const written = (names: readonly string[]) => podsWritten(store.database, names);

  describe("groups", () => {
    test("turns of many actors into one transaction", async () => {
      const ids = await Promise.all(Array.from({ length: 40 }, () => fixture.identity()));
      const { actors, wire } = fixture.process();
      const names = ids.map((_, n) => `many ${n}`);
      await Promise.all(
        ids.map((id, n) => actors.identity(fixture.accountId, id).run((turn) => void write(turn, names[n]!))),
      );
      expect(wire.transactions).toBe(1);
      expect(await written(names)).toHaveLength(40);
    });

    test("turns of one actor, each with a modseq and instants of its own", async () => {
      const id = await fixture.identity();
      const { actors, wire } = fixture.process();
      const actor = actors.identity(fixture.accountId, id);
      const seen = await Promise.all(
        Array.from({ length: 64 }, (_, n) =>
          actor.run((turn) => {
            write(turn, `one ${n}`);
            return { modseq: turn.modseq, at: turn.instant() };
          }),
        ),
      );
      expect(wire.transactions).toBe(1);
      expect(seen.map(({ modseq }) => modseq)).toEqual(seen.map((_, n) => seen[0]!.modseq + n));
      expect(new Set(seen.map(({ at }) => at)).size).toBe(64);
      expect(seen.map(({ at }) => at)).toEqual(seen.map(({ at }) => at).sort());
    });

    test("a turn that breaks an invariant fails, and alone", async () => {
      const id = await fixture.identity();
      const { actors } = fixture.process();
      const { accountId } = fixture;
      const actor = actors.identity(accountId, id);
      const change = { accountId, identityId: id, folderId: null, uid: null, messageId: null };
      const [wrong, right] = await Promise.allSettled([
        actor.run((turn) => {
          const [modseq, createdAt] = [turn.modseq + 1, turn.instant()];
          turn.insert(changes, { ...change, modseq, ordinal: 0, kind: "folder", createdAt });
        }),
        actor.run((turn) => void write(turn, "beside a broken one")),
      ]);
      expect(String(wrong.status === "rejected" && wrong.reason)).toContain("modseq grows by one a turn");
      expect(right.status).toBe("fulfilled");
      expect(await written(["beside a broken one"])).toHaveLength(1);
    });

    test("at most 64 turns, and what comes meanwhile into the next", async () => {
      const ids = await Promise.all(Array.from({ length: 10 }, () => fixture.identity()));
      const { actors, wire } = fixture.process();
      await Promise.all(
        Array.from({ length: 640 }, (_, n) =>
          actors.identity(fixture.accountId, ids[n % 10]!).run((turn) => void write(turn, "640")),
        ),
      );
      expect(wire.transactions).toBeGreaterThanOrEqual(10);
      expect(wire.transactions).toBeLessThanOrEqual(22);
    });

    test("turns of one actor in the order in which they came, whatever runs beside them", async () => {
      const ids = await Promise.all(Array.from({ length: 3 }, () => fixture.identity()));
      const { actors } = fixture.process();
      const order: number[][] = [[], [], []];
      await Promise.all(
        Array.from({ length: 600 }, (_, n) =>
          actors.identity(fixture.accountId, ids[n % 3]!).run((turn) => {
            write(turn, "ordered");
            order[n % 3]!.push(n);
          }),
        ),
      );
      for (const seen of order) expect(seen).toEqual([...seen].sort((a, b) => a - b));
    });

    test("a turn that writes nothing does not move its actor", async () => {
      const id = await fixture.identity();
      const { actors } = fixture.process();
      const actor = actors.identity(fixture.accountId, id);
      const before = await actor.run((turn) => turn.modseq);
      await actor.run((turn) => turn.identity().localPart);
      expect(await actor.run((turn) => turn.modseq)).toBe(before);
    });
  });

  describe("keeps apart", () => {
    test("a turn that refuses, and one that throws, from other turns", async () => {
      const [a, b] = await Promise.all([fixture.identity(), fixture.identity()]);
      const { actors, wire } = fixture.process();
      const one = actors.identity(fixture.accountId, a);
      const two = actors.identity(fixture.accountId, b);
      const results = await Promise.allSettled([
        one.run((turn) => write(turn, "before")),
        one.run((turn) => {
          write(turn, "refused");
          throw new Failure("conflict", "no");
        }),
        two.run(async (turn) => {
          write(turn, "broken");
          await Promise.resolve();
          throw new TypeError("a bug");
        }),
        one.run((turn) => write(turn, "after")),
        two.run((turn) => write(turn, "beside")),
      ]);
      expect(results.map(({ status }) => status)).toEqual([
        "fulfilled",
        "rejected",
        "rejected",
        "fulfilled",
        "fulfilled",
      ]);
      expect((results[1] as PromiseRejectedResult).reason).toBeInstanceOf(Failure);
      expect((results[2] as PromiseRejectedResult).reason).toBeInstanceOf(TypeError);
      expect(await written(["before", "refused", "broken", "after", "beside"])).toEqual([
        "after",
        "before",
        "beside",
      ]);
      expect(wire.transactions).toBe(1);
    });

    test("a turn whose flush fails: the others run again, alone", async () => {
      const ids = await Promise.all(Array.from({ length: 6 }, () => fixture.identity()));
      const { actors } = fixture.process();
      const taken = newId();
      await actors.account(fixture.accountId).run((turn) => void write(turn, "holder", taken));
      const names = ids.map((_, n) => `flush ${n}`);
      const results = await Promise.allSettled(
        ids.map((id, n) =>
          actors
            .identity(fixture.accountId, id)
            .run((turn) => void write(turn, names[n]!, n === 3 ? taken : newId())),
        ),
      );
      expect(results.map(({ status }) => status === "fulfilled")).toEqual([
        true,
        true,
        true,
        false,
        true,
        true,
      ]);
      expect((results[3] as PromiseRejectedResult).reason).toBeInstanceOf(SqlError);
      expect(await written(names)).toEqual(names.filter((_, n) => n !== 3));
    });

    test("a turn whose read fails", async () => {
      const [a, b] = await Promise.all([fixture.identity(), fixture.identity()]);
      const { actors } = fixture.process();
      const results = await Promise.allSettled([
        actors.identity(fixture.accountId, a).run((turn) => write(turn, "read beside")),
        actors.identity(fixture.accountId, b).run(async (turn) => {
          write(turn, "read failed");
          await turn.rows("select 1 / 0 as n");
        }),
      ]);
      expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
      expect(await written(["read beside", "read failed"])).toEqual(["read beside"]);
    });

    test("two turns of a batch that write one row: the second finds it taken", async () => {
      const [a, b] = await Promise.all([fixture.identity(), fixture.identity()]);
      const { actors } = fixture.process();
      const id = newId();
      const results = await Promise.allSettled([
        actors.identity(fixture.accountId, a).run((turn) => write(turn, "twice 1", id)),
        actors.identity(fixture.accountId, b).run((turn) => {
          write(turn, "twice 2");
          write(turn, "twice 3", id);
        }),
        actors.identity(fixture.accountId, a).run((turn) => write(turn, "twice 4")),
      ]);
      expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
      expect(await written(["twice 1", "twice 2", "twice 3", "twice 4"])).toEqual(["twice 1", "twice 4"]);
    });

    test("a row that one turn removes and the next writes again", async () => {
      const { actors } = fixture.process();
      const actor = actors.account(fixture.accountId);
      const id = newId();
      await actor.run((turn) => void write(turn, "again 1", id));
      await Promise.all([
        actor.run((turn) => turn.remove(pods, { accountId: turn.accountId, id })),
        actor.run((turn) => void write(turn, "again 2", id)),
      ]);
      expect(await written(["again 1", "again 2"])).toEqual(["again 2"]);
    });

    test("a turn that goes on writing after it ended", async () => {
      const id = await fixture.identity();
      const { actors } = fixture.process();
      const late = Promise.withResolvers<Turn>();
      await actors.identity(fixture.accountId, id).run((turn) => {
        write(turn, "in time");
        late.resolve(turn);
      });
      const turn = await late.promise;
      expect(() => write(turn, "too late")).toThrow("ended");
    });

    test("an action after a commit that breaks", async () => {
      const id = await fixture.identity();
      const { actors } = fixture.process();
      const actor = actors.identity(fixture.accountId, id);
      let ran = 0;
      actors.feed.onIdentity(id, () => {
        throw new Error("a subscriber's bug");
      });
      const results = await Promise.allSettled([
        actor.run((turn) => {
          turn.afterCommit(() => {
            throw new Error("a bug");
          });
          write(turn, "done 1");
        }),
        actor.run((turn) => {
          turn.afterCommit(() => ran++);
          write(turn, "done 2");
        }),
      ]);
      expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
      expect(ran).toBe(1);
      expect(await actor.run((turn) => write(turn, "done 3"))).toBeString();
    });
  });

  describe("lets turns read", () => {
    test("what the turns before them in the batch wrote, and not their own buffer", async () => {
      const id = await fixture.identity();
      const { actors, wire } = fixture.process();
      const actor = actors.identity(fixture.accountId, id);
      const count = async (turn: Turn) =>
        (await turn.rows("select 1 as n from pods where name = 'read mine'")).length;
      const [, first, second] = await Promise.all([
        actor.run((turn) => void write(turn, "read mine")),
        actor.run(async (turn) => {
          write(turn, "read mine");
          return count(turn);
        }),
        actor.run(count),
      ]);
      expect([first, second]).toEqual([1, 2]);
      expect(wire.transactions).toBe(1);
    });
  });

  describe("pushes back", () => {
    test("when a thousand turns wait for one actor, or five thousand in all", async () => {
      const ids = await Promise.all(Array.from({ length: 8 }, () => fixture.identity()));
      const { actors, wire } = fixture.process();
      const held = gate();
      wire.beforeCommit = held.passed;
      // as many batches as run at once, so that all that comes later waits
      const first = ids
        .slice(6)
        .map((id) => actors.identity(fixture.accountId, id).run((turn) => void write(turn, "crowd")));
      await held.reached;
      await settled(held.reached);
      const refused: unknown[] = [];
      const waiting: Promise<unknown>[] = [];
      const fill = (id: string, count: number) => {
        for (let n = 0; n < count; n++) {
          const turn = actors.identity(fixture.accountId, id).run((running) => running.modseq);
          waiting.push(turn.catch((error) => refused.push(error)));
        }
      };
      fill(ids[0]!, 1000);
      await settled(held.reached);
      const before = refused.length;
      fill(ids[0]!, 200);
      await settled(held.reached);
      // some of the first thousand may have been taken into a batch; the rest is the limit
      expect(refused.length - before).toBeGreaterThanOrEqual(200 - 64);
      for (const id of ids.slice(1, 6)) fill(id, 1000);
      await settled(held.reached);
      for (const error of refused)
        expect(error).toMatchObject({ code: "rate_limited", retryAfterSeconds: 1 });
      expect(waiting.length - refused.length).toBeLessThanOrEqual(5000 + 2 * 64);
      wire.beforeCommit = () => {};
      held.open();
      await Promise.all([...first, ...waiting]);
      const later = actors.identity(fixture.accountId, ids[0]!).run((turn) => turn.modseq);
      expect(await later).toBeNumber();
    });
  });
});
