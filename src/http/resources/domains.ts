// DECISIONS Domains, pods, routing rules.
import { verifyDomain } from "../../../actors/account/domains/domain-verification.ts";
import {
  changeDomain,
  createDomain,
  deleteDomain,
  prepareDomain,
} from "../../../actors/account/domains/domains.ts";
import { Failure } from "../../lib/failure.ts";
import { domainName } from "../../mail/domain-name.ts";
import { lookUpRecords, recordsFor, recordsWithStatus, zoneFile } from "../../outbound/domain-records.ts";
import { serviceOptions, serviceRecords } from "../../outbound/service-records.ts";
import { Deleted, IdParams, NoBody } from "../../schema/common.ts";
import { DomainReport, DomainReportListQuery } from "../../schema/domains/domain-reports.ts";
import { Domain, DomainCreate, DomainListQuery, DomainPatch } from "../../schema/domains/domains.ts";
import { Page, Single } from "../../schema/envelope.ts";
import { type DomainReportRow, listDomainReports } from "../../store/domains/domain-reports.ts";
import { type FullDomain, getDomain, listDomains } from "../../store/domains/domains.ts";
import { type Auth, type HttpDeps, requireOwner, requireUnrestricted } from "../context.ts";
import { exampleId, operation } from "../openapi/operation.ts";
import { page, pageByTime } from "../paging.ts";
import { pathId } from "../params.ts";
import { deleted, found, resource } from "../resource.ts";
import { writeOnce } from "../write.ts";

