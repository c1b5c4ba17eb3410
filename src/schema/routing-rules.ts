// SPEC Routing rules; DECISIONS Domains, pods, routing rules.
import { type Static, Type } from "@sinclair/typebox";
import { closed, Id, nullable, oneOf, PageQuery, Timestamp, Uuid } from "./common.ts";

export const ruleStatuses = ["active", "disabled"] as const;

export const RoutingRule = Type.Object(
  {
    id: Id,
    domain_id: Id,
    local_part: Type.String({ description: '"*" catches all that nothing else takes', examples: ["sales"] }),
    address: Type.String({ examples: ["sales@agents.example.com"] }),
    identity_id: nullable(Id),
    webhook_id: nullable(Id),
    status: oneOf(ruleStatuses),
    created_at: Timestamp,
  },
  closed,
);
export type RoutingRule = Static<typeof RoutingRule>;

export const RoutingRuleCreate = Type.Object(
  {
    domain_id: Uuid,
    local_part: Type.String({ minLength: 1, maxLength: 64, examples: ["sales", "*"] }),
    identity_id: Type.Optional(nullable(Uuid)),
    webhook_id: Type.Optional(nullable(Uuid)),
  },
  { ...closed, description: "exactly one of identity_id and webhook_id" },
);

export const RoutingRulePatch = Type.Object({ status: oneOf(ruleStatuses) }, closed);

export const RoutingRuleListQuery = Type.Object({ ...PageQuery, domain_id: Type.Optional(Uuid) }, closed);
