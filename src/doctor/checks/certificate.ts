// The certificate that others see at the ports, and its renewal.
import { X509Certificate } from "node:crypto";
import { nearHost } from "../../app/ports.ts";
import { msOf } from "../../lib/clock.ts";
import { peerMessage, peerRemedy, peerTrouble } from "../../lib/peer-trouble.ts";
import { failingCertificates } from "../../store/domains/certificates.ts";
import { whyFilesUnusable } from "../../tls/certificates.ts";
import { type ShownCertificate, shownAt } from "../connect.ts";
import { type DoctorContext, publicDomains } from "../context.ts";
import { type CheckResult, failing, fine, problem, skipped, warning } from "../finding.ts";

const dayMs = 86_400_000;

interface TlsListener {
  label: string;
  name: string;
  port: number;
  smtp: boolean;
}

export async function checkCertificate(context: DoctorContext): Promise<CheckResult[]> {
  return [...unusableFiles(context), ...(await checkShown(context))];
}

/** A running server keeps the certificate that it has read before: the next start would fail. */
function unusableFiles({ config: { tls } }: DoctorContext): CheckResult[] {
  const why = tls && whyFilesUnusable(tls);
  if (why === null) return [];
  const [, said = why, remedy = ""] = /^(.*?[.)]) (?=[A-Z])(.*)$/s.exec(why) ?? [];
  return [failing("files_unusable", said, { subject: "TLS_CERT_FILE", remedy })];
}

async function checkShown(context: DoctorContext): Promise<CheckResult[]> {
  const places = placesOf(context);
  if (places.length === 0) return [];
  if (publicDomains(context).length === 0 && !context.config.tls && !context.config.acme)
    return [skipped("private", "The certificate is self-signed, as is enough on this machine.")];
  const seen = new Map<string, CheckResult[]>();
  for (const place of places) {
    const { found, key } = await look(context, place);
    if (!seen.has(key)) seen.set(key, found);
  }
  return [...seen.values()].flat();
}

function placesOf({ ports, config }: DoctorContext): TlsListener[] {
  if (ports === null) return [];
  const name = config.mailHostname;
  const all: { label: string; name: string; port: number | null; smtp: boolean }[] = [
    { label: "SMTP", name, port: ports.smtp, smtp: true },
    { label: "submission", name, port: ports.submissions, smtp: false },
    { label: "IMAP", name, port: ports.imaps, smtp: false },
    { label: "HTTPS", name: webHost(config.baseUrl) ?? name, port: ports.https, smtp: false },
  ];
  return all.flatMap((place) => (place.port === null ? [] : [{ ...place, port: place.port }]));
}

function webHost(baseUrl: string | null): string | null {
  return baseUrl?.startsWith("https:") ? new URL(baseUrl).hostname : null;
}

/** @returns `key`: the same for the same certificate under the same name */
async function look(
  context: DoctorContext,
  place: TlsListener,
): Promise<{ found: CheckResult[]; key: string }> {
  const { config, options, limits } = context;
  const at = { host: nearHost(config.host), port: place.port, timeoutMs: limits.connectMs };
  let shown: ShownCertificate;
  try {
    shown = await shownAt(at, { name: place.name, ca: options.ca, smtp: place.smtp });
  } catch (error) {
    const found = failing(
      "no_tls",
      `${place.label} at port ${place.port} makes no TLS connection: ${peerMessage(error)}.`,
      {
        subject: place.name,
        remedy: "Look at the server's log.",
      },
    );
    return { found: [found], key: `${place.label} ${place.port}` };
  }
  const certificate = new X509Certificate(shown.certificate);
  const judged = judge(context, { ...place, certificate, untrusted: shown.untrusted });
  return { found: [judged], key: `${place.name} ${certificate.fingerprint256}` };
}

