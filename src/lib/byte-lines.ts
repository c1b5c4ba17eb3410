// Lines of octets that come in pieces.

/** Octets of a line that are held: a longer one comes in parts. */
const maxPartBytes = 1024 * 1024;

interface LinePart {
  /** With the end of its line. */
  line: Buffer;
  /** The line is not in parts. */
  isWhole: boolean;
  endsLine: boolean;
}

/** The lines of what comes in pieces, the last one also without an end. */
export async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<LinePart> {
  let held: Buffer[] = [];
  let size = 0;
  let isWhole = true;
  const take = (last: Buffer | null, endsLine: boolean) => {
    const line = held.length === 0 && last ? last : Buffer.concat(last ? [...held, last] : held);
    const taken = { line, isWhole: isWhole && endsLine, endsLine };
    held = [];
    size = 0;
    isWhole = endsLine;
    return taken;
  };
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    let from = 0;
    for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, from)) {
      const line = bytes.subarray(from, end + 1);
      from = end + 1;
      yield take(line, true);
    }
    if (from === bytes.length) continue;
    held.push(Buffer.from(bytes.subarray(from)));
    size += bytes.length - from;
    if (size > maxPartBytes) yield take(null, false);
  }
  if (held.length > 0) yield take(null, true);
}
