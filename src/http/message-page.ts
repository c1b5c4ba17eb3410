// Pages of messages before their bodies are read: the sizes come first, so that a page reads and answers no more than its bound.
// A page that is full in bytes ends early and goes on by its cursor. DECISIONS Conventions
import { type Instant, parseInstant } from "../lib/clock.ts";
import type { MessageView } from "../reading/message-bodies.ts";
import {
  endOfScan,
  filteredMessages,
  type ListedMessage,
  type ListOrder,
  type ListStart,
  type MessageFilter,
} from "../store/mailbox/message-filter.ts";
import type { FullMessage } from "../store/message/messages.ts";
import type { Auth, HttpDeps } from "./context.ts";
import { type PageOf, type PageRequest, page } from "./paging.ts";

/** A message of a page, and the cursor of what comes behind it. */
export interface PageMessage extends Pick<ListedMessage, "id" | "size"> {
  cursor: string;
  snippet?: string;
  /** The message, where finding it has read it already. */
  read?: FullMessage;
}

interface ListedSource {
  /** As PageSource has it. */
  fetch(cursor: ListStart | null, count: number): Promise<ListedMessage[]>;
  end?(cursor: ListStart | null): Promise<Instant | null>;
}

/**
 * One page of messages by time. Its cursors are times; behind a message that shares its time with the next one, a time whose
 * further digits are the message's id.
 * @throws Failure invalid_cursor
 */
export async function listedPage(
  { limit, cursor }: PageRequest,
  { fetch, end }: ListedSource,
): Promise<PageOf<PageMessage>> {
  const within = cursor === undefined ? null : placeWithin(cursor);
  let isFirst = true;
  let place: ListStart | null = null;
  const placeOf = (time: Instant | null): ListStart | null => {
    place = isFirst && within ? within : time === null ? null : { time, id: null };
    isFirst = false;
    return place;
  };
  const asked = { limit, cursor: within?.time ?? cursor };
  const found = await page(
    asked as PageRequest,
    {
      fetch: (time, count) => fetch(placeOf(time), count),
      sortOf: ({ createdAt }: ListedMessage) => createdAt,
      ...(end && { end: () => end(place) }),
    },
    (row) => row,
  );
  const data = found.data.map(({ id, size, createdAt }, index): PageMessage => {
    const isTied = found.data[index + 1]?.createdAt === createdAt;
    return { id, size, cursor: isTied ? cursorWithin(createdAt, id) : createdAt };
  });
  return { ...found, data };
}

/** A page of messages of all threads, newest first unless `order` says otherwise. */
export async function filteredPage(
  { database }: Pick<HttpDeps, "database">,
  auth: Auth,
  {
    request,
    filter,
    isNew = false,
    order = "desc",
  }: {
    request: PageRequest;
    filter: MessageFilter;
    isNew?: boolean;
    order?: ListOrder | undefined;
  },
): Promise<PageOf<PageMessage>> {
  // Clients that wait for new mail read few messages, just committed: the replica may lack them.
  const from = isNew ? database : database.replica;
  return listedPage(request, {
    fetch: (cursor, count) => filteredMessages(from, auth, { filter, cursor, count, order }),
    ...(isNew ? {} : { end: (cursor) => endOfScan(from, auth, { filter, cursor, order }) }),
  });
}

/** Digits of an id as a decimal number. */
const idDigits = 39;

function cursorWithin(time: Instant, id: string): string {
  const number = BigInt(`0x${id.replaceAll("-", "")}`);
  return `${time.slice(0, -1)}${number.toString().padStart(idDigits, "0")}Z`;
}

/** The place of a cursor behind one of the messages that share a time; null: it is none. */
export function placeWithin(cursor: string): ListStart | null {
  const [, text, digits] = /^(.{26})(\d{39})Z$/.exec(cursor) ?? [];
  const time = text === undefined ? null : parseInstant(`${text}Z`);
  const hex = BigInt(digits ?? 0)
    .toString(16)
    .padStart(32, "0");
  if (time === null || hex.length > 32) return null;
  return { time, id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5") };
}

/** Bytes of an answer with several messages. One message alone may have more. */
export const maxAnsweredBytes = 4 * 1024 * 1024;
/** Bytes of bodies, unpacked, that are read at once, unless one message has more: an answer has two to four times as many. */
export const mostRead = 2 * 1024 * 1024;
/** Bytes of bodies, unpacked, that a summary looks into. */
export const maxSummarisedBytes = 64 * 1024;

export interface ChosenMessages {
  /** The first messages of the page, at least one where there is one. */
  listed: readonly PageMessage[];
  /** Ids of messages that are shown as summaries, without reading their bodies. */
  bare: readonly string[];
  /** Bytes of the bodies that are read. */
  bytes: number;
}

/** Choose the messages of a page whose bodies are read. */
export function chosen(page: readonly PageMessage[], view: MessageView): ChosenMessages {
  let bytes = 0;
  const bare: string[] = [];
  for (const [index, { id, size }] of page.entries()) {
    const fits = bytes + size <= mostRead;
    if (view === "summary" && (size > maxSummarisedBytes || !fits)) bare.push(id);
    else if (!fits && index > 0) return { listed: page.slice(0, index), bare, bytes };
    else bytes += size;
  }
  return { listed: page, bare, bytes };
}
