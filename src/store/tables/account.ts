// Tables of accounts and their resources. migrations/ defines the schema; a test compares these with it.
import { boolean, integer, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import type { Level } from "../../lib/levels.ts";
import { accountId, bytes, createdAt, instant, int8, json } from "./columns.ts";
import type { RecordStatus } from "./resources.ts";
import type { StoredProtection } from "./reviews.ts";

export const secrets = pgTable("secrets", {
  name: text("name").primaryKey(),
  value: bytes("value").notNull(),
});

export const accounts = pgTable("accounts", {
  accountId: uuid("account_id").primaryKey(),
  plan: text("plan").$type<"operator" | "signup">().notNull(),
  ownerEmail: text("owner_email"),
  /** Whether the owner's page listens to single keys. */
  ownerShortcuts: boolean("owner_shortcuts").notNull().default(true),
  ownerLanguage: text("owner_language"),
  /** Protection for addresses without settings of their own; null: none. */
  protection: json<StoredProtection | null>("protection"),
  /** Since when nothing of its mail is deleted; null: no legal hold. */
  legalHoldAt: instant("legal_hold_at"),
  /** When it was deleted; its rows are removed in steps. */
  deletedAt: instant("deleted_at"),
  modseq: int8("modseq").notNull(),
  lastInstant: instant("last_instant").notNull(),
  createdAt: createdAt(),
});

export const domainNames = pgTable("domain_names", {
  domain: text("domain").primaryKey(),
  accountId: accountId(),
  domainId: uuid("domain_id").notNull(),
  /** All accounts use it: the default domain, or one of sign-ups. */
  sharedAs: text("shared_as").$type<"default" | "signups">(),
});

export type UnprovenMail = "spam" | "inbox";

export const domains = pgTable(
  "domains",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    domain: text("domain").notNull(),
    status: text("status").$type<"pending" | "verified" | "failed">().notNull(),
    isDefault: boolean("is_default").notNull(),
    /** A domain of the operator that holds the addresses of sign-ups, and no others. */
    forSignups: boolean("for_signups").notNull().default(false),
    podId: uuid("pod_id").notNull(),
    ownershipToken: text("ownership_token").notNull(),
    verifiedAt: instant("verified_at"),
    /** By purpose of a record: its status at the last DNS lookup. */
    recordStatus: json<Record<string, RecordStatus>>("record_status").notNull(),
    /** The folder of mail from outside that has the domain in From and is not authenticated. */
    unprovenMail: text("unproven_mail").$type<UnprovenMail>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);

export const pods = pgTable(
  "pods",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    clientId: text("client_id"),
    isDefault: boolean("is_default").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);

export const apiKeys = pgTable(
  "api_keys",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    prefix: text("prefix").notNull(),
    identityIds: uuid("identity_ids").array(),
    /** Pods whose addresses are its `identityIds`; null: none. */
    podIds: uuid("pod_ids").array(),
    parentId: uuid("parent_id"),
    /** The level of a program's access by OAuth; null: a key, which no level narrows. */
    level: text("level").$type<Level>(),
    lastUsedAt: instant("last_used_at"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);

/** Keys and grants that have ended. */
export const revokedKeys = pgTable(
  "revoked_keys",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    parentId: uuid("parent_id"),
    name: text("name").notNull(),
    prefix: text("prefix").notNull(),
    /** null: it reached everything. */
    identityIds: uuid("identity_ids").array(),
    level: text("level").$type<Level>(),
    createdAt: createdAt(),
    revokedAt: instant("revoked_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);

export const apiKeyTokens = pgTable("api_key_tokens", {
  tokenHash: bytes("token_hash").primaryKey(),
  accountId: accountId(),
  apiKeyId: uuid("api_key_id").notNull(),
  /** null: it does not expire. */
  expiresAt: instant("expires_at"),
});

/** The protection of an address that was deleted by somebody who may not change it. */
export interface EndedProtection {
  /** The deleted identity, which still owns the block entries, and whom it wrote to and read of. */
  identityId: string;
  /** null: it had the account's default alone. */
  protection: StoredProtection | null;
}

export const addresses = pgTable(
  "addresses",
  {
    domain: text("domain").notNull(),
    localPart: text("local_part").notNull(),
    accountId: accountId(),
    identityId: uuid("identity_id"),
    /** Protection that outlives its address; null: none. */
    ended: json<EndedProtection | null>("ended"),
  },
  (t) => [primaryKey({ columns: [t.domain, t.localPart] })],
);

export const webhooks = pgTable(
  "webhooks",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    url: text("url").notNull(),
    identityId: uuid("identity_id"),
    eventTypes: text("event_types").array().notNull(),
    status: text("status").$type<"active" | "failing" | "disabled">().notNull(),
    secret: text("secret").notNull(),
    /** The secret before the last rotation, which also signs until `previousSecretUntil`. */
    previousSecret: text("previous_secret"),
    previousSecretUntil: instant("previous_secret_until"),
    consecutiveFailures: integer("consecutive_failures").notNull(),
    firstFailedAt: instant("first_failed_at"),
    lastDeliveredAt: instant("last_delivered_at"),
    lastFailedAt: instant("last_failed_at"),
    /** The API key that created it; null: created without one. */
    mintedBy: uuid("minted_by"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);

export const idempotency = pgTable(
  "idempotency",
  {
    accountId: accountId(),
    scopeHash: bytes("scope_hash").notNull(),
    bodyHash: bytes("body_hash").notNull(),
    status: smallint("status").notNull(),
    body: bytes("body"),
    sealed: boolean("sealed").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.scopeHash] })],
);
