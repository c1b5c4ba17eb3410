// Looks up the identity of a sender's address. Concurrent lookups are one query; one that this process knows is not looked up.
import { type BatchLoader, createBatchLoader } from "../../lib/batch-loader.ts";
import type { Executor } from "../database/database.ts";
import { toRow } from "../database/rows.ts";
import { reaches, type Scope } from "../scope.ts";
import { identities } from "../tables/index.ts";
import type { IdentityRow } from "./identities.ts";

export interface Senders {
  /**
   * The identity that has this address, if the scope reaches it.
   * @param isChecked the caller finds out by itself when another process has changed it since a moment ago
   */
  find(scope: Scope, address: SplitAddress, isChecked?: boolean): Promise<IdentityRow | null>;
}

interface SplitAddress {
  localPart: string;
  domain: string;
}

type SenderQuery = SplitAddress & { accountId: string };

/** @param known the identity of an address in lower case, where it is known without asking; null: it is to be asked */
export function createSenders(
  database: Executor,
  known: (address: string, isChecked: boolean) => IdentityRow | null = () => null,
): Senders {
  const loader: BatchLoader<SenderQuery, IdentityRow | null> = createBatchLoader(
    (asked) => findIdentities(database, asked),
    { most: 100, parallel: 4 },
  );
  return {
    async find(scope, { localPart, domain }, isChecked = false) {
      const { accountId } = scope;
      const found = known(`${localPart}@${domain}`, isChecked);
      const row =
        found?.accountId === accountId ? found : await loader.load({ accountId, localPart, domain });
      return row && reaches(scope, row.id) ? row : null;
    },
  };
}

async function findIdentities(db: Executor, asked: readonly SenderQuery[]): Promise<(IdentityRow | null)[]> {
  const rows = await db.rows<Record<string, unknown> & { n: number }>(
    `select k.n, i.* from unnest($1::int[], $2::uuid[], $3::text[], $4::text[]) as k(n, account_id, domain, local_part)
     join addresses a on a.domain = k.domain and a.local_part = k.local_part
     join identities i on i.account_id = k.account_id and i.id = a.identity_id
     where a.account_id = k.account_id`,
    [
      asked.map((_, n) => n),
      asked.map((a) => a.accountId),
      asked.map((a) => a.domain),
      asked.map((a) => a.localPart),
    ],
  );
  const found: (IdentityRow | null)[] = asked.map(() => null);
  for (const row of rows) if (row.deleted_at === null) found[row.n] = toRow<IdentityRow>(identities, row);
  return found;
}
