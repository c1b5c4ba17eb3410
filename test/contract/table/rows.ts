// What a row of the contract is: a sentence of SPEC or DECISIONS in our own short words, with the check that shows it. Other
// tests carry their sentences themselves, in the lines right above them (carried.ts).
import type { Fixtures } from "../fixtures.ts";

/** Asks the running service from outside. */
export type Check = (f: Fixtures) => Promise<unknown> | unknown;

/** Leads from a gap of SPEC to the section of DECISIONS that fills it. */
export interface Decided {
  readonly decided: string;
}

export interface ContractRow {
  readonly source: string;
  readonly says: string;
  readonly check: Check | Decided;
}

/** Section, sentence, check. */
export type Table = Readonly<Record<string, Readonly<Record<string, ContractRow["check"]>>>>;

export const decided = (section: string): Decided => ({ decided: `DECISIONS ${section}` });
