// DECISIONS Drafts and sending: suppressions. They are the account's: unrestricted keys only.
import { Elysia } from "elysia";
import { createSuppression, deleteSuppression } from "../../../actors/account/suppressions.ts";
import { invalid } from "../../lib/failure.ts";
import { newId } from "../../lib/ids.ts";
import { canonicalAddress } from "../../mail/address.ts";
import { Deleted, IdParams } from "../../schema/common.ts";
import { Page, Single } from "../../schema/envelope.ts";
import {
  type Suppression,
  SuppressionCreate,
  SuppressionDeleteQuery,
  SuppressionListQuery,
  Suppression as SuppressionSchema,
} from "../../schema/suppressions.ts";
import { listSuppressions, type SuppressionRow } from "../../store/accounts/suppressions.ts";
import { type Auth, authOf, type HttpDeps, requireUnrestricted } from "../context.ts";
import { operation } from "../openapi/operation.ts";
import { page } from "../paging.ts";
import { pathId } from "../params.ts";
import { writeOnce } from "../write.ts";

export function suppressionRoutes({ database, actors }: HttpDeps) {
  const owner = (request: Request): Auth => {
    const auth = authOf(request);
    requireUnrestricted(auth, "Reading or changing suppressions");
    return auth;
  };
  const remove = async (request: Request, by: { id: string } | { email: string }) => {
    const { id } = await actors.account(authOf(request).accountId).run((turn) => deleteSuppression(turn, by));
    return { data: { id, deleted: true as const } };
  };
  return new Elysia({ prefix: "/api/v1/suppressions", normalize: false })
    .get(
      "",
      ({ request, query }) => {
        const { accountId } = owner(request);
        const email = query.email === undefined ? undefined : addressOf(query.email);
        return page(
          query,
          {
            fetch: (cursor, count) => listSuppressions(database, accountId, { email, cursor, count }),
            sortOf: (row) => row.createdAt,
          },
          toSuppression,
        );
      },
      {
        query: SuppressionListQuery,
        response: { 200: Page(SuppressionSchema) },
        detail: operation("listSuppressions", "List addresses that are not written to", {
          errors: ["forbidden"],
        }),
      },
    )
    .post(
      "",
      ({ request, body }) => {
        const { accountId } = owner(request);
        const input = { id: newId(), email: addressOf(body.email), reason: body.reason ?? "manual" };
        return writeOnce(
          { request, body },
          { actor: actors.account(accountId), work: (turn) => createSuppression(turn, input) },
          (row) => ({ status: 201, body: { data: toSuppression(row) } }),
        );
      },
      {
        body: SuppressionCreate,
        response: { 201: Single(SuppressionSchema) },
        detail: operation("createSuppression", "Never write to an address", {
          errors: ["forbidden", "conflict"],
          example: { email: "gone@example.com" },
        }),
      },
    )
    .delete(
      "",
      ({ request, query }) => {
        owner(request);
        return remove(request, { email: addressOf(query.email) });
      },
      {
        query: SuppressionDeleteQuery,
        response: { 200: Single(Deleted) },
        detail: operation("deleteSuppressionByEmail", "Write to an address again", { errors: ["forbidden"] }),
      },
    )
    .delete(
      "/:id",
      ({ request, params }) => {
        owner(request);
        return remove(request, { id: pathId(params.id) });
      },
      {
        params: IdParams,
        response: { 200: Single(Deleted) },
        detail: operation("deleteSuppression", "Write to an address again, by id", { errors: ["forbidden"] }),
      },
    );
}

function addressOf(text: string): string {
  const address = canonicalAddress(text);
  if (address === null) throw invalid(`"${text}" is not an email address. Send one such as ada@example.com.`);
  return address;
}

export function toSuppression(row: SuppressionRow): Suppression {
  return { id: row.id, email: row.email, reason: row.reason, created_at: row.createdAt };
}
