// Threads that sleep until a time: the lists of open and waiting threads leave them out meanwhile. A thread wakes by the clock or by
// new mail, and is open then; a change of its status ends the snooze too. DECISIONS Threads, messages, folders, labels.
import { addMs, type Instant } from "../../../src/lib/clock.ts";
import { invalid } from "../../../src/lib/failure.ts";
import { readThread, type ThreadRow } from "../../../src/store/mailbox/threads.ts";
import { threads } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";

/** Milliseconds for which a thread sleeps at most. */
const maxSnoozeMs = 5 * 366 * 24 * 3_600_000;

/** The end of a snooze that somebody asks for. @throws Failure validation_error */
export function checkSnooze(turn: Turn, until: Instant): void {
  const now = turn.now();
  if (until > now && until <= addMs(now, maxSnoozeMs)) return;
  throw invalid(
    `snoozed_until ${until} is ${until > now ? "more than five years away" : "past"}. Give a time to come within five years, or null.`,
  );
}

/** The columns of a thread that wakes: open, but where a person looks at it or it is open already. */
export function awake({ status }: ThreadRow): Pick<ThreadRow, "snoozedUntil" | "status"> {
  return { snoozedUntil: null, status: status === "waiting" || status === "resolved" ? "open" : status };
}

/** Ends a snooze whose time has come. @returns false: it is over already, or another time was set */
export async function wakeThread(turn: Turn, id: string): Promise<boolean> {
  const before = await readThread(turn, turn.owner, id);
  if (!before?.snoozedUntil || before.snoozedUntil > turn.instant()) return false;
  const patch = awake(before);
  turn.update(threads, { accountId: turn.accountId, id, ...patch }, before);
  emitWoken(turn, { ...before, ...patch }, "due");
  return true;
}

export function emitWoken(turn: Turn, thread: ThreadRow, reason: "due" | "mail"): void {
  const { id, identityId, status, ownerType, assigneeId } = thread;
  turn.emit({
    type: "thread.unsnoozed",
    identityId,
    data: {
      thread_id: id,
      identity_id: identityId,
      status,
      owner_type: ownerType,
      assignee_id: assigneeId,
      reason,
    },
  });
}
