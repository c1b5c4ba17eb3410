// Data of a thread's page: its newest messages with their facts, and what waits in it.
import { emailOf } from "../../../actors/account/addresses/identities.ts";
import { answeringSender } from "../../../actors/identity/sending/sender.ts";
import { readableMessages } from "../../http/message-answer.ts";
import type { Instant } from "../../lib/clock.ts";
import { notFound } from "../../lib/failure.ts";
import { isUuid } from "../../lib/ids.ts";
import { canonicalAddress } from "../../mail/address.ts";
import type { Message } from "../../schema/message/messages.ts";
import { type CountedIdentity, getIdentity } from "../../store/addresses/identities.ts";
import { type CalendarEventRow, zoneOfCalendar } from "../../store/calendar/calendar-events.ts";
import { type FolderRow, listFolders } from "../../store/mailbox/folders.ts";
import {
  eventsOfMails,
  newestMessages,
  type ThreadDraft,
  threadDrafts,
  threadWindow,
  undelivered,
} from "../../store/mailbox/inbox.ts";
import { type LabelRow, listLabels } from "../../store/mailbox/labels.ts";
import { listNotes } from "../../store/mailbox/notes.ts";
import { getThread, type ThreadRow } from "../../store/mailbox/threads.ts";
import { type FullMessage, listedByIds, type MessageRow, readListed } from "../../store/message/messages.ts";
import { suppressedAmong } from "../../store/sending/suppressions.ts";
import { type OfferedTemplate, templatesOf } from "../drafts/begin.ts";
import type { Here } from "../frame/answers.ts";
import { type WaitingReview, waitingOf } from "../reviews/review-data.ts";
import { type Person, peopleOf } from "../session/accounts.ts";
import { type Provenance, provenanceOf } from "./provenance.ts";
import { type ReadNote, readNotes } from "./read-notes.ts";

/** Notes that one page shows. */
const shownNotes = 200;
/** Messages that a page shows at first, and that "earlier" adds. */
export const shownAtOnce = 20;
/** Messages that one page shows. */
export const maxShown = 200;
/** Messages that are looked into: each costs reading its mail. */
const judgedAtOnce = 3;

export interface RecipientDelivery {
  recipient: string;
  status: string;
  response: string | null;
  /** The account does not write to it any more. */
  suppressed: boolean;
}

export interface ReadMessage {
  row: MessageRow;
  message: Message;
  provenance: Provenance | null;
  /** Recipients that do not have it. */
  undelivered: readonly RecipientDelivery[];
  /** The event that the message is about, as the calendar has it now; null: there is none. */
  event: CalendarEventRow | null;
  /** True: shown unfolded. */
  isOpen: boolean;
}

export interface ThreadPage {
  thread: ThreadRow;
  identity: CountedIdentity;
  address: string;
  /** The address that an answer to the newest message leaves by. */
  sender: string;
  /** Oldest first. */
  messages: ReadMessage[];
  /** The time before which earlier messages are; null: there are none. */
  earlier: Instant | null;
  /** Messages later than those were left out. */
  isPast: boolean;
  waiting: WaitingReview[];
  labels: readonly LabelRow[];
  /** Labels that the thread has. */
  labelIds: ReadonlySet<string>;
  /** Folders of the thread's address. */
  folders: readonly FolderRow[];
  people: readonly Person[];
  /** Oldest first. */
  notes: readonly ReadNote[];
  /** Drafts in the thread. */
  drafts: readonly ThreadDraft[];
  /** The zone of the address's calendar. */
  zone: string;
  templates: readonly OfferedTemplate[];
}

export const pictureUrl = (id: string) => `/console/files/${id}`;

/** @throws Failure not_found */
export async function threadOf({ deps, scope }: Here, id: string): Promise<ThreadRow> {
  const thread = isUuid(id) ? await getThread(deps.database, scope, id) : null;
  if (!thread) throw notFound();
  return thread;
}

/** Bytes of bodies, unpacked, that one page reads. */
const mostRead = 2 * 1024 * 1024;

