// Queries over drafts: messages in state draft, scheduled or sending.
import { addMs, type Instant } from "../lib/clock.ts";
import { textToHtml } from "../mail/html/text-to-html.ts";
import { type KnownMaker, knownMaker, personWrites } from "./access/makers.ts";
import type { Database, Executor } from "./database/database.ts";
import { toRow } from "./database/rows.ts";
import { type ListedMessage, type ListedRow, toListed } from "./mailbox/message-filter.ts";
import { contentHead, unpackContent } from "./message/content.ts";
import type { AttachmentRow, MessageRow } from "./message/messages.ts";
import { heldBy, isHeld, type Owner, type Scope } from "./scope.ts";
import { attachments, messages, type StoredListUnsubscribe } from "./tables/index.ts";

export interface StoredDraft {
  row: MessageRow;
  /** The bodies as the client sent them. */
  text: string | null;
  html: string | null;
  listUnsubscribe: StoredListUnsubscribe | null;
  automatic: boolean;
  attachments: AttachmentRow[];
  rawBlob: string | null;
  /** The scheduler and their present rights; absent: nobody scheduled it, or the query did not read it. */
  scheduler?: Scheduler;
}

/** A draft as it is stored. */
export interface LoadedDraft extends StoredDraft {
  /** The bodies as its reader would see them, of its mail as it would leave. */
  read: Pick<StoredDraft, "text" | "html">;
}

export interface Scheduler extends KnownMaker {
  /** A person who may write. */
  writes: boolean;
}

/** SQL of a Scheduler; null: nobody, or an older release did not say. */
const scheduler = `case when m.scheduled_by is not null then ${knownMaker("m.account_id", "m.scheduled_by")}
  || jsonb_build_object('writes', ${personWrites("m.account_id", "m.scheduled_by")}) end as scheduler`;

const isDraft = "m.state in ('draft', 'scheduled', 'sending', 'pending_review')";

/** List an identity's drafts, newest first, without their bodies: `count` past the cursor, with ties. */
export async function listDrafts(
  db: Pick<Executor, "rows">,
  scope: Scope,
  query: { identityId: string; cursor: Instant | null; count: number },
): Promise<ListedMessage[]> {
  const where = heldBy(scope, "m")
    .and("m.identity_id = ?::uuid", query.identityId)
    .and("m.created_at < ?::timestamptz", query.cursor ?? undefined);
  const rows = await db.rows<ListedRow>(
    `select m.id, m.created_at, ${contentHead} from messages m join bodies b on b.account_id = m.account_id and b.message_id = m.id
     ${where} and ${isDraft}
     order by m.created_at desc fetch first (${where.param(query.count)}::int) rows with ties`,
    where.params,
  );
  return rows.map(toListed);
}

/** Drafts of these ids, newest first. */
export async function readDrafts(
  db: Pick<Executor, "rows">,
  scope: Scope,
  ids: readonly string[],
): Promise<StoredDraft[]> {
  if (ids.length === 0) return [];
  const where = heldBy(scope, "m").and("m.id = any(?::uuid[])", ids);
  const rows = await db.rows(
    `select m.*, b.content, b.raw_blob from messages m join bodies b on b.account_id = m.account_id and b.message_id = m.id
     ${where} and ${isDraft} order by m.created_at desc`,
    where.params,
  );
  return withAttachments(db, scope.accountId, rows);
}

export async function getDraft(
  db: Pick<Executor, "rows">,
  scope: Scope,
  id: string,
): Promise<LoadedDraft | null> {
  const where = heldBy(scope, "m").and("m.id = ?::uuid", id);
  const rows = await db.rows(
    `select m.*, b.content, b.raw_blob from messages m join bodies b on b.account_id = m.account_id and b.message_id = m.id
     ${where} and ${isDraft}`,
    where.params,
  );
  return (await withAttachments(db, scope.accountId, rows))[0] ?? null;
}

/** A draft's subject, and its HTML as programs show it: sanitised when it was stored, or made of its text; null: it is not there. */
export async function shownDraft(
  db: Pick<Executor, "rows">,
  scope: Scope,
  id: string,
): Promise<{ subject: string | null; html: string } | null> {
  const where = heldBy(scope, "m").and("m.id = ?::uuid", id).and("m.identity_id is not null");
  const [row] = await db.rows<{ subject: string | null; content: Uint8Array }>(
    `select m.subject, b.content from messages m join bodies b on b.account_id = m.account_id and b.message_id = m.id
     ${where} and ${isDraft}`,
    where.params,
  );
  return row ? { subject: row.subject, html: unpackContent(row.content).html } : null;
}

