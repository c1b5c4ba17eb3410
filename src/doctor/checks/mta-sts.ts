// The MTA-STS policy of each domain that publishes one, fetched as a sender fetches it. RFC 8461 3.3
import { createDns } from "../../lib/dns/dns.ts";
import { peerMessage } from "../../lib/peer-trouble.ts";
import { fetchPolicy } from "../../outbound/mta-sts.ts";
import { mtaStsPolicy } from "../../outbound/service-records.ts";
import { type DoctorContext, publicDomains } from "../context.ts";
import { type CheckResult, fine, warning } from "../finding.ts";

export async function checkStsPolicy(context: DoctorContext): Promise<CheckResult[]> {
  const found = await Promise.all(publicDomains(context).map((domain) => policyOf(context, domain)));
  return found.flatMap((result) => result ?? []);
}

/** null: the domain says that it has no policy. */
async function policyOf(context: DoctorContext, domain: string): Promise<CheckResult | null> {
  const { lookUp, config, clock, options, limits } = context;
  const { records } = await lookUp({ name: `_mta-sts.${domain}`, type: "TXT" });
  if (!records.some((text) => /^v=STSv1\s*;/.test(text))) return null;
  const dns = createDns({ servers: config.dnsServers });
  const at = options.policyServer;
  const source = at && { ...dns, ipv4: async () => [at.address], ipv6: async () => [] };
  let policy: string;
  try {
    policy = await fetchPolicy(domain, {
      dns: source ?? dns,
      clock,
      timeoutMs: limits.connectMs,
      ...(options.ca && { ca: options.ca }),
      ...(at && { port: at.port }),
    });
  } catch (error) {
    return warning(
      "unreachable",
      `${domain} announces an MTA-STS policy, which cannot be fetched: ${peerMessage(error)}. Senders go on without it.`,
      {
        subject: domain,
        remedy: `https://mta-sts.${domain}/.well-known/mta-sts.txt has to answer at port 443 with a certificate for that name: look at the ports, the DNS records and the certificate.`,
      },
    );
  }
  const wanted = mtaStsPolicy(config.mailHostname);
  if (linesOf(policy) === linesOf(wanted)) return fine("The MTA-STS policy is served.", { subject: domain });
  return warning(
    "other",
    `The MTA-STS policy that senders find is not this server's: ${linesOf(policy).replaceAll("\n", ", ").slice(0, 300)}`,
    {
      subject: domain,
      remedy: `Another server answers for mta-sts.${domain}, or MAIL_HOSTNAME has changed: lead the name here. Mail that may not go to the hosts of the policy waits at its senders.`,
    },
  );
}

function linesOf(policy: string): string {
  return policy
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");
}
