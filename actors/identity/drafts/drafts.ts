// Turns over drafts. A draft is a message in state draft, scheduled or sending, with a placement in Drafts or Scheduled;
// its id stays when it is sent. Each edit changes updated_at, which proves that a turn was prepared from the current state.
// DECISIONS Drafts and sending.
import { type Instant, msOf } from "../../../src/lib/clock.ts";
import { Failure, notFound } from "../../../src/lib/failure.ts";
import { capabilitiesOf } from "../../../src/schema/addresses/capabilities.ts";
import type { Sent } from "../../../src/schema/message/messages.ts";
import { keyMay } from "../../../src/store/access/makers.ts";
import { getDraft, type Scheduler, type StoredDraft } from "../../../src/store/drafts.ts";
import type { CurrentMail } from "../../../src/store/mailbox/expunge.ts";
import { type PlacementRow, placementsOf } from "../../../src/store/mailbox/placements.ts";
import { readThread, type ThreadRow } from "../../../src/store/mailbox/threads.ts";
import { type MessageRow, messageState } from "../../../src/store/message/messages.ts";
import { Flag, messages, threads } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";
import { ask, checkMaker, type Departure } from "../gate/departure.ts";
import { holdDraft } from "../gate/hold.ts";
import { keepMail, keepReplaced } from "../mailbox/expunged.ts";
import { folderOfRole } from "../mailbox/folders.ts";
import { refuseHeld } from "../mailbox/legal-hold.ts";
import { movePlacements, place, removePlacements, takeAway } from "../mailbox/placements.ts";
import { purgeMessages } from "../mailbox/purge.ts";
import { checkStorage } from "../mailbox/storage-limit.ts";
import { showThread, startHiddenThread } from "../mailbox/threads.ts";
import { tellDraft } from "../mailbox/told.ts";
import type { Outgoing, Rejected } from "../message/outgoing.ts";
import { replaceMessage, storeMessage } from "../message/store-message.ts";
import { dispatch, sentFields } from "../sending/send.ts";
import { type DraftLoaded, type DraftSend, type DraftVersion, loadedDraft } from "./draft-loading.ts";
import type { PreparedDraft } from "./drafting.ts";

/** The draft was edited, sent or deleted since its change was prepared: prepare it again. */
export class DraftChanged extends Error {
  override readonly name = "DraftChanged";
}

function scopeOf(turn: Turn) {
  return { accountId: turn.accountId, identityIds: [turn.ref.id] };
}

/** @throws Failure not_found; draft_state when it has just been sent, since the caller knows it as a draft */
async function readDraft(turn: Turn, id: string): Promise<StoredDraft> {
  const draft = await getDraft(turn, scopeOf(turn), id);
  if (draft) return draft;
  throw (await messageState(turn, turn.owner, id)) === null ? notFound() : beingSent();
}

/** @throws DraftChanged; Failure draft_state while it is being sent */
async function readVersion(turn: Turn, { id, updatedAt }: DraftVersion): Promise<StoredDraft> {
  const draft = await getDraft(turn, scopeOf(turn), id);
  if (!draft || draft.row.updatedAt !== updatedAt) throw new DraftChanged();
  if (draft.row.state === "sending") throw beingSent();
  if (draft.row.state === "pending_review") throw waiting();
  return draft;
}

function waiting(): Failure {
  return new Failure(
    "draft_state",
    "This draft waits for a review and cannot be changed or sent meanwhile. DELETE /api/v1/drafts/{id} withdraws it.",
  );
}

function beingSent(): Failure {
  return new Failure(
    "draft_state",
    "This draft is being sent just now. Look for it with GET /api/v1/messages/{id}.",
  );
}

/**
 * @param sendAt when it leaves; null: it waits for its writer
 * @throws Failure capability_missing, forbidden (storage limit; a scheduled one, by a program that may not send)
 */
