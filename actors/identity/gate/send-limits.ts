// Limits of sending: no automatic answer to a program, few answers of programs to each other, few automatic mails an hour into one thread, and the daily
// recipients of an address and an account. DECISIONS Authentication and keys (plans). RFC 3834 2
import { addMs, type Instant, msOf } from "../../../src/lib/clock.ts";
import { Failure } from "../../../src/lib/failure.ts";
import { addDailyRecipients, lockDailyRecipients } from "../../../src/store/sending/daily-recipients.ts";
import { identities, messages } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";
import type { Outgoing } from "../message/outgoing.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
export const maxAutomaticAnHour = 20;
/** Automated addresses answer each other so often in a row, within a day each. */
export const maxAnswersInARow = 50;

/** A message that the address sent before. */
export interface SentBefore {
  id: string;
  createdAt: Instant;
}

/**
 * @param recent what the address sent into the thread last, as loaded
 * @throws Failure send_policy_violation, rate_limited
 */
export function checkLoop(
  turn: Turn,
  asked: Pick<Outgoing, "answersProgram" | "threadId"> & Partial<Pick<Outgoing, "answers" | "automatic">>,
  { recent, at }: { recent: readonly SentBefore[]; at: Instant },
): void {
  const { answersProgram, threadId, answers = 0, automatic = false } = asked;
  if (answersProgram && automatic) {
    throw new Failure(
      "send_policy_violation",
      "This message was written by a program (an automatic reply, a list, a bounce), which an automatic answer does not answer. Send it without automatic: true if you read the message and answer it.",
    );
  }
  if (turn.identity().mode !== "automated") return;
  if (answersProgram) {
    throw new Failure(
      "send_policy_violation",
      "This message was written by a program (an automatic reply, a list, a bounce), and an automated address does not answer those. Write a new message without in_reply_to, or set the address's mode to hybrid or human.",
    );
  }
  if (answers > maxAnswersInARow) {
    throw new Failure(
      "send_policy_violation",
      `Automated addresses have answered each other ${maxAnswersInARow} times in this thread, and nobody else wrote in it. Two programs may be answering each other: let a person answer, or write a new message without in_reply_to.`,
    );
  }
  if (threadId === null) return;
  // Earlier turns of the batch may have sent after `recent` was loaded.
  const now = turn
    .written(messages)
    .filter((row) => row.threadId === threadId && (row.state === "sent" || row.state === "spooled"));
  const since = addMs(at, -hourMs);
  const times = new Map([...recent, ...now].map(({ id, createdAt }) => [id, createdAt]));
  const within = [...times.values()].filter((time) => time > since).sort();
  const oldest = within.at(-maxAutomaticAnHour);
  if (oldest === undefined) return;
  throw new Failure(
    "rate_limited",
    `An automated address writes at most ${maxAutomaticAnHour} mails an hour into one thread. Two programs may be answering each other; wait, or start a new thread.`,
    Math.max(1, Math.ceil((msOf(oldest) + hourMs - msOf(at)) / 1000)),
  );
}

/** Counts recipients where the plan limits them. @throws Failure daily_limit */
export async function countDaily(
  turn: Turn,
  { recipients, at }: { recipients: number; at: Instant },
): Promise<void> {
  const { perAddress, perAccount } = turn.plan.dailyRecipients;
  // A refusal counts nowhere.
  const count = countOfAddress(turn, perAddress, { recipients, at });
  await countOfAccount(turn, perAccount, { recipients, at });
  count();
}

/** @returns what counts them */
function countOfAddress(
  turn: Turn,
  limit: number | null,
  { recipients, at }: { recipients: number; at: Instant },
): () => void {
  if (limit === null) return () => {};
  const identity = turn.identity();
  const sentDay = at.slice(0, 10);
  const before = identity.sentDay === sentDay ? identity.sentRecipients : 0;
  if (before + recipients > limit) throw dailyLimit("address", { limit, before, at });
  const { accountId, id } = identity;
  return () =>
    turn.update(identities, { accountId, id, sentDay, sentRecipients: before + recipients }, identity);
}

async function countOfAccount(
  turn: Turn,
  limit: number | null,
  { recipients, at }: { recipients: number; at: Instant },
): Promise<void> {
  if (limit === null) return;
  const key = { accountId: turn.accountId, day: at.slice(0, 10) };
  const before = await lockDailyRecipients(turn, key);
  if (before + recipients > limit) throw dailyLimit("account", { limit, before, at });
  turn.bulk(addDailyRecipients(key, recipients));
}

function dailyLimit(
  whose: string,
  { limit, before, at }: { limit: number; before: number; at: Instant },
): Failure {
  return new Failure(
    "daily_limit",
    `This ${whose} may write to ${limit} recipients a day and has written to ${before} today (UTC). Send to fewer, or wait until tomorrow.`,
    Math.ceil((dayMs - (msOf(at) % dayMs)) / 1000),
  );
}
