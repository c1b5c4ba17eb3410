// Answers as a client takes them: compressed where it is worth it, and not sent again where the client has them already.
// RFC 9110 8.8.3, 12.5.3, 13.1.2
import { promisify } from "node:util";
import { constants, gzip, gzipSync, zstdCompressSync } from "node:zlib";
import { sha256 } from "../../lib/secrets.ts";

const codings = ["zstd", "gzip"] as const;
export type Coding = (typeof codings)[number];

/** Below this compression gains nothing. */
export const leastBytes = 1024;
/** Octets; a larger answer is compressed and hashed in another thread, as it takes a millisecond or more. */
const maxChunkBytes = 64 * 1024;

const gzipQuickly = { level: 1 };
const zstdLevel = 1;
const zstdQuickly = { params: { [constants.ZSTD_c_compressionLevel]: zstdLevel } };
const gzipAside = promisify(gzip) as (bytes: Uint8Array, options: object) => Promise<Buffer>;

/** The coding that a client likes best; null: none. Of equal ones ours comes first. RFC 9110 12.5.3 */
export function codingOf(accepted: string | null): Coding | null {
  const weights = new Map(
    (accepted ?? "").split(",").map((part): [string, number] => {
      const [name = "", ...parameters] = part
        .trim()
        .toLowerCase()
        .split(";")
        .map((word) => word.trim());
      const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
      return [
        name === "x-gzip" ? "gzip" : name,
        /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0,
      ];
    }),
  );
  const weightOf = (name: string) => weights.get(name) ?? weights.get("*") ?? 0;
  const best = codings.reduce((one, other) => (weightOf(other) > weightOf(one) ? other : one));
  return weightOf(best) > 0 && weightOf(best) >= (weights.get("identity") ?? 0) ? best : null;
}

/** An entity tag, a different one for each coding: they differ in their bytes. RFC 9110 8.8.3.3 */
export function etagOf(tag: string, coding: Coding | null): string {
  return `"${tag}${coding === null ? "" : `-${coding}`}"`;
}

/** Whether `If-None-Match` names a tag, in whatever coding: weak comparison. RFC 9110 13.1.2 */
export function namesTag(given: string | null, tag: string): boolean {
  return (given ?? "").split(",").some((one) => {
    const value = one.trim().replace(/^W\//, "");
    return value === "*" || value === `"${tag}"` || codings.some((coding) => value === etagOf(tag, coding));
  });
}

interface ResponseSettings {
  status?: number | string;
  headers: Record<string, unknown>;
}

/**
 * The answer to send in place of what a route returned; undefined: as it is. Those that a route has tagged itself, downloads
 * and streams stay as they are. Never a promise of undefined, which Elysia would send.
 */
export function negotiated(
  request: Request,
  value: unknown,
  set: ResponseSettings,
): Response | Promise<Response> | undefined {
  const status = value instanceof Response ? value.status : Number(set.status ?? 200);
  if (status < 200 || status >= 300 || status === 204 || status === 206 || request.method === "HEAD") return;
  if (set.headers.etag !== undefined) return unlessKnown(request, set);
  const isTagged = request.method === "GET" && status === 200;
  const coding = codingOf(request.headers.get("accept-encoding"));
  if (!isTagged && coding === null) return;
  const known = request.headers.get("if-none-match");
  const terms = { status, coding, isTagged, known, set };
  if (value instanceof Response) {
    const type = plainType(value);
    if (type === null) return;
    // The log reads it, which does not see the answer that is made later.
    set.status = status;
    return value.arrayBuffer().then((bytes) => encoded({ bytes: new Uint8Array(bytes), type }, terms));
  }
  const isObject = typeof value === "object" && /^(?:Object|Array)$/.test(value?.constructor?.name ?? "");
  if (!isObject) return;
  return encoded({ bytes: new TextEncoder().encode(JSON.stringify(value)), type: "application/json" }, terms);
}

/** 304 for a route's own tag. */
function unlessKnown(request: Request, set: ResponseSettings): Response | undefined {
  const etag = String(set.headers.etag);
  if (request.method !== "GET" || !namesTag(request.headers.get("if-none-match"), etag.slice(1, -1))) return;
  return notModified({ etag }, set);
}

function notModified(
  { "content-type": _, ...headers }: Record<string, string>,
  set: ResponseSettings,
): Response {
  set.status = 304;
  return new Response(null, { status: 304, headers });
}

/** The type of JSON whose route says nothing else of it, which a new answer would lose; null for all else. */
function plainType({ headers }: Response): string | null {
  for (const name of headers.keys()) if (name !== "content-type" && name !== "content-length") return null;
  const type = headers.get("content-type") ?? "";
  return /^application\/json\b/i.test(type) ? type : null;
}

interface CompressionTerms {
  status: number;
  coding: Coding | null;
  isTagged: boolean;
  /** If-None-Match. */
  known: string | null;
  set: ResponseSettings;
}

function encoded(
  { bytes, type }: { bytes: Uint8Array<ArrayBuffer>; type: string },
  terms: CompressionTerms,
): Response | Promise<Response> {
  const { status, coding, isTagged } = terms;
  const headers: Record<string, string> = { "content-type": type };
  if (bytes.length < leastBytes) return new Response(bytes, { status, headers });
  headers.vary = "accept-encoding";
  if (bytes.length > maxChunkBytes) return encodedAside(bytes, headers, terms);
  if (isTagged && isKnown(sha256(bytes), headers, terms)) return notModified(headers, terms.set);
  if (coding === null) return new Response(bytes, { status, headers });
  headers["content-encoding"] = coding;
  const packed = coding === "gzip" ? gzipSync(bytes, gzipQuickly) : zstdCompressSync(bytes, zstdQuickly);
  return new Response(new Uint8Array(packed), { status, headers });
}

async function encodedAside(
  bytes: Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
  terms: CompressionTerms,
): Promise<Response> {
  const { status, coding, isTagged, known } = terms;
  const hashed = isTagged ? crypto.subtle.digest("SHA-256", bytes) : null;
  const pack = () =>
    coding === "gzip" ? gzipAside(bytes, gzipQuickly) : Bun.zstdCompress(bytes, { level: zstdLevel });
  // Only a client that names what it has may need no bytes: for others both are done at a time.
  const packing = coding !== null && known === null ? pack() : null;
  const [hash] = await Promise.all([hashed, packing]);
  if (hash && isKnown(Buffer.from(hash), headers, terms)) return notModified(headers, terms.set);
  if (coding === null) return new Response(bytes, { status, headers });
  headers["content-encoding"] = coding;
  return new Response(new Uint8Array(await (packing ?? pack())), { status, headers });
}

/** Tags the answer. @returns whether the client has it */
function isKnown(
  hash: Buffer,
  headers: Record<string, string>,
  { coding, known }: CompressionTerms,
): boolean {
  const tag = hash.toString("base64url").slice(0, 27);
  headers.etag = etagOf(tag, coding);
  headers["cache-control"] = "private, no-cache";
  return namesTag(known, tag);
}
