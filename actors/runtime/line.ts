// The line of processes that share a database: for each worker the live processes are ordered by a hash of
// both names, and the first looks for due work. The second looks a little later, in case the first has just
// ended. No process relies on another's view: two that look at once take different rows, by `skip locked`.

/** The place of a process in a worker's line. */
export interface LinePosition {
  /** 0: first. */
  place: number;
  /** Live processes, this one too. */
  of: number;
  /** Rises when one was found to be gone: what it had begun is looked for at once. */
  gone: number;
}

/** A process that is nobody's neighbour. */
export const firstOfOne: LinePosition = { place: 0, of: 1, gone: 0 };

/** Return the number of `others` that come before `own` in the line for a worker. */
export function placeOf(worker: string, own: string, others: Iterable<string>): number {
  const weight = weightOf(worker, own);
  let before = 0;
  for (const other of others) if (weightOf(worker, other) > weight) before++;
  return before;
}

function weightOf(worker: string, process: string): bigint {
  return BigInt(Bun.hash(`${process} ${worker}`));
}
