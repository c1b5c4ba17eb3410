// Every refusal in SMTP's words, in one place. RFC 5321 4.2, RFC 3463. Refusals that are our own trouble are always 4xx:
// mail must not bounce for our bug.
import type { Socket } from "node:net";
import { SMTPConnection } from "smtp-server/lib/smtp-connection.js";
import type { TooMany } from "../lib/connection-limits.ts";
import { Failure, type FailureCode } from "../lib/failure.ts";
import { hasNextCommand } from "./wire.ts";

export class SmtpReply extends Error {
  /** @param text begins with an enhanced status code */
  constructor(
    readonly responseCode: number,
    text: string,
  ) {
    super(text);
  }
}

/** What one connection too many is told. RFC 5321 4.2: the channel closes. */
export const tooManyConnections: Record<TooMany, SmtpReply> = {
  "in all": new SmtpReply(421, "4.7.0 Too many connections, try again later"),
  "from one network": new SmtpReply(421, "4.7.0 Too many connections from your address, try again later"),
};

const ownTrouble = [451, "4.3.0"] as const;
const policy = [550, "5.7.1"] as const;

const replies: Record<FailureCode, readonly [code: number, enhanced: string]> = {
  validation_error: [550, "5.6.0"],
  invalid_cursor: ownTrouble,
  unauthorized: [535, "5.7.8"],
  forbidden: policy,
  reach_exceeded: policy,
  capability_missing: policy,
  send_policy_violation: policy,
  identity_suspended: [550, "5.2.1"],
  domain_unverified: policy,
  not_found: [550, "5.1.1"],
  method_not_allowed: ownTrouble,
  request_timeout: ownTrouble,
  payload_too_large: [552, "5.3.4"],
  unsupported_media_type: [554, "5.6.1"],
  conflict: ownTrouble,
  address_taken: ownTrouble,
  address_exists: ownTrouble,
  client_id_taken: ownTrouble,
  label_exists: ownTrouble,
  draft_state: ownTrouble,
  idempotency_in_flight: ownTrouble,
  signup_spent: ownTrouble,
  code_expired: ownTrouble,
  precondition_failed: ownTrouble,
  idempotency_key_reuse: ownTrouble,
  schedule_out_of_range: ownTrouble,
  code_invalid: ownTrouble,
  recipient_refused: [550, "5.7.1"],
  rate_limited: [451, "4.3.2"],
  daily_limit: [450, "4.7.1"],
  internal_error: ownTrouble,
  unavailable: ownTrouble,
};

/** The reply to anything thrown; what is not a Failure is our own trouble and says nothing of itself. */
export function replyTo(error: unknown): SmtpReply {
  if (error instanceof SmtpReply) return error;
  if (!(error instanceof Failure))
    return new SmtpReply(451, "4.3.0 Something went wrong here, try again later");
  const [code, enhanced] = replies[error.code];
  return new SmtpReply(code, `${enhanced} ${error.message}`);
}

const enhancedAtStart = /^([245]\.\d{1,3}\.\d{1,3}) /;

interface Sender {
  _socket?: Socket;
  send(code: number, data: unknown, context?: string | false): void;
  _getEnhancedStatusCode(code: number, context?: string | false): string;
}

/**
 * smtp-server writes one enhanced code for each basic code; where our text begins with its own, that one is sent.
 * Changes the library's class, once for the process.
 */
export function sendOwnStatusCodes(): void {
  const prototype = SMTPConnection.prototype as unknown as Sender & { ownCodes?: boolean };
  if (prototype.ownCodes) return;
  prototype.ownCodes = true;
  const { send, _getEnhancedStatusCode: usual } = prototype;
  let own: string | null = null;
  /** Sockets that gather replies, and whether they are about to leave. */
  const corked = new WeakMap<Socket, boolean>();
  prototype._getEnhancedStatusCode = function (code, context) {
    return own ?? usual.call(this, code, context);
  };
  prototype.send = function (code, data, context) {
    const match = typeof data === "string" ? enhancedAtStart.exec(data) : null;
    own = match?.[1] ?? null;
    const socket = this._socket;
    if (socket?.cork) {
      if (!corked.has(socket)) {
        corked.set(socket, false);
        socket.cork();
      }
      // Replies to commands that came together leave together: the last one takes all along. RFC 2920 3.2
      const last = code !== 250 || !hasNextCommand(this);
      if (last && corked.get(socket) === false) {
        corked.set(socket, true);
        setImmediate(() => {
          corked.delete(socket);
          socket.uncork();
        });
      }
    }
    try {
      send.call(this, code, match ? (data as string).slice(match[0].length) : data, context);
    } finally {
      own = null;
    }
  };
}
