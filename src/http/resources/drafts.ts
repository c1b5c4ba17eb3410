// SPEC Drafts; DECISIONS Drafts and sending.

import {
  type DraftChange,
  prepareDraftChange,
  prepareDraftSend,
  prepareNewDraft,
} from "../../../actors/identity/drafts/drafting.ts";
import {
  changeDraft,
  createDraft,
  DraftChanged,
  deleteDraft,
  scheduleDraft,
  sendDraft,
} from "../../../actors/identity/drafts/drafts.ts";
import { senderOf } from "../../../actors/identity/sending/sender.ts";
import type { Turn } from "../../../actors/runtime/turn.ts";
import { Failure, invalid, notFound } from "../../lib/failure.ts";
import { inTurn, largeAnswer } from "../../reading/large-answers.ts";
import { Deleted, IdParams, type MailboxRef, NoBody } from "../../schema/common.ts";
import {
  Draft,
  DraftAttachmentParams,
  DraftCreate,
  DraftListQuery,
  DraftPatch,
  DraftSchedule,
} from "../../schema/drafts.ts";
import { Page, Single } from "../../schema/envelope.ts";
import { type Addressees, mailboxesOf } from "../../schema/message/addressees.ts";
import { Sent } from "../../schema/message/messages.ts";
import { getIdentity, type IdentityRow } from "../../store/addresses/identities.ts";
import { getDraft, listDrafts, readDrafts, type StoredDraft } from "../../store/drafts.ts";
import type { ListedMessage } from "../../store/mailbox/message-filter.ts";
import { type Call, call } from "../call.ts";
import { type Auth, type HttpDeps, originOf } from "../context.ts";
import { takeFiles } from "../files/given-files.ts";
import { withMarkdown } from "../markdown.ts";
import { toAttachment } from "../message-answer.ts";
import { chosen } from "../message-page.ts";
import { exampleId, exampleSendAt, operation, sendingFailures } from "../openapi/operation.ts";
import { type PageOf, pageByTime } from "../paging.ts";
import { definedFields, pathId } from "../params.ts";
import { deleted, found } from "../resource.ts";
import { scheduledTime } from "../scheduled-time.ts";
import { answer, write, writePrepared } from "../write.ts";

