// The records that a domain should have beside those that DNS has now, character by character: what a person mends in the panel of
// a DNS provider. A look alone: nothing is stored. DECISIONS Domains, pods, routing rules.
import type { Config } from "../config/config.ts";
import type { LookUp } from "../lib/dns/look-up.ts";
import { NoAnswer } from "../lib/dns/query.ts";
import type { MailService } from "../mail/client-settings.ts";
import type { FullDomain } from "../store/domains/domains.ts";
import { type ExpectedDnsRecord, isAsWanted, type RecordPurpose, recordsFor } from "./domain-records.ts";
import { type ServiceRecord, serviceOptions, serviceRecords } from "./service-records.ts";
import { unknownSpfWord } from "./spf-words.ts";

export type WantedRecord = ExpectedDnsRecord | ServiceRecord;
export type RecordState = "same" | "other" | "missing" | "unanswered";

/** The place where a published record leaves the wanted one. */
export interface RecordDifference {
  /** Characters before it that are alike, counted from the first. */
  position: number;
  /** Both texts around it, at most 48 characters; "" where a text has ended. */
  wanted: string;
  published: string;
}

export interface CheckedRecord {
  record: WantedRecord;
  state: RecordState;
  /** Records at the name that are meant for this purpose, as DNS has them. */
  published: string[];
  /** null unless the state is `other`. */
  difference: RecordDifference | null;
  /** A sentence; null where nothing is to be done. */
  remedy: string | null;
}

/**
 * Asks for all records at once.
 * @param host the mail host: an alias will do where it leads to the same addresses
 */
export function checkRecords(
  lookUp: LookUp,
  { domain, host, records }: { domain: string; host: string; records: readonly WantedRecord[] },
): Promise<CheckedRecord[]> {
  const answered: LookUp = async (question) => {
    const found = await lookUp(question);
    if (found.failed) throw new NoAnswer(`${question.type} ${question.name}`);
    return found;
  };
  return Promise.all(records.map((record) => checkRecord(answered, { domain, host, record })));
}

async function checkRecord(
  lookUp: LookUp,
  { domain, host, record }: { domain: string; host: string; record: WantedRecord },
): Promise<CheckedRecord> {
  const found = (state: RecordState, more: Partial<CheckedRecord> = {}): CheckedRecord => ({
    record,
    state,
    published: [],
    difference: null,
    remedy: null,
    ...more,
  });
  try {
    const { state, published } = await stateOf(lookUp, record, host);
    if (state === "same") return found(state, { published });
    if (state === "missing") return found(state, { remedy: await missingRemedy(lookUp, record, domain) });
    const nearest = nearestOf(record.value, published);
    const difference = differenceOf(record.value, nearest);
    return found(state, {
      published,
      difference,
      remedy: otherRemedy(record, published, { nearest, domain }),
    });
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return found("unanswered", { remedy: "The DNS servers gave no answer. Try again in a minute." });
  }
}

/** Where the record stands instead, or what keeps it away. @throws NoAnswer */
async function missingRemedy(lookUp: LookUp, record: WantedRecord, domain: string): Promise<string> {
  const { name, type, value } = record;
  const short = shortName(name, domain);
  // Many panels add the domain to what is typed.
  const doubled = await lookUp({ name: `${name}.${domain}`, type });
  if (doubled.records.length > 0)
    return `It stands at ${name}.${domain}: the panel adds the domain by itself. Enter ${short} as its name.`;
  const [texts, aliases] = await Promise.all([
    lookUp({ name: type === "TXT" ? domain : name, type: "TXT" }),
    lookUp({ name, type: "CNAME" }),
  ]);
  const isThere = texts.records.some((text) => withoutSpace(text) === withoutSpace(value));
  if (isThere && type !== "TXT") return `It stands there as TXT: make it a record of type ${type}.`;
  if (isThere) return `It stands at ${domain}: enter ${short} as its name.`;
  const [alias] = aliases.records;
  return alias === undefined || type === "CNAME"
    ? "Publish it."
    : `An alias (CNAME to ${alias}) stands at ${name}, and nothing else can beside it: remove it, then publish this. RFC 1034 3.6.2`;
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, "");
}

