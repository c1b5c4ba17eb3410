// DECISIONS Export, import, retention: rules by which mail is deleted or archived. They are the account's: unrestricted keys only.
import {
  createRetentionRule,
  deleteRetentionRule,
  refuseFolder,
} from "../../../../actors/account/mailbox/retention.ts";
import { isUuid, newId } from "../../../lib/ids.ts";
import { Deleted, IdParams } from "../../../schema/common.ts";
import { Page, Single } from "../../../schema/envelope.ts";
import {
  RetentionRule,
  RetentionRuleCreate,
  RetentionRuleListQuery,
} from "../../../schema/mailbox/retention.ts";
import {
  getRetentionRule,
  listRetentionRules,
  type RetentionRuleRow,
} from "../../../store/mailbox/retention.ts";
import { type Call, call } from "../../call.ts";
import { type Auth, originOf, requireUnrestricted } from "../../context.ts";
import { operation } from "../../openapi/operation.ts";
import { wholePage } from "../../paging.ts";
import { pathId } from "../../params.ts";
import { deleted, found } from "../../resource.ts";
import { answer, write } from "../../write.ts";

export const retentionCalls: readonly Call[] = [
  call(
    "GET /retention-rules",
    {
      query: RetentionRuleListQuery,
      answer: Page(RetentionRule),
      doc: operation("listRetentionRules", "List retention rules", {
        description: "A rule says after how many days mail is deleted or archived.",
        errors: ["forbidden"],
      }),
    },
    async (deps, { auth }) =>
      wholePage((await listRetentionRules(deps.database, accountOf(auth))).map(toRetentionRule)),
  ),
  call(
    "POST /retention-rules",
    {
      body: RetentionRuleCreate,
      answer: { 201: Single(RetentionRule) },
      doc: operation("createRetentionRule", "Delete or archive mail after some days", {
        description: "A legal hold goes before every rule.",
        errors: ["forbidden", "conflict"],
        example: { folder: "trash", action: "delete", after_days: 30 },
      }),
    },
    write({
      find: (_, { auth, body }) => {
        accountOf(auth);
        const { identity_id: identityId = null, folder: named = null, action, after_days: afterDays } = body;
        return { id: newId(), identityId, folder: folderOf(named, action), action, afterDays };
      },
      turn: createRetentionRule,
      answer: answer(201, toRetentionRule),
    }),
  ),
  call(
    "GET /retention-rules/{id}",
    {
      params: IdParams,
      answer: Single(RetentionRule),
      doc: operation("getRetentionRule", "Read a retention rule", {
        description: "With its days and what it does to mail.",
        errors: ["forbidden"],
      }),
    },
    async (deps, { auth, params }) => ({
      data: toRetentionRule(await found(getRetentionRule(deps.database, accountOf(auth), pathId(params.id)))),
    }),
  ),
  call(
    "DELETE /retention-rules/{id}",
    {
      params: IdParams,
      answer: Single(Deleted),
      doc: operation("deleteRetentionRule", "End a retention rule", {
        description: "Mail that the rule has deleted or archived stays so.",
        errors: ["forbidden"],
      }),
    },
    async (deps, { auth, request, params }) => {
      const id = pathId(params.id);
      const actor = deps.actors.account(accountOf(auth));
      await actor.run((turn) => deleteRetentionRule(turn, id), { origin: originOf(request) });
      return deleted(id);
    },
  ),
];

function accountOf(auth: Auth): string {
  requireUnrestricted(auth, "Reading or changing retention rules");
  return auth.accountId;
}

const roles = ["inbox", "sent", "archive", "spam", "trash"];

/** @throws Failure validation_error */
function folderOf(named: string | null, action: RetentionRule["action"]): string | null {
  if (named === null) return null;
  const folder = named.normalize("NFC");
  const role = folder.toLowerCase();
  refuseFolder(role, action);
  return roles.includes(role) || isUuid(role) ? role : folder;
}

function toRetentionRule(row: RetentionRuleRow): RetentionRule {
  return {
    id: row.id,
    identity_id: row.identityId,
    folder: row.folder,
    action: row.action,
    after_days: row.afterDays,
    created_at: row.createdAt,
  };
}
