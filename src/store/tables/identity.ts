// Tables of an identity's mail. migrations/ defines the schema; a test compares these with it.
import { boolean, integer, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import type { AuthenticationResults, SpamReport } from "../../mail/trust/authentication.ts";
import { accountId, bytes, createdAt, instant, int8, json } from "./columns.ts";
import type { Origin, StoredProtection } from "./reviews.ts";

export type IdentityType = "human" | "team" | "application" | "workflow" | "agent";
export type IdentityMode = "human" | "automated" | "hybrid";
export type IdentityStatus = "active" | "suspended" | "archived";
export type SendPolicy = "open" | "reply_only" | "list";
export type ThreadStatus = "open" | "waiting" | "resolved" | "human_review";
export type OwnerType = "human" | "automation" | "agent";
export type MessageState =
  | "received"
  | "sent"
  | "draft"
  | "scheduled"
  | "sending"
  | "spooled"
  /** A send that waits for a review. */
  | "pending_review"
  /** A received mail that waits for a review: in no folder and no list. */
  | "held";

/** A mailbox of an address field, as stored and returned. */
export interface StoredMailbox {
  email: string;
  name: string | null;
}

export const identities = pgTable(
  "identities",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    domainId: uuid("domain_id").notNull(),
    domain: text("domain").notNull(),
    localPart: text("local_part").notNull(),
    displayName: text("display_name"),
    type: text("type").$type<IdentityType>().notNull(),
    mode: text("mode").$type<IdentityMode>().notNull(),
    status: text("status").$type<IdentityStatus>().notNull(),
    sendPolicy: text("send_policy").$type<SendPolicy>().notNull(),
    tenantId: text("tenant_id"),
    /** The caller's own id, unique in the account; null: none. */
    clientId: text("client_id"),
    /** Free keys and values that the account keeps with the address; null: none. */
    metadata: json<Record<string, string> | null>("metadata"),
    podId: uuid("pod_id").notNull(),
    expiresAt: instant("expires_at"),
    deletedAt: instant("deleted_at"),
    storageBytes: int8("storage_bytes").notNull(),
    /** The last day (UTC) on which it sent; `sentRecipients` counts that day's recipients. */
    sentDay: text("sent_day"),
    sentRecipients: integer("sent_recipients").notNull(),
    /** null: the account's default holds. */
    protection: json<StoredProtection | null>("protection"),
    /** The lines that a person's letters end with; null: none. */
    signature: text("signature"),
    /** Since when nothing of its mail is deleted; null: no legal hold of its own. */
    legalHoldAt: instant("legal_hold_at"),
    modseq: int8("modseq").notNull(),
    lastInstant: instant("last_instant").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);

export const folders = pgTable(
  "folders",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    identityId: uuid("identity_id").notNull(),
    name: text("name").notNull(),
    role: text("role"),
    uidValidity: int8("uid_validity").notNull(),
    uidNext: int8("uid_next").notNull(),
    total: integer("total").notNull(),
    unread: integer("unread").notNull(),
    subscribed: boolean("subscribed").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);

export const threads = pgTable(
  "threads",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    identityId: uuid("identity_id").notNull(),
    subject: text("subject"),
    subjectKey: int8("subject_key"),
    /** Hash of the Message-ID that began the thread, when that mail never came here. */
    rootHash: int8("root_hash"),
    status: text("status").$type<ThreadStatus>().notNull(),
    ownerType: text("owner_type").$type<OwnerType>().notNull(),
    assigneeId: uuid("assignee_id"),
    assignedAt: instant("assigned_at"),
    /** Free keys and values that the account keeps with the thread; null: none. */
    metadata: json<Record<string, string> | null>("metadata"),
    /** The thread that caused this one. */
    parentId: uuid("parent_id"),
    /** Until then lists of open and waiting threads leave it out; null: they do not. */
    snoozedUntil: instant("snoozed_until"),
    messageCount: integer("message_count").notNull(),
    lastMessageAt: instant("last_message_at"),
    /** last_message_at, or created_at when that is null: the sort key of lists. */
    sortAt: instant("sort_at").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);

/** The last writer of a draft. */
export interface DraftWriter extends Pick<Origin, "kind" | "id"> {
  /** The form of a page that wrote it; absent: something else did. */
  form?: FormMark;
}

/** A form that was sent, so that one whose answer was lost is known when it comes again. */
export interface FormMark {
  /** The page's own id of it. */
  page: string;
  /** How often it has been sent. */
  step: number;
  /** The version of the draft that it changed, by `draftCovered`; "": it made the draft. */
  over: string;
}

export const messages = pgTable(
  "messages",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    identityId: uuid("identity_id"),
    threadId: uuid("thread_id").notNull(),
    direction: text("direction").$type<"inbound" | "outbound">().notNull(),
    state: text("state").$type<MessageState>().notNull(),
    /** Message-ID without angle brackets. */
    headerId: text("header_id"),
    /** Hash of header_id, or of the raw bytes when there is none; finds threads and repeats. */
    headerHash: int8("header_hash").notNull(),
    /** The ids of References, oldest first, without the mail's own. */
    referenceIds: text("reference_ids").array().notNull(),
    envelopeFrom: text("envelope_from"),
    deliveredTo: text("delivered_to"),
    fromEmail: text("from_email").notNull(),
    fromName: text("from_name"),
    replyTo: json<StoredMailbox[]>("reply_to").notNull(),
    mailTo: json<StoredMailbox[]>("mail_to").notNull(),
    mailCc: json<StoredMailbox[]>("mail_cc").notNull(),
    mailBcc: json<StoredMailbox[]>("mail_bcc").notNull(),
    subject: text("subject"),
    preview: text("preview").notNull(),
    hasAttachments: boolean("has_attachments").notNull(),
    isSpam: boolean("is_spam").notNull(),
    automated: boolean("automated").notNull(),
    invitation: json<Record<string, unknown>>("invitation"),
    calendarEventId: text("calendar_event_id"),
    dateHeader: instant("date_header"),
    size: integer("size").notNull(),
    rawSha256: bytes("raw_sha256").notNull(),
    /** For a draft: the message that it answers. */
    inReplyToMessageId: uuid("in_reply_to_message_id"),
    /** For a scheduled draft: when it is to be sent. */
    sendAt: instant("send_at"),
    /** The person who scheduled the draft, as it is, or the key that did or changed it since; null: nobody, or an older release. */
    scheduledBy: json<Origin | null>("scheduled_by"),
    /** For a draft: its last writer. null: the service, or an older release. */
    writtenBy: json<DraftWriter | null>("written_by"),
    /** When a scheduled draft can be claimed for sending. */
    sendDue: instant("send_due"),
    /** Why the last scheduled sending was refused. */
    failedReason: text("failed_reason"),
    /** For a draft: the time of its last edit. */
    updatedAt: instant("updated_at"),
    /** SPF, DKIM and DMARC results of a received mail; null: not checked. */
    authentication: json<AuthenticationResults>("authentication"),
    /** The spam report of a received mail; null: our own rules found nothing. */
    spam: json<SpamReport>("spam"),
    /** Bytes of the displayed form beyond `size`. */
    displayedGrowth: integer("shown_growth").notNull(),
    /** A mail of the service itself, which no key reads. */
    withheld: boolean("withheld").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);

export const bodies = pgTable(
  "bodies",
  {
    accountId: accountId(),
    messageId: uuid("message_id").notNull(),
    raw: bytes("raw"),
    rawBlob: text("raw_blob"),
    /** The compressed header block of a large mail; null: it is read from the raw bytes. */
    head: bytes("head"),
    content: bytes("content").notNull(),
    /** Structure and envelope; null: the content includes them. */
    outline: bytes("outline"),
    /** Header fields that lists of mails show, as they stood; null: they are left out, or nobody has looked yet. */
    fields: bytes("fields"),
    /** True: the fields are long. */
    fieldsLeftOut: boolean("fields_left_out"),
    /** The mail's shingles, with which answers are compared; null: it has too few words, or is older. */
    digest: bytes("digest"),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.messageId] })],
);

