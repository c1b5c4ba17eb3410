// Data of lists: one line a thread, or a line for each thing that a person has to decide.
import { emailOf } from "../../../actors/account/addresses/identities.ts";
import { page } from "../../http/paging.ts";
import { definedFields } from "../../http/params.ts";
import { addMs, type Instant, instantOf, parseInstant } from "../../lib/clock.ts";
import { notFound } from "../../lib/failure.ts";
import { identitiesByIds } from "../../store/addresses/identities.ts";
import { type FolderRow, findFolder } from "../../store/mailbox/folders.ts";
import {
  draftRows,
  type LineMessage,
  listNeeds,
  type Need,
  type NeedKind,
  newestMessages,
  waitingMails,
} from "../../store/mailbox/inbox.ts";
import { getLabel, keywordKeys, type LabelRow } from "../../store/mailbox/labels.ts";
import { listPlaced, type PlacedFilter } from "../../store/mailbox/placed-threads.ts";
import { endOfThreads, listThreads, type ThreadFilter, type ThreadRow } from "../../store/mailbox/threads.ts";
import type { MessageRow } from "../../store/message/messages.ts";
import type { ThreadStatus } from "../../store/tables/index.ts";
import type { Here } from "../frame/answers.ts";
import { bounceMs, folderName } from "../frame/navigation.ts";
import type { Named } from "../frame/people.ts";
import { phrases } from "../phrases.ts";
import { draftWriters } from "./draft-writers.ts";
import { type ListReader, type Narrowed, narrowedTo } from "./narrowing.ts";
import type { ListAddress } from "./places.ts";

/** Lines of a page. */
const lines = 40;

export interface ListRow {
  threadId: string;
  /** The people of the line; the first has the disc. */
  people: readonly Named[];
  /** True: the thread was written to these people; false: by them. */
  isTo: boolean;
  subject: string | null;
  preview: string;
  messageCount: number;
  at: Instant;
  isUnread: boolean;
  isFlagged: boolean;
  hasFiles: boolean;
  /** All that came in lately is spam. */
  isSpam: boolean;
  /** The address that the thread is of. */
  address: string;
  status: ThreadStatus;
  /** The end of its sleep. */
  snoozedUntil?: Instant | null;
  isAssigned: boolean;
  need: NeedKind | null;
  /** The line is a draft's. */
  draftId?: string;
  /** The last writer, where that is somebody else than who looks. */
  writer?: string | null;
}

export interface ListPage {
  name: string;
  lines: ListRow[];
  /** null: these are the last. */
  next: string | null;
}

/** A list with what narrows it, found. */
interface AskedList {
  place: ListAddress;
  by: Narrowed;
}

/** Lists of threads that are acted on together. */
const bulkLists: readonly string[] = [
  "open",
  "waiting",
  "snoozed",
  "done",
  "all",
  "sent",
  "spam",
  "trash",
  "folder",
  "label",
];

export const isBulkList = (list: string) => bulkLists.includes(list);

/**
 * Threads of a list from the cursor on, the newest first, without what their lines show.
 * @throws Failure invalid_cursor, not_found
 */
export async function threadsOf(
  here: ListReader,
  place: ListAddress,
): Promise<{ threads: ThreadRow[]; next: string | null }> {
  const { list } = place;
  const asked = { place, by: await narrowedTo(here, place) };
  if (list === "sent" || list === "spam" || list === "trash") return placedPage(here, asked, { role: list });
  if (list === "folder") return placedPage(here, asked, { folderId: (await folderOf(here, asked)).id });
  return threadPage(here, asked, await filterOf(here, asked));
}

async function filterOf(here: ListReader, asked: AskedList): Promise<ThreadFilter> {
  const { list } = asked.place;
  const { labelKeys } = asked.by;
  if (list === "label")
    return {
      labelKeys: keywordKeys(await labelOf(here, asked)),
      ...(labelKeys && { otherLabelKeys: labelKeys }),
    };
  const isSnoozed = { snoozed: true, open: false, waiting: false }[list as string];
  return {
    status: statuses[list as keyof typeof statuses],
    ...(isSnoozed === undefined ? {} : { isSnoozed }),
    ...(list === "open" ? { isWanted: true as const } : {}),
    ...(labelKeys && { labelKeys }),
  };
}

const statuses = {
  open: "open",
  waiting: "waiting",
  snoozed: undefined,
  done: "resolved",
  all: undefined,
} as const;

