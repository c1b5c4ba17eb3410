// Opaque cursors: where a list that is not ordered by an instant alone goes on. A caller gives back what he was given.

/** @param key the sort values of the last row, as text */
export function encodeCursor(key: readonly string[]): string {
  return Buffer.from(JSON.stringify(key)).toString("base64url");
}

/** The sort values, or null for what `encodeCursor` did not make of as many. Their form is the caller's to check. */
export function decodeCursor(text: string, count: number): string[] | null {
  if (!/^[A-Za-z0-9_-]{1,1024}$/.test(text)) return null;
  try {
    const key: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    const sound =
      Array.isArray(key) &&
      key.length === count &&
      key.every((part) => typeof part === "string" && !part.includes("\0"));
    return sound ? (key as string[]) : null;
  } catch {
    return null;
  }
}
