// Answers that are bytes of mail: never shown in the page's own right, never sniffed. A client may ask for a part of them.
// RFC 9110 14
import { Failure } from "../../lib/failure.ts";
import type { Range } from "../../store/blobs/blobs.ts";
import type { StoredBytes } from "../../store/blobs/stored-bytes.ts";
import { failureBody } from "../errors.ts";

export interface Download {
  bytes: StoredBytes;
  contentType: string;
  filename: string;
  /** The ETag: bytes never change under it. */
  tag: string;
}

/**
 * A download under a safe name (RFC 6266 4.3, RFC 8187): 200, 206 for one range, 304 or 416.
 * @throws BlobsUnavailable where not even the first bytes can be read; what goes wrong later ends the connection
 */
export async function bytesAnswer(
  request: Request,
  { bytes, contentType, filename, tag }: Download,
): Promise<Response> {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16)}`,
  );
  const etag = `"${tag}"`;
  const headers: Record<string, string> = {
    etag,
    "accept-ranges": "bytes",
    "cache-control": "private, no-cache",
    "content-type": /^[\w.+-]+\/[\w.+-]+$/.test(contentType) ? contentType : "application/octet-stream",
    "content-disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
  };
  const { size } = bytes;
  if (namesTag(request.headers.get("if-none-match"), etag))
    return new Response(null, { status: 304, headers });
  const range = rangeOf(request, { size, etag });
  if (range === "none satisfiable") {
    const failure = new Failure("range_not_satisfiable", `There are ${size} bytes. Ask for a part of them.`);
    return Response.json(failureBody(failure), {
      status: 416,
      headers: { "content-range": `bytes */${size}`, "accept-ranges": "bytes" },
    });
  }
  const { start, end } = range ?? { start: 0, end: size };
  if (range) headers["content-range"] = `bytes ${start}-${end - 1}/${size}`;
  const body = bytes.held
    ? (bytes.held.subarray(start, end) as Uint8Array<ArrayBuffer>)
    : request.method === "HEAD"
      ? null
      : await streamOf(bytes.pieces({ start, end }));
  return new Response(body, { status: range ? 206 : 200, headers });
}

/** Weak comparison. RFC 9110 13.1.2 */
function namesTag(given: string | null, etag: string): boolean {
  return (given ?? "")
    .split(",")
    .some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === etag);
}

/**
 * The range that a request asks for; null: all. Several ranges, other units, what cannot be read, and ranges of another
 * version are all: RFC 9110 14.2 lets a server ignore them.
 */
function rangeOf(
  { method, headers }: Request,
  { size, etag }: { size: number; etag: string },
): Range | null | "none satisfiable" {
  const given = headers.get("range");
  if (given === null || method !== "GET") return null;
  // Strong comparison; a date is of a Last-Modified, which there is none of. RFC 9110 13.1.5
  const only = headers.get("if-range");
  if (only !== null && only.trim() !== etag) return null;
  const [, first = "", last] = /^bytes=\s*(?:(\d{1,15})\s*)?-\s*(\d{0,15})$/i.exec(given.trim()) ?? [];
  if (last === undefined || (first === "" && last === "")) return null;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "none satisfiable" : { start: size - length, end: size };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return null;
  if (start >= size) return "none satisfiable";
  return { start, end: last === "" ? size : Math.min(Number(last) + 1, size) };
}

/** Pieces at the pace of the client; one that leaves frees what they are read from. The first is read before it resolves. */
export async function streamOf(pieces: AsyncIterable<Uint8Array>): Promise<ReadableStream<Uint8Array>> {
  const iterator = pieces[Symbol.asyncIterator]();
  let first: Promise<IteratorResult<Uint8Array>> | null = iterator.next();
  await first;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await (first ?? iterator.next());
        first = null;
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
