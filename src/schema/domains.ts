// DECISIONS Domains, pods, routing rules.
import { type Static, Type } from "@sinclair/typebox";
import { closed, Id, nullable, oneOf, PageQuery, Timestamp, Uuid } from "./common.ts";

export const DomainRecord = Type.Object(
  {
    type: Type.String({ examples: ["TXT"] }),
    name: Type.String({ examples: ["_postroom.example.com"] }),
    value: Type.String(),
    purpose: Type.String({ examples: ["ownership"] }),
    status: oneOf(["pending", "verified", "failed"]),
  },
  closed,
);
export type DomainRecord = Static<typeof DomainRecord>;

export const Domain = Type.Object(
  {
    id: Id,
    domain: Type.String({ examples: ["agents.example.com"] }),
    status: oneOf(["pending", "verified", "failed"]),
    pod_id: Id,
    records: Type.Array(DomainRecord),
    verified_at: nullable(Timestamp),
    created_at: Timestamp,
  },
  closed,
);
export type Domain = Static<typeof Domain>;

export const DomainCreate = Type.Object(
  { domain: Type.String({ minLength: 1, maxLength: 253 }), pod_id: Type.Optional(Uuid) },
  closed,
);
export type DomainCreate = Static<typeof DomainCreate>;

export const DomainListQuery = Type.Object(PageQuery, closed);
