// Writes the FETCH response of one message. Long octets are sent piece by piece, so that a slow client keeps one message in
// memory, and a few pieces of a large one that is in the blob store.

import { largeBytes, largePieces } from "../../store/blobs/large-mail.ts";
import type { PlacedMessage } from "../../store/mail/imap.ts";
import { sessionFlags } from "../commands/chunks.ts";
import type { Session } from "../session.ts";
import type { FetchItem } from "../wire/commands.ts";
import { WireFailure } from "../wire/failure.ts";
import { maskNul } from "../wire/writer.ts";
import { planBinary } from "./binary.ts";
import { partialBounds, pickFields, pieceBytes, planBytes } from "./content.ts";
import { type KeptColumn, mayKeep } from "./kept-items.ts";
import type { MessageContent } from "./message-content.ts";
import { FetchResponse, type OctetsItem } from "./response.ts";
import { isOfHeader, listedNames, planSection, type RangePlan } from "./sections.ts";

export interface Asked {
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
  session: Session,
  { row, content }: { row: PlacedMessage; content: MessageContent },
  { items, columns, uid, withModseq, withFlags }: Asked,
): Promise<void> {
  const { uidOnly, condstore } = session.enabled;
  // A refusal is thrown before the response begins.
  const octets = await sectionsOf(content, items);
  const number = uidOnly ? row.uid : session.selected!.view.sequenceOf(row.uid);
  const response = new FetchResponse(session.writer, number, uidOnly);
  const has = (name: FetchItem["item"]) => items.some(({ item }) => item === name);
  if (!uidOnly && (uid || has("UID"))) response.uid(row.uid);
  if (has("FLAGS") || withFlags) response.flags(sessionFlags(session, row));
  if (has("MODSEQ") || withModseq || (withFlags && condstore)) response.modseq(row.modseq);
  for (const [index, item] of items.entries()) {
    const own = octets.get(item);
    const column = mayKeep(own?.length ?? 0) ? columns[index] : null;
    const from = column ? response.mark() : 0;
    if (own !== undefined) await writeOctets(session, response, { item: item as OctetsItem, octets: own });
    else await writeItem(response, item, { row, content });
    if (column) session.deps.kept.keep(column, row.uid, session.writer.writtenFrom(from));
  }
  response.end();
}

async function writeItem(
  response: FetchResponse,
  item: FetchItem,
  { row, content }: { row: PlacedMessage; content: MessageContent },
): Promise<void> {
  switch (item.item) {
    case "INTERNALDATE":
      response.internalDate(row.internal_date);
      break;
    case "RFC822.SIZE":
      response.size(row.size);
      break;
    case "EMAILID":
      response.emailId(row.message_id);
      break;
    case "THREADID":
      response.threadId(row.thread_id);
      break;
    case "SAVEDATE":
      response.saveDate(row.created_at);
      break;
    case "PREVIEW":
      response.preview(row.preview);
      break;
    case "ENVELOPE":
      response.envelope((await content.parts()).envelope);
      break;
    case "BODY":
    case "BODYSTRUCTURE":
      response.bodyStructure((await content.parts()).structure, item.item === "BODYSTRUCTURE");
      break;
    case "BINARY.SIZE":
      response.binarySize(item.part, (await binaryBytes(content, item.part))?.length ?? 0);
      break;
    default:
      break;
  }
}

/** Octets that are read while they are sent; the first piece is read already. */
interface Streamed {
  length: number;
  first: Uint8Array;
  rest: AsyncGenerator<Uint8Array>;
}

/** Limit of streamed items of one message: each has a decompressor. */
const mostStreams = 4;

type Octets = Uint8Array | Streamed;

/** The octets of each BODY and BINARY item; null where the mail has no such section. @throws WireFailure UNKNOWN-CTE */
async function sectionsOf(
  content: MessageContent,
  items: readonly FetchItem[],
): Promise<Map<FetchItem, Octets | null>> {
  const found = new Map<FetchItem, Octets | null>();
  let streams = 0;
  for (const item of items) {
    if (item.item === "BINARY.SIZE") await binaryBytes(content, item.part);
    if (item.item === "BINARY") found.set(item, cut(await binaryBytes(content, item.part), item.partial));
    if (item.item !== "SECTION") continue;
    const names = content.fields && listedNames(item.section);
    if (names) {
      found.set(item, cut(pickFields(content.fields, { names, not: false }), item.partial));
      continue;
    }
    const { structure } = await content.parts();
    const plan = planSection(structure, item.section);
    const streamed =
      plan?.kind === "range" && streams < mostStreams ? await stream(content, plan, item.partial) : null;
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

function cut(bytes: Uint8Array | null, partial: OctetsItem["partial"]): Uint8Array | null {
  if (!bytes) return null;
  const { from, to } = partialBounds(bytes.length, partial);
  return bytes.subarray(from, to);
}

async function writeOctets(
  session: Session,
  response: FetchResponse,
  { item, octets }: { item: OctetsItem; octets: Octets | null },
): Promise<void> {
  if (!octets) response.noOctets(item);
  else if (!(octets instanceof Uint8Array)) await writeStreamed(session, response, { item, octets });
  else if (octets.length <= pieceBytes) response.octets(item, octets);
  else {
    const literal8 = item.item === "BINARY" && octets.includes(0);
    response.octetsAhead(item, octets.length, literal8);
    await session.flush();
    for (let at = 0; at < octets.length; at += pieceBytes) {
      const piece = octets.subarray(at, at + pieceBytes);
      await session.connection.write(literal8 ? piece : maskNul(piece));
    }
  }
}

/** The literal's size is sent already, so a failure ends the connection. */
async function writeStreamed(
  session: Session,
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
