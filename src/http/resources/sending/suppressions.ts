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
import { type Call, call } from "../../call.ts";
import { type Auth, type HttpDeps, requireUnrestricted } from "../../context.ts";
import { operation } from "../../openapi/operation.ts";
import { pageByTime } from "../../paging.ts";
import { pathId } from "../../params.ts";
import { deleted } from "../../resource.ts";
import { answer, write } from "../../write.ts";

export const suppressionCalls: readonly Call[] = [
  call(
    "GET /suppressions",
    {
      query: SuppressionListQuery,
      answer: Page(Suppression),
      doc: operation("listSuppressions", "List addresses that are not written to", {
        description: "An address is listed after a bounce or a complaint, or because it was put there.",
        errors: ["forbidden"],
      }),
    },
    (deps, { auth, query }) => {
      const accountId = accountOf(auth);
      const email = query.email === undefined ? undefined : addressOf(query.email);
      return pageByTime(
        query,
        (window) => listSuppressions(deps.database, accountId, { email, ...window }),
        toSuppression,
      );
    },
  ),
  call(
    "POST /suppressions",
    {
      body: SuppressionCreate,
      answer: { 201: Single(Suppression) },
      doc: operation("createSuppression", "Never write to an address", {
        description: "Holds for all addresses of the account.",
        errors: ["forbidden", "conflict"],
        example: { email: "gone@example.com" },
      }),
    },
    write({
      find: (_, { auth, body }) => {
        accountOf(auth);
        return { id: newId(), email: addressOf(body.email), reason: body.reason ?? "manual" };
      },
      turn: createSuppression,
      answer: answer(201, toSuppression),
    }),
  ),
  call(
    "DELETE /suppressions",
    {
      query: SuppressionDeleteQuery,
      answer: Single(Deleted),
      doc: operation("deleteSuppressionByEmail", "Write to an address again", {
        description: "The entry is found by its email address.",
        errors: ["forbidden"],
        query: { email: "gone@example.com" },
      }),
    },
    async (deps, { auth, query }) => remove(deps, accountOf(auth), { email: addressOf(query.email) }),
  ),
  call(
    "DELETE /suppressions/{id}",
    {
      params: IdParams,
      answer: Single(Deleted),
      doc: operation("deleteSuppression", "Write to an address again, by id", {
        description: "The entry is found by its id.",
        errors: ["forbidden"],
      }),
    },
    async (deps, { auth, params }) => remove(deps, accountOf(auth), { id: pathId(params.id) }),
  ),
];

function accountOf(auth: Auth): string {
  requireUnrestricted(auth, "Reading or changing suppressions");
  return auth.accountId;
}

async function remove({ actors }: HttpDeps, accountId: string, by: { id: string } | { email: string }) {
  const { id } = await actors.account(accountId).run((turn) => deleteSuppression(turn, by));
  return deleted(id);
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
