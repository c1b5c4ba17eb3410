// Dependencies of a round that finds what is due and changes it in turns.
import type { Clock } from "../../src/lib/clock.ts";
import type { Database } from "../../src/store/database/database.ts";
import type { Actors } from "../runtime/registry.ts";

export interface RoundDeps {
  database: Database;
  actors: Actors;
  clock: Clock;
}
