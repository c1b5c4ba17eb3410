// DECISIONS Threads, messages, folders, labels: GET /messages/search.
import { invalid } from "../../lib/failure.ts";
import { isUuid } from "../../lib/ids.ts";
import { Page } from "../../schema/envelope.ts";
import { Message as MessageSchema } from "../../schema/messages.ts";
import { MessageSearchQuery } from "../../schema/search.ts";
import { messagesOf, searchMessages } from "../../store/mail/search.ts";
import type { HttpDeps } from "../context.ts";
import { mailFilterOf, narrows } from "../mail-filter.ts";
import { messagesAnswer } from "../message-answer.ts";
import { operation } from "../openapi/operation.ts";
import { pageByKey } from "../paging.ts";
import { resource } from "../resource.ts";
import { checkStrings } from "../validation.ts";
import { listFiltered } from "./messages.ts";

const isRank = (text: string) => /^\d{1,3}(?:\.\d{1,12})?(?:e-\d{1,2})?$/.test(text);

export function searchRoutes(deps: HttpDeps) {
  const { database } = deps;
  return resource("/messages").get(
    "/search",
    async ({ auth, query }) => {
      const { q } = query;
      const filter = await mailFilterOf(deps, auth, query);
      if (q === undefined) {
        if (narrows(filter)) return listFiltered(deps, auth, { request: query, filter });
        throw invalid(
          'Field "q" is missing in the query. Give it, or a filter: from, to, after, before, is_read, has_attachments or label_id.',
        );
      }
      checkStrings({ q });
      const found = await pageByKey(
        query,
        {
          fetch: (after, count) => searchMessages(database, auth, { text: q, filter, after, count }),
          keyOf: ({ rank, id }) => [String(rank), id],
          parts: [isRank, isUuid],
        },
        (hit) => hit,
      );
      const data = await messagesOf(database, auth, found.data);
      return messagesAnswer(deps, auth, { ...found, data });
    },
    {
      query: MessageSearchQuery,
      response: { 200: Page(MessageSchema) },
      detail: operation("searchMessages", "Search messages, best match first"),
    },
  );
}
