// FETCH items, a row each: how much of a message it needs, under which key it is kept, how it is written. A new item has a row
// here, its shape in wire/commands.ts and its syntax in wire/parse/section.ts. RFC 9051 6.4.5 and 7.5.2.

import type { ColumnGroup, Depth, PlacedMessage } from "../../store/mailbox/imap.ts";
import type { Outline } from "../../store/message/content.ts";
import type { FetchItem, Section } from "../wire/commands.ts";
import { formatDateTime } from "../wire/dates.ts";
import type { ResponseWriter } from "../wire/writer.ts";
import { writeBodyStructure } from "./body-structure.ts";
import { writeEnvelope } from "./envelope.ts";
import { isOfHeader, listedNames } from "./sections.ts";

/** How much of a message a query reads, the least first. */
const fetchDepths = ["placement", "message", "fields", "content", "head", "raw"] as const;

export type FetchDepth = Extract<Depth, (typeof fetchDepths)[number]>;

/** A message, as far as an item needs it. */
export interface FetchedMessage {
  row: PlacedMessage;
  /** Structure and envelope of the displayed form; null where no item asks for them. */
  outline: Outline | null;
}

interface FetchItemRow<Item extends FetchItem> {
  depth: FetchDepth | ((item: Item) => FetchDepth);
  /** Columns beside those of the depth. */
  columns?: ColumnGroup | ((item: Item) => ColumnGroup | null);
  /**
   * Key of an item that never changes (RFC 9051 2.3.1.1); null, or no function, for one that is not kept.
   * @param utf8 whether strings may be UTF-8, which changes how text is quoted
   */
  kept?(item: Item, utf8: boolean): string | null;
  /** Writes name and value. Items without are written by write-message.ts: some stand first, others are octets. */
  write?(writer: ResponseWriter, message: FetchedMessage, item: Item): void;
}

type FetchItemRows = {
  [Name in FetchItem["item"]]: FetchItemRow<Extract<FetchItem, { item: Name }>>;
};

/** Letters of field names in a kept key, at most. */
const maxKeptNamesLetters = 300;

const kept = ({ item }: FetchItem) => item;
const keptAsWritten = ({ item }: FetchItem, utf8: boolean) => (utf8 ? `${item} UTF8` : item);

const rows: FetchItemRows = {
  UID: { depth: "placement" },
  FLAGS: { depth: "placement", columns: "state" },
  /** RFC 7162 3.1.4 */
  MODSEQ: { depth: "placement", columns: "state" },
  INTERNALDATE: {
    depth: "placement",
    columns: "dates",
    kept,
    write: (writer, { row }) => writer.syntax("INTERNALDATE ").string(formatDateTime(row.internal_date)),
  },
  "RFC822.SIZE": {
    depth: "message",
    columns: "message",
    kept,
    write: (writer, { row }) => writer.syntax("RFC822.SIZE ").number(row.size),
  },
  /** RFC 8474 5.1 */
  EMAILID: {
    depth: "placement",
    kept,
    write: (writer, { row }) => writer.syntax("EMAILID ").open().atom(row.message_id).close(),
  },
  /** RFC 8474 5.2 */
  THREADID: {
    depth: "message",
    columns: "message",
    write(writer, { row: { thread_id: id } }) {
      writer.syntax("THREADID ");
      if (id === null) writer.nil();
      else writer.open().atom(id).close();
    },
  },
  /** RFC 8514 4.2 */
  SAVEDATE: {
    depth: "placement",
    columns: "dates",
    kept,
    write: (writer, { row }) =>
      writer.syntax("SAVEDATE ").nstring(row.created_at === null ? null : formatDateTime(row.created_at)),
  },
  /** At most 200 characters; NIL where none is known yet. RFC 8970 3.3 */
  PREVIEW: {
    depth: "message",
    columns: "message",
    write: (writer, { row }) => writer.syntax("PREVIEW ").nstring(row.preview),
  },
  ENVELOPE: {
    depth: "content",
    kept: keptAsWritten,
    write: (writer, { outline }) => writeEnvelope(writer.syntax("ENVELOPE "), outline!.envelope),
  },
  BODY: {
    depth: "content",
    kept: keptAsWritten,
    write: (writer, { outline }) => writeBodyStructure(writer.syntax("BODY "), outline!.structure, false),
  },
  BODYSTRUCTURE: {
    depth: "content",
    kept: keptAsWritten,
    write: (writer, { outline }) =>
      writeBodyStructure(writer.syntax("BODYSTRUCTURE "), outline!.structure, true),
  },
  SECTION: {
    depth: ({ section }) => depthOfSection(section),
    columns: ({ section }) => (listedNames(section) ? "fields" : null),
    kept: ({ section, partial, legacy }) =>
      section.fields.join(" ").length > maxKeptNamesLetters
        ? null
        : JSON.stringify([legacy, section, partial]),
  },
  BINARY: { depth: "raw" },
  "BINARY.SIZE": { depth: "raw" },
};

function depthOfSection(section: Section): FetchDepth {
  if (listedNames(section)) return "fields";
  return isOfHeader(section) ? "head" : "raw";
}

function rowOf(item: FetchItem): FetchItemRow<FetchItem> {
  return rows[item.item] as FetchItemRow<FetchItem>;
}

/** How much of each message the items need. */
export function depthOf(items: readonly FetchItem[]): FetchDepth {
  return fetchDepths[Math.max(0, ...items.map((item) => fetchDepths.indexOf(depthOfItem(item))))]!;
}

function depthOfItem(item: FetchItem): FetchDepth {
  const { depth } = rowOf(item);
  return typeof depth === "function" ? depth(item) : depth;
}

/** Columns that the item needs beside those of its depth. */
export function columnsOf(item: FetchItem): ColumnGroup | null {
  const { columns } = rowOf(item);
  return (typeof columns === "function" ? columns(item) : columns) ?? null;
}

/** Key under which the item is kept; null where it is not. @param utf8 whether strings may be UTF-8 */
export function keptKey(item: FetchItem, utf8: boolean): string | null {
  return rowOf(item).kept?.(item, utf8) ?? null;
}

/** Whether the item is written from structure and envelope. */
export function needsOutline(item: FetchItem): boolean {
  return rowOf(item).depth === "content";
}

/** Writer of an item's name and value; undefined for UID, FLAGS, MODSEQ and octets. */
export function writerOf(item: FetchItem): FetchItemRow<FetchItem>["write"] {
  return rowOf(item).write;
}
