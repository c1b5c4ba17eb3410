// DECISIONS Drafts and sending: GET and DELETE /identities/{id}/unsubscribes.
import { deleteUnsubscribe } from "../../../../actors/identity/sending/unsubscribes.ts";
import { invalid } from "../../../lib/failure.ts";
import { canonicalAddress } from "../../../mail/address.ts";
import { Deleted, IdParams } from "../../../schema/common.ts";
import { Page, Single } from "../../../schema/envelope.ts";
import {
  Unsubscribe,
  UnsubscribeListQuery,
  UnsubscribeParams,
} from "../../../schema/sending/unsubscribes.ts";
import { getIdentity } from "../../../store/addresses/identities.ts";
import { listUnsubscribes, type UnsubscribeRow } from "../../../store/sending/unsubscribes.ts";
import { type Call, call } from "../../call.ts";
import type { Auth, HttpDeps } from "../../context.ts";
import { operation } from "../../openapi/operation.ts";
import { pageByTime } from "../../paging.ts";
import { pathId } from "../../params.ts";
import { deleted, found } from "../../resource.ts";

export const unsubscribeCalls: readonly Call[] = [
  call(
    "GET /identities/{id}/unsubscribes",
    {
      params: IdParams,
      query: UnsubscribeListQuery,
      answer: Page(Unsubscribe),
      doc: operation("listUnsubscribes", "List recipients who have unsubscribed from its mail", {
        description:
          "Who used a link of `list_unsubscribe`. Messages with `list_unsubscribe` from this address are refused for them (`unsubscribed`); all other messages still go.",
      }),
    },
    async (deps, { auth, params, query }) => {
      const owner = await ownerOf(deps, auth, params.id);
      const email = query.email === undefined ? undefined : addressOf(query.email);
      return pageByTime(
        query,
        (window) => listUnsubscribes(deps.database, owner, { email, ...window }),
        toUnsubscribe,
      );
    },
  ),
  call(
    "DELETE /identities/{id}/unsubscribes/{unsubscribeId}",
    {
      params: UnsubscribeParams,
      answer: Single(Deleted),
      doc: operation("deleteUnsubscribe", "Write to a recipient again who had unsubscribed", {
        description: "For a recipient who has asked for mail again.",
      }),
    },
    async (deps, { auth, params }) => {
      const { accountId, identityId } = await ownerOf(deps, auth, params.id);
      const id = pathId(params.unsubscribeId);
      await deps.actors.identity(accountId, identityId).run((turn) => deleteUnsubscribe(turn, id));
      return deleted(id);
    },
  ),
];

async function ownerOf({ database }: HttpDeps, auth: Auth, id: string) {
  const identity = await found(getIdentity(database, auth, pathId(id)));
  return { accountId: identity.accountId, identityId: identity.id };
}

function addressOf(text: string): string {
  const address = canonicalAddress(text);
  if (address === null) throw invalid(`"${text}" is not an email address. Send one such as ada@example.com.`);
  return address;
}

function toUnsubscribe(row: UnsubscribeRow): Unsubscribe {
  return {
    id: row.id,
    identity_id: row.identityId,
    email: row.email,
    via: row.via!,
    created_at: row.unsubscribedAt!,
  };
}
