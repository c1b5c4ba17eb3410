// Writes the FETCH response of one message. Long octets are sent piece by piece, so that a slow client keeps one message in
// memory, and a few pieces of a large one that is in the blob store.

import { must } from "../../lib/must.ts";
import { latin1 } from "../../mail/mime/charset.ts";
import { largeBytes, largePieces } from "../../store/blobs/large-mail.ts";
import type { PlacedMessage } from "../../store/mailbox/imap.ts";
import { sessionFlags } from "../commands/chunks.ts";
import type { ImapSession } from "../session.ts";
import type { FetchItem } from "../wire/commands.ts";
import { WireFailure } from "../wire/failure.ts";
import { maskNul } from "../wire/writer.ts";
import { planBinary } from "./binary.ts";
import { partialBounds, pickFieldsText, pieceBytes, planBytes } from "./content.ts";
import { needsOutline } from "./items.ts";
import { type KeptColumn, mayKeep } from "./kept-items.ts";
import type { MessageContent } from "./message-content.ts";
import { FetchResponse, type OctetsItem } from "./response.ts";
import { isOfHeader, listedNames, planSection, type RangePlan } from "./sections.ts";

export interface FetchRequest {
  items: readonly FetchItem[];
  /** Where each item is kept. */
  columns: readonly (KeptColumn | null)[];
  /** A UID command: its responses include UID always. */
  uid: boolean;
  withModseq: boolean;
  /** Fetching set \Seen: the response includes FLAGS. */
  withFlags: boolean;
}

export async function writeMessage(
  session: ImapSession,
  { row, content }: { row: PlacedMessage; content: MessageContent },
  { items, columns, uid, withModseq, withFlags }: FetchRequest,
): Promise<void> {
  const { uidOnly, condstore } = session.enabled;
  // A refusal is thrown before the response begins. What is at hand is not awaited: there are as many responses as messages.
  const octets = fieldsOf(content, items) ?? (await sectionsOf(content, items));
  const outline = items.some(needsOutline) ? (content.outline ?? (await content.parts())) : null;
  const number = uidOnly ? row.uid : session.opened.view.sequenceOf(row.uid);
  const response = new FetchResponse(session.writer, number, uidOnly);
  const has = (name: FetchItem["item"]) => items.some(({ item }) => item === name);
  if (!uidOnly && (uid || has("UID"))) response.uid(row.uid);
  if (has("FLAGS") || withFlags) response.flags(sessionFlags(session, row));
  if (has("MODSEQ") || withModseq || (withFlags && condstore)) response.modseq(row.modseq);
  for (const [index, item] of items.entries()) {
    const own = octets.get(item);
    const column = mayKeep(lengthOf(own)) ? columns[index] : null;
    const from = column ? response.mark() : 0;
    if (own === undefined) response.item(item, { row, outline });
    else if (item.item === "BINARY.SIZE") response.binarySize(item.part, lengthOf(own));
    else {
      const sent = writeOctets(session, response, { item: item as OctetsItem, octets: own });
      if (sent) await sent;
    }
    if (column) session.deps.kept.keep(column, row.uid, session.writer.writtenFrom(from));
  }
  response.end();
}

/** Octets that are read while they are sent; the first piece is read already. */
interface Streamed {
  length: number;
  first: Uint8Array;
  rest: AsyncGenerator<Uint8Array>;
}

/** Limit of streamed items of one message: each has a decompressor. */
const maxStreams = 4;

type SectionItem = Extract<FetchItem, { item: "SECTION" }>;

/** A string is binary text: one character an octet. */
type Octets = Uint8Array | string | Streamed;

function lengthOf(octets: Octets | null | undefined): number {
  return octets?.length ?? 0;
}

/** The octets of all items that have some, where the stored fields answer for them; null where another needs the mail. */
function fieldsOf(
  content: MessageContent,
  items: readonly FetchItem[],
): Map<FetchItem, Octets | null> | null {
  const found = new Map<FetchItem, Octets | null>();
  for (const item of items) {
    if (item.item === "BINARY" || item.item === "BINARY.SIZE") return null;
    if (item.item !== "SECTION") continue;
    const text = storedFields(content, item);
    if (text === null) return null;
    found.set(item, text);
  }
  return found;
}

/** The fields that a section asks for, where those are stored beside the mail; null for any other section. */
function storedFields(content: MessageContent, { section, partial }: SectionItem): string | null {
  const names = content.fields && listedNames(section);
  return (
    names && cut(pickFieldsText(latin1(must(content.fields, "the item needs the fields")), names), partial)
  );
}

