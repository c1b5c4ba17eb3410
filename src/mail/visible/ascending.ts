// Searching in what is in ascending order.

/** The first of ascending numbers from a number on; Infinity without one. */
export function first(numbers: readonly number[], from: number): number {
  return numbers[countBelow(numbers, from)] ?? Number.POSITIVE_INFINITY;
}

/** How many of ascending numbers are less than one. */
export function countBelow(numbers: readonly number[], from: number): number {
  return countWhile(numbers, (number) => number < from);
}

/** How many items stand before the first that a test fails; it fails all behind that one too. */
export function countWhile<T>(items: readonly T[], test: (item: T) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(items[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}