export const attachments = pgTable(
  "attachments",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    messageId: uuid("message_id").notNull(),
    ordinal: integer("ordinal").notNull(),
    filename: text("filename").notNull(),
    contentType: text("content_type").notNull(),
    size: int8("size").notNull(),
    contentId: text("content_id"),
    inline: boolean("inline").notNull(),
    /** The attachment's MIME part in the raw mail; null: an upload. */
    part: text("part"),
    blob: text("blob"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);

/** The columns of a placement, also of one that was expunged. */
export const placementColumns = () => ({
  accountId: accountId(),
  folderId: uuid("folder_id").notNull(),
  uid: int8("uid").notNull(),
  identityId: uuid("identity_id").notNull(),
  messageId: uuid("message_id").notNull(),
  /** Bits of Flag. */
  flags: smallint("flags").notNull(),
  keywords: text("keywords").array().notNull(),
  internalDate: instant("internal_date").notNull(),
  modseq: int8("modseq").notNull(),
  createdAt: createdAt(),
});

export const placements = pgTable("placements", placementColumns(), (t) => [
  primaryKey({ columns: [t.accountId, t.folderId, t.uid] }),
]);

/** Bits of placements.flags. RFC 9051 2.3.2 */
export const Flag = { seen: 1, answered: 2, flagged: 4, deleted: 8, draft: 16 } as const;

export const changes = pgTable(
  "changes",
  {
    accountId: accountId(),
    identityId: uuid("identity_id").notNull(),
    modseq: int8("modseq").notNull(),
    ordinal: integer("ordinal").notNull(),
    kind: text("kind").$type<"placed" | "flags" | "expunged" | "folder">().notNull(),
    folderId: uuid("folder_id"),
    uid: int8("uid"),
    messageId: uuid("message_id"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.identityId, t.modseq, t.ordinal] })],
);

export const blobs = pgTable(
  "blobs",
  {
    accountId: accountId(),
    key: text("key").notNull(),
    refs: int8("refs").notNull(),
    /** Since when its bytes are known to be gone for good; null: they are there, or nobody has looked. */
    lostAt: instant("lost_at"),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.key] })],
);
