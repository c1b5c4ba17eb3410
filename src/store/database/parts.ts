// The parts of a database, for claims that take what is due from each by itself. A database that is not spread is its only part.
import type { Database } from "./sql.ts";

const begun = new WeakMap<readonly Database[], number>();

/** Each part once, beginning with another one each time, so that none waits behind the others. */
export function inTurn(database: Database): readonly Database[] {
  const { parts } = database;
  if (!parts) return [database];
  const start = begun.get(parts) ?? 0;
  begun.set(parts, (start + 1) % parts.length);
  return [...parts.slice(start), ...parts.slice(0, start)];
}
