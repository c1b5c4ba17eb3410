// Errors of an SMTP session, with what is needed to map them to a recipient's outcome.

import type { Envelope } from "nodemailer/lib/smtp-connection";
import { must } from "../lib/must.ts";
import type { TlsFailure } from "../mail/report/tls-report.ts";

/** nodemailer records refusals on the envelope that it was given. */
export type TrackedEnvelope = Envelope & {
  /** MAIL was refused. */
  mailError?: Error;
  rejectedErrors?: { recipient?: string; response?: string; message: string }[];
};

/**
 * `connect`: before any mail was offered; `auth`: the relay refused the login; `mail`, `rcpt`, `data`: the command was
 * refused; `sending`: the connection broke while a mail was under way.
 */
export type Stage = "connect" | "auth" | "mail" | "rcpt" | "data" | "sending";

export interface SmtpErrorDetails {
  /** The TLS handshake failed. */
  readonly duringTls?: boolean;
  /** The failure's name in a TLS report, if this side made the check; absent: the TLS library did. */
  readonly tlsFailure?: TlsFailure;
  /** The error of the network or the TLS library. */
  readonly cause?: unknown;
  /** nodemailer refused the mail before anything was sent. */
  readonly local?: boolean;
  /** Sending the data had begun. */
  readonly begun?: boolean;
  /** Recipients that RCPT had refused before, with the server's replies. */
  readonly refused?: ReadonlyMap<string, string>;
}

export class SmtpError extends Error {
  override readonly name = "SmtpError";

  /** @param response the server's reply; null without one */
  constructor(
    readonly stage: Stage,
    message: string,
    readonly response: string | null,
    readonly details: SmtpErrorDetails = {},
  ) {
    super(message, { cause: details.cause });
  }
}

/** The SmtpError for an error of nodemailer during a transaction. */
export function sendingError(error: Error, envelope: TrackedEnvelope, begun: boolean): SmtpError {
  // A server may refuse MAIL and close at once: what it said counts, not that the replies to what followed are missing.
  const refusal = envelope.mailError && responseOf(envelope.mailError);
  if (refusal)
    return new SmtpError("mail", must(envelope.mailError, "MAIL was refused").message, refusal, { begun });
  const response = responseOf(error);
  const command = "command" in error ? error.command : "";
  const refused = refusals(envelope);
  if (response === null) {
    // ECONNECTION: the server had closed the session before.
    const isOfApi = command === "API" && codeOf(error) !== "ECONNECTION";
    const local = codeOf(error) === "EMESSAGE" || isOfApi;
    return new SmtpError("sending", error.message, null, { local, begun, refused });
  }
  return new SmtpError(stageOf(command, begun), error.message, response, { begun, refused });
}

function stageOf(command: unknown, begun: boolean): Stage {
  if (command === "MAIL FROM") return "mail";
  if (command === "RCPT TO") return "rcpt";
  return begun || command === "DATA" ? "data" : "sending";
}

/**
 * The recipients that RCPT refused, with the server's replies. Where MAIL was refused, and RCPT was sent along with it, its replies
 * say only that there is no mail transaction. RFC 2920 3.1
 */
export function refusals(envelope: TrackedEnvelope): Map<string, string> {
  const map = new Map<string, string>();
  if (envelope.mailError) return map;
  for (const error of envelope.rejectedErrors ?? [])
    map.set(error.recipient ?? "", error.response ?? error.message);
  return map;
}

export function responseOf(error: unknown): string | null {
  return error instanceof Error && "response" in error && typeof error.response === "string"
    ? error.response
    : null;
}

export function codeOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : "";
}