/** @throws Failure invalid_cursor, not_found */
export async function readList(here: Here, place: ListAddress, by: Narrowed): Promise<ListPage> {
  const { list } = place;
  const asked = { place, by };
  const { name } = phrases.lists[list];
  if (list === "needs") return { name, ...(await readNeeds(here, asked)) };
  if (list === "drafts") return { name, ...(await readDrafts(here, asked)) };
  if (list === "sent" || list === "spam" || list === "trash")
    return { name, ...(await readPlaced(here, asked, { role: list })) };
  if (list === "folder") {
    const folder = await folderOf(here, asked);
    return { name: folderName(folder), ...(await readPlaced(here, asked, { folderId: folder.id })) };
  }
  const named = list === "label" ? (await labelOf(here, asked)).name : name;
  return { name: named, ...(await readThreads(here, asked, await filterOf(here, asked))) };
}

/** @throws Failure not_found */
async function folderOf(
  { deps: { database } }: ListReader,
  { place: { addressId, of }, by }: AskedList,
): Promise<FolderRow> {
  const found = await findFolder(database, by.scope, { identityId: addressId ?? "", folder: of ?? "" });
  if (!found) throw notFound();
  return found;
}

/** @throws Failure not_found */
async function labelOf(
  { deps: { database } }: ListReader,
  { place: { addressId, of }, by }: AskedList,
): Promise<LabelRow> {
  const found = await getLabel(database, by.scope, of ?? "");
  if (found?.identityId !== addressId) throw notFound();
  return found;
}

async function readPlaced(here: Here, asked: AskedList, filter: PlacedFilter): Promise<LinesOfPage> {
  const { threads, next } = await placedPage(here, asked, filter);
  return { lines: await threadLines(here, threads, asked.place.list === "sent"), next };
}

async function placedPage(
  { deps }: ListReader,
  { place: { cursor }, by: { scope, identityId, labelKeys } }: AskedList,
  filter: PlacedFilter,
): Promise<{ threads: ThreadRow[]; next: string | null }> {
  const { database } = deps;
  const before = cursor === null ? null : parseInstant(cursor);
  const asked = { ...filter, ...definedFields({ identityId, labelKeys }) };
  const { rows, end } = await listPlaced(database, scope, { filter: asked, cursor: before });
  const shown = rows.slice(0, lines);
  const last = rows.length > lines ? shown.at(-1)!.at : end;
  // Threads with the last one's date would be lost behind it.
  const tied = rows.slice(lines).filter(({ at }) => at === last);
  const some = [...shown, ...tied];
  const next = some.length === rows.length ? end : last;
  return { threads: some.map(({ thread, at }) => ({ ...thread, sortAt: at })), next };
}

type LinesOfPage = Omit<ListPage, "name">;

async function readDrafts(
  here: Here,
  { place: { cursor }, by: { scope, identityId, labelKeys } }: AskedList,
): Promise<LinesOfPage> {
  const { database } = here.deps;
  const { data, next_cursor: next } = await page(
    { limit: lines, cursor: cursor ?? undefined },
    {
      fetch: (cursor, count) => draftRows(database, scope, { identityId, labelKeys, cursor, count }),
      sortOf: ({ createdAt }) => createdAt,
    },
    (row) => row,
  );
  const owned = data.map((row) => ({ identityId: row.identityId! }));
  const addresses = await addressesOf({ database, scope }, owned);
  const writers = await draftWriters(here, data);
  const line = (row: MessageRow) =>
    draftLine(row, addresses.get(row.identityId!) ?? "", writers.get(row.id) ?? null);
  return { lines: data.map(line), next };
}

function draftLine(row: MessageRow, address: string, writer: string | null): ListRow {
  return {
    threadId: row.threadId,
    draftId: row.id,
    writer,
    people: row.mailTo,
    isTo: true,
    subject: row.subject,
    preview: row.preview,
    messageCount: 1,
    at: row.updatedAt ?? row.createdAt,
    isUnread: false,
    isFlagged: false,
    hasFiles: row.hasAttachments,
    isSpam: false,
    address,
    status: "open",
    isAssigned: false,
    need: null,
  };
}

async function readThreads(here: Here, asked: AskedList, wanted: ThreadFilter): Promise<LinesOfPage> {
  const { threads, next } = await threadPage(here, asked, wanted);
  return { lines: await threadLines(here, threads, false), next };
}

async function threadPage(
  { deps }: ListReader,
  { place: { cursor }, by: { scope, identityId } }: AskedList,
  wanted: ThreadFilter,
): Promise<{ threads: ThreadRow[]; next: string | null }> {
  const { database } = deps;
  const filter = { ...wanted, ...definedFields({ identityId }) };
  const { data, next_cursor: next } = await page(
    { limit: lines, cursor: cursor ?? undefined },
    {
      fetch: (cursor, count) => listThreads(database, scope, { filter, cursor, count }),
      sortOf: (row) => row.sortAt,
      end: (cursor) => endOfThreads(database, scope, { filter, cursor }),
    },
    (row) => row,
  );
  return { threads: data, next };
}

