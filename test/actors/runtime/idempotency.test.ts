// Idempotency in the turn: the record is written with the work or not at all.
import { beforeAll, expect, test } from "bun:test";
import type { Idempotency } from "../../../actors/runtime/idempotency.ts";
import { Replay } from "../../../actors/runtime/registry.ts";
import type { Turn } from "../../../actors/runtime/turn.ts";
import { ManualClock } from "../../../src/lib/clock.ts";
import { Failure } from "../../../src/lib/failure.ts";
import { newId } from "../../../src/lib/ids.ts";
import { sha256 } from "../../../src/lib/secrets.ts";
import { CommitUnknown, DatabaseUnavailable } from "../../../src/store/database/database.ts";
import { pods } from "../../../src/store/tables/index.ts";
import { type ActorsFixture, createActorsFixture, type Process } from "../../support/app/actors.ts";
import { eachStore } from "../../support/app/database.ts";

eachStore("idempotency", (store) => {
  let fixture: ActorsFixture;
  let count = 0;
  beforeAll(async () => {
    fixture = await createActorsFixture(store.database);
  });

  function request(key: string, body = "body"): Idempotency {
    return {
      scopeHash: sha256(key),
      bodyHash: sha256(body),
      encode(outcome) {
        if ("failure" in outcome) {
          return outcome.failure.code === "unavailable"
            ? null
            : { status: 409, body: Buffer.from(outcome.failure.code), sealed: false };
        }
        return { status: 201, body: Buffer.from(String(outcome.result)), sealed: false };
      },
    };
  }

  /** Work that leaves a trace. */
  function work(name: string): (turn: Turn) => string {
    return (turn) => {
      turn.insert(pods, {
        accountId: turn.accountId,
        id: newId(),
        name,
        clientId: null,
        isDefault: false,
        createdAt: turn.instant(),
      });
      return `${name} ${++count}`;
    };
  }

  const done = async (name: string) =>
    (await store.database.values("select 1 from pods where name = $1::text", [name])).length;
  const once = ({ actors }: Process, key: string, name: string, body?: string) =>
    actors.account(fixture.accountId).runOnce(request(key, body), work(name));
  const answerOf = (result: unknown) => Buffer.from((result as Replay).answer.body!).toString();

  test("an equal request gets the first answer again", async () => {
    const one = fixture.process();
    const first = await once(one, "k1", "equal");
    expect(answerOf(await once(one, "k1", "equal"))).toBe(first as string);
    expect(answerOf(await once(fixture.process(), "k1", "equal"))).toBe(first as string);
    expect(await done("equal")).toBe(1);
  });

  test("equal requests at once: one works, the others wait and replay", async () => {
    const one = fixture.process();
    const results = await Promise.all(Array.from({ length: 30 }, () => once(one, "k2", "at once")));
    const replays = results.filter((result) => result instanceof Replay);
    expect(replays).toHaveLength(29);
    const answer = results.find((result) => !(result instanceof Replay)) as string;
    for (const replay of replays) expect(answerOf(replay)).toBe(answer);
    expect(await done("at once")).toBe(1);
  });

  test("equal requests at once in several processes", async () => {
    const processes = [fixture.process(), fixture.process(), fixture.process()];
    const results = await Promise.all(
      Array.from({ length: 30 }, (_, n) => once(processes[n % 3]!, "k3", "many processes")),
    );
    expect(results.filter((result) => !(result instanceof Replay))).toHaveLength(1);
    expect(await done("many processes")).toBe(1);
  });

  test("equal requests at once that go to different actors", async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => fixture.identity()));
    const processes = [fixture.process(), fixture.process()];
    const results = await Promise.all(
      ids.map((id, n) =>
        processes[n % 2]!.actors.identity(fixture.accountId, id).runOnce(
          request("k4"),
          work("different actors"),
        ),
      ),
    );
    expect(results.filter((result) => !(result instanceof Replay))).toHaveLength(1);
    expect(await done("different actors")).toBe(1);
  });

  test("another body under the same key is refused, and does nothing", async () => {
    const one = fixture.process();
    await once(one, "k5", "first body", "a");
    const refusal = await once(one, "k5", "second body", "b").catch((error: Failure) => error);
    expect(refusal).toMatchObject({ code: "idempotency_key_reuse" });
    expect(await done("second body")).toBe(0);
    // and the first one's answer stays
    expect(await once(one, "k5", "first body", "a")).toBeInstanceOf(Replay);
  });

  test("a refusal is remembered, and its work is not done", async () => {
    const { actors } = fixture.process();
    const refuse = (turn: Turn) => {
      work("refused")(turn);
      throw new Failure("conflict", "no");
    };
    const account = actors.account(fixture.accountId);
    const first = await account.runOnce(request("k6"), refuse).catch((error: Failure) => error);
    expect(first).toMatchObject({ code: "conflict" });
    expect(answerOf(await account.runOnce(request("k6"), refuse))).toBe("conflict");
    expect(await done("refused")).toBe(0);
  });

  test("a refusal that a repeat may avoid is not stored", async () => {
    const { actors } = fixture.process();
    const account = actors.account(fixture.accountId);
    const away = () => {
      throw new Failure("unavailable", "away");
    };
    await account.runOnce(request("k7"), away).catch(() => {});
    const bug = () => {
      throw new TypeError("a bug");
    };
    await account.runOnce(request("k7"), bug).catch(() => {});
    expect(await account.runOnce(request("k7"), work("mended"))).toBeString();
    expect(await done("mended")).toBe(1);
  });

  test("a crash before the commit leaves neither work nor record", async () => {
    const one = fixture.process();
    one.wire.beforeCommit = () => {
      throw new DatabaseUnavailable("killed");
    };
    const refusal = await once(one, "k8", "crashed before").catch((error: Failure) => error);
    expect(refusal).toMatchObject({ code: "unavailable" });
    expect(await done("crashed before")).toBe(0);
    expect(await once(fixture.process(), "k8", "crashed before")).toBeString();
    expect(await done("crashed before")).toBe(1);
  });

  // DECISIONS Authentication and keys: The record is in the same transaction as the work
  test("a crash between the commit and the answer: the repeat gets the answer", async () => {
    const one = fixture.process();
    one.wire.afterCommit = () => {
      throw new CommitUnknown("killed");
    };
    const refusal = await once(one, "k9", "crashed after").catch((error: Failure) => error);
    expect(refusal).toMatchObject({ code: "unavailable" });
    expect(await once(fixture.process(), "k9", "crashed after")).toBeInstanceOf(Replay);
    expect(await done("crashed after")).toBe(1);
  });

  // DECISIONS Authentication and keys: It is kept 24 hours
  test("a record is kept for 24 hours", async () => {
    const now = Date.now();
    const at = (hours: number) => fixture.process(new ManualClock(now + hours * 3_600_000));
    await once(at(0), "k10", "kept");
    expect(await once(at(23.9), "k10", "kept")).toBeInstanceOf(Replay);
    expect(await once(at(24.1), "k10", "kept")).toBeString();
    expect(await once(at(24.2), "k10", "kept")).toBeInstanceOf(Replay);
    expect(await done("kept")).toBe(2);
  });
});
