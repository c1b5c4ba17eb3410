// Observations of a session's TLS with a domain's mail servers, for the report that the domain may ask for.
// RFC 8460 4.3. Pure.
import type { TlsFailure, TlsObservation, TlsPolicy } from "../mail/report/tls-report.ts";
import type { RecipientResult } from "./outcome.ts";
import type { SmtpError } from "./smtp-error.ts";
import type { SmtpTarget } from "./target.ts";

export const noPolicy: TlsPolicy = { type: "no-policy-found", strings: [], hosts: [] };

const maxReasonCharacters = 200;

/** Return a failure's text for a report: printable ASCII, shortened. */
export function reasonText(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, "?").slice(0, maxReasonCharacters);
}

/**
 * @param tried.error why the session ended without the mail's outcome
 * @returns null where TLS did not come to be asked: no connection, or the attempt was cut short
 */
export function tlsObservation(
  target: SmtpTarget,
  tried: { results: readonly RecipientResult[]; error: SmtpError | null },
): TlsObservation | null {
  const policy = target.policy ?? noPolicy;
  const of = (failure: TlsFailure | null, reason: string | null) => ({
    policy,
    failure,
    host: target.name,
    ip: target.address,
    reason: reason === null ? null : reasonText(reason),
  });
  const { error } = tried;
  const [result] = tried.results;
  if (error?.stage === "connect") {
    if (!error.details.duringTls) return null;
    return error.response === null
      ? of(error.details.tlsFailure ?? failureOf(error.message), error.message)
      : of("starttls-not-supported", error.response);
  }
  if (!result || result.mx === null) return null;
  if (result.tlsFallback !== null) return of(failureOf(result.tlsFallback), result.tlsFallback);
  if (result.tls === null) return of("starttls-not-supported", null);
  // A policy in mode testing demands nothing, and is reported all the same. RFC 8461 5
  if (policy.type === "sts" && !target.allowed) return of("validation-failure", "not in the policy");
  if (policy.type === "sts" && !result.tls.verified) return of("certificate-not-trusted", null);
  return of(null, null);
}

/** Errors of the TLS library keep nothing but their text: nodemailer puts its own code in place of theirs. */
function failureOf(message: string): TlsFailure {
  if (/refused STARTTLS|STARTTLS/i.test(message)) return "starttls-not-supported";
  if (/expired/i.test(message)) return "certificate-expired";
  if (/altname|hostname|does not match/i.test(message)) return "certificate-host-mismatch";
  if (/self.signed|issuer|unable to (?:verify|get)|untrusted/i.test(message))
    return "certificate-not-trusted";
  return "validation-failure";
}
