// One-time links in reviewers' mails. A link names one review and the reviewer that it was mailed to. The database holds an
// HMAC of its token. Opening it changes nothing, as programs open links too: the page that it shows carries a proof of when
// it was made, and acts within 15 minutes, once. DECISIONS Protection and reviews.
import { type Clock, msOf } from "../../../src/lib/clock.ts";
import { Failure } from "../../../src/lib/failure.ts";
import { constantTimeEqual, hmacSha256, randomBase62 } from "../../../src/lib/secrets.ts";
import { domainOf } from "../../../src/mail/address.ts";
import type { Executor } from "../../../src/store/database/database.ts";
import { isServedDomain } from "../../../src/store/domains/domains.ts";
import { findReviewLink, type ReviewLinkRow } from "../../../src/store/reviews/reviews.ts";
import { reviewLinks, type StoredProtection } from "../../../src/store/tables/index.ts";
import { protectionOf } from "../../account/reviews/protection.ts";
import { reviewersNow } from "../../account/reviews/reviewers.ts";
import type { Turn } from "../../runtime/turn.ts";

const proofMs = 15 * 60_000;
/** A link that is older shows and decides nothing. */
const linkMs = 7 * 24 * 3_600_000;

export function linkHash(secret: Uint8Array, token: string): Buffer {
  return hmacSha256(secret, `link ${token}`);
}

/** Makes a link to a review of the turn's identity. @returns its token */
export function makeLink(
  turn: Turn,
  secret: Uint8Array,
  { reviewId, email }: { reviewId: string; email: string },
): string {
  const token = randomBase62(43);
  const { accountId } = turn;
  const tokenHash = linkHash(secret, token);
  turn.insert(reviewLinks, {
    tokenHash,
    accountId,
    reviewId,
    email,
    usedAt: null,
    createdAt: turn.instant(),
  });
  return token;
}

/** The proof for the form of a page that shows the link's review now. */
export function proofOf(secret: Uint8Array, clock: Clock, token: string): string {
  const at = Math.floor(clock.now() / 1000).toString();
  return `${at}.${hmacSha256(secret, `page ${at} ${token}`).toString("base64url")}`;
}

/** @throws Failure code_expired */
export function checkProof(
  secret: Uint8Array,
  clock: Clock,
  { token, proof }: { token: string; proof: string },
): void {
  const [at = ""] = proof.split(".", 1);
  const expected = `${at}.${hmacSha256(secret, `page ${at} ${token}`).toString("base64url")}`;
  const age = clock.now() - Number(at) * 1000;
  if (!/^\d{1,12}$/.test(at) || !constantTimeEqual(proof, expected) || age > proofMs)
    throw new Failure(
      "code_expired",
      "This page was open for more than 15 minutes. Open the link in your mail again.",
    );
}

/**
 * Asks whether a link may decide as things are now: it is young, its reviewer is one still, and where people alone decide its
 * mail did not come to a mailbox of this service, which keys may read.
 * @throws Failure code_expired
 */
export async function checkLink(
  db: Executor,
  { accountId, email, createdAt }: ReviewLinkRow,
  { identityId, protection, at }: { identityId: string; protection: StoredProtection | null; at: number },
): Promise<void> {
  if (at - msOf(createdAt) > linkMs) throw linkOver("This link is older than seven days");
  const reviewers = await reviewersNow(db, { accountId, identityId }, { protection, at });
  if (!reviewers.includes(email))
    throw linkOver(`The reviewers of this address have changed, and ${email} is none of them`);
  if (protection?.approver !== "human") return;
  const domain = domainOf(email.slice(email.lastIndexOf("@") + 1));
  if (domain !== null && (await isServedDomain(db, domain)))
    throw linkOver("People alone decide here since this link was mailed, and keys may read its mailbox");
}

/** As `checkLink`, without its words. */
export async function linkStands(...asked: Parameters<typeof checkLink>): Promise<boolean> {
  try {
    await checkLink(...asked);
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

function linkOver(why: string): Failure {
  return new Failure("code_expired", `${why}, so it decides nothing. Sign in to the console to decide.`);
}

/** Uses a link up, in the turn that decides its review. @throws Failure code_expired */
export async function spendLink(turn: Turn, tokenHash: Uint8Array): Promise<ReviewLinkRow> {
  const link = await findReviewLink(turn, tokenHash);
  if (link?.accountId !== turn.accountId) throw linkSpent();
  await checkLink(turn, link, {
    identityId: turn.ref.id,
    protection: protectionOf(turn),
    at: msOf(turn.now()),
  });
  turn.update(reviewLinks, { tokenHash, usedAt: turn.instant() }, link);
  return link;
}

export function linkSpent(): Failure {
  return new Failure(
    "code_expired",
    "This link was used already, or its mail is decided. There is nothing more to do.",
  );
}
