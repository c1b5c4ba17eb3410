// SPEC Threads.
import { deleteThread } from "../../../../actors/identity/mailbox/batch.ts";
import { labelThread } from "../../../../actors/identity/mailbox/labels.ts";
import { changeReviewedThread } from "../../../../actors/identity/reviews/watched-threads.ts";
import { type Instant, parseInstant } from "../../../lib/clock.ts";
import { invalid } from "../../../lib/failure.ts";
import { Deleted, IdParams, MetadataPair, NoBody } from "../../../schema/common.ts";
import { Page, Single } from "../../../schema/envelope.ts";
import { Thread, ThreadLabelParams, ThreadListQuery, ThreadPatch } from "../../../schema/mailbox/threads.ts";
import { getLabel } from "../../../store/mailbox/labels.ts";
import { endOfThreads, listThreads, type ThreadRow } from "../../../store/mailbox/threads.ts";
import { type Call, call } from "../../call.ts";
import { type Auth, type HttpDeps, originOf, reviewerOf } from "../../context.ts";
import { mailFilterOf } from "../../mail-filter.ts";
import { operation } from "../../openapi/operation.ts";
import { foundThread } from "../../other-kind.ts";
import { narrowed } from "../../owner-filter.ts";
import { page } from "../../paging.ts";
import { definedFields, metadataOf, pathId, repeatedOf } from "../../params.ts";
import { deleted, found } from "../../resource.ts";
import { foundThreads } from "../../thread-search.ts";
import { checkStrings } from "../../validation.ts";

