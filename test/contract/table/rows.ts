// What a row of the contract is: a sentence of SPEC or DECISIONS in our own short words, with the check that shows it.
import type { Fixtures } from "../fixtures.ts";

/** Asks the running service from outside. */
export type Check = (f: Fixtures) => Promise<unknown> | unknown;

/** Names the test that proves a sentence which takes more than a row, or which has its own test already. */
export interface Held {
  /** A file below test/. */
  readonly test: string;
  /** Words of that test's own title. */
  readonly title: string;
}

/** Leads from a gap of SPEC to the section of DECISIONS that fills it. */
export interface Decided {
  readonly decided: string;
}

export interface ContractRow {
  readonly source: string;
  readonly says: string;
  readonly check: Check | Held | Decided;
}

/** Section, sentence, check. */
export type Table = Readonly<Record<string, Readonly<Record<string, ContractRow["check"]>>>>;

export const held = (test: string, title: string): Held => ({ test, title });
export const decided = (section: string): Decided => ({ decided: `DECISIONS ${section}` });
