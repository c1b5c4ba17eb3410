// Texts that change with the program alone: each has an ETag, and is compressed once for each coding that a client takes.
// RFC 9110 8.8.3, 12.5.3, 13.1.2
import { gzipSync, zstdCompressSync } from "node:zlib";
import { sha256 } from "../../lib/secrets.ts";
import { type Coding, codingOf, etagOf, leastBytes, namesTag } from "./compression.ts";

const compress: Record<Coding, (bytes: Buffer) => Buffer> = {
  zstd: (bytes) => zstdCompressSync(bytes),
  gzip: (bytes) => gzipSync(bytes),
};

export interface ServedText {
  /** 200, or 304 where `If-None-Match` names what the client has already. */
  answer(request: Request): Response;
}

/** @param headers with the content type */
export function servedText(text: string, headers: Readonly<Record<string, string>>): ServedText {
  const plain = Buffer.from(text);
  const tag = sha256(plain).toString("base64url").slice(0, 27);
  const made = new Map<Coding, Buffer>();
  return {
    answer(request) {
      const coding = plain.length < leastBytes ? null : codingOf(request.headers.get("accept-encoding"));
      const etag = etagOf(tag, coding);
      const all: Record<string, string> = {
        ...headers,
        etag,
        vary: "accept-encoding",
        "cache-control": "no-cache",
        ...(coding === null ? {} : { "content-encoding": coding }),
      };
      if (namesTag(request.headers.get("if-none-match"), tag))
        return new Response(null, { status: 304, headers: all });
      if (coding === null) return new Response(plain, { headers: all });
      if (!made.has(coding)) made.set(coding, compress[coding](plain));
      return new Response(new Uint8Array(made.get(coding)!), { headers: all });
    },
  };
}