export const threadCalls: readonly Call[] = [
  call(
    "GET /threads",
    {
      query: ThreadListQuery,
      answer: Page(Thread),
      doc: operation("listThreads", "List threads, the ones with the newest message first", {
        description:
          "`after` and `before` are about the newest message; `is_read: false` lists threads with an unread message, `from` and `has_attachments` those with such a message. With `is_read`, `from`, `has_attachments`, a `label_id` that more than 1,000 messages have, or more than 200 addresses (of the key, `pod_id` or `tenant_id`) a page looks at 5,000 threads and may hold fewer than `limit`, even none, while `has_more` is true. With `q`, threads of the messages that `GET /messages/search` finds, each once, in that order: the filters `is_read`, `from`, `has_attachments`, `label_id`, `after` and `before` are about the message that is found then.",
      }),
    },
    async ({ database, clock }, { auth, request, query, set }) => {
      const { parent_id: parent, q } = query;
      const mail = await mailFilterOf({ database }, auth, query);
      const threads = {
        status: query.status,
        ownerType: query.owner_type,
        assigneeId: query.assignee_id,
        parentId: parent === undefined ? undefined : (await foundThread({ database }, auth, parent)).id,
        isSnoozed: query.snoozed,
        metadata: repeatedOf(request, "metadata", MetadataPair),
      };
      const scope = await narrowed(database, auth, query);
      if (q !== undefined) {
        checkStrings({ q });
        const asked = { q, filter: mail, threads, request: query };
        const { data, isForgiving, ...ends } = await foundThreads({ database, clock }, scope, asked);
        if (isForgiving) set.headers["postroom-search"] = "similar";
        return { data: data.map(({ thread }) => toThread(thread)), ...ends };
      }
      const filter = { ...mail, ...threads };
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
  ),
  call(
    "GET /threads/{id}",
    {
      params: IdParams,
      answer: Single(Thread),
      doc: operation("getThread", "Read a thread", {
        description: "With its state, whose it is and how many messages it has.",
      }),
    },
    async (deps, { auth, params }) => ({ data: toThread(await threadOf(deps, auth, params.id)) }),
  ),
  call(
    "PATCH /threads/{id}",
    {
      params: IdParams,
      body: ThreadPatch,
      answer: Single(Thread),
      doc: operation("updateThread", "Change a thread's status, owner or snooze", {
        description:
          "Where its address has protection, only who may decide reviews takes a thread out of `human_review`. `snoozed_until` leaves the status as it is; another status ends the snooze, and so do its time and new mail, after which the thread is open.",
        errors: ["forbidden"],
        example: { status: "resolved" },
      }),
    },
    async (deps, { auth, request, params, body }) => {
      const thread = await threadOf(deps, auth, params.id);
      const change = definedFields({
        status: body.status,
        ownerType: body.owner_type,
        assigneeId: body.assignee_id,
        metadata: metadataOf(body.metadata),
        parentId: await parentOf(deps, auth, thread, body.parent_id),
        snoozedUntil: snoozeOf(body.snoozed_until),
      });
      const row = await deps.actors.identity(auth.accountId, thread.identityId).run(
        (turn) => {
          return changeReviewedThread(turn, { id: thread.id, change, reviewer: reviewerOf(auth) });
        },
        { origin: originOf(request) },
      );
      return { data: toThread(row) };
    },
  ),
  call(
    "DELETE /threads/{id}",
    {
      params: IdParams,
      answer: Single(Deleted),
      doc: operation(
        "deleteThread",
        "Move a thread's messages to trash; when all are there, delete them for good",
        {
          description:
            "A legal hold keeps what is in trash from being deleted, as does a person's look at the thread (human_review) of an address with protection, for who may not decide reviews.",
          errors: ["legal_hold", "forbidden"],
        },
      ),
    },
    async (deps, { auth, request, params }) => {
      const thread = await threadOf(deps, auth, params.id);
      const actor = deps.actors.identity(auth.accountId, thread.identityId);
      await deleteThread(actor, thread.id, originOf(request));
      return deleted(thread.id);
    },
  ),
  call(
    "PUT /threads/{id}/labels/{labelId}",
    {
      params: ThreadLabelParams,
      body: NoBody,
      answer: Single(Thread),
      doc: operation("addThreadLabel", "Put a label on a thread", {
        description: "A label that is there already stays.",
        errors: ["conflict"],
      }),
    },
    async (deps, { auth, params }) => {
      const { thread } = await setLabel(deps, auth, params, true);
      return { data: toThread(thread) };
    },
  ),
  call(
    "DELETE /threads/{id}/labels/{labelId}",
    {
      params: ThreadLabelParams,
      answer: Single(Deleted),
      doc: operation("removeThreadLabel", "Take a label off a thread", {
        description: "The label itself stays.",
      }),
    },
    async (deps, { auth, params }) => {
      const { label } = await setLabel(deps, auth, params, false);
      return deleted(label.id);
    },
  ),
];

function threadOf(deps: HttpDeps, auth: Auth, id: string) {
  return foundThread(deps, auth, id);
}

/** @throws Failure validation_error */
function snoozeOf(given: string | null | undefined): Instant | null | undefined {
  if (given === undefined || given === null) return given;
  const until = parseInstant(given);
  if (until !== null) return until;
  throw invalid('"snoozed_until" must be a date-time with zone, such as 2026-01-02T03:04:05Z, or null.');
}

/** @throws Failure not_found, validation_error: it is the thread itself */
async function parentOf(
  deps: HttpDeps,
  auth: Auth,
  thread: ThreadRow,
  given: string | null | undefined,
): Promise<string | null | undefined> {
  if (given === undefined || given === null) return given;
  const parent = await threadOf(deps, auth, given);
  if (parent.id === thread.id)
    throw invalid('"parent_id" is this thread itself. Give the id of the thread that caused it, or null.');
  return parent.id;
}

function labelOf({ database }: HttpDeps, auth: Auth, id: string) {
  return found(getLabel(database, auth, pathId(id)));
}

async function setLabel(deps: HttpDeps, auth: Auth, ids: { id: string; labelId: string }, on: boolean) {
  const [thread, label] = [await threadOf(deps, auth, ids.id), await labelOf(deps, auth, ids.labelId)];
  if (label.identityId !== thread.identityId) {
    throw invalid("This label is another address's. Use a label of the thread's own address.");
  }
  const actor = deps.actors.identity(auth.accountId, thread.identityId);
  await labelThread(actor, { threadId: thread.id, labelId: label.id, on });
  return { thread, label };
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
    ...(row.metadata === null ? {} : { metadata: row.metadata }),
    ...(row.parentId === null ? {} : { parent_id: row.parentId }),
    ...(row.snoozedUntil === null ? {} : { snoozed_until: row.snoozedUntil }),
  };
}
