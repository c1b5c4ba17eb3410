// Parts whose node is away: what is sent to one is refused as if its node did not answer, and a transaction that asked it is over.

import { markedPart } from "../../../src/store/cluster/parts.ts";
import { DatabaseUnavailable, type Executor } from "../../../src/store/database/database.ts";
import { Pool } from "../../../src/store/database/pool.ts";

/** Names of parts; empty: all are there. */
const away = new Set<string>();
let isWatched = false;

/** From now on, in this process. */
export function partsAway(...parts: readonly number[]): void {
  away.clear();
  for (const part of parts) away.add(`part_${part}`);
  if (isWatched) return;
  isWatched = true;
  const { rows, values, transaction } = Pool.prototype;
  Pool.prototype.rows = function (text, params) {
    return ask(text, () => rows.call(this, text, params)) as never;
  };
  Pool.prototype.values = function (text, params) {
    return ask(text, () => values.call(this, text, params));
  };
  Pool.prototype.transaction = function (work, options) {
    return transaction.call(
      this,
      async (tx) => {
        let lost: DatabaseUnavailable | null = null;
        const inside = <T>(text: string, run: () => Promise<T>): Promise<T> => {
          const asked = lost ? Promise.reject(lost) : ask(text, run);
          asked.catch((error: unknown) => {
            if (error instanceof DatabaseUnavailable) lost = error;
          });
          return asked;
        };
        const watched: Executor = {
          rows: (text, params) => inside(text, () => tx.rows(text, params)),
          values: (text, params) => inside(text, () => tx.values(text, params)),
        };
        const result = await work({ ...watched, exec: (script) => tx.exec(script), sent: () => tx.sent() });
        if (lost) throw lost;
        return result;
      },
      options,
    ) as never;
  };
}

function ask<T>(text: string, run: () => Promise<T>): Promise<T> {
  const part = markedPart(text);
  if (part === null || !away.has(part)) return run();
  return Promise.reject(new DatabaseUnavailable(`the node of ${part} is away`));
}