/** Drafts by their ids, each of the identity that it is asked of. */
export async function draftsById(
  db: Pick<Executor, "rows">,
  asked: readonly (Owner & { id: string })[],
): Promise<Map<string, StoredDraft>> {
  const rows = await db.rows(
    `select m.*, b.content, b.raw_blob, ${scheduler} from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as k(account_id, identity_id, id)
     join messages m on m.account_id = k.account_id and m.id = k.id and m.identity_id = k.identity_id
     join bodies b on b.account_id = m.account_id and b.message_id = m.id
     where ${isHeld("m")} and ${isDraft}`,
    [
      asked.map(({ accountId }) => accountId),
      asked.map(({ identityId }) => identityId),
      asked.map(({ id }) => id),
    ],
  );
  const drafts: StoredDraft[] = [];
  for (const [accountId, own] of Map.groupBy(rows, (row) => row.account_id as string))
    drafts.push(...(await withAttachments(db, accountId, own)));
  return new Map(drafts.map((draft) => [draft.row.id, draft]));
}

async function withAttachments(
  db: Pick<Executor, "rows">,
  accountId: string,
  rows: Record<string, unknown>[],
): Promise<LoadedDraft[]> {
  const ids = rows.filter((row) => row.has_attachments).map((row) => row.id as string);
  const found =
    ids.length === 0
      ? []
      : await db.rows(
          `select * from attachments where account_id = $1::uuid and message_id = any($2::uuid[]) order by message_id, ordinal`,
          [accountId, ids],
        );
  const byMessage = Map.groupBy(
    found.map((row) => toRow<AttachmentRow>(attachments, row)),
    (row) => row.messageId,
  );
  return rows.map((row) => ({
    row: toRow<MessageRow>(messages, row),
    ...bodiesOf(row.content as Uint8Array),
    attachments: byMessage.get(row.id as string) ?? [],
    rawBlob: row.raw_blob as string | null,
    ...(row.scheduler ? { scheduler: row.scheduler as Scheduler } : {}),
  }));
}

/** Bodies as read, and as the client sent them: of a draft that a mail program stored, those that were read. */
function bodiesOf(
  packed: Uint8Array,
): Pick<LoadedDraft, "text" | "html" | "listUnsubscribe" | "automatic" | "read"> {
  const { written, text, html } = unpackContent(packed);
  const read = { text, html: text !== null && html === textToHtml(text) ? null : html || null };
  return { listUnsubscribe: null, automatic: false, ...(written ?? read), read };
}

/** A scheduled draft that was claimed. */
export interface DueDraft {
  accountId: string;
  identityId: string;
  id: string;
  sendAt: Instant;
}

/** Length of a claim: after a crash another process claims the draft again. */
const leaseMs = 30_000;

/**
 * SQL: identities with a claimed draft, and when that was due. Drafts of one identity are sent in order.
 * Parameters: now, and the end of a claim that begins now.
 */
const busy = `busy as (
  select account_id, identity_id, min(send_at) as send_at from messages
  where send_due > $1::timestamptz and send_due <= $2::timestamptz and state = 'sending'
  group by account_id, identity_id)`;

/** SQL of a draft `d` that can be claimed once it is due: it waits for none before it. Those of deleted identities are the janitor's. */
const claimable = `d.state in ('scheduled', 'sending')
  and exists (select from identities i where i.account_id = d.account_id and i.id = d.identity_id and i.deleted_at is null)
  and not exists (select from busy b where b.account_id = d.account_id and b.identity_id = d.identity_id and b.send_at < d.send_at)`;

const claimSpan = (now: Instant) => [now, addMs(now, leaseMs)];

/** Claims scheduled drafts that are due, oldest first: none while another process holds an older one of its identity. */
export function claimDrafts(
  db: Pick<Database, "transaction">,
  now: Instant,
  count: number,
): Promise<DueDraft[]> {
  return db.transaction(async (tx) => {
    // Claims run one after another, so that each sees the claims before it.
    const turn = tx.values("select pg_advisory_xact_lock(hashtext('scheduled drafts'))", []);
    const [rows] = await Promise.all([tx.rows(claim, [...claimSpan(now), count]), turn]);
    return rows
      .map((row) => ({
        accountId: row.account_id as string,
        identityId: row.identity_id as string,
        id: row.id as string,
        sendAt: row.send_at as Instant,
      }))
      .sort((a, b) => (a.sendAt < b.sendAt ? -1 : 1));
  });
}

const claim = `with ${busy}
update messages m set state = 'sending', send_due = $2::timestamptz
where m.ctid = any(array(
      select d.ctid from messages d where d.send_due <= $1::timestamptz and ${claimable}
      order by d.send_due limit $3::int for update of d skip locked))
returning m.account_id, m.identity_id, m.id, m.send_at`;

/** When a draft can be claimed, past or not; null: none is scheduled. One that waits for another can once that one's claim is over. */
export async function nextDue(db: Executor, now: Instant): Promise<Instant | null> {
  const [row] = await db.rows<{ send_due: Instant }>(
    `with ${busy} select d.send_due from messages d where d.send_due is not null and ${claimable}
     order by d.send_due limit 1`,
    claimSpan(now),
  );
  return row?.send_due ?? null;
}