async function threadLines(
  { deps: { database }, scope }: Here,
  data: readonly ThreadRow[],
  isSent: boolean,
): Promise<ListRow[]> {
  const [newest, addresses] = await Promise.all([
    newestMessages(
      database,
      scope,
      data.map(({ id }) => id),
    ),
    addressesOf({ database, scope }, data),
  ]);
  return data.map((row) => {
    const address = addresses.get(row.identityId) ?? "";
    return threadLine(row, { messages: newest.get(row.id) ?? [], address, isSent });
  });
}

function threadLine(
  row: ThreadRow,
  { messages, address, isSent }: { messages: readonly LineMessage[]; address: string; isSent: boolean },
): ListRow {
  const inbound = messages.filter(({ direction }) => direction === "inbound");
  const writers = inbound.map(({ fromEmail: email, fromName: name }) => ({ email, name }));
  const sent = messages.filter(({ direction }) => direction === "outbound");
  const isTo = writers.length === 0 || (isSent && sent.length > 0);
  const people = distinct(isTo ? sent.flatMap(({ mailTo }) => mailTo) : writers);
  return {
    threadId: row.id,
    people,
    isTo,
    subject: row.subject,
    preview: messages[0]?.preview ?? "",
    messageCount: row.messageCount,
    at: row.sortAt,
    isUnread: messages.some(({ isRead }) => !isRead),
    isFlagged: messages.some(({ isFlagged }) => isFlagged),
    hasFiles: messages.some(({ hasAttachments }) => hasAttachments),
    isSpam: inbound.length > 0 && inbound.every((one) => one.isSpam),
    address,
    status: row.status,
    snoozedUntil: row.snoozedUntil,
    isAssigned: row.assigneeId !== null,
    need: null,
  };
}

function distinct(people: readonly Named[]): Named[] {
  return [...new Map(people.map((named) => [named.email.toLowerCase(), named])).values()];
}

async function readNeeds(
  here: Here,
  { place: { cursor }, by: { scope, identityId, labelKeys } }: AskedList,
): Promise<LinesOfPage> {
  const { deps, now } = here;
  const { database } = deps;
  const since = addMs(instantOf(now), -bounceMs);
  const { data, next_cursor: next } = await page(
    { limit: lines, cursor: cursor ?? undefined },
    {
      fetch: (cursor, count) => listNeeds(database, scope, { identityId, labelKeys, since, cursor, count }),
      sortOf: ({ at }) => at,
    },
    (need) => need,
  );
  const ofThreads = data.filter(({ kind }) => kind === "thread").map(({ threadId }) => threadId);
  const [newest, mails, addresses] = await Promise.all([
    newestMessages(database, scope, ofThreads),
    waitingMails(
      database,
      scope,
      data.flatMap(({ messageId }) => messageId ?? []),
    ),
    addressesOf({ database, scope }, data),
  ]);
  return {
    lines: data.map((need) =>
      needLine(need, {
        messages: newest.get(need.threadId) ?? [],
        mail: need.messageId === null ? undefined : mails.get(need.messageId),
        address: addresses.get(need.identityId) ?? "",
      }),
    ),
    next,
  };
}

function needLine(
  need: Need,
  about: { messages: readonly LineMessage[]; mail: MessageRow | undefined; address: string },
): ListRow {
  const { mail, messages, address } = about;
  const isTo = need.kind === "send" || need.kind === "bounce";
  const from = mail ? { email: mail.fromEmail, name: mail.fromName } : null;
  const newest = messages[0];
  const people = mail
    ? isTo
      ? mail.mailTo
      : [from!]
    : newest
      ? [{ email: newest.fromEmail, name: newest.fromName }]
      : [];
  return {
    threadId: need.threadId,
    people,
    isTo,
    subject: mail?.subject ?? need.subject,
    preview: mail?.preview ?? newest?.preview ?? "",
    messageCount: 1,
    at: need.at,
    isUnread: true,
    isFlagged: false,
    hasFiles: mail?.hasAttachments ?? messages.some(({ hasAttachments }) => hasAttachments),
    isSpam: mail?.isSpam ?? false,
    address,
    status: need.status,
    isAssigned: false,
    need: need.kind,
  };
}

async function addressesOf(
  { database, scope }: { database: Here["deps"]["database"]; scope: Here["scope"] },
  rows: readonly { identityId: string }[],
): Promise<Map<string, string>> {
  const ids = [...new Set(rows.map(({ identityId }) => identityId))];
  const found = await identitiesByIds(database, scope, ids);
  return new Map(found.map((identity) => [identity.id, emailOf(identity)]));
}
