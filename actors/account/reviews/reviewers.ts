// Turns over those who are asked to be reviewers: who is named is asked, once in thirty days until there is an answer.
// DECISIONS Mail of the service.
import { addMs } from "../../../src/lib/clock.ts";
import { Failure } from "../../../src/lib/failure.ts";
import { keyMay, knownKey } from "../../../src/store/access/makers.ts";
import type { Executor } from "../../../src/store/database/database.ts";
import { askReviewers, type ConsentRow, findQuestion } from "../../../src/store/reviews/consents.ts";
import { reviewerConsents, type StoredProtection } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";

/** The link of a question lives so long, and nobody is asked again before. */
export const questionMs = 30 * 24 * 3_600_000;

/** Has those asked who are named in the turn's account, or in an address of it. @param emails in canonical form */
export function nameReviewers(turn: Turn, emails: readonly string[]): void {
  if (emails.length === 0) return;
  const at = turn.instant();
  turn.bulk(askReviewers(turn.accountId, { emails, at, again: addMs(at, -questionMs) }));
  turn.poke("reviews");
}

/**
 * Reviewers who may decide by a link what an address holds. A reviewer whom a restricted key named is none once that key has
 * ended or no longer reaches the address; `approver: human` stays.
 */
export async function reviewersNow(
  db: Executor,
  { accountId, identityId }: { accountId: string; identityId: string },
  { protection, at }: { protection: StoredProtection | null; at: number },
): Promise<readonly string[]> {
  const { reviewers = [], reach = null, keyId } = protection ?? {};
  if (reach === null || keyId === undefined || reviewers.length === 0) return reviewers;
  const known = await knownKey(db, { accountId, keyId });
  return keyMay(known, { identityId, level: "approve", at }) ? reviewers : [];
}

/** Takes the answer to a question. @throws Failure code_expired */
export async function answerQuestion(
  turn: Turn,
  { tokenHash, answer }: { tokenHash: Uint8Array; answer: "yes" | "no" },
): Promise<ConsentRow> {
  const at = turn.instant();
  const row = await findQuestion(turn, tokenHash, addMs(at, -questionMs));
  if (row?.accountId !== turn.accountId) throw questionOver();
  const { accountId, email } = row;
  turn.update(
    reviewerConsents,
    { accountId, email, tokenHash: null, askAt: null, answer, answeredAt: at },
    row,
  );
  return row;
}

export function questionOver(): Failure {
  return new Failure(
    "code_expired",
    "This was answered already, or the link is too old. There is nothing more to do.",
  );
}
