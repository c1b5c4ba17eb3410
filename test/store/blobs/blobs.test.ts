// Raw bytes outside of the database, as files and in a real S3 server.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BlobStore, blobKey, pack, sweepOrphans, unpack } from "../../../src/store/blobs/blobs.ts";
import { openBlobStore } from "../../../src/store/blobs/open.ts";
import { startS3 } from "../../support/fakes/s3.ts";

const root = mkdtempSync(join(tmpdir(), "postroom-test-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function bytesOf(size: number, seed: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let state = seed;
  for (let i = 0; i < size; i++) {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    bytes[i] = state >> 16;
  }
  return bytes;
}

describe("packing", () => {
  test("hashes the raw bytes and gives them back", async () => {
    for (const size of [0, 1, 1000, 32 * 1024, 32 * 1024 + 1, 3_000_000]) {
      const raw = bytesOf(size, size + 1);
      const packed = await pack(raw);
      expect(packed.sha256).toBe(new Bun.CryptoHasher("sha256").update(raw).digest("hex"));
      expect(packed.size).toBe(size);
      expect(packed.key).toBe(`${packed.sha256.slice(0, 2)}/${packed.sha256}`);
      expect(Buffer.from(await unpack(packed.zstd)).equals(raw)).toBe(true);
      // never a small view of a large buffer
      expect(packed.zstd.buffer.byteLength).toBeLessThanOrEqual(packed.zstd.length * 2);
    }
  });

  test("compresses, so that an ordinary mail stays in its row", async () => {
    const text = new TextEncoder().encode("An ordinary line of an ordinary mail.\r\n".repeat(20_000));
    expect((await pack(text)).zstd.length).toBeLessThan(6_000);
  });

  test("damaged bytes are an error", async () => {
    const { zstd } = await pack(bytesOf(100_000, 7));
    expect(await unpack(zstd.slice(0, -10)).catch((error) => error)).toBeInstanceOf(Error);
    expect(await unpack(new Uint8Array([1, 2, 3])).catch((error) => error)).toBeInstanceOf(Error);
  });
});

/** Keys of blobs that are in the store, in order. */
async function allKeys(store: BlobStore): Promise<string[]> {
  const keys: string[] = [];
  for (;;) {
    const page = await store.list(keys.at(-1) ?? null);
    if (page.length === 0) return keys;
    keys.push(...page.map((blob) => blob.key));
  }
}

function promises(open: () => BlobStore) {
  const key = (n: number) => blobKey(new Bun.CryptoHasher("sha256").update(`${n}`).digest("hex"));

  test("keeps what was put, whole and by range", async () => {
    const store = open();
    const bytes = bytesOf(200_000, 1);
    await store.put(key(1), bytes);
    expect(Buffer.from((await store.get(key(1))) ?? []).equals(bytes)).toBe(true);
    expect(await store.get(key(1), { start: 10, end: 20 })).toEqual(bytes.slice(10, 20));
    // A reader that goes on behind a full last piece finds the end there.
    expect((await store.get(key(1), { start: 200_000, end: 300_000 }))?.length).toBe(0);
    await store.put(key(1), bytes);
    expect((await store.get(key(1)))?.length).toBe(200_000);
    expect(await store.get(key(2))).toBe(null);
  });

  test("twenty at once, of which ten are the same", async () => {
    const store = open();
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => store.put(key(100 + (n % 10)), bytesOf(70_000, n % 10))),
    );
    for (let n = 0; n < 10; n++) expect((await store.get(key(100 + n)))?.length).toBe(70_000);
  });

  test("lists in order, and deletes", async () => {
    const store = open();
    for (let n = 200; n < 230; n++) await store.put(key(n), bytesOf(10, n));
    const keys = await allKeys(store);
    expect(keys).toEqual(keys.toSorted());
    expect(keys).toContain(key(215));
    expect(await store.delete(key(215), Number.POSITIVE_INFINITY)).toBe(true);
    expect(await store.delete(key(215), Number.POSITIVE_INFINITY)).toBe(false);
    expect(await store.delete(key(216), 0)).toBe(false);
    expect(await store.get(key(215))).toBe(null);
    expect((await store.get(key(216)))?.length).toBe(10);
    expect(await allKeys(store)).toEqual(keys.filter((other) => other !== key(215)));
  });

  test("sweeps old unreferenced blobs, in steps", async () => {
    const store = open();
    for (let n = 300; n < 320; n++) await store.put(key(n), bytesOf(10, n));
    const kept = new Set([key(300), key(310)]);
    const asked: string[] = [];
    const isReferenced = async (keys: readonly string[]) => {
      asked.push(...keys);
      return kept;
    };
    const sweep = async (nowMs: number) => {
      let deleted = 0;
      let after: string | null = null;
      do {
        const step = await sweepOrphans(store, isReferenced, { olderThanMs: 3_600_000, after, nowMs });
        deleted += step.deleted;
        after = step.next;
      } while (after !== null);
      return deleted;
    };
    const written = (await store.list(null))[0]?.writtenMs ?? 0;
    expect(await sweep(written)).toBe(0);
    expect(asked).toEqual([]);
    const before = await allKeys(store);
    expect(await sweep(written + 3_700_000)).toBe(before.length - 2);
    expect(await allKeys(store)).toEqual([...kept].sort());
  });
}

