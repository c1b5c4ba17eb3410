// Turns over threads: which thread a message joins, how a thread begins, grows and shrinks, what clients change of it.
// DECISIONS Threads, messages, folders, labels.
import { addMs, type Instant } from "../../../src/lib/clock.ts";
import { notFound } from "../../../src/lib/failure.ts";
import { hash52 } from "../../../src/lib/hash.ts";
import { baseSubject, threadKeys } from "../../../src/mail/threading.ts";
import type { IdentityRow } from "../../../src/store/addresses/identities.ts";
import { readThread, remainingMessages, type ThreadRow } from "../../../src/store/mailbox/threads.ts";
import type { MessageRow } from "../../../src/store/message/messages.ts";
import { threads } from "../../../src/store/tables/index.ts";
import { withMetadata } from "../../account/addresses/metadata.ts";
import type { Turn } from "../../runtime/turn.ts";
import type { PreparedMail } from "../message/store-message.ts";
import { checkSnooze, emitWoken } from "./snoozes.ts";

const subjectThreadMs = 30 * 24 * 3600 * 1000;
const maxReferences = 20;

/** The key that finds a thread by its subject: the bare subject with one counterpart; null when the subject is empty. */
export function subjectKey(subject: string | null, counterpart: string): number | null {
  const { base } = baseSubject(subject);
  return base === "" ? null : hash52(`${base}\n${counterpart.toLowerCase()}`);
}

/** The Message-IDs by which a mail finds its thread, the nearest first, without brackets; of many also the first of all. */
export function referencedIds(mail: PreparedMail): string[] {
  const ids = threadKeys(mail.parsed);
  return ids.length <= maxReferences ? ids : [...ids.slice(0, maxReferences - 1), ids.at(-1)!];
}

/** The subject key by which a mail joins a thread; null unless it begins like a reply and refers to nothing. */
export function joinableSubject({ parsed }: PreparedMail): number | null {
  if (parsed.inReplyTo.length > 0 || parsed.references.length > 0 || !baseSubject(parsed.subject).isReply)
    return null;
  return subjectKey(parsed.subject, parsed.from.email);
}

/** The hash of the Message-ID with which the mail's conversation began: its own where it refers to nothing. RFC 5322 3.6.4 */
export function rootOf(mail: PreparedMail): number {
  const { references, inReplyTo, messageId } = mail.parsed;
  return hash52(references[0] ?? inReplyTo[0] ?? messageId ?? mail.sha256);
}

/** The same for a new thread; null where the mail itself began it. */
function missingRoot(mail: PreparedMail): number | null {
  const { references, inReplyTo } = mail.parsed;
  return references.length + inReplyTo.length === 0 ? null : rootOf(mail);
}

/** Rows read for a mail that may join a thread. */
export interface ThreadCandidates {
  mail: PreparedMail;
  /** Messages with the mail's own Message-ID, or one that it refers to. */
  hits: readonly Pick<MessageRow, "headerId" | "threadId" | "direction">[];
  /** The threads of these, those of the same subject, and those that the same mail began, which never came. */
  threads: readonly ThreadRow[];
  at: Instant;
}

/** The thread that a mail belongs to, among the candidates and those written in this batch; null: a new one. */
export function findThread(turn: Turn, candidates: ThreadCandidates): ThreadRow | null {
  const { mail, hits, at } = candidates;
  const known = [...turn.written(threads), ...candidates.threads];
  const byId = (id: string) => {
    const row = known.find((thread) => thread.id === id);
    return row ? turn.latest(threads, row) : null;
  };
  // A mail of this address that comes back to it, from itself or through a list.
  const own = hits.find(
    ({ headerId, direction }) =>
      direction === "outbound" && headerId !== null && headerId === mail.parsed.messageId,
  );
  const sentIn = own && byId(own.threadId);
  if (sentIn) return sentIn;
  for (const id of referencedIds(mail)) {
    const hit = hits.find((candidate) => candidate.headerId === id);
    const thread = hit && byId(hit.threadId);
    if (thread) return thread;
  }
  const root = rootOf(mail);
  const begun = known.find((thread) => thread.rootHash === root);
  if (begun) return byId(begun.id);
  const wanted = joinableSubject(mail);
  if (wanted === null) return null;
  const youngest = known
    .filter((thread) => thread.subjectKey === wanted && thread.createdAt > addMs(at, -subjectThreadMs))
    .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))[0];
  return youngest ? byId(youngest.id) : null;
}

