// One-time links in reviewers' mails. A link names one review and the reviewer that it was mailed to. The database holds an
// HMAC of its token. Opening it changes nothing, as programs open links too: the page that it shows carries a proof of when
// it was made, and acts within 15 minutes, once. DECISIONS Protection and reviews.
import type { Clock } from "../../../src/lib/clock.ts";
import { Failure } from "../../../src/lib/failure.ts";
import { constantTimeEqual, hmacSha256, randomBase62 } from "../../../src/lib/secrets.ts";
import { findReviewLink, type ReviewLinkRow } from "../../../src/store/reviews/reviews.ts";
import { reviewLinks } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";

const proofMs = 15 * 60_000;

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

/** Uses a link up, in the turn that decides its review. @throws Failure code_expired */
export async function spendLink(turn: Turn, tokenHash: Uint8Array): Promise<ReviewLinkRow> {
  const link = await findReviewLink(turn, tokenHash);
  if (link?.accountId !== turn.accountId) throw linkSpent();
  turn.update(reviewLinks, { tokenHash, usedAt: turn.instant() }, link);
  return link;
}

export function linkSpent(): Failure {
  return new Failure(
    "code_expired",
    "This link was used already, or its mail is decided. There is nothing more to do.",
  );
}
