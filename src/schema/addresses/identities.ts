// SPEC Address (identity) and Addresses; DECISIONS Addresses.
import { type Static, Type } from "@sinclair/typebox";
import {
  addedMetadata,
  closed,
  email,
  Id,
  Metadata,
  MetadataPair,
  nullable,
  oneOf,
  PageQuery,
  shownMetadata,
  Timestamp,
  Uuid,
} from "../common.ts";

export const identityTypes = ["human", "team", "application", "workflow", "agent"] as const;
const identityModes = ["human", "automated", "hybrid"] as const;
const identityStatuses = ["active", "suspended", "archived"] as const;
const sendPolicies = ["open", "reply_only", "list"] as const;
export const capabilityNames = ["receive", "inbox", "send", "drafts", "calendar", "app_passwords"] as const;

const typeMeanings = {
  human: "a person; can do everything",
  team: "several people; can do everything",
  application: "a program that wants events: no inbox, drafts, calendar or app passwords, nothing is stored",
  workflow: "an automatic process: no calendar and no app passwords",
  agent: "a software agent; can do everything",
};
const modeMeanings = {
  human: "people answer, so new threads have owner_type human",
  automated:
    "programs answer: automation. It answers no automatic mail, and writes at most 20 mails an hour into one thread, and 50 answers in a row to other automated addresses",
  hybrid: "an agent answers and people help: agent",
};
const status = oneOf(identityStatuses, {
  meanings: {
    active: "receives and sends",
    suspended: "stopped, also by expiry: mail is refused (550 5.2.1), nothing is sent, reading goes on",
    archived: "put away: the same, with another name",
  },
});
const policyMeanings = {
  open: "it may write to anybody",
  reply_only: "only to those who wrote to it first",
  list: "only to those on its send list",
};
export const Capabilities = Type.Record(Type.String(), Type.Boolean(), {
  description:
    "receive, inbox, send, drafts, calendar, app_passwords: what follows from its type and the plan; a value that differs from that is refused",
});

export const Identity = Type.Object(
  {
    id: Id,
    email: Type.String({ examples: ["support@agents.example.com"] }),
    local_part: Type.String(),
    domain: Type.String(),
    display_name: nullable(Type.String()),
    type: oneOf(identityTypes, { meanings: typeMeanings }),
    mode: oneOf(identityModes, { meanings: modeMeanings }),
    status,
    capabilities: Capabilities,
    has_inbox: Type.Boolean({ description: "false: mail becomes events and nothing is stored" }),
    routed_address_count: Type.Integer({ description: "active routing rules that lead to it" }),
    created_at: Timestamp,
    expires_at: nullable(Timestamp),
    send_policy: oneOf(sendPolicies, { meanings: policyMeanings }),
    tenant_id: nullable(Type.String()),
    client_id: Type.Optional(Type.String({ description: "your own id; only where there is one" })),
    metadata: shownMetadata,
  },
  closed,
);
export type Identity = Static<typeof Identity>;

const displayName = nullable(Type.String({ maxLength: 200 }));
const expiresAt = nullable(Type.String({ format: "date-time", description: "when it stops accepting mail" }));
const clientId = nullable(
  Type.String({
    minLength: 1,
    maxLength: 200,
    description: "your own id of the address, never parsed: no other address of the account has it",
  }),
);
const podId = Type.Unsafe<string>({
  ...Uuid,
  description:
    "the pod that it is in; the answer has no such field: GET /identities?pod_id= lists a pod's addresses",
});
const tenantId = nullable(Type.String({ maxLength: 200, description: "your own grouping, never parsed" }));

export const IdentityCreate = Type.Object(
  {
    email: Type.Optional(
      email({
        description:
          "the whole address, on a domain of yours or the default one: instead of domain_id and local_part; without all three a new name is made on the default domain",
        examples: ["support@agents.example.com"],
      }),
    ),
    domain_id: Type.Optional(Uuid),
    local_part: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: "with domain_id: one of them needs the other",
        examples: ["support"],
      }),
    ),
    display_name: Type.Optional(displayName),
    type: Type.Optional(oneOf(identityTypes, { meanings: typeMeanings, absent: "agent" })),
    mode: Type.Optional(oneOf(identityModes, { meanings: modeMeanings, absent: "automated" })),
    send_policy: Type.Optional(oneOf(sendPolicies, { meanings: policyMeanings, absent: "open" })),
    expires_at: Type.Optional(expiresAt),
    tenant_id: Type.Optional(tenantId),
    pod_id: Type.Optional(podId),
    client_id: Type.Optional(clientId),
    metadata: Type.Optional(Metadata),
  },
  closed,
);
export type IdentityCreate = Static<typeof IdentityCreate>;

export const IdentityPatch = Type.Object(
  {
    display_name: Type.Optional(displayName),
    mode: Type.Optional(oneOf(identityModes, { meanings: modeMeanings })),
    capabilities: Type.Optional(Capabilities),
    status: Type.Optional(status),
    send_policy: Type.Optional(oneOf(sendPolicies, { meanings: policyMeanings })),
    expires_at: Type.Optional(expiresAt),
    tenant_id: Type.Optional(tenantId),
    pod_id: Type.Optional(podId),
    client_id: Type.Optional(clientId),
    metadata: addedMetadata,
  },
  { ...closed, minProperties: 1 },
);
export type IdentityPatch = Static<typeof IdentityPatch>;

export const IdentityListQuery = Type.Object(
  {
    ...PageQuery,
    domain_id: Type.Optional(Uuid),
    type: Type.Optional(oneOf(identityTypes, { meanings: typeMeanings })),
    status: Type.Optional(status),
    tenant_id: Type.Optional(Type.String()),
    client_id: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    pod_id: Type.Optional(Uuid),
    email: Type.Optional(Type.String()),
    metadata: Type.Optional(MetadataPair),
  },
  closed,
);
export type IdentityListQuery = Static<typeof IdentityListQuery>;
