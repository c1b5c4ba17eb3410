// DECISIONS Threads, messages, folders, labels: GET /messages/search.
import { isUuid } from "../../lib/ids.ts";
import { Page } from "../../schema/envelope.ts";
import { Message as MessageSchema } from "../../schema/messages.ts";
import { MessageSearchQuery } from "../../schema/search.ts";
import { getIdentity } from "../../store/accounts/identities.ts";
import { getLabel, keywordKeys } from "../../store/mail/labels.ts";
import { messagesOf, type SearchFilter, searchMessages } from "../../store/mail/search.ts";
import type { Auth, HttpDeps } from "../context.ts";
import { operation } from "../openapi/operation.ts";
import { pageByKey } from "../paging.ts";
import { instantOf } from "../params.ts";
import { found, resource } from "../resource.ts";
import { checkStrings } from "../validation.ts";
import { toMessage } from "./messages.ts";

const isRank = (text: string) => /^\d{1,3}(?:\.\d{1,12})?(?:e-\d{1,2})?$/.test(text);

export function searchRoutes(deps: HttpDeps) {
  const { database } = deps;
  return resource("/messages").get(
    "/search",
    async ({ auth, query }) => {
      checkStrings({ q: query.q, from: query.from ?? "", to: query.to ?? "" });
      const filter = await filterOf(deps, auth, query);
      const found = await pageByKey(
        query,
        {
          fetch: (after, count) => searchMessages(database, auth, { text: query.q, filter, after, count }),
          keyOf: ({ rank, id }) => [String(rank), id],
          parts: [isRank, isUuid],
        },
        (hit) => hit,
      );
      return {
        ...found,
        data: (await messagesOf(database, auth, found.data)).map((message) => toMessage(message, deps)),
      };
    },
    {
      query: MessageSearchQuery,
      response: { 200: Page(MessageSchema) },
      detail: operation("searchMessages", "Search messages, best match first"),
    },
  );
}

async function filterOf(
  { database }: HttpDeps,
  auth: Auth,
  query: typeof MessageSearchQuery.static,
): Promise<SearchFilter> {
  const { identity_id: identityId, label_id: labelId } = query;
  if (identityId !== undefined) await found(getIdentity(database, auth, identityId));
  const label = labelId === undefined ? null : await found(getLabel(database, auth, labelId));
  return {
    identityId,
    from: query.from,
    to: query.to,
    after: instantOf("after", query.after),
    before: instantOf("before", query.before),
    hasAttachments: query.has_attachments,
    labelKeys: label ? keywordKeys(label) : undefined,
  };
}
