// Where mail for a recipient goes. DECISIONS Addresses, in this order: exact address, address without its +tag;
// postmaster and abuse of every verified domain belong to the operator unless the name exists. Look-ups that arrive
// together are one query.
import { type BatchLoader, createBatchLoader } from "../lib/batch-loader.ts";
import { type Clock, type Instant, nowInstant } from "../lib/clock.ts";
import { parseAddress } from "../mail/address.ts";
import type { Executor } from "../store/database.ts";

export type Destination =
  | { kind: "identity"; accountId: string; identityId: string }
  | { kind: "suspended" }
  | { kind: "unknown" }
  /** Not a domain of this service. */
  | { kind: "foreign" };

export interface Routing {
  /** @param recipient an envelope recipient, `local@domain` */
  resolve(recipient: string): Promise<Destination>;
}

interface Asked {
  domain: string;
  local: string;
  /** Without the +tag. */
  bare: string;
}

interface Found {
  n: number;
  known: boolean;
  local_part: string | null;
  account_id: string | null;
  identity_id: string | null;
  status: string | null;
  expires_at: Instant | null;
}

export function createRouting(database: Executor, clock: Clock): Routing {
  const loader: BatchLoader<Asked, Destination> = createBatchLoader(
    (asked) => lookUp(database, clock, asked),
    {
      most: 200,
      parallel: 4,
    },
  );
  return {
    async resolve(recipient) {
      const address = parseAddress(recipient);
      if (!address) return { kind: "unknown" };
      const local = address.localPart.toLowerCase();
      const bare = local.replace(/\+.*$/, "") || local;
      const found = await loader.load({ domain: address.domain, local, bare });
      const isRole = bare === "postmaster" || bare === "abuse";
      return found.kind === "unknown" && isRole ? operatorRole(database) : found;
    },
  };
}

async function lookUp(database: Executor, clock: Clock, asked: readonly Asked[]): Promise<Destination[]> {
  const rows = await database.rows<Found>(
    `select k.n, exists (select from domain_names d where d.domain = k.domain) as known,
            a.local_part, a.account_id, a.identity_id, i.status, i.expires_at
     from unnest($1::int[], $2::text[], $3::text[], $4::text[]) as k(n, domain, local, bare)
     left join lateral (
       select * from addresses where domain = k.domain and local_part in (k.local, k.bare) and identity_id is not null
       order by local_part = k.local desc limit 1
     ) a on true
     left join identities i on i.account_id = a.account_id and i.id = a.identity_id and i.deleted_at is null`,
    [asked.map((_, n) => n), asked.map((a) => a.domain), asked.map((a) => a.local), asked.map((a) => a.bare)],
  );
  const results: Destination[] = asked.map(() => ({ kind: "unknown" }));
  for (const row of rows) results[row.n] = destinationOf(row, clock);
  return results;
}

function destinationOf(found: Found, clock: Clock): Destination {
  if (!found.known) return { kind: "foreign" };
  if (found.account_id === null || found.identity_id === null || found.status === null)
    return { kind: "unknown" };
  const expired = found.expires_at !== null && found.expires_at <= nowInstant(clock);
  if (found.status !== "active" || expired) return { kind: "suspended" };
  return { kind: "identity", accountId: found.account_id, identityId: found.identity_id };
}

/** RFC 5321 4.5.1: these names are always accepted. */
async function operatorRole(database: Executor): Promise<Destination> {
  const [row] = await database.rows<{ account_id: string; identity_id: string }>(
    `select a.account_id, a.identity_id from domains d
     join addresses a on a.domain = d.domain and a.local_part = 'postmaster'
     where d.is_default and a.identity_id is not null`,
  );
  return row
    ? { kind: "identity", accountId: row.account_id, identityId: row.identity_id }
    : { kind: "unknown" };
}