/**
 * The octets of each BODY, BINARY and BINARY.SIZE item; null where the mail has no such section.
 * @throws WireFailure UNKNOWN-CTE
 */
async function sectionsOf(
  content: MessageContent,
  items: readonly FetchItem[],
): Promise<Map<FetchItem, Octets | null>> {
  const found = new Map<FetchItem, Octets | null>();
  let streams = 0;
  for (const item of items) {
    if (item.item === "BINARY.SIZE") found.set(item, await binaryBytes(content, item.part));
    if (item.item === "BINARY") found.set(item, cut(await binaryBytes(content, item.part), item.partial));
    if (item.item !== "SECTION") continue;
    const text = storedFields(content, item);
    if (text !== null) {
      found.set(item, text);
      continue;
    }
    const { structure } = await content.parts();
    const plan = planSection(structure, item.section);
    const streamed =
      plan?.kind === "range" && streams < maxStreams ? await stream(content, plan, item.partial) : null;
    if (streamed) {
      streams++;
      found.set(item, streamed);
      continue;
    }
    const octets = isOfHeader(item.section) ? await content.head() : await content.raw();
    found.set(item, plan && cut(planBytes(plan, octets), item.partial));
  }
  return found;
}

/** Streams a long section of a large mail; null when the section is read whole, which also reports a damaged mail. */
async function stream(
  content: MessageContent,
  plan: RangePlan,
  partial: OctetsItem["partial"],
): Promise<Streamed | null> {
  const { from, to } = partialBounds(plan.to - plan.from, partial);
  const large = to - from >= largeBytes ? await content.large() : null;
  if (!large) return null;
  const rest = largePieces(large, { from: plan.from + from, to: plan.from + to });
  const first = await rest.next().catch(() => null);
  return first?.value ? { length: to - from, first: first.value, rest } : null;
}

async function binaryBytes(content: MessageContent, part: readonly number[]): Promise<Uint8Array | null> {
  const { structure } = await content.parts();
  const plan = planBinary(structure, part);
  if (plan === "UNKNOWN-CTE") {
    throw new WireFailure("The part's encoding is not known", { status: "NO", code: "UNKNOWN-CTE" });
  }
  return plan && planBytes(plan, await content.raw());
}

function cut<T extends Uint8Array | string | null>(octets: T, partial: OctetsItem["partial"]): T {
  if (!octets || !partial) return octets;
  const { from, to } = partialBounds(octets.length, partial);
  return (typeof octets === "string" ? octets.slice(from, to) : octets.subarray(from, to)) as T;
}

/** Waits only where octets are sent piece by piece. */
function writeOctets(
  session: ImapSession,
  response: FetchResponse,
  { item, octets }: { item: OctetsItem; octets: Octets | null },
): Promise<void> | undefined {
  if (octets === null) response.noOctets(item);
  else if (typeof octets === "string") response.octetsText(item, octets);
  else if (!(octets instanceof Uint8Array)) return writeStreamed(session, response, { item, octets });
  else if (octets.length > pieceBytes) return writeLong(session, response, { item, octets });
  else response.octets(item, octets);
}

/** Octets beyond `pieceBytes`. */
async function writeLong(
  session: ImapSession,
  response: FetchResponse,
  { item, octets }: { item: OctetsItem; octets: Uint8Array },
): Promise<void> {
  const literal8 = item.item === "BINARY" && octets.includes(0);
  response.octetsAhead(item, octets.length, literal8);
  await session.flush();
  for (let at = 0; at < octets.length; at += pieceBytes) {
    const piece = octets.subarray(at, at + pieceBytes);
    await session.connection.write(literal8 ? piece : maskNul(piece));
  }
}

/** The literal's size is sent already, so a failure ends the connection. */
async function writeStreamed(
  session: ImapSession,
  response: FetchResponse,
  { item, octets: { length: size, first, rest } }: { item: OctetsItem; octets: Streamed },
): Promise<void> {
  const { connection } = session;
  response.octetsAhead(item, size, false);
  await session.flush();
  try {
    let left = size - first.length;
    await connection.write(maskNul(first));
    for await (const piece of rest) {
      if (connection.isClosed) return;
      left -= piece.length;
      await connection.write(maskNul(piece));
    }
    if (left !== 0) throw new Error(`${left} octets of a message are missing`);
  } catch (error) {
    connection.destroy();
    throw error;
  } finally {
    await rest.return(undefined);
  }
}
