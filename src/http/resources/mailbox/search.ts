// DECISIONS Threads, messages, folders, labels: GET /messages/search.
import { invalid } from "../../../lib/failure.ts";
import { Page } from "../../../schema/envelope.ts";
import { MessageSearchQuery } from "../../../schema/mailbox/search.ts";
import { Message } from "../../../schema/message/messages.ts";
import { type Call, call } from "../../call.ts";
import { mailFilterOf } from "../../mail-filter.ts";
import { messagesAnswer } from "../../message-answer.ts";
import { foundPage } from "../../message-search.ts";
import { operation } from "../../openapi/operation.ts";
import { checkStrings } from "../../validation.ts";

export const searchCalls: readonly Call[] = [
  call(
    "GET /messages/search",
    {
      query: MessageSearchQuery,
      answer: Page(Message),
      doc: operation("searchMessages", "Search messages, best match first", {
        description:
          "Looks at subject, names, addresses and the reply text, then at what is quoted, names of files and what files show, which rank lower. A word of three letters or more (of any length in Chinese and Japanese) is found within longer ones too, in any script, whatever its case and accents; messages that have it as a word come first, the best match at the top, then the others and words of the same stem (invoices: invoice), newest first, whenever they were imported. Where nothing is found as it is written, messages with one letter else are, and the header `Postroom-Search: similar` says so; quotation marks ask for a text as it stands. A misspelt operator (`form:ada`) is refused, and a label or folder that is not there. The newest 1,000 matches are ranked, then the next 1,000. A page may hold fewer than `limit`, even none, while `has_more` is true: go on with `next_cursor`.",
        query: { q: "order" },
      }),
    },
    async (deps, { auth, query, set }) => {
      const { q = "", view } = query;
      checkStrings({ q });
      const filter = await mailFilterOf(deps, auth, query);
      const found = await foundPage(deps, auth, { q, filter, request: query });
      if (found === null) {
        const why = q.trim() === "" ? "is missing in the query" : "asks for nothing";
        throw invalid(
          `Field "q" ${why}. Give it words, or a filter: from, to, after, before, is_read, has_attachments or label_id.`,
        );
      }
      const { isForgiving, ...listed } = found;
      if (isForgiving) set.headers["postroom-search"] = "similar";
      return messagesAnswer({ ...deps, view }, auth, listed);
    },
  ),
];
