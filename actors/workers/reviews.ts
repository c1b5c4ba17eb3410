// Reviews that come due: decisions of people come into force, those whose time is over end without sending anything, and reviewers get a
// mail about what waits.
// It is a mail of the service itself, which nothing holds, and names all that is due for one address at that moment. Who has
// not said yes to that gets none (reviewer-questions.ts).
import { addMs, type Instant, nowInstant } from "../../src/lib/clock.ts";
import { Failure, messageOf } from "../../src/lib/failure.ts";
import type { Log } from "../../src/lib/log.ts";
import { findMember, ownerEmailOf } from "../../src/store/access/members.ts";
import { getIdentity } from "../../src/store/addresses/identities.ts";
import { nextQuestionDue, waitingIn } from "../../src/store/reviews/consents.ts";
import { readProtection } from "../../src/store/reviews/protection.ts";
import {
  claimNotices,
  type DueReview,
  dueDecisions,
  expiredReviews,
  getReview,
  nextReviewDue,
  noticesSent,
  type ReviewRow,
  reviewLinkUsed,
} from "../../src/store/reviews/reviews.ts";
import type { PlannedDecision } from "../../src/store/tables/index.ts";
import { findOperator } from "../account/accounts/operator.ts";
import { emailOf } from "../account/addresses/identities.ts";
import { effectiveProtection } from "../account/reviews/protection.ts";
import { reviewersNow } from "../account/reviews/reviewers.ts";
import { countMail, type HumanMailDeps, isReadHere, sendToHuman } from "../account/sending/human-mails.ts";
import { humanPhrases } from "../account/sending/human-phrases.ts";
import { prepareApproval } from "../identity/reviews/approving.ts";
import { carryOutPlanned } from "../identity/reviews/decide.ts";
import { linkStands, makeLink } from "../identity/reviews/links.ts";
import { giveUpDecision, postponeDecision } from "../identity/reviews/planned.ts";
import { expire, refusePlanned } from "../identity/reviews/refusing.ts";
import type { Round } from "../runtime/clock-actor.ts";
import { askRound, willing } from "./reviewer-questions.ts";

export interface ReviewDeps extends HumanMailDeps {
  log: Log;
  /** Keys the hashes of links. */
  reviewSecret: Uint8Array;
  /** Links in mails begin with this. */
  baseUrl: () => string;
}

const batch = 50;
/** After a crash another process tells of the same reviews. */
const leaseMs = 60_000;

export async function reviewRound(deps: ReviewDeps): Promise<Round> {
  const { database, clock } = deps;
  const now = nowInstant(clock);
  const [review, question] = await Promise.all([nextReviewDue(database), nextQuestionDue(database)]);
  const first = earlier(review, question);
  if (first === null || first > now) return { done: 0, more: false, next: first };
  const asked = await askRound(deps, now);
  const carried = await dueDecisions(database, now, batch);
  for (const due of carried) await carryOutOne(deps, due);
  const over = await expiredReviews(database, now, batch);
  for (const due of over) await expireOne(deps, due);
  const told = await claimNotices(database, { at: now, until: addMs(now, leaseMs), count: batch });
  const groups = Map.groupBy(told, ({ identityId }) => identityId);
  for (const group of groups.values()) await tell(deps, group);
  const all = [carried, over, told];
  return {
    done: all.reduce((sum, { length }) => sum + length, asked.done),
    more: asked.more || all.some(({ length }) => length === batch),
  };
}

/** A turn decides whether it still stands; what is refused waits for a person again, and says why. */
async function carryOutOne(deps: ReviewDeps, { accountId, identityId, id }: DueReview): Promise<void> {
  const { database, actors, log } = deps;
  const actor = actors.identity(accountId, identityId);
  const row = await getReview(database, { accountId, identityIds: [identityId] }, id);
  if (!row?.planned || row.inForceAt === null) return;
  const { inForceAt } = row;
  const decided = { id, inForceAt };
  const { by, comment, edits, refuses } = row.planned;
  try {
    if (!(await mayStillDecide(deps, row, row.planned))) {
      const failed = "Who decided it may not decide here any more.";
      await actor.run((turn) => giveUpDecision(turn, decided, failed));
      return;
    }
    const decision = { ...decided, reviewer: { kind: "person" as const }, comment };
    if (refuses !== undefined) {
      await actor.run((turn) => refusePlanned(turn, decision), { origin: by });
      return;
    }
    const approval = { ...decision, ...(await prepareApproval(deps, row, edits)) };
    await actor.run((turn) => carryOutPlanned(turn, approval), { origin: by });
  } catch (error) {
    const isOurs = !(error instanceof Failure) || ["unavailable", "internal_error"].includes(error.code);
    if (isOurs) log.error("a decision could not come into force", { review_id: id, error: messageOf(error) });
    const failed = isOurs ? null : error.message;
    await actor
      .run((turn) =>
        failed === null ? postponeDecision(turn, decided) : giveUpDecision(turn, decided, failed),
      )
      // The address was deleted, and its reviews with it.
      .catch((thrown) => log.debug("a decision was given up", { review_id: id, error: messageOf(thrown) }));
  }
}

