// The parts of a message, by whose words they are. A quote names the message that it repeats only to a reader of that message, too.
// DECISIONS Threads, messages, folders, labels.
import { readSpans } from "../../../reading/mails.ts";
import { IdParams } from "../../../schema/common.ts";
import { Single } from "../../../schema/envelope.ts";
import { MessageSpans } from "../../../schema/message/message-spans.ts";
import { getMessage, getMessageRows } from "../../../store/message/messages.ts";
import { type Call, call } from "../../call.ts";
import { operation } from "../../openapi/operation.ts";
import { foundMessage } from "../../other-kind.ts";
import { pathId } from "../../params.ts";

export const messageSpanCalls: readonly Call[] = [
  call(
    "GET /messages/{id}/parts",
    {
      params: IdParams,
      answer: Single(MessageSpans),
      doc: operation("getMessageParts", "Read whose words the text of a message is", {
        description: "`reply_text` has all but the quotes.",
      }),
    },
    async ({ database }, { auth, params }) => {
      const id = pathId(params.id);
      const row = getMessage(database, auth, id);
      const { packed } = await foundMessage({ database }, auth, { id, row });
      const spans = await readSpans(packed, { source: auth.accountId });
      const named = [...new Set(spans.flatMap(({ of }) => of ?? []))];
      const readable = new Set((await getMessageRows(database, auth, named)).map((known) => known.id));
      const shown = spans.map((span) => ({
        ...span,
        of: span.of !== null && readable.has(span.of) ? span.of : null,
      }));
      return { data: { message_id: id, spans: shown } };
    },
  ),
];
