// Maps a server's replies to the outcome of each recipient: 2xx delivered, 4xx deferred, 5xx failed; an error without a reply is
// deferred. RFC 5321 4.2.1, RFC 3463.
import type { TlsInfo } from "./session.ts";
import type { SmtpError } from "./smtp-error.ts";

export interface RecipientResult {
  /** As it was given. */
  readonly recipient: string;
  readonly kind: "delivered" | "deferred" | "failed";
  /** The reply code; null without a reply. */
  readonly code: number | null;
  /** The enhanced status code: the server's, or our own where it sent no reply; null when its reply has none. */
  readonly enhanced: string | null;
  /** One line, at most 500 characters. */
  readonly response: string;
  /** The step that the server refused; null when it refused nothing. */
  readonly refusedAt: RefusedAt | null;
  /** The host that answered or was tried last. */
  readonly mx: string | null;
  /** Null: without TLS. */
  readonly tls: TlsInfo | null;
  /** Why TLS was offered but not used; else null. */
  readonly tlsFallback: string | null;
  /** The host announced DSN: it sends the requested reports itself. */
  readonly dsn: boolean;
}

export type RefusedAt = "connect" | "mail" | "rcpt" | "data";

export interface SmtpVerdict {
  readonly kind: RecipientResult["kind"];
  readonly code: number | null;
  readonly enhanced: string | null;
  readonly response: string;
  readonly refusedAt: RefusedAt | null;
}

/** The verdict of a server's reply. @param reply all its lines */
export function verdictOf(reply: string, refusedAt: RefusedAt | null): SmtpVerdict {
  const code = /^[2-5]\d\d/.test(reply) ? Number(reply.slice(0, 3)) : null;
  const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})(?=\s|$)/.exec(reply)?.[1] ?? null;
  const kind =
    code !== null && code < 300 ? "delivered" : code !== null && code >= 500 ? "failed" : "deferred";
  return {
    kind,
    code,
    enhanced,
    response: oneLine(reply),
    refusedAt: kind === "delivered" ? null : refusedAt,
  };
}

/** A verdict without a server's reply. */
export function ownVerdict(kind: "deferred" | "failed", enhanced: string, text: string): SmtpVerdict {
  return { kind, code: null, enhanced, response: oneLine(text), refusedAt: null };
}

/** The verdict on each recipient after a failed transaction. */
export function verdictsOfError(error: SmtpError, recipients: readonly string[]): SmtpVerdict[] {
  const refused = error.details.refused ?? new Map<string, string>();
  const general = generalVerdict(error);
  return recipients.map((recipient) => {
    const reply = refused.get(recipient);
    return reply === undefined ? general : rcptVerdict(reply, refused.size < recipients.length);
  });
}

/**
 * A refusal at RCPT.
 *
 * @param othersAccepted other recipients were accepted: then 552 means too many recipients, and is deferred. RFC 5321 4.5.3.1.10
 */
export function rcptVerdict(reply: string, othersAccepted: boolean): SmtpVerdict {
  const verdict = verdictOf(reply, "rcpt");
  if (verdict.code === 552 && othersAccepted && verdict.enhanced === null)
    return { ...verdict, kind: "deferred" };
  // A 2xx reply in an error does not mean delivery.
  return verdict.kind === "delivered" ? { ...verdict, kind: "deferred" } : verdict;
}

function generalVerdict(error: SmtpError): SmtpVerdict {
  const { stage, response } = error;
  if (stage === "auth")
    return { ...ownVerdict("deferred", "4.7.0", `Login at the relay failed: ${error.message}`) };
  if (stage === "connect") return connectVerdict(error);
  if (response !== null) {
    const verdict = verdictOf(response, stage === "sending" ? "data" : stage);
    return verdict.kind === "delivered" ? { ...verdict, kind: "deferred" } : verdict;
  }
  // nodemailer checks the server's SIZE before it sends. RFC 1870 6.1
  if (error.details.local && error.message.includes("larger than allowed")) {
    return ownVerdict("failed", "5.3.4", "The mail is larger than the server accepts.");
  }
  if (error.details.local) return ownVerdict("failed", "5.1.3", error.message);
  return ownVerdict("deferred", "4.4.2", error.message);
}

/** Whether the host accepts no mail at all: 521 or 556 at connect. Other refusals may change. RFC 7504 */
export function acceptsNoMail(error: SmtpError): boolean {
  return error.stage === "connect" && /^5(?:21|56)/.test(error.response ?? "");
}

function connectVerdict(error: SmtpError): SmtpVerdict {
  if (error.response === null)
    return ownVerdict("deferred", error.details.duringTls ? "4.7.5" : "4.4.1", error.message);
  const verdict = verdictOf(error.response, "connect");
  return { ...verdict, kind: acceptsNoMail(error) ? "failed" : "deferred" };
}

/** The reply's text on one line, without control characters and the codes of continuation lines. */
function oneLine(reply: string): string {
  const lines = reply.split(/\r?\n/);
  const rest = lines.slice(1).map((line) => line.replace(/^\d{3}[ -]?(?:[245]\.\d{1,3}\.\d{1,3} )?/, ""));
  const first = (lines[0] ?? "").replace(/^(\d{3})-/, "$1 ");
  return [first, ...rest]
    .join(" ")
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, " ")
    .replace(/ {2,}/g, " ")
    .trim()
    .toWellFormed()
    .slice(0, 500);
}