/** Adds a received mail to its thread, or to a new one. @returns the thread's id */
export function joinThread(turn: Turn, candidates: ThreadCandidates): string {
  const { mail, at } = candidates;
  const { subject, from } = mail.parsed;
  const thread = findThread(turn, candidates);
  if (!thread) return startThread(turn, { subject, counterpart: from.email, at, mail });
  // Only mail that waits for a review was in it so far.
  if (isHidden(thread) && thread.subject === null)
    showThread(turn, thread, { subject, counterpart: from.email, at });
  else growThread(turn, thread, { at, reopen: true });
  return thread.id;
}

/**
 * Inserts a thread with its first message counted.
 * @param thread.counterpart address of the other side, for the subject key
 * @param thread.isOld it causes no event
 * @param thread.isDone nothing is to be done in it
 * @param thread.mail the received mail that begins it
 * @returns its id
 */
export function startThread(
  turn: Turn,
  {
    subject,
    counterpart,
    at,
    isOld = false,
    isDone = false,
    mail,
  }: {
    subject: string | null;
    counterpart: string;
    at: Instant;
    isOld?: boolean;
    isDone?: boolean;
    mail?: PreparedMail;
  },
): string {
  const row: ThreadRow = {
    ...newThread(turn, subject, at),
    subjectKey: subjectKey(subject, counterpart),
    rootHash: mail ? missingRoot(mail) : null,
    ...(isDone ? { status: "resolved" as const } : {}),
    messageCount: 1,
    lastMessageAt: at,
  };
  turn.insert(threads, row);
  if (!isOld) emitCreated(turn, row);
  return row.id;
}

/** Inserts a thread that holds a draft alone: no list shows it until something is sent in it. @returns its id */
export function startHiddenThread(turn: Turn, subject: string | null, at: Instant): string {
  const row = newThread(turn, subject, at);
  turn.insert(threads, row);
  return row.id;
}

function newThread(turn: Turn, subject: string | null, at: Instant): ThreadRow {
  const { mode, id: identityId } = turn.identity();
  return {
    accountId: turn.accountId,
    id: turn.newId(),
    identityId,
    subject,
    subjectKey: null,
    rootHash: null,
    status: "open",
    ownerType: ownerTypeOf(mode),
    assigneeId: null,
    assignedAt: null,
    metadata: null,
    parentId: null,
    snoozedUntil: null,
    messageCount: 0,
    lastMessageAt: null,
    sortAt: at,
    createdAt: at,
  };
}

/** DECISIONS Threads: owner_type from mode */
function ownerTypeOf(mode: IdentityRow["mode"]): ThreadRow["ownerType"] {
  return mode === "human" ? "human" : mode === "automated" ? "automation" : "agent";
}

/** Whether nothing was sent or received in a thread yet: it holds drafts, or mail that waits, and no list shows it. */
export function isHidden({ messageCount, lastMessageAt }: ThreadRow): boolean {
  return messageCount === 0 && lastMessageAt === null;
}

/** Counts a sent draft in its thread; a hidden thread is shown from now on. */
export function showThread(
  turn: Turn,
  thread: ThreadRow,
  { subject, counterpart, at }: { subject: string | null; counterpart: string; at: Instant },
): void {
  growThread(turn, thread, { at, reopen: false });
  if (!isHidden(thread)) return;
  const { accountId, id } = thread;
  turn.update(threads, { accountId, id, subject, subjectKey: subjectKey(subject, counterpart) }, thread);
  emitCreated(turn, thread);
}

