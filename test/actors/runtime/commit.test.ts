// What is told before, at and after a commit: nothing early, nothing twice, and what happens when the answer to COMMIT is lost.
import { beforeAll, describe, expect, test } from "bun:test";
import { CommitUnknown, DatabaseUnavailable, SqlError } from "../../../src/store/database/database.ts";
import {
  type ActorsFixture,
  createActorsFixture,
  gate,
  podsWritten,
  settled,
  writePod,
} from "../../support/app/actors.ts";
import { eachStore } from "../../support/app/database.ts";

/** What a promise was rejected with; null when it was not. */
async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (error: unknown) => error,
  );
}

eachStore("commit", (store) => {
  let fixture: ActorsFixture;

  beforeAll(async () => {
    fixture = await createActorsFixture(store.database);
  });

  const write = writePod;
  const written = (names: readonly string[]) => podsWritten(store.database, names);

  describe("results", () => {
    test("come after the commit: no result, action or poke while COMMIT is delayed", async () => {
      const id = await fixture.identity();
      const { actors, wire } = fixture.process();
      const held = gate();
      wire.beforeCommit = held.passed;
      const said: string[] = [];
      actors.feed.onIdentity(id, () => said.push("poked"));
      const result = actors.identity(fixture.accountId, id).run((turn) => {
        turn.afterCommit(() => said.push("action"));
        return write(turn, "held");
      });
      void result.then(() => said.push("result"));
      await held.reached;
      expect(await settled(result)).toBe(false);
      expect(said).toEqual([]);
      held.open();
      await result;
      expect(said).toEqual(["action", "poked", "result"]);
      expect(await written(["held"])).toEqual(["held"]);
    });

    test("that is refused once: the turn runs again, and its first try leaves nothing", async () => {
      const id = await fixture.identity();
      const { actors, wire } = fixture.process();
      let refusals = 1;
      let runs = 0;
      wire.beforeCommit = () => {
        if (refusals-- > 0) throw new SqlError("could not serialize access", "40001", null);
      };
      const actor = actors.identity(fixture.accountId, id);
      const before = await actor.run((turn) => turn.modseq).finally(() => (refusals = 1));
      const modseq = await actor.run((turn) => {
        write(turn, `try ${++runs}`);
        return turn.modseq;
      });
      expect(runs).toBe(2);
      expect(modseq).toBe(before);
      expect(await written(["try 1", "try 2"])).toEqual(["try 2"]);
    });

    test("that is always refused: the caller gets the error, and nothing is stored", async () => {
      const id = await fixture.identity();
      const { actors, wire } = fixture.process();
      wire.beforeCommit = () => {
        throw new SqlError("deadlock detected", "40P01", null);
      };
      const running = actors.identity(fixture.accountId, id).run((turn) => write(turn, "never"));
      expect(await errorOf(running)).toBeInstanceOf(SqlError);
      expect(wire.transactions).toBeLessThan(10);
      expect(await written(["never"])).toEqual([]);
    });

    test("whose answer is lost: unavailable, and never run again", async () => {
      const id = await fixture.identity();
      const { actors, wire } = fixture.process();
      let runs = 0;
      wire.afterCommit = () => {
        throw new CommitUnknown("the connection was lost");
      };
      const refusals = await Promise.allSettled(
        ["lost 1", "lost 2"].map((name) =>
          actors.identity(fixture.accountId, id).run((turn) => {
            runs++;
            write(turn, name);
          }),
        ),
      );
      expect(refusals.map((result) => (result as PromiseRejectedResult).reason.code)).toEqual([
        "unavailable",
        "unavailable",
      ]);
      expect(runs).toBe(2);
      expect(await written(["lost 1", "lost 2"])).toEqual(["lost 1", "lost 2"]);
      // what it remembered is not believed afterwards
      wire.afterCommit = () => {};
      const { actors: fresh } = fixture.process();
      const modseq = (which: typeof actors) =>
        which.identity(fixture.accountId, id).run((turn) => turn.modseq);
      expect(await modseq(actors)).toBe(await modseq(fresh));
    });

    test("whose database is away: unavailable, with the seconds to wait", async () => {
      const id = await fixture.identity();
      const { actors, wire } = fixture.process();
      wire.beforeCommit = () => {
        throw new DatabaseUnavailable("away");
      };
      const running = actors.identity(fixture.accountId, id).run((turn) => write(turn, "away"));
      expect(await errorOf(running)).toMatchObject({ code: "unavailable", retryAfterSeconds: 2 });
      wire.beforeCommit = () => {};
      expect(await actors.identity(fixture.accountId, id).run((turn) => write(turn, "back"))).toBeString();
    });
  });
});
