// Observations of a mail from outside about the domain in its From, for the report that the domain may ask
// for. RFC 9990
import type { DmarcObservation } from "../mail/report/dmarc-report.ts";
import { maxSignatures } from "../mail/report/dmarc-report.ts";
import { type AuthenticationResults, domainWord } from "../mail/trust/authentication.ts";
import type { SmtpClient } from "./authenticate.ts";
import { organisationOf } from "./organisation.ts";

/**
 * @param seen.author the domain of From, in A-labels
 * @param seen.isRefused the mail is refused because of the policy
 * @param seen.isSpam it is filed as spam
 * @returns null where no policy was found, or a check is to be made again
 */
export function observationOf(
  { spf, dkim, dmarc }: AuthenticationResults,
  seen: { client: SmtpClient; author: string; isRefused: boolean; isSpam: boolean },
): { domain: string; detail: DmarcObservation } | null {
  const { author } = seen;
  if (!dmarc || dmarc.policy === null || dmarc.domain === null) return null;
  if (dmarc.result !== "pass" && dmarc.result !== "fail") return null;
  const passes = dmarc.result === "pass";
  const dkimAligned = passes && dkim.some(({ result, aligned }) => result === "pass" && aligned);
  const spfPasses = passes && spf?.result === "pass" && spf.domain !== null;
  // Without an aligned signature a pass is by SPF, however its record aligns it.
  const spfAligned =
    spfPasses && (!dkimAligned || organisationOf(spf.domain ?? "") === organisationOf(author));
  const disposition = passes
    ? "pass"
    : seen.isRefused
      ? "reject"
      : seen.isSpam && dmarc.policy !== "none"
        ? "quarantine"
        : "none";
  return {
    domain: dmarc.domain,
    detail: {
      source_ip: seen.client.ip.replace(/^::ffff:(?=\d+\.)/i, ""),
      header_from: author,
      envelope_from: domainWord(seen.client.from.slice(seen.client.from.lastIndexOf("@") + 1)) ?? "",
      disposition,
      local_policy: !passes && disposition !== dmarc.policy,
      dkim_aligned: dkimAligned,
      spf_aligned: spfAligned,
      spf: spf && spf.domain !== null ? { result: spf.result, domain: spf.domain } : null,
      dkim: dkim
        .slice(0, maxSignatures)
        .flatMap(({ result, domain, selector }) =>
          domain === null || selector === null ? [] : [{ result, domain, selector }],
        ),
    },
  };
}
