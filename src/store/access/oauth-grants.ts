// Queries of OAuth: codes, refresh tokens, and the grants that people see.

import { and, eq, type InferSelectModel, lt } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import type { Level } from "../../lib/levels.ts";
import { must } from "../../lib/must.ts";
import type { Executor } from "../database/database.ts";
import { newestFirst, orm } from "../database/orm.ts";
import { apiKeys, apiKeyTokens, oauthCodes, oauthGrants, oauthRefreshTokens } from "../tables/index.ts";

export type OauthCodeRow = InferSelectModel<typeof oauthCodes>;
export type OauthGrantRow = InferSelectModel<typeof oauthGrants>;
export type RefreshTokenRow = InferSelectModel<typeof oauthRefreshTokens>;

/** A grant as people see it. */
export interface Grant extends OauthGrantRow {
  level: Level;
  /** null: every address of the account. */
  identityIds: string[] | null;
  lastUsedAt: Instant | null;
}

/** A code, whatever became of it. */
export async function findCode(db: Executor, codeHash: Uint8Array): Promise<OauthCodeRow | null> {
  const [row] = await orm(db).select().from(oauthCodes).where(eq(oauthCodes.codeHash, codeHash));
  return row ?? null;
}

/** A refresh token, rotated or not. */
export async function findRefreshToken(db: Executor, tokenHash: Uint8Array): Promise<RefreshTokenRow | null> {
  const [row] = await orm(db)
    .select()
    .from(oauthRefreshTokens)
    .where(eq(oauthRefreshTokens.tokenHash, tokenHash));
  return row ?? null;
}

/** The grant of an access token, expired or not. */
export async function findAccessToken(
  db: Executor,
  tokenHash: Uint8Array,
): Promise<{ accountId: string; grantId: string } | null> {
  const [row] = await orm(db)
    .select({ accountId: oauthGrants.accountId, grantId: oauthGrants.id })
    .from(apiKeyTokens)
    .innerJoin(
      oauthGrants,
      and(eq(oauthGrants.accountId, apiKeyTokens.accountId), eq(oauthGrants.id, apiKeyTokens.apiKeyId)),
    )
    .where(eq(apiKeyTokens.tokenHash, tokenHash));
  return row ?? null;
}

const grantColumns = {
  accountId: oauthGrants.accountId,
  id: oauthGrants.id,
  clientId: oauthGrants.clientId,
  clientName: oauthGrants.clientName,
  redirectUri: oauthGrants.redirectUri,
  grantedBy: oauthGrants.grantedBy,
  createdAt: oauthGrants.createdAt,
  level: apiKeys.level,
  identityIds: apiKeys.identityIds,
  lastUsedAt: apiKeys.lastUsedAt,
};

function toGrant(row: Omit<Grant, "level"> & { level: Level | null }): Grant {
  return { ...row, level: must(row.level, "the key of a grant has a level") };
}

/** The account's grants, newest first, `count` past the cursor with ties. */
export async function listGrants(
  db: Executor,
  accountId: string,
  { cursor, count }: { cursor: Instant | null; count: number },
): Promise<Grant[]> {
  const rows = await orm(db)
    .select(grantColumns)
    .from(oauthGrants)
    .innerJoin(apiKeys, and(eq(apiKeys.accountId, oauthGrants.accountId), eq(apiKeys.id, oauthGrants.id)))
    .where(
      and(
        eq(oauthGrants.accountId, accountId),
        cursor === null ? undefined : lt(oauthGrants.createdAt, cursor),
      ),
    )
    .orderBy(newestFirst(oauthGrants.createdAt, count));
  return rows.map(toGrant);
}

export async function getGrant(db: Executor, accountId: string, id: string): Promise<Grant | null> {
  const [row] = await orm(db)
    .select(grantColumns)
    .from(oauthGrants)
    .innerJoin(apiKeys, and(eq(apiKeys.accountId, oauthGrants.accountId), eq(apiKeys.id, oauthGrants.id)))
    .where(and(eq(oauthGrants.accountId, accountId), eq(oauthGrants.id, id)));
  return row ? toGrant(row) : null;
}
