// Turns over domains. DECISIONS Domains, pods, routing rules.
import type { InferSelectModel } from "drizzle-orm";
import { Failure, notFound } from "../../src/lib/failure.ts";
import { domainNames, domains } from "../../src/store/tables/index.ts";
import type { Turn } from "../runtime/turn.ts";

export type DomainRow = InferSelectModel<typeof domains>;

export interface NewDomain {
  id: string;
  domain: string;
  podId: string | null;
  ownershipToken: string;
  /** The domain that is shared with every account; the operator's only. */
  isDefault: boolean;
}

/**
 * Claims a domain. The operator's own count as verified at once; others wait for their ownership record.
 * @throws Failure conflict (claimed already, or owned by another account), not_found (pod)
 */
export async function createDomain(turn: Turn, input: NewDomain): Promise<DomainRow> {
  const { accountId } = turn;
  const operator = turn.account.row.plan === "operator";
  const [held] = await turn.rows<{ mine: boolean; owned: boolean }>(
    `select exists (select from domains where account_id = $1::uuid and domain = $2::text) as mine,
            exists (select from domain_names where domain = $2::text and account_id <> $1::uuid) as owned`,
    [accountId, input.domain],
  );
  if (held?.mine)
    throw new Failure("conflict", `${input.domain} is here already. Find it with GET /api/v1/domains.`);
  if (operator && held?.owned) throw new Failure("conflict", `${input.domain} belongs to another account.`);
  const [pod] = await turn.rows<{ id: string }>(
    "select id from pods where account_id = $1::uuid and case when $2::uuid is null then is_default else id = $2::uuid end",
    [accountId, input.podId],
  );
  if (!pod) throw notFound();
  const createdAt = turn.instant();
  const row: DomainRow = {
    accountId,
    ...input,
    podId: pod.id,
    status: operator ? "verified" : "pending",
    verifiedAt: operator ? createdAt : null,
    recordStatus: {},
    createdAt,
  };
  turn.insert(domains, row);
  if (operator) {
    turn.insert(domainNames, { domain: row.domain, accountId, domainId: row.id });
    turn.emit({ type: "domain.verified", identityId: null, data: { domain_id: row.id, domain: row.domain } });
  }
  return row;
}
