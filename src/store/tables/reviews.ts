// Tables of protection and reviews: what an address may do without a person, what waits for one, and who decided.
// migrations/ defines the schema; a test compares these with it.

import { pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Instant } from "../../lib/clock.ts";
import type { Level } from "../../lib/levels.ts";
import type { ReviewReason } from "../../schema/message/message-safety.ts";
import { accountId, bytes, createdAt, instant, json } from "./columns.ts";
import type { Forward } from "./events.ts";

/** The settings of an address, or an account's default. */
export interface StoredProtection {
  outbound: "off" | "new_recipients" | "all";
  inbound: "off" | "new_senders" | "review";
  approver: "key" | "human";
  /** The answer to a submitted mail that must be reviewed. */
  submission: "hold" | "refuse";
  /** Seconds; null: reviews do not expire. */
  expiresAfter: number | null;
  onExpiry: "reject" | "keep";
  reviewers: string[];
  notify: "each" | "digest" | "off";
  /** New recipients that an address may write to in a day (UTC) without a review; null: any number. */
  firstContactsADay: number | null;
  /** The same, of those that it first read of in a received mail. */
  untrustedContactsADay: number | null;
  /** Whether the lists have had entries. */
  lists: boolean;
  /** True: the address sets lists alone, and the account's default applies otherwise. */
  inherits: boolean;
  /** Identities that the key reached that set it; null: an unrestricted key, or a person. */
  reach: string[] | null;
  /** The key that set it, where `reach` is not null; absent: set by an older release. */
  keyId?: string;
  /** The kind of maker; absent: set by an older release. */
  by?: "person" | "key";
  /**
   * For an address's own settings: when they were set. For a default: since when it is as strict as now.
   * Absent: set by an older release.
   */
  since?: Instant;
}

/** The maker of a row: a key (an OAuth grant is one), a person in the console, or a reviewer by the link in a mail. */
export interface StoredMaker {
  kind: "key" | "person" | "link";
  /** The key's id, or the person's email address. */
  id: string | null;
}

export const protectionEntries = pgTable(
  "protection_entries",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    /** An identity; the account's own id: of all its identities. */
    ownerId: uuid("owner_id").notNull(),
    direction: text("direction").$type<"send" | "receive">().notNull(),
    list: text("list").$type<"allow" | "block">().notNull(),
    /** An address or a domain in its canonical form. */
    entry: text("entry").notNull(),
    /** null: an older release did not say. */
    maker: json<StoredMaker | null>("maker"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);

export const contacts = pgTable(
  "contacts",
  {
    accountId: accountId(),
    identityId: uuid("identity_id").notNull(),
    /** In its canonical form. */
    email: text("email").notNull(),
    /** When a person let mail to it leave. */
    sendAllowedAt: instant("send_allowed_at"),
    /** When a person let mail from it in. */
    receiveAllowedAt: instant("receive_allowed_at"),
    /** The makers of the two allowances; null: set by an older release. */
    sendAllowedBy: json<StoredMaker | null>("send_allowed_by"),
    receiveAllowedBy: json<StoredMaker | null>("receive_allowed_by"),
    /** When it was first written to. */
    writtenAt: instant("written_at"),
    /** When it first stood in a received mail. */
    readAt: instant("read_at"),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.identityId, t.email] })],
);

export type ReviewStatus =
  | "pending"
  | "approved"
  | "rejected"
  | "returned"
  | "taken_over"
  | "expired"
  | "withdrawn";

/** The origin of a request: a key, password, person, link or the service. */
export interface Origin {
  kind: "key" | "app_password" | "person" | "link" | "service";
  /** The key's or password's id, the person's email address; null: not known. */
  id: string | null;
  /** The client's IP address. */
  ip: string | null;
}

/** The asker of a turn, with what it may do; rows store its `Origin` alone. */
export interface Maker extends Origin {
  /** The level of a program's access by OAuth; null: a key or a person, whom no level narrows. */
  level: Level | null;
  /** The identities that it reaches; null: all. */
  reach: readonly string[] | null;
}