export async function createDraft(
  turn: Turn,
  prepared: PreparedDraft,
  sendAt: Instant | null = null,
): Promise<StoredDraft> {
  if (sendAt !== null) checkMaker(turn);
  const { type } = turn.identity();
  if (!capabilitiesOf(type).drafts) {
    throw new Failure(
      "capability_missing",
      `An address of type ${type} keeps no drafts. Send with POST /api/v1/messages, without send_at, instead.`,
    );
  }
  await checkStorage(turn);
  const { id, parent, mail, files, more } = prepared;
  const at = turn.instant();
  const threadId = parent?.threadId ?? startHiddenThread(turn, more.subject, at);
  const fields = { ...draftFields(prepared, threadId), ...(sendAt && { state: "scheduled" as const }) };
  const schedule = sendAt && { sendAt, sendDue: sendAt, scheduledBy: schedulerIn(turn) };
  const row = storeMessage(turn, mail, {
    ...fields,
    files,
    at,
    more: { ...more, ...schedule, writtenBy: writerIn(turn, prepared), updatedAt: at },
  });
  const folder = folderOfRole(turn, sendAt === null ? "drafts" : "scheduled");
  const placement = { messageId: id, flags: Flag.seen | Flag.draft, keywords: [], internalDate: at };
  if (folder) place(turn, folder, [placement]);
  if (sendAt !== null) turn.poke("drafts");
  tellDraft(turn, "draft.created", row);
  return toDraft(row, prepared);
}

function draftFields({ id, more }: PreparedDraft, threadId: string) {
  return {
    id,
    threadId,
    direction: "outbound" as const,
    state: "draft" as const,
    envelopeFrom: null,
    deliveredTo: null,
    mailBcc: more.mailBcc,
  };
}

function toDraft(
  row: MessageRow,
  { text, html, listUnsubscribe, automatic, files, mail }: PreparedDraft,
): StoredDraft {
  const rows = files.map((file, ordinal) => ({
    ...file,
    accountId: row.accountId,
    messageId: row.id,
    ordinal,
    createdAt: row.createdAt,
  }));
  return { row, text, html, listUnsubscribe, automatic, attachments: rows, rawBlob: mail.blob };
}

/**
 * Replaces a draft's content: its placements get new uids, its schedule stays.
 * @throws DraftChanged; Failure draft_state, forbidden (storage limit; a scheduled one, by a program that may not send)
 */
export async function changeDraft(
  turn: Turn,
  version: DraftVersion,
  prepared: PreparedDraft,
): Promise<StoredDraft> {
  const before = await readVersion(turn, version);
  const { row } = before;
  // A scheduled draft leaves by itself, so only a maker who may send can change it.
  if (row.sendAt !== null) checkMaker(turn);
  await checkStorage(turn);
  const placed = await placementsOf(turn, turn.owner, [row.id]);
  const keep = await keepMail(turn, row.id);
  const thread = await readThread(turn, turn.owner, row.threadId);
  const updatedAt = turn.instant();
  const { state, createdAt, sendAt, failedReason } = row;
  const scheduledBy = sendAt === null ? null : schedulerOfChange(turn, row);
  const more = {
    ...prepared.more,
    state,
    createdAt,
    sendAt,
    sendDue: sendAt,
    scheduledBy,
    writtenBy: writerIn(turn, prepared),
    failedReason,
    updatedAt,
  };
  const fields = { ...draftFields(prepared, row.threadId), files: prepared.files, at: updatedAt, more };
  const after = replaceMessage(turn, before, { mail: prepared.mail, fields });
  for (const placement of placed) {
    const folder = turn.folders().find(({ id }) => id === placement.folderId);
    if (folder) movePlacements(turn, [placement], folder);
  }
  keep();
  if (thread && thread.messageCount === 0 && thread.subject !== after.subject) {
    turn.update(threads, { accountId: turn.accountId, id: thread.id, subject: after.subject }, thread);
  }
  if (sendAt !== null) turn.poke("drafts");
  tellDraft(turn, "draft.updated", after);
  return toDraft(after, prepared);
}

