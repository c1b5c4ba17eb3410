// What a batch's buffer writes arrives as it was given.
import { beforeAll, expect, test } from "bun:test";
import { WriteBuffer } from "../../../actors/runtime/buffer.ts";
import { newId } from "../../../src/lib/ids.ts";
import { events, expunged, idempotency, urlKeys } from "../../../src/store/tables/index.ts";
import { type ActorsFixture, createActorsFixture } from "../../support/app/actors.ts";
import { eachStore } from "../../support/app/database.ts";

eachStore("write buffer", (store) => {
  let fixture: ActorsFixture;

  beforeAll(async () => {
    fixture = await createActorsFixture(store.database);
  });

  const at = "2026-01-02T03:04:05.678901Z";
  const all = Uint8Array.from({ length: 256 }, (_, n) => n);

  function hash(n: number): Uint8Array {
    return new Uint8Array(32).fill(n);
  }

  async function flush(buffer: WriteBuffer): Promise<void> {
    await store.database.transaction(async (tx) => {
      for (const { text, params } of buffer.drain()) await tx.values(text, params);
    });
  }

  function bodies(): Promise<unknown[][]> {
    return store.database.values(
      "select body, status from idempotency where account_id = $1::uuid order by scope_hash",
      [fixture.accountId],
    );
  }

  test("keeps the bytes of each row apart: every octet, none at all, and null", async () => {
    const { accountId } = fixture;
    const buffer = new WriteBuffer();
    const values = [all, new Uint8Array(0), null, all.subarray(7, 9), new TextEncoder().encode("\\x41'{\"")];
    for (const [n, body] of values.entries()) {
      buffer.insert(idempotency, {
        accountId,
        scopeHash: hash(n),
        bodyHash: hash(100 + n),
        status: n,
        body,
        sealed: false,
        createdAt: at,
      });
    }
    const folderId = crypto.randomUUID();
    buffer.insert(urlKeys, { accountId, folderId, identityId: crypto.randomUUID(), key: hash(200) });
    await flush(buffer);
    expect(await bodies()).toEqual(values.map((body, n) => [body, n]));
    const found = await store.database.values("select key from url_keys where folder_id = $1::uuid", [
      folderId,
    ]);
    expect(found).toEqual([[hash(200)]]);
    const hashes = await store.database.values(
      "select body_hash from idempotency where account_id = $1::uuid order by scope_hash",
      [accountId],
    );
    expect(hashes).toEqual(values.map((_, n) => [hash(100 + n)]));
  });

  test("sends bytes that many rows share once, and each row has them", async () => {
    const { accountId } = fixture;
    const buffer = new WriteBuffer();
    const shared = new Uint8Array(5000).fill(7);
    const values = [shared, all, shared, new Uint8Array(0), shared];
    for (const [n, body] of values.entries()) {
      const row = { accountId, scopeHash: hash(30 + n), bodyHash: hash(130 + n), status: 30 + n, body };
      buffer.insert(idempotency, { ...row, sealed: false, createdAt: at });
    }
    const statements = buffer.drain();
    const sent = statements.flatMap(({ params }) => params).filter((param) => param instanceof Uint8Array);
    expect(sent.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(2 * shared.length);
    await store.database.transaction(async (tx) => {
      for (const { text, params } of statements) await tx.values(text, params);
    });
    const found = await store.database.values(
      "select body from idempotency where account_id = $1::uuid and status between 30 and 34 order by status",
      [accountId],
    );
    expect(found).toEqual(values.map((body) => [body]));
    await store.database.rows("delete from idempotency where account_id = $1::uuid and status >= 30", [
      accountId,
    ]);
  });

  test("writes rows of accounts in different parts by statements of their own", () => {
    const [here, there] = [fixture.accountId, newId()];
    const buffer = new WriteBuffer();
    for (const [n, accountId] of [here, there, here].entries()) {
      const row = { accountId, scopeHash: hash(70 + n), bodyHash: hash(170), status: 70, body: null };
      buffer.insert(idempotency, { ...row, sealed: false, createdAt: at });
    }
    const statements = buffer.drain((accountId) => (accountId === here ? 0 : 1));
    const accounts = statements.map(({ text, params }) => [
      ...new Set([...params, text].filter((param) => param === here || param === there)),
    ]);
    expect(accounts).toEqual([[here], [there]]);
  });

  test("removes one row by its key, whatever else of the row it is given", async () => {
    const { accountId } = fixture;
    const row = { accountId, scopeHash: hash(60), bodyHash: hash(160), status: 60, body: null };
    const [made, gone] = [new WriteBuffer(), new WriteBuffer()];
    made.insert(idempotency, { ...row, sealed: false, createdAt: at });
    await flush(made);
    gone.remove(idempotency, { ...row, status: 61 });
    await flush(gone);
    const left = await store.database.values("select 1 from idempotency where scope_hash = $1::bytea", [
      hash(60),
    ]);
    expect(left).toEqual([]);
  });

  test("finds the rows that it updates and removes by keys of bytes", async () => {
    const { accountId } = fixture;
    const buffer = new WriteBuffer();
    buffer.update(idempotency, { accountId, scopeHash: hash(0), body: null, status: 10 });
    buffer.update(idempotency, { accountId, scopeHash: hash(2), body: all, status: 12 });
    for (const n of [1, 3]) buffer.remove(idempotency, { accountId, scopeHash: hash(n) });
    await flush(buffer);
    expect((await bodies()).slice(0, 2)).toEqual([
      [null, 10],
      [all, 12],
    ]);
    expect(await bodies()).toHaveLength(3);
  });

  test("sends of many rows no name whose value is null, and they are null afterwards", async () => {
    const { accountId } = fixture;
    const buffer = new WriteBuffer();
    const ids = [newId(), newId(), newId()];
    const identityId = crypto.randomUUID();
    for (const [n, id] of ids.entries())
      buffer.insert(events, {
        accountId,
        id,
        identityId: n === 1 ? identityId : null,
        type: "test.null",
        data: { inside: null },
        createdAt: at,
      });
    const [written] = buffer.drain();
    expect(String(written!.params[0]).match(/"identity_id"/g)).toHaveLength(1);
    await store.database.values(written!.text, written!.params);
    const rows = await store.database.values(
      "select identity_id, data from events where account_id = $1::uuid and type = 'test.null' order by id",
      [accountId],
    );
    expect(rows).toEqual([null, identityId, null].map((identity) => [identity, { inside: null }]));
  });

  test("rows of one table may have other columns, in another order, from row to row", async () => {
    const { accountId } = fixture;
    const buffer = new WriteBuffer();
    const rows = [
      {
        accountId,
        scopeHash: hash(40),
        bodyHash: hash(9),
        sealed: false,
        status: 40,
        body: all,
        createdAt: at,
      },
      {
        accountId,
        scopeHash: hash(41),
        bodyHash: hash(9),
        sealed: false,
        status: 41,
        body: undefined,
        createdAt: at,
      },
      {
        body: all,
        createdAt: at,
        status: 42,
        sealed: false,
        bodyHash: hash(9),
        scopeHash: hash(42),
        accountId,
      },
      { accountId, scopeHash: hash(43), bodyHash: hash(9), sealed: false, status: 43, createdAt: at },
    ];
    for (const row of rows) buffer.insert(idempotency, row);
    await flush(buffer);
    const written = async () => (await bodies()).filter(([, status]) => Number(status) >= 40);
    expect(await written()).toEqual([
      [all, 40],
      [null, 41],
      [all, 42],
      [null, 43],
    ]);
    buffer.update(idempotency, { accountId, scopeHash: hash(40), body: null });
    buffer.update(idempotency, { accountId, scopeHash: hash(41), status: 51 });
    buffer.update(idempotency, { scopeHash: hash(42), accountId, status: 52, body: undefined });
    buffer.update(idempotency, { accountId, scopeHash: hash(43), body: all });
    await flush(buffer);
    expect(await written()).toEqual([
      [null, 40],
      [null, 51],
      [all, 52],
      [all, 43],
    ]);
  });

  test("writes one row as it writes many: JSON, lists, instants, bytes, and null", async () => {
    const { accountId } = fixture;
    const row = (name: string) => ({
      accountId,
      folderId: crypto.randomUUID(),
      uid: 4_000_000_000,
      identityId: crypto.randomUUID(),
      messageId: crypto.randomUUID(),
      flags: 5,
      keywords: ["$Forwarded", 'a"b\\c', "{x,y}", name],
      internalDate: at,
      modseq: 2 ** 40,
      createdAt: at,
      mailId: null,
      expungedAt: at,
    });
    const event = (n: number) => ({
      accountId,
      id: crypto.randomUUID(),
      identityId: null,
      type: "test.written",
      data: { text: 'é " \\ \n', list: [1, null, { deep: true }], n },
      createdAt: at,
    });
    const writeAll = async (count: number) => {
      const buffer = new WriteBuffer();
      const ids: string[] = [];
      for (let n = 0; n < count; n++) {
        const written = [row("same"), event(0)] as const;
        buffer.insert(expunged, written[0]);
        buffer.insert(events, written[1]);
        ids.push(written[0].folderId, written[1].id);
      }
      await flush(buffer);
      const rows = await store.database.values(
        "select uid, flags, keywords, internal_date, modseq, mail_id from expunged where account_id = $1::uuid and folder_id = any($2::uuid[])",
        [accountId, ids],
      );
      const emitted = await store.database.values(
        "select identity_id, type, data, created_at from events where account_id = $1::uuid and id = any($2::uuid[])",
        [accountId, ids],
      );
      const changed = new WriteBuffer();
      const keys = ids
        .filter((_, n) => n % 2 === 0)
        .map((folderId) => ({ accountId, folderId, uid: 4_000_000_000 }));
      for (const key of keys) changed.update(expunged, { ...key, keywords: [], flags: 0 });
      await flush(changed);
      const after = await store.database.values(
        "select keywords, flags from expunged where account_id = $1::uuid and folder_id = any($2::uuid[])",
        [accountId, ids],
      );
      const gone = new WriteBuffer();
      for (const key of keys) gone.remove(expunged, key);
      await flush(gone);
      const left = await store.database.values(
        "select from expunged where account_id = $1::uuid and folder_id = any($2::uuid[])",
        [accountId, ids],
      );
      await store.database.values("delete from events where account_id = $1::uuid and id = any($2::uuid[])", [
        accountId,
        ids,
      ]);
      return { rows, emitted, after, left };
    };
    const one = await writeAll(1);
    expect(one.rows).toEqual([
      [4_000_000_000, 5, ["$Forwarded", 'a"b\\c', "{x,y}", "same"], at, 2 ** 40, null],
    ]);
    expect(one.emitted).toEqual([[null, "test.written", event(0).data, at]]);
    expect(one.after).toEqual([[[], 0]]);
    expect(one.left).toEqual([]);
    const many = await writeAll(5);
    for (const part of ["rows", "emitted", "after"] as const) {
      expect(many[part]).toEqual(Array.from({ length: 5 }, () => one[part][0]!));
    }
    expect(many.left).toEqual([]);
  });
});
