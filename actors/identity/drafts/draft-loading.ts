// Reads for turns that send a draft: one statement a question for all turns of a batch.

import type { Instant } from "../../../src/lib/clock.ts";
import { must } from "../../../src/lib/must.ts";
import type { Executor } from "../../../src/store/database/database.ts";
import { draftsById, type StoredDraft } from "../../../src/store/drafts.ts";
import { type CurrentMail, currentMails } from "../../../src/store/mailbox/expunge.ts";
import { type PlacementRow, placementsOfMessages } from "../../../src/store/mailbox/placements.ts";
import { threadsById } from "../../../src/store/mailbox/threading.ts";
import type { ThreadRow } from "../../../src/store/mailbox/threads.ts";
import { changes, messages, threads } from "../../../src/store/tables/index.ts";
import type { ActorRef } from "../../runtime/actor.ts";
import type { Preload } from "../../runtime/committer.ts";
import type { Turn } from "../../runtime/turn.ts";
import type { Outgoing } from "../message/outgoing.ts";
import { loadSending, type SendLoaded } from "../sending/send-loading.ts";

/** The state of a draft that a turn was prepared from. */
export interface DraftVersion {
  id: string;
  updatedAt: Instant | null;
}

/** A draft that is to be sent, and the mail composed from it. */
export interface DraftSend {
  version: DraftVersion;
  outgoing: Outgoing;
}

export interface DraftLoaded {
  /** Null when it is no draft any more. */
  before: StoredDraft | null;
  thread: ThreadRow | null;
  placed: readonly PlacementRow[];
  /** The draft as IMAP shows it until it is sent. */
  mail: CurrentMail | null;
  sending: SendLoaded;
}

export const draftPreload: Preload<DraftSend, DraftLoaded> = { name: "send a draft", load: loadDrafts };

async function loadDrafts(
  db: Executor,
  items: readonly { ref: ActorRef; input: DraftSend }[],
): Promise<DraftLoaded[]> {
  const asked = items.map(({ ref, input }) => ({
    accountId: ref.accountId,
    identityId: ref.id,
    id: input.version.id,
  }));
  const [drafts, placed, mails, sending] = await Promise.all([
    draftsById(db, asked),
    placementsOfMessages(db, asked),
    currentMails(db, asked),
    loadSending(
      db,
      items.map(({ ref, input }) => ({ ref, input: input.outgoing })),
    ),
  ]);
  const inThreads = asked.flatMap(({ accountId, id }, n) => {
    const threadId = drafts.get(id)?.row.threadId;
    return threadId === undefined ? [] : [{ n, accountId, id: threadId }];
  });
  const threadOf = new Map((await threadsById(db, inThreads)).map(({ n, thread }) => [n, thread]));
  return asked.map(({ id }, n) => ({
    before: drafts.get(id) ?? null,
    thread: threadOf.get(n) ?? null,
    placed: placed.get(id) ?? [],
    mail: mails.get(id) ?? null,
    sending: sending[n]!,
  }));
}

/** Return a draft's placements and its mail, for a turn that read the draft itself. */
export async function draftPlaces(turn: Turn, id: string): Promise<Pick<DraftLoaded, "placed" | "mail">> {
  const asked = [{ ...turn.owner, id }];
  const [placed, mails] = await Promise.all([placementsOfMessages(turn, asked), currentMails(turn, asked)]);
  return { placed: placed.get(id) ?? [], mail: mails.get(id) ?? null };
}

/** Return what was loaded for this turn; read it again if an earlier turn of the batch changed the draft. */
export async function loadedDraft(
  turn: Turn,
  input: DraftSend,
  loaded: DraftLoaded | null,
): Promise<DraftLoaded> {
  const { id } = input.version;
  const isTouched =
    loaded?.before == null ||
    turn.latest(messages, loaded.before.row) !== loaded.before.row ||
    turn.written(changes).some(({ messageId }) => messageId === id);
  const [read] = isTouched ? await loadDrafts(turn, [{ ref: turn.ref, input }]) : [loaded];
  const draft = must(read, "one draft is asked for, and one answered");
  return { ...draft, thread: draft.thread && turn.latest(threads, draft.thread) };
}
