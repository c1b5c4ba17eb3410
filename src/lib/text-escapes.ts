// The escapes of TEXT values. RFC 5545 3.3.11

/** The text that a TEXT value escapes. */
export function unescapeText(value: string): string {
  if (!value.includes("\\")) return value;
  return value.replace(/\\([nN,;:"\\])/g, (_, character: string) =>
    character === "n" || character === "N" ? "\n" : character,
  );
}
