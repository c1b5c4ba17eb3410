// A decision of a person comes into force ten seconds after it was made, as what a person sends leaves then: until that moment
// it can be taken back. It stands in the review's row, so it outlives the process; nobody else decides meanwhile, and its writer
// may still withdraw the mail. A take-over holds the thread's mail at once. DECISIONS Protection and reviews.
import { canonicalJson } from "../../../src/lib/canonical-json.ts";
import { addMs, type Instant } from "../../../src/lib/clock.ts";
import { Failure, notFound } from "../../../src/lib/failure.ts";
import { type ReviewRow, reviewLinkUsed } from "../../../src/store/reviews/reviews.ts";
import { type PlannedDecision, reviewLinks, reviews } from "../../../src/store/tables/index.ts";
import { protectionOf, type Reviewer, requireReviewer } from "../../account/reviews/protection.ts";
import type { Turn } from "../../runtime/turn.ts";
import { refuseHeld } from "../mailbox/legal-hold.ts";
import { checkCovered } from "./covered.ts";
import { type DueDecision, pendingReview, plannedFirst, reviewOf } from "./decide.ts";
import { linkSpent } from "./links.ts";
import { type ReviewRefusal, requireSend } from "./refusing.ts";

/** For which a person can take back what they sent or decided. */
export const undoMs = 10_000;
const againMs = 30_000;

export interface ApprovalPlan extends Pick<PlannedDecision, "comment" | "edits" | "link"> {
  id: string;
  reviewer: Reviewer;
  /** As `coveredBy` when the page was made. */
  expected: string;
}

/** @throws Failure as pendingReview; conflict: it changed since it was opened */
export async function planApproval(turn: Turn, plan: ApprovalPlan): Promise<ReviewRow> {
  const { expected, comment, edits, link } = plan;
  const planned = { by: turn.origin, comment, edits, link };
  return planDecision(turn, plan, { planned, check: (row) => checkCovered(row, expected) });
}

/**
 * Mail to nobody: a server of the version before, which knows approvals alone, refuses to approve with these edits, and so the
 * mail waits.
 */
const toNobody = { to: [], cc: [], bcc: [] };

export interface RefusalPlan extends ReviewRefusal, Pick<PlannedDecision, "link"> {
  refuses: NonNullable<PlannedDecision["refuses"]>;
}

/** @throws Failure as pendingReview; conflict: a received mail is not returned; legal_hold */
export async function planRefusal(turn: Turn, plan: RefusalPlan): Promise<ReviewRow> {
  const { comment, link, refuses } = plan;
  const planned = { by: turn.origin, comment, refuses, edits: toNobody, link };
  const check = (row: ReviewRow) => {
    if (refuses === "returned") requireSend(row);
    // Rejecting a received mail deletes it.
    if (row.direction === "inbound") refuseHeld(turn);
  };
  return planDecision(turn, plan, { planned, check });
}

type Decider = Pick<ReviewRefusal, "id" | "reviewer">;

/** @param check throws where the review cannot be decided so */
async function planDecision(
  turn: Turn,
  { id, reviewer }: Decider,
  { planned, check }: { planned: PlannedDecision; check: (row: ReviewRow) => void },
): Promise<ReviewRow> {
  const repeated = await plannedBefore(turn, { id, reviewer }, planned);
  if (repeated) return repeated;
  const row = await pendingReview(turn, id, reviewer);
  check(row);
  return change(turn, row, { planned, inForceAt: addMs(turn.instant(), undoMs) });
}

/** The review, where the same person has planned the same decision already: its answer was lost. @throws Failure forbidden */
async function plannedBefore(
  turn: Turn,
  { id, reviewer }: Decider,
  asked: PlannedDecision,
): Promise<ReviewRow | null> {
  const row = await reviewOf(turn, id);
  if (row?.status !== "pending" || row.inForceAt === null || row.planned === null) return null;
  requireReviewer(reviewer, protectionOf(turn));
  return said(row.planned) === said(asked) ? row : null;
}

/** A link that was used says again alone what it has planned. @throws Failure code_expired */
export async function requirePlanned(turn: Turn, id: string, link: Uint8Array): Promise<void> {
  const row = await reviewOf(turn, id);
  const isPlanned = row?.status === "pending" && row.inForceAt !== null;
  if (!isPlanned || row.planned?.link !== Buffer.from(link).toString("hex")) throw linkSpent();
}

const said = ({ by: { kind, id }, comment, refuses, edits, link }: PlannedDecision) =>
  canonicalJson([kind, id, comment, refuses ?? null, edits, link]);

/**
 * Takes a decision back: the mail waits again, and the link that it was made by can be used again. Anybody who decides may stop
 * an approval; a refusal is its maker's alone, as the next one could approve what was refused.
 * @throws Failure not_found; conflict: it has come into force, or somebody else has refused
 */
export async function takeBackDecision(
  turn: Turn,
  { id, link }: { id: string; link: Uint8Array | null },
): Promise<ReviewRow> {
  const row = await reviewOf(turn, id);
  if (!row) throw notFound();
  if (row.status !== "pending" || row.inForceAt === null || row.planned === null) {
    throw new Failure(
      "conflict",
      "It cannot be taken back any more: it has come into force, or nobody had decided.",
    );
  }
  const { planned } = row;
  if (link !== null && planned.link !== Buffer.from(link).toString("hex")) throw notFound();
  if (planned.refuses !== undefined && planned.by.id !== turn.origin.id)
    throw plannedFirst(planned, row.inForceAt);
  if (planned.link !== null) {
    const tokenHash = Buffer.from(planned.link, "hex");
    const used = await reviewLinkUsed(turn, tokenHash);
    if (used) turn.update(reviewLinks, { tokenHash, usedAt: null }, used);
  }
  return change(turn, row, { planned: null, inForceAt: null });
}

/** The decision could not come into force: the mail waits as before, and its page says why. */
export async function giveUpDecision(turn: Turn, decided: Decided, failed: string): Promise<void> {
  const row = await stillPlanned(turn, decided);
  if (!row?.planned) return;
  change(turn, row, { planned: { ...row.planned, failed }, inForceAt: null });
}

/** For reasons of the service: it is tried again. */
export async function postponeDecision(turn: Turn, decided: Decided): Promise<void> {
  const row = await stillPlanned(turn, decided);
  if (row) change(turn, row, { planned: row.planned, inForceAt: addMs(turn.instant(), againMs) });
}

type Decided = Pick<DueDecision, "id" | "inForceAt">;

/** null: it was taken back, and perhaps decided anew. */
async function stillPlanned(turn: Turn, { id, inForceAt }: Decided): Promise<ReviewRow | null> {
  const row = await reviewOf(turn, id);
  return row?.status === "pending" && row.inForceAt === inForceAt ? row : null;
}

function change(
  turn: Turn,
  row: ReviewRow,
  patch: { planned: PlannedDecision | null; inForceAt: Instant | null },
): ReviewRow {
  const { accountId, id } = row;
  turn.update(reviews, { accountId, id, ...patch }, row);
  turn.poke("reviews");
  return { ...row, ...patch };
}
