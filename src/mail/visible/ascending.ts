// Searching in ascending numbers.

/** The first of ascending numbers from a number on; Infinity without one. */
export function first(numbers: readonly number[], from: number): number {
  return numbers[countBelow(numbers, from)] ?? Number.POSITIVE_INFINITY;
}

/** How many of ascending numbers are less than one. */
export function countBelow(numbers: readonly number[], from: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
