// Tables of OAuth. migrations/ defines the schema; a test compares these with it.
import { pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Level } from "../../lib/levels.ts";
import { accountId, bytes, createdAt, instant } from "./columns.ts";

/** Email of the person who let the program in; null: the operator, or an older release. */
const grantedBy = () => text("granted_by");

/** Authorization codes: a person's permission to a program, until the program exchanges it for tokens. */
export const oauthCodes = pgTable("oauth_codes", {
  codeHash: bytes("code_hash").primaryKey(),
  accountId: accountId(),
  clientId: text("client_id").notNull(),
  clientName: text("client_name").notNull(),
  redirectUri: text("redirect_uri").notNull(),
  codeChallenge: text("code_challenge").notNull(),
  level: text("level").$type<Level>().notNull(),
  /** null: every address of the account. */
  identityIds: uuid("identity_ids").array(),
  /** The grant that it became; null: it was not used. */
  grantId: uuid("grant_id"),
  grantedBy: grantedBy(),
  expiresAt: instant("expires_at").notNull(),
  createdAt: createdAt(),
});

/** A grant has the id of its key. */
export const oauthGrants = pgTable(
  "oauth_grants",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    clientId: text("client_id").notNull(),
    clientName: text("client_name").notNull(),
    redirectUri: text("redirect_uri").notNull(),
    grantedBy: grantedBy(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);

export const oauthRefreshTokens = pgTable("oauth_refresh_tokens", {
  tokenHash: bytes("token_hash").primaryKey(),
  accountId: accountId(),
  grantId: uuid("grant_id").notNull(),
  /** null: it is the newest. */
  rotatedAt: instant("rotated_at"),
  expiresAt: instant("expires_at").notNull(),
  createdAt: createdAt(),
});
