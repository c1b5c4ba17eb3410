// DECISIONS Domains, pods, routing rules: reports that others send about a domain.
import { type Static, Type } from "@sinclair/typebox";
import { closed, Id, nullable, oneOf, PageQuery, Timestamp } from "../common.ts";

const kind = oneOf(["dmarc", "tls"] as const, {
  meanings: {
    dmarc: "who sent mail as the domain, and whether SPF or DKIM vouch for it",
    tls: "how often others could connect with TLS to deliver mail to the domain",
  },
});

export const DomainReport = Type.Object(
  {
    id: Id,
    kind,
    organization: Type.String({ description: "who reports", examples: ["google.com"] }),
    report_id: Type.String({ description: "the reporter's name for it" }),
    begins_at: nullable(Timestamp),
    ends_at: nullable(Timestamp),
    passed: Type.Integer({ description: "mails that passed DMARC, or sessions with TLS" }),
    failed: Type.Integer({ description: "mails that failed DMARC, or sessions without TLS" }),
    authenticated: Type.Boolean({ description: "the mail that brought it passed DMARC itself" }),
    rows: Type.Array(
      Type.Object(
        {
          source: Type.String({ description: "the sending address; of tls the kind of failure" }),
          count: Type.Integer({ description: "mails, or sessions" }),
          passed: Type.Boolean({ description: "they passed DMARC, or had TLS" }),
          detail: Type.Record(Type.String(), Type.String(), {
            description: "results, as they were reported",
          }),
        },
        closed,
      ),
      { description: "at most 500; the counts are of all" },
    ),
    created_at: Timestamp,
  },
  closed,
);
export type DomainReport = Static<typeof DomainReport>;

export const DomainReportListQuery = Type.Object({ ...PageQuery, kind: Type.Optional(kind) }, closed);
