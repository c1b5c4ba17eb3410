// DECISIONS Domains, pods, routing rules.
import { type Static, Type } from "@sinclair/typebox";
import { closed, Id, nullable, oneOf, PageQuery, Timestamp, Uuid } from "../common.ts";

export const DomainRecord = Type.Object(
  {
    type: Type.String({ description: "of the DNS record", examples: ["TXT"] }),
    name: Type.String({ description: "whole name of the DNS record", examples: ["_postroom.example.com"] }),
    value: Type.String({ description: "as it has to stand in DNS" }),
    purpose: oneOf(["ownership", "receiving", "spf", "dkim", "dmarc"], {
      meanings: {
        ownership: "proves that the domain is yours; this one verifies the domain",
        receiving: "MX: mail for the domain comes here",
        spf: "this server may send for it",
        dkim: "the key that its mail is signed with",
        dmarc: "what others do with mail that fails both",
      },
    }),
    status: oneOf(["pending", "verified", "failed"], {
      meanings: {
        pending: "not looked up yet",
        verified: "the last verify found it in DNS",
        failed: "the last verify did not find it, or another value",
      },
    }),
  },
  closed,
);
export type DomainRecord = Static<typeof DomainRecord>;

export const UnprovenMail = oneOf(["spam", "inbox"], {
  description:
    "where mail from outside goes that names this domain in From while neither SPF nor DKIM nor DMARC proves that",
  meanings: {
    spam: "to the spam folder, as long as you say nothing else",
    inbox: "where it would go otherwise",
  },
});

export const Domain = Type.Object(
  {
    id: Id,
    domain: Type.String({ examples: ["agents.example.com"] }),
    status: oneOf(["pending", "verified", "failed"], {
      meanings: {
        pending: "its ownership record was not seen yet: it neither receives nor sends",
        verified: "in use",
        failed: "not seen for 72 hours, or another account proved it first; verify tries again",
      },
    }),
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
