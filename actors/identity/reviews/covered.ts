// The hash that a decision covers: the envelope with Bcc, and the octets. A page that offers a decision
// carries it, and the turn refuses a different one, so that nobody decides what they have not seen. DECISIONS
// Protection and reviews.
import { canonicalJson } from "../../../src/lib/canonical-json.ts";
import { Failure } from "../../../src/lib/failure.ts";
import { sha256 } from "../../../src/lib/secrets.ts";
import type { MessageRow } from "../../../src/store/message/messages.ts";
import type { ReviewRow } from "../../../src/store/reviews/reviews.ts";

/** @returns hex SHA-256 */
export function coveredBy({
  direction,
  rawSha256,
  envelope,
}: Pick<ReviewRow, "direction" | "rawSha256" | "envelope">): string {
  return hashOf([direction, hex(rawSha256), envelope]);
}

/** Hash what sending a draft covers: its octets, Bcc recipients and send time. @returns hex SHA-256 */
export function draftCovered({
  rawSha256,
  mailBcc,
  sendAt,
}: Pick<MessageRow, "rawSha256" | "mailBcc" | "sendAt">): string {
  return hashOf(["draft", hex(rawSha256), mailBcc, sendAt]);
}

/** Hash of the versions of events that mails are made from. @returns hex SHA-256 */
export function eventsCovered(events: readonly { id: string; etag: string }[]): string {
  return hashOf(["events", ...events.map(({ id, etag }) => `${id} ${etag}`)]);
}

/** @param expected as `coveredBy` when the page was made; null: the caller says nothing. @throws Failure conflict */
export function checkCovered(review: ReviewRow, expected: string | null): void {
  if (expected === null || expected === coveredBy(review)) return;
  throw new Failure(
    "conflict",
    "It changed since you opened it. Open it again: what is shown then is what you decide.",
  );
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

function hashOf(parts: readonly unknown[]): string {
  return hex(sha256(canonicalJson(parts)));
}
