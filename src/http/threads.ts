// SPEC Threads.
import { Elysia } from "elysia";
import { changeThread } from "../../actors/identity/threads.ts";
import { notFound } from "../lib/failure.ts";
import { IdParams } from "../schema/common.ts";
import { Page, Single } from "../schema/envelope.ts";
import { type Thread, ThreadListQuery, ThreadPatch, Thread as ThreadSchema } from "../schema/threads.ts";
import { getThread, listThreads, type ThreadRow } from "../store/threads.ts";
import { authOf, type HttpDeps } from "./context.ts";
import { page } from "./paging.ts";
import { definedFields, pathId } from "./params.ts";

export function threadRoutes({ database, actors }: HttpDeps) {
  return new Elysia({ prefix: "/api/v1/threads", normalize: false })
    .get(
      "",
      ({ request, query }) => {
        const auth = authOf(request);
        const filter = {
          identityId: query.identity_id,
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
      { query: ThreadListQuery, response: { 200: Page(ThreadSchema) } },
    )
    .get(
      "/:id",
      async ({ request, params }) => {
        const row = await getThread(database, authOf(request), pathId(params.id));
        if (!row) throw notFound();
        return { data: toThread(row) };
      },
      { params: IdParams, response: { 200: Single(ThreadSchema) } },
    )
    .patch(
      "/:id",
      async ({ request, params, body }) => {
        const auth = authOf(request);
        const found = await getThread(database, auth, pathId(params.id));
        if (!found) throw notFound();
        const change = definedFields({
          status: body.status,
          ownerType: body.owner_type,
          assigneeId: body.assignee_id,
        });
        const row = await actors
          .identity(auth.accountId, found.identityId)
          .run((turn) => changeThread(turn, found.id, change));
        return { data: toThread(row) };
      },
      { params: IdParams, body: ThreadPatch, response: { 200: Single(ThreadSchema) } },
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
