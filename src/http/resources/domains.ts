// Calls of domains: claims, verification, the DNS records that each needs, and reports about it. DECISIONS Domains, pods, routing rules.

import { verifyDomain } from "../../../actors/account/domains/domain-verification.ts";
import {
  changeDomain,
  createDomain,
  deleteDomain,
  prepareDomain,
} from "../../../actors/account/domains/domains.ts";
import { createLookUp } from "../../lib/dns/look-up.ts";
import { Failure } from "../../lib/failure.ts";
import { domainName } from "../../mail/domain-name.ts";
import {
  lookUpRecords,
  recordsFor,
  recordsWithStatus,
  zoneFile,
  zoneLine,
} from "../../outbound/domain-records.ts";
import {
  type CheckedRecord,
  checkRecords,
  type WantedRecord,
  wantedRecords,
} from "../../outbound/record-check.ts";
import { Deleted, IdParams, NoBody } from "../../schema/common.ts";
import { DomainReport, DomainReportListQuery } from "../../schema/domains/domain-reports.ts";
import {
  Domain,
  DomainCheck,
  DomainCreate,
  DomainListQuery,
  DomainPatch,
} from "../../schema/domains/domains.ts";
import { Page, Single } from "../../schema/envelope.ts";
import { type DomainReportRow, listDomainReports } from "../../store/domains/domain-reports.ts";
import { type FullDomain, getDomain, listDomains } from "../../store/domains/domains.ts";
import { type Call, call } from "../call.ts";
import { type Auth, type HttpDeps, originOf, requireOwner, requireUnrestricted } from "../context.ts";
import { exampleId, operation } from "../openapi/operation.ts";
import { page, pageByTime } from "../paging.ts";
import { pathId } from "../params.ts";
import { deleted, found } from "../resource.ts";
import { write } from "../write.ts";

