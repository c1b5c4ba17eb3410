// The DNS records that a domain needs, their verification, and the zone file. Look-ups are separate from verification: a turn
// makes no DNS query. DECISIONS Domains, pods, routing rules.
import { createDns, DnsTrouble, type MxRecord } from "../lib/dns/dns.ts";
import { isTagList, tagPairs } from "../lib/dns/tag-list.ts";
import type { FullDomain } from "../store/domains/domains.ts";
import type { RecordStatus } from "../store/tables/index.ts";
import { dkimRecordMatches } from "./dkim.ts";
import type { ServiceRecord } from "./service-records.ts";
import { isSpfRecord, spfWords, unknownSpfWord } from "./spf-words.ts";

export type RecordPurpose = "ownership" | "receiving" | "spf" | "dkim" | "dmarc";

export interface ExpectedDnsRecord {
  type: "TXT" | "MX";
  /** Without the trailing dot. */
  name: string;
  value: string;
  purpose: RecordPurpose;
}

/** The records of a domain in display order: ownership, MX, SPF, DKIM, DMARC. */
export function recordsFor({ row, keys }: FullDomain, mailHostname: string): ExpectedDnsRecord[] {
  const { domain, ownershipToken } = row;
  return [
    { type: "TXT", name: `_postroom.${domain}`, value: `postroom=${ownershipToken}`, purpose: "ownership" },
    { type: "MX", name: domain, value: `10 ${mailHostname}`, purpose: "receiving" },
    { type: "TXT", name: domain, value: "v=spf1 mx -all", purpose: "spf" },
    ...keys.map((key) => ({
      type: "TXT" as const,
      name: dkimName(key.selector, domain),
      value: key.dnsValue,
      purpose: "dkim" as const,
    })),
    {
      type: "TXT",
      name: `_dmarc.${domain}`,
      // RFC 9989 4.7: reports come to an address that is accepted for every verified domain. RFC 5321 4.5.1
      value: `v=DMARC1; p=quarantine; rua=mailto:postmaster@${domain}`,
      purpose: "dmarc",
    },
  ];
}

/** RFC 6376 3.6.2.1 */
export function dkimName(selector: string, domain: string): string {
  return `${selector}._domainkey.${domain}`;
}

/** The records, each with its status at the last verification. */
export function recordsWithStatus(
  domain: FullDomain,
  mailHostname: string,
): (ExpectedDnsRecord & { status: RecordStatus })[] {
  return recordsFor(domain, mailHostname).map((record) => {
    const key = domain.keys.find(({ dnsValue }) => dnsValue === record.value);
    return { ...record, status: key?.status ?? domain.row.recordStatus[record.purpose] ?? "pending" };
  });
}

/** DNS answers by name; a name whose query failed is absent. */
export interface DnsEvidence {
  readonly txt: ReadonlyMap<string, readonly string[]>;
  readonly mx: ReadonlyMap<string, readonly MxRecord[]>;
}

/**
 * Queries all names at once; a name whose query fails is left out.
 * @param servers as createDns takes them; each call makes a new resolver, since a resolver caches
 */
export async function lookUpRecords(
  servers: readonly string[] | null,
  records: readonly ExpectedDnsRecord[],
): Promise<DnsEvidence> {
  const dns = createDns({ servers });
  const namesOf = (type: ExpectedDnsRecord["type"]) => [
    ...new Set(records.filter((record) => record.type === type).map((record) => record.name)),
  ];
  const [txt, mx] = await Promise.all([
    answersFor(namesOf("TXT"), (name) => dns.txt(name)),
    answersFor(namesOf("MX"), (name) => dns.mx(name)),
  ]);
  return { txt, mx };
}

async function answersFor<T>(
  names: readonly string[],
  query: (name: string) => Promise<T[]>,
): Promise<Map<string, T[]>> {
  const answers = await Promise.all(
    names.map(async (name) => {
      try {
        return [[name, await query(name)] as const];
      } catch (error) {
        if (error instanceof DnsTrouble) return [];
        throw error;
      }
    }),
  );
  return new Map(answers.flat());
}

/** Verifies a record against the answers; null when the query of its name failed. */
export function judge(record: ExpectedDnsRecord, evidence: DnsEvidence): "verified" | "failed" | null {
  const found =
    record.type === "MX"
      ? evidence.mx.get(record.name)?.map(({ preference, exchange }) => `${preference} ${exchange}`)
      : evidence.txt.get(record.name);
  if (!found) return null;
  return isAsWanted(record, found) ? "verified" : "failed";
}

/** Whether what DNS has at the record's name does what the record is for. @param found MX as `10 host` */
export function isAsWanted(record: ExpectedDnsRecord, found: readonly string[]): boolean {
  switch (record.purpose) {
    case "receiving":
      return found.some((text) => text.split(" ")[1] === record.value.split(" ")[1]);
    case "ownership":
      return found.some((text) => text.trim() === record.value);
    case "spf":
      return allowsMx(found);
    case "dkim":
      return dkimRecordMatches(found, record.value);
    default:
      return hasPolicy(found);
  }
}

/** Whether exactly one SPF record (RFC 7208 4.5), without an error, permits the domain's MX hosts; it may hold more. */
function allowsMx(texts: readonly string[]): boolean {
  const [record, ...others] = texts.filter(isSpfRecord);
  if (record === undefined || others.length > 0 || unknownSpfWord(record) !== undefined) return false;
  return spfWords(record.toLowerCase()).some((word) => word === "mx" || word === "+mx");
}

/**
 * Whether exactly one DMARC record is there; the owner may publish any policy, of those that there are. Of tags that are
 * written wrong the others count. RFC 7489 6.3
 */
function hasPolicy(texts: readonly string[]): boolean {
  const [record, ...others] = texts.filter((text) => /^v=DMARC1[ \t]*(;|$)/.test(text));
  if (record === undefined || others.length > 0) return false;
  const policy = tagPairs(record.split(";").filter(isTagList).join(";")).find(
    ([name]) => name.toLowerCase() === "p",
  )?.[1];
  if (policy === undefined) return isTagList(record);
  return ["none", "quarantine", "reject"].includes(policy.toLowerCase());
}

/** The records as a zone file with absolute names. RFC 1035 5.1 */
export function zoneFile(domain: string, records: readonly (ExpectedDnsRecord | ServiceRecord)[]): string {
  const lines = records.map((record) => `; ${record.purpose}\n${zoneLine(record)}`);
  return `; Postroom: DNS records of ${domain}\n${lines.join("\n")}\n`;
}

/** One record as a line of a zone file. @param record.value ends with the host, without its dot; of TXT the text; of A and AAAA the address */
export function zoneLine(record: { type: string; name: string; value: string }): string {
  const { type, name, value } = record;
  const data = type === "TXT" ? quoted(value) : type === "A" || type === "AAAA" ? value : `${value}.`;
  return `${name}. 3600 IN ${type} ${data}`;
}

/** TXT data as strings of at most 255 octets, which resolvers join. RFC 1035 3.3.14 */
function quoted(text: string): string {
  const strings = text.match(/.{1,255}/gs) ?? [""];
  return strings.map((string) => `"${string.replace(/["\\]/g, "\\$&")}"`).join(" ");
}
