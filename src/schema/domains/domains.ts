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

export const DomainCheck = Type.Object(
  {
    domain_id: Id,
    domain: Type.String({ examples: ["agents.example.com"] }),
    records: Type.Array(
      Type.Object(
        {
          type: Type.String({ description: "of the DNS record", examples: ["TXT"] }),
          name: Type.String({ description: "whole name of the DNS record" }),
          value: Type.String({ description: "as it has to stand in DNS" }),
          purpose: oneOf(
            ["ownership", "receiving", "spf", "dkim", "dmarc", "mail programs", "mta-sts", "tls reports"],
            {
              meanings: {
                ownership: "proves that the domain is yours",
                receiving: "MX: mail for the domain comes here",
                spf: "this server may send for it",
                dkim: "the key that its mail is signed with",
                dmarc: "what others do with mail that fails both",
                "mail programs": "where programs find this server",
                "mta-sts": "senders send encrypted or not at all",
                "tls reports": "where senders report TLS that failed",
              },
            },
          ),
          state: oneOf(["same", "other", "missing", "unanswered"], {
            meanings: {
              same: "it does what it is for, whatever its wording",
              other: "another record stands in its place",
              missing: "nothing stands there",
              unanswered: "no DNS server answered",
            },
          }),
          published: Type.Array(Type.String(), {
            description: "what DNS has in its place now, as it is there",
          }),
          difference: nullable(
            Type.Object(
              {
                position: Type.Integer({ minimum: 0, description: "characters before it that are alike" }),
                wanted: Type.String({ description: "the wanted text around it" }),
                published: Type.String({ description: "the published text around it" }),
              },
              {
                ...closed,
                description: "where the published record leaves the wanted one; null unless other",
              },
            ),
          ),
          remedy: nullable(Type.String({ description: "what to do; null: nothing" })),
          line: Type.String({ description: "the record as a line of a zone file, to paste" }),
        },
        closed,
      ),
      { description: "those of the zone file, in its order" },
    ),
  },
  closed,
);
export type DomainCheck = Static<typeof DomainCheck>;
