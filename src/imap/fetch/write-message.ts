// Writes the FETCH response of one message. Octets beyond a piece are sent as they are made, so that a slow client holds
// one message and no more.
import type { PlacedMessage } from "../../store/imap.ts";
import { shownFlags } from "../commands/chunks.ts";
import type { Session } from "../session.ts";
import type { FetchItem } from "../wire/commands.ts";
import { WireFailure } from "../wire/failure.ts";
import { maskNul } from "../wire/writer.ts";
import { planBinary } from "./binary.ts";
import { partialBounds, pieceBytes, planBytes } from "./content.ts";
import type { MessageContent } from "./message-content.ts";
import { FetchResponse, type OctetsItem } from "./response.ts";
import { isOfHeader, planSection } from "./sections.ts";

export interface Asked {
  items: readonly FetchItem[];
  /** A UID command: the UID is told unasked. */
  uid: boolean;
  withModseq: boolean;
  /** The flags were changed by fetching. */
  withFlags: boolean;
}

export async function writeMessage(
  session: Session,
  { row, content }: { row: PlacedMessage; content: MessageContent },
  { items, uid, withModseq, withFlags }: Asked,
): Promise<void> {
  const { uidOnly, condstore } = session.enabled;
  // What may refuse is found out before the response begins.
  const octets = await sectionsOf(content, items);
  const number = uidOnly ? row.uid : session.selected!.view.sequenceOf(row.uid);
  const response = new FetchResponse(session.writer, number, uidOnly);
  const has = (name: FetchItem["item"]) => items.some(({ item }) => item === name);
  if (!uidOnly && (uid || has("UID"))) response.uid(row.uid);
  if (has("FLAGS") || withFlags) response.flags(shownFlags(session, row));
  if (has("MODSEQ") || withModseq || (withFlags && condstore)) response.modseq(row.modseq);
  for (const item of items) {
    const bytes = octets.get(item);
    if (bytes !== undefined) await writeOctets(session, response, { item: item as OctetsItem, bytes });
    else await writeItem(response, item, { row, content });
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

/** The octets of each item that asks for some; null: the mail has no such section. @throws WireFailure UNKNOWN-CTE */
async function sectionsOf(
  content: MessageContent,
  items: readonly FetchItem[],
): Promise<Map<FetchItem, Uint8Array | null>> {
  const found = new Map<FetchItem, Uint8Array | null>();
  for (const item of items) {
    if (item.item === "BINARY.SIZE") await binaryBytes(content, item.part);
    if (item.item === "BINARY") found.set(item, cut(await binaryBytes(content, item.part), item.partial));
    if (item.item !== "SECTION") continue;
    const { structure } = await content.parts();
    const plan = planSection(structure, item.section);
    const octets = isOfHeader(item.section) ? await content.head() : await content.raw();
    found.set(item, plan && cut(planBytes(plan, octets), item.partial));
  }
  return found;
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
  { item, bytes }: { item: OctetsItem; bytes: Uint8Array | null },
): Promise<void> {
  if (!bytes) response.noOctets(item);
  else if (bytes.length <= pieceBytes) response.octets(item, bytes);
  else {
    const literal8 = item.item === "BINARY" && bytes.includes(0);
    response.octetsAhead(item, bytes.length, literal8);
    await session.flush();
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const piece = bytes.subarray(at, at + pieceBytes);
      await session.connection.write(literal8 ? piece : maskNul(piece));
    }
  }
}
