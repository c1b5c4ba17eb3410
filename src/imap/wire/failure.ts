// What the wire parser says when a client's bytes are not a command. It is the only thing the parser throws, and
// CommandReader turns it into an event: nothing is thrown to the connection.

export type RefusalStatus = "BAD" | "NO";

export class WireFailure extends Error {
  override readonly name = "WireFailure";

  /**
   * @param message for the client, one line of printable ASCII; never the client's own bytes
   * @param status BAD for syntax, NO where the syntax is right and the request is not. RFC 9051 7.1
   * @param code response code without brackets, e.g. `TOOBIG`
   * @param clearsSaved a search with SAVE that answers NO leaves `$` empty. RFC 5182 2.1
   */
  constructor(
    message: string,
    readonly status: RefusalStatus = "BAD",
    readonly code: string | null = null,
    readonly clearsSaved = false,
  ) {
    super(message);
  }
}

/** A syntax failure. RFC 9051 7.1.3 */
export function bad(message: string): WireFailure {
  return new WireFailure(message);
}
