// The verdict over a look at DNS, which was taken outside the turn, and what follows from it: ownership, the records'
// own states, DKIM keys. DECISIONS Domains; Drafts and sending (DKIM).
import { addMs, type Instant } from "../../../src/lib/clock.ts";
import { Failure } from "../../../src/lib/failure.ts";
import { type DnsEvidence, dkimName, judge, recordsFor } from "../../../src/outbound/domain-records.ts";
import type { DomainRow, FullDomain, PublicKeyRow } from "../../../src/store/domains/domains.ts";
import { domainKeys, domains, type RecordStatus } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";
import { noteSetting } from "../access/account-audit.ts";
import { takeOwnership } from "./domain-claims.ts";
import { addKey, type NewDomainKey, ownDomain } from "./domains.ts";

/** A claim whose record has not been seen for so long has failed; it can be verified all the same, later. */
const pendingMs = 72 * 3600 * 1000;

export interface DomainEvidence {
  id: string;
  /** null: the domain was not there when DNS was to be asked. */
  evidence: DnsEvidence | null;
  mailHostname: string;
}

/**
 * @throws Failure not_found, forbidden, conflict (the operator's), unavailable (DNS did not answer)
 */
export async function verifyDomain(
  turn: Turn,
  { id, evidence, mailHostname }: DomainEvidence,
): Promise<FullDomain> {
  const { row, keys } = await ownDomain(turn, id);
  if (!evidence) throw dnsAway(row);
  const found = new Map<string, RecordStatus>();
  for (const record of recordsFor({ row, keys }, mailHostname)) {
    const verdict = judge(record, evidence);
    if (verdict) found.set(record.purpose === "dkim" ? record.name : record.purpose, verdict);
  }
  const operator = turn.account.row.plan === "operator";
  if (operator) found.set("ownership", "verified");
  const ownership = found.get("ownership");
  if (!ownership) throw dnsAway(row);
  const after = { ...row, ...stateAfter(turn, row, ownership) };
  after.recordStatus = { ...row.recordStatus, ...purposes(found) };
  const { accountId, status, verifiedAt, recordStatus } = after;
  turn.update(domains, { accountId, id, status, verifiedAt, recordStatus }, row);
  if (status === "verified" && row.status !== "verified") await takeOwnership(turn, after);
  if (status === "failed" && row.status !== "failed") {
    turn.emit({ type: "domain.failed", identityId: null, data: { domain_id: id, domain: row.domain } });
  }
  return { row: after, keys: judgeKeys(turn, { row, keys }, found) };
}

function dnsAway({ domain }: DomainRow): Failure {
  return new Failure("unavailable", `The DNS servers gave no answer about ${domain}. Try again in a minute.`);
}

/** A verified domain stays its owner's until another account verifies it: a record that is gone stops no mail. */
function stateAfter(
  turn: Turn,
  row: DomainRow,
  ownership: RecordStatus,
): Pick<DomainRow, "status" | "verifiedAt"> {
  const now: Instant = turn.instant();
  if (ownership === "verified" || row.status === "verified")
    return { status: "verified", verifiedAt: row.verifiedAt ?? now };
  const late = now > addMs(row.createdAt, pendingMs);
  return { status: late ? "failed" : row.status, verifiedAt: null };
}

function purposes(found: ReadonlyMap<string, RecordStatus>): Record<string, RecordStatus> {
  return Object.fromEntries([...found].filter(([name]) => !name.includes(".")));
}

/** The state of each key's record; a key whose successor is seen goes. */
function judgeKeys(
  turn: Turn,
  { row, keys }: FullDomain,
  found: ReadonlyMap<string, RecordStatus>,
): PublicKeyRow[] {
  const { accountId } = row;
  const judged = keys.map((key) => ({
    ...key,
    status: found.get(dkimName(key.selector, row.domain)) ?? key.status,
  }));
  return judged.filter((key, index) => {
    const replaced = judged.some(
      (later, at) => at > index && later.algorithm === key.algorithm && later.status === "verified",
    );
    if (replaced) turn.remove(domainKeys, { accountId, id: key.id });
    else if (key.status !== keys[index]!.status)
      turn.update(domainKeys, { accountId, id: key.id, status: key.status });
    return !replaced;
  });
}

/**
 * Adds new keys beside those in use, which go on signing until a look at DNS sees the new records. Keys of an earlier
 * rotation that was not finished are replaced.
 * @throws Failure not_found, forbidden
 */
export async function rotateDkim(turn: Turn, id: string, made: readonly NewDomainKey[]): Promise<FullDomain> {
  const { row, keys } = await ownDomain(turn, id);
  const { accountId } = row;
  noteSetting(turn, { action: "domain_keys_made", target: { id, name: row.domain } });
  const kept = keys.filter((key, index) => {
    const inUse = keys.findIndex((other) => other.algorithm === key.algorithm) === index;
    if (!inUse) turn.remove(domainKeys, { accountId, id: key.id });
    return inUse;
  });
  return { row, keys: [...kept, ...made.map((key) => addKey(turn, row, key))] };
}
