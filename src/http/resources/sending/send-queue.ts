// DECISIONS Drafts and sending: the queue over all addresses. It is the operator's: unrestricted keys of the operator's account.
import { findOperator } from "../../../../actors/account/accounts/operator.ts";
import { changeQueue, type QueueAction, queueEntry } from "../../../../actors/identity/sending/send-queue.ts";
import { nowInstant } from "../../../lib/clock.ts";
import { Failure, invalid } from "../../../lib/failure.ts";
import { isUuid } from "../../../lib/ids.ts";
import { domainName } from "../../../mail/domain-name.ts";
import { IdParams } from "../../../schema/common.ts";
import { Page, Single } from "../../../schema/envelope.ts";
import { QueueChange, QueueChanged, QueueEntry, QueueListQuery } from "../../../schema/sending/send-queue.ts";
import { listQueue, type QueuedRecipient, type QueueFilter } from "../../../store/sending/send-queue.ts";
import { type Call, call } from "../../call.ts";
import { type Auth, type HttpDeps, originOf, requireUnrestricted } from "../../context.ts";
import { operation } from "../../openapi/operation.ts";
import { invalidCursor, limitOf } from "../../paging.ts";
import { instantOf, pathId } from "../../params.ts";
import { found } from "../../resource.ts";
import { answer, answeredBefore, writeOnce } from "../../write.ts";

const operatorsOnly = "Only an unrestricted key of the operator's account has it.";

export const queueCalls: readonly Call[] = [
  call(
    "GET /queue",
    {
      query: QueueListQuery,
      answer: Page(QueueEntry),
      doc: operation("listQueue", "List what waits to leave, over all addresses, oldest first", {
        description: `One entry a recipient. A page may hold few entries, or none, and still have a next_cursor: it looks at 5,000. What waits for a person's review is no entry. ${operatorsOnly}`,
        errors: ["forbidden"],
      }),
    },
    async (deps, { auth, query }) => {
      await requireOperator(deps, auth);
      const page = await listQueue(deps.database, filterOf(query), {
        now: nowInstant(deps.clock),
        cursor: cursorOf(query.cursor),
        count: limitOf(query),
      });
      const data = page.rows.map((row) => queueEntry(row, nowInstant(deps.clock)));
      return { data, has_more: page.end !== null, next_cursor: page.end };
    },
  ),
  call(
    "GET /queue/{id}",
    {
      params: IdParams,
      answer: Single(QueueEntry),
      doc: operation("getQueueEntry", "Read why one recipient still waits", {
        description: `A recipient that has been settled is in no queue: 404. ${operatorsOnly}`,
        errors: ["forbidden"],
      }),
    },
    async (deps, { auth, params }) => {
      await requireOperator(deps, auth);
      const row = await found(entryOf(deps, pathId(params.id)));
      return { data: queueEntry(row, nowInstant(deps.clock)) };
    },
  ),
  changeCall(
    "retry",
    "retryQueued",
    "Try entries now",
    "They are due at once. What is held stays held, and what waits for the ramp of a new domain waits on.",
  ),
  changeCall(
    "hold",
    "holdQueued",
    "Hold entries",
    "Nothing is sent to them until they are released, over restarts and by every process. An attempt that has begun goes on; its outcome counts if the server took the mail.",
  ),
  changeCall(
    "release",
    "releaseQueued",
    "Let held entries go",
    "They are due at once. Their days of attempts have gone on: one that is too old by then bounces with its next deferral.",
  ),
  changeCall(
    "drop",
    "dropQueued",
    "Give entries up",
    "They end as other failures do: the recipient is bounced, the sender gets message.bounced, and message.failed with the last one, and a report by mail where one was asked for. One that may be on its way just now is left: hold it first.",
  ),
];

function changeCall(action: QueueAction, id: string, summary: string, description: string): Call {
  return call(
    `POST /queue/${action}`,
    {
      body: QueueChange,
      answer: Single(QueueChanged),
      doc: operation(id, summary, {
        description: `${description} At most 500 at once, and next_cursor says where to go on. It is in the audit trail of each thread. It lifts no review. ${operatorsOnly}`,
        errors: ["forbidden", "invalid_cursor"],
        example: { domain: "example.com" },
      }),
    },
    (deps, asked) => changed(deps, action, asked),
  );
}

/** Once for an Idempotency-Key: the answer is kept by the operator's account, as what is changed is of many. */
async function changed(
  deps: HttpDeps,
  action: QueueAction,
  { auth, request, body }: { auth: Auth; request: Request; body: QueueChange },
): Promise<Response> {
  await requireOperator(deps, auth);
  const { all, cursor, ...rest } = body;
  if (!all && Object.keys(rest).length === 0)
    throw invalid('Say which entries: "ids", a filter such as "domain", or "all": true for every one.');
  const asked = { filter: filterOf(rest), cursor: cursorOf(cursor), origin: originOf(request) };
  const actor = deps.actors.account(auth.accountId);
  const before = await answeredBefore({ request, body }, actor);
  if (before) return before;
  const { outcomes, end } = await changeQueue(deps, action, asked);
  const left = outcomes.flatMap(({ id, recipient, left: reason }) =>
    reason === null ? [] : [{ id, recipient, reason }],
  );
  const done: QueueChanged = { changed: outcomes.length - left.length, left, next_cursor: end };
  return writeOnce(
    { request, body },
    { actor, work: () => done },
    answer(200, (result) => result),
  );
}

async function entryOf({ database, clock }: HttpDeps, id: string): Promise<QueuedRecipient | null> {
  const page = await listQueue(database, { ids: [id] }, { now: nowInstant(clock), cursor: null, count: 1 });
  return page.rows[0] ?? null;
}

/** @throws Failure forbidden */
async function requireOperator({ database }: HttpDeps, auth: Auth): Promise<void> {
  requireUnrestricted(auth, "The queue of the service");
  const operator = await findOperator(database);
  if (auth.accountId !== operator?.accountId)
    throw new Failure(
      "forbidden",
      "The queue of the service is its operator's. GET /messages/{id}/recipients says what became of a message of yours.",
    );
}

function filterOf(given: Omit<QueueChange, "all" | "cursor">): QueueFilter {
  return {
    ids: given.ids,
    accountId: given.account_id,
    identityId: given.identity_id,
    messageId: given.message_id,
    domain: given.domain === undefined ? undefined : domainName(given.domain),
    state: given.state,
    error: given.error,
    before: instantOf("before", given.before),
  };
}

/** @throws Failure invalid_cursor */
function cursorOf(cursor: string | undefined): string | null {
  if (cursor !== undefined && !isUuid(cursor)) throw invalidCursor();
  return cursor ?? null;
}