/** Messages in their order, the newest with their bodies; of those that are too large for the page their beginning. */
async function shownMessages(
  { deps: { database }, scope }: Here,
  ids: readonly string[],
  closer: string | null,
): Promise<(FullMessage & { isBare: boolean })[]> {
  const sizes = new Map((await listedByIds(database, scope, ids)).map(({ id, size }) => [id, size]));
  const bare = new Set<string>();
  let bytes = 0;
  const first = ids.filter((id) => id === closer);
  for (const id of [...first, ...ids.filter((id) => id !== closer).toReversed()]) {
    const size = sizes.get(id) ?? 0;
    if (bytes + size > mostRead) bare.add(id);
    else bytes += size;
  }
  const read = await readListed(database, scope, { ids: [...sizes.keys()], bare: [...bare] });
  const byId = new Map(read.map((message) => [message.row.id, message]));
  return ids.flatMap((id) => {
    const message = byId.get(id);
    return message ? { ...message, isBare: bare.has(id) } : [];
  });
}

/** @param asked.before shows the messages before this time; @param asked.count how many; @param asked.closer the message to look into @throws Failure not_found */
export async function readThreadPage(
  here: Here,
  asked: { id: string; before: Instant | null; count: number; closer: string | null },
): Promise<ThreadPage> {
  const { deps, scope, account } = here;
  const { database } = deps;
  const thread = await threadOf(here, asked.id);
  const owner = { threadId: thread.id, before: asked.before };
  const [identity, ids, waiting, labels, newest, people, drafts, notes, folders, zone, templates] =
    await Promise.all([
      getIdentity(database, scope, thread.identityId),
      threadWindow(database, scope, { ...owner, count: asked.count + 1 }),
      waitingOf(here, thread.id),
      listLabels(database, scope, thread.identityId),
      newestMessages(database, scope, [thread.id]),
      peopleOf(deps, account.accountId),
      threadDrafts(database, scope, thread.id),
      listNotes(database, scope, { threadId: thread.id, cursor: null, count: shownNotes }),
      listFolders(database, scope, thread.identityId),
      zoneOfCalendar(database, thread.accountId, thread.identityId),
      templatesOf(here),
    ]);
  if (!identity) throw notFound();
  const shown = ids.slice(0, asked.count).toReversed();
  const full = await shownMessages(here, shown, asked.closer);
  const [contents, lost, events] = await Promise.all([
    readableMessages(account, full, { pictureUrl }),
    undelivered(
      database,
      scope,
      full.flatMap(({ row }) => (row.direction === "outbound" ? row.id : [])),
    ),
    eventsOfMails(
      database,
      scope,
      full.flatMap(({ row }) => row.calendarEventId ?? []),
    ),
  ]);
  const bounced = lost.flatMap(({ status, recipient }) =>
    status === "bounced" ? (canonicalAddress(recipient) ?? []) : [],
  );
  const suppressed = await suppressedAmong(database, scope.accountId, [...new Set(bounced)]);
  const isSuppressed = ({ status, recipient }: { status: string; recipient: string }) =>
    status === "bounced" && suppressed.has(canonicalAddress(recipient) ?? recipient);
  const last = full.length - 1;
  const judged = new Set(
    full
      .filter(({ row }) => row.direction === "inbound")
      .slice(-judgedAtOnce)
      .map(({ row }) => row.id),
  );
  if (asked.closer !== null) judged.add(asked.closer);
  const messages = await Promise.all(
    full.map(async ({ row, isRead }, index): Promise<ReadMessage> => {
      const isOpen = index === last || !isRead || row.id === asked.closer;
      return {
        row,
        message: contents[index]!,
        provenance: await provenanceOf(here, row, { isJudged: isOpen && judged.has(row.id) }),
        undelivered: lost
          .filter(({ messageId }) => messageId === row.id)
          .map((one) => ({ ...one, suppressed: isSuppressed(one) })),
        event: (row.calendarEventId !== null && events.get(row.calendarEventId)) || null,
        isOpen,
      };
    }),
  );
  const newestRow = messages.at(-1)?.row;
  const keywords = new Set((newest.get(thread.id) ?? []).flatMap((one) => one.keywords));
  return {
    thread,
    identity,
    address: emailOf(identity),
    sender: newestRow ? await answeringSender(deps, identity, newestRow) : emailOf(identity),
    messages,
    earlier: ids.length > asked.count ? (full[0]?.row.createdAt ?? null) : null,
    isPast: asked.before !== null,
    waiting,
    labels,
    labelIds: new Set(labels.filter(({ keyword }) => keywords.has(keyword)).map(({ id }) => id)),
    folders,
    people,
    drafts,
    notes: await readNotes(scope.accountId, notes),
    zone,
    templates,
  };
}