/** Counts one more message in a thread; with `reopen` one that waits, sleeps or is resolved is open again. `isOld` causes no event. */
export function growThread(
  turn: Turn,
  thread: ThreadRow,
  { at, reopen, isOld = false }: { at: Instant; reopen: boolean; isOld?: boolean },
): void {
  const { accountId, id, status } = thread;
  const reopened = reopen && (status === "waiting" || status === "resolved");
  const woken = reopen && thread.snoozedUntil !== null;
  // Old mail is stored as of its own time.
  const last = thread.lastMessageAt !== null && thread.lastMessageAt > at ? thread.lastMessageAt : at;
  const patch: Partial<ThreadRow> = {
    accountId,
    id,
    messageCount: thread.messageCount + 1,
    lastMessageAt: last,
    sortAt: last,
    ...(reopened ? { status: "open" } : {}),
    ...(woken ? { snoozedUntil: null } : {}),
  };
  turn.update(threads, patch, thread);
  if (isOld) return;
  if (reopened) emitUpdated(turn, { ...thread, ...patch });
  if (woken) emitWoken(turn, { ...thread, ...patch }, "mail");
}

/**
 * Counts threads without these messages, which are about to be deleted. An empty thread keeps its row: a later mail may
 * join it.
 */
export async function shrinkThreads(
  turn: Turn,
  ids: readonly string[],
  without: readonly string[],
): Promise<void> {
  const { accountId } = turn;
  for (const { thread, count, last } of await remainingMessages(turn, accountId, { ids, without })) {
    if (thread.messageCount === count && thread.lastMessageAt === last) continue;
    const patch = { messageCount: count, lastMessageAt: last, sortAt: last ?? thread.createdAt };
    turn.update(threads, { accountId, id: thread.id, ...patch }, thread);
  }
}

export interface ThreadChange {
  status?: ThreadRow["status"];
  ownerType?: ThreadRow["ownerType"];
  /** null: assigned to nobody. */
  assigneeId?: string | null;
  /** Values by name; an empty one takes its name away. */
  metadata?: Readonly<Record<string, string>>;
  /** The thread that caused this one; null: none. */
  parentId?: string | null;
  /** Null: it sleeps no more. */
  snoozedUntil?: Instant | null;
}

/** @throws Failure not_found, validation_error (a snooze until a time that is over) */
export async function changeThread(turn: Turn, id: string, change: ThreadChange): Promise<ThreadRow> {
  const { accountId } = turn;
  const before = await readThread(turn, turn.owner, id);
  if (!before) throw notFound();
  const now = turn.instant();
  const assigned =
    change.assigneeId === undefined ? {} : { assignedAt: change.assigneeId === null ? null : now };
  const { metadata, ...columns } = change;
  const kept = metadata === undefined ? {} : { metadata: withMetadata(before.metadata, metadata) };
  if (change.snoozedUntil) {
    checkSnooze(turn, change.snoozedUntil);
    turn.poke("snoozes");
  }
  // Another status is a decision about the thread, which ends its sleep.
  const isMoved = change.status !== undefined && change.status !== before.status;
  const ended = isMoved && change.snoozedUntil === undefined ? { snoozedUntil: null } : {};
  const patch = { accountId, id, ...columns, ...kept, ...assigned, ...ended };
  turn.update(threads, patch, before);
  const after: ThreadRow = { ...before, ...patch };
  emitUpdated(turn, after);
  return after;
}

function emitCreated(turn: Turn, thread: ThreadRow): void {
  turn.emit({ type: "thread.created", identityId: thread.identityId, data: threadData(thread) });
}

function emitUpdated(turn: Turn, thread: ThreadRow): void {
  turn.emit({ type: "thread.updated", identityId: thread.identityId, data: threadData(thread) });
}

function threadData(thread: ThreadRow): Record<string, unknown> {
  return {
    thread_id: thread.id,
    identity_id: thread.identityId,
    status: thread.status,
    owner_type: thread.ownerType,
    assignee_id: thread.assigneeId,
  };
}