export function domainRoutes({ database, actors, config, mailService }: HttpDeps) {
  const { mailHostname } = config;
  const wire = (auth: Auth) => (domain: FullDomain) => toDomain(domain, auth.accountId, mailHostname);
  const domainOf = (auth: Auth, id: string) => found(getDomain(database, auth, pathId(id)));
  return resource("/domains")
    .get(
      "",
      ({ auth, query }) => {
        return page(
          query,
          {
            fetch: (cursor, count) => listDomains(database, auth, { cursor, count }),
            sortOf: ({ row }) => row.createdAt,
          },
          wire(auth),
        );
      },
      {
        query: DomainListQuery,
        response: { 200: Page(Domain) },
        detail: operation("listDomains", "List domains, the shared one included", {
          description: "Domains of the account that this key reaches, and the one that all accounts share.",
        }),
      },
    )
    .post(
      "",
      async ({ auth, request, body }) => {
        requireUnrestricted(auth, "Adding a domain");
        const input = await prepareDomain(domainName(body.domain), { podId: body.pod_id });
        return writeOnce(
          { request, body },
          { actor: actors.account(auth.accountId), work: (turn) => createDomain(turn, input) },
          (domain) => ({ status: 201, body: { data: wire(auth)(domain) } }),
        );
      },
      {
        body: DomainCreate,
        response: { 201: Single(Domain) },
        detail: operation("createDomain", "Claim a domain", {
          description:
            "Publish the records of the answer, then call verify. Addresses may be made before that.",
          errors: ["forbidden", "conflict"],
          example: { domain: "support.example.com" },
        }),
      },
    )
    .get("/:id", async ({ auth, params }) => ({ data: wire(auth)(await domainOf(auth, params.id)) }), {
      params: IdParams,
      response: { 200: Single(Domain) },
      detail: operation("getDomain", "Read a domain with its DNS records", {
        description: "The records are those that the owner of the domain has to publish in DNS.",
      }),
    })
    .patch(
      "/:id",
      async ({ auth, params, body }) => {
        const id = pathId(params.id);
        await requireOwner(auth, "Changing a domain", () => getDomain(database, auth, id));
        const change = { podId: body.pod_id, unprovenMail: body.unproven_mail };
        const domain = await actors.account(auth.accountId).run((turn) => changeDomain(turn, id, change));
        return { data: wire(auth)(domain) };
      },
      {
        params: IdParams,
        body: DomainPatch,
        response: { 200: Single(Domain) },
        detail: operation("updateDomain", "Move a domain to another pod", {
          description: "The pod is named by its id.",
          errors: ["forbidden"],
          example: { pod_id: exampleId },
        }),
      },
    )
    .delete(
      "/:id",
      async ({ auth, params }) => {
        const id = pathId(params.id);
        await requireOwner(auth, "Deleting a domain", () => getDomain(database, auth, id));
        await actors.account(auth.accountId).run((turn) => deleteDomain(turn, id));
        return deleted(id);
      },
      {
        params: IdParams,
        response: { 200: Single(Deleted) },
        detail: operation("deleteDomain", "Delete a domain that has no addresses", {
          description: "It is refused while an address of the domain is there.",
          errors: ["forbidden", "conflict"],
        }),
      },
    )
    .post(
      "/:id/verify",
      async ({ auth, request, params, body }) => {
        const id = pathId(params.id);
        await requireOwner(auth, "Verifying a domain", () => getDomain(database, auth, id));
        const domain = await getDomain(database, auth, id);
        const isOwn = domain?.row.accountId === auth.accountId;
        const evidence = isOwn
          ? await lookUpRecords(config.dnsServers, recordsFor(domain, mailHostname))
          : null;
        return writeOnce(
          { request, body: body ?? {} },
          {
            actor: actors.account(auth.accountId),
            work: (turn) => verifyDomain(turn, { id, evidence, mailHostname }),
          },
          (verified) => ({ status: 200, body: { data: wire(auth)(verified) } }),
        );
      },
      {
        params: IdParams,
        body: NoBody,
        response: { 200: Single(Domain) },
        detail: operation("verifyDomain", "Look the records up in DNS now", {
          description: "The answer is the domain with what was found.",
          errors: ["forbidden", "conflict"],
        }),
      },
    )
    .get(
      "/:id/reports",
      async ({ auth, params, query }) => {
        const id = pathId(params.id);
        await requireOwner(auth, "Reading a domain's reports", () => getDomain(database, auth, id));
        const { row } = await domainOf(auth, id);
        if (row.accountId !== auth.accountId)
          throw new Failure("forbidden", `What is reported about ${row.domain} is its owner's.`);
        const owner = { accountId: auth.accountId, domainId: id };
        return pageByTime(
          query,
          (window) => listDomainReports(database, owner, { kind: query.kind, ...window }),
          toDomainReport,
        );
      },
      {
        params: IdParams,
        query: DomainReportListQuery,
        response: { 200: Page(DomainReport) },
        detail: operation("listDomainReports", "List what others report about a domain: DMARC and TLS", {
          description:
            "Reports of other servers on mail that named the domain as its sender, and on TLS of mail to it.",
          errors: ["forbidden"],
        }),
      },
    )
    .get(
      "/:id/zone",
      async ({ auth, params }) => {
        const domain = await domainOf(auth, params.id);
        if (domain.row.accountId !== auth.accountId) {
          throw new Failure(
            "forbidden",
            `The records of ${domain.row.domain} are its owner's. It is ready for use: create addresses on it.`,
          );
        }
        const records = [
          ...recordsFor(domain, mailHostname),
          ...serviceRecords(domain.row.domain, serviceOptions(config, mailService())),
        ];
        return new Response(zoneFile(domain.row.domain, records), {
          headers: { "content-type": "text/plain; charset=utf-8" },
        });
      },
      {
        params: IdParams,
        detail: operation("getDomainZone", "Read the records as a zone file", {
          description:
            "The same records as those of the domain, as text that a DNS server or provider imports.",
          errors: ["forbidden"],
          produces: ["text/plain"],
        }),
      },
    );
}

/** @param readerAccountId the shared domain's records and pod are its owner's business */
export function toDomain(domain: FullDomain, readerAccountId: string, mailHostname: string): Domain {
  const { row } = domain;
  const isOwn = row.accountId === readerAccountId;
  return {
    id: row.id,
    domain: row.domain,
    status: row.status,
    pod_id: isOwn ? row.podId : null,
    records: isOwn ? recordsWithStatus(domain, mailHostname) : [],
    unproven_mail: row.unprovenMail,
    verified_at: row.verifiedAt,
    created_at: row.createdAt,
  };
}

function toDomainReport(row: DomainReportRow): DomainReport {
  return {
    id: row.id,
    kind: row.kind,
    organization: row.organization,
    report_id: row.reportId,
    begins_at: row.beginsAt,
    ends_at: row.endsAt,
    passed: row.passed,
    failed: row.failed,
    authenticated: row.authenticated,
    rows: row.details,
    created_at: row.createdAt,
  };
}
