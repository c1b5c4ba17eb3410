// SPEC Labels; DECISIONS Threads, messages, folders, labels.
import { changeLabel, createLabel, deleteLabel } from "../../../../actors/identity/mailbox/labels.ts";
import { newId } from "../../../lib/ids.ts";
import { Deleted, IdParams } from "../../../schema/common.ts";
import { Page, Single } from "../../../schema/envelope.ts";
import { Label, LabelCreate, LabelListQuery, LabelPatch } from "../../../schema/mailbox/labels.ts";
import { getIdentity } from "../../../store/addresses/identities.ts";
import { getLabel, type LabelRow, listLabels } from "../../../store/mailbox/labels.ts";
import { type Call, call } from "../../call.ts";
import type { Auth, HttpDeps } from "../../context.ts";
import { exampleId, operation } from "../../openapi/operation.ts";
import { wholePage } from "../../paging.ts";
import { definedFields, pathId } from "../../params.ts";
import { deleted, found } from "../../resource.ts";
import { answer, write } from "../../write.ts";

const defaultColour = "#6b7280";

export const labelCalls: readonly Call[] = [
  call(
    "GET /labels",
    {
      query: LabelListQuery,
      answer: Page(Label),
      doc: operation("listLabels", "List the labels of one address", {
        description: "Labels belong to an address, and stand on its threads.",
      }),
    },
    async ({ database }, { auth, query }) => {
      await found(getIdentity(database, auth, query.identity_id));
      return wholePage((await listLabels(database, auth, query.identity_id)).map(toLabel));
    },
  ),
  call(
    "POST /labels",
    {
      body: LabelCreate,
      answer: { 201: Single(Label) },
      doc: operation("createLabel", "Create a label", {
        description: "The name is unique among the labels of its address.",
        errors: ["label_exists", "capability_missing", "conflict"],
        example: { identity_id: exampleId, name: "Urgent", colour: "#cc3333" },
      }),
    },
    write({
      keepsRefusals: true,
      find: async ({ database }, { auth, body }) => {
        const identity = await found(getIdentity(database, auth, body.identity_id));
        return { identity, input: { id: newId(), name: body.name, colour: body.colour ?? defaultColour } };
      },
      actor: (actors, { identity }) => actors.identity(identity.accountId, identity.id),
      turn: (turn, { input }) => createLabel(turn, input),
      answer: answer(201, toLabel),
    }),
  ),
  call(
    "GET /labels/{id}",
    {
      params: IdParams,
      answer: Single(Label),
      doc: operation("getLabel", "Read a label", { description: "With its name and its colour." }),
    },
    async (deps, { auth, params }) => ({ data: toLabel(await labelOf(deps, auth, params.id)) }),
  ),
  call(
    "PATCH /labels/{id}",
    {
      params: IdParams,
      body: LabelPatch,
      answer: Single(Label),
      doc: operation("updateLabel", "Rename or recolour a label", {
        description: "Threads keep the label under its new name.",
        errors: ["label_exists", "conflict"],
        example: { colour: "#3366cc" },
      }),
    },
    async (deps, { auth, params, body }) => {
      const row = await labelOf(deps, auth, params.id);
      const change = definedFields({ name: body.name, colour: body.colour });
      return { data: toLabel(await changeLabel(actorOf(deps, row), row.id, change)) };
    },
  ),
  call(
    "DELETE /labels/{id}",
    {
      params: IdParams,
      answer: Single(Deleted),
      doc: operation("deleteLabel", "Delete a label; its threads stay", {
        description: "The label is taken off each thread that had it.",
      }),
    },
    async (deps, { auth, params }) => {
      const row = await labelOf(deps, auth, params.id);
      await deleteLabel(actorOf(deps, row), row.id);
      return deleted(row.id);
    },
  ),
];

function labelOf({ database }: HttpDeps, auth: Auth, id: string) {
  return found(getLabel(database, auth, pathId(id)));
}

function actorOf({ actors }: HttpDeps, row: LabelRow) {
  return actors.identity(row.accountId, row.identityId);
}

function toLabel(row: LabelRow): Label {
  return {
    id: row.id,
    identity_id: row.identityId,
    name: row.name,
    colour: row.colour,
    created_at: row.createdAt,
  };
}
