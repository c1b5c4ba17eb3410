// SORT. RFC 5256 3, RFC 5957 (DISPLAYFROM, DISPLAYTO). Sort keys are computed once a message.

import type { Instant } from "../../lib/clock.ts";
import type { AddressEntry } from "../../mail/address.ts";
import type { SortCriterion, SortKey } from "../wire/commands.ts";
import { baseSubject, headerText } from "./base-subject.ts";
import { compareMapped, unicodeCasemap } from "./collation.ts";

/** The fields of one message that SORT reads. Header text as in the envelope, encoded words not decoded. */
export interface SortRecord {
  sequence: number;
  uid: number;
  /** INTERNALDATE */
  arrival: Instant;
  /** The Date field, null when it is absent or unreadable: INTERNALDATE replaces it. RFC 5256 2.2 */
  sent: Instant | null;
  size: number;
  subject: string | null;
  from: readonly AddressEntry[];
  to: readonly AddressEntry[];
  cc: readonly AddressEntry[];
}

/** The records in order; those that compare equal stay in mailbox order, REVERSE or not. RFC 5256 3 */
export function sortRecords<R extends SortRecord>(
  records: readonly R[],
  criteria: readonly SortCriterion[],
): R[] {
  const keyed = records.map((record) => ({
    record,
    keys: criteria.map(({ key }) => sortKeyOf(record, key)),
  }));
  keyed.sort((a, b) => {
    for (let i = 0; i < criteria.length; i++) {
      const order = compareKeys(a.keys[i]!, b.keys[i]!);
      if (order !== 0) return criteria[i]!.reverse ? -order : order;
    }
    return a.record.sequence - b.record.sequence;
  });
  return keyed.map(({ record }) => record);
}

/** Numbers compare as numbers, mapped strings by code point; instants sort as text. */
function sortKeyOf(record: SortRecord, key: SortKey): string | number {
  switch (key) {
    case "ARRIVAL":
      return record.arrival;
    case "DATE":
      return record.sent ?? record.arrival;
    case "SIZE":
      return record.size;
    case "SUBJECT":
      return unicodeCasemap(baseSubject(record.subject).base);
    case "FROM":
      return unicodeCasemap(record.from[0]?.mailbox ?? "");
    case "TO":
      return unicodeCasemap(record.to[0]?.mailbox ?? "");
    case "CC":
      return unicodeCasemap(record.cc[0]?.mailbox ?? "");
    case "DISPLAYFROM":
      return unicodeCasemap(displayName(record.from));
    case "DISPLAYTO":
      return unicodeCasemap(displayName(record.to));
    case "RELEVANCY":
      // All matches have the same relevancy. RFC 6203 4
      return 0;
  }
}

/** The first address's name, else its address, else the group's name. RFC 5957 3 */
function displayName(entries: readonly AddressEntry[]): string {
  const [first] = entries;
  if (!first) return "";
  if (first.name !== null && first.name !== "") return headerText(first.name);
  if (first.host === null) return headerText(first.mailbox ?? "");
  return `${first.mailbox ?? ""}@${first.host}`;
}

function compareKeys(a: string | number, b: string | number): number {
  return typeof a === "number" ? a - Number(b) : compareMapped(a, String(b));
}
