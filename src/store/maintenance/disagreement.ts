// A line of `check`.

export interface Disagreement {
  /** The rule that is broken. */
  rule: string;
  /** The row, with the stored and the recomputed value. */
  detail: string;
}

/** The most lines of a rule. */
export const maxProblems = 100;
