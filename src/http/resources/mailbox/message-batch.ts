// Many messages changed by one call. DECISIONS Threads, messages, folders, labels.
import { type BatchChange, changeMessages } from "../../../../actors/identity/mailbox/batch.ts";
import { notFound } from "../../../lib/failure.ts";
import { Single } from "../../../schema/envelope.ts";
import { MessageBatch, MessageBatchResult } from "../../../schema/mailbox/message-batch.ts";
import { findFolder } from "../../../store/mailbox/folders.ts";
import { getLabels } from "../../../store/mailbox/labels.ts";
import { getMessageRows, type MessageRow } from "../../../store/message/messages.ts";
import { type Call, call } from "../../call.ts";
import type { Auth, HttpDeps } from "../../context.ts";
import { exampleId, operation } from "../../openapi/operation.ts";
import { noMessageOf } from "../../other-kind.ts";
import { definedFields } from "../../params.ts";

/** Messages that one turn changes, so that it writes at most 1,000 rows. */
const perTurn = 50;

export const messageBatchCalls: readonly Call[] = [
  call(
    "PATCH /messages",
    {
      body: MessageBatch,
      answer: Single(MessageBatchResult),
      doc: operation("updateMessages", "Mark, label or move up to 100 messages", {
        description:
          "All or nothing for each address and 50 of its messages; an id that is not there changes nothing at all. A label is put on, or taken off, these messages: a thread has it as long as one of its messages has.",
        errors: ["conflict"],
        example: { ids: [exampleId], is_read: true },
      }),
    },
    async (deps, { auth, body }) => {
      const { database, actors } = deps;
      const ids = [...new Set(body.ids)];
      const rows = await getMessageRows(database, auth, ids);
      const reached = new Set(rows.flatMap(({ id, identityId }) => (identityId === null ? [] : [id])));
      const missing = ids.find((id) => !reached.has(id));
      if (missing !== undefined) throw await noMessageOf({ database }, auth, missing);
      const labelIds = new Set([...(body.add_label_ids ?? []), ...(body.remove_label_ids ?? [])]);
      if ((await getLabels(database, auth, [...labelIds])).length < labelIds.size) throw notFound();
      const change = definedFields({
        isRead: body.is_read,
        folder: body.folder,
        addLabelIds: body.add_label_ids,
        removeLabelIds: body.remove_label_ids,
      });
      for (const [identityId, ofOne] of Map.groupBy(rows, (row) => row.identityId!)) {
        const actor = actors.identity(auth.accountId, identityId);
        for (let at = 0; at < ofOne.length; at += perTurn) {
          const some = ofOne.slice(at, at + perTurn);
          await actor.run((turn) => changeMessages(turn, some, change));
        }
        await trainSpam(deps, auth, { identityId, rows: ofOne, change });
      }
      return { data: { ids, count: ids.length } };
    },
  ),
];

/** Teach the spam filter with messages moved into the spam folder or out of it. */
export async function trainSpam(
  { database, screening }: Pick<HttpDeps, "database" | "screening">,
  auth: Auth,
  batch: { identityId: string; rows: readonly MessageRow[]; change: BatchChange },
): Promise<void> {
  const { identityId, rows, change } = batch;
  const folder = change.folder && (await findFolder(database, auth, { identityId, folder: change.folder }));
  if (!folder || folder.role === "trash") return;
  const isSpam = folder.role === "spam";
  const changed = rows.filter((row) => row.direction === "inbound" && row.isSpam !== isSpam);
  screening.spamTrainer.train(
    changed.map(({ accountId, id: messageId }) => ({ accountId, messageId, isSpam })),
  );
}
