// SPEC Mailboxes; DECISIONS Threads, messages, folders, labels.
import { parseInstant } from "../../../lib/clock.ts";
import { encodeCursor } from "../../../lib/cursor.ts";
import { notFound } from "../../../lib/failure.ts";
import { isUuid } from "../../../lib/ids.ts";
import { Page } from "../../../schema/envelope.ts";
import {
  ConversationListQuery,
  ConversationRow,
  Folder,
  FolderListQuery,
  FolderParams,
  UnreadCount,
  UnreadCountQuery,
} from "../../../schema/mailbox/folders.ts";
import { getIdentity } from "../../../store/addresses/identities.ts";
import {
  type Conversation,
  type FolderRow,
  findFolder,
  folderRoles,
  listConversations,
  listDraftRows,
  listFolders,
  listInboxes,
} from "../../../store/mailbox/folders.ts";
import type { MessageFilter } from "../../../store/mailbox/message-filter.ts";
import { type Call, call } from "../../call.ts";
import type { Auth, HttpDeps } from "../../context.ts";
import { mailFilterOf } from "../../mail-filter.ts";
import { operation } from "../../openapi/operation.ts";
import { keyCursor, limitOf, type PageOf, type PageRequest, pageByKey, wholePage } from "../../paging.ts";
import { found } from "../../resource.ts";

const isInstant = (text: string) => parseInstant(text) === text;
const isUid = (text: string) => /^[1-9]\d{0,9}$/.test(text);

export const folderCalls: readonly Call[] = [
  call(
    "GET /mailboxes",
    {
      query: FolderListQuery,
      answer: Page(Folder),
      doc: operation("listFolders", "List the folders of one address", {
        description: "With the numbers of messages in each.",
      }),
    },
    async ({ database }, { auth, query }) => {
      const { identity_id: identityId } = query;
      await found(getIdentity(database, auth, identityId));
      return wholePage((await listFolders(database, auth, identityId)).map(toFolder));
    },
  ),
  call(
    "GET /mailboxes/unread-counts",
    {
      query: UnreadCountQuery,
      answer: Page(UnreadCount),
      doc: operation("listUnreadCounts", "Count the unread messages of every inbox", {
        description: "One row an address that the key reaches, in the order of their ids.",
      }),
    },
    async ({ database }, { auth, query }) => {
      const { identity_id: identityId } = query;
      if (identityId !== undefined) await found(getIdentity(database, auth, identityId));
      return pageByKey(
        query,
        {
          fetch: (after, count) => listInboxes(database, auth, { identityId, after: after?.[0], count }),
          keyOf: (folder) => [folder.identityId],
          parts: [isUuid],
        },
        toUnreadCount,
      );
    },
  ),
  call(
    "GET /mailboxes/{folder}",
    {
      params: FolderParams,
      query: ConversationListQuery,
      answer: Page(ConversationRow),
      doc: operation("listFolder", "List a folder's threads by their newest message", {
        description:
          "The filters are about the message that the row shows. A page may hold fewer rows than `limit`, even none, while `has_more` is true.",
      }),
    },
    async (deps, { auth, params, query }) => {
      const { identity_id: identityId } = query;
      const identity = await getIdentity(deps.database, auth, identityId);
      const folder =
        identity &&
        (await findFolder(deps.database, auth, { identityId, folder: folderName(params.folder) }));
      if (!identity) throw notFound();
      if (!folder) throw noFolder(params.folder);
      const { identityId: _, ...filter } = await mailFilterOf(deps, auth, query);
      return folder.role === "drafts" || folder.role === "scheduled"
        ? draftPage(deps, auth, { folder, query, filter })
        : threadPage(deps, auth, { folder, query, filter });
    },
  ),
];

/** The same for every name; an id is answered as any that is not there. */
function noFolder(name: string) {
  if (isUuid(name.toLowerCase())) return notFound();
  return notFound(
    `This address has no folder of this name. There are always ${folderRoles.join(", ")}; GET /api/v1/mailboxes?identity_id=… lists all.`,
  );
}

/** Names of folders may hold anything but NUL. */
function folderName(text: string): string {
  if (text.includes("\0") || !text.isWellFormed()) throw notFound();
  return text;
}

interface FolderPage {
  folder: FolderRow;
  query: PageRequest;
  filter: MessageFilter;
}

async function threadPage(
  { database }: HttpDeps,
  auth: Auth,
  { folder, query, filter }: FolderPage,
): Promise<PageOf<ConversationRow>> {
  const key = keyCursor(query.cursor, [isInstant, isUid]);
  const after = key && { date: key[0]!, uid: Number(key[1]) };
  const count = limitOf(query);
  const { rows, next } = await listConversations(database, auth, { folder, filter, after, count });
  return {
    data: rows.map(toConversationRow),
    has_more: next !== null,
    next_cursor: next && encodeCursor([next.date, String(next.uid)]),
  };
}

/** A draft is a row of its own, also where another one answers in the same thread. SPEC Drafts */
function draftPage(
  { database }: HttpDeps,
  auth: Auth,
  { folder, query, filter }: FolderPage,
): Promise<PageOf<ConversationRow>> {
  const { identityId } = folder;
  const scheduled = folder.role === "scheduled";
  return pageByKey(
    query,
    {
      fetch: (after, count) => listDraftRows(database, auth, { identityId, scheduled, filter, after, count }),
      keyOf: ({ message }) => [message.createdAt, message.id],
      parts: [isInstant, isUuid],
    },
    toConversationRow,
  );
}

function toUnreadCount({ identityId, unread, total }: FolderRow): UnreadCount {
  return { identity_id: identityId, unread, total };
}

export function toFolder({ id, name, role, total, unread }: FolderRow): Folder {
  return { id, name, role, total, unread };
}

function toConversationRow({ message, isRead, thread, labels }: Conversation): ConversationRow {
  return {
    thread_id: message.threadId,
    message_id: message.id,
    identity_id: message.identityId!,
    from: { email: message.fromEmail, name: message.fromName },
    to: message.mailTo,
    subject: message.subject,
    preview: message.preview,
    is_read: isRead,
    has_attachments: message.hasAttachments,
    message_count: thread.messageCount,
    labels,
    status: thread.status,
    last_message_at: thread.lastMessageAt,
  };
}
