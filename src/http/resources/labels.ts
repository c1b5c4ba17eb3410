// SPEC Labels; DECISIONS Threads, messages, folders, labels.
import { Elysia } from "elysia";
import { changeLabel, createLabel, deleteLabel } from "../../../actors/identity/mailbox/labels.ts";
import type { Turn } from "../../../actors/runtime/turn.ts";
import { notFound } from "../../lib/failure.ts";
import { newId } from "../../lib/ids.ts";
import { Deleted, IdParams } from "../../schema/common.ts";
import { Page, Single } from "../../schema/envelope.ts";
import {
  type Label,
  LabelCreate,
  LabelListQuery,
  LabelPatch,
  Label as LabelSchema,
} from "../../schema/labels.ts";
import { getIdentity } from "../../store/accounts/identities.ts";
import { getLabel, type LabelRow, listLabels } from "../../store/mail/labels.ts";
import { type Auth, authOf, type HttpDeps } from "../context.ts";
import { exampleId, operation } from "../openapi/operation.ts";
import { wholePage } from "../paging.ts";
import { definedFields, pathId } from "../params.ts";
import { writePrepared } from "../write.ts";

const defaultColour = "#6b7280";

export function labelRoutes({ database, actors }: HttpDeps) {
  const found = async (auth: Auth, text: string): Promise<LabelRow> => {
    const row = await getLabel(database, auth, pathId(text));
    if (!row) throw notFound();
    return row;
  };
  const actorOf = (row: LabelRow) => actors.identity(row.accountId, row.identityId);
  return new Elysia({ prefix: "/api/v1/labels", normalize: false })
    .get(
      "",
      async ({ request, query }) => {
        const auth = authOf(request);
        if (!(await getIdentity(database, auth, query.identity_id))) throw notFound();
        return wholePage((await listLabels(database, auth, query.identity_id)).map(toLabel));
      },
      {
        query: LabelListQuery,
        response: { 200: Page(LabelSchema) },
        detail: operation("listLabels", "List the labels of one address"),
      },
    )
    .post(
      "",
      ({ request, body }) => {
        const auth = authOf(request);
        const input = { id: newId(), name: body.name, colour: body.colour ?? defaultColour };
        const prepare = async () => {
          const identity = await getIdentity(database, auth, body.identity_id);
          if (!identity) throw notFound();
          const actor = actors.identity(identity.accountId, identity.id);
          return { actor, work: (turn: Turn) => createLabel(turn, input) };
        };
        return writePrepared({ request, body }, { actors, prepare }, (row) => ({
          status: 201,
          body: { data: toLabel(row) },
        }));
      },
      {
        body: LabelCreate,
        response: { 201: Single(LabelSchema) },
        detail: operation("createLabel", "Create a label", {
          errors: ["label_exists", "capability_missing", "conflict"],
          example: { identity_id: exampleId, name: "Urgent", colour: "#cc3333" },
        }),
      },
    )
    .get(
      "/:id",
      async ({ request, params }) => ({ data: toLabel(await found(authOf(request), params.id)) }),
      {
        params: IdParams,
        response: { 200: Single(LabelSchema) },
        detail: operation("getLabel", "Read a label"),
      },
    )
    .patch(
      "/:id",
      async ({ request, params, body }) => {
        const row = await found(authOf(request), params.id);
        const change = definedFields({ name: body.name, colour: body.colour });
        return { data: toLabel(await changeLabel(actorOf(row), row.id, change)) };
      },
      {
        params: IdParams,
        body: LabelPatch,
        response: { 200: Single(LabelSchema) },
        detail: operation("updateLabel", "Rename or recolour a label", {
          errors: ["label_exists", "conflict"],
          example: { colour: "#3366cc" },
        }),
      },
    )
    .delete(
      "/:id",
      async ({ request, params }) => {
        const row = await found(authOf(request), params.id);
        await deleteLabel(actorOf(row), row.id);
        return { data: { id: row.id, deleted: true as const } };
      },
      {
        params: IdParams,
        response: { 200: Single(Deleted) },
        detail: operation("deleteLabel", "Delete a label; the conversations stay"),
      },
    );
}

export function toLabel(row: LabelRow): Label {
  return {
    id: row.id,
    identity_id: row.identityId,
    name: row.name,
    colour: row.colour,
    created_at: row.createdAt,
  };
}
