// Ids are UUIDv7, lower case (DECISIONS Conventions): they sort by time of creation, which keeps index inserts local.

export function newId(): string {
  return Bun.randomUUIDv7();
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** True for the canonical lower-case form only. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}
