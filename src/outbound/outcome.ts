// From what a server said to what became of each recipient. 2xx delivered, 4xx deferred, 5xx failed; trouble without
// a reply is deferred. RFC 5321 4.2.1, RFC 3463.
import type { TlsInfo } from "./session.ts";
import type { SmtpError } from "./smtp-error.ts";

export interface RecipientResult {
  /** As it was given */
  readonly recipient: string;
  readonly kind: "delivered" | "deferred" | "failed";
  /** The reply code; null when there was no reply */
  readonly code: number | null;
  /** The server's, or ours for what it did not say; null when the server gave none */
  readonly enhanced: string | null;
  /** One line, at most 500 characters */
  readonly response: string;
  /** What the server was asked when it said so; null: nothing was refused, or by us */
  readonly refusedAt: RefusedAt | null;
  /** Name of the host that answered or was tried last */
  readonly mx: string | null;
  /** Null: the mail went, or would have gone, in plain text */
  readonly tls: TlsInfo | null;
  /** Why TLS was offered and not used, null otherwise */
  readonly tlsFallback: string | null;
  /** The host has the extension DSN: it tells the sender what it was asked to tell */
  readonly dsn: boolean;
}

export type RefusedAt = "connect" | "mail" | "rcpt" | "data";

export interface Verdict {
  readonly kind: RecipientResult["kind"];
  readonly code: number | null;
  readonly enhanced: string | null;
  readonly response: string;
  readonly refusedAt: RefusedAt | null;
}

/** A server's reply, all lines, to a verdict. */
export function verdictOf(reply: string, refusedAt: RefusedAt | null): Verdict {
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

/** A verdict of our own, with no reply behind it. */
export function ownVerdict(kind: "deferred" | "failed", enhanced: string, text: string): Verdict {
  return { kind, code: null, enhanced, response: oneLine(text), refusedAt: null };
}

/** What a failed transaction means for each recipient. */
export function verdictsOfError(trouble: SmtpError, recipients: readonly string[]): Verdict[] {
  const refused = trouble.details.refused ?? new Map<string, string>();
  const general = generalVerdict(trouble);
  return recipients.map((recipient) => {
    const reply = refused.get(recipient);
    return reply === undefined ? general : rcptVerdict(reply, refused.size < recipients.length);
  });
}

/**
 * A refusal at RCPT.
 *
 * @param othersAccepted then 552 means "too many at once" and is worth another try. RFC 5321 4.5.3.1.10
 */
export function rcptVerdict(reply: string, othersAccepted: boolean): Verdict {
  const verdict = verdictOf(reply, "rcpt");
  if (verdict.code === 552 && othersAccepted && verdict.enhanced === null)
    return { ...verdict, kind: "deferred" };
  // a recipient is not delivered by a reply that nobody expects there
  return verdict.kind === "delivered" ? { ...verdict, kind: "deferred" } : verdict;
}

function generalVerdict(trouble: SmtpError): Verdict {
  const { stage, response } = trouble;
  if (stage === "auth")
    return { ...ownVerdict("deferred", "4.7.0", `Login at the relay failed: ${trouble.message}`) };
  if (stage === "connect") return connectVerdict(trouble);
  if (response !== null) {
    const verdict = verdictOf(response, stage === "sending" ? "data" : stage);
    return verdict.kind === "delivered" ? { ...verdict, kind: "deferred" } : verdict;
  }
  // nodemailer compares with the server's SIZE before it sends. RFC 1870 6.1
  if (trouble.details.local && trouble.message.includes("larger than allowed")) {
    return ownVerdict("failed", "5.3.4", "The mail is larger than the server accepts.");
  }
  if (trouble.details.local) return ownVerdict("failed", "5.1.3", trouble.message);
  return ownVerdict("deferred", "4.4.2", trouble.message);
}

/** A host that never takes mail says 521 or 556; any other greeting may change. RFC 7504 */
export function neverTakesMail(trouble: SmtpError): boolean {
  return trouble.stage === "connect" && /^5(?:21|56)/.test(trouble.response ?? "");
}

function connectVerdict(trouble: SmtpError): Verdict {
  if (trouble.response === null)
    return ownVerdict("deferred", trouble.details.duringTls ? "4.7.5" : "4.4.1", trouble.message);
  const verdict = verdictOf(trouble.response, "connect");
  return { ...verdict, kind: neverTakesMail(trouble) ? "failed" : "deferred" };
}

/** The words of a reply on one line without control characters; codes of continuation lines dropped. */
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