export const domainCalls: readonly Call[] = [
  call(
    "GET /domains",
    {
      query: DomainListQuery,
      answer: Page(Domain),
      doc: operation("listDomains", "List domains, the shared one included", {
        description: "Domains of the account that this key reaches, and the one that all accounts share.",
      }),
    },
    (deps, { auth, query }) => {
      return page(
        query,
        {
          fetch: (cursor, count) => listDomains(deps.database, auth, { cursor, count }),
          sortOf: ({ row }) => row.createdAt,
        },
        wire(deps, auth),
      );
    },
  ),
  call(
    "POST /domains",
    {
      body: DomainCreate,
      answer: { 201: Single(Domain) },
      doc: operation("createDomain", "Claim a domain", {
        description:
          "Publish the records of the answer, then call verify. Addresses may be made before that.",
        errors: ["forbidden", "conflict"],
        example: { domain: "support.example.com" },
      }),
    },
    write({
      find: async (deps, { auth, body }) => {
        requireUnrestricted(auth, "Adding a domain");
        const input = await prepareDomain(domainName(body.domain), { podId: body.pod_id });
        return { input, shown: wire(deps, auth) };
      },
      turn: (turn, { input }) => createDomain(turn, input),
      answer: (domain, { shown }) => ({ status: 201, body: { data: shown(domain) } }),
    }),
  ),
  call(
    "GET /domains/{id}",
    {
      params: IdParams,
      answer: Single(Domain),
      doc: operation("getDomain", "Read a domain with its DNS records", {
        description: "The records are those that the owner of the domain has to publish in DNS.",
      }),
    },
    async (deps, { auth, params }) => ({ data: wire(deps, auth)(await domainOf(deps, auth, params.id)) }),
  ),
  call(
    "PATCH /domains/{id}",
    {
      params: IdParams,
      body: DomainPatch,
      answer: Single(Domain),
      doc: operation("updateDomain", "Move a domain to another pod", {
        description: "The pod is named by its id.",
        errors: ["forbidden"],
        example: { pod_id: exampleId },
      }),
    },
    async (deps, { auth, request, params, body }) => {
      const id = pathId(params.id);
      await requireOwner(auth, "Changing a domain", () => getDomain(deps.database, auth, id));
      const change = { podId: body.pod_id, unprovenMail: body.unproven_mail };
      const domain = await deps.actors
        .account(auth.accountId)
        .run((turn) => changeDomain(turn, id, change), { origin: originOf(request) });
      return { data: wire(deps, auth)(domain) };
    },
  ),
  call(
    "DELETE /domains/{id}",
    {
      params: IdParams,
      answer: Single(Deleted),
      doc: operation("deleteDomain", "Delete a domain that has no addresses", {
        description: "It is refused while an address of the domain is there.",
        errors: ["forbidden", "conflict"],
      }),
    },
    async ({ database, actors }, { auth, request, params }) => {
      const id = pathId(params.id);
      await requireOwner(auth, "Deleting a domain", () => getDomain(database, auth, id));
      await actors
        .account(auth.accountId)
        .run((turn) => deleteDomain(turn, id), { origin: originOf(request) });
      return deleted(id);
    },
  ),
  call(
    "POST /domains/{id}/verify",
    {
      params: IdParams,
      body: NoBody,
      answer: Single(Domain),
      doc: operation("verifyDomain", "Look the records up in DNS now", {
        description: "The answer is the domain with what was found.",
        errors: ["forbidden", "conflict"],
      }),
    },
    write({
      find: async (deps, { auth, params }) => {
        const { database, config } = deps;
        const { dnsServers, mailHostname } = config;
        const id = pathId(params.id);
        await requireOwner(auth, "Verifying a domain", () => getDomain(database, auth, id));
        const domain = await getDomain(database, auth, id);
        const isOwn = domain?.row.accountId === auth.accountId;
        const evidence = isOwn ? await lookUpRecords(dnsServers, recordsFor(domain, mailHostname)) : null;
        return { input: { id, evidence, mailHostname }, shown: wire(deps, auth) };
      },
      turn: (turn, { input }) => verifyDomain(turn, input),
      answer: (verified, { shown }) => ({ status: 200, body: { data: shown(verified) } }),
    }),
  ),
  call(
    "POST /domains/{id}/check",
    {
      params: IdParams,
      body: NoBody,
      answer: Single(DomainCheck),
      doc: operation("checkDomain", "Compare the records with those in DNS", {
        description:
          "Asks DNS now and changes nothing: each wanted record beside the published one, where they part, and what to do.",
        errors: ["forbidden"],
      }),
    },
    write({
      find: async (deps, { auth, params }) => {
        const { row, records } = await ownRecords(deps, auth, params.id);
        const { id, domain } = row;
        const { dnsServers, mailHostname: host } = deps.config;
        const checked = await checkRecords(createLookUp(dnsServers), { domain, host, records });
        return { input: { domain_id: id, domain, records: checked.map(toCheckedRecord) } };
      },
      // Nothing is written but the answer, for its Idempotency-Key.
      turn: (_turn, { input }) => input,
      answer: (data) => ({ status: 200, body: { data } }),
    }),
  ),
  call(
    "GET /domains/{id}/reports",
    {
      params: IdParams,
      query: DomainReportListQuery,
      answer: Page(DomainReport),
      doc: operation("listDomainReports", "List what others report about a domain: DMARC and TLS", {
        description:
          "Reports of other servers on mail that named the domain as its sender, and on TLS of mail to it.",
        errors: ["forbidden"],
      }),
    },
    async (deps, { auth, params, query }) => {
      const id = pathId(params.id);
      await requireOwner(auth, "Reading a domain's reports", () => getDomain(deps.database, auth, id));
      const { row } = await domainOf(deps, auth, id);
      if (row.accountId !== auth.accountId)
        throw new Failure("forbidden", `What is reported about ${row.domain} is its owner's.`);
      const owner = { accountId: auth.accountId, domainId: id };
      return pageByTime(
        query,
        (window) => listDomainReports(deps.database, owner, { kind: query.kind, ...window }),
        toDomainReport,
      );
    },
  ),
  call(
    "GET /domains/{id}/zone",
    {
      params: IdParams,
      doc: operation("getDomainZone", "Read the records as a zone file", {
        description:
          "The same records as those of the domain, as text that a DNS server or provider imports.",
        errors: ["forbidden"],
        produces: ["text/plain"],
      }),
    },
    async (deps, { auth, params }) => {
      const { row, records } = await ownRecords(deps, auth, params.id);
      return new Response(zoneFile(row.domain, records), {
        headers: { "content-type": "text/plain; charset=utf-8" },
      });
    },
  ),
];

function wire({ config }: HttpDeps, auth: Auth) {
  return (domain: FullDomain) => toDomain(domain, auth.accountId, config.mailHostname);
}

function domainOf({ database }: HttpDeps, auth: Auth, id: string) {
  return found(getDomain(database, auth, pathId(id)));
}

/** All records of a domain of this account. @throws Failure not_found, forbidden (the shared domain's) */
async function ownRecords(
  deps: HttpDeps,
  auth: Auth,
  id: string,
): Promise<{ row: FullDomain["row"]; records: WantedRecord[] }> {
  const { config, mailService } = deps;
  const domain = await domainOf(deps, auth, id);
  const { row } = domain;
  if (row.accountId !== auth.accountId) {
    throw new Failure(
      "forbidden",
      `The records of ${row.domain} are its owner's. It is ready for use: create addresses on it.`,
    );
  }
  return { row, records: wantedRecords(domain, config, mailService()) };
}

function toCheckedRecord({ record, ...checked }: CheckedRecord): DomainCheck["records"][number] {
  const { type, name, value, purpose } = record;
  return { type, name, value, purpose, ...checked, line: zoneLine(record) };
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
