// DECISIONS Domains, pods, routing rules.
import { type Static, Type } from "@sinclair/typebox";
import { closed, Id, nullable, oneOf, PageQuery, Timestamp, Uuid } from "./common.ts";

export const DomainRecord = Type.Object(
  {
    type: Type.String({ examples: ["TXT"] }),
    name: Type.String({ examples: ["_postroom.example.com"] }),
    value: Type.String(),
    purpose: oneOf(["ownership", "receiving", "spf", "dkim", "dmarc"]),
    status: oneOf(["pending", "verified", "failed"], { description: "what the last verify found in DNS" }),
  },
  closed,
);
export type DomainRecord = Static<typeof DomainRecord>;

export const UnprovenMail = oneOf(["spam", "inbox"], {
  description:
    "where mail from outside goes that names this domain in From and that SPF, DKIM or DMARC do not prove to be from it",
});

export const Domain = Type.Object(
  {
    id: Id,
    domain: Type.String({ examples: ["agents.example.com"] }),
    status: oneOf(["pending", "verified", "failed"]),
    pod_id: nullable({ ...Id, description: "null: the shared domain, which is in a pod of its owner" }),
    records: Type.Array(DomainRecord, { description: "empty for the shared domain of another account" }),
    unproven_mail: UnprovenMail,
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

export const DomainPatch = Type.Object(
  { pod_id: Type.Optional(Uuid), unproven_mail: Type.Optional(UnprovenMail) },
  { ...closed, minProperties: 1 },
);
