// Drafts made from a message: whom an answer goes to and what a forward holds can be read before it is sent.
// DECISIONS Drafts and sending.
import { prepareNewDraft } from "../../../../actors/identity/drafts/drafting.ts";
import { createDraft } from "../../../../actors/identity/drafts/drafts.ts";
import { forwardLetter, replyLetter } from "../../../../actors/identity/sending/replying.ts";
import { answeringSender } from "../../../../actors/identity/sending/sender.ts";
import type { Turn } from "../../../../actors/runtime/turn.ts";
import { notFound } from "../../../lib/failure.ts";
import { IdParams } from "../../../schema/common.ts";
import { Draft } from "../../../schema/drafts.ts";
import { Single } from "../../../schema/envelope.ts";
import { mailboxesOf } from "../../../schema/message/addressees.ts";
import { MessageDraft } from "../../../schema/message/messages.ts";
import { getIdentity } from "../../../store/addresses/identities.ts";
import { getMessage } from "../../../store/message/messages.ts";
import { type Call, call } from "../../call.ts";
import { takeFiles } from "../../files/given-files.ts";
import { withMarkdown } from "../../markdown.ts";
import { operation } from "../../openapi/operation.ts";
import { definedFields, pathId } from "../../params.ts";
import { answer, writePrepared } from "../../write.ts";
import { toDraft } from "../drafts.ts";
import { writtenFields } from "./message-sending.ts";

export const messageDraftCalls: readonly Call[] = [
  call(
    "POST /messages/{id}/drafts",
    {
      params: IdParams,
      body: MessageDraft,
      answer: { 201: Single(Draft) },
      doc: operation("createMessageDraft", "Make a draft that answers or forwards a message", {
        description:
          "The draft has its recipients and subject, and a forward the quoted message and its files: read them, change them with PATCH /drafts/{id}, then POST /drafts/{id}/send. Nothing leaves before.",
        errors: ["capability_missing", "draft_state", "conflict", "forbidden"],
        example: { kind: "reply_all", text: "Thank you, that settles it." },
      }),
    },
    async (deps, { auth, request, params, body }) => {
      const { database, actors } = deps;
      const { files, seen } = await takeFiles(deps, auth, body);
      const prepare = async () => {
        const parent = await getMessage(database, auth, pathId(params.id));
        const identity = parent?.row.identityId && (await getIdentity(database, auth, parent.row.identityId));
        if (!parent || !identity) throw notFound();
        const uploads = await files(() => identity.id);
        const own = `${identity.localPart}@${identity.domain}`;
        const { kind, ...given } = await withMarkdown(auth, body);
        const written = {
          ...writtenFields(given),
          from: own,
          own,
          uploads,
        };
        const letter =
          kind === "forward"
            ? await forwardLetter(parent, written)
            : replyLetter(parent, written, kind === "reply_all");
        const { to, cc, bcc, subject, text, html, automatic, attachmentIds } = letter;
        const change = { to, cc, bcc, text, html, attachmentIds, uploads };
        const from = mailboxesOf(body.from)[0]?.email ?? (await answeringSender(deps, identity, parent.row));
        const named = { ...change, from, ...definedFields({ subject: subject ?? undefined, automatic }) };
        const prepared = await prepareNewDraft(deps, auth, {
          identity,
          inReplyTo: parent.row.id,
          change: named,
        });
        const actor = actors.identity(identity.accountId, identity.id);
        return { actor, work: (turn: Turn) => createDraft(turn, prepared) };
      };
      return writePrepared({ request, body: seen }, { actors, prepare }, answer(201, toDraft));
    },
  ),
];
