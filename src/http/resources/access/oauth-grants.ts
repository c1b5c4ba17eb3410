// Access of programs: listed and ended. It is given in the console alone. DECISIONS OAuth.
import { revokeKey } from "../../../../actors/account/access/minted.ts";
import { OauthGrant, OauthGrantListQuery } from "../../../schema/access/oauth-grants.ts";
import { Deleted, IdParams } from "../../../schema/common.ts";
import { Page, Single } from "../../../schema/envelope.ts";
import { type Grant, getGrant, listGrants } from "../../../store/access/oauth-grants.ts";
import { type Call, call } from "../../call.ts";
import { originOf, requireUnrestricted } from "../../context.ts";
import { operation } from "../../openapi/operation.ts";
import { pageByTime } from "../../paging.ts";
import { pathId } from "../../params.ts";
import { found } from "../../resource.ts";
import { deletedKey } from "./api-keys.ts";

export const oauthGrantCalls: readonly Call[] = [
  call(
    "GET /oauth-grants",
    {
      query: OauthGrantListQuery,
      answer: Page(OauthGrant),
      doc: operation("listOauthGrants", "List the programs that people let in", {
        description: "Each with what the program calls itself, and what it may do.",
        errors: ["forbidden"],
      }),
    },
    ({ database }, { auth, query }) => {
      requireUnrestricted(auth, "Listing what programs may do");
      return pageByTime(query, (window) => listGrants(database, auth.accountId, window), toOauthGrant);
    },
  ),
  call(
    "DELETE /oauth-grants/{id}",
    {
      params: IdParams,
      answer: Single(Deleted),
      doc: operation("revokeOauthGrant", "End the access of a program", {
        description: "All its tokens end at once, and the streams of events that it opened.",
        errors: ["forbidden"],
      }),
    },
    async ({ database, actors }, { auth, request, params }) => {
      requireUnrestricted(auth, "Ending the access of a program");
      const { accountId } = auth;
      const id = pathId(params.id);
      await found(getGrant(database, accountId, id));
      const origin = originOf(request);
      return deletedKey(id, await revokeKey(actors.account(accountId), { id, callerId: null, origin }));
    },
  ),
];

function toOauthGrant(row: Grant): OauthGrant {
  return {
    id: row.id,
    client_name: row.clientName,
    client_id: row.clientId,
    redirect_uri: row.redirectUri,
    level: row.level,
    identity_ids: row.identityIds,
    last_used_at: row.lastUsedAt,
    created_at: row.createdAt,
  };
}
