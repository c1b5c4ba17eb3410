// Reviews that come due: approvals come into force, those whose time is over end without sending anything, and reviewers get a
// mail about what waits.
// It is a mail of the service itself, which nothing holds, and names all that is due for one address at that moment.
import { addMs, nowInstant } from "../../src/lib/clock.ts";
import { Failure, messageOf } from "../../src/lib/failure.ts";
import type { Log } from "../../src/lib/log.ts";
import { getIdentity } from "../../src/store/accounts/identities.ts";
import { findMember, ownerEmailOf } from "../../src/store/accounts/people/members.ts";
import { getDraft } from "../../src/store/mail/drafts.ts";
import { getHeldRow, type MessageRow } from "../../src/store/mail/messages.ts";
import { readProtection } from "../../src/store/reviews/protection.ts";
import {
  claimNotices,
  type DueReview,
  dueApprovals,
  expiredReviews,
  getReview,
  nextReviewDue,
  noticesSent,
  type ReviewRow,
} from "../../src/store/reviews/reviews.ts";
import type { Origin, SendEnvelope } from "../../src/store/tables/index.ts";
import { type HumanMailDeps, sendToHuman } from "../account/human-mails.ts";
import { emailOf } from "../account/identities.ts";
import { findOperator } from "../account/operator.ts";
import { effectiveProtection, type Protection } from "../account/protection.ts";
import { prepareApproval } from "../identity/reviews/approving.ts";
import { carryOutPlanned, expire } from "../identity/reviews/decide.ts";
import { makeLink } from "../identity/reviews/links.ts";
import { giveUpApproval, postponeApproval } from "../identity/reviews/planned.ts";
import type { Round } from "../runtime/clock-actor.ts";

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
  const first = await nextReviewDue(database);
  if (first === null || first > now) return { done: 0, more: false, next: first };
  const approved = await dueApprovals(database, now, batch);
  for (const due of approved) await carryOutOne(deps, due);
  const over = await expiredReviews(database, now, batch);
  for (const due of over) await expireOne(deps, due);
  const told = await claimNotices(database, { at: now, until: addMs(now, leaseMs), count: batch });
  const groups = Map.groupBy(told, ({ identityId }) => identityId);
  for (const group of groups.values()) await tell(deps, group);
  const all = [approved, over, told];
  return {
    done: all.reduce((sum, { length }) => sum + length, 0),
    more: all.some(({ length }) => length === batch),
  };
}

/** A turn decides whether it still stands; what is refused waits for a person again, and says why. */
async function carryOutOne(deps: ReviewDeps, { accountId, identityId, id }: DueReview): Promise<void> {
  const { database, actors, log } = deps;
  const actor = actors.identity(accountId, identityId);
  const row = await getReview(database, { accountId, identityIds: [identityId] }, id);
  if (!row?.approval || row.approveAt === null) return;
  const { by, comment, edits } = row.approval;
  try {
    if (!(await mayStillDecide(database, row, by))) {
      const failed = "Who approved it may not decide here any more.";
      await actor.run((turn) => giveUpApproval(turn, id, failed));
      return;
    }
    const prepared = await prepareApproval(deps, row, edits);
    const approval = { id, reviewer: { kind: "person" as const }, comment, ...prepared };
    await actor.run((turn) => carryOutPlanned(turn, approval), { origin: by });
  } catch (error) {
    const isOurs = !(error instanceof Failure) || ["unavailable", "internal_error"].includes(error.code);
    if (isOurs)
      log.error("an approval could not come into force", { review_id: id, error: messageOf(error) });
    const failed = isOurs ? null : error.message;
    await actor
      .run((turn) => (failed === null ? postponeApproval(turn, id) : giveUpApproval(turn, id, failed)))
      // The address was deleted, and its reviews with it.
      .catch((thrown) => log.debug("an approval was given up", { review_id: id, error: messageOf(thrown) }));
  }
}

/** A person of the account who may decide, or a reviewer whose link it was. */
async function mayStillDecide(
  database: ReviewDeps["database"],
  { accountId, identityId }: ReviewRow,
  { kind, id }: Origin,
): Promise<boolean> {
  if (kind === "link") {
    const { own, byDefault } = await readProtection(database, { accountId, identityId });
    return effectiveProtection(own, byDefault)?.reviewers.some((email) => email === id) ?? false;
  }
  // Signed in by a link of the command line.
  if (id === null || id === "operator") return true;
  if ((await ownerEmailOf(database, accountId)) === id) return true;
  return (await findMember(database, accountId, id))?.joinedAt != null;
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
      for (const email of protection.reviewers) await mailTo(deps, { email, waiting, protection });
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

async function mailTo(
  deps: ReviewDeps,
  { email, waiting, protection }: { email: string; waiting: readonly ReviewRow[]; protection: Protection },
): Promise<void> {
  const { database, actors, baseUrl, reviewSecret, log } = deps;
  const { accountId, identityId } = waiting[0]!;
  const operator = await findOperator(database);
  const identity = await getIdentity(database, { accountId, identityIds: [identityId] }, identityId);
  if (!operator || !identity) return;
  const linked = protection.approver === "key" || !(await isReadByKeys(deps, { accountId, email }));
  const tokens = linked
    ? await actors
        .identity(accountId, identityId)
        .run((turn) => waiting.map(({ id: reviewId }) => makeLink(turn, reviewSecret, { reviewId, email })), {
          quiet: true,
        })
    : null;
  const lines = await Promise.all(
    waiting.map(async (row, n) => {
      const url = tokens ? `${baseUrl()}/console/review?token=${tokens[n]}` : `${baseUrl()}/console/reviews`;
      return `${await describe(deps, row)}\n${url}\n`;
    }),
  );
  const name = emailOf(identity);
  const text = `${waiting.length === 1 ? "A mail waits" : `${waiting.length} mails wait`} for a person at ${name}.

${lines.join("\n")}
${tokens ? "A link shows the mail, and decides it once. Do not pass it on." : "Sign in there to decide."}
`;
  try {
    await sendToHuman(deps, operator, { to: email, subject: `Waiting for you: mail of ${name}`, text });
  } catch (error) {
    // The reviewer's address cannot be written to: the console shows what waits.
    if (!(error instanceof Failure)) throw error;
    log.warn("a reviewer could not be told", { identity_id: identityId, error: error.message });
  }
}

/** Whether keys of the account read the mail of this address: then a link in it would decide for them. */
async function isReadByKeys(
  { routing }: ReviewDeps,
  { accountId, email }: { accountId: string; email: string },
): Promise<boolean> {
  const found = await routing.resolve(email);
  return (found.kind === "identity" || found.kind === "webhook") && found.accountId === accountId;
}

/** Who writes to whom about what, on a line each; nothing of what a stranger wrote. */
async function describe({ database }: ReviewDeps, row: ReviewRow): Promise<string> {
  const { accountId, identityId, messageId, direction } = row;
  const owner = { accountId, identityId };
  const about = row.reasons.map((reason) => reason.split(" ")[0]!.replaceAll("_", " "));
  const why = [...new Set(about)].join(", ");
  if (direction === "inbound") {
    const held: MessageRow | null = await getHeldRow(database, owner, messageId);
    return `From ${held?.fromEmail ?? "somebody"} (${why})`;
  }
  const draft = await getDraft(database, { accountId, identityIds: [identityId] }, messageId);
  const to = (row.envelope as SendEnvelope).recipients;
  const more = to.length > 3 ? ` and ${to.length - 3} more` : "";
  return `To ${to.slice(0, 3).join(", ")}${more}: ${draft?.row.subject ?? "(no subject)"} (${why})`;
}
