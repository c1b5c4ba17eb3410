// Joins look-ups into batches: while one batch is loading, the next collects keys.

export interface BatchLoader<Key, Value> {
  load(key: Key): Promise<Value>;
}

export interface BatchLimits {
  /** Keys in a batch. */
  most: number;
  /** Batches at once. */
  parallel: number;
  /** Whether an error may be of some keys alone: each of the batch is loaded by itself then. None without it. */
  isOfSome?: (error: unknown) => boolean;
}

/** A batch that is slow to load does not hold up the next for longer. Until then keys gather: large batches cost less a key. */
const patienceMs = 25;

/**
 * @param loadAll one result a key, in order
 */
export function createBatchLoader<Key, Value>(
  loadAll: (keys: readonly Key[]) => Promise<Value[]>,
  { most, parallel, isOfSome }: BatchLimits,
): BatchLoader<Key, Value> {
  interface Wanted {
    key: Key;
    resolve(value: Value): void;
    reject(error: unknown): void;
  }
  let waiting: Wanted[] = [];
  let running = 0;
  let patience: ReturnType<typeof setTimeout> | null = null;

  function start(): void {
    if (waiting.length === 0 || running >= parallel) return;
    if (running === 0 || waiting.length >= most) void run();
    else patience ??= setTimeout(loseIt, patienceMs);
  }

  function loseIt(): void {
    patience = null;
    if (waiting.length > 0 && running < parallel) void run();
  }

  async function run(): Promise<void> {
    if (patience) clearTimeout(patience);
    patience = null;
    const batch = waiting.slice(0, most);
    waiting = waiting.slice(most);
    running++;
    try {
      const loading = loadAll(batch.map(({ key }) => key));
      // The remaining requests need a batch of their own.
      start();
      const values = await loading;
      for (const [index, { resolve }] of batch.entries()) resolve(values[index]!);
    } catch (error) {
      if (batch.length > 1 && isOfSome?.(error)) await Promise.all(batch.map(loadAlone));
      else for (const { reject } of batch) reject(error);
    } finally {
      running--;
      start();
    }
  }

  async function loadAlone({ key, resolve, reject }: Wanted): Promise<void> {
    try {
      const [value] = await loadAll([key]);
      resolve(value!);
    } catch (error) {
      reject(error);
    }
  }

  return {
    load(key) {
      const { promise, resolve, reject } = Promise.withResolvers<Value>();
      waiting.push({ key, resolve, reject });
      // Collects the keys of this turn of the event loop first.
      if (waiting.length === 1 || waiting.length === most) setImmediate(start);
      return promise;
    },
  };
}