/** The fields beside its bytes that a held send needs to leave. */
export interface SendEnvelope {
  recipients: string[];
  envelopeFrom: string;
  answersProgram: boolean;
  submitted: { nullSender: boolean; dsn: [string, unknown][] } | null;
  /** The fields beside the stored ones from which an edited mail is composed; null: it cannot be edited. */
  letter: {
    headers: Record<string, string>;
    replyTo: StoredAddress[];
    inReplyTo: string | null;
    listUnsubscribe?: StoredListUnsubscribe | null;
    automatic?: boolean;
  } | null;
  /** True: the mail has List-Unsubscribe. */
  isList?: boolean;
  /** The UID of the calendar object that the mail is about. */
  calendarUid?: string;
  /** Everybody whom the mail named when a person took it over, in canonical form; absent: nobody did, or in an older release. */
  people?: string[];
}

/** A writer's `list_unsubscribe`: true takes the links of this service. */
export type StoredListUnsubscribe = true | { url?: string; mailto?: string };

/** The fields that a held received mail needs to be filed. */
export interface ReceiveEnvelope {
  isSpam: boolean;
  recipient: string;
  /** Why the mail's content asks for a look. */
  safety?: ReviewReason[];
  /** The rule that forwards it once it is let in. */
  forward?: Forward;
}

interface StoredAddress {
  email: string;
  name: string | null;
}

/** The fields of a mail before a reviewer changed them. */
export interface OriginalMail {
  to: StoredAddress[];
  cc: StoredAddress[];
  bcc: StoredAddress[];
  subject: string | null;
  text: string | null;
  html: string | null;
  attachments: string[];
  rawSha256: string;
}

/** A person's decision that has not come into force: it may be taken back until `inForceAt`. */
export interface PlannedDecision {
  by: Origin;
  comment: string | null;
  /** The refusal that it is; absent: an approval. */
  refuses?: "rejected" | "returned";
  /** New values of the mail's fields. */
  edits: MailEdits;
  /** Hex HMAC of the one-time link that it was made by; null: by a session. */
  link: string | null;
  /** Why it could not come into force, so that the mail still waits; `inForceAt` is null then. */
  failed?: string;
}

/** New values of the fields that a reviewer changes. */
export interface MailEdits {
  to?: StoredAddress[];
  cc?: StoredAddress[];
  bcc?: StoredAddress[];
  subject?: string;
  text?: string | null;
  html?: string | null;
}

export const reviews = pgTable(
  "reviews",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    identityId: uuid("identity_id").notNull(),
    threadId: uuid("thread_id").notNull(),
    messageId: uuid("message_id").notNull(),
    direction: text("direction").$type<"outbound" | "inbound">().notNull(),
    status: text("status").$type<ReviewStatus>().notNull(),
    reasons: text("reasons").array().notNull(),
    rawSha256: bytes("raw_sha256").notNull(),
    envelope: json<SendEnvelope | ReceiveEnvelope>("envelope").notNull(),
    original: json<OriginalMail | null>("original"),
    requestedBy: json<Origin>("requested_by").notNull(),
    decidedBy: json<Origin | null>("decided_by"),
    decidedAt: instant("decided_at"),
    comment: text("comment"),
    planned: json<PlannedDecision | null>("approval"),
    /** When a person's decision comes into force; null: there is none, or the review is over. */
    inForceAt: instant("approve_at"),
    expiresAt: instant("expires_at"),
    /** When reviewers are to be told; null: they were, or are not. */
    notifyAt: instant("notify_at"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);

export const reviewLinks = pgTable("review_links", {
  tokenHash: bytes("token_hash").primaryKey(),
  accountId: accountId(),
  reviewId: uuid("review_id").notNull(),
  email: text("email").notNull(),
  usedAt: instant("used_at"),
  createdAt: createdAt(),
});

/** Whether somebody who is named as a reviewer wants to be asked. */
export const reviewerConsents = pgTable(
  "reviewer_consents",
  {
    accountId: accountId(),
    /** In canonical form. */
    email: text("email").notNull(),
    /** Hash of the token in the question's link. */
    tokenHash: bytes("token_hash"),
    /** When the question is to be sent; null: it was, or needs not be. */
    askAt: instant("ask_at"),
    askedAt: instant("asked_at"),
    answer: text("answer").$type<"yes" | "no">(),
    answeredAt: instant("answered_at"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.email] })],
);

export const auditEntries = pgTable(
  "audit_entries",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    identityId: uuid("identity_id").notNull(),
    threadId: uuid("thread_id").notNull(),
    messageId: uuid("message_id"),
    reviewId: uuid("review_id"),
    action: text("action").notNull(),
    actor: json<Origin>("actor").notNull(),
    rawSha256: bytes("raw_sha256"),
    detail: json<Record<string, unknown> | null>("detail"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);
