// Sends that wait for a person: what an answer says of them, what became of them, and how to wait for it.
import type { Postroom, ReviewDetail, Sent } from "../../sdk/typescript/index.ts";
import { type AnswerPart, answerOf, type ToolAnswer } from "../answer.ts";
import { commentOf, id, nothing, type OurFields, type Ours, ours, word } from "../words.ts";

/** The review that a send waits for; null: it has left. */
export function reviewIdOf({ status, review_id }: Sent): string | null {
  return status === "pending_review" ? (review_id ?? null) : null;
}

/** The advice to an agent while something waits. */
export const whileItWaits = ours`Tell your person that it waits in the console under Needs you, or in the reviewer's mail; then go on. whats_next tells the decision, send_draft with cancel takes it back. Do not send it in another way.`;

const decided: Readonly<Record<Exclude<ReviewDetail["status"], "pending">, Ours>> = {
  approved: ours`A person has allowed it, and it has left.`,
  rejected: ours`Nothing has left: a person has rejected it.`,
  returned: ours`Nothing has left: a person has given it back to you. Change the draft with save_draft, then send it with send_draft.`,
  taken_over: ours`Nothing has left: a person goes on with the thread. Leave it to them.`,
  expired: ours`Nothing has left: nobody has decided in time.`,
  withdrawn: ours`Nothing has left: it was taken back, and its draft is gone.`,
};

/** The part that tells a person's decision. @param review one that does not wait */
export function decisionPart(review: ReviewDetail): AnswerPart {
  const { direction, diff } = review;
  const status = review.status as keyof typeof decided;
  const isSend = direction === "outbound";
  const letIn = status === "approved" ? ours`A person has let the mail in.` : ours`The mail was not let in.`;
  const changed =
    diff.length > 0 ? ours` The person changed it first: read_thread shows what left.` : nothing;
  const comment = commentOf(review);
  const said = comment === null ? nothing : ours` They say: ${comment}`;
  const isDraft = isSend && !["approved", "withdrawn"].includes(status);
  return {
    head: ours`${isSend ? decided[status] : letIn}${changed}${said} (review ${id(review.id)}, ${isDraft ? ours`draft` : ours`message`} ${id(review.message_id)}, thread ${id(review.thread_id)})`,
    fields: {
      status:
        status === "approved" ? (isSend ? ours`sent` : ours`received`) : isDraft ? ours`draft` : ours`none`,
      decision: word(status),
      review_id: id(review.id),
      ...(isDraft ? { draft_id: id(review.message_id) } : { message_id: id(review.message_id) }),
      thread_id: id(review.thread_id),
      comment,
    },
    mail: null,
  };
}

/** Fields of something that waits. */
export function heldFields(sent: Pick<Sent, "id" | "thread_id">, review: string): OurFields {
  return {
    status: ours`held`,
    review_id: id(review),
    draft_id: id(sent.id),
    thread_id: id(sent.thread_id),
  };
}

/** Waits until somebody has decided, at most so many seconds. */
export async function decisionAnswer(
  client: Postroom,
  { review, seconds }: { review: string; seconds: number },
  signal: AbortSignal,
): Promise<ToolAnswer> {
  const found = await client.reviews.wait(review, { timeout: seconds }, { signal });
  if (found) return answerOf({ parts: [decisionPart(found)] });
  const head = ours`Nobody has decided in ${seconds} seconds: it still waits, and nothing has left. Go on with something else, or call again.`;
  return answerOf({ parts: [{ head, fields: { status: ours`held`, review_id: id(review) }, mail: null }] });
}
