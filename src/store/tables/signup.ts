// Tables of agent signup and the console. migrations/ defines the schema; a test compares these with it.
import { boolean, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { accountId, bytes, createdAt, instant, int8 } from "./columns.ts";

export const agentSignups = pgTable(
  "agent_signups",
  {
    /** The operator's. */
    accountId: accountId(),
    id: uuid("id").notNull(),
    status: text("status").$type<"dormant" | "pending" | "verified" | "spent">().notNull(),
    domainId: uuid("domain_id").notNull(),
    domain: text("domain").notNull(),
    localPart: text("local_part").notNull(),
    identityId: uuid("identity_id").notNull(),
    newAccountId: uuid("new_account_id").notNull(),
    humanEmail: text("human_email"),
    source: text("source"),
    /** The client's IPv4 address or IPv6 network. */
    client: text("client").notNull(),
    codeHash: bytes("code_hash"),
    codeExpiresAt: instant("code_expires_at"),
    wrongCodes: integer("wrong_codes").notNull(),
    heldUntil: instant("held_until"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);

export const humanMails = pgTable(
  "human_mails",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    kind: text("kind").$type<"code" | "link" | "invitation" | "question" | "notice" | "passkey">().notNull(),
    email: text("email").notNull(),
    /** The account whose work it is; of a code: the signup. null: nobody's. */
    about: uuid("about"),
    /** The IPv4 address or IPv6 network that asked for it; null: none did. */
    network: text("network"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);

export const signInLinks = pgTable("sign_in_links", {
  tokenHash: bytes("token_hash").primaryKey(),
  accountId: accountId(),
  ownerEmail: text("owner_email"),
  expiresAt: instant("expires_at").notNull(),
  createdAt: createdAt(),
});

export const consoleSessions = pgTable("console_sessions", {
  tokenHash: bytes("token_hash").primaryKey(),
  accountId: accountId(),
  ownerEmail: text("owner_email"),
  /** The User-Agent of the browser that signed in; null: it sent none. */
  userAgent: text("user_agent"),
  /** To some minutes; null: not since it began. */
  lastUsedAt: instant("last_used_at"),
  expiresAt: instant("expires_at").notNull(),
  createdAt: createdAt(),
});

export const passkeys = pgTable(
  "passkeys",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    /** The person, who may have other accounts too; null: the operator of this one. */
    ownerEmail: text("owner_email"),
    credentialId: bytes("credential_id").notNull(),
    /** COSE_Key. RFC 9052 7 */
    publicKey: bytes("public_key").notNull(),
    counter: int8("counter").notNull(),
    transports: text("transports").array().notNull(),
    /** Whether it may be on several devices. */
    backupEligible: boolean("backup_eligible").notNull(),
    /** Whether it was on several devices when it was last used. */
    backedUp: boolean("backed_up").notNull(),
    name: text("name").notNull(),
    lastUsedAt: instant("last_used_at"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);

/** Challenges that were answered with a passkey. */
export const usedChallenges = pgTable("used_challenges", {
  challengeHash: bytes("challenge_hash").primaryKey(),
  accountId: accountId(),
  expiresAt: instant("expires_at").notNull(),
});

/** A person's rights in an account: DECISIONS Agent signup and console. */
export type Role = "owner" | "member" | "reviewer";

/** A person who works on the account's mail beside its owner. */
export const members = pgTable(
  "members",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    /** In canonical form. */
    email: text("email").notNull(),
    name: text("name"),
    role: text("role").$type<Role>().notNull(),
    /** When the person first used the link of the invitation; null: not yet, the account is not open to them. */
    joinedAt: instant("joined_at"),
    /** Whether the person's page listens to single keys. */
    shortcuts: boolean("shortcuts").notNull().default(true),
    language: text("language"),
    /** Until when the groups of OIDC_ISSUER give the role, unless the person signs in anew; null: somebody invited them. */
    grantedUntil: instant("granted_until"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);

/** People who sign in by OIDC_ISSUER; in the operator's account. */
export const issuerSubjects = pgTable(
  "issuer_subjects",
  {
    accountId: accountId(),
    /** Empty: the person was removed before they came by one; the subject is their address then. */
    issuer: text("issuer").notNull(),
    /** The issuer's own name of them, never given to anybody else. OpenID Connect Core 2 */
    subject: text("subject").notNull(),
    /** The person, in canonical form. */
    email: text("email").notNull(),
    /** When a person of the account removed them; null: they may sign in. */
    endedAt: instant("ended_at"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.issuer, t.subject] })],
);
