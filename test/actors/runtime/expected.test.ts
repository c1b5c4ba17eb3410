// Turns that run on what memory holds while the database verifies it: what is wrong there is found before anybody is answered.
import { beforeAll, describe, expect, test } from "bun:test";
import type { Preload } from "../../../actors/runtime/committer.ts";
import type { Turn } from "../../../actors/runtime/turn.ts";
import { Failure } from "../../../src/lib/failure.ts";
import { identities } from "../../../src/store/tables/index.ts";
import {
  type ActorsFixture,
  createActorsFixture,
  gate,
  podsWritten,
  settled,
  writePod,
} from "../../support/app/actors.ts";
import { eachStore } from "../../support/app/database.ts";

eachStore("what turns expect", (store) => {
  let fixture: ActorsFixture;
  beforeAll(async () => {
    fixture = await createActorsFixture(store.database);
  });

  /** How many pods have the input's name; most often none has. */
  function podsOfName(): Preload<string, number> & { verified: number } {
    const names = (items: readonly { input: string }[]) => items.map(({ input }) => input);
    const preload = {
      name: "pods",
      verified: 0,
      load: async (tx, items) => {
        const rows = await tx.values("select name from pods where name = any($1::text[])", [names(items)]);
        return items.map(({ input }) => rows.filter(([name]) => name === input).length);
      },
      expected: {
        guess: () => 0,
        verify: async (tx, items) => {
          preload.verified++;
          const text = "select 1 / (count(*) = 0)::int from pods where name = any($1::text[])";
          await tx.values(text, [names(items)]);
        },
      },
    } as Preload<string, number> & { verified: number };
    return preload;
  }

  /** An actor whose process has it in memory, and trusts that. */
  async function warmActor(id: string) {
    const { actors } = fixture.process();
    const actor = actors.identity(fixture.accountId, id);
    for (let n = 0; n < 22; n++) await actor.run((turn) => turn.identity().status);
    return actor;
  }

  function setStatus(status: "active" | "suspended") {
    return (turn: Turn) => {
      const row = turn.identity();
      turn.update(identities, { accountId: row.accountId, id: row.id, status }, row);
    };
  }

  if (store.kind === "postgres")
    test("a turn runs while its actor is locked elsewhere; its answer waits for the lock", async () => {
      const id = await fixture.identity();
      const actor = await warmActor(id);
      const held = gate();
      const other = store.database.transaction(async (tx) => {
        await tx.values("select from identities where id = $1::uuid for update", [id]);
        await held.passed();
      });
      await held.reached;
      const ran = Promise.withResolvers<void>();
      const answer = actor.run((turn) => {
        writePod(turn, "behind a lock");
        ran.resolve();
      });
      await ran.promise;
      expect(await settled(answer)).toBe(false);
      expect(await podsWritten(store.database, ["behind a lock"])).toEqual([]);
      held.open();
      await other;
      await answer;
      expect(await podsWritten(store.database, ["behind a lock"])).toEqual(["behind a lock"]);
    });

  describe("is verified", () => {
    test("what is right is not read", async () => {
      const actor = await warmActor(await fixture.identity());
      const preload = podsOfName();
      const found: number[] = [];
      const work = (turn: Turn, count: number) => {
        found.push(count);
        writePod(turn, "right");
      };
      await actor.runWith(preload, "right", work);
      expect({ found, verified: preload.verified }).toEqual({ found: [0], verified: 1 });
    });

    test("what is wrong is read, and the turn runs again: nothing of its first run is left", async () => {
      const id = await fixture.identity();
      const actor = await warmActor(id);
      await fixture
        .process()
        .actors.account(fixture.accountId)
        .run((turn) => void writePod(turn, "wrong"));
      const found: number[] = [];
      const refusal = await actor
        .runWith(podsOfName(), "wrong", (turn, count) => {
          found.push(count);
          writePod(turn, "of a wrong guess");
          if (count > 0) throw new Failure("conflict", "There is one.");
        })
        .catch((error: Failure) => error.code);
      expect({ found, refusal }).toEqual({ found: [0, 1], refusal: "conflict" });
      expect(await podsWritten(store.database, ["of a wrong guess"])).toEqual([]);
      // nor is a lock
      const locked = "select id from identities where id = $1::uuid for update nowait";
      expect(await store.database.values(locked, [id])).toEqual([[id]]);
    });

    test("after a wrong guess the next batches read first", async () => {
      const actor = await warmActor(await fixture.identity());
      await fixture
        .process()
        .actors.account(fixture.accountId)
        .run((turn) => void writePod(turn, "doubted"));
      const preload = podsOfName();
      const runs: number[] = [];
      for (const name of ["doubted", "other"])
        await actor.runWith(preload, name, (_, count) => runs.push(count));
      expect({ runs, verified: preload.verified }).toEqual({ runs: [0, 1, 0], verified: 1 });
      for (let n = 0; n < 30; n++) await actor.runWith(preload, `other ${n}`, () => undefined);
      expect(preload.verified).toBeGreaterThan(1);
    });
  });

  test("after another process's change the next batches read first, until memory was right for a while", async () => {
    const id = await fixture.identity();
    const [one, two] = [await warmActor(id), await warmActor(id)];
    const preload = podsOfName();
    const change = (n: number) => one.run((turn) => void writePod(turn, `changed ${n}`));
    const turns = async (count: number) => {
      preload.verified = 0;
      for (let n = 0; n < count; n++) await two.runWith(preload, "nobody's", () => undefined);
      return preload.verified;
    };
    // The guess is wrong about the actor; then it is read, confirmed, and right for 20 batches before it is trusted again.
    await change(0);
    expect(await turns(1)).toBe(1);
    expect(await turns(21)).toBe(0);
    expect(await turns(1)).toBe(1);
    // Wrong again while it is doubted.
    await change(1);
    await turns(10);
    await change(2);
    expect(await turns(22)).toBe(0);
    expect(await turns(1)).toBe(1);
  });

  test("what others change each time is never guessed", async () => {
    const id = await fixture.identity();
    const [one, two] = [fixture.process().actors, fixture.process().actors].map((actors) =>
      actors.identity(fixture.accountId, id),
    );
    const preload = podsOfName();
    for (let n = 0; n < 60; n++) {
      await one!.run((turn) => void writePod(turn, `taken ${n}`));
      await two!.runWith(preload, "nobody's", () => undefined);
    }
    expect(preload.verified).toBe(0);
  });

  test("a refusal that stands on what another process has changed is not answered", async () => {
    const id = await fixture.identity();
    const [one, two] = [await warmActor(id), await warmActor(id)];
    await one.run(setStatus("suspended"));
    const refuse = (turn: Turn) => {
      if (turn.identity().status !== "active") throw new Failure("identity_suspended", "Not now.");
      return "accepted";
    };
    const code = (error: Failure) => error.code;
    expect(await two.run(refuse).catch(code)).toBe("identity_suspended");
    await one.run(setStatus("active"));
    expect(await two.run(refuse).catch(code)).toBe("accepted");
  });
});
