// SPEC Address (identity) and Addresses; DECISIONS Addresses.
import { type Static, Type } from "@sinclair/typebox";
import { closed, email, Id, nullable, oneOf, PageQuery, Timestamp, Uuid } from "./common.ts";

export const identityTypes = ["human", "team", "application", "workflow", "agent"] as const;
export const identityModes = ["human", "automated", "hybrid"] as const;
export const identityStatuses = ["active", "suspended", "archived"] as const;
export const sendPolicies = ["open", "reply_only", "list"] as const;
export const capabilityNames = ["receive", "inbox", "send", "drafts", "calendar", "app_passwords"] as const;

const typeMeaning =
  "human, team and agent can do everything; workflow has no calendar and no app passwords; application stores nothing and turns mail into events";
const modeMeaning =
  "who answers, and so owns new threads: human (human), automated (automation), hybrid (agent)";
const statusMeaning =
  "active receives and sends; suspended (also by expiry) and archived do neither and stay readable";
const policyMeaning =
  "who it may write to: open anybody, reply_only those who wrote to it first, list those on its send list";

export const Identity = Type.Object(
  {
    id: Id,
    email: Type.String({ examples: ["support@agents.example.com"] }),
    local_part: Type.String(),
    domain: Type.String(),
    display_name: nullable(Type.String()),
    type: oneOf(identityTypes, { description: typeMeaning }),
    mode: oneOf(identityModes, { description: modeMeaning }),
    status: oneOf(identityStatuses, { description: statusMeaning }),
    capabilities: Type.Record(Type.String(), Type.Boolean()),
    has_inbox: Type.Boolean(),
    routed_address_count: Type.Integer(),
    created_at: Timestamp,
    expires_at: nullable(Timestamp),
    send_policy: oneOf(sendPolicies, { description: policyMeaning }),
    tenant_id: nullable(Type.String()),
  },
  closed,
);
export type Identity = Static<typeof Identity>;

const displayName = nullable(Type.String({ maxLength: 200 }));
const expiresAt = nullable(Type.String({ format: "date-time", description: "when it stops accepting mail" }));
const tenantId = nullable(Type.String({ maxLength: 200, description: "your own grouping, never parsed" }));

export const IdentityCreate = Type.Object(
  {
    email: Type.Optional(
      email({
        description:
          "the whole address, on a domain of yours or the default one: instead of domain_id and local_part",
        examples: ["support@agents.example.com"],
      }),
    ),
    domain_id: Type.Optional(Uuid),
    local_part: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: "with domain_id: both are required where email is not given",
        examples: ["support"],
      }),
    ),
    display_name: Type.Optional(displayName),
    type: Type.Optional(oneOf(identityTypes, { description: `${typeMeaning}; agent without it` })),
    mode: Type.Optional(oneOf(identityModes, { description: `${modeMeaning}; automated without it` })),
    send_policy: Type.Optional(oneOf(sendPolicies, { description: `${policyMeaning}; open without it` })),
    expires_at: Type.Optional(expiresAt),
    tenant_id: Type.Optional(tenantId),
    pod_id: Type.Optional(Uuid),
  },
  closed,
);
export type IdentityCreate = Static<typeof IdentityCreate>;

export const IdentityPatch = Type.Object(
  {
    display_name: Type.Optional(displayName),
    mode: Type.Optional(oneOf(identityModes)),
    capabilities: Type.Optional(Type.Record(Type.String(), Type.Boolean())),
    status: Type.Optional(oneOf(identityStatuses)),
    send_policy: Type.Optional(oneOf(sendPolicies)),
    expires_at: Type.Optional(expiresAt),
    tenant_id: Type.Optional(tenantId),
    pod_id: Type.Optional(Uuid),
  },
  { ...closed, minProperties: 1 },
);
export type IdentityPatch = Static<typeof IdentityPatch>;

export const IdentityListQuery = Type.Object(
  {
    ...PageQuery,
    domain_id: Type.Optional(Uuid),
    type: Type.Optional(oneOf(identityTypes)),
    status: Type.Optional(oneOf(identityStatuses)),
    tenant_id: Type.Optional(Type.String()),
    pod_id: Type.Optional(Uuid),
    email: Type.Optional(Type.String()),
  },
  closed,
);
export type IdentityListQuery = Static<typeof IdentityListQuery>;
