// Ids are UUIDv7, lower case (DECISIONS Conventions): they sort by time of creation, which keeps index inserts local.

import { randomOctets, seededId } from "./chance.ts";

/** @param atMs milliseconds since the epoch; the system's time when left out */
export function newId(atMs?: number): string {
  const seeded = seededId();
  if (seeded !== null) return countedId(atMs ?? seeded.nowMs, seeded.count);
  return atMs === undefined ? Bun.randomUUIDv7() : Bun.randomUUIDv7("hex", atMs);
}

/** As the runtime's, with a counter for its first random bits: those of one millisecond sort as they were made. RFC 9562 6.2 */
function countedId(atMs: number, count: number): string {
  const bytes = randomOctets(16);
  bytes.writeUIntBE(Math.trunc(atMs), 0, 6);
  bytes.writeUInt16BE(0x7000 | (Math.floor(count / 2 ** 20) & 0xfff), 6);
  bytes.writeUInt16BE(0x8000 | ((count >> 6) & 0x3fff), 8);
  bytes[10] = ((count & 0x3f) << 2) | (bytes[10]! & 3);
  return uuidOf(bytes);
}

/** Id of something that passes, such as a connection or a file under way: not a part of a seeded course of events. */
export function passingId(): string {
  return Bun.randomUUIDv7();
}

/** Id of a connection in the log: 80 random bits in lower-case base 32, the form of smtp-server's own ids. */
export function shortId(): string {
  let id = "";
  for (const byte of crypto.getRandomValues(new Uint8Array(16))) id += (byte % 32).toString(32);
  return id;
}

const lastDayMs = Date.parse("9999-12-31T00:00:00Z");

/**
 * The time at which an id was made, milliseconds since the epoch. RFC 9562 5.7
 * @param id any UUID: one that a caller made up may say a later year than the database takes
 */
export function msOfId(id: string): number {
  return Math.min(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16), lastDayMs);
}

/** A lower bound of all ids made at this time or later. RFC 9562 5.7 */
export function firstIdAt(atMs: number): string {
  const time = Math.max(0, Math.trunc(atMs)).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

/** The canonical form of a UUID's bytes. @param bytes 16 or more: the first 16 count */
export function uuidOf(bytes: Buffer): string {
  return bytes.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** The 16 bytes of a UUID. */
export function uuidBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll("-", ""), "hex");
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * The id within a text of another form: behind a prefix (`msg_…`, `urn:uuid:…`), in braces or brackets, without its hyphens, at the end
 * of a URL. Null: there is none, or the text is one.
 */
export function idWithin(text: string): string | null {
  const given = text.trim().toLowerCase();
  if (given.length > 200 || isUuid(given)) return null;
  // A list of ids is no one of them.
  if (/[,;|\s]/.test(given) && [...given.matchAll(/[0-9a-f]{8}-[0-9a-f]{4}-/g)].length > 1) return null;
  const [, bare = ""] =
    /(?:^|[^0-9a-f])([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})[^0-9a-z]?$/.exec(given) ?? [];
  if (bare !== "") return bare;
  const [, hex = ""] = /^(?:[a-z]{1,20}[_-])?([0-9a-f]{32})$/.exec(given) ?? [];
  return hex === "" ? null : uuidOf(Buffer.from(hex, "hex"));
}

/** True for the canonical lower-case form only. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}
