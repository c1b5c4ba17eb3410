// Finds a literal's header at the end of a line. No command can end with `}` otherwise: it is no ATOM-CHAR's
// neighbour of digits and `{` except there, and quoted strings end with a quote. RFC 9051 9 `literal`, RFC 7888 3

export interface LineLiteral {
  size: number;
  sync: boolean;
}

/** The header that ends the line (given without CRLF), or null. Sizes beyond 2^53 are read as 2^53. */
export function headerAtEnd(line: Uint8Array): LineLiteral | null {
  let at = line.length - 1;
  if (line[at] !== 0x7d) return null;
  at--;
  const sync = line[at] !== 0x2b;
  if (!sync) at--;
  const end = at;
  let size = 0;
  let scale = 1;
  while (at >= 0 && end - at < 20) {
    const digit = line[at]! - 0x30;
    if (digit < 0 || digit > 9) break;
    size += digit * scale;
    scale *= 10;
    at--;
  }
  if (at === end || line[at] !== 0x7b) return null;
  return { size: Math.min(size, Number.MAX_SAFE_INTEGER), sync };
}