function shortName(name: string, domain: string): string {
  return name === domain ? "@ (or nothing)" : name.slice(0, -domain.length - 1);
}

/** All records of a domain: those that are verified, then those of the services that these settings offer. */
export function wantedRecords(
  domain: FullDomain,
  config: Pick<Config, "mailHostname" | "httpsPort" | "tls" | "acme">,
  service: MailService,
): WantedRecord[] {
  return [
    ...recordsFor(domain, config.mailHostname),
    ...serviceRecords(domain.row.domain, serviceOptions(config, service)),
  ];
}

/** The state of one record. An alias may be replaced by the addresses themselves. @throws NoAnswer */
export async function stateOf(
  lookUp: LookUp,
  record: WantedRecord,
  host: string,
): Promise<{ state: Exclude<RecordState, "unanswered">; published: string[] }> {
  const { records } = await lookUp({ name: record.name, type: record.type });
  if (record.type === "CNAME") {
    const [there, wanted] = await Promise.all([addressesOf(lookUp, record.name), addressesOf(lookUp, host)]);
    const published = [...records, ...there];
    if (published.length === 0) return { state: "missing", published };
    const leadsHere = records.includes(host) || there.some((address) => wanted.includes(address));
    return { state: leadsHere ? "same" : "other", published };
  }
  const meant = records.filter((text) => isMeant(record, text));
  const published = meant.length > 0 ? meant : records.filter((text) => isMistyped(record, text));
  if (published.length === 0) return { state: "missing", published };
  return { state: isGood(record, published) ? "same" : "other", published };
}

/** @throws NoAnswer */
export async function addressesOf(lookUp: LookUp, name: string): Promise<string[]> {
  const [four, six] = await Promise.all([lookUp({ name, type: "A" }), lookUp({ name, type: "AAAA" })]);
  return [...four.records, ...six.records];
}

const verified: readonly string[] = [
  "ownership",
  "receiving",
  "spf",
  "dkim",
  "dmarc",
] satisfies RecordPurpose[];

function isVerified(record: WantedRecord): record is ExpectedDnsRecord {
  return verified.includes(record.purpose);
}

