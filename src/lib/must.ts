// Invariants in words: of a value that cannot be absent where it is read, and of what a piece of work leaves behind.

/** @param why it is there @throws Error when it is not: a bug */
export function must<T>(value: T | null | undefined, why: string): T {
  if (value === null || value === undefined) throw new Error(`A value is absent, but ${why}.`);
  return value;
}

let areChecked = false;

/** Checks invariants in this process from now on: tests and builds for debugging pay for that. */
export function checkInvariants(): void {
  areChecked = true;
}

/** @param holds is called only where invariants are checked. @throws Error when it does not hold: a bug */
export function invariant(holds: () => boolean, what: string): void {
  if (areChecked && !holds()) throw new Error(`An invariant does not hold: ${what}.`);
}
