// SPEC Threads.
import { Elysia } from "elysia";
import { labelThread } from "../../../actors/identity/mailbox/labels.ts";
import { changeThread } from "../../../actors/identity/mailbox/threads.ts";
import { invalid, notFound } from "../../lib/failure.ts";
import { Deleted, IdParams, NoBody } from "../../schema/common.ts";
import { Page, Single } from "../../schema/envelope.ts";
import {
  type Thread,
  ThreadLabelParams,
  ThreadListQuery,
  ThreadPatch,
  Thread as ThreadSchema,
} from "../../schema/threads.ts";
import { getIdentity } from "../../store/accounts/identities.ts";
import { getLabel, keywordKeys, type LabelRow } from "../../store/mail/labels.ts";
import { getThread, listThreads, type ThreadRow } from "../../store/mail/threads.ts";
import { type Auth, authOf, type HttpDeps } from "../context.ts";
import { operation } from "../openapi/operation.ts";
import { page } from "../paging.ts";
import { definedFields, pathId } from "../params.ts";

export function threadRoutes({ database, actors }: HttpDeps) {
  const found = async (auth: Auth, text: string): Promise<ThreadRow> => {
    const row = await getThread(database, auth, pathId(text));
    if (!row) throw notFound();
    return row;
  };
  const foundLabel = async (auth: Auth, text: string): Promise<LabelRow> => {
    const row = await getLabel(database, auth, pathId(text));
    if (!row) throw notFound();
    return row;
  };
  const setLabel = async (auth: Auth, ids: { id: string; labelId: string }, on: boolean) => {
    const [thread, label] = [await found(auth, ids.id), await foundLabel(auth, ids.labelId)];
    if (label.identityId !== thread.identityId) {
      throw invalid("This label is another address's. Use a label of the thread's own address.");
    }
    const actor = actors.identity(auth.accountId, thread.identityId);
    await labelThread(actor, { threadId: thread.id, labelId: label.id, on });
    return { thread, label };
  };
  return new Elysia({ prefix: "/api/v1/threads", normalize: false })
    .get(
      "",
      async ({ request, query }) => {
        const auth = authOf(request);
        const { identity_id: identityId, label_id: labelId } = query;
        if (identityId && !(await getIdentity(database, auth, identityId))) throw notFound();
        const label = labelId && (await foundLabel(auth, labelId));
        const filter = {
          labelKeys: label ? keywordKeys(label) : undefined,
          identityId,
          status: query.status,
          ownerType: query.owner_type,
          assigneeId: query.assignee_id,
        };
        return page(
          query,
          {
            fetch: (cursor, count) => listThreads(database, auth, { filter, cursor, count }),
            sortOf: (row) => row.sortAt,
          },
          toThread,
        );
      },
      {
        query: ThreadListQuery,
        response: { 200: Page(ThreadSchema) },
        detail: operation("listThreads", "List threads, the ones with the newest message first"),
      },
    )
    .get(
      "/:id",
      async ({ request, params }) => ({ data: toThread(await found(authOf(request), params.id)) }),
      {
        params: IdParams,
        response: { 200: Single(ThreadSchema) },
        detail: operation("getThread", "Read a thread"),
      },
    )
    .patch(
      "/:id",
      async ({ request, params, body }) => {
        const auth = authOf(request);
        const thread = await found(auth, params.id);
        const change = definedFields({
          status: body.status,
          ownerType: body.owner_type,
          assigneeId: body.assignee_id,
        });
        const row = await actors
          .identity(auth.accountId, thread.identityId)
          .run((turn) => changeThread(turn, thread.id, change));
        return { data: toThread(row) };
      },
      {
        params: IdParams,
        body: ThreadPatch,
        response: { 200: Single(ThreadSchema) },
        detail: operation("updateThread", "Change a thread's status or owner", {
          example: { status: "resolved" },
        }),
      },
    )
    .put(
      "/:id/labels/:labelId",
      async ({ request, params }) => {
        const { thread } = await setLabel(authOf(request), params, true);
        return { data: toThread(thread) };
      },
      {
        params: ThreadLabelParams,
        body: NoBody,
        response: { 200: Single(ThreadSchema) },
        detail: operation("addThreadLabel", "Put a label on a thread", { errors: ["conflict"] }),
      },
    )
    .delete(
      "/:id/labels/:labelId",
      async ({ request, params }) => {
        const { label } = await setLabel(authOf(request), params, false);
        return { data: { id: label.id, deleted: true as const } };
      },
      {
        params: ThreadLabelParams,
        response: { 200: Single(Deleted) },
        detail: operation("removeThreadLabel", "Take a label off a thread"),
      },
    );
}

export function toThread(row: ThreadRow): Thread {
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
