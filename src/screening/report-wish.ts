// Where a domain wants its DMARC reports, and what its policy is: read from DNS when a report is written. RFC 9989 4.7,
// RFC 9990 4

import type { Dns } from "../lib/dns/dns.ts";
import { tagPairs } from "../lib/dns/tag-list.ts";
import { parseUrl } from "../lib/urls.ts";
import { canonicalAddress, domainOf } from "../mail/address.ts";
import type { PublishedPolicy } from "../mail/report/dmarc-report.ts";
import { organisationOf } from "./organisation.ts";

export interface ReportDestination {
  email: string;
  /** The most octets of the mail; null: no limit is named. */
  maxBytes: number | null;
}

/** Addresses of one record that get a report. */
const maxDestinations = 5;

/** @returns null where the domain publishes no policy now, or asks for no reports @throws DnsTrouble */
export async function reportWish(
  dns: Pick<Dns, "txt">,
  domain: string,
): Promise<{ policy: PublishedPolicy; destinations: ReportDestination[] } | null> {
  const records = (await dns.txt(`_dmarc.${domain}`)).filter(isDmarc);
  // RFC 9989 4.8: of several none counts.
  if (records.length !== 1) return null;
  const tags = tagsOf(records[0]!);
  const policy = policyOf(domain, tags);
  const asked = destinationsOf(tags.get("rua") ?? "");
  const allowed = await Promise.all(asked.map((each) => accepts(dns, domain, each)));
  const destinations = asked.filter((_, n) => allowed[n]);
  return destinations.length > 0 ? { policy, destinations } : null;
}

function isDmarc(record: string): boolean {
  return /^\s*v\s*=\s*DMARC1\s*(?:;|$)/.test(record);
}

function policyOf(domain: string, tags: ReadonlyMap<string, string>): PublishedPolicy {
  const policy = (name: string) => {
    const value = tags.get(name)?.toLowerCase();
    return value === "none" || value === "quarantine" || value === "reject" ? value : undefined;
  };
  const mode = (name: string) => {
    const value = tags.get(name)?.toLowerCase();
    return value === "r" || value === "s" ? value : undefined;
  };
  const fo = tags.get("fo");
  const testing = tags.get("t")?.toLowerCase();
  return {
    domain,
    p: policy("p") ?? "none",
    sp: policy("sp"),
    np: policy("np"),
    adkim: mode("adkim"),
    aspf: mode("aspf"),
    fo: fo !== undefined && /^[01ds](?::[01ds]){0,3}$/.test(fo) ? fo : undefined,
    testing: testing === "y" || testing === "n" ? testing : undefined,
  };
}

function tagsOf(record: string): Map<string, string> {
  return new Map(tagPairs(record).map(([name, value]) => [name.toLowerCase(), value]));
}

const unit: Record<string, number> = { k: 1024, m: 1024 ** 2, g: 1024 ** 3, t: 1024 ** 4 };

/** Addresses of `rua`, each once; other schemes than mailto are left out. RFC 7489 6.2: a limit may follow after "!" */
export function destinationsOf(rua: string): ReportDestination[] {
  const found = new Map<string, ReportDestination>();
  for (const uri of rua.split(",").slice(0, 20)) {
    const [, address = "", size, of = ""] =
      /^\s*mailto:([^!?\s]{3,320})(?:\?[^!\s]*)?(?:!(\d{1,12})([kmgt]?))?\s*$/i.exec(uri) ?? [];
    const email = canonicalAddress(decoded(address));
    if (email === null || found.has(email)) continue;
    const maxBytes = size === undefined ? null : Number(size) * (unit[of.toLowerCase()] ?? 1);
    found.set(email, { email, maxBytes });
  }
  return [...found.values()].slice(0, maxDestinations);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** Whether the address takes reports about the domain: within one organisation, or by a record of its own. RFC 9990 4 */
async function accepts(
  dns: Pick<Dns, "txt">,
  domain: string,
  { email }: ReportDestination,
): Promise<boolean> {
  const host = domainOf(email.slice(email.lastIndexOf("@") + 1));
  if (host === null) return false;
  if (organisationOf(host) === organisationOf(domain)) return true;
  return (await dns.txt(`${domain}._report._dmarc.${host}`)).some(isDmarc);
}

/** Where a domain wants its TLS reports; null: nowhere. RFC 8460 3 @throws DnsTrouble */
export async function tlsReportWish(
  dns: Pick<Dns, "txt">,
  domain: string,
): Promise<{ emails: string[]; urls: string[] } | null> {
  const records = (await dns.txt(`_smtp._tls.${domain}`)).filter((record) =>
    /^\s*v\s*=\s*TLSRPTv1\s*(?:;|$)/.test(record),
  );
  // Several records count as none.
  if (records.length !== 1) return null;
  const rua = tagsOf(records[0]!).get("rua") ?? "";
  const emails = destinationsOf(rua).map(({ email }) => email);
  const urls = rua
    .split(",")
    .map((uri) => uri.trim())
    .filter((uri) => /^https:/i.test(uri) && parseUrl(uri) !== null)
    .slice(0, maxDestinations);
  return emails.length + urls.length > 0 ? { emails, urls } : null;
}
