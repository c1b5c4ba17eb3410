// The failure of bytes that are not a command. It is the only thing the parser throws, and
// CommandReader turns it into an event: nothing is thrown to the connection.

export type RefusalStatus = "BAD" | "NO";

export class WireFailure extends Error {
  override readonly name = "WireFailure";
  /** BAD for syntax, NO where the syntax is right and the request is not. RFC 9051 7.1 */
  readonly status: RefusalStatus;
  /** Response code without brackets, e.g. `TOOBIG`. */
  readonly code: string | null;
  /** A search with SAVE that answers NO leaves `$` empty. RFC 5182 2.1 */
  readonly clearsSaved: boolean;

  /** @param message for the client, one line of printable ASCII; never the client's own bytes */
  constructor(
    message: string,
    answer: { status?: RefusalStatus; code?: string | null; clearsSaved?: boolean } = {},
  ) {
    super(message);
    this.status = answer.status ?? "BAD";
    this.code = answer.code ?? null;
    this.clearsSaved = answer.clearsSaved ?? false;
  }
}

/** A syntax failure. RFC 9051 7.1.3 */
export function bad(message: string): WireFailure {
  return new WireFailure(message);
}