export const draftCalls: readonly Call[] = [
  call(
    "GET /drafts",
    {
      query: DraftListQuery,
      answer: Page(Draft),
      doc: operation("listDrafts", "List drafts of one address, newest first, scheduled ones included", {
        description: "A scheduled draft has a time at which it is sent.",
      }),
    },
    async (deps, { auth, query }) => {
      const { identity_id: identityId } = query;
      await found(getIdentity(deps.database, auth, identityId));
      const listed = await pageByTime(
        query,
        (window) => listDrafts(deps.database, auth, { identityId, ...window }),
        (one) => one,
      );
      return draftsPage(deps, auth, listed);
    },
  ),
  call(
    "POST /drafts",
    {
      body: DraftCreate,
      answer: { 201: Single(Draft) },
      doc: operation("createDraft", "Create a draft", {
        description:
          "Nothing is sent: a draft leaves once it is sent, or at the time that it is scheduled for.",
        errors: ["capability_missing", "draft_state", "conflict", "forbidden"],
        example: {
          identity_id: exampleId,
          to: ["ada@example.com"],
          subject: "Your order",
          text: "It is on its way.",
        },
      }),
    },
    async (deps, { auth, request, body }) => {
      const { actors } = deps;
      const { files, seen } = await takeFiles(deps, auth, body);
      const prepare = async () => {
        const identity = await ownerOf(deps, auth, body);
        const inReplyTo = body.in_reply_to_message_id ?? null;
        const change = {
          ...toChange(await withMarkdown(auth, body)),
          uploads: await files(() => identity.id),
        };
        const prepared = await prepareNewDraft(deps, auth, { identity, inReplyTo, change });
        const actor = actors.identity(identity.accountId, identity.id);
        return { actor, work: (turn: Turn) => createDraft(turn, prepared) };
      };
      return writePrepared({ request, body: seen }, { actors, prepare }, answer(201, toDraft));
    },
  ),
  call(
    "GET /drafts/{id}",
    {
      params: IdParams,
      answer: Single(Draft),
      doc: operation("getDraft", "Read a draft", {
        description: "With its text, its recipients and its files.",
      }),
    },
    async (deps, { auth, params }) => ({
      data: toDraft((await draftOf(deps, auth, params.id)).draft),
    }),
  ),
  call(
    "PATCH /drafts/{id}",
    {
      params: IdParams,
      body: DraftPatch,
      answer: Single(Draft),
      doc: operation("updateDraft", "Change a draft", {
        description:
          "An omitted field is kept, null clears it. A scheduled draft keeps its `send_at`; of a program its change takes the level `send`.",
        errors: ["draft_state", "forbidden"],
        example: { subject: "Your order, again" },
      }),
    },
    async (deps, { auth, request, params, body }) => {
      const { files } = await takeFiles(deps, auth, body);
      const given = await withMarkdown(auth, body);
      const id = pathId(params.id);
      const uploads = await files(async () => (await findDraft(deps, auth, id)).identity.id);
      const change = { ...toChange(given), uploads };
      return { data: toDraft(await editDraft(deps, { auth, request }, { id, change })) };
    },
  ),
  call(
    "DELETE /drafts/{id}",
    {
      params: IdParams,
      answer: Single(Deleted),
      doc: operation("deleteDraft", "Delete a draft", {
        description: "Nothing of it is sent.",
        errors: ["draft_state", "legal_hold"],
      }),
    },
    async (deps, { auth, request, params }) => {
      const { draft, identity } = await draftOf(deps, auth, params.id);
      const { id } = draft.row;
      const actor = deps.actors.identity(identity.accountId, identity.id);
      await actor.run((turn) => deleteDraft(turn, id), { origin: originOf(request) });
      return deleted(id);
    },
  ),
  call(
    "POST /drafts/{id}/send",
    {
      params: IdParams,
      body: NoBody,
      answer: { 202: Single(Sent) },
      doc: operation("sendDraft", "Send a draft now", {
        description: "The draft becomes the sent message and keeps its id.",
        errors: [...sendingFailures, "draft_state", "payload_too_large"],
      }),
    },
    write({
      keepsRefusals: true,
      find: async (deps, { auth, params }) => {
        const { draft, identity } = await draftOf(deps, auth, params.id);
        const outgoing = await prepareDraftSend(deps, auth, { identity, draft });
        return {
          identity,
          input: { version: { id: draft.row.id, updatedAt: draft.row.updatedAt }, outgoing },
        };
      },
      actor: (actors, { identity }) => actors.identity(identity.accountId, identity.id),
      turn: (turn, { input }) =>
        sendDraft(turn, input, null).catch((error) => {
          throw error instanceof DraftChanged ? changedMeanwhile() : error;
        }),
      answer: (sent) => ({ status: 202, body: { data: sent } }),
    }),
  ),
  call(
    "POST /drafts/{id}/schedule",
    {
      params: IdParams,
      body: DraftSchedule,
      answer: Single(Draft),
      doc: (clock) =>
        operation("scheduleDraft", "Send a draft later", {
          description:
            "`send_at` is at least one minute and at most thirty days ahead. Called again it moves it.",
          errors: ["schedule_out_of_range", "draft_state", "capability_missing", "forbidden"],
          example: { send_at: exampleSendAt(clock) },
        }),
    },
    write({
      keepsRefusals: true,
      find: async (deps, { auth, params, body }) => {
        const { draft, identity } = await draftOf(deps, auth, params.id);
        return { identity, id: draft.row.id, sendAt: scheduledTime(deps.clock, body.send_at) };
      },
      actor: (actors, { identity }) => actors.identity(identity.accountId, identity.id),
      turn: (turn, { id, sendAt }) => scheduleDraft(turn, id, sendAt),
      answer: answer(200, toDraft),
    }),
  ),
  call(
    "DELETE /drafts/{id}/schedule",
    {
      params: IdParams,
      answer: Single(Draft),
      doc: operation("unscheduleDraft", "Make an ordinary draft of it again", {
        description: "The draft stays, and is no longer sent at its time.",
        errors: ["draft_state"],
      }),
    },
    async (deps, { auth, request, params }) => {
      const { draft, identity } = await draftOf(deps, auth, params.id);
      const actor = deps.actors.identity(identity.accountId, identity.id);
      const options = { origin: originOf(request) };
      return { data: toDraft(await actor.run((turn) => scheduleDraft(turn, draft.row.id, null), options)) };
    },
  ),
  call(
    "DELETE /drafts/{id}/attachments/{attachmentId}",
    {
      params: DraftAttachmentParams,
      answer: Single(Deleted),
      doc: operation("deleteDraftAttachment", "Take a file off a draft", {
        description: "The other files of the draft stay.",
        errors: ["draft_state", "forbidden"],
      }),
    },
    async (deps, { auth, request, params }) => {
      const id = pathId(params.id);
      const attachmentId = pathId(params.attachmentId);
      await editDraft(deps, { auth, request }, { id, change: (draft) => without(draft, attachmentId) });
      return deleted(attachmentId);
    },
  ),
];

function draftOf(deps: HttpDeps, auth: Auth, id: string) {
  return findDraft(deps, auth, pathId(id));
}

export async function findDraft(
  { database }: HttpDeps,
  auth: Auth,
  id: string,
): Promise<{ draft: StoredDraft; identity: IdentityRow }> {
  const draft = await getDraft(database, auth, id);
  const identity = draft?.row.identityId && (await getIdentity(database, auth, draft.row.identityId));
  if (!draft || !identity) throw notFound();
  return { draft, identity };
}

