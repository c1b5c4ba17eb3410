// Errors that a call throws: a refusal of the server has a class for each code (generated/errors.ts), a lost
// connection its own.

/** Everything that the SDK throws. */
export class PostroomError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The connection was refused, lost or closed before the answer was there. */
export class ConnectionError extends PostroomError {}

/** The answer was not there within `timeoutMs`. */
export class TimeoutError extends ConnectionError {}

/** A webhook's signature, timestamp or body is wrong: do not act on it. */
export class WebhookError extends PostroomError {}

export interface Refusal {
  status: number;
  /** As in the documentation: `not_found`; `unknown` where the answer has no envelope, as of a proxy. */
  code: string;
  message: string;
  /** Names the request in the server's log. */
  requestId: string | null;
  /** Seconds, where the server said. */
  retryAfter: number | null;
}

/** The server has refused a call, or failed. */
export class ApiError extends PostroomError implements Refusal {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  readonly retryAfter: number | null;

  constructor({ status, code, message, requestId, retryAfter }: Refusal) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}
