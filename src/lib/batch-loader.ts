// Joins look-ups into batches: while one batch is loading, the next collects keys. No timers.

export interface BatchLoader<Key, Value> {
  load(key: Key): Promise<Value>;
}

/**
 * @param loadAll one result a key, in order
 * @param limits `most` keys in a batch; `parallel` batches at once
 */
export function createBatchLoader<Key, Value>(
  loadAll: (keys: readonly Key[]) => Promise<Value[]>,
  limits: { most: number; parallel: number },
): BatchLoader<Key, Value> {
  let waiting: { key: Key; resolve(value: Value): void; reject(error: unknown): void }[] = [];
  let running = 0;

  async function next(): Promise<void> {
    if (running >= limits.parallel || waiting.length === 0) return;
    const batch = waiting.slice(0, limits.most);
    waiting = waiting.slice(limits.most);
    running++;
    try {
      const values = await loadAll(batch.map(({ key }) => key));
      for (const [index, { resolve }] of batch.entries()) resolve(values[index]!);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      running--;
      void next();
    }
  }

  return {
    load(key) {
      const { promise, resolve, reject } = Promise.withResolvers<Value>();
      waiting.push({ key, resolve, reject });
      // Collects the keys of this turn of the event loop first.
      if (waiting.length === 1) setImmediate(next);
      return promise;
    },
  };
}
