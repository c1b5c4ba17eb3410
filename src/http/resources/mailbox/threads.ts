// SPEC Threads.
import { deleteThread } from "../../../../actors/identity/mailbox/batch.ts";
import { labelThread } from "../../../../actors/identity/mailbox/labels.ts";
import { changeReviewedThread } from "../../../../actors/identity/reviews/watched-threads.ts";
import { invalid } from "../../../lib/failure.ts";
import { Deleted, IdParams, NoBody } from "../../../schema/common.ts";
import { Page, Single } from "../../../schema/envelope.ts";
import { Thread, ThreadLabelParams, ThreadListQuery, ThreadPatch } from "../../../schema/mailbox/threads.ts";
import { getLabel } from "../../../store/mailbox/labels.ts";
import { endOfThreads, getThread, listThreads, type ThreadRow } from "../../../store/mailbox/threads.ts";
import { type Auth, type HttpDeps, originOf, reviewerOf } from "../../context.ts";
import { mailFilterOf } from "../../mail-filter.ts";
import { operation } from "../../openapi/operation.ts";
import { narrowed } from "../../owner-filter.ts";
import { page } from "../../paging.ts";
import { definedFields, pathId } from "../../params.ts";
import { deleted, found, resource } from "../../resource.ts";

export function threadRoutes({ database, actors }: HttpDeps) {
  const threadOf = (auth: Auth, id: string) => found(getThread(database, auth, pathId(id)));
  const labelOf = (auth: Auth, id: string) => found(getLabel(database, auth, pathId(id)));
  const setLabel = async (auth: Auth, ids: { id: string; labelId: string }, on: boolean) => {
    const [thread, label] = [await threadOf(auth, ids.id), await labelOf(auth, ids.labelId)];
    if (label.identityId !== thread.identityId) {
      throw invalid("This label is another address's. Use a label of the thread's own address.");
    }
    const actor = actors.identity(auth.accountId, thread.identityId);
    await labelThread(actor, { threadId: thread.id, labelId: label.id, on });
    return { thread, label };
  };
  return resource("/threads")
    .get(
      "",
      async ({ auth, query }) => {
        const filter = {
          ...(await mailFilterOf({ database }, auth, query)),
          status: query.status,
          ownerType: query.owner_type,
          assigneeId: query.assignee_id,
        };
        const scope = await narrowed(database, auth, query);
        return page(
          query,
          {
            fetch: (cursor, count) => listThreads(database.replica, scope, { filter, cursor, count }),
            sortOf: (row) => row.sortAt,
            end: (cursor) => endOfThreads(database.replica, scope, { filter, cursor }),
          },
          toThread,
        );
      },
      {
        query: ThreadListQuery,
        response: { 200: Page(Thread) },
        detail: operation("listThreads", "List threads, the ones with the newest message first", {
          description:
            "`after` and `before` are about the newest message; `is_read: false` lists threads with an unread message, `from` and `has_attachments` those with such a message. With `is_read`, `from` or `has_attachments` a page looks at 5,000 threads and may hold fewer than `limit`, even none, while `has_more` is true.",
        }),
      },
    )
    .get("/:id", async ({ auth, params }) => ({ data: toThread(await threadOf(auth, params.id)) }), {
      params: IdParams,
      response: { 200: Single(Thread) },
      detail: operation("getThread", "Read a thread", {
        description: "With its state, whose it is and how many messages it has.",
      }),
    })
    .patch(
      "/:id",
      async ({ auth, request, params, body }) => {
        const thread = await threadOf(auth, params.id);
        const change = definedFields({
          status: body.status,
          ownerType: body.owner_type,
          assigneeId: body.assignee_id,
        });
        const row = await actors.identity(auth.accountId, thread.identityId).run(
          (turn) => {
            return changeReviewedThread(turn, { id: thread.id, change, reviewer: reviewerOf(auth) });
          },
          { origin: originOf(request) },
        );
        return { data: toThread(row) };
      },
      {
        params: IdParams,
        body: ThreadPatch,
        response: { 200: Single(Thread) },
        detail: operation("updateThread", "Change a thread's status or owner", {
          description:
            "Where its address has protection, only who may decide reviews takes a thread out of `human_review`.",
          errors: ["forbidden"],
          example: { status: "resolved" },
        }),
      },
    )
    .delete(
      "/:id",
      async ({ auth, params }) => {
        const thread = await threadOf(auth, params.id);
        await deleteThread(actors.identity(auth.accountId, thread.identityId), thread.id);
        return deleted(thread.id);
      },
      {
        params: IdParams,
        response: { 200: Single(Deleted) },
        detail: operation(
          "deleteThread",
          "Move a thread's messages to trash; when all are there, delete them for good",
          { description: "A legal hold keeps what is in trash from being deleted.", errors: ["legal_hold"] },
        ),
      },
    )
    .put(
      "/:id/labels/:labelId",
      async ({ auth, params }) => {
        const { thread } = await setLabel(auth, params, true);
        return { data: toThread(thread) };
      },
      {
        params: ThreadLabelParams,
        body: NoBody,
        response: { 200: Single(Thread) },
        detail: operation("addThreadLabel", "Put a label on a thread", {
          description: "A label that is there already stays.",
          errors: ["conflict"],
        }),
      },
    )
    .delete(
      "/:id/labels/:labelId",
      async ({ auth, params }) => {
        const { label } = await setLabel(auth, params, false);
        return deleted(label.id);
      },
      {
        params: ThreadLabelParams,
        response: { 200: Single(Deleted) },
        detail: operation("removeThreadLabel", "Take a label off a thread", {
          description: "The label itself stays.",
        }),
      },
    );
}

function toThread(row: ThreadRow): Thread {
  return {
    id: row.id,
    identity: row.identityId,
    subject: row.subject,
    status: row.status,
    owner_type: row.ownerType,
    assignee_id: row.assigneeId,
    assigned_at: row.assignedAt,
    message_count: row.messageCount,
    last_message_at: row.lastMessageAt,
    created_at: row.createdAt,
  };
}
