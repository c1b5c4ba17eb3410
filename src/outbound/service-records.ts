// DNS records of a domain's zone file that are not verified: where mail programs find the service (RFC 6186, RFC 6764, RFC 8314 5.1),
// and which request TLS (RFC 8461) and TLS reports (RFC 8460) from other servers.
import { createHash } from "node:crypto";
import type { Config } from "../config/config.ts";
import { type MailService, mailService } from "../mail/client-settings.ts";

export interface ServiceRecord {
  type: "TXT" | "CNAME" | "SRV";
  /** Without the trailing dot. */
  name: string;
  /** SRV and CNAME end with the host, without the trailing dot. */
  value: string;
  purpose: "mail programs" | "mta-sts" | "tls reports";
}

export interface ServiceRecordOptions {
  service: MailService;
  /** HTTPS is served here, as `mta-sts`, `autoconfig` and `autodiscover` need. */
  https: boolean;
  /** The certificate is issued by a public authority. */
  trusted: boolean;
}

export function serviceOptions(
  { httpsPort, tls, acme }: Pick<Config, "httpsPort" | "tls" | "acme">,
  service: MailService,
): ServiceRecordOptions {
  return { service, https: httpsPort !== null, trusted: tls !== null || acme !== null };
}

/** The service at the ports that the settings name, which a server that takes free ones may not have. */
export function configuredService(config: Config): MailService {
  const { mailHostname, imapPort: imap, imapsPort: imaps, submissionPort: submission } = config;
  const { submissionsPort: submissions, httpsPort: https } = config;
  return mailService(mailHostname, { imap, imaps, submission, submissions, https });
}

/** Seconds for which senders cache the policy: long enough that an attacker cannot wait for its end. RFC 8461 3.2 */
const maxAge = 14 * 86_400;

/** The policy: mail goes to this host only, under TLS with a certificate for its name. RFC 8461 3.2 */
export function mtaStsPolicy(mailHostname: string): string {
  return `version: STSv1\r\nmode: enforce\r\nmx: ${mailHostname}\r\nmax_age: ${maxAge}\r\n`;
}

/** The policy's id, which changes with the policy. RFC 8461 3.1 */
export function mtaStsId(policy: string): string {
  return createHash("sha256").update(policy).digest("hex").slice(0, 32);
}

export function serviceRecords(
  domain: string,
  { service, https, trusted }: ServiceRecordOptions,
): ServiceRecord[] {
  const { host } = service;
  const found = [
    ["_imaps", service.imaps],
    ["_submissions", service.submissions],
    ["_imap", service.imap],
    ["_submission", service.submission],
  ] as const;
  const programs = found.flatMap(([name, port]) =>
    port === null
      ? []
      : [{ type: "SRV" as const, name: `${name}._tcp.${domain}`, value: `0 1 ${port} ${host}` }],
  );
  const documents = https
    ? ["autoconfig", "autodiscover"].map((name) => ({
        type: "CNAME" as const,
        name: `${name}.${domain}`,
        value: host,
      }))
    : [];
  // RFC 6764 3, 4
  const calendars =
    service.https === null
      ? []
      : [
          { type: "SRV" as const, name: `_caldavs._tcp.${domain}`, value: `0 1 ${service.https} ${host}` },
          { type: "TXT" as const, name: `_caldavs._tcp.${domain}`, value: "path=/dav/" },
        ];
  const id = mtaStsId(mtaStsPolicy(host));
  return [
    {
      type: "TXT",
      name: `_smtp._tls.${domain}`,
      value: `v=TLSRPTv1; rua=mailto:postmaster@${domain}`,
      purpose: "tls reports",
    },
    ...(https && trusted
      ? ([
          { type: "CNAME", name: `mta-sts.${domain}`, value: host, purpose: "mta-sts" },
          { type: "TXT", name: `_mta-sts.${domain}`, value: `v=STSv1; id=${id};`, purpose: "mta-sts" },
        ] as const)
      : []),
    ...[...programs, ...documents, ...calendars].map((record) => ({
      ...record,
      purpose: "mail programs" as const,
    })),
  ];
}
