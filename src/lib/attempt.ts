// Reads of the system that may fail, where what cannot be read is as good as not there.

/** The result of a read; null where it throws. */
export function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
