// Statements that an app asks of its database outside of transactions, for tests of what is read and what is not.
import type { AppDeps } from "../../../src/app/core.ts";
import { openDatabase } from "../../../src/store/database/database.ts";

export interface DatabaseRead {
  text: string;
  /** How many rows came. */
  rows: Promise<number>;
}

/** Pass `deps` to eachApp, together with `ownDatabase`. */
export class DatabaseReads {
  #noted: DatabaseRead[] = [];
  readonly deps: Pick<AppDeps, "openDatabase"> = {
    openDatabase: async (options) => {
      const database = await openDatabase(options);
      for (const name of ["rows", "values"] as const) {
        const asked = database[name].bind(database) as (
          text: string,
          params?: unknown[],
        ) => Promise<unknown[]>;
        Object.assign(database, {
          [name]: (text: string, params?: unknown[]) => {
            const answer = asked(text, params);
            this.#noted.push({
              text,
              rows: answer.then(
                ({ length }) => length,
                () => 0,
              ),
            });
            return answer;
          },
        });
      }
      return database;
    },
  };

  /** Those since the last call. */
  take(): DatabaseRead[] {
    return this.#noted.splice(0);
  }
}
