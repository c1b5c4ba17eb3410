// JSON of which equal values have equal texts.

/** JSON with sorted names, so that equal values hash alike, however their names were ordered. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value ?? null, (_, item: unknown) =>
    item !== null && typeof item === "object" && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}
