// SPEC Routing rules; DECISIONS Domains, pods, routing rules.
import { changeRule, createRule, deleteRule } from "../../../../actors/account/addresses/routing-rules.ts";
import { parseInstant } from "../../../lib/clock.ts";
import { invalid } from "../../../lib/failure.ts";
import { newId } from "../../../lib/ids.ts";
import { canonicalAddress } from "../../../mail/address.ts";
import { routedLocalPart } from "../../../mail/local-part.ts";
import {
  RoutingRule,
  RoutingRuleCreate,
  RoutingRuleListQuery,
  RoutingRulePatch,
} from "../../../schema/addresses/routing-rules.ts";
import { Deleted, IdParams } from "../../../schema/common.ts";
import { Page, Single } from "../../../schema/envelope.ts";
import { listRules, type RoutingRuleRow } from "../../../store/addresses/routing-rules.ts";
import { getDomain } from "../../../store/domains/domains.ts";
import { type Call, call } from "../../call.ts";
import { originOf } from "../../context.ts";
import { exampleId, operation } from "../../openapi/operation.ts";
import { pageByKey } from "../../paging.ts";
import { pathId } from "../../params.ts";
import { deleted, found } from "../../resource.ts";
import { answer, write } from "../../write.ts";

export const routingRuleCalls: readonly Call[] = [
  call(
    "GET /routing-rules",
    {
      query: RoutingRuleListQuery,
      answer: Page(RoutingRule),
      doc: operation("listRoutingRules", "List routing rules by domain, then newest first", {
        description: "A rule leads mail for an address that nobody owns to another address or to a webhook.",
      }),
    },
    async ({ database }, { auth, query }) => {
      const domainId = query.domain_id;
      if (domainId !== undefined) await found(getDomain(database, auth, domainId));
      return pageByKey(
        query,
        {
          fetch: (after, count) =>
            listRules(database, auth, {
              domainId,
              after: after && { domain: after[0]!, createdAt: after[1]! },
              count,
            }),
          keyOf: (row) => [row.domain, row.createdAt],
          parts: [(domain) => domain.isWellFormed(), (instant) => parseInstant(instant) === instant],
        },
        toRule,
      );
    },
  ),
  call(
    "POST /routing-rules",
    {
      body: RoutingRuleCreate,
      answer: { 201: Single(RoutingRule) },
      doc: operation("createRoutingRule", "Route an unclaimed address, or all of them", {
        description:
          'Exactly one destination: `identity_id` or `webhook_id`. `local_part` "*" catches all. `forward_to` sends what the address gets outside too, unchanged but for trace fields and an ARC seal. With `send_as` the address may write from that of the rule, and answers from it.',
        errors: [
          "forbidden",
          "address_exists",
          "conflict",
          "capability_missing",
          "identity_suspended",
          "domain_unverified",
        ],
        example: { domain_id: exampleId, local_part: "sales", identity_id: exampleId },
      }),
    },
    write({
      find: (_, { body }) => {
        const destination = { identityId: body.identity_id ?? null, webhookId: body.webhook_id ?? null };
        if ((destination.identityId === null) === (destination.webhookId === null)) {
          throw invalid('A rule has exactly one destination. Send either "identity_id" or "webhook_id".');
        }
        const localPart = routedLocalPart(body.local_part);
        const forwardTo = body.forward_to ? forwardsOf(body.forward_to) : null;
        if (forwardTo && destination.identityId === null) {
          throw invalid(
            'Mail is forwarded as the address that gets it may send. Send "identity_id" beside "forward_to".',
          );
        }
        const sendAs = body.send_as === true;
        return { id: newId(), domainId: body.domain_id, localPart, forwardTo, sendAs, ...destination };
      },
      turn: createRule,
      answer: answer(201, toRule),
    }),
  ),
  call(
    "PATCH /routing-rules/{id}",
    {
      params: IdParams,
      body: RoutingRulePatch,
      answer: Single(RoutingRule),
      doc: operation("updateRoutingRule", "Disable or enable a rule, or writing from its address", {
        description:
          "A disabled rule keeps its destination. `send_as: true` takes a key without restriction, and lasts as long as that key.",
        errors: ["forbidden", "address_exists"],
        example: { status: "disabled" },
      }),
    },
    async ({ actors }, { auth, request, params, body }) => {
      const change = { id: pathId(params.id), status: body.status, sendAs: body.send_as };
      const actor = actors.account(auth.accountId);
      const row = await actor.run((turn) => changeRule(turn, change, auth), { origin: originOf(request) });
      return { data: toRule(row) };
    },
  ),
  call(
    "DELETE /routing-rules/{id}",
    {
      params: IdParams,
      answer: Single(Deleted),
      doc: operation("deleteRoutingRule", "Delete a rule", {
        description: "Mail for its address is led nowhere by it from then on.",
        errors: ["forbidden"],
      }),
    },
    async ({ actors }, { auth, request, params }) => {
      const id = pathId(params.id);
      const actor = actors.account(auth.accountId);
      await actor.run((turn) => deleteRule(turn, id, auth), { origin: originOf(request) });
      return deleted(id);
    },
  ),
];

function toRule(row: RoutingRuleRow): RoutingRule {
  return {
    id: row.id,
    domain_id: row.domainId,
    local_part: row.localPart,
    address: `${row.localPart}@${row.domain}`,
    identity_id: row.identityId,
    webhook_id: row.webhookId,
    status: row.status,
    created_at: row.createdAt,
    ...(row.forwardTo && { forward_to: row.forwardTo }),
    ...(row.sendAsMaker && { send_as: true }),
  };
}

/** Each once, in canonical form. @throws Failure validation_error */
function forwardsOf(given: readonly string[]): string[] {
  const emails = given.map((text) => {
    const email = canonicalAddress(text);
    if (email === null) throw invalid(`"${text}" in "forward_to" is no address. Write it as name@domain.`);
    return email;
  });
  return [...new Set(emails)];
}
