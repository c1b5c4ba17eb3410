// DECISIONS Drafts and sending: suppressions. They are the account's: unrestricted keys only.
import { createSuppression, deleteSuppression } from "../../../../actors/account/sending/suppressions.ts";
import { invalid } from "../../../lib/failure.ts";
import { newId } from "../../../lib/ids.ts";
import { canonicalAddress } from "../../../mail/address.ts";
import { Deleted, IdParams } from "../../../schema/common.ts";
import { Page, Single } from "../../../schema/envelope.ts";
import {
  Suppression,
  SuppressionCreate,
  SuppressionDeleteQuery,
  SuppressionListQuery,
} from "../../../schema/sending/suppressions.ts";
import { listSuppressions, type SuppressionRow } from "../../../store/sending/suppressions.ts";
import { type Auth, type HttpDeps, requireUnrestricted } from "../../context.ts";
import { operation } from "../../openapi/operation.ts";
import { pageByTime } from "../../paging.ts";
import { pathId } from "../../params.ts";
import { deleted, resource } from "../../resource.ts";
import { answer, writeOnce } from "../../write.ts";

export function suppressionRoutes({ database, actors }: HttpDeps) {
  const accountOf = (auth: Auth): string => {
    requireUnrestricted(auth, "Reading or changing suppressions");
    return auth.accountId;
  };
  const remove = async (accountId: string, by: { id: string } | { email: string }) => {
    const { id } = await actors.account(accountId).run((turn) => deleteSuppression(turn, by));
    return deleted(id);
  };
  return resource("/suppressions")
    .get(
      "",
      ({ auth, query }) => {
        const accountId = accountOf(auth);
        const email = query.email === undefined ? undefined : addressOf(query.email);
        return pageByTime(
          query,
          (window) => listSuppressions(database, accountId, { email, ...window }),
          toSuppression,
        );
      },
      {
        query: SuppressionListQuery,
        response: { 200: Page(Suppression) },
        detail: operation("listSuppressions", "List addresses that are not written to", {
          description: "An address is listed after a bounce or a complaint, or because it was put there.",
          errors: ["forbidden"],
        }),
      },
    )
    .post(
      "",
      ({ auth, request, body }) => {
        const accountId = accountOf(auth);
        const input = { id: newId(), email: addressOf(body.email), reason: body.reason ?? "manual" };
        return writeOnce(
          { request, body },
          { actor: actors.account(accountId), work: (turn) => createSuppression(turn, input) },
          answer(201, toSuppression),
        );
      },
      {
        body: SuppressionCreate,
        response: { 201: Single(Suppression) },
        detail: operation("createSuppression", "Never write to an address", {
          description: "Holds for all addresses of the account.",
          errors: ["forbidden", "conflict"],
          example: { email: "gone@example.com" },
        }),
      },
    )
    .delete("", async ({ auth, query }) => remove(accountOf(auth), { email: addressOf(query.email) }), {
      query: SuppressionDeleteQuery,
      response: { 200: Single(Deleted) },
      detail: operation("deleteSuppressionByEmail", "Write to an address again", {
        description: "The entry is found by its email address.",
        errors: ["forbidden"],
        query: { email: "gone@example.com" },
      }),
    })
    .delete("/:id", async ({ auth, params }) => remove(accountOf(auth), { id: pathId(params.id) }), {
      params: IdParams,
      response: { 200: Single(Deleted) },
      detail: operation("deleteSuppression", "Write to an address again, by id", {
        description: "The entry is found by its id.",
        errors: ["forbidden"],
      }),
    });
}

function addressOf(text: string): string {
  const address = canonicalAddress(text);
  if (address === null) throw invalid(`"${text}" is not an email address. Send one such as ada@example.com.`);
  return address;
}

function toSuppression(row: SuppressionRow): Suppression {
  const { id, email, reason, detail, messageId, createdAt } = row;
  return { id, email, reason, detail, message_id: messageId, created_at: createdAt };
}
