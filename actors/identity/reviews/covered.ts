// What a decision covers: the envelope, Bcc and all, and the octets, in one hash. A page that offers a decision carries it, and the
// turn refuses another one, so that nobody decides what they have not seen. DECISIONS Protection and reviews.
import { Failure } from "../../../src/lib/failure.ts";
import { sha256 } from "../../../src/lib/secrets.ts";
import type { MessageRow } from "../../../src/store/mail/messages.ts";
import type { ReviewRow } from "../../../src/store/reviews/reviews.ts";

/** @returns hex SHA-256 */
export function coveredBy({
  direction,
  rawSha256,
  envelope,
}: Pick<ReviewRow, "direction" | "rawSha256" | "envelope">): string {
  const octets = Buffer.from(rawSha256).toString("hex");
  return Buffer.from(sha256(sortedJson([direction, octets, envelope]))).toString("hex");
}

/** What sending a draft covers: its octets, whom it reaches without naming them, and when. @returns hex SHA-256 */
export function draftCovered({
  rawSha256,
  mailBcc,
  sendAt,
}: Pick<MessageRow, "rawSha256" | "mailBcc" | "sendAt">): string {
  const octets = Buffer.from(rawSha256).toString("hex");
  return Buffer.from(sha256(sortedJson(["draft", octets, mailBcc, sendAt]))).toString("hex");
}

/** @param expected as `coveredBy` when the page was made; null: the caller says nothing. @throws Failure conflict */
export function checkCovered(review: ReviewRow, expected: string | null): void {
  if (expected === null || expected === coveredBy(review)) return;
  throw new Failure(
    "conflict",
    "It changed since you opened it. Open it again: what is shown then is what you decide.",
  );
}

/** JSON with sorted names: a row that was read and one that was just written hash alike. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    item !== null && typeof item === "object" && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}