function without({ attachments }: StoredDraft, id: string): DraftChange {
  const left = attachments.filter((attachment) => attachment.id !== id);
  if (left.length === attachments.length) throw notFound();
  return { attachmentIds: left.map((attachment) => attachment.id) };
}

const mostTries = 30;

/** Composes and stores a change; again from the start when another one came between. */
async function editDraft(
  deps: HttpDeps,
  { auth, request }: { auth: Auth; request: Request },
  edit: { id: string; change: DraftChange | ((draft: StoredDraft) => DraftChange) },
): Promise<StoredDraft> {
  return retryChanged(async () => {
    const { draft, identity } = await findDraft(deps, auth, edit.id);
    const change = typeof edit.change === "function" ? edit.change(draft) : edit.change;
    const prepared = await prepareDraftChange(deps, auth, { identity, draft, change });
    const version = { id: draft.row.id, updatedAt: draft.row.updatedAt };
    const actor = deps.actors.identity(identity.accountId, identity.id);
    return actor.run((turn) => changeDraft(turn, version, prepared), { origin: originOf(request) });
  });
}

/** @throws Failure draft_state after 30 concurrent changes, or when the draft was sent or deleted in between */
export async function retryChanged<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      // Not found at a later try: the draft existed at the first.
      if (tries > 1 && error instanceof Failure && error.code === "not_found") throw changedMeanwhile();
      if (!(error instanceof DraftChanged)) throw error;
      if (tries === mostTries) throw changedMeanwhile();
    }
  }
}

function changedMeanwhile(): Failure {
  return new Failure(
    "draft_state",
    "The draft was changed, sent or deleted at the same moment. Read it again with GET /api/v1/drafts/{id}, then decide.",
  );
}

/** The address that a new draft is of. @throws Failure not_found, validation_error */
async function ownerOf(
  deps: HttpDeps,
  auth: Auth,
  { identity_id: id, from }: DraftCreate,
): Promise<IdentityRow> {
  if (id !== undefined) return found(getIdentity(deps.database, auth, id));
  const [sender] = mailboxesOf(from);
  if (sender) return (await senderOf(deps, auth, sender.email)).identity;
  throw invalid('A draft is of an address. Send "identity_id", or "from" with the address itself.');
}

function toChange(body: Omit<Partial<DraftCreate>, "identity_id"> | DraftPatch): DraftChange {
  const { from } = body;
  return definedFields<DraftChange>({
    from: from === null ? null : mailboxesOf(from)[0]?.email,
    to: mailboxes(body.to),
    cc: mailboxes(body.cc),
    bcc: mailboxes(body.bcc),
    subject: body.subject,
    text: body.text,
    html: body.html,
    listUnsubscribe: body.list_unsubscribe === false ? null : body.list_unsubscribe,
    automatic: body.automatic,
    attachmentIds: body.attachment_ids === null ? [] : body.attachment_ids,
  });
}

/** The drafts of a page, which ends early where it is full in bytes. */
async function draftsPage(
  { database }: HttpDeps,
  auth: Auth,
  { data, ...ends }: PageOf<ListedMessage>,
): Promise<PageOf<Draft>> {
  const sized = data.map(({ id, size, createdAt }) => ({ id, size, cursor: createdAt }));
  const { listed, bytes } = chosen(sized, "full");
  const ids = listed.map(({ id }) => id);
  const read = async () => (await readDrafts(database, auth, ids)).map(toDraft);
  const shown = bytes > largeAnswer ? await inTurn(auth.accountId, bytes, read) : await read();
  const isCut = listed.length < data.length;
  return {
    data: shown,
    ...(isCut ? { has_more: true, next_cursor: listed.at(-1)!.cursor } : ends),
  };
}

/** null clears a list. */
function mailboxes(list: Addressees | null | undefined): MailboxRef[] | undefined {
  return list === undefined ? undefined : mailboxesOf(list);
}

export function toDraft({ row, text, html, listUnsubscribe, automatic, attachments }: StoredDraft): Draft {
  const emails = (mailboxes: StoredDraft["row"]["mailTo"]) => mailboxes.map(({ email }) => email);
  return {
    id: row.id,
    identity_id: row.identityId!,
    thread_id: row.threadId,
    from: row.fromEmail,
    to: emails(row.mailTo),
    cc: emails(row.mailCc),
    bcc: emails(row.mailBcc),
    subject: row.subject,
    text,
    html,
    in_reply_to_message_id: row.inReplyToMessageId,
    attachments: attachments.map(toAttachment),
    status: row.state as Draft["status"],
    send_at: row.sendAt,
    failed_reason: row.failedReason,
    ...(listUnsubscribe && { list_unsubscribe: listUnsubscribe }),
    ...(automatic && { automatic }),
    created_at: row.createdAt,
    updated_at: row.updatedAt ?? row.createdAt,
  };
}
