// SPEC Labels; DECISIONS Threads, messages, folders, labels.
import { changeLabel, createLabel, deleteLabel } from "../../../../actors/identity/mailbox/labels.ts";
import type { Turn } from "../../../../actors/runtime/turn.ts";
import { newId } from "../../../lib/ids.ts";
import { Deleted, IdParams } from "../../../schema/common.ts";
import { Page, Single } from "../../../schema/envelope.ts";
import { Label, LabelCreate, LabelListQuery, LabelPatch } from "../../../schema/mailbox/labels.ts";
import { getIdentity } from "../../../store/addresses/identities.ts";
import { getLabel, type LabelRow, listLabels } from "../../../store/mailbox/labels.ts";
import type { Auth, HttpDeps } from "../../context.ts";
import { exampleId, operation } from "../../openapi/operation.ts";
import { wholePage } from "../../paging.ts";
import { definedFields, pathId } from "../../params.ts";
import { deleted, found, resource } from "../../resource.ts";
import { answer, writePrepared } from "../../write.ts";

const defaultColour = "#6b7280";

export function labelRoutes({ database, actors }: HttpDeps) {
  const labelOf = (auth: Auth, id: string) => found(getLabel(database, auth, pathId(id)));
  const actorOf = (row: LabelRow) => actors.identity(row.accountId, row.identityId);
  return resource("/labels")
    .get(
      "",
      async ({ auth, query }) => {
        await found(getIdentity(database, auth, query.identity_id));
        return wholePage((await listLabels(database, auth, query.identity_id)).map(toLabel));
      },
      {
        query: LabelListQuery,
        response: { 200: Page(Label) },
        detail: operation("listLabels", "List the labels of one address", {
          description: "Labels belong to an address, and stand on its threads.",
        }),
      },
    )
    .post(
      "",
      ({ auth, request, body }) => {
        const input = { id: newId(), name: body.name, colour: body.colour ?? defaultColour };
        const prepare = async () => {
          const identity = await found(getIdentity(database, auth, body.identity_id));
          const actor = actors.identity(identity.accountId, identity.id);
          return { actor, work: (turn: Turn) => createLabel(turn, input) };
        };
        return writePrepared({ request, body }, { actors, prepare }, answer(201, toLabel));
      },
      {
        body: LabelCreate,
        response: { 201: Single(Label) },
        detail: operation("createLabel", "Create a label", {
          description: "The name is unique among the labels of its address.",
          errors: ["label_exists", "capability_missing", "conflict"],
          example: { identity_id: exampleId, name: "Urgent", colour: "#cc3333" },
        }),
      },
    )
    .get("/:id", async ({ auth, params }) => ({ data: toLabel(await labelOf(auth, params.id)) }), {
      params: IdParams,
      response: { 200: Single(Label) },
      detail: operation("getLabel", "Read a label", { description: "With its name and its colour." }),
    })
    .patch(
      "/:id",
      async ({ auth, params, body }) => {
        const row = await labelOf(auth, params.id);
        const change = definedFields({ name: body.name, colour: body.colour });
        return { data: toLabel(await changeLabel(actorOf(row), row.id, change)) };
      },
      {
        params: IdParams,
        body: LabelPatch,
        response: { 200: Single(Label) },
        detail: operation("updateLabel", "Rename or recolour a label", {
          description: "Threads keep the label under its new name.",
          errors: ["label_exists", "conflict"],
          example: { colour: "#3366cc" },
        }),
      },
    )
    .delete(
      "/:id",
      async ({ auth, params }) => {
        const row = await labelOf(auth, params.id);
        await deleteLabel(actorOf(row), row.id);
        return deleted(row.id);
      },
      {
        params: IdParams,
        response: { 200: Single(Deleted) },
        detail: operation("deleteLabel", "Delete a label; its threads stay", {
          description: "The label is taken off each thread that had it.",
        }),
      },
    );
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
