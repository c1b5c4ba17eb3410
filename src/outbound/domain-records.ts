// The DNS records that a domain needs, what a look at DNS found of them, and its zone file. Looking is apart from
// judging: nothing is asked inside a turn. DECISIONS Domains, pods, routing rules.
import { createDns, DnsTrouble, type MxRecord } from "../lib/dns.ts";
import type { FullDomain } from "../store/accounts/domains.ts";
import type { RecordStatus } from "../store/tables/index.ts";
import { dkimRecordMatches } from "./dkim.ts";
import type { ServiceRecord } from "./service-records.ts";

export type Purpose = "ownership" | "receiving" | "spf" | "dkim" | "dmarc";

export interface DnsRecord {
  type: "TXT" | "MX";
  /** Without the root's dot. */
  name: string;
  value: string;
  purpose: Purpose;
}

/** In the order in which they are shown: ownership, MX, SPF, DKIM, DMARC. */
export function recordsFor({ row, keys }: FullDomain, mailHostname: string): DnsRecord[] {
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
    { type: "TXT", name: `_dmarc.${domain}`, value: "v=DMARC1; p=quarantine", purpose: "dmarc" },
  ];
}

/** RFC 6376 3.6.2.1 */
export function dkimName(selector: string, domain: string): string {
  return `${selector}._domainkey.${domain}`;
}

/** The records with what the last look at DNS found of each. */
export function recordsWithStatus(
  domain: FullDomain,
  mailHostname: string,
): (DnsRecord & { status: RecordStatus })[] {
  return recordsFor(domain, mailHostname).map((record) => {
    const key = domain.keys.find(({ dnsValue }) => dnsValue === record.value);
    return { ...record, status: key?.status ?? domain.row.recordStatus[record.purpose] ?? "pending" };
  });
}

/** What stood at each name; a name that could not be asked for is not in it. */
export interface Evidence {
  readonly txt: ReadonlyMap<string, readonly string[]>;
  readonly mx: ReadonlyMap<string, readonly MxRecord[]>;
}

/**
 * Asks for all of them at once. Trouble with one question leaves its name out.
 * @param servers as createDns takes them; asked anew, for a resolver that lives on remembers what was there before
 */
export async function lookUpRecords(
  servers: readonly string[] | null,
  records: readonly DnsRecord[],
): Promise<Evidence> {
  const dns = createDns({ servers });
  const namesOf = (type: DnsRecord["type"]) => [
    ...new Set(records.filter((record) => record.type === type).map((record) => record.name)),
  ];
  const [txt, mx] = await Promise.all([
    answered(namesOf("TXT"), (name) => dns.txt(name)),
    answered(namesOf("MX"), (name) => dns.mx(name)),
  ]);
  return { txt, mx };
}

async function answered<T>(
  names: readonly string[],
  ask: (name: string) => Promise<T[]>,
): Promise<Map<string, T[]>> {
  const answers = await Promise.all(
    names.map(async (name) => {
      try {
        return [[name, await ask(name)] as const];
      } catch (error) {
        if (error instanceof DnsTrouble) return [];
        throw error;
      }
    }),
  );
  return new Map(answers.flat());
}

/** What the evidence says of a record; null: its name could not be asked for. */
export function judge(record: DnsRecord, evidence: Evidence): "verified" | "failed" | null {
  const found = record.type === "MX" ? evidence.mx.get(record.name) : evidence.txt.get(record.name);
  if (!found) return null;
  return matches(record, found) ? "verified" : "failed";
}

function matches(record: DnsRecord, found: readonly string[] | readonly MxRecord[]): boolean {
  if (record.purpose === "receiving") {
    const host = record.value.split(" ")[1];
    return (found as readonly MxRecord[]).some(({ exchange }) => exchange === host);
  }
  const texts = found as readonly string[];
  switch (record.purpose) {
    case "ownership":
      return texts.some((text) => text.trim() === record.value);
    case "spf":
      return allowsMx(texts);
    case "dkim":
      return dkimRecordMatches(texts, record.value);
    default:
      // Any policy of the owner's own will do. RFC 7489 6.3
      return texts.filter((text) => /^v=DMARC1[ \t]*(;|$)/.test(text)).length === 1;
  }
}

/** One SPF record (RFC 7208 4.5) that lets the domain's MX hosts send: the owner may have more in it. */
function allowsMx(texts: readonly string[]): boolean {
  const records = texts.map((text) => text.toLowerCase().split(" ")).filter(([first]) => first === "v=spf1");
  return records.length === 1 && records[0]!.some((term) => term === "mx" || term === "+mx");
}

/** The records as a zone file, names and hosts absolute. RFC 1035 5.1 */
export function zoneFile(domain: string, records: readonly (DnsRecord | ServiceRecord)[]): string {
  const lines = records.map(({ type, name, value, purpose }) => {
    const data = type === "TXT" ? quoted(value) : `${value}.`;
    return `; ${purpose}\n${name}. 3600 IN ${type} ${data}`;
  });
  return `; Postroom: DNS records of ${domain}\n${lines.join("\n")}\n`;
}

/** Strings of at most 255 octets, which readers join. RFC 1035 3.3.14 */
function quoted(text: string): string {
  const strings = text.match(/.{1,255}/gs) ?? [""];
  return strings.map((string) => `"${string.replace(/["\\]/g, "\\$&")}"`).join(" ");
}
