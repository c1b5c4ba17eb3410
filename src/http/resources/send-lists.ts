// DECISIONS Addresses: GET and PUT /identities/{id}/send-list.
import { Elysia } from "elysia";
import { replaceSendList } from "../../../actors/identity/sending/send-lists.ts";
import { invalid, notFound } from "../../lib/failure.ts";
import { canonicalAddress, domainOf } from "../../mail/address.ts";
import { IdParams } from "../../schema/common.ts";
import { Single } from "../../schema/envelope.ts";
import { SendList } from "../../schema/send-lists.ts";
import { getIdentity } from "../../store/accounts/identities.ts";
import { getSendList } from "../../store/accounts/send-lists.ts";
import { type Auth, authOf, type HttpDeps } from "../context.ts";
import { operation } from "../openapi/operation.ts";
import { pathId } from "../params.ts";

export function sendListRoutes({ database, actors }: HttpDeps) {
  const seen = async (auth: Auth, text: string): Promise<string> => {
    const id = pathId(text);
    if (!(await getIdentity(database, auth, id))) throw notFound();
    return id;
  };
  return new Elysia({ prefix: "/api/v1/identities", normalize: false })
    .get(
      "/:id/send-list",
      async ({ request, params }) => {
        const auth = authOf(request);
        const identityId = await seen(auth, params.id);
        return { data: { entries: await getSendList(database, { accountId: auth.accountId, identityId }) } };
      },
      {
        params: IdParams,
        response: { 200: Single(SendList) },
        detail: operation("getSendList", "Read whom send policy `list` lets it write to"),
      },
    )
    .put(
      "/:id/send-list",
      async ({ request, params, body }) => {
        const auth = authOf(request);
        const entries = body.entries.map(entryOf);
        const id = await seen(auth, params.id);
        const stored = await actors
          .identity(auth.accountId, id)
          .run((turn) => replaceSendList(turn, entries, auth.identityIds));
        return { data: { entries: stored } };
      },
      {
        params: IdParams,
        body: SendList,
        response: { 200: Single(SendList) },
        detail: operation("replaceSendList", "Replace that list", {
          errors: ["forbidden"],
          example: { entries: ["ada@example.com", "example.org"] },
        }),
      },
    );
}

function entryOf(text: string): string {
  const entry = text.includes("@") ? canonicalAddress(text) : domainOf(text);
  if (entry === null) {
    throw invalid(
      `"${text}" is neither an email address nor a domain. Send such as ada@example.com or example.com.`,
    );
  }
  return entry;
}
