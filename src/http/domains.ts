// DECISIONS Domains, pods, routing rules.
import { Elysia } from "elysia";
import { createDomain } from "../../actors/account/domains.ts";
import { newId } from "../lib/ids.ts";
import { randomBase62 } from "../lib/secrets.ts";
import { domainName } from "../mail/domain-name.ts";
import {
  type Domain,
  DomainCreate,
  DomainListQuery,
  type DomainRecord,
  Domain as DomainSchema,
} from "../schema/domains.ts";
import { Page, Single } from "../schema/envelope.ts";
import { type DomainRow, listDomains } from "../store/domains.ts";
import { authOf, type HttpDeps, requireUnrestricted } from "./context.ts";
import { page } from "./paging.ts";
import { writeOnce } from "./write.ts";

export function domainRoutes({ database, actors, config }: HttpDeps) {
  return new Elysia({ prefix: "/api/v1/domains", normalize: false })
    .get(
      "",
      ({ request, query }) => {
        const auth = authOf(request);
        return page(
          query,
          {
            fetch: (cursor, count) => listDomains(database, auth, { cursor, count }),
            sortOf: (row) => row.createdAt,
          },
          (row) => toDomain(row, auth.accountId, config.mailHostname),
        );
      },
      { query: DomainListQuery, response: { 200: Page(DomainSchema) } },
    )
    .post(
      "",
      ({ request, body }) => {
        const auth = authOf(request);
        requireUnrestricted(auth, "Adding a domain");
        const input = {
          id: newId(),
          domain: domainName(body.domain),
          podId: body.pod_id ?? null,
          ownershipToken: randomBase62(32),
          isDefault: false,
        };
        return writeOnce(
          { request, body },
          { actor: actors.account(auth.accountId), work: (turn) => createDomain(turn, input) },
          (row) => ({ status: 201, body: { data: toDomain(row, auth.accountId, config.mailHostname) } }),
        );
      },
      { body: DomainCreate, response: { 201: Single(DomainSchema) } },
    );
}

export function toDomain(row: DomainRow, readerAccountId: string, mailHostname: string): Domain {
  return {
    id: row.id,
    domain: row.domain,
    status: row.status,
    pod_id: row.podId,
    // The shared domain's records are its owner's business.
    records: row.accountId === readerAccountId ? recordsOf(row, mailHostname) : [],
    verified_at: row.verifiedAt,
    created_at: row.createdAt,
  };
}

function recordsOf({ domain, ownershipToken, status }: DomainRow, mailHostname: string): DomainRecord[] {
  return [
    {
      type: "TXT",
      name: `_postroom.${domain}`,
      value: `postroom=${ownershipToken}`,
      purpose: "ownership",
      status,
    },
    { type: "MX", name: domain, value: `10 ${mailHostname}`, purpose: "receiving", status: "pending" },
    { type: "TXT", name: domain, value: "v=spf1 mx -all", purpose: "spf", status: "pending" },
    {
      type: "TXT",
      name: `_dmarc.${domain}`,
      value: "v=DMARC1; p=quarantine",
      purpose: "dmarc",
      status: "pending",
    },
  ];
}
