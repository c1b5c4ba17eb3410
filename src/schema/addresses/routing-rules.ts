// SPEC Routing rules; DECISIONS Domains, pods, routing rules.
import { type Static, Type } from "@sinclair/typebox";
import { alternatives, closed, Id, nullable, oneOf, PageQuery, Timestamp, Uuid } from "../common.ts";

/** Addresses that one rule forwards to. */
const maxForwards = 10;

const ruleStatuses = ["active", "disabled"] as const;

const status = oneOf(ruleStatuses, {
  meanings: {
    active: "mail that matches goes to its destination; new rules begin so",
    disabled: "as if the rule were not there",
  },
});

const sendAs = Type.Boolean({
  description:
    "true: the address that gets the mail may write from this one too, and answers from it; takes a key without restriction",
});

export const RoutingRule = Type.Object(
  {
    id: Id,
    domain_id: Id,
    local_part: Type.String({ description: '"*" catches all that nothing else takes', examples: ["sales"] }),
    address: Type.String({ description: "what it matches", examples: ["sales@agents.example.com"] }),
    identity_id: nullable({ ...Id, description: "the address that gets the mail; null: a webhook gets it" }),
    webhook_id: nullable({ ...Id, description: "the webhook that gets the mail; null: an address gets it" }),
    status,
    created_at: Timestamp,
    forward_to: Type.Optional(
      Type.Array(Type.String(), {
        description: "addresses outside that get the mail too; absent: none",
        examples: [["ada@example.com"]],
      }),
    ),
    send_as: Type.Optional(
      Type.Boolean({ description: "true: the address that gets the mail may write from it; absent: not" }),
    ),
  },
  closed,
);
export type RoutingRule = Static<typeof RoutingRule>;

export const RoutingRuleCreate = Type.Object(
  {
    domain_id: Uuid,
    local_part: Type.String({
      minLength: 1,
      maxLength: 64,
      description: '"*" catches all that nothing else takes',
      examples: ["sales", "*"],
    }),
    identity_id: Type.Optional(
      nullable(Type.Unsafe<string>({ ...Uuid, description: "the address that is to get the mail" })),
    ),
    webhook_id: Type.Optional(
      nullable(Type.Unsafe<string>({ ...Uuid, description: "the webhook that is to get the mail instead" })),
    ),
    forward_to: Type.Optional(
      Type.Array(Type.String({ minLength: 3, maxLength: 320 }), {
        minItems: 1,
        maxItems: maxForwards,
        description:
          "with identity_id: addresses outside this service to which the mail is forwarded too, as that address may send",
        examples: [["ada@example.com"]],
      }),
    ),
    send_as: Type.Optional(sendAs),
  },
  {
    ...closed,
    ...alternatives({ needs: ["identity_id"], takes: ["forward_to", "send_as"] }, { needs: ["webhook_id"] }),
    description: "exactly one of identity_id and webhook_id",
  },
);

export const RoutingRulePatch = Type.Object(
  { status: Type.Optional(status), send_as: Type.Optional(sendAs) },
  { ...closed, minProperties: 1 },
);

export const RoutingRuleListQuery = Type.Object({ ...PageQuery, domain_id: Type.Optional(Uuid) }, closed);