/** The first of what is wrong: the others follow from it, or come up when it is mended. */
function judge(
  { config, clock, limits }: DoctorContext,
  seen: TlsListener & { certificate: X509Certificate; untrusted: string | null },
): CheckResult {
  const { certificate, name: subject, untrusted } = seen;
  const [fromMs, toMs] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
  const now = clock.now();
  const isSelfSigned = certificate.issuer === certificate.subject;
  const renew = renewal(config);
  if (isSelfSigned && untrusted !== null)
    return failing("self_signed", "The certificate is self-signed: mail programs and browsers refuse it.", {
      subject,
      remedy: config.acme
        ? "ACME has not issued one yet: ports 80 and 443 have to be reached from outside, and the log says what failed."
        : config.tls
          ? "TLS_CERT_FILE names it: put one there that an authority has signed."
          : "Let the program get one by ACME.",
      ...(config.acme || config.tls ? {} : { record: `ACME_EMAIL=admin@${config.mailDomain}` }),
    });
  if (toMs <= now)
    return failing("expired", `The certificate expired on ${certificate.validTo}.`, {
      subject,
      remedy: renew,
    });
  if (fromMs > now)
    return failing("not_yet_valid", `The certificate is valid only from ${certificate.validFrom} on.`, {
      subject,
      remedy: "Look at this machine's clock first.",
    });
  if (certificate.checkHost(subject) === undefined)
    return failing(
      "other_name",
      `The certificate is for ${certificate.subjectAltName ?? certificate.subject}, not for ${subject}.`,
      {
        subject,
        remedy:
          config.acme && !config.tls ? renew : `Name one for ${subject} in TLS_CERT_FILE and TLS_KEY_FILE.`,
      },
    );
  if (untrusted !== null)
    return failing("untrusted", `No known authority vouches for the certificate (${untrusted}).`, {
      subject,
      remedy: config.tls
        ? "TLS_CERT_FILE has to hold the whole chain: the certificate, then the intermediate ones (fullchain.pem)."
        : "ACME_DIRECTORY_URL names an authority for tests: use Let's Encrypt's (leave it out). For a private one, run doctor --ca FILE.",
    });
  const days = Math.floor((toMs - now) / dayMs);
  const { warn, fail } = limits.certificateDays;
  // Certificates of a few days are renewed when a third of their time is left.
  const least = Math.min(warn, (toMs - fromMs) / dayMs / 4);
  if (days < least)
    return problem(days < Math.min(fail, least / 2) ? "fail" : "warn", {
      code: "expires_soon",
      message: `The certificate expires in ${days} days (${certificate.validTo}), and was not renewed.`,
      subject,
      remedy: renew,
    });
  return fine(`The certificate is valid for ${days} more days.`, { subject });
}

function renewal({ acme, tls }: DoctorContext["config"]): string {
  if (tls) return "Renew the files of TLS_CERT_FILE and TLS_KEY_FILE: they are read again when they change.";
  return acme
    ? "The program renews it by ACME: look at renewal.failing, or at its log."
    : "Delete tls-cert.pem and tls-key.pem in DATA_DIR and restart.";
}

/** Refusals that are not of the way from the authority to here. RFC 8555 6.7 */
const refusals: readonly (readonly [RegExp, (host: string, isMailHost: boolean) => string])[] = [
  [
    /:rateLimited\)$/,
    () =>
      "The authority counts orders and failures, and gives more in some hours or days: mend what failed before.",
  ],
  [/:caa\)$/, (host) => `Let the CAA record of ${host}, or of the domains above it, name this authority.`],
  [
    /:(externalAccountRequired|accountDoesNotExist|userActionRequired|invalidContact|unsupportedContact)\)$/,
    () => "The authority does not take the account: look at ACME_EMAIL, and at what it asks of accounts.",
  ],
  [
    /:(rejectedIdentifier|unsupportedIdentifier)\)$/,
    (host, isMailHost) =>
      `The authority issues nothing for ${host}: name another one in ACME_DIRECTORY_URL${isMailHost ? ", or another MAIL_HOSTNAME" : ""}.`,
  ],
];

function renewalRemedy(error: string, host: string, isMailHost: boolean): string {
  // The answer of an authority that was reached tells of its own way here in the same words.
  const trouble = peerTrouble(new Error(error));
  if (!/\(urn:/.test(error) && trouble !== null && error.startsWith(trouble.cause))
    return peerRemedy(new Error(error), "ACME_DIRECTORY_URL names the authority, which was not reached.");
  const refusal = refusals.find(([type]) => type.test(error));
  return (
    refusal?.[1](host, isMailHost) ??
    `The authority has to reach this server at port 443 or 80 of ${host}: look at its A record and the firewall${/:unauthorized\)$/.test(error) ? ", and whether it lets this account order" : ""}.`
  );
}

/** Report failed renewals, with the authority's answer to the last try. */
export async function checkRenewal({ store, config, clock }: DoctorContext): Promise<CheckResult[]> {
  if (!store || !config.acme || config.tls) return [];
  const failed = await failingCertificates(store.core.database);
  return failed.map(({ host, failures, error, nextTry, notAfter }) => {
    const told = {
      subject: host,
      remedy: `${renewalRemedy(error ?? "", host, host === config.mailHostname)} The next try is at ${nextTry}.`,
    };
    const message = `No certificate was issued in ${failures} tries: ${error}`;
    return notAfter !== null && msOf(notAfter) > clock.now() + 7 * dayMs
      ? warning("failing", message, told)
      : failing("failing", message, told);
  });
}