describe("blobs as files", () => {
  const open = () => openBlobStore({ dataDir: root, s3: null });
  promises(open);

  const name = blobKey("ab".repeat(32));
  const path = join(root, "blobs", name);

  test("a key cannot name another path", async () => {
    const store = open();
    for (const key of ["../x", "ab/../../x", "", "ab/cd", `ab/${"g".repeat(64)}`]) {
      expect(await store.put(key, bytesOf(1, 1)).catch((error) => error.message)).toContain("not a blob key");
    }
  });

  test("put renews an existing blob, so that no sweep deletes it", async () => {
    const store = open();
    await store.put(name, bytesOf(100, 1));
    utimesSync(path, 1_000_000, 1_000_000);
    await store.put(name, bytesOf(100, 1));
    expect(await store.delete(name, 2_000_000_000)).toBe(false);
    expect((await store.get(name))?.length).toBe(100);
  });

  test("put writes a truncated file again", async () => {
    const store = open();
    writeFileSync(path, bytesOf(50, 1));
    await store.put(name, bytesOf(100, 1));
    expect(await store.get(name)).toEqual(bytesOf(100, 1));
  });

  test("list cleans up after a kill", async () => {
    const folder = join(root, "blobs/cd");
    mkdirSync(folder, { recursive: true });
    const blob = `${"cd".repeat(32)}`;
    writeFileSync(join(folder, `${blob}.gone`), "kept");
    writeFileSync(join(folder, `${blob}.0198c0de-0000-7000-8000-000000000001`), "old draft");
    utimesSync(join(folder, `${blob}.0198c0de-0000-7000-8000-000000000001`), 1_000_000, 1_000_000);
    writeFileSync(join(folder, `${blob}.0198c0de-0000-7000-8000-000000000002`), "new draft");
    expect((await allKeys(open())).filter((key) => key.startsWith("cd"))).toEqual([blobKey(blob)]);
    expect(readdirSync(folder).sort()).toEqual([blob, `${blob}.0198c0de-0000-7000-8000-000000000002`]);
  });

  test("concurrent puts and deletions of one blob never lose an acknowledged put", async () => {
    const store = open();
    const bytes = bytesOf(1000, 3);
    for (let round = 0; round < 100; round++) {
      if (existsSync(path)) utimesSync(path, 1_000_000, 1_000_000);
      await Promise.all([store.delete(name, 2_000_000_000), store.put(name, bytes)]);
      expect((await store.get(name))?.length).toBe(1000);
    }
  });
});

describe("blobs in S3", () => {
  let server: Awaited<ReturnType<typeof startS3>> | null = null;
  beforeAll(async () => {
    server = await startS3(join(root, "s3"));
  });
  afterAll(() => server?.stop());
  promises(() => openBlobStore({ dataDir: root, s3: server?.settings ?? null }));

  test("what is no blob is passed over, be it whole pages", async () => {
    const last = blobKey("fe".repeat(32));
    const pages = [["blobs/backups/1"], ["blobs/blobs/ab"], [`blobs/${last}`], ["blobs/owner"], []];
    const asked: string[] = [];
    const lists = Bun.serve({
      port: 0,
      fetch({ url }) {
        const from = new URL(url).searchParams.get("start-after") ?? "";
        asked.push(from);
        const page = pages.find((keys) => keys.some((key) => key > from)) ?? [];
        const contents = page.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`);
        return new Response(`<?xml version="1.0"?><ListBucketResult>${contents.join("")}</ListBucketResult>`);
      },
    });
    const s3 = { ...server!.settings, endpoint: `http://127.0.0.1:${lists.port}` };
    expect(await allKeys(openBlobStore({ dataDir: root, s3 }))).toEqual([last]);
    expect(asked).toEqual(["blobs/", "blobs/backups/1", "blobs/blobs/ab", `blobs/${last}`, "blobs/owner"]);
    await lists.stop();
  });

  test("a server that refuses is an error, not an absence", async () => {
    const settings = { ...server!.settings, accessKeyId: "stranger" };
    const store = openBlobStore({ dataDir: root, s3: settings });
    const key = blobKey("ef".repeat(32));
    expect(await store.put(key, bytesOf(10, 1)).catch((error) => error)).toBeInstanceOf(Error);
    expect(await store.get(key).catch((error) => error)).toBeInstanceOf(Error);
  });
});
