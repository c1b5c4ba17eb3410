// Dice for tests: the same throws for the same seed, on every machine (mulberry32).

/** A whole number from 0, below a bound of at most 2 ** 32. */
export type Random = (below: number) => number;

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** The same throws as parts of one, 1 itself left out. */
export function fractions(seed: number): () => number {
  const next = seeded(seed);
  return () => next(2 ** 32) / 2 ** 32;
}

export function pick<T>(list: readonly T[], next: Random): T {
  return list[next(list.length)] as T;
}
