// Tables of an account's resources other than its identities and their mail. migrations/ defines the schema.
import { boolean, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { ReportRow } from "../../mail/report/policy-reports.ts";
import { accountId, createdAt, instant, int8, json } from "./columns.ts";
import type { StoredMaker } from "./reviews.ts";

export type RecordStatus = "pending" | "verified" | "failed";
export type DkimAlgorithm = "rsa" | "ed25519";

export const domainKeys = pgTable(
  "domain_keys",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    domainId: uuid("domain_id").notNull(),
    selector: text("selector").notNull(),
    algorithm: text("algorithm").$type<DkimAlgorithm>().notNull(),
    /** PEM, PKCS 8. */
    privateKey: text("private_key").notNull(),
    dnsValue: text("dns_value").notNull(),
    /** verified: seen in DNS. */
    status: text("status").$type<RecordStatus>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);

export const routingRules = pgTable(
  "routing_rules",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    domainId: uuid("domain_id").notNull(),
    domain: text("domain").notNull(),
    /** `*` is the catch-all. */
    localPart: text("local_part").notNull(),
    /** Exactly one of the two destinations is set. */
    identityId: uuid("identity_id"),
    webhookId: uuid("webhook_id"),
    status: text("status").$type<"active" | "disabled">().notNull(),
    createdAt: createdAt(),
    /** Addresses elsewhere that get a forward of each mail that the rule leads to the identity; null: none. */
    forwardTo: text("forward_to").array(),
    /** null: the command line, or an older release. */
    maker: json<StoredMaker | null>("maker"),
    /** The maker of the leave to write from its address; null: there is none. */
    sendAsMaker: json<StoredMaker | null>("send_as_maker"),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);

export const appPasswords = pgTable(
  "app_passwords",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    identityId: uuid("identity_id").notNull(),
    name: text("name").notNull(),
    scheme: text("scheme").$type<"sha256" | "argon2id">().notNull(),
    /** Hex SHA-256 of a generated password, or the Argon2id string of an imported one. */
    secret: text("secret").notNull(),
    lastUsedAt: instant("last_used_at"),
    lastUsedProtocol: text("last_used_protocol").$type<"imap" | "smtp" | "caldav">(),
    /** The API key that created it; null: created without one. */
    mintedBy: uuid("minted_by"),
    /** The email of the person who made it in the console; null: a key, or the operator. */
    madeBy: text("made_by"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);

export const suppressions = pgTable(
  "suppressions",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    /** In its canonical form. */
    email: text("email").notNull(),
    reason: text("reason").notNull(),
    /** The other server's words about it; null: there are none. */
    detail: text("detail"),
    /** The message that it was said about. */
    messageId: uuid("message_id"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);

/** Texts that letters begin with. */
export const templates = pgTable(
  "templates",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    subject: text("subject"),
    text: text("text").notNull(),
    /** null: it is of the whole account. */
    podId: uuid("pod_id"),
    createdAt: createdAt(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);

/** Recipients who can end, or have ended, the mail of one address by a link in it. */
export const unsubscribes = pgTable(
  "unsubscribes",
  {
    accountId: accountId(),
    /** In the links. */
    id: uuid("id").notNull(),
    identityId: uuid("identity_id").notNull(),
    /** In its canonical form. */
    email: text("email").notNull(),
    /** null: the links were not used, or their use was taken back. */
    unsubscribedAt: instant("unsubscribed_at"),
    via: text("via").$type<"link" | "mail">(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);

export const sendLists = pgTable(
  "send_lists",
  {
    accountId: accountId(),
    identityId: uuid("identity_id").notNull(),
    /** Addresses and domains in their canonical form. */
    entries: text("entries").array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.identityId] })],
);

export type RestrictedSetting = "status" | "send_policy" | "expires_at" | "send_list";

export const restrictedSettings = pgTable(
  "restricted_settings",
  {
    accountId: accountId(),
    identityId: uuid("identity_id").notNull(),
    setting: text("setting").$type<RestrictedSetting>().notNull(),
    /** The reach of the key that last set it. */
    identityIds: uuid("identity_ids").array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.identityId, t.setting] })],
);

/** Reports that others send about a domain. */
export const domainReports = pgTable(
  "domain_reports",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    domainId: uuid("domain_id").notNull(),
    kind: text("kind").$type<"dmarc" | "tls">().notNull(),
    organization: text("organization").notNull(),
    reportId: text("report_id").notNull(),
    beginsAt: instant("begins_at"),
    endsAt: instant("ends_at"),
    passed: int8("passed").notNull(),
    failed: int8("failed").notNull(),
    /** The mail that brought it passed DMARC. */
    authenticated: boolean("authenticated").notNull(),
    details: json<ReportRow[]>("details").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);

/** Mails that are still to be read for reports. */
export const reportMails = pgTable(
  "report_mails",
  {
    accountId: accountId(),
    messageId: uuid("message_id").notNull(),
    /** The envelope recipient's domain. */
    domain: text("domain").notNull(),
    attempts: integer("attempts").notNull(),
    dueAt: instant("due_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.messageId] })],
);
