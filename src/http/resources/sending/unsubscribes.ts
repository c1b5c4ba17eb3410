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
import type { Auth, HttpDeps } from "../../context.ts";
import { operation } from "../../openapi/operation.ts";
import { pageByTime } from "../../paging.ts";
import { pathId } from "../../params.ts";
import { deleted, found, resource } from "../../resource.ts";

export function unsubscribeRoutes({ database, actors }: HttpDeps) {
  const ownerOf = async (auth: Auth, id: string) => {
    const identity = await found(getIdentity(database, auth, pathId(id)));
    return { accountId: identity.accountId, identityId: identity.id };
  };
  return resource("/identities")
    .get(
      "/:id/unsubscribes",
      async ({ auth, params, query }) => {
        const owner = await ownerOf(auth, params.id);
        const email = query.email === undefined ? undefined : addressOf(query.email);
        return pageByTime(
          query,
          (window) => listUnsubscribes(database, owner, { email, ...window }),
          toUnsubscribe,
        );
      },
      {
        params: IdParams,
        query: UnsubscribeListQuery,
        response: { 200: Page(Unsubscribe) },
        detail: operation("listUnsubscribes", "List recipients who have unsubscribed from its mail", {
          description:
            "Who used a link of `list_unsubscribe`. Messages with `list_unsubscribe` from this address are refused for them (`unsubscribed`); all other messages still go.",
        }),
      },
    )
    .delete(
      "/:id/unsubscribes/:unsubscribeId",
      async ({ auth, params }) => {
        const { accountId, identityId } = await ownerOf(auth, params.id);
        const id = pathId(params.unsubscribeId);
        await actors.identity(accountId, identityId).run((turn) => deleteUnsubscribe(turn, id));
        return deleted(id);
      },
      {
        params: UnsubscribeParams,
        response: { 200: Single(Deleted) },
        detail: operation("deleteUnsubscribe", "Write to a recipient again who had unsubscribed", {
          description: "For a recipient who has asked for mail again.",
        }),
      },
    );
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
