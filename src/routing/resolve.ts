// Where mail for a recipient goes. DECISIONS Addresses, in this order: exact address, address without its +tag;
// postmaster and abuse of every verified domain belong to the operator unless the name exists.
import { type Clock, type Instant, nowInstant } from "../lib/clock.ts";
import { parseAddress } from "../mail/address.ts";
import type { Executor } from "../store/database.ts";

export type Destination =
  | { kind: "identity"; accountId: string; identityId: string }
  | { kind: "suspended" }
  | { kind: "unknown" }
  /** Not a domain of this service. */
  | { kind: "foreign" };

interface Found {
  known: boolean;
  local_part: string | null;
  account_id: string | null;
  identity_id: string | null;
  status: string | null;
  expires_at: Instant | null;
}

/** @param recipient an envelope recipient, `local@domain` */
export async function resolveRecipient(db: Executor, clock: Clock, recipient: string): Promise<Destination> {
  const address = parseAddress(recipient);
  if (!address) return { kind: "unknown" };
  const local = address.localPart.toLowerCase();
  const bare = local.replace(/\+.*$/, "");
  const candidates = bare === local || bare === "" ? [local] : [local, bare];
  const isRole = bare === "postmaster" || bare === "abuse";
  const rows = await db.rows<Found>(
    `select exists (select from domain_names n where n.domain = $1::text) as known,
            a.local_part, a.account_id, a.identity_id, i.status, i.expires_at
     from (select 1) one
     left join addresses a on a.domain = $1::text and a.local_part = any($2::text[]) and a.identity_id is not null
     left join identities i on i.account_id = a.account_id and i.id = a.identity_id and i.deleted_at is null`,
    [address.domain, candidates],
  );
  if (!rows[0]?.known) return { kind: "foreign" };
  const best = candidates.flatMap((name) => rows.find((row) => row.local_part === name) ?? [])[0];
  if (best?.account_id && best.identity_id) return destinationOf(best, clock);
  return isRole ? operatorRole(db) : { kind: "unknown" };
}

function destinationOf(found: Found, clock: Clock): Destination {
  const expired = found.expires_at !== null && found.expires_at <= nowInstant(clock);
  if (found.status !== "active" || expired) return { kind: "suspended" };
  return { kind: "identity", accountId: found.account_id!, identityId: found.identity_id! };
}

/** RFC 5321 4.5.1: these names are always accepted. */
async function operatorRole(db: Executor): Promise<Destination> {
  const [row] = await db.rows<{ account_id: string; identity_id: string }>(
    `select a.account_id, a.identity_id from domains d
     join addresses a on a.domain = d.domain and a.local_part = 'postmaster'
     where d.is_default and a.identity_id is not null`,
  );
  return row ? { kind: "identity", accountId: row.account_id, identityId: row.identity_id } : { kind: "unknown" };
}
