// The unread bytes of a socket: chunks as they arrived, never joined.

export class ByteQueue {
  #chunks: Uint8Array[] = [];
  /** How much of the first chunk has been read. */
  #at = 0;
  size = 0;

  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    this.#chunks.push(chunk);
    this.size += chunk.length;
  }

  /** The unread bytes of the first chunk, or null. */
  first(): Uint8Array | null {
    const chunk = this.#chunks[0];
    if (!chunk) return null;
    return this.#at === 0 ? chunk : chunk.subarray(this.#at);
  }

  /** Marks bytes of the first chunk as read. */
  drop(count: number): void {
    this.#at += count;
    this.size -= count;
    if (this.#at === this.#chunks[0]?.length) {
      this.#chunks.shift();
      this.#at = 0;
    }
  }

  clear(): void {
    this.#chunks = [];
    this.#at = 0;
    this.size = 0;
  }
}

/** Bytes that grow by doubling and give the memory back when emptied after having been large. */
export class HeldBytes {
  #bytes: Uint8Array | null = null;
  length = 0;

  add(more: Uint8Array): void {
    const need = this.length + more.length;
    if (!this.#bytes || need > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(256, 2 ** Math.ceil(Math.log2(need))));
      if (this.#bytes) larger.set(this.#bytes.subarray(0, this.length));
      this.#bytes = larger;
    }
    this.#bytes.set(more, this.length);
    this.length = need;
  }

  /** Valid until the next `add` or `clear`. */
  view(): Uint8Array {
    return this.#bytes?.subarray(0, this.length) ?? new Uint8Array(0);
  }

  /** Shortens to the first `length` bytes. */
  cut(length: number): void {
    this.length = length;
  }

  /** Keeps the memory untouched: parsed commands may still have views of it. */
  clear(): void {
    this.#bytes = null;
    this.length = 0;
  }
}