/** A program's change takes the schedule over. A person's decides nothing before it is scheduled again. */
function schedulerOfChange(turn: Turn, { scheduledBy }: MessageRow): MessageRow["scheduledBy"] {
  if (turn.origin.kind === "key") return turn.origin;
  return scheduledBy?.kind === "key" ? scheduledBy : null;
}

/** @throws Failure not_found; draft_state while it is being sent; legal_hold */
export async function deleteDraft(turn: Turn, id: string): Promise<void> {
  const { row } = await readDraft(turn, id);
  if (row.state === "sending") throw beingSent();
  refuseHeld(turn);
  const placed = await placementsOf(turn, turn.owner, [id]);
  if (placed.length > 0) await removePlacements(turn, placed);
  else await purgeMessages(turn, [id]);
}

/**
 * Sets or (null) clears the time of sending and moves the draft between Drafts and Scheduled.
 * @throws Failure not_found; draft_state
 */
export async function scheduleDraft(turn: Turn, id: string, sendAt: Instant | null): Promise<StoredDraft> {
  if (sendAt !== null) checkMaker(turn);
  const draft = await readDraft(turn, id);
  const { row } = draft;
  if (row.state === "sending") throw beingSent();
  if (row.state === "pending_review") throw waiting();
  if (sendAt === null && row.state !== "scheduled") {
    throw new Failure("draft_state", "This draft is not scheduled, so there is nothing to take back.");
  }
  const patch = {
    accountId: turn.accountId,
    id,
    state: sendAt === null ? ("draft" as const) : ("scheduled" as const),
    sendAt,
    sendDue: sendAt,
    scheduledBy: sendAt === null ? null : schedulerIn(turn),
    ...(sendAt === null ? {} : { failedReason: null }),
    updatedAt: turn.instant(),
  };
  await fileUnder(turn, id, sendAt === null ? "drafts" : "scheduled");
  turn.update(messages, patch, row);
  turn.poke("drafts");
  tellDraft(turn, "draft.updated", row);
  return { ...draft, row: { ...row, ...patch } };
}

/** Schedules a draft as it was when it was last read. @throws DraftChanged; Failure as scheduleDraft */
export async function scheduleVersion(
  turn: Turn,
  version: DraftVersion,
  sendAt: Instant,
): Promise<StoredDraft> {
  await readVersion(turn, version);
  return scheduleDraft(turn, version.id, sendAt);
}

/** The writer of a turn; null: the service itself. */
function writerIn({ origin: { kind, id } }: Turn, { form }: PreparedDraft): MessageRow["writtenBy"] {
  return kind === "service" ? null : { kind, id, ...(form && { form }) };
}

/** The scheduler of a turn; null: the service itself. */
function schedulerIn({ origin }: Turn): MessageRow["scheduledBy"] {
  return origin.kind === "person" || origin.kind === "key" ? origin : null;
}

/** Moves a draft from the other of the two folders to this one; a draft that a mail program put elsewhere stays there. */
async function fileUnder(turn: Turn, id: string, role: "drafts" | "scheduled"): Promise<void> {
  const target = folderOfRole(turn, role);
  const source = folderOfRole(turn, role === "drafts" ? "scheduled" : "drafts");
  if (!target) return;
  const placed = await placementsOf(turn, turn.owner, [id]);
  movePlacements(
    turn,
    placed.filter(({ folderId }) => folderId === source?.id),
    target,
  );
}

/**
 * Sends a draft: its row becomes the sent message.
 * @throws DraftChanged; Failure as send
 */
export async function sendDraft(turn: Turn, input: DraftSend, preloaded: DraftLoaded | null): Promise<Sent> {
  const { version, outgoing } = input;
  const { before, thread, sending, placed, mail } = await loadedDraft(turn, input, preloaded);
  if (!before || before.row.updatedAt !== version.updatedAt) throw new DraftChanged();
  if (before.row.state === "pending_review") throw waiting();
  const at = turn.instant();
  const answer = await ask(turn, outgoing, { loaded: { ...sending, thread }, at });
  if (answer.reasons) return holdDraft(turn, outgoing, { before, at, ...answer });
  const { departure, rejected } = answer;
  return leave(turn, outgoing, { before, thread, placed, mail, at, departure, rejected });
}