/** Whether a person of the account may decide as things are now, or the link by which it was decided. */
async function mayStillDecide(
  { database, clock }: Pick<ReviewDeps, "database" | "clock">,
  { accountId, identityId }: ReviewRow,
  { by: { id }, link: hash }: PlannedDecision,
): Promise<boolean> {
  if (hash !== null) {
    const link = await reviewLinkUsed(database, Buffer.from(hash, "hex"));
    const { own, byDefault } = await readProtection(database, { accountId, identityId });
    const now = { identityId, protection: effectiveProtection(own, byDefault), at: clock.now() };
    return link !== null && linkStands(database, link, now);
  }
  // Signed in by a link of the command line.
  if (id === null || id === "operator") return true;
  if ((await ownerEmailOf(database, accountId)) === id) return true;
  return (await findMember(database, accountId, id))?.joinedAt != null;
}

function earlier(a: Instant | null, b: Instant | null): Instant | null {
  return a === null || (b !== null && b < a) ? b : a;
}

async function expireOne(
  { actors, log }: ReviewDeps,
  { accountId, identityId, id }: DueReview,
): Promise<void> {
  try {
    await actors.identity(accountId, identityId).run((turn) => expire(turn, id));
  } catch (error) {
    // The address was deleted, and its reviews with it.
    // Under legal hold a received mail goes on waiting.
    if (error instanceof Failure && (error.code === "not_found" || error.code === "legal_hold")) return;
    log.error("a review could not expire", { review_id: id, error: messageOf(error) });
  }
}

/** Tells the reviewers of one address. */
async function tell(deps: ReviewDeps, due: readonly DueReview[]): Promise<void> {
  const { database, actors, log } = deps;
  const { accountId, identityId } = due[0]!;
  const scope = { accountId, identityIds: [identityId] };
  try {
    const found = await Promise.all(due.map(({ id }) => getReview(database, scope, id)));
    const waiting = found.flatMap((row) => (row?.status === "pending" ? [row] : []));
    const { own, byDefault } = await readProtection(database, { accountId, identityId });
    const protection = effectiveProtection(own, byDefault);
    if (waiting.length > 0 && protection) {
      const now = { protection, at: deps.clock.now() };
      const reviewers = await reviewersNow(database, { accountId, identityId }, now);
      for (const email of await willing(deps, accountId, reviewers)) await mailTo(deps, { email, waiting });
    }
    const ids = due.map(({ id }) => id);
    await actors
      .identity(accountId, identityId)
      .run((turn) => turn.bulk(noticesSent(accountId, ids)), { quiet: true });
  } catch (error) {
    if (error instanceof Failure && error.code === "not_found") return;
    // They are claimed again when the lease is over.
    log.error("reviewers could not be told", { identity_id: identityId, error: messageOf(error) });
  }
}

/** Tells one reviewer, who has just said yes, of all that waits. */
export async function tellOne(
  deps: ReviewDeps,
  { accountId, email }: { accountId: string; email: string },
): Promise<void> {
  const { database } = deps;
  const groups = Map.groupBy(await waitingIn(database, accountId, batch), ({ identityId }) => identityId);
  for (const [identityId, group] of groups) {
    const { own, byDefault } = await readProtection(database, { accountId, identityId });
    const protection = effectiveProtection(own, byDefault);
    const now = { protection, at: deps.clock.now() };
    const reviewers = await reviewersNow(database, { accountId, identityId }, now);
    if (protection?.notify === "off" || !reviewers.includes(email)) continue;
    const scope = { accountId, identityIds: [identityId] };
    const found = await Promise.all(group.map(({ id }) => getReview(database, scope, id)));
    const waiting = found.flatMap((row) => (row?.status === "pending" ? [row] : []));
    if (waiting.length > 0) await mailTo(deps, { email, waiting });
  }
}

async function mailTo(
  deps: ReviewDeps,
  { email, waiting }: { email: string; waiting: readonly ReviewRow[] },
): Promise<void> {
  const { database, actors, baseUrl, reviewSecret, log } = deps;
  const { accountId, identityId } = waiting[0]!;
  const operator = await findOperator(database);
  const identity = await getIdentity(database, { accountId, identityIds: [identityId] }, identityId);
  if (!operator || !identity) return;
  // A link in mail that keys and programs read would decide for them.
  const linked = !(await isReadHere(deps, email));
  try {
    await actors
      .account(operator.accountId)
      .run((turn) => countMail(turn, { kind: "notice", email, about: accountId }), { quiet: true });
    const tokens = linked
      ? await actors
          .identity(accountId, identityId)
          .run(
            (turn) => waiting.map(({ id: reviewId }) => makeLink(turn, reviewSecret, { reviewId, email })),
            { quiet: true },
          )
      : null;
    const urls = tokens
      ? tokens.map((token) => `${baseUrl()}/console/review?token=${token}`)
      : [`${baseUrl()}/console/reviews`];
    const name = emailOf(identity);
    // Nothing of what an agent or a stranger wrote stands here: the page shows it.
    const words = (await humanPhrases(database, email)).notice;
    const text = `${words.waits(waiting.length, name)}

${urls.join("\n")}

${linked ? words.linked : words.unlinked}
`;
    const carries = linked ? "secret" : "nothing";
    await sendToHuman(deps, operator, {
      to: email,
      subject: words.subject(name),
      text,
      carries,
    });
  } catch (error) {
    // The reviewer's address cannot be written to, or was often enough: the console shows what waits.
    if (!(error instanceof Failure)) throw error;
    log.warn("a reviewer could not be told", { identity_id: identityId, error: error.message });
  }
}
