// Items of the scheduling inbox: the calendar object of the mail that brought it. RFC 6638 2.2, 4
import type { CalendarOwner } from "../../actors/identity/calendar/calendar-content.ts";
import { calendarTextOf } from "../reading/mails.ts";
import { BlobMissing } from "../store/blobs/blobs.ts";
import { type CalendarInboxRow, findInboxItem } from "../store/calendar/scheduling-inbox.ts";
import { readRaw } from "../store/message/messages.ts";
import { calendarInbox } from "../store/tables/index.ts";
import { type DavDeps, type DavRequest, notFound } from "./context.ts";

/** Octets of a mail that is read: invitations are small. */
const maxMailBytes = 256 * 1024;

/** The calendar object of an item; null when its mail is gone or too large. */
export async function inboxText(
  { database, blobs }: DavDeps,
  { accountId, identityId }: CalendarOwner,
  { messageId }: CalendarInboxRow,
): Promise<string | null> {
  const scope = { accountId, identityIds: [identityId] };
  const raw = await readRaw(database, blobs, { scope, id: messageId }).catch((error) => {
    if (error instanceof BlobMissing) return null;
    throw error;
  });
  if (!raw || raw.length > maxMailBytes) return null;
  return calendarTextOf(raw, { source: accountId });
}

export async function deleteInboxItem({ deps, owner, place }: DavRequest): Promise<Response> {
  const name = place.kind === "inbox" ? place.item : null;
  const id = name?.replace(/\.ics$/, "") ?? "";
  const isDone = await deps.actors.identity(owner.accountId, owner.identityId).run(async (turn) => {
    const item = await findInboxItem(turn, turn.owner, id);
    if (item) turn.remove(calendarInbox, { accountId: turn.accountId, id: item.id });
    return item !== null;
  });
  if (!isDone) throw notFound();
  return new Response(null, { status: 204 });
}
