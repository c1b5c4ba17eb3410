// Caches of a bounded size: maps and sets give their entries in the order in which they were added.

/** Drops the oldest entry of a cache that holds more than `maxEntries`. */
export function dropOldest<K>(cache: Map<K, unknown> | Set<K>, maxEntries: number): void {
  if (cache.size <= maxEntries) return;
  for (const oldest of cache.keys()) {
    cache.delete(oldest);
    return;
  }
}
