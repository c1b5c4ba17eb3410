// Ids are UUIDv7, lower case (DECISIONS Conventions): they sort by time of creation, which keeps index inserts local.

/** @param atMs milliseconds since the epoch; the system's time when left out */
export function newId(atMs?: number): string {
  return atMs === undefined ? Bun.randomUUIDv7() : Bun.randomUUIDv7("hex", atMs);
}

/** Id of a connection in the log: 80 random bits in lower-case base 32, the form of smtp-server's own ids. */
export function shortId(): string {
  let id = "";
  for (const byte of crypto.getRandomValues(new Uint8Array(16))) id += (byte % 32).toString(32);
  return id;
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

/** True for the canonical lower-case form only. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}
