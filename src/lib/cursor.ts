// Opaque cursors: the position in a list that is not ordered by an instant alone. Clients send back what they received.

/** @param key the sort values of the last row, as text */
export function encodeCursor(key: readonly string[]): string {
  return Buffer.from(JSON.stringify(key)).toString("base64url");
}

/** The sort values; null when `encodeCursor` did not make the text from that many. The caller checks their form. */
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