/** A name that is ours alone holds nothing else; at other names texts stand for many purposes. */
function isMeant(record: WantedRecord, text: string): boolean {
  if (record.type !== "TXT" || record.purpose === "ownership" || record.purpose === "dkim") return true;
  return text.trimStart().replace(/^"/, "").toLowerCase().startsWith(versionOf(record));
}

/** Such as a line of a zone file in place of its text, or a text in typographic quotation marks. */
function isMistyped(record: WantedRecord, text: string): boolean {
  return record.type === "TXT" && text.toLowerCase().includes(versionOf(record));
}

/** `v=spf1`, in lower case. */
function versionOf({ value }: WantedRecord): string {
  return value.split(/[; ]/, 1)[0]!.toLowerCase();
}

/** SRV by port and host, whatever its weights; of reports any address. */
function isGood(record: WantedRecord, published: readonly string[]): boolean {
  if (isVerified(record)) return isAsWanted(record, published);
  return published.some((text) => {
    if (record.type === "SRV") return portAndHost(text) === portAndHost(record.value);
    if (record.purpose === "tls reports") return /rua=(mailto|https):/.test(text);
    return text.replace(/[\s;]/g, "") === record.value.replace(/[\s;]/g, "");
  });
}

function portAndHost(srv: string): string {
  return srv.split(" ").slice(2).join(" ");
}

/** The published text with the longest beginning of the wanted one. */
export function nearestOf(wanted: string, published: readonly string[]): string {
  return published.reduce((best, text) => (alike(wanted, text) > alike(wanted, best) ? text : best));
}

function alike(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

/** The first place where the texts part. */
export function differenceOf(wanted: string, published: string): RecordDifference {
  const position = alike(wanted, published);
  const around = (text: string) => text.slice(Math.max(0, position - 24), position + 24);
  return { position, wanted: around(wanted), published: around(published) };
}

function otherRemedy(
  record: WantedRecord,
  published: readonly string[],
  { nearest, domain }: { nearest: string; domain: string },
): string {
  const { value, purpose } = record;
  if (purpose === "spf" && published.length > 1)
    return `Join the ${published.length} SPF records into one. RFC 7208 4.5`;
  if (purpose === "dmarc" && published.length > 1)
    return `Keep one of the ${published.length} DMARC records. RFC 7489 6.6.3`;
  if (record.type === "TXT") return textRemedy(record, nearest);
  if (purpose === "receiving" && nearest === `${value}.${domain}`)
    return `The panel adds the domain to the host: end it with a dot, ${value.split(" ")[1]}.`;
  if (purpose === "receiving") return "Replace it, unless that host forwards mail here; then add this one.";
  return "Replace it.";
}

function textRemedy({ value, purpose }: WantedRecord, nearest: string): string {
  const isWithout = (mark: string) =>
    nearest.includes(mark) && withoutSpace(nearest.replaceAll(mark, "")) === withoutSpace(value);
  if (isWithout('"')) return "Leave out the quotation marks: the panel adds them by itself.";
  if (isWithout("\\")) return "Leave out the backslashes: the panel adds them by itself.";
  const at = [...nearest].findIndex((character) => character < " " || character > "~");
  if (at >= 0)
    return `Character ${at + 1} is ${nameOf([...nearest][at]!)}, which no DNS record of this kind has: copy the text anew, or type it.`;
  if (purpose === "dkim" && /(^|;)\s*p=\s*(;|$)/.test(nearest))
    return "It has no key (p= is empty), which revokes it: replace it. RFC 6376 3.6.1";
  if (nearest !== "" && nearest.length < value.length && value.startsWith(nearest))
    return `It ends after ${nearest.length} of ${value.length} characters: the panel cut it. Enter it as several strings of at most 255.`;
  const version = value.split(/[; ]/, 1)[0]!;
  const begins = nearest.toLowerCase().indexOf(version.toLowerCase());
  if (begins > 0)
    return `Enter the text alone: leave out "${nearest.slice(0, begins).trim()}" before ${version}.`;
  if (purpose !== "spf") return "Replace it.";
  const unknown = unknownSpfWord(nearest);
  if (unknown !== undefined)
    return `"${unknown}" is no word of SPF, so all of it counts as an error: mend or drop that word. RFC 7208 4.6`;
  return nearest.toLowerCase().startsWith("v=spf1 ")
    ? `Add mx to it: ${nearest.replace(/^v=spf1/i, "v=spf1 mx")}`
    : "Replace it.";
}

/** `U+200B`; look-ups give U+FFFD for control characters. */
function nameOf(character: string): string {
  if (character === "\ufffd") return "a line break or another control character";
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Lines for a terminal: the texts in place of a record, and the two that part one below the other, with a mark there. */
export function publishedLines(published: readonly string[], difference: RecordDifference | null): string[] {
  if (published.length === 0) return [];
  const beside = difference === null ? [] : besideLines(difference);
  return ["      DNS has now:", ...[...published, ...beside].map((line) => `        ${line}`)];
}

function besideLines({ position, wanted, published }: RecordDifference): string[] {
  const mark = " ".repeat(Math.min(position, 24));
  return [
    `wanted     ${wanted}`,
    `published  ${published}`,
    `           ${mark}^ character ${position + 1}${published.length <= mark.length ? ": it ends here" : ""}`,
  ];
}
