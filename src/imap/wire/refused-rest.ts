// Reads and drops the rest of a refused command, holding only the last bytes of a line. RFC 7888 4: non-synchronising
// literals have to be read; a synchronising one is never sent, so the command ends at its header.

import { type ByteQueue, HeldBytes } from "./byte-queue.ts";
import { headerAtEnd } from "./line-literal.ts";

const lf = 0x0a;
/** Enough of a line's end to see a literal's header. */
const tailLength = 32;

export class RefusedRest {
  #tail = new HeldBytes();
  #left: number;
  #dropped = 0;

  /**
   * @param before the line's text read so far
   * @param octets of the literal being sent, 0 inside a line
   * @param plainLine the line is SASL or IDLE: a header at its end is no literal
   */
  constructor(
    before: Uint8Array,
    octets: number,
    readonly plainLine: boolean,
  ) {
    this.#left = octets;
    if (octets === 0) this.#keep(before);
  }

  /** @returns whether the command has ended, or more than `most` bytes were dropped, or bytes are missing */
  read(queue: ByteQueue, most: number): "ended" | "too much" | "more" {
    for (let chunk = queue.first(); chunk; chunk = queue.first()) {
      if (this.#dropped > most) return "too much";
      if (this.#left > 0) {
        const count = Math.min(chunk.length, this.#left);
        queue.drop(count);
        this.#left -= count;
        this.#dropped += count;
        continue;
      }
      const end = chunk.indexOf(lf);
      const part = end < 0 ? chunk : chunk.subarray(0, end);
      this.#keep(part);
      this.#dropped += part.length;
      queue.drop(end < 0 ? part.length : end + 1);
      if (end >= 0 && this.#lineEnds()) return "ended";
    }
    return this.#dropped > most ? "too much" : "more";
  }

  #keep(part: Uint8Array): void {
    const kept = this.#tail.view().slice(-tailLength);
    this.#tail.clear();
    if (part.length < tailLength) this.#tail.add(kept);
    this.#tail.add(part.subarray(-tailLength));
  }

  #lineEnds(): boolean {
    const literal = this.plainLine ? null : headerAtEnd(withoutCr(this.#tail.view()));
    this.#tail.clear();
    if (!literal || literal.sync) return true;
    this.#left = literal.size;
    return false;
  }
}

export function withoutCr(line: Uint8Array): Uint8Array {
  return line.at(-1) === 0x0d ? line.subarray(0, -1) : line;
}
