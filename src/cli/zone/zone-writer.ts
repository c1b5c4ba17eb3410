// Cli: a place where a zone can be changed, and what has to change there: records of others stay, and nothing is written that
// was not shown.
import type { RecordSet } from "../../lib/dns/update.ts";
import { isSpfAll, isSpfRecord, spfWords } from "../../outbound/spf-words.ts";

/** Credentials of one place. */
export interface ZoneWriter {
  /** As a person calls it. */
  readonly place: string;
  /** The zone that a name is in. @throws Error where these credentials have none */
  zoneOf(name: string): Promise<string>;
  /** The values that stand there. */
  read(zone: string, set: Pick<RecordSet, "name" | "type">): Promise<string[]>;
  /** Takes what goes of each set and puts what comes; where a place takes whole sets alone, the rest stays in the form in which it was read. @throws Error with the place's reason */
  write(zone: string, changes: readonly SetChange[]): Promise<void>;
}

export interface SetChange extends RecordSet {
  before: readonly string[];
}

export interface WantedZoneRecord {
  type: RecordSet["type"];
  name: string;
  value: string;
  purpose: string;
}

/** Return what has to change for the records to be there, each set once; [] : nothing. */
export async function zoneChanges(
  writer: ZoneWriter,
  zone: string,
  wanted: readonly WantedZoneRecord[],
): Promise<SetChange[]> {
  const sets = Map.groupBy(wanted, ({ name, type }) => `${type} ${name}`);
  const changes: SetChange[] = [];
  for (const records of sets.values()) {
    const { name, type } = records[0]!;
    if (name !== zone && !name.endsWith(`.${zone}`)) throw new Error(`${name} is not in the zone ${zone}.`);
    const before = await writer.read(zone, { name, type });
    const values = valuesWith(before, records);
    const same = values.length === before.length && values.every((value) => before.includes(value));
    if (!same) changes.push({ name, type, before, values });
  }
  return changes;
}

/** The values with those that are wanted. Of SPF and DMARC a name has one record, and of hosts those that are wanted; texts of others stay. */
function valuesWith(before: readonly string[], wanted: readonly WantedZoneRecord[]): string[] {
  if (wanted[0]!.type !== "TXT") return wanted.map(({ value }) => value);
  const values = joinedSpf(before);
  for (const { value, purpose } of wanted) {
    const kind = /^v=(?:spf1|DMARC1|STSv1|TLSRPTv1|DKIM1)/i.exec(value)?.[0].toLowerCase();
    const at = values.findIndex((one) => kind !== undefined && one.toLowerCase().startsWith(kind));
    if (at !== -1) values[at] = merged(values[at]!, value, purpose);
    else if (!values.includes(value)) values.push(value);
  }
  return values;
}

/**
 * The values with one SPF record in place of several: the words of all, once each, in their order, and the first `all` at the end.
 * A redirect is an include then, but for the first where no record has an `all`; of a record with `all` it never counted. Of `exp`
 * a record has one. RFC 7208 4.5, 5.1, 6
 */
function joinedSpf(values: readonly string[]): string[] {
  const records = values.filter(isSpfRecord).map(spfWords);
  if (records.length < 2) return [...values];
  const isRedirect = (word: string) => /^redirect=/i.test(word);
  const isExplanation = (word: string) => /^exp=/i.test(word);
  const words = records.flatMap((record) =>
    record.some(isSpfAll) ? record.filter((word) => !isRedirect(word)) : record,
  );
  const end = words.find(isSpfAll) ?? words.find(isRedirect);
  const explanation = words.find(isExplanation);
  const kept = words
    .filter((word) => !isSpfAll(word) && !isExplanation(word) && word !== end)
    .map((word) => word.replace(/^redirect=/i, "include:"));
  const last = [end, explanation].filter((word) => word !== undefined);
  return [...values.filter((value) => !isSpfRecord(value)), ["v=spf1", ...new Set(kept), ...last].join(" ")];
}

/** The owner's policies stay: SPF gains the term that lets this server send, DMARC and the addresses of reports are as they were. RFC 7208 4.5, RFC 9989 4.7 */
function merged(old: string, value: string, purpose: string): string {
  if (purpose === "dmarc" || purpose === "tls reports") return old;
  if (purpose !== "spf") return value;
  const [version = "", ...terms] = old.split(" ");
  if (terms.some((term) => /^\+?mx$/i.test(term))) return old;
  return [version, "mx", ...terms].join(" ");
}

export function goingOf({ before, values }: Pick<SetChange, "before" | "values">): string[] {
  return before.filter((value) => !values.includes(value));
}

export function comingOf({ before, values }: Pick<SetChange, "before" | "values">): string[] {
  return values.filter((value) => !before.includes(value));
}

/** Lines that show a change: `-` goes, `+` comes. Terminals show them: control characters of others' texts are none in them. */
export function changeLines(changes: readonly SetChange[]): string[] {
  const line = (sign: string, { name, type }: SetChange) => {
    const head = `${sign} ${name} ${type} `;
    return (value: string) => head + value.replace(/[^\P{Cc}\t]/gu, "\ufffd");
  };
  return changes.flatMap((change) => [
    ...goingOf(change).map(line("-", change)),
    ...comingOf(change).map(line("+", change)),
  ]);
}

/** The name within its zone; "@" for the zone's own. */
export function relativeName(name: string, zone: string): string {
  return name === zone ? "@" : name.slice(0, -zone.length - 1);
}

/** Names that may be the zone of a name, the longest first. */
export function zoneCandidates(name: string): string[] {
  const labels = name.split(".");
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join("."));
}

/** The value with its host absolute, as zone files have it. */
export function withDot(type: RecordSet["type"], value: string): string {
  return type === "TXT" || value.endsWith(".") ? value : `${value}.`;
}

/** TXT as strings in quotes of at most 255 octets; others with an absolute host. RFC 1035 5.1 */
export function zoneData(type: RecordSet["type"], value: string): string {
  if (type !== "TXT") return withDot(type, value);
  const strings = value.match(/.{1,255}/gs) ?? [""];
  return strings.map((text) => `"${text.replace(/["\\]/g, "\\$&")}"`).join(" ");
}

/** The forms in which a place gave values: texts of others go back as they came, wherever they were cut and whatever they escape. */
export function givenForms(): Record<"read" | "write", (type: RecordSet["type"], text: string) => string> {
  const forms = new Map<string, string>();
  return {
    read(type, data) {
      const value = fromZoneData(type, data);
      forms.set(`${type} ${value}`, data);
      return value;
    },
    write: (type, value) => forms.get(`${type} ${value}`) ?? zoneData(type, value),
  };
}

/** The reverse of `zoneData`; a text with octets by number stays as it is, as places number them unlike. */
export function fromZoneData(type: RecordSet["type"], data: string): string {
  if (type !== "TXT") return data.replace(/\.$/, "").toLowerCase();
  if (!data.startsWith('"') || /\\\d/.test(data)) return data;
  let text = "";
  let isInside = false;
  for (let at = 0; at < data.length; at++) {
    const character = data[at]!;
    if (character === '"') isInside = !isInside;
    else if (isInside) text += character === "\\" ? (data[++at] ?? "") : character;
  }
  return text;
}
