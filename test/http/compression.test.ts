// Answers that are compressed, tagged and cut: DECISIONS Conventions. RFC 9110 8.8, 12.5, 13, 14
import { expect, test } from "bun:test";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { codingOf } from "../../src/http/answers/compression.ts";
import type { PageOf, Refusal } from "../support/app/api.ts";
import { eachApp } from "../support/app/app.ts";

test("the coding follows from weights", () => {
  for (const [accepted, coding] of [
    [null, null],
    ["", null],
    ["gzip", "gzip"],
    ["gzip, deflate, br, zstd", "zstd"],
    ["zstd;q=0.5, gzip", "gzip"],
    ["gzip;q=0.9, zstd;q=0.9", "zstd"],
    ["zstd;q=0, gzip;q=0.001", "gzip"],
    ["zstd;q=0.0, gzip;q=0", null],
    ["*", "zstd"],
    ["*;q=0.5, zstd;q=0", "gzip"],
    ["identity, gzip;q=0.5", null],
    ["identity;q=0.5, gzip", "gzip"],
    ["X-GZIP", "gzip"],
    ["br, deflate", null],
    ["gzip;q=2", null],
  ] as const)
    expect([accepted, codingOf(accepted)]).toEqual([accepted, coding]);
});

eachApp("answers over HTTP", (t) => {
  const ask = async (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) => {
    const answer = await fetch(`${t.api.base}/api/v1${path}`, {
      ...init,
      headers: { authorization: `Bearer ${t.api.key}`, "accept-encoding": "identity", ...headers },
      decompress: false,
    } as RequestInit);
    const bytes = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, headers: answer.headers, bytes };
  };
  const inbox = async (mail: object) => {
    const { id, email } = await t.address();
    await t.mail({ from: "ann@example.org", to: email, subject: "Files", text: "hi", ...mail });
    const [message] = (await t.api.get<PageOf<Message>>(`/messages?identity_id=${id}&is_read=false`)).json
      .data;
    return message!;
  };
  interface Message {
    id: string;
    attachments: { id: string; size: number }[];
  }

  // DECISIONS Conventions: JSON answers of 1 kB or more come compressed and have an ETag
  test("large ones are compressed and tagged, and not sent again", async () => {
    const message = await inbox({ text: "All work and no play. ".repeat(200) });
    const path = `/messages/${message.id}`;
    const plain = await ask(path);
    expect([plain.status, plain.headers.get("content-encoding")]).toEqual([200, null]);
    const seen = new Set<string>();
    for (const [accepted, coding, unpack] of [
      ["zstd, gzip", "zstd", zstdDecompressSync],
      ["gzip", "gzip", gunzipSync],
      ["identity", null, (bytes: Buffer) => bytes],
    ] as const) {
      const { headers, bytes, status } = await ask(path, { "accept-encoding": accepted });
      expect([status, headers.get("content-encoding"), headers.get("vary")]).toEqual([
        200,
        coding,
        "accept-encoding",
      ]);
      expect(headers.get("content-type")).toBe("application/json");
      expect(unpack(bytes).toString()).toBe(plain.bytes.toString());
      if (coding) expect(bytes.length).toBeLessThan(plain.bytes.length / 2);
      const etag = headers.get("etag")!;
      expect(etag).toMatch(/^"[\w-]+"$/);
      seen.add(etag);
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
        const again = await ask(path, { "accept-encoding": accepted, "if-none-match": known });
        expect([known, again.status, again.bytes.length, again.headers.get("etag")]).toEqual([
          known,
          304,
          0,
          etag,
        ]);
        expect(again.headers.get("x-request-id")).toBeString();
      }
      expect((await ask(path, { "if-none-match": '"other"' })).status).toBe(200);
    }
    expect(seen.size).toBe(3);
    const etag = plain.headers.get("etag")!;
    await t.api.must(200, t.api.patch(path, { is_read: true }));
    expect((await ask(path, { "if-none-match": etag })).status).toBe(200);
  });

  test("very large ones are too", async () => {
    const text = Array.from({ length: 40_000 }, (_, n) => `line ${n}`).join("\n");
    const { id } = await inbox({ text });
    const plain = await ask(`/messages/${id}`);
    for (const [coding, unpack] of [
      ["zstd", zstdDecompressSync],
      ["gzip", gunzipSync],
    ] as const) {
      const { headers, bytes } = await ask(`/messages/${id}`, { "accept-encoding": coding });
      expect(headers.get("content-encoding")).toBe(coding);
      expect(unpack(bytes).equals(plain.bytes)).toBe(true);
    }
  });

  // DECISIONS Conventions: Downloads, streams and what has an ETag for If-Match are not compressed
  test("small ones, changes, streams and refusals go as they are", async () => {
    const both = { "accept-encoding": "gzip, zstd" };
    const { id } = await t.address();
    const small = await ask(`/identities/${id}`, both);
    expect([small.headers.get("content-encoding"), small.headers.get("etag")]).toEqual([null, null]);
    const refused = await ask("/threads?nonsense=1", both);
    expect([refused.status, refused.headers.get("etag")]).toEqual([400, null]);
    const body = JSON.stringify({ identity_id: id, text: "x".repeat(3000) });
    const made = await ask(
      "/drafts",
      { ...both, "content-type": "application/json" },
      { method: "POST", body },
    );
    expect([made.status, made.headers.get("content-encoding"), made.headers.get("etag")]).toEqual([
      201,
      "zstd",
      null,
    ]);
    expect(JSON.parse(zstdDecompressSync(made.bytes).toString()).data.text).toHaveLength(3000);
    const ended = new AbortController();
    const stream = await fetch(`${t.api.base}/api/v1/events/stream`, {
      headers: { authorization: `Bearer ${t.api.key}`, ...both },
      signal: ended.signal,
    });
    expect([stream.headers.get("content-type"), stream.headers.get("content-encoding")]).toEqual([
      "text/event-stream",
      null,
    ]);
    ended.abort();
  });

  // DECISIONS Conventions: A field that stands twice in a query is 400
  test("a field that stands twice in the query is refused", async () => {
    for (const path of ["/threads?limit=1&limit=2", "/messages/search?q=a&q=b", "/events?limit=1&limit=2"]) {
      const answer = await t.api.get<Refusal>(path);
      expect([path, answer.status, answer.json.error.code]).toEqual([path, 400, "validation_error"]);
      expect(answer.json.error.message).toMatch(/^Field "(limit|q)" stands twice/);
    }
  });

  // DECISIONS Conventions: Attachments and raw mails send one range
  test("a part of a file or of a raw mail is sent alone", async () => {
    const content = Buffer.from(Array.from({ length: 5000 }, (_, n) => n % 251));
    const message = await inbox({ attachments: [{ filename: "a.bin", content }] });
    const [file] = message.attachments;
    const raw = `/messages/${message.id}/raw`;
    const wholeRaw = (await ask(raw)).bytes;
    for (const [path, whole] of [
      [`/attachments/${file!.id}`, content],
      [raw, wholeRaw],
    ] as const) {
      await partsOf(path, whole);
      expect((await ask(path)).headers.get("content-length")).toBe(String(whole.length));
    }
  });

  test("a part of a large file is read from its blob", async () => {
    const content = Buffer.alloc(3_000_000);
    for (let n = 0; n < content.length; n += 4) content.writeUInt32LE((n * 2654435761) % 4294967296, n);
    const message = await inbox({ attachments: [{ filename: "a.bin", content }] });
    const [file] = message.attachments;
    await partsOf(`/attachments/${file!.id}`, content);
    const raw = `/messages/${message.id}/raw`;
    await partsOf(raw, (await ask(raw)).bytes);
    const draft = await t.api.must<{ id: string }>(
      201,
      t.api.post("/drafts", {
        identity_id: (await t.address()).id,
        text: "x",
        attachments: [{ filename: "b.bin", content: content.toString("base64") }],
      }),
    );
    const { attachments } = await t.api.must<Message>(200, t.api.get(`/drafts/${draft.id}`));
    await partsOf(`/attachments/${attachments[0]!.id}`, content);
  });

  /** Ranges of a download, which is `whole`. */
  async function partsOf(path: string, whole: Buffer): Promise<void> {
    const all = await ask(path, { "accept-encoding": "gzip, zstd" });
    expect([all.status, all.headers.get("accept-ranges"), all.headers.get("content-encoding")]).toEqual([
      200,
      "bytes",
      null,
    ]);
    expect(all.bytes.equals(whole)).toBe(true);
    const etag = all.headers.get("etag")!;
    const size = whole.length;
    for (const [range, from, to] of [
      ["bytes=0-0", 0, 1],
      ["bytes=10-19", 10, 20],
      ["bytes=1000-", 1000, size],
      ["bytes=-7", size - 7, size],
      [`bytes=-${size + 5}`, 0, size],
      [`bytes=${size - 3}-${size + 10}`, size - 3, size],
      ["BYTES=2-3", 2, 4],
    ] as const) {
      const part = await ask(path, { range });
      expect([range, part.status, part.headers.get("content-range")]).toEqual([
        range,
        206,
        `bytes ${from}-${to - 1}/${size}`,
      ]);
      expect([range, part.bytes.equals(whole.subarray(from, to))]).toEqual([range, true]);
    }
    for (const range of [`bytes=${size}-`, "bytes=-0"]) {
      const none = await ask(path, { range });
      expect([range, none.status, none.headers.get("content-range")]).toEqual([
        range,
        416,
        `bytes */${size}`,
      ]);
      expect(JSON.parse(none.bytes.toString()).error.code).toBe("range_not_satisfiable");
    }
    for (const range of ["bytes=5-4", "bytes=a-b", "lines=1-2", "bytes=", "bytes=-", "bytes=0-1,3-4"])
      expect([range, (await ask(path, { range })).status]).toEqual([range, 200]);
    const range = "bytes=0-4";
    expect((await ask(path, { range, "if-range": etag })).status).toBe(206);
    for (const other of ['"other"', `W/${etag}`, "Sun, 22 Nov 2026 12:00:00 GMT"])
      expect((await ask(path, { range, "if-range": other })).status).toBe(200);
    const known = await ask(path, { "if-none-match": etag });
    expect([known.status, known.bytes.length]).toEqual([304, 0]);
  }
});