/**
 * Sends a draft whose time has come, while who scheduled it goes on and may send from its address.
 * @throws as sendDraft; Failure forbidden
 */
export async function sendScheduled(turn: Turn, input: DraftSend, preloaded: DraftLoaded): Promise<Sent> {
  const loaded = await loadedDraft(turn, input, preloaded);
  const { before } = loaded;
  if (before?.scheduler && before.row.updatedAt === input.version.updatedAt)
    checkScheduler(turn, before.scheduler);
  return sendDraft(turn, input, loaded);
}

function checkScheduler(turn: Turn, scheduler: Scheduler): void {
  const { maker, writes } = scheduler;
  const stands =
    maker?.kind === "key"
      ? keyMay(scheduler, { identityId: turn.ref.id, level: "send", at: msOf(turn.now()) })
      : writes;
  if (stands) return;
  throw new Failure(
    "forbidden",
    "Whoever scheduled it may not send from this address any more, so it did not leave. Look at it, and schedule it again.",
  );
}

/** The draft becomes the sent message, and is queued. */
export function leave(
  turn: Turn,
  outgoing: Outgoing,
  left: {
    before: StoredDraft;
    thread: ThreadRow | null;
    placed: readonly PlacementRow[];
    /** The draft as IMAP has shown it so far. */
    mail: CurrentMail | null;
    at: Instant;
    departure: Departure;
    rejected: Rejected[];
  },
): Sent {
  const { before, thread, placed, mail, at, ...leaving } = left;
  const { row } = before;
  if (thread) {
    const { subject } = outgoing.mail.parsed;
    showThread(turn, thread, { subject, counterpart: outgoing.recipients[0] ?? "", at });
  }
  const parsed = outgoing.mail.parsed.attachments;
  // Pictures of the text stand in the mail before other files.
  const isInText = ({ contentId }: { contentId: string | null }) =>
    before.html !== null && contentId !== null;
  const own = [...before.attachments.filter(isInText), ...before.attachments.filter((one) => !isInText(one))];
  const files = parsed.map((file, ordinal) => ({
    ...file,
    blob: null,
    // An uploaded file keeps its id: the mail lists files in the order in which they were composed.
    id: (parsed.length === own.length && own[ordinal]?.id) || turn.newId(),
  }));
  const state = capabilitiesOf(turn.identity().type).inbox ? ("sent" as const) : ("spooled" as const);
  const fields = { ...sentFields(outgoing), state, threadId: row.threadId, at, files };
  replaceMessage(turn, before, { mail: outgoing.mail, fields });
  takeAway(turn, placed);
  keepReplaced(turn, row.id, mail);
  const sent = folderOfRole(turn, "sent");
  const keywords = placed[0]?.keywords ?? [];
  if (sent) place(turn, sent, [{ messageId: row.id, flags: Flag.seen, keywords, internalDate: at }]);
  return dispatch(turn, outgoing, { threadId: row.threadId, at, ...leaving });
}

/** Returns a scheduled draft that cannot be sent to Drafts, with the reason. SPEC States and transitions */
export async function giveBackDraft(turn: Turn, version: DraftVersion, reason: string): Promise<void> {
  const draft = await getDraft(turn, scopeOf(turn), version.id);
  if (!draft || draft.row.updatedAt !== version.updatedAt || draft.row.sendAt === null) return;
  const { row } = draft;
  await fileUnder(turn, row.id, "drafts");
  const patch = {
    accountId: turn.accountId,
    id: row.id,
    state: "draft" as const,
    sendAt: null,
    sendDue: null,
    failedReason: reason,
    updatedAt: turn.instant(),
  };
  turn.update(messages, patch, row);
  const data = { draft_id: row.id, thread_id: row.threadId, identity_id: turn.ref.id, reason };
  turn.emit({ type: "draft.send_failed", identityId: turn.ref.id, data });
}
