// DECISIONS Addresses: GET and PUT /identities/{id}/send-list.
import { replaceSendList } from "../../../../actors/identity/sending/send-lists.ts";
import { invalid } from "../../../lib/failure.ts";
import { canonicalAddress, domainOf } from "../../../mail/address.ts";
import { IdParams } from "../../../schema/common.ts";
import { Single } from "../../../schema/envelope.ts";
import { SendList } from "../../../schema/sending/send-lists.ts";
import { getIdentity } from "../../../store/addresses/identities.ts";
import { getSendList } from "../../../store/sending/send-lists.ts";
import { type Call, call } from "../../call.ts";
import type { Auth, HttpDeps } from "../../context.ts";
import { operation } from "../../openapi/operation.ts";
import { pathId } from "../../params.ts";
import { found } from "../../resource.ts";

export const sendListCalls: readonly Call[] = [
  call(
    "GET /identities/{id}/send-list",
    {
      params: IdParams,
      answer: Single(SendList),
      doc: operation("getSendList", "Read whom send policy `list` lets it write to", {
        description: "Entries are addresses and domains.",
      }),
    },
    async (deps, { auth, params }) => {
      const { id: identityId } = await identityOf(deps, auth, params.id);
      return {
        data: { entries: await getSendList(deps.database, { accountId: auth.accountId, identityId }) },
      };
    },
  ),
  call(
    "PUT /identities/{id}/send-list",
    {
      params: IdParams,
      body: SendList,
      answer: Single(SendList),
      doc: operation("replaceSendList", "Replace that list", {
        description: "The entries that are sent become the whole list.",
        errors: ["forbidden"],
        example: { entries: ["ada@example.com", "example.org"] },
      }),
    },
    async (deps, { auth, params, body }) => {
      const entries = body.entries.map(entryOf);
      const { id } = await identityOf(deps, auth, params.id);
      const stored = await deps.actors
        .identity(auth.accountId, id)
        .run((turn) => replaceSendList(turn, entries, auth.identityIds));
      return { data: { entries: stored } };
    },
  ),
];

function identityOf({ database }: HttpDeps, auth: Auth, id: string) {
  return found(getIdentity(database, auth, pathId(id)));
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
