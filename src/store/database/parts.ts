// The parts of a database, for claims that take what is due from each by itself. A database that is not spread is its only part.
import { type Database, DatabaseUnavailable } from "./sql.ts";

const begun = new WeakMap<readonly Database[], number>();

/**
 * Asks each part once, beginning with another one each time, so that none waits behind the others. One whose node is away keeps
 * nobody waiting. @throws DatabaseUnavailable where all are away
 */
export async function eachThere(database: Database, ask: (part: Database) => Promise<void>): Promise<void> {
  const parts = inTurn(database);
  const away: DatabaseUnavailable[] = [];
  for (const part of parts)
    await ask(part).catch((error: unknown) => {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      away.push(error);
    });
  const [error] = away;
  if (error && away.length === parts.length) throw error;
}

function inTurn(database: Database): readonly Database[] {
  const { parts } = database;
  if (!parts) return [database];
  const start = begun.get(parts) ?? 0;
  begun.set(parts, (start + 1) % parts.length);
  return [...parts.slice(start), ...parts.slice(0, start)];
}
