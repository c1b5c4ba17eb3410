// The known name that a misspelt one most likely means.

/** The nearest of the names, in any case of the given one; null: none is near. */
export function nearest(name: string, known: readonly string[]): string | null {
  let best: string | null = null;
  const given = name.slice(0, 64).toLowerCase();
  let least = Math.max(2, Math.floor(given.length / 3)) + 1;
  for (const candidate of known) {
    const steps = distance(given, candidate.toLowerCase());
    if (steps < least) {
      least = steps;
      best = candidate;
    }
  }
  return best;
}

/** Levenshtein distance. */
export function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length]!;
}
