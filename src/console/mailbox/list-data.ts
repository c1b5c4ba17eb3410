// Data of lists: one line a thread, or a line for each thing that a person has to decide.
import { emailOf } from "../../../actors/account/addresses/identities.ts";
import { page } from "../../http/paging.ts";
import { addMs, type Instant, instantOf } from "../../lib/clock.ts";
import { identitiesByIds } from "../../store/addresses/identities.ts";
import {
  draftRows,
  type LineMessage,
  listNeeds,
  type Need,
  type NeedKind,
  newestMessages,
  waitingMails,
} from "../../store/mailbox/inbox.ts";
import { listThreads, type ThreadRow } from "../../store/mailbox/threads.ts";
import type { MessageRow } from "../../store/message/messages.ts";
import type { ThreadStatus } from "../../store/tables/index.ts";
import type { Here } from "../frame/answers.ts";
import type { Named } from "../frame/people.ts";
import { bounceMs } from "../frame/shell.ts";
import type { ListPlace } from "./places.ts";

/** Lines of a page. */
const lines = 40;

export interface Line {
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
  /** The address that the thread is of. */
  address: string;
  status: ThreadStatus;
  isAssigned: boolean;
  need: NeedKind | null;
  /** The line is a draft's. */
  draftId?: string;
}

export interface ListPage {
  lines: Line[];
  /** null: these are the last. */
  next: string | null;
}

const statuses = { open: "open", waiting: "waiting", done: "resolved", all: undefined } as const;

/** @throws Failure invalid_cursor */
export async function readList(here: Here, place: ListPlace): Promise<ListPage> {
  if (place.list === "needs") return readNeeds(here, place);
  if (place.list === "drafts") return readDrafts(here, place);
  return readThreads(here, place, statuses[place.list]);
}

async function readDrafts({ deps, scope }: Here, { addressId, cursor }: ListPlace): Promise<ListPage> {
  const { database } = deps;
  const { data, next_cursor: next } = await page(
    { limit: lines, cursor: cursor ?? undefined },
    {
      fetch: (cursor, count) =>
        draftRows(database, scope, { identityId: addressId ?? undefined, cursor, count }),
      sortOf: ({ createdAt }) => createdAt,
    },
    (row) => row,
  );
  const owned = data.map((row) => ({ identityId: row.identityId! }));
  const addresses = await addressesOf({ database, scope }, owned);
  return { lines: data.map((row) => draftLine(row, addresses.get(row.identityId!) ?? "")), next };
}

function draftLine(row: MessageRow, address: string): Line {
  return {
    threadId: row.threadId,
    draftId: row.id,
    people: row.mailTo,
    isTo: true,
    subject: row.subject,
    preview: row.preview,
    messageCount: 1,
    at: row.updatedAt ?? row.createdAt,
    isUnread: false,
    isFlagged: false,
    hasFiles: row.hasAttachments,
    address,
    status: "open",
    isAssigned: false,
    need: null,
  };
}

async function readThreads(
  { deps: { database }, scope }: Here,
  { addressId, cursor }: ListPlace,
  status: ThreadStatus | undefined,
): Promise<ListPage> {
  const filter = { ...(addressId === null ? {} : { identityId: addressId }), ...(status ? { status } : {}) };
  const { data, next_cursor: next } = await page(
    { limit: lines, cursor: cursor ?? undefined },
    {
      fetch: (cursor, count) => listThreads(database, scope, { filter, cursor, count }),
      sortOf: (row) => row.sortAt,
    },
    (row) => row,
  );
  const [newest, addresses] = await Promise.all([
    newestMessages(
      database,
      scope,
      data.map(({ id }) => id),
    ),
    addressesOf({ database, scope }, data),
  ]);
  return {
    lines: data.map((row) => threadLine(row, newest.get(row.id) ?? [], addresses.get(row.identityId) ?? "")),
    next,
  };
}

function threadLine(row: ThreadRow, messages: readonly LineMessage[], address: string): Line {
  const writers = messages
    .filter(({ direction }) => direction === "inbound")
    .map(({ fromEmail: email, fromName: name }) => ({ email, name }));
  const isTo = writers.length === 0;
  const people = distinct(isTo ? messages.flatMap(({ mailTo }) => mailTo) : writers);
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
    address,
    status: row.status,
    isAssigned: row.assigneeId !== null,
    need: null,
  };
}

function distinct(people: readonly Named[]): Named[] {
  return [...new Map(people.map((named) => [named.email.toLowerCase(), named])).values()];
}

async function readNeeds(here: Here, { addressId, cursor }: ListPlace): Promise<ListPage> {
  const { deps, scope, now } = here;
  const { database } = deps;
  const since = addMs(instantOf(now), -bounceMs);
  const { data, next_cursor: next } = await page(
    { limit: lines, cursor: cursor ?? undefined },
    {
      fetch: (cursor, count) =>
        listNeeds(database, scope, { identityId: addressId ?? undefined, since, cursor, count }),
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
): Line {
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
