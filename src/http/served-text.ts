// Texts that change with the program alone: each has an ETag, and is compressed once for each coding that a client takes.
// RFC 9110 8.8.3, 12.5.3, 13.1.2
import { gzipSync, zstdCompressSync } from "node:zlib";
import { sha256 } from "../lib/secrets.ts";

const codings = {
  zstd: (bytes: Buffer) => zstdCompressSync(bytes),
  gzip: (bytes: Buffer) => gzipSync(bytes),
} as const;
type Coding = keyof typeof codings;

/** Below this compression gains nothing. */
const leastBytes = 1024;

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
      const etag = `"${tag}${coding === null ? "" : `-${coding}`}"`;
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
      if (!made.has(coding)) made.set(coding, codings[coding](plain));
      return new Response(new Uint8Array(made.get(coding)!), { headers: all });
    },
  };
}

/** The first of ours that the client takes. RFC 9110 12.5.3 */
function codingOf(accepted: string | null): Coding | null {
  const taken = new Set(
    (accepted ?? "")
      .toLowerCase()
      .split(",")
      .map((part) => part.trim().split(/\s*;\s*/))
      .filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? ""))
      .map(([name]) => name),
  );
  return (Object.keys(codings) as Coding[]).find((name) => taken.has(name)) ?? null;
}

/** Weak comparison; another coding of the same text counts. RFC 9110 13.1.2 */
function namesTag(given: string | null, tag: string): boolean {
  return (given ?? "").split(",").some((one) => {
    const value = one.trim().replace(/^W\//, "");
    return value === "*" || value === `"${tag}"` || value.startsWith(`"${tag}-`);
  });
}
