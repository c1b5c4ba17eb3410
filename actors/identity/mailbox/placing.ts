// Putting messages into threads and folders: what receiving and sending share.

import type { Instant } from "../../../src/lib/clock.ts";
import { hash52 } from "../../../src/lib/hash.ts";
import { baseSubject } from "../../../src/mail/threading.ts";
import type { IdentityRow } from "../../../src/store/accounts/identities.ts";
import type { FolderRow } from "../../../src/store/mail/folders.ts";
import type { ThreadRow } from "../../../src/store/mail/threads.ts";
import { Flag, folders, placements, threads } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";

/** What finds a thread by subject: the bare subject with one counterpart; null when the subject is empty. */
export function subjectKey(subject: string | null, counterpart: string): number | null {
  const { base } = baseSubject(subject);
  return base === "" ? null : hash52(`${base}\n${counterpart.toLowerCase()}`);
}

/** A new thread, with its first message counted. DECISIONS Threads: owner_type from mode */
export function startThread(
  turn: Turn,
  input: { id: string; subject: string | null; subjectKey: number | null; at: Instant },
): ThreadRow {
  const { mode, id: identityId } = turn.identity();
  const row: ThreadRow = {
    accountId: turn.accountId,
    id: input.id,
    identityId,
    subject: input.subject,
    subjectKey: input.subjectKey,
    status: "open",
    ownerType: ownerTypeOf(mode),
    assigneeId: null,
    assignedAt: null,
    messageCount: 1,
    lastMessageAt: input.at,
    sortAt: input.at,
    createdAt: input.at,
  };
  turn.insert(threads, row);
  turn.emit({ type: "thread.created", identityId, data: threadData(row) });
  return row;
}

/** Who has a new thread. DECISIONS Threads */
export function ownerTypeOf(mode: IdentityRow["mode"]): ThreadRow["ownerType"] {
  return mode === "human" ? "human" : mode === "automated" ? "automation" : "agent";
}

/** One more message in a thread; `reopen` as mail that arrives does. */
export function growThread(
  turn: Turn,
  thread: ThreadRow,
  { at, reopen }: { at: Instant; reopen: boolean },
): void {
  const { accountId, id } = thread;
  const patch: Partial<ThreadRow> = {
    accountId,
    id,
    messageCount: thread.messageCount + 1,
    lastMessageAt: at,
    sortAt: at,
  };
  const reopened = reopen && (thread.status === "waiting" || thread.status === "resolved");
  if (reopened) patch.status = "open";
  turn.update(threads, patch, thread);
  if (reopened)
    turn.emit({
      type: "thread.updated",
      identityId: thread.identityId,
      data: threadData({ ...thread, ...patch }),
    });
}

export function threadData(thread: ThreadRow): Record<string, unknown> {
  return {
    thread_id: thread.id,
    identity_id: thread.identityId,
    status: thread.status,
    owner_type: thread.ownerType,
  };
}

/** Places a message in the folder of this role; an identity without inbox has none, and nothing is placed. */
export function place(
  turn: Turn,
  message: { messageId: string; role: string; seen: boolean; at: Instant },
): FolderRow | null {
  const folder = turn.folders().find((candidate) => candidate.role === message.role);
  if (!folder) return null;
  const { accountId, id, uidNext } = folder;
  turn.insert(placements, {
    accountId,
    folderId: id,
    uid: uidNext,
    identityId: folder.identityId,
    messageId: message.messageId,
    flags: message.seen ? Flag.seen : 0,
    keywords: [],
    internalDate: message.at,
    modseq: turn.modseq,
    createdAt: message.at,
  });
  const unread = folder.unread + (message.seen ? 0 : 1);
  turn.update(folders, { accountId, id, uidNext: uidNext + 1, total: folder.total + 1, unread }, folder);
  turn.change({ kind: "placed", folderId: id, uid: uidNext, messageId: message.messageId });
  return folder;
}
