// How lists of patterns are written: one a line, some alternatives in a line. Pure.

/** One of the lines, as alternatives without a group around them. */
export function anyOf(lines: string): string {
  return lines
    .trim()
    .split(/\s*\n\s*/)
    .join("|");
}
